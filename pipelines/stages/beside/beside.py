"""Beside: a user's models on pairs of a release, beside the models of the release on the same pairs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.beside.selection import Selected, tasks_of
from versebench.pipelines.stages.score import Series
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.release.harness.blimp import FIELD, term
from versebench.storage.manifest import read_table
from versebench.transforms.scoring.beside import OWN, CountBeside
from versebench.transforms.scoring.compare import STATISTICS as PAIRED
from versebench.transforms.scoring.compare import with_p_values
from versebench.transforms.scoring.decide import STATISTICS
from versebench.transforms.scoring.works import Works
from versebench.transforms.statistics.accuracy import clustered_interval
from versebench.transforms.tasks.registry import TASKS

VERSION = "beside.v1"


@dataclass(frozen=True)
class Column:
    """A model under one convention; ``name`` is that of the column, which tells a user's model from a release's."""

    name: str
    model: str
    yours: bool
    revision: str
    family: str
    convention: str
    precision: str


@dataclass(frozen=True)
class Beside:
    """What stands side by side, each with the name of its column as ``model``.

    Args:
        columns: The user's models, then those of the release.
        results: An accuracy of each column for each task and reduction, as rows of the table ``results``.
        groups: The same for BLiMP's groups of tasks, with the group's kind and name as ``task``.
        comparisons: A paired test of each of the user's models against each of the release.
    """

    columns: tuple[Column, ...]
    results: list[dict[str, Any]]
    groups: list[dict[str, Any]]
    comparisons: list[dict[str, Any]]


def has_decisions(release: Committed) -> bool:
    """Whether there are models beside which others can stand."""
    return {"decisions", "results"} <= release.manifest.tables.keys()


def beside(
    release: Committed, selected: Selected, series: Sequence[Series], root: str, runner: Runner
) -> Beside | None:
    """Set the series beside the decisions of a release, under ``<root>/beside``; None if it has no decisions."""
    if not has_decisions(release):
        return None
    columns = [*map(_mine, series), *_theirs(release)]
    counts = _counted(release, selected, series, columns, root, runner)
    rows = [_row(counts, name.split("/"), columns) for name in counts if _is_of_series(name)]
    rows.sort(key=lambda row: (row["task"], row["reduction"], row["place"]))
    tests = with_p_values([_test(counts, name.split("/"), columns) for name in counts if _is_of_two(name)])
    tests.sort(key=lambda row: (row["task"], row["reduction"], row["places"]))
    return Beside(
        tuple(columns),
        [row for row in rows if row["reduction"] != OWN],
        [row for row in rows if row["reduction"] == OWN],
        tests,
    )


def _mine(series: Series) -> Column:
    identity = series.identity
    return Column(
        f"{identity.name} (yours)",
        identity.name,
        True,
        identity.revision,
        series.settings.family,
        series.convention,
        series.precision,
    )


def _theirs(release: Committed) -> list[Column]:
    """The models of the release, in the order in which it lists them."""
    rows = read_table(release.run.directory, release.manifest, "results", 0).to_pylist()
    known = {(row["model"], row["convention"]): row for row in rows}
    listed = [(model["name"], model["convention"]) for model in release.manifest.made_of.get("models", [])]
    order = [series for series in listed if series in known] + sorted(known.keys() - set(listed))
    shared = ("model", "revision", "family", "convention", "precision")
    return [Column(name=series[0], yours=False, **{key: known[series][key] for key in shared}) for series in order]


def _counted(
    release: Committed,
    selected: Selected,
    series: Sequence[Series],
    columns: Sequence[Column],
    root: str,
    runner: Runner,
) -> Mapping[str, int]:
    tasks = tasks_of(selected.pairs)
    own = {task: TASKS[stem].reduction for task in tasks if (stem := task.partition(":")[0]) in TASKS}
    theirs = tuple((column.model, column.convention) for column in columns if not column.yours)
    poems = release.manifest.tables.get("poems")
    has_works = poems is not None and not poems.schema_version.startswith("1.")
    inputs = {
        "version": VERSION,
        "pairs": selected.pairs.manifest.tables["pairs"].content_hash,
        "mine": [each.decisions.manifest.tables["decisions"].content_hash for each in series],
        "decisions": release.manifest.tables["decisions"].content_hash,
        "theirs": theirs,
        "own": own,
        "poems": poems.content_hash if poems is not None and has_works else None,
    }
    run = stage_run(root, "beside", selected.pairs.run.shards, inputs)
    task = CountBeside(
        (selected.pairs.run.directory, selected.pairs.manifest),
        tuple((each.decisions.run.directory, each.decisions.manifest) for each in series),
        (release.run.directory, release.manifest),
        theirs,
        own,
        _groups(tuple(own)),
        Works(release.run.directory, release.manifest) if has_works else None,
    )
    return run_stage(run, inputs, task, runner).manifest.counts


def _groups(tasks: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The tasks of each of BLiMP's groups, by the group's key and name, as harness.zip states them."""
    terms = sorted({term(task) for task in tasks})
    of_terms = {f"linguistics_term={name}": tuple(task for task in tasks if term(task) == name) for name in terms}
    return {**of_terms, f"field={FIELD}": tuple(tasks)} if tasks else {}


def _is_of_series(name: str) -> bool:
    return name.startswith("pairs/") and "-" not in name.rpartition("/")[2]


def _is_of_two(name: str) -> bool:
    return name.startswith("pairs/") and "-" in name.rpartition("/")[2]


def _row(counts: Mapping[str, int], parts: Sequence[str], columns: Sequence[Column]) -> dict[str, Any]:
    _, task, reduction, place = parts
    column = columns[int(place)]
    sums = {name: counts[f"{name}/{task}/{reduction}/{place}"] for name in STATISTICS}
    interval = clustered_interval(**{name: value for name, value in sums.items() if name != "ties"})
    return {
        "place": int(place),
        "task": task,
        "model": column.name,
        "convention": column.convention,
        "reduction": reduction,
        **{name: sums[name] for name in ("pairs", "poems", "correct", "ties")},
        "accuracy": interval.share,
        "low": interval.low,
        "high": interval.high,
    }


def _test(counts: Mapping[str, int], parts: Sequence[str], columns: Sequence[Column]) -> dict[str, Any]:
    _, task, reduction, places = parts
    first, second = (columns[int(place)] for place in places.split("-"))
    return {
        "places": tuple(map(int, places.split("-"))),
        "task": task,
        "reduction": reduction,
        "first_model": first.name,
        "first_convention": first.convention,
        "second_model": second.name,
        "second_convention": second.convention,
        **{name: counts[f"{name}/{task}/{reduction}/{places}"] for name in PAIRED},
    }
