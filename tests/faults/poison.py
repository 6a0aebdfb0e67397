"""A poison row: one poem on which the code of a stage raises."""

import contextlib
import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from tests.faults.trial import VALUES, Trial, Undisturbed
from tests.pipelines.running import SAMPLE, write_recipe
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import DataError
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed
from versebench.storage.manifest import read_table
from versebench.transforms.filters.short_lines import ShortLines
from versebench.transforms.ingest import read_sources
from versebench.transforms.mapping.processing_failed import PROCESSING_FAILED
from versebench.transforms.sources.poem_row import poem_row
from versebench.transforms.tasks.swaps import SwapLines


@dataclass(frozen=True)
class Poem:
    """The poisonous poem."""

    work_id: str
    text: str
    first_line: str


def poisoned(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """Poison one poem in one stage: it alone is refused, or, where none may be left out, it is named."""
    trial = undisturbed.begun(folder, BEFORE)
    return random.choice(FAULTS)(trial, some_poem(undisturbed, random))


def in_ingest(trial: Trial, poem: Poem) -> int:
    """The row becomes a reject of ingest."""

    def raises(fields: Any, *rest: Any) -> Any:
        if poem.first_line in str(fields):
            raise ZeroDivisionError("poison")
        return honest(fields, *rest)

    honest = poem_row
    shutil.rmtree(trial.root / "ingest")
    with patch.object(read_sources, "poem_row", raises):
        made = _chain(trial).ingest()
    return _refused(trial, made)


def in_clean(trial: Trial, poem: Poem) -> int:
    """The poem becomes a reject of clean."""
    shutil.rmtree(trial.root / "clean")
    with _raising(ShortLines, "refuse", lambda stanza: stanza.lines[0] == poem.first_line):
        made = _chain(trial).clean()
    return _refused(trial, made)


def in_corrupt(trial: Trial, poem: Poem) -> int:
    """The task is not applicable to the poem, also where it was foreseen to be."""
    with _raising(SwapLines, "corrupt", lambda one: one.work_id == poem.work_id):
        chain = _chain(trial, {"tasks": [{"task": "swap_lines.v1"}, {"task": "delete_words.v1", "words": 1}]})
        counts = chain.corrupt().manifest.counts
    outcomes = _rows(chain.corrupt(), "outcomes")
    failed = [(row["work_id"], row["task"], row["outcome"]) for row in outcomes if row["reason"] == PROCESSING_FAILED]
    assert failed == [(poem.work_id, "swap_lines.v1", "not_applicable")]
    made = Counter(name.split("/")[1] for name, count in counts.items() if "/" in name for _ in range(count))
    assert set(made.values()) == {counts["in"]}, counts
    assert len(_rows(chain.corrupt(), "pairs")) == sum(row["outcome"] == "pair" for row in outcomes)
    return 0


def in_annotate(trial: Trial, poem: Poem) -> int:
    """Every task needs the annotation of every poem: the run stops, and names stage, work and remedy."""
    shutil.rmtree(trial.root / "annotate")
    message = ""
    tagger = load_tagger(_chain(trial).recipe.tagger)
    with _raising(type(tagger), "tag", lambda texts: poem.text in texts):
        try:
            _chain(trial).annotate()
        except DataError as error:
            message = str(error)
    assert "annotate" in message, message
    assert f"work {poem.work_id}" in message, message
    assert "ZeroDivisionError: poison; to continue without this work, remove it from its source" in message, message
    rows = _rows(_chain(trial).annotate(), "annotation")
    return trial.undisturbed.released.manifest.tables["poems"].rows - len(rows)


Fault = Callable[[Trial, Poem], int]
FAULTS: tuple[Fault, ...] = (in_ingest, in_clean, in_corrupt, in_annotate)
BEFORE = ("ingest", "words", "lexicon", "clean", "annotate")


def some_poem(undisturbed: Undisturbed, random: Random) -> Poem:
    """One of those that every filter keeps, whose first line no other has."""
    source = SAMPLE.read_text()
    texts = {
        row["work_id"]: row["text"]
        for row in _rows(
            Chain(load_recipe(str(undisturbed.folder / "recipe.yaml"), []), str(undisturbed.root), Runner()).clean(),
            "poems",
        )
    }
    alone = sorted(work for work, text in texts.items() if source.count(text.partition("\n")[0]) == 1)
    work = random.choice(alone)
    return Poem(work, texts[work], texts[work].partition("\n")[0])


def _chain(trial: Trial, changes: dict[str, Any] | None = None) -> Chain:
    recipe = load_recipe(str(write_recipe(trial.folder, {**VALUES, **(changes or {})})), [])
    return Chain(recipe, str(trial.root), Runner())


@contextlib.contextmanager
def _raising(owner: Any, name: str, poisonous: Callable[[Any], bool]) -> Iterator[None]:
    honest = getattr(owner, name)

    def raises(self: Any, given: Any, *rest: Any) -> Any:
        if poisonous(given):
            raise ZeroDivisionError("poison")
        return honest(self, given, *rest)

    with patch.object(owner, name, raises):
        yield


def _refused(trial: Trial, made: Committed) -> int:
    """One row more is rejected, and it is the poison."""
    (before,) = (trial.undisturbed.root / made.run.stage).glob("*/manifest.json")
    counts, wanted = made.manifest.counts, json.loads(before.read_text())["counts"]
    rejected = sum(count for name, count in counts.items() if name.startswith("rejected."))
    assert counts["in"] == wanted["in"] == counts["out"] + rejected
    assert counts["out"] == wanted["out"] - 1
    (row,) = (row for row in _rows(made, "rejects") if row["reason"] == PROCESSING_FAILED)
    assert (row["stage"], row["detail"]) == (made.run.stage, "ZeroDivisionError: poison")
    return 0


def _rows(made: Committed, table: str) -> list[dict[str, Any]]:
    shards = range(made.run.shards)
    return [row for shard in shards for row in read_table(made.run.directory, made.manifest, table, shard).to_pylist()]
