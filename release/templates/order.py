"""The order of tasks, reductions and models on every page, and the names that readers see."""

from collections.abc import Iterable, Sequence

from versebench.release.documents.facts import ModelFacts, Result, Series
from versebench.release.templates.titles import task_title


def task_order(known: Iterable[str], results: Iterable[Result]) -> list[str]:
    """The tasks of the results: the known ones in their order, then the others by name."""
    listed = list(known)
    present = {result.task for result in results}
    return [task for task in listed if task in present] + sorted(present.difference(listed))


def task_names(tasks: Sequence[str]) -> dict[str, str]:
    """A name for each task that no other of these has: its title, if need be with its parameters, or with its id."""
    short = {task: task_title(task.partition(":")[0]) for task in tasks}
    long = {task: task_title(task) for task in short}
    names = [*short.values(), *(name for task, name in long.items() if name != short[task])]
    unique = {name for name in names if names.count(name) == 1}
    return {
        task: next((name for name in (short[task], long[task]) if name in unique), f"{short[task]} ({task})")
        for task in short
    }


def series_order(models: Iterable[ModelFacts], results: Iterable[Result]) -> list[Series]:
    """Each model of the results with each of its conventions, in the order of the recipe, then the others by name."""
    listed = [(model.name, model.convention) for model in models]
    present = {(result.model, result.convention) for result in results}
    return [series for series in listed if series in present] + sorted(present.difference(listed))


def reduction_order(results: Iterable[Result]) -> list[str]:
    """The reductions of the results: sum, mean, then the others by name."""
    first = {"sum": 0, "mean": 1}
    return sorted({result.reduction for result in results}, key=lambda name: (first.get(name, len(first)), name))


def series_names(series: Sequence[Series]) -> dict[Series, str]:
    """The name of each series: the model and, if it has several conventions, the part that differs."""
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
    """The parts of a convention that not all conventions of the model share; all of it if they are ambiguous."""
    shared = set.intersection(*(set(each.split("+")) for each in among))
    shortened = ["+".join(part for part in each.split("+") if part not in shared) for each in among]
    short = shortened[among.index(convention)]
    return short if short and shortened.count(short) == 1 else convention
