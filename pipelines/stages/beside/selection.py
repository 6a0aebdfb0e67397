"""Select: some of the pairs of a release or a file, by task, by split, or the first ones of each task."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.pairs import PAIRS
from versebench.schemas.splits import SPLIT_NAMES
from versebench.storage.manifest import read_table
from versebench.transforms.scoring.select_pairs import PairFilter, SelectPairs, last_ids


@dataclass(frozen=True)
class Selection:
    """What a user asks for: all pairs unless a field says otherwise.

    Args:
        tasks: Tasks as they stand in the tables, or without parameters, or without version.
        split: A side of the split.
        limit: The most pairs of each task: the first ones in the order of their ids.
    """

    tasks: tuple[str, ...] = ()
    split: str | None = None
    limit: int | None = None


@dataclass(frozen=True)
class Selected:
    """The pairs that a selection gives, with the selection in full names of tasks, and the pairs that there are."""

    selection: Selection
    pairs: Committed
    count: int
    whole: int

    @property
    def is_whole(self) -> bool:
        """Whether all pairs were taken without a selection."""
        return self.selection == Selection()


def select_pairs(pairs: Committed, selection: Selection, root: str, runner: Runner) -> Selected:
    """The selected pairs, under ``<root>/select-pairs``; the pairs themselves if nothing is selected.

    Raises :class:`RecipeError` for an unknown task or split, :class:`DataError` if no pair is selected.
    """
    whole = _rows(pairs)
    if selection == Selection():
        return Selected(selection, pairs, whole, whole)
    present = tasks_of(pairs)
    full = Selection(full_names(selection.tasks, present), selection.split, selection.limit)
    _check_split(pairs, full.split)
    chosen = PairFilter(pairs.run.directory, pairs.manifest, full.tasks or present, full.split)
    hashes = {name: pairs.manifest.tables[name].content_hash for name in ("pairs", *(["splits"] if full.split else []))}
    inputs = {
        "version": "select-pairs.v1",
        "tables": {PAIRS.name: PAIRS.version},
        "inputs": hashes,
        "tasks": list(full.tasks),
        "split": full.split,
        "limit": full.limit,
    }
    run = stage_run(root, "select-pairs", pairs.run.shards, inputs)
    last = None if full.limit is None else last_ids(chosen, full.limit)
    committed = run_stage(run, inputs, SelectPairs(chosen, last), runner)
    if not (count := _rows(committed)):
        raise DataError(f"{pairs.run.directory}: no pair is selected{_asked(full)}; select less strictly")
    return Selected(full, committed, count, whole)


def _asked(selection: Selection) -> str:
    split = f" of the split {selection.split}" if selection.split else ""
    tasks = f" of {', '.join(selection.tasks)}" if selection.tasks else ""
    return f"{tasks}{split}"


def _rows(committed: Committed) -> int:
    return sum(file.rows for file in committed.manifest.tables["pairs"].files)


def tasks_of(pairs: Committed) -> tuple[str, ...]:
    """The tasks that have pairs, by name."""
    tables = (
        read_table(pairs.run.directory, pairs.manifest, "pairs", shard, ["task"]) for shard in range(pairs.run.shards)
    )
    return tuple(sorted({task for table in tables for task in table.column("task").unique().to_pylist()}))


def full_names(asked: Sequence[str], present: Sequence[str]) -> tuple[str, ...]:
    """The tasks that some names mean, in the order of ``present``.

    A name without parameters means the task with all its parameters, a name without version all its versions.
    Raises :class:`RecipeError` for a name that means none.
    """
    meant = {task for name in asked for task in _meant(name, present)}
    return tuple(task for task in present if task in meant)


def _meant(name: str, present: Sequence[str]) -> list[str]:
    tasks = [task for task in present if name in _names(task)]
    if tasks:
        return tasks
    near = difflib.get_close_matches(name, [each for task in present for each in _names(task)], 1, 0.4)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    raise RecipeError(f"--task: unknown task {name!r}{hint} Choose from: {', '.join(present)}")


def _names(task: str) -> Iterable[str]:
    """The names of a task: in full, without parameters, without version, and without both."""
    stem, colon, parameters = task.partition(":")
    short = stem.partition(".v")[0]
    return task, stem, f"{short}{colon}{parameters}", short


def _check_split(pairs: Committed, split: str | None) -> None:
    if split is None:
        return
    if split not in SPLIT_NAMES:
        near = difflib.get_close_matches(split, SPLIT_NAMES, 1, 0.4)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise RecipeError(f"--split: unknown split {split!r}{hint} Choose from: {', '.join(SPLIT_NAMES)}")
    if "splits" not in pairs.manifest.tables:
        raise DataError(
            f"{pairs.run.directory}: has no table of splits; leave --split away, or release a recipe with splits"
        )
