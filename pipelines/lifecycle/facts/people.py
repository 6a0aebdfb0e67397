"""Gather what the pages say about judges."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

import pyarrow as pa

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.counts import study_counts
from versebench.pipelines.stages.judgements import study_ids
from versebench.release.documents.ghostwriting import GhostwritingFacts
from versebench.release.documents.people.facts import PeopleFacts, StudyFacts
from versebench.transforms.ghostwriting.correlations import correlate_figures

Row = dict[str, Any]

JUDGED = ("coherence", "fluency", "similarity", "matching")
"""Figures of the verses in an artist's style: the last is equation 3, which the ghostwriting paper prints."""

OF_ARTISTS = ("verses", "tokens", "richness")


def people_facts(chain: Chain, tables: Mapping[str, pa.Table], artists: GhostwritingFacts | None) -> PeopleFacts | None:
    """What the pages say; None for a recipe without studies."""
    if chain.judgements() is None:
        return None
    primary = {name: _rows(tables, name) for name in _SHOWN}
    results = primary["human_results"]
    judges = _rows(tables, "judges")
    return PeopleFacts(
        tuple(_studies(chain, judges)),
        any(row["simulated"] for row in judges),
        **{key: tuple(primary[name]) for name, key in _SHOWN.items()},
        correlations=() if artists is None else tuple(_correlations(results, artists)),
    )


_SHOWN = {
    "human_results": "results",
    "human_comparisons": "comparisons",
    "confusions": "confusions",
    "roc": "roc",
    "calibration": "calibration",
    "cues": "cues",
}


def _rows(tables: Mapping[str, pa.Table], name: str) -> list[Row]:
    rows: list[Row] = tables[name].to_pylist() if name in tables else []
    return [row for row in rows if not row.get("with_excluded", False)]


def _studies(chain: Chain, judges: list[Row]) -> Iterator[StudyFacts]:
    counts = {count.of: count for count in study_counts(chain)}
    for export, study in zip(chain.recipe.studies, study_ids(chain.recipe), strict=True):
        answers = counts[f"{export.name}, judgements"]
        yield StudyFacts(
            export.name,
            study,
            sum(row["study"] == study for row in judges),
            answers.released,
            answers.attention,
            answers.not_in_release,
        )


def _correlations(results: list[Row], artists: GhostwritingFacts) -> Iterator[Row]:
    """Correlations over artists of what people say of generated verses, for every study and generator."""
    for study in dict.fromkeys(row["study"] for row in results):
        for generator in artists.generators:
            mine = [row for row in results if (row["study"], row["task"]) == (study, generator.name)]
            if mine:
                figures = _figures(mine, artists, generator.name)
                pairs = [*combinations(JUDGED, 2), *product(OF_ARTISTS, JUDGED)]
                for found in correlate_figures(figures, pairs):
                    names = {"first": found.first, "second": found.second, "p_holm": found.p_holm}
                    yield {"study": study, "generator": generator.name, **names, **vars(found.correlation)}


def _figures(results: list[Row], artists: GhostwritingFacts, generator: str) -> dict[str, list[float | None]]:
    of = {(row["measure"], row["of"]): row["value"] for row in results if row["group"] == "all"}
    last = {row["artist_id"]: row["similarity"] for row in artists.points if row["generator"] == generator}
    measures = {"coherence": "coherence", "fluency": "fluency", "matching": "style_agreed_matching"}
    figures: dict[str, list[float | None]] = {
        name: [of.get((measure, artist["name"])) for artist in artists.artists] for name, measure in measures.items()
    }
    figures["similarity"] = [last.get(artist["artist_id"]) for artist in artists.artists]
    return figures | {name: [artist[name] for artist in artists.artists] for name in OF_ARTISTS}
