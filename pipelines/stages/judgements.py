"""Judgements: bring the answers of studies into a release, with the figures that follow from them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.recipe.studies import StudyExport
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.pipelines.studies.analyse import VERSION as ANALYSIS
from versebench.pipelines.studies.folder import export_manifest, read_tables
from versebench.pipelines.studies.scorers import HumanScorers, asked_items, human_answers, human_scorers
from versebench.schemas.registry import STUDY_TABLES
from versebench.schemas.studies import EXPORT_TABLES
from versebench.storage.commit import ShardOutput
from versebench.storage.content_hash import content_hash
from versebench.storage.manifest import Manifest, read_table
from versebench.transforms.ghostwriting.items.draw import generated_id
from versebench.transforms.judgements.analyse import analyse
from versebench.transforms.judgements.answers import Export, check_export
from versebench.transforms.judgements.beside_models import DECISION_COLUMNS
from versebench.transforms.judgements.errors import ExportError
from versebench.transforms.judgements.poem_cuts import POEM_COLUMNS, Poems, poems_of
from versebench.transforms.judgements.probabilities import MARGIN
from versebench.transforms.judgements.released import judged_ids, shared_with
from versebench.transforms.mapping.failure import RecoverableError

VERSION = "judgements.v1"

_NEEDED = ("items", "judgements", "judges")
"""Tables that every export must have."""

WHAT_BECAME = ("exported", "attention", "not_in_release", "released")
"""Counts of the answers of a table of an export."""

Place = tuple[str, Manifest]
"""The folder of a run, and its manifest."""


def check_studies(recipe: Recipe) -> None:
    """Raise :class:`RecipeError` for the first export that cannot be analysed, or that does not fit the others."""
    studies: dict[str, str] = {}
    kinds: dict[bool, str] = {}
    for export in recipe.studies:
        try:
            study, simulated = _checked(export)
        except (DataError, ExportError) as error:
            raise RecipeError(f"studies: {export.name}: {error}") from None
        if study in studies:
            raise RecipeError(
                f"studies: {studies[study]} and {export.name} are exports of one study, {study}; name the later only"
            )
        if kinds and simulated not in kinds:
            people, programs = (export.name if of == simulated else kinds[of] for of in (False, True))
            raise RecipeError(
                f"studies: the judges of {programs} are simulated and those of {people} are people; "
                "make a release of each"
            )
        studies[study] = kinds[simulated] = export.name


def _checked(export: StudyExport) -> tuple[str, bool]:
    """The id of a study, and whether its judges are simulated."""
    manifest = export_manifest(export.path)
    if missing := [name for name in _NEEDED if name not in manifest.tables]:
        raise DataError(f"{export.path} lacks the table {missing[0]}; export the study again")
    tables = _read(export)
    if export.scorers and not len(asked_items(tables["items"])):
        raise DataError(f"{export.path} has no item of probability_human.v1, which its scorers would answer; name none")
    human_scorers(export.scorers)
    return check_export(tables), bool(tables["judgements"]["simulated"][0].as_py())


def study_ids(recipe: Recipe) -> list[str]:
    """The ids of the studies of a recipe, whose exports were checked."""
    return [str(_read(export)["judgements"]["study"][0]) for export in recipe.studies]


def _read(export: StudyExport) -> Export:
    """The tables of an export; only scorers need the texts that judges saw."""
    items = [name for name in EXPORT_TABLES["items"].schema.names if name != "texts" or export.scorers]
    return read_tables(export.path, EXPORT_TABLES, {"items": items})


def stated_studies(recipe: Recipe) -> list[dict[str, Any]]:
    """The studies of a recipe by name and content, without the folders of their exports."""
    return [
        {"name": export.name, "tables": dict(sorted(export_manifest(export.path).content_hashes.items()))}
        | ({"scorers": _stated(human_scorers(export.scorers))} if export.scorers else {})
        for export in recipe.studies
    ]


def _stated(scorers: HumanScorers) -> list[dict[str, str]]:
    return [{"model": identity.name, "revision": identity.revision} for _, identity in scorers]


@dataclass(frozen=True)
class Held:
    """What a release holds that people can judge: runs with poems, pairs, verses and generated verses."""

    poems: Place
    pairs: Place | None
    verses: Place | None
    generated: tuple[Place, ...]
    decisions: tuple[Place, ...]
    test_poems: Place | None
    model_answers: pa.Table | None
    """What models answer to pages of style matching; None if none is asked."""

    def pair_ids(self, judged: pa.Array) -> Iterator[pa.Array]:
        """The judged pairs that the release holds, shard by shard."""
        for place in (self.pairs,) if self.pairs is not None else ():
            yield from _among(place, "pairs", "pair_id", judged)

    def text_ids(self, judged: pa.Array) -> Iterator[pa.Array]:
        """The judged poems and verses that the release holds, shard by shard."""
        yield from _among(self.poems, "poems", "work_id", judged)
        yield from _among(self.poems, "poems", "text_id", judged)
        for place in (self.test_poems,) if self.test_poems is not None else ():
            yield from _among(place, "test_poems", "item_id", judged)
        for place in (self.verses,) if self.verses is not None else ():
            yield from _among(place, "verses", "verse_id", judged)
        for place in self.generated:
            for rows in _shards(place, "generated", ["artist_id", "generator", "point", "number"]):
                ids = pa.array([generated_id(*row.values()) for row in rows.to_pylist()], pa.string())
                yield ids.filter(pc.is_in(ids, value_set=judged))

    def poems_by_title(self) -> Poems | None:
        """What the release says of its poems by title; None if it has none."""
        if self.test_poems is None:
            return None
        return poems_of(pa.concat_tables(_shards(self.test_poems, "test_poems", POEM_COLUMNS)))

    def decided(self, judged: pa.Array) -> pa.Table | None:
        """The decisions of models on the judged pairs; None without models."""
        parts = [
            rows.filter(pc.is_in(rows["pair_id"], value_set=judged))
            for place in self.decisions
            for rows in _shards(place, "decisions", list(DECISION_COLUMNS))
        ]
        return pa.concat_tables(parts) if parts else None


def _among(place: Place, table: str, column: str, judged: pa.Array) -> Iterator[pa.Array]:
    for rows in _shards(place, table, [column]):
        ids = rows[column].combine_chunks()
        yield ids.filter(pc.is_in(ids, value_set=judged))


def _shards(place: Place, table: str, columns: Sequence[str]) -> Iterator[pa.Table]:
    folder, manifest = place
    for shard in range(manifest.shards):
        yield read_table(folder, manifest, table, shard, list(columns))


@dataclass(frozen=True)
class StudyShard:
    """The answers of all studies on what the release holds, and their figures, in one shard."""

    exports: tuple[StudyExport, ...]
    scorers: tuple[HumanScorers, ...]
    """For each export the scorers that answer it."""
    held: Held
    margin: float
    """How far an area may be from .5 to count as equivalent to it."""

    def __call__(self, shard: int) -> ShardOutput:  # noqa: ARG002 - there is one shard
        """Counts: rows of each table of answers as ``<study>/<table>/<what>``, and items."""
        made = [self._study(*of) for of in zip(self.exports, self.scorers, strict=True)]
        tables = {name: _sorted(name, [of.tables[name] for of in made]) for name in STUDY_TABLES}
        return ShardOutput(tables, {name: count for of in made for name, count in of.counts.items()})

    def _study(self, export: StudyExport, scorers: HumanScorers) -> ShardOutput:
        tables = _read(export)
        pairs, texts = judged_ids(tables["items"])
        shared = shared_with(tables, self.held.pair_ids(pairs), self.held.text_ids(texts))
        if not len(shared.tables["judgements"]):
            raise RecoverableError(
                f"studies: {export.name}: the release has none of the {shared.items:,} items of {export.path} that "
                "were judged; name the export of a study of this release or of an earlier one, or leave it out"
            )
        try:
            answered = human_answers(export.path, shared.tables["items"], scorers) if scorers else ()
            beside = self.held.decided(pairs), self.held.model_answers, answered, self.held.poems_by_title()
            found = analyse(shared.tables, *beside, self.margin)
        except DataError as error:
            raise RecoverableError(f"studies: {export.name}: {error}") from None
        except ExportError as error:
            raise RecoverableError(f"studies: {export.name}: {export.path}: {error}") from None
        rows = {f"{export.name}/{of.table}/{what}": getattr(of, what) for of in shared.counts for what in WHAT_BECAME}
        items = {f"{export.name}/items": shared.items, f"{export.name}/items_lacking": shared.items_lacking}
        return ShardOutput({**shared.tables, **found}, {**rows, **items})


def _sorted(name: str, parts: Sequence[pa.Table]) -> pa.Table:
    table = STUDY_TABLES[name]
    rows = pa.concat_tables(part.select(table.schema.names) for part in parts)
    return rows.sort_by([(column, "ascending") for column in table.key]).combine_chunks().cast(table.schema)


def take_judgements(recipe: Recipe, root: str, runner: Runner, held: Held) -> Committed:
    """The answers of all studies of a recipe, under ``<root>/judgements``."""
    places = {"poems": held.poems, "pairs": held.pairs, "verses": held.verses, "test_poems": held.test_poems}
    inputs: dict[str, Any] = {
        "version": VERSION,
        "analysis": ANALYSIS,
        "tables": {name: table.version for name, table in STUDY_TABLES.items()},
        "studies": stated_studies(recipe),
        "held": {name: of[1].tables[name].content_hash for name, of in places.items() if of is not None},
        "generated": [place[1].tables["generated"].content_hash for place in held.generated],
        "decisions": [place[1].tables["decisions"].content_hash for place in held.decisions],
        "model_answers": None if held.model_answers is None else content_hash(held.model_answers),
    }
    margin = recipe.equivalence if isinstance(recipe, ProftapRecipe) else MARGIN
    inputs |= {} if margin == MARGIN else {"margin": margin}
    run = stage_run(root, "judgements", 1, inputs)
    scorers = tuple(human_scorers(export.scorers) for export in recipe.studies)
    work = StudyShard(tuple(recipe.studies), scorers, held, margin)
    return run_stage(run, inputs, work, runner)


def study_tables(taken: Committed) -> dict[str, pa.Table]:
    """The tables of all studies, in the order of their keys."""
    return {name: read_table(taken.run.directory, taken.manifest, name, 0) for name in STUDY_TABLES}
