"""The recipe of a release: one YAML file, checked strictly before anything runs."""

import difflib
import json
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import yaml
from pydantic import Field, ValidationError, field_validator, model_validator

from versebench.models.pronunciation.registry import EARS
from versebench.models.thesaurus.registry import THESAURI
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.problems import problems
from versebench.pipelines.recipe.yaml import read_yaml
from versebench.schemas.settings import Settings
from versebench.storage import filesystem
from versebench.transforms.filters.check import check_filters
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.filters.registry import AnyFilter
from versebench.transforms.ingest.takedown import Takedown, check_each_once
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.rhymes.settings import Accent, RhymeSettings
from versebench.transforms.prosody.syllables import COUNTERS
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.source import Source
from versebench.transforms.splits.settings import Splits

if TYPE_CHECKING:
    from versebench.models.generators.settings import GeneratorSettings
    from versebench.models.scorers.registry import AnyScorer
    from versebench.models.selectors.settings import Selectors
    from versebench.transforms.tasks.registry import AnyTask

RENAMED = {"writer": "generator"}
"""Keys of a recipe that have another name now; the old one is read, with a warning, until version 0.3."""

AUTO = "auto"
"""In place of a version: the one that the changes ask for."""

LATEST = "latest"
"""In place of a previous release: the newest one under the root."""

Name = Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$", max_length=80)]


class Ingest(Normalisation):
    """How sources are read."""

    rows_per_shard: int = Field(
        10_000, ge=1, description="Poems that a shard is meant to hold; the number of shards follows from it."
    )
    max_row_bytes: int = Field(
        1_048_576, ge=1_024, le=67_108_864, description="A row of a source over this size is a reject."
    )
    max_unreadable_share: float = Field(
        0.05, ge=0, le=1, description="The run fails when more than this share of the rows cannot be read or processed."
    )


class Listening(Settings):
    """How words sound and what counts as a rhyme, for the filters and in the annotation."""

    pronunciations: Literal[tuple(EARS)] = Field(  # type: ignore[valid-type]
        "verse-ear",
        description="Where pronunciations come from: CMUdict alone, as in the papers, or with it the spelling rules of "
        "verse and a model that guesses at the rest.",
    )
    syllables: Literal[tuple(COUNTERS)] = Field(  # type: ignore[valid-type]
        "pronunciation",
        description="How syllables are counted: by the vowels of the pronunciation (of a word that is guessed at, by "
        "those that the model expects of its spelling), or from the spelling alone by the character LSTM of "
        "RANLP 2021, A.3.",
    )
    accent: Literal["american", "british"] = Field("american", description="By whose speech lines rhyme.")
    historical: bool = Field(
        False, description="Whether rhymes of older verse count too: love/prove, join/line, obey/tea."
    )

    @property
    def rhyme_settings(self) -> RhymeSettings:
        """What counts as the same sound."""
        return RhymeSettings(Accent(self.accent), self.historical)


class Clean(Settings):
    """Which poems are kept."""

    profile: Literal[tuple(PROFILES)] = Field(  # type: ignore[valid-type]
        "versebench",
        description="Filters of a paper, in its order, or `verse` for poems of any form; a list of filters takes their "
        "place.",
    )
    filters: list[AnyFilter] | None = Field(None, description="Filters in the order in which they are applied.")

    @property
    def applied(self) -> tuple[AnyFilter, ...]:
        """The filters that are applied, in order."""
        return PROFILES[self.profile] if self.filters is None else tuple(self.filters)


PAIRS = "pairs"
"""The kind of a recipe that names none."""

_NOTHING: Mapping[str, Any] = {
    "tasks": (),
    "models": (),
    "generator": None,
    "selectors": None,
    "vocabulary_filter": False,
}
"""What a recipe asks for by the keys that its kind does not have."""


class Recipe(Settings):
    """One release, from its sources to its metadata: the keys that every kind of recipe has."""

    goals: ClassVar[tuple[str, ...]] = ()
    """Names of the stages whose results the kind asks for; what these need runs too."""

    if TYPE_CHECKING:  # Keys of some kinds. At run time a property of the base would hide a kind's key.

        @property
        def tasks(self) -> Sequence[AnyTask]:
            """Corruptions that are applied."""

        @property
        def models(self) -> Sequence[AnyScorer]:
            """Scorers."""

        @property
        def generator(self) -> GeneratorSettings | None:
            """The model that writes completions."""

        @property
        def selectors(self) -> Selectors | None:
            """The models that choose among synonyms."""

        @property
        def vocabulary_filter(self) -> bool:
            """Whether pairs with tokens unknown to a scorer are left out."""

    kind: str = Field(description="What the release is of.")
    name: Name = Field(description="Name of the release; also its folder.")
    version: str = Field(
        pattern=rf"^(\d+\.\d+\.\d+|{AUTO})$",
        description="Version of the data, major.minor.patch; or `auto`: the one that the changes since the previous "
        "release ask for, 1.0.0 for the first.",
    )
    previous: str | None = Field(
        None,
        description="The release before this one, whose pairs are kept first and against which the version is checked: "
        "a folder, a version under the root, or `latest`, the newest of this name under the root that is below a "
        "declared version; `version: auto` takes the latest.",
    )
    title: str = Field(min_length=1, description="Title for people.")
    description: str = Field("", description="A paragraph for the card and the report.")
    creators: list[str] = Field(min_length=1, description="Who answers for the release; a person as `Family, Given`.")
    licence: str = Field(min_length=1, description="Licence of the release as a whole, e.g. CC0-1.0.")
    seed: int = Field(0, ge=0, le=2**62, description="Seed of every random draw.")
    form: str = Field(
        "limerick",
        description="Form of the poems, if neither a source nor its rows name one.",
        json_schema_extra={"enum": list(FORMS)},
    )
    sources: list[Source] = Field(min_length=1, description="Where the poems come from.")
    takedowns: list[Takedown] = Field(
        default_factory=list, description="Works and authors that no release from now on may hold; see `takedowns`."
    )
    ingest: Ingest = Field(default=Ingest(), description="How sources are read.")
    ear: Listening = Field(default=Listening(), description="How words sound and what rhymes.")
    clean: Clean = Field(default=Clean(), description="Which poems are kept.")
    splits: Splits | None = Field(
        None,
        description="Shares of train, validation and test, for a split by poem that keeps near-duplicates together and "
        "that later releases never change; null: the release has no splits.",
    )
    tagger: str = Field(
        "verse-tagger.v1", description="Tagger of parts of speech: the shipped one or an installed spaCy model."
    )
    thesaurus: Literal[tuple(THESAURI)] = Field(  # type: ignore[valid-type]
        "wordnet",
        description="Thesaurus: the shipped WordNet, or Merriam-Webster's by its API (the key is read from "
        "MERRIAM_WEBSTER_KEY).",
    )
    drift: float | None = Field(
        0.3,
        ge=0,
        le=1,
        description="How far the distributions of poems and pairs may be from those of the previous release: a "
        "Jensen-Shannon distance to base 2, from 0 to 1, less what chance explains; null: this is not checked.",
    )

    texts: Literal["released", "withheld"] = Field(
        "released",
        description="Whether the release holds the texts of poems, or ids and spans alone, for a corpus that may not "
        "be given on: whoever has the sources makes the full tables again with `versebench rebuild`.",
    )

    @field_validator("takedowns")
    @classmethod
    def _taken_down_once(cls, takedowns: list[Takedown]) -> list[Takedown]:
        check_each_once(takedowns)
        return takedowns

    @model_validator(mode="after")
    def _forms_and_filters_fit(self) -> "Recipe":
        check_filters(self.clean.applied, self.placed_sources)
        return self

    @model_validator(mode="after")
    def _held_out_sources_are_named(self) -> "Recipe":
        names = [source.name for source in self.sources]
        if unknown := [name for name in (self.splits.held_out if self.splits else ()) if name not in names]:
            raise ValueError(f"splits.held_out: there is no source {unknown[0]!r}; there are: {', '.join(names)}")
        return self

    @model_validator(mode="after")
    def _sources_named_once(self) -> "Recipe":
        check_named_once("source", [source.name for source in self.sources])
        return self

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Let a kind ask for nothing by the keys that it does not have."""
        for key, nothing in _NOTHING.items():
            if key not in cls.model_fields:
                setattr(cls, key, nothing)

    @property
    def placed_sources(self) -> list[Source]:
        """The sources, each with the form and the language of its poems."""
        return [source.of_form(self.form) for source in self.sources]

    @property
    def follows(self) -> str | None:
        """Which release is the previous one; None where the recipe asks for none."""
        return LATEST if self.previous is None and self.version == AUTO else self.previous

    def of_version(self, version: str) -> "Recipe":
        """This recipe where its version is known, after the same previous release."""
        return self.model_copy(update={"version": version, "previous": self.follows})


def check_named_once(what: str, names: Sequence[str]) -> None:
    """Raise ``ValueError`` for the first name that is given twice."""
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"the {what} {twice!r} is named twice; give each {what} once")


_SHOWN = 200
"""Characters of a value that a message repeats."""


def load_recipe(path: str, overrides: list[str]) -> Recipe:
    """The recipe of a file, with ``key.path=value`` overrides applied.

    Raises :class:`RecipeError` that names the file, the key and the remedy.
    """
    try:
        value = read_yaml(filesystem.read_bytes(path))
    except FileNotFoundError:
        raise RecipeError(f"{path}: there is no such recipe; recipes/sample.yaml is one to start from") from None
    except OSError as error:
        raise RecipeError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise RecipeError(f"{path}: is no YAML: {' '.join(str(error).split())}") from None
    if not isinstance(value, dict):
        raise RecipeError(f"{path}: a recipe is a mapping of keys, as in recipes/sample.yaml")
    for text in overrides:
        override(value, text)
    for old in [key for key in RENAMED if key in value]:
        warnings.warn(f"{path}: {old!r} is now {RENAMED[old]!r}; rename the key", FutureWarning, stacklevel=2)
        value[RENAMED[old]] = value.pop(old)
    try:
        kind = kind_of(value)
    except ValueError as error:
        raise RecipeError(f"{path}: {error}") from None
    try:
        return kind.model_validate_json(json.dumps(value, default=str))
    except ValidationError as error:
        raise RecipeError("\n".join(f"{path}: {problem}" for problem in problems(error, kind))) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise RecipeError(f"{path}: holds what no recipe can: {error}; write plain keys and values") from None


def kind_of(value: Mapping[str, Any]) -> type[Recipe]:
    """The kind of recipe that values are of. Raises ``ValueError`` that names the nearest one if there is none such."""
    from versebench.pipelines.recipe.kinds import KINDS  # the kinds are built on this module

    kind = value.get("kind", PAIRS)
    if not isinstance(kind, str) or kind not in KINDS:
        near = difflib.get_close_matches(str(kind)[:_SHOWN], KINDS, 1, 0.3)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise ValueError(f"kind: nothing is called {str(kind)[:_SHOWN]!r}{hint} There are: {', '.join(KINDS)}")
    return KINDS[kind]


def recipe_of(value: Mapping[str, Any]) -> Recipe:
    """The recipe of some values. Raises ``ValueError`` if they are those of no recipe."""
    return kind_of(value).model_validate_json(json.dumps(value))


def override(recipe: dict[str, Any], text: str) -> None:
    """Set the key that ``key.path=value`` names. Raises :class:`RecipeError` where there is none such."""
    key, equals, said = text.partition("=")
    parts = key.split(".")
    if not equals or not all(parts):
        raise RecipeError(f"--set {text}: write key=value, as in --set sources.0.path=poems.json")
    place: Any = recipe
    for depth, part in enumerate(parts):
        if isinstance(place, list) and part not in map(str, range(len(place))):
            raise RecipeError(f"--set {key}: {'.'.join(parts[:depth])} has items 0 to {len(place) - 1}, not {part!r}")
        index: Any = int(part) if isinstance(place, list) else part
        if not isinstance(place, dict | list):
            raise RecipeError(f"--set {key}: {'.'.join(parts[:depth])} holds a plain value and has no key {part!r}")
        if depth == len(parts) - 1:
            place[index] = _value(key, said)
        else:
            place = place.setdefault(index, {}) if isinstance(place, dict) else place[index]


def _value(key: str, text: str) -> Any:
    try:
        return read_yaml(text)
    except (yaml.YAMLError, ValueError) as error:
        shown = repr(text[:_SHOWN]) + "…" * (len(text) > _SHOWN)
        raise RecipeError(f"--set {key}: {shown} is no YAML: {' '.join(str(error).split())}; quote it") from None
