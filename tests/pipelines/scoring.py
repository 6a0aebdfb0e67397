"""Short minimal pairs, and the contents of the runs of their scores."""

import json
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.score import Series, score
from versebench.pipelines.stages.score_pairs import scorer_of
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.storage.manifest import read_table
from versebench.transforms.scoring.import_pairs import ImportPairs

WORDS = "the owl in an inn a beard river rain plan mill light nests low ground it has two man".split()
Key = tuple[str, str, str]


def rows(count: int) -> list[dict[str, Any]]:
    """Rows as those of BLiMP, of two tasks."""
    drawn = random.Random(3)
    found = []
    for number in range(count):
        words = drawn.sample(WORDS, drawn.randint(3, 6))
        task, bad = ("order", words[::-1]) if number % 2 else ("omission", words[:-1])
        good = " ".join(words) + "."
        found.append({"sentence_good": good, "sentence_bad": " ".join(bad) + ".", "UID": task, "pairID": str(number)})
    return found


def write_rows(path: Path, values: Iterable[Mapping[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return path


def imported(folder: Path, count: int, shards: int = 3) -> Committed:
    """Pairs in shards, under ``folder``."""
    path = write_rows(folder / "pairs.jsonl", rows(count))
    run = stage_run(str(folder), "import-pairs", shards, {"count": count})
    return run_stage(run, {"count": count}, ImportPairs(str(path), shards), Runner())


def scorer(model: str | Path, **values: Any) -> ScorerSettings:
    """A scorer as the command line asks for it."""
    return scorer_of(str(model), values, [])


def scored(root: Path, pairs: Committed, *scorers: ScorerSettings, runner: Runner | None = None) -> list[Series]:
    return score(scorers, 7, str(root), runner or Runner(), pairs, None)


def table(committed: Committed, name: str) -> pa.Table:
    run = committed.run
    return pa.concat_tables([read_table(run.directory, committed.manifest, name, shard) for shard in range(run.shards)])


def by_text(committed: Committed) -> dict[Key, dict[str, Any]]:
    """The rows of scores by work, text and convention."""
    return {(row["work_id"], row["text_id"], row["convention"]): row for row in table(committed, "scores").to_pylist()}


def log_probabilities(committed: Committed) -> dict[Key, float]:
    return {key: row["log_probability"] for key, row in by_text(committed).items()}


def decisions(series: Series) -> dict[tuple[str, str], dict[str, Any]]:
    """The rows of decisions by pair and reduction."""
    found = table(series.decisions, "decisions").to_pylist()
    return {(row["pair_id"], row["reduction"]): row for row in found}
