"""Which tasks can be made of the poems of a form in a language."""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from versebench.transforms.tasks.contract import Task
from versebench.transforms.tasks.registry import TASKS


@dataclass(frozen=True)
class Verse:
    """What tasks ask of poems: their form, whether some of its lines rhyme, their language, and what that one lacks.

    ``lacks`` says why the language has no ``tagger`` or no ``thesaurus``.
    """

    form: str
    rhymes: bool
    language: str
    lacks: Mapping[str, str]


def misfit(task: Task, verse: Verse) -> str | None:
    """Why a task cannot be made of such poems; None if it can."""
    if task.languages is not None and verse.language not in task.languages:
        return f"is for {' and '.join(sorted(task.languages))} alone, and the poems are in {verse.language}"
    if "rhymes" in task.all_needs and not verse.rhymes:
        return f"needs lines that rhyme, and those of the form {verse.form} do not"
    for need in sorted(task.all_needs & set(verse.lacks)):
        instead = f"; {task.instead[need]}" if need in task.instead else ""
        return f"needs a {need}, and {verse.language} has none: {verse.lacks[need]}{instead}"
    return None


def check_fit(tasks: Iterable[Task], verse: Verse) -> None:
    """Raise ``ValueError`` with the nearest valid choice if a task cannot be made of such poems."""
    for task in tasks:
        if reason := misfit(task, verse):
            raise ValueError(f"{task.task} ({task.title}) {reason}; {_choices(task, verse)}")


def _choices(task: Task, verse: Verse) -> str:
    names = [name for name, kind in TASKS.items() if misfit(kind.model_validate(kind.example), verse) is None]
    if not names:
        return "no task can be made of such poems"
    nearest, *others = difflib.get_close_matches(task.task, names, len(names), 0)
    return f"did you mean {nearest}?" + (f" There are also: {', '.join(others)}" if others else "")
