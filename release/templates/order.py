"""In which order tasks, reductions and models stand wherever they stand, and what models are called."""

from collections.abc import Iterable, Sequence

from versebench.release.documents.facts import ModelFacts, Result, Series
from versebench.release.templates.wording import label


def task_order(known: Iterable[str], results: Iterable[Result]) -> list[str]:
    """The tasks of the results: those known in their order, then the others by name."""
    listed = list(known)
    present = {result.task for result in results}
    return [task for task in listed if task in present] + sorted(present.difference(listed))


def task_names(tasks: Sequence[str]) -> dict[str, str]:
    """What a reader calls each task: its name without parameters, where no other of these has the same."""
    short = {task: label(task.partition(":")[0]) for task in tasks}
    names = list(short.values())
    return {task: name if names.count(name) == 1 else label(task) for task, name in short.items()}


def series_order(models: Iterable[ModelFacts], results: Iterable[Result]) -> list[Series]:
    """Every model of the results with each of its conventions: in the order of the recipe, then the others by name."""
    listed = [(model.name, model.convention) for model in models]
    present = {(result.model, result.convention) for result in results}
    return [series for series in listed if series in present] + sorted(present.difference(listed))


def reduction_order(results: Iterable[Result]) -> list[str]:
    """The reductions present: sum, mean, then the others by name."""
    first = {"sum": 0, "mean": 1}
    return sorted({result.reduction for result in results}, key=lambda name: (first.get(name, len(first)), name))


def series_names(series: Sequence[Series]) -> dict[Series, str]:
    """What a reader calls each series: the model, and where it has several conventions what sets this one apart."""
    conventions: dict[str, list[str]] = {}
    for model, convention in series:
        conventions.setdefault(model, []).append(convention)
    return {
        (model, convention): f"{model}, {_short(convention, conventions[model])}"
        if len(conventions[model]) > 1
        else model
        for model, convention in series
    }


def _short(convention: str, among: Sequence[str]) -> str:
    """The parts of a convention that not all of a model's conventions have, if these tell it from all others."""
    shared = set.intersection(*(set(other.split("+")) for other in among))
    short = ["+".join(part for part in other.split("+") if part not in shared) for other in among]
    mine = short[among.index(convention)]
    return mine if mine and short.count(mine) == 1 else convention
