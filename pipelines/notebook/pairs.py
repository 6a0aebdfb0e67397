"""Minimal pairs of a few poems in memory, made by the code that makes those of a release."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa
from pydantic import TypeAdapter, ValidationError

from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.models.thesaurus.registry import load_thesaurus
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.problems import problems
from versebench.pipelines.recipe.pronunciation import PronunciationSettings
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.annotation.annotation import annotate, annotated_poems
from versebench.transforms.annotation.readers import Readers
from versebench.transforms.prosody.forms.registry import form_called
from versebench.transforms.prosody.languages.english import ENGLISH
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.apply import edits
from versebench.transforms.tasks.contract import Corruption, NotApplicable, Task
from versebench.transforms.tasks.model_task import model_tasks
from versebench.transforms.tasks.registry import AnyTask
from versebench.transforms.text.keys import work_id


@dataclass(frozen=True)
class Pair:
    """A poem and its corruption, or the reason why there is none.

    ``corrupted`` is None if and only if ``reason`` is a text. ``words`` are those concerned.
    """

    work_id: str
    task: str
    original: str
    corrupted: str | None
    words: tuple[str, ...] = ()
    reason: str | None = None


def make_pairs(
    poems: Sequence[str] | Mapping[str, str], task: str, form: str, seed: int, parameters: Mapping[str, Any]
) -> list[Pair]:
    """The pairs of some English poems: those of the first poem, then those of the second, and so on.

    Raises :class:`RecipeError` if the task, a parameter or the form is unknown, or if the task needs other models.
    """
    asked = _task(task, parameters)
    return [_pair(made) for made in made_pairs(poems, [asked], form, seed)]


class MadePair(NamedTuple):
    """What a task made of a poem."""

    task: Task
    poem: AnnotatedPoem
    edit: Corruption | NotApplicable


def made_pairs(
    poems: Sequence[str] | Mapping[str, str], tasks: Sequence[Task], form: str, seed: int
) -> Iterator[MadePair]:
    """What each task makes of some English poems, which are annotated once: poem by poem, then task by task.

    Raises :class:`RecipeError` if the form is unknown.
    """
    known = form_called(form)
    if known is None:
        raise RecipeError(f"unknown form {form!r}; `verse` is any poem")
    texts = _texts(poems)
    table = pa.table(
        {
            "work_id": list(texts),
            "text": pa.array(list(texts.values()), pa.string()),
            "form": [known.name] * len(texts),
            "language": [ENGLISH.name] * len(texts),
        }
    )
    for poem in annotated_poems(table, annotate(table, _readers())):
        for task in tasks:
            yield from (MadePair(task, poem, edit) for edit in edits(task, poem, seed))


def _pair(made: MadePair) -> Pair:
    task, poem, edit = made
    if isinstance(edit, Corruption):
        return Pair(poem.work_id, task.label, poem.text, edit.text, edit.words)
    return Pair(poem.work_id, task.label, poem.text, None, reason=edit.reason)


def _task(name: str, parameters: Mapping[str, Any]) -> Task:
    try:
        task: Task = TypeAdapter(AnyTask).validate_python({"task": name, **parameters}, strict=False)
    except ValidationError as error:
        raise RecipeError("\n".join(str(problem) for problem in problems(error, AnyTask))) from None
    if model_tasks([task]):
        raise RecipeError(f"{name} needs the candidates of other models; make a release with it")
    return task


def _texts(poems: Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    """The poems by work id, each line stripped; the id of a text alone is that of a source without ids."""
    if isinstance(poems, str):
        raise RecipeError("pairs takes a list of poems; put the poem into a list")
    if isinstance(poems, Mapping):
        return {work: _stripped(text) for work, text in poems.items()}
    texts = [_stripped(text) for text in poems]
    return {work_id("", None, text): text for text in texts}


def _stripped(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def _readers() -> Readers:
    settings = PronunciationSettings()
    _, counter = ENGLISH.counter(settings.syllables)
    sounds = SoundMemory(ENGLISH.pronouncer(settings.pronunciations), settings.rhyme_settings, counter, ENGLISH)
    return Readers(load_tagger(), sounds, load_thesaurus("wordnet"))
