"""A check that tasks can be applied to poems of a form in a language."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.forms.registry import FORMS, in_language
from versebench.transforms.prosody.languages.contract import Language
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.sources.source import PlacedSource
from versebench.transforms.tasks.contract import NotApplicable, Task
from versebench.transforms.tasks.registry import TASKS


@dataclass(frozen=True)
class Verse:
    """A kind of poems: their form, whether some of its lines rhyme, their language, and what the language lacks.

    ``lacks`` states why the language has no ``tagger``, no ``thesaurus`` or no ``phones``.
    """

    form: str
    rhymes: bool
    language: str
    lacks: Mapping[str, str]


def misfit(task: Task, verse: Verse) -> str | None:
    """Why a task cannot be applied to such poems; None if it can."""
    if task.languages is not None and verse.language not in task.languages:
        return f"supports {' and '.join(sorted(task.languages))} only, but the poems are in {verse.language}"
    if "rhymes" in task.all_needs and not verse.rhymes:
        return f"needs lines that rhyme, but lines of the form {verse.form} do not"
    for need in sorted(task.all_needs & set(verse.lacks)):
        needed = need if need == "phones" else f"a {need}"
        return f"needs {needed}, but {verse.language} has none: {verse.lacks[need]}"
    return None


@lru_cache(maxsize=1 << 10)
def language_misfit(task: Task, language: str) -> NotApplicable | None:
    """Why a task is not applicable to a poem in a language; None if it is applicable.

    Reasons: ``other_language`` (the task does not support the language), ``no_phones``, ``no_tagger``, ``no_thesaurus``
    (the language lacks them). Such poems occur in a corpus of several languages.
    """
    if task.languages is not None and language not in task.languages:
        return NotApplicable("other_language")
    lacking = sorted(task.all_needs & set(LANGUAGES[language].lacks))
    return NotApplicable(f"no_{lacking[0]}") if lacking else None


def check_fit(tasks: Iterable[Task], verses: Sequence[Verse]) -> None:
    """Raise ``ValueError``, with the nearest valid choice, if a task can be applied to none of the kinds of poems."""
    for task in tasks:
        reasons = [reason for verse in verses if (reason := misfit(task, verse))]
        if verses and len(reasons) == len(verses):
            raise ValueError(f"{task.task} ({task.title}) {reasons[0]}; {_choices(task, verses)}")


def _choices(task: Task, verses: Sequence[Verse]) -> str:
    examples = {name: kind.model_validate(kind.example) for name, kind in TASKS.items()}
    names = [name for name, example in examples.items() if not all(misfit(example, verse) for verse in verses)]
    if not names:
        return "no task supports such poems"
    nearest, *others = difflib.get_close_matches(task.task, names, len(names), 0)
    return f"did you mean {nearest}?" + (f" Other choices: {', '.join(others)}" if others else "")


def verses_of(sources: Iterable[PlacedSource]) -> list[Verse]:
    """The kinds of poems in sources. A source whose rows state their forms may have all forms of its language."""
    verses = []
    for source in sources:
        language = LANGUAGES[source.language]
        if "form" in source.mapping:
            verses += [_verse(form, language) for form in FORMS.values() if in_language(form, language.name)]
        else:
            verses.append(_verse(FORMS[source.form], language))
    return verses


def _verse(form: Form, language: Language) -> Verse:
    schemes = form.schemes_of(form.lines.least)
    rhymes = not schemes or any(set(scheme) != {"x"} for scheme in schemes)
    return Verse(form.name, rhymes, language.name, language.lacks)
