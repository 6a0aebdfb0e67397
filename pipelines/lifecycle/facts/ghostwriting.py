"""Gather what the report says about artists, from the tables of a release."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from versebench.models.ghostwriters.causal import CausalSettings
from versebench.models.scorers.identity import identify
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.stages.stage import Committed
from versebench.release.documents.facts import CandidateModel
from versebench.release.documents.ghostwriting import (
    NOT_COPIED,
    GeneratorFacts,
    GhostwritingFacts,
    ShownVerse,
    marked,
)
from versebench.storage.manifest import read_table

MOST_VERSES = 12
"""Verses that the report shows: the artists' own and those of generators, in turn."""

Row = dict[str, Any]


def ghostwriting_facts(chain: Chain, assembled: Committed, tables: Mapping[str, pa.Table]) -> GhostwritingFacts | None:
    """The facts about artists; None for a release of another kind. ``tables`` are those of a whole release."""
    recipe = chain.recipe
    if not isinstance(recipe, GhostwritingRecipe):
        return None
    artists = sorted(_rows(assembled, "artists"), key=lambda row: (row["name"], row["artist_id"]))
    names = [generator.generator for generator in recipe.generators]
    return GhostwritingFacts(
        generators=tuple(GeneratorFacts(each.generator, each.title, _unit(recipe, each)) for each in recipe.generators),
        artists=tuple(artists),
        points=tuple(_rows(assembled, "points")),
        crossings=tuple(_rows(assembled, "crossings")),
        lengths=tuple(_rows(assembled, "lengths")),
        correlations=tuple(tables["correlations"].to_pylist()) if "correlations" in tables else (),
        confusions=tuple(tables["model_confusions"].to_pylist()) if "model_confusions" in tables else (),
        verses=tuple(_shown(assembled, artists, names)) if recipe.texts == "released" else (),
        weighting=recipe.weighting,
        detector=recipe.rhyme.detector,
        similarity=recipe.similarity.weighting,
    )


def ghostwriter_models(recipe: Recipe) -> Iterator[CandidateModel]:
    """The language models that a recipe names as ghostwriters, and the scorers that answer pages."""
    if isinstance(recipe, GhostwritingRecipe):
        for generator in recipe.generators:
            if isinstance(generator, CausalSettings):
                identity = identify(generator.model, generator.revision)
                role = generator.generator + f", adapters: {len(generator.adapters)}" * bool(generator.adapters)
                yield CandidateModel(role, identity.name, identity.revision, generator.precision)
        for scorer in recipe.models:
            identity = identify(scorer.model, scorer.revision)
            yield CandidateModel("answers style pages", identity.name, identity.revision, scorer.precision)


def _unit(recipe: GhostwritingRecipe, generator: Any) -> str:
    if isinstance(generator, CausalSettings):
        return "examples"
    return "iteration" if recipe.is_trained(generator) else "n"


def _shown(assembled: Committed, artists: Sequence[Row], generators: Sequence[str]) -> Iterator[ShownVerse]:
    """For each artist one own verse and one of each generator, at its last point, as many as there is room for."""
    named = {artist["artist_id"]: artist["name"] for artist in artists}
    own = {row["artist_id"]: row for row in reversed(_rows(assembled, "verses"))}
    heard = {(row["artist_id"], row["verse_id"]): row for row in _rows(assembled, "syllables")}
    measures = {_key(row): row for row in _rows(assembled, "measures")}
    last: dict[tuple[str, str], Row] = {}
    for row in _rows(assembled, "generated"):
        best = last.get((row["artist_id"], row["generator"]))
        if row["tokens"] and (best is None or row["point"] > best["point"]):
            last[row["artist_id"], row["generator"]] = row
    room = max(1, MOST_VERSES // (1 + len(generators)))
    for artist in list(named)[:room]:
        verse = own[artist]
        marks = heard[artist, verse["verse_id"]]
        lines = marked(verse["text"], marks, NOT_COPIED)
        yield ShownVerse(named[artist], None, None, marks["density"], verse["own_similarity"], None, lines)
        for generator in generators:
            if (artist, generator) in last:
                generated = last[artist, generator]
                yield _generated(named[artist], generated, measures[_key(generated)])


def _generated(artist: str, row: Row, measure: Row) -> ShownVerse:
    lines = marked(row["text"], measure, (measure["copied_start"], measure["copied_length"]))
    figures = measure["density"], measure["similarity"], measure["copied_share"]
    return ShownVerse(artist, row["generator"], row["point"], *figures, lines)


def _key(row: Row) -> tuple[Any, ...]:
    return row["artist_id"], row["generator"], row["point"], row["number"]


def _rows(assembled: Committed, table: str) -> list[Row]:
    shards = range(assembled.run.shards)
    parts = (read_table(assembled.run.directory, assembled.manifest, table, shard) for shard in shards)
    return [row for part in parts for row in part.to_pylist()]
