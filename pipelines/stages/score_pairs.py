"""Score existing pairs: those of a release, or of a file of JSON lines such as BLiMP's."""

import difflib
import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.detect import detect_family
from versebench.models.scorers.identity import UnknownModelError, identify
from versebench.models.scorers.registry import FAMILIES, AnyScorer
from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.recipe.problems import problems
from versebench.pipelines.recipe.recipe import override
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.beside.beside import Beside, beside, has_decisions
from versebench.pipelines.stages.beside.selection import Selected, Selection, select_pairs
from versebench.pipelines.stages.score import Series, identify_models, score
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.release.folder.withheld import is_withheld
from versebench.schemas.pairs import PAIRS
from versebench.schemas.poems import REJECTS
from versebench.storage import filesystem
from versebench.storage.manifest import NAME, read_manifest
from versebench.storage.run import Run
from versebench.transforms.scoring.import_pairs import ImportPairs

ROWS_PER_SHARD = 10_000
_BYTES_OF_A_ROW = 300


def scorer_of(model: str, values: Mapping[str, Any], overrides: Sequence[str]) -> ScorerSettings:
    """The scorer that a command line describes; if no family is given, it is detected from the model's files.

    Raises :class:`RecipeError` if the model is missing or the settings do not fit it.
    """
    described: dict[str, Any] = {"model": model, **{name: value for name, value in values.items() if value is not None}}
    for text in overrides:
        override(described, text)
    if "family" not in described:
        try:
            described["family"] = detect_family(identify(model, described.get("revision")))
        except (UnknownModelError, ModelLoadError) as error:
            raise RecipeError(f"--model: {error}") from None
    if described["family"] not in FAMILIES:
        raise RecipeError(f"--family: unknown name {described['family']!r}{_known(described['family'])}")
    try:
        scorer: ScorerSettings = TypeAdapter(AnyScorer).validate_python(described, strict=False)
    except ValidationError as error:
        raise RecipeError("\n".join(f"--model {model}: {problem}" for problem in problems(error, AnyScorer))) from None
    return scorer


def _known(family: object) -> str:
    near = difflib.get_close_matches(str(family), FAMILIES, 1, 0.3)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    return f"{hint} Choose from: {', '.join(FAMILIES)}"


@dataclass(frozen=True)
class ScoredPairs:
    """The scores and decisions of a user's models on selected pairs.

    ``beside`` sets them beside the models of a release; None if the pairs are not those of a release with decisions.
    """

    source: Committed
    selected: Selected
    series: list[Series]
    beside: Beside | None


def score_pairs(pairs: str, scorers: Sequence[ScorerSettings], root: str, runner: Runner) -> list[Series]:
    """Score and decide some pairs with each scorer, under ``root``; committed runs are not made again.

    Raises :class:`versebench.pipelines.errors.UserError` if the pairs or a scorer cannot be used.
    """
    selected = _select(pairs, scorers, Selection(), root, runner)[1]
    return score(scorers, 0, root, runner, selected.pairs, _poems(selected.pairs))


def score_beside(
    pairs: str,
    scorers: Sequence[ScorerSettings],
    selection: Selection,
    root: str,
    runner: Runner,
    *,
    must_compare: bool = False,
) -> ScoredPairs:
    """Score the selected pairs as :func:`score_pairs` does, and set the results beside those of the release.

    Raises :class:`DataError` before scoring if ``must_compare`` and there is nothing to compare with.
    """
    source, selected = _select(pairs, scorers, selection, root, runner)
    if must_compare and not has_decisions(source):
        raise DataError(
            f"{pairs}: has no tables of decisions and results, so there is nothing to set beside your model; leave "
            "--out away, or name a release of a recipe with models"
        )
    series = score(scorers, 0, root, runner, selected.pairs, _poems(source))
    return ScoredPairs(source, selected, series, beside(source, selected, series, root, runner))


def _select(
    pairs: str, scorers: Sequence[ScorerSettings], selection: Selection, root: str, runner: Runner
) -> tuple[Committed, Selected]:
    require("score", "scoring")
    identify_models(scorers)
    source = committed_pairs(pairs, root, runner)
    return source, select_pairs(source, selection, root, runner)


def _poems(pairs: Committed) -> Committed | None:
    """The poems of a release; None for other pairs, and for a release from before long works were cut."""
    entry = pairs.manifest.tables.get("poems")
    return None if entry is None or entry.schema_version.startswith("1.") else pairs


def committed_pairs(pairs: str, root: str, runner: Runner) -> Committed:
    """The pairs of a release or a run, as they are; or those of a file, imported into shards.

    Raises :class:`DataError` if there are no pairs.
    """
    if filesystem.is_folder(pairs) or (
        not filesystem.is_local(pairs) and filesystem.exists(filesystem.join(pairs, NAME))
    ):
        return _of_folder(pairs)
    if not filesystem.exists(pairs):
        raise DataError(f"{pairs}: file or folder not found; give a release, or a file of JSON lines")
    if pairs.endswith(".parquet"):
        raise DataError(f"{pairs} is a single shard; give its folder, which has the manifest.json")
    imported = _imported(pairs, root, runner)
    if any(imported.manifest.counts.get(f"rejected.{reason}") for reason in ("truncated_gzip", "corrupt_gzip")):
        raise DataError(f"{pairs}: the end of the file is missing or damaged; fetch it again")
    if not imported.manifest.counts.get("out"):
        raise DataError(
            f"{pairs}: none of its {imported.manifest.counts.get('in', 0)} rows is a pair; each line must be a JSON "
            "object with sentence_good, sentence_bad and UID (as in BLiMP), or with original, corrupted and task"
        )
    return imported


def _of_folder(folder: str) -> Committed:
    manifest = read_manifest(folder)
    if manifest is None or "pairs" not in manifest.tables:
        raise DataError(f"{folder}: has no table of pairs; give a release of pairs, or a run of the stage corrupt")
    if is_withheld(manifest):
        raise DataError(
            f"{folder}: its texts are withheld; make its full tables with versebench rebuild, and score those"
        )
    whole = os.path.abspath(folder) if filesystem.is_local(folder) else folder.rstrip("/")
    root, stage, name = whole.rsplit("/", 2)
    run = Run(root, stage, name, manifest.shards)
    return Committed(run, manifest, made=False)


def _imported(path: str, root: str, runner: Runner) -> Committed:
    content = filesystem.read_bytes(path)
    inputs = {
        "version": "import-pairs.v1",
        "tables": {table.name: table.version for table in (PAIRS, REJECTS)},
        "content": hashlib.sha256(content).hexdigest(),
    }
    shards = max(1, _size(content) // (ROWS_PER_SHARD * _BYTES_OF_A_ROW))
    run = stage_run(root, "import-pairs", shards, inputs)
    return run_stage(run, inputs, ImportPairs(path, shards), runner)


def _size(content: bytes) -> int:
    """Bytes of a file; of a gzipped one the uncompressed size, which its last four bytes state."""
    return int.from_bytes(content[-4:], "little") if content.startswith(b"\x1f\x8b") else len(content)
