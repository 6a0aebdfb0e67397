"""The specification of a study: strict, so that a wrong key never passes unnoticed."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from versebench.studies.errors import SpecError
from versebench.studies.languages import Filled, Language, Text, missing_languages
from versebench.studies.profiles import PROFILES
from versebench.studies.protocols.registry import PROTOCOLS
from versebench.studies.questionnaire import DEFAULT_QUESTIONS, Name, Question

PoemLanguage = Annotated[str, StringConstraints(pattern="^[a-z]{2,3}(-[A-Z][a-z]{3})?$")]
SCRIPTS = ("zh-Hans", "zh-Hant")
"""Languages of poems whose characters a plan checks: simplified and traditional Chinese."""

_PLACEHOLDER = re.compile(r"\{\{|\}\}|<[A-Z][^>]*>|\bTODO\b|\bTBD\b|\bXXX+\b|…|\[\.\.\.\]|\[[A-Z][^\]\n]*\](?!\()")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ProtocolPart(_Strict):
    """One protocol of a study, the tasks whose pairs it shows, and how many items there are in all."""

    protocol: str
    tasks: list[str] = Field(default=[], description="Tasks of the release; needed by protocols about pairs")
    items: int = Field(ge=1, le=100_000)
    undecided: bool = Field(default=False, description="Whether judges may leave the choice open, which is wrong")

    @field_validator("protocol")
    @classmethod
    def _is_known(cls, name: str) -> str:
        if name not in PROTOCOLS:
            raise ValueError(f"unknown protocol {name!r}; choose from {', '.join(PROTOCOLS)}")
        return name

    @model_validator(mode="after")
    def _has_tasks(self) -> "ProtocolPart":
        if (PROTOCOLS[self.protocol].source == "pairs") != bool(self.tasks):
            needs = "needs tasks" if not self.tasks else "is not about pairs; leave its tasks out"
            raise ValueError(f"{self.protocol} {needs}")
        if len(set(self.tasks)) < len(self.tasks):
            raise ValueError("a task is named twice")
        if self.undecided and not PROTOCOLS[self.protocol].may_be_undecided:
            allowed = ", ".join(name for name, protocol in PROTOCOLS.items() if protocol.may_be_undecided)
            raise ValueError(f"undecided: {self.protocol} asks for an answer; it is for {allowed} only")
        return self


class JudgeNumbers(_Strict):
    """How many judges there are, and what each does."""

    items: int = Field(ge=2, le=2000, description="Items of each judge, without those that check attention")
    most: int = Field(ge=1, le=100_000, description="Judges that can be had")
    judgements_per_item: int = Field(ge=1, le=1000)


class Gold(_Strict):
    """Items that check attention."""

    one_in: int = Field(ge=4, le=100)
    at_least: float = Field(ge=0, le=1)


class Margin(_Strict):
    """Pairs are sampled equally from the thirds of least, middle and largest margin of a model of the release."""

    margin: str = Field(description="Model of the release whose margins divide the pairs of a task into thirds")
    convention: str | None = Field(default=None, description="Needed if the model has decisions of several")
    reduction: str | None = Field(default=None, description="Needed if the model has decisions of several")


class People(_Strict):
    """What judges must be told, and the terms of the data."""

    responsible: Text
    contact: Text
    purpose: Text
    ethics: Text
    payment: Text
    licence: Filled
    retention_days: int = Field(ge=1, le=3650)

    @field_validator("responsible", "contact", "purpose", "ethics", "payment", "licence")
    @classmethod
    def _is_written(cls, text: str | dict[Language, str]) -> str | dict[Language, str]:
        for written in [text] if isinstance(text, str) else text.values():
            if (placeholder := _PLACEHOLDER.search(written)) is not None:
                raise ValueError(f"contains the placeholder {placeholder.group()!r}; write what judges must know")
        return text


class Poems(_Strict):
    """How the poems are set, all of them alike."""

    language: PoemLanguage = Field(default="en", description="Language of the poems, as HTML names it")
    direction: Literal["horizontal", "vertical"] = Field(
        default="horizontal", description="Direction of the lines; vertical ones are for Chinese"
    )

    @model_validator(mode="after")
    def _can_be_vertical(self) -> "Poems":
        if self.direction == "vertical" and self.language not in SCRIPTS:
            raise ValueError(f"vertical lines need poems in {' or '.join(SCRIPTS)}, not in {self.language}")
        return self


class Spec(_Strict):
    """A study as its author describes it."""

    name: Name
    title: Text
    languages: list[Language] = Field(
        default=["en"], min_length=1, max_length=4, description="Languages of the pages; judges choose one"
    )
    poems: Poems = Poems()
    profile: str = "versebench"
    seed: int = 0
    protocols: list[ProtocolPart] = Field(min_length=1)
    items: str | None = Field(
        default=None, description="File of items as JSON lines; in place of the table of items of the release"
    )
    judges: JudgeNumbers
    order: Literal["mixed", "blocked"]
    gold: Gold | None = None
    stratify: Margin | None = Field(default=None, description="What else pairs are sampled by; nothing by default")
    time_limit: int | None = Field(
        default=None, ge=20, le=3600, description="Seconds for each item; judges can always ask for more"
    )
    practice: int = Field(default=1, ge=0, le=5, description="Items for practice, of each protocol")
    expected_accuracy: float = Field(
        default=0.9, gt=0, lt=1, description="Accuracy of people that the plan reckons with"
    )
    minimum_age: int = Field(default=18, ge=0, le=120)
    people: People
    consent: dict[Language, str] = Field(description="File with what judges consent to, as Markdown; by language")
    questionnaire: list[Question] = DEFAULT_QUESTIONS

    @model_validator(mode="after")
    def _are_different(self) -> "Spec":
        names = [part.protocol for part in self.protocols]
        if len(set(names)) < len(names):
            raise ValueError("a protocol is named twice; list all its tasks in one part")
        questions = [question.name for question in self.questionnaire]
        if len(set(questions)) < len(questions):
            raise ValueError("two questions have the same name")
        if len(set(self.languages)) < len(self.languages):
            raise ValueError("languages: a language is named twice")
        if self.stratify is not None and not any(part.tasks for part in self.protocols):
            raise ValueError("stratify: no protocol is about pairs; leave it out")
        if self.items is not None and all(part.tasks for part in self.protocols):
            raise ValueError("items: every protocol is about pairs; leave the file out")
        if set(self.consent) != set(self.languages):
            raise ValueError("consent: name one file for each language")
        for name, text in self._texts():
            if missing := missing_languages(text, self.languages):
                raise ValueError(f"{name}: lacks a text in {', '.join(missing)}; write one for each of languages")
        return self

    def may_be_undecided(self, protocol: str) -> bool:
        """Whether judges may leave the choice of a protocol open."""
        return any(part.undecided for part in self.protocols if part.protocol == protocol)

    def _texts(self) -> Iterator[tuple[str, Text]]:
        """The texts that pages show, by their keys."""
        yield "title", self.title
        for name in ("responsible", "contact", "purpose", "ethics", "payment"):
            yield f"people.{name}", getattr(self.people, name)
        for question in self.questionnaire:
            for text in (question.text, *question.answers):
                yield f"questionnaire.{question.name}", text


def with_profile(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of a specification, completed by those of its profile. Raises :class:`SpecError` if it is unknown."""
    name = values.get("profile", "versebench")
    if not isinstance(name, str) or name not in PROFILES:
        raise SpecError(f"profile: unknown name {name!r}; choose from {', '.join(PROFILES)}")
    defaults = PROFILES[name]
    given = values.get("judges", {})
    judges = {**defaults["judges"], **given} if isinstance(given, Mapping) else given
    return {**defaults, **values, "judges": judges}


def consent_texts(spec: Spec, read: Callable[[str], str]) -> dict[Language, str]:
    """The texts that judges consent to, by language. Raises :class:`SpecError` if one holds a placeholder."""
    texts: dict[Language, str] = {}
    for language, path in spec.consent.items():
        text = read(path).strip()
        if (placeholder := _PLACEHOLDER.search(text)) is not None or not text:
            what = f"contains the placeholder {placeholder.group()!r}" if placeholder else "is empty"
            raise SpecError(f"consent.{language}: {path} {what}; write what judges consent to")
        texts[language] = text
    return texts
