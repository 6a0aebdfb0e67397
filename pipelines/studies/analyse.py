"""Analyse an export of a study, and set its judges beside the models of a release."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.roots.manifest_of import manifest_of
from versebench.pipelines.studies.folder import export_folder, read_tables, write_tables
from versebench.pipelines.studies.scorers import human_answers, human_scorers
from versebench.release.folder.read import stream_release_table
from versebench.schemas.model_answers import MODEL_ANSWERS
from versebench.schemas.proftap import TEST_POEMS
from versebench.schemas.studies import ANALYSIS_TABLES, EXPORT_TABLES
from versebench.storage import filesystem
from versebench.transforms.judgements.analyse import PAIR_PROTOCOLS, analyse
from versebench.transforms.judgements.beside_models import DECISION_COLUMNS
from versebench.transforms.judgements.beside_styles import ANSWER_COLUMNS
from versebench.transforms.judgements.errors import ExportError
from versebench.transforms.judgements.human_or_not import HumanAnswers
from versebench.transforms.judgements.poem_cuts import POEM_COLUMNS, Poems, poems_of
from versebench.transforms.judgements.probabilities import MARGIN

STAGE = "study-analysis"
VERSION = 5
"""Version of the analysis: a change that can change a figure needs a new one."""

_NEEDED = {
    "judgements": (
        *("study", "judge", "item", "protocol", "work_id", "chosen_text_id", "answer", "probability", "correct"),
        *("known", "excluded", "simulated"),
    ),
    "items": (
        *("study", "item", "protocol", "task", "pair_id", "work_id", "writer", "text_ids", "roles", "authors", "title"),
        *("answer", "gold", "practice", "simulated"),
    ),
}
"""Columns that figures need; the texts of items are read for scorers only."""


@dataclass(frozen=True)
class Analysis:
    """The tables of an analysis, their folder, and how many of the judged pairs the release has and lacks."""

    directory: str
    tables: dict[str, pa.Table]
    pairs: int
    not_in_release: int


def analyse_export(export: str, release: str | None, root: str, scorers: Sequence[str] = ()) -> Analysis:
    """Read an export, compute the tables, and write them below the root.

    ``scorers`` are causal models that say whether a human wrote the texts.

    Raises :class:`DataError` if the export cannot be analysed, or the release has none of its pairs.
    """
    require("release", "study analyse")
    with _returning_memory():
        return _analyse_export(export_folder(export), release, root, scorers)


@contextmanager
def _returning_memory() -> Iterator[None]:
    """Let Arrow use jemalloc, if it has it: mimalloc keeps 120 MiB more after a million judgements are read."""
    before = pa.default_memory_pool()
    if "jemalloc" in pa.supported_memory_backends():
        pa.set_memory_pool(pa.jemalloc_memory_pool())
    try:
        yield
    finally:
        pa.set_memory_pool(before)


def _analyse_export(export: str, release: str | None, root: str, scorers: Sequence[str]) -> Analysis:
    texts = ("texts",) if scorers else ()
    tables = read_tables(export, EXPORT_TABLES, {**_NEEDED, "items": (*_NEEDED["items"], *texts)})
    pa.default_memory_pool().release_unused()  # what reading needed, which the analysis would stand on top of
    made_of: dict[str, object] = {"version": VERSION, "export": dict(manifest_of(export).content_hashes)}
    human: HumanAnswers = ()
    if scorers:
        human = human_answers(export, tables["items"], human_scorers(scorers))
        made_of["scorers"] = [[scorer.model, scorer.revision] for scorer in human]
    decisions, answers, poems, pairs, lacking, margin = None, None, None, 0, 0, MARGIN
    if release is not None:
        made_of |= _check_release(release)
        judged = _judged_pairs(tables["items"])
        answers, poems, margin = _model_answers(release), _poems(release), _margin(release)
        made_of |= {} if margin == MARGIN else {"margin": margin}
        decisions = _decisions(release, judged) if "decisions" in made_of else None
        with_pair = 0 if decisions is None else len(decisions["pair_id"].unique())
        pairs, lacking = len(judged), len(judged) - with_pair
        if not with_pair and answers is None and poems is None:
            raise DataError(
                f"{release} has decisions on none of the {len(judged):,} pairs of {export}; name the release that the "
                "study was planned from, or one that holds its pairs"
            )
    try:
        decided = decisions if decisions is not None and len(decisions) else None
        found = analyse(tables, decided, answers, human, poems, margin)
    except ExportError as error:
        raise DataError(f"{export}: {error}") from None
    run, _ = write_tables(root, STAGE, {ANALYSIS_TABLES[name]: [rows] for name, rows in found.items()}, made_of)
    return Analysis(run.directory, found, pairs, lacking)


_BESIDE = ("decisions", MODEL_ANSWERS.name, TEST_POEMS.name)
"""Tables of a release that answers of people are set beside."""


def _check_release(release: str) -> dict[str, str]:
    """The content hashes of the tables of a release by which models are set beside people."""
    tables = manifest_of(release).tables
    answered = {name: tables[name].content_hash for name in _BESIDE if name in tables}
    if not answered:
        raise DataError(
            f"{release} has no decisions of models, no answers of models to pages and no poems by title; name a "
            "release of pairs that models were scored on, of verses with items, or of poems by title"
        )
    return answered


def _model_answers(release: str) -> pa.Table | None:
    """The answers of models to pages of style matching; None if the release has none."""
    manifest = manifest_of(release)
    if MODEL_ANSWERS.name not in manifest.tables:
        return None
    return pa.concat_tables(stream_release_table(release, manifest, MODEL_ANSWERS.name, list(ANSWER_COLUMNS)))


def _poems(release: str) -> Poems | None:
    """What the release says of its poems by title; None if it has none."""
    manifest = manifest_of(release)
    if TEST_POEMS.name not in manifest.tables:
        return None
    return poems_of(pa.concat_tables(stream_release_table(release, manifest, TEST_POEMS.name, list(POEM_COLUMNS))))


def _margin(release: str) -> float:
    """How far an area may be from .5 to count as equivalent to it, as the recipe of the release says."""
    path = filesystem.join(release, "recipe.json")
    recipe = json.loads(filesystem.read_bytes(path)) if filesystem.exists(path) else {}
    return float(recipe.get("equivalence", MARGIN))


def _judged_pairs(items: pa.Table) -> pa.Array:
    of_pairs = pc.is_in(items["protocol"], value_set=pa.array(PAIR_PROTOCOLS))
    return items["pair_id"].filter(of_pairs).unique().drop_null()  # other columns are not copied


def _decisions(release: str, pairs: pa.Array) -> pa.Table:
    """The decisions on the judged pairs; one shard of all is in memory at a time."""
    shards = stream_release_table(release, manifest_of(release), "decisions", list(DECISION_COLUMNS))
    return pa.concat_tables(shard.filter(pc.is_in(shard["pair_id"], value_set=pairs)) for shard in shards)
