"""The recipe of a release: one YAML file, checked strictly before anything runs."""

import difflib
import json
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import yaml
from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    ValidationError,
    field_validator,
    model_serializer,
    model_validator,
)

from versebench.models.thesaurus.registry import THESAURI
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.problems import problems
from versebench.pipelines.recipe.pronunciation import PronunciationSettings, with_defaults
from versebench.pipelines.recipe.studies import StudyExports
from versebench.pipelines.recipe.yaml import read_yaml
from versebench.schemas.settings import Settings
from versebench.storage import filesystem
from versebench.transforms.filters.check import check_filters
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.filters.registry import AnyFilter
from versebench.transforms.ingest.takedown import Takedown, check_each_once
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.source import PlacedSource, Source
from versebench.transforms.splits.settings import Splits

if TYPE_CHECKING:
    from versebench.models.generators.settings import GeneratorSettings
    from versebench.models.scorers.registry import AnyScorer
    from versebench.models.selectors.settings import Selectors
    from versebench.transforms.scoring.acceptability import Acceptability
    from versebench.transforms.tasks.registry import AnyTask

RENAMED = {"writer": "generator"}
"""Keys that were renamed; the old name is read, with a warning, until version 0.3."""

AUTO = "auto"
"""In place of a version: the next version, chosen by what changed since the previous release."""

LATEST = "latest"
"""In place of a previous release: the newest release under the root."""

Name = Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$", max_length=80)]


BYTES_PER_SHARD = 1 << 26
"""The default of ``ingest.bytes_per_shard``."""


class Ingest(Normalisation):
    """How sources are read."""

    rows_per_shard: int = Field(
        10_000, ge=1, description="Intended number of poems in a shard, from which the number of shards follows."
    )
    bytes_per_shard: int = Field(
        BYTES_PER_SHARD,
        ge=1_024,
        description="Intended number of bytes of text in a shard; sources of long poems have more shards than "
        "`rows_per_shard` asks for.",
    )
    max_row_bytes: int = Field(
        1_048_576,
        ge=1_024,
        le=67_108_864,
        description="Largest row of a source, in bytes; a larger one becomes a reject.",
    )
    max_unreadable_share: float = Field(
        0.05, ge=0, le=1, description="The run fails if more than this share of the rows cannot be read or processed."
    )

    @model_serializer(mode="wrap")
    def _without_younger_defaults(self, values: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out a key that older versions lack if it has its default, so that run ids and releases stay equal."""
        dumped: dict[str, Any] = values(self)
        younger = {
            "bytes_per_shard": BYTES_PER_SHARD,
            "markup": "keep",
            "names": "as_given",
            "attributions": "keep",
            "simplified": "refuse",
        }
        return {name: value for name, value in dumped.items() if name not in younger or value != younger[name]}


class Clean(Settings):
    """Which poems are kept."""

    profile: Literal[tuple(PROFILES)] = Field(  # type: ignore[valid-type]
        "versebench",
        description="Filters of a paper, in its order, or `verse` for poems of any form; `filters` takes its place.",
    )
    filters: list[AnyFilter] | None = Field(None, description="Filters in the order in which they are applied.")

    @property
    def applied(self) -> tuple[AnyFilter, ...]:
        """The filters that are applied, in order."""
        return PROFILES[self.profile] if self.filters is None else tuple(self.filters)


PAIRS = "pairs"
"""The kind of a recipe without the key ``kind``."""

_NOTHING: Mapping[str, Any] = {
    "tasks": (),
    "models": (),
    "generator": None,
    "selectors": None,
    "acceptability": None,
    "vocabulary_filter": False,
}
"""The values of keys of other kinds, for a recipe whose kind does not have them."""


class Recipe(Settings):
    """One release, from its sources to its metadata: the keys that every kind of recipe has."""

    goals: ClassVar[tuple[str, ...]] = ()
    """Names of the stages whose results the kind asks for; the stages that these need run too."""

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
        def acceptability(self) -> Acceptability | None:
            """The model that marks contested pairs."""

        @property
        def vocabulary_filter(self) -> bool | Sequence[str]:
            """Whether, or in which tasks, pairs with tokens unknown to a scorer are left out."""

    kind: str = Field(description="What the release contains.")
    name: Name = Field(description="Name of the release, and of its folder.")
    version: str = Field(
        pattern=rf"^([0-9]+\.[0-9]+\.[0-9]+|{AUTO})$",
        description="Version of the data, major.minor.patch; or `auto`: the next version, which the changes since the "
        "previous release decide (1.0.0 for the first release).",
    )
    previous: str | None = Field(
        None,
        description="The previous release, whose pairs are sampled first and against which the version is checked: "
        "a folder, a version under the root, or `latest`, the newest release of this name under the root (and below "
        "`version`, if that is declared). With `version: auto` the default is `latest`.",
    )
    title: str = Field(min_length=1, description="Title of the release, as its documents show it.")
    description: str = Field("", description="A paragraph for the card and the report.")
    creators: list[str] = Field(
        min_length=1, description="Who is responsible for the release; a person as `Family, Given`."
    )
    licence: str = Field(min_length=1, description="Licence of the release as a whole, such as CC0-1.0.")
    seed: int = Field(0, ge=0, le=2**62, description="Seed of every random draw.")
    form: str = Field(
        "limerick",
        description="Form of the poems, if neither a source nor its rows name one.",
        json_schema_extra={"enum": list(FORMS)},
    )
    sources: list[Source] = Field(min_length=1, description="Where the poems come from.")
    takedowns: list[Takedown] = Field(
        default_factory=list, description="Works and authors that no release from now on may contain; see `takedowns`."
    )
    ingest: Ingest = Field(default=Ingest(), description="How sources are read.")
    ear: PronunciationSettings = Field(
        default=PronunciationSettings(), description="How words are pronounced and what rhymes."
    )
    clean: Clean = Field(default=Clean(), description="Which poems are kept.")
    splits: Splits | None = Field(
        None,
        description="Shares of train, validation and test. The split is by poem, keeps near-duplicates together, and "
        "never changes in later releases; null: no splits.",
    )
    tagger: str = Field(
        "verse-tagger.v1",
        description="Part-of-speech tagger: the shipped one (verse-tagger.v1), the same with a second opinion, which "
        "leaves doubtful words without a part of speech (verse-tagger.v2), an installed spaCy model, or, in a recipe "
        "without tasks, none.",
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
        "Jensen-Shannon distance to base 2, from 0 to 1, minus what chance explains; null: no check.",
    )

    as_claimed: float | None = Field(
        None,
        ge=0,
        le=1,
        description="Least share of the poems of each form that must have the metre that the form claims, as a scanner "
        "finds it; null: no check.",
    )

    texts: Literal["released", "withheld"] = Field(
        "released",
        description="Whether the release contains the texts of poems, or only ids and spans, for a corpus that may not "
        "be redistributed: anyone who has the sources makes the full tables again with `versebench rebuild`.",
    )
    studies: StudyExports = Field(
        default_factory=list, description="Exports of studies in which people judged what the release holds."
    )

    @classmethod
    def filled(cls, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """The values with what rhymes by default under the profile that they name or take."""
        clean: Any = value.get("clean", {})
        if not isinstance(clean, dict) or clean.get("filters", cls.model_fields["clean"].default.filters) is not None:
            return value
        ear = with_defaults(value.get("ear", {}), clean.get("profile", "versebench"))
        return {**value, "ear": ear} if ear else value

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
            raise ValueError(f"splits.held_out: unknown source {unknown[0]!r}. Choose from: {', '.join(names)}")
        return self

    @model_validator(mode="after")
    def _sources_named_once(self) -> "Recipe":
        check_named_once("source", [source.name for source in self.sources])
        return self

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Give a kind empty values for the keys that it does not have."""
        for key, nothing in _NOTHING.items():
            if key not in cls.model_fields:
                setattr(cls, key, nothing)

    @property
    def placed_sources(self) -> list[PlacedSource]:
        """The sources, each with the form and the language of its poems."""
        return [source.of_form(self.form) for source in self.sources]

    @property
    def follows(self) -> str | None:
        """Which release is the previous one, as ``previous`` names it; None if the recipe does not follow a release."""
        return LATEST if self.previous is None and self.version == AUTO else self.previous

    def of_version(self, version: str) -> "Recipe":
        """This recipe with a version, and with the same previous release."""
        return self.model_copy(update={"version": version, "previous": self.follows})


def check_named_once(what: str, names: Sequence[str]) -> None:
    """Raise ``ValueError`` for the first name that is given twice."""
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"the {what} {twice!r} is listed twice; list each {what} once")


_MOST_BYTES = 1 << 22
"""Bytes of the largest recipe; reading one takes seconds for each megabyte."""

_SHOWN = 200
"""Characters of a value that a message repeats."""


def load_recipe(path: str, overrides: list[str]) -> Recipe:
    """Read a recipe from a file and apply overrides of the form ``key.path=value``.

    Raises :class:`RecipeError`, which names the file and the key and says what to do.
    """
    try:
        value = read_yaml(filesystem.read_bytes(path, _MOST_BYTES))
    except FileNotFoundError:
        raise RecipeError(f"{path}: file not found; recipes/sample.yaml is a recipe to start from") from None
    except IsADirectoryError:
        raise RecipeError(f"{path} is a folder; name a recipe in it, as in recipes/sample.yaml") from None
    except OSError as error:
        raise RecipeError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise RecipeError(f"{path}: is not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(value, dict):
        raise RecipeError(f"{path}: a recipe must be a mapping of keys to values, as in recipes/sample.yaml")
    _rename(path, value)
    for text in overrides:
        override(value, _renamed(text))
    try:
        kind = kind_of(value)
    except ValueError as error:
        raise RecipeError(f"{path}: {error}") from None
    try:
        return kind.model_validate_json(json.dumps(kind.filled(value), default=str))
    except ValidationError as error:
        raise RecipeError("\n".join(f"{path}: {problem}" for problem in problems(error, kind))) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise RecipeError(f"{path}: has a value that a recipe cannot have: {error}; write plain values") from None


def _rename(path: str, value: dict[str, Any]) -> None:
    """Give renamed keys of a recipe their new names, with a warning."""
    for old in [key for key in RENAMED if key in value]:
        if RENAMED[old] in value:
            raise RecipeError(f"{path}: has {old!r} and {RENAMED[old]!r}, its new name; keep {RENAMED[old]!r} only")
        _warn(path, old)
        value[RENAMED[old]] = value.pop(old)


def _renamed(text: str) -> str:
    """An override under the new name of its key, with a warning if that is another."""
    key, equals, new = text.partition("=")
    first, dot, rest = key.partition(".")
    if first not in RENAMED:
        return text
    _warn(f"--set {key}", first)
    return f"{RENAMED[first]}{dot}{rest}{equals}{new}"


def _warn(where: str, old: str) -> None:
    warnings.warn(f"{where}: {old!r} is now {RENAMED[old]!r}; rename the key", FutureWarning, stacklevel=3)


def kind_of(value: Mapping[str, Any]) -> type[Recipe]:
    """The kind of recipe that some values describe. Raises ``ValueError``, with the nearest one, if it is unknown."""
    from versebench.pipelines.recipe.kinds import KINDS  # the kinds are built on this module

    kind = value.get("kind", PAIRS)
    if not isinstance(kind, str) or kind not in KINDS:
        near = difflib.get_close_matches(str(kind)[:_SHOWN], KINDS, 1, 0.3)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise ValueError(f"kind: unknown name {str(kind)[:_SHOWN]!r}{hint} Choose from: {', '.join(KINDS)}")
    return KINDS[kind]


def recipe_of(value: Mapping[str, Any]) -> Recipe:
    """The recipe that some values describe. Raises ``ValueError`` if they are not a valid recipe."""
    kind = kind_of(value)
    return kind.model_validate_json(json.dumps(kind.filled(value)))


def override(recipe: dict[str, Any], text: str) -> None:
    """Set the key that ``key.path=value`` names. Raises :class:`RecipeError` if a recipe cannot have it there."""
    key, equals, new = text.partition("=")
    parts = key.split(".")
    if not equals or not all(parts):
        raise RecipeError(f"--set {text}: write KEY=VALUE, as in --set sources.0.path=poems.json")
    parent: Any = recipe
    for depth, part in enumerate(parts):
        if isinstance(parent, list) and part not in map(str, range(len(parent))):
            raise RecipeError(f"--set {key}: {'.'.join(parts[:depth])} has items 0 to {len(parent) - 1}, not {part!r}")
        index: Any = int(part) if isinstance(parent, list) else part
        if not isinstance(parent, dict | list):
            raise RecipeError(f"--set {key}: {'.'.join(parts[:depth])} is a plain value, without a key {part!r}")
        if depth == len(parts) - 1:
            parent[index] = _value(key, new)
        else:
            parent = parent.setdefault(index, {}) if isinstance(parent, dict) else parent[index]


def _value(key: str, text: str) -> Any:
    try:
        return read_yaml(text)
    except (yaml.YAMLError, ValueError) as error:
        shown = repr(text[:_SHOWN]) + "…" * (len(text) > _SHOWN)
        raise RecipeError(f"--set {key}: {shown} is not valid YAML: {' '.join(str(error).split())}; quote it") from None
