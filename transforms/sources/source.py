"""A source of a recipe: files, their format, and the meaning of their fields."""

import warnings
from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from versebench.schemas.settings import Settings
from versebench.transforms.prosody.forms.contract import ANY_LANGUAGE
from versebench.transforms.prosody.forms.registry import form_called, in_language, nearest_form
from versebench.transforms.prosody.languages.english import ENGLISH
from versebench.transforms.prosody.languages.registry import LANGUAGES

POEM_FIELDS = ("text", "source_id", "author", "title", "licence", "form", "topics", "included_words")

ENCODINGS = (
    *("windows-1252", "windows-1250", "windows-1251", "windows-1253", "iso-8859-1", "iso-8859-2", "iso-8859-15"),
    *("utf-16", "utf-32", "mac-roman", "cp437", "cp850", "koi8-r", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"),
)
"""Encodings other than UTF-8 that a source may state."""

DEFAULT_FIELDS: dict[str, dict[str, str]] = {
    "oedilf-json": {"text": "limerick", "source_id": "id", "author": "author"},
    "jsonl": {"text": "text", "source_id": "id", "author": "author", "title": "title"},
    "csv": {"text": "text", "source_id": "id", "author": "author", "title": "title"},
    "parquet": {"text": "text", "source_id": "id", "author": "author", "title": "title"},
    "text": {"text": "text"},
    "chinese-poetry": {"text": "paragraphs", "source_id": "id", "author": "author", "title": "title"},
    "lyrics-archive": {"text": "text", "author": "artist", "title": "title"},
    "xlsx": {"text": "text", "source_id": "id", "author": "author", "title": "title"},
    "tei": {"text": "text", "source_id": "id", "author": "author", "title": "title"},
    "gutenberg": {"text": "text"},
    "one-poem": {"text": "text", "title": "title"},
}
"""The default fields of each format. A field that the rows lack is left empty; without the text a row is refused."""


DEFAULT_ATTRIBUTES: dict[str, dict[str, str]] = {"oedilf-json": {"is_limerick": "is_limerick"}}
"""The default attributes of each format."""


class Source(Settings):
    """One source of poems."""

    name: str = Field(description="Short name, part of every work_id: keep it when the files move.", min_length=1)
    path: str = Field(
        description="File or glob, relative to the working folder; gzip is recognised by its content. "
        "The path is not part of the run: the content is.",
        min_length=1,
    )
    format: Literal[
        "oedilf-json",
        "jsonl",
        "csv",
        "parquet",
        "text",
        "chinese-poetry",
        "lyrics-archive",
        "xlsx",
        "tei",
        "gutenberg",
        "one-poem",
    ] = Field(description="Layout of the files. `one-poem`: each file is one poem, whose title is in it or its name.")
    encoding: Literal[ENCODINGS] | None = Field(  # type: ignore[valid-type]
        None, description="Encoding of the files, if it is not UTF-8; not for parquet, xlsx and tei, which state it."
    )
    licence: str = Field(description="Licence of the texts, where a row gives none.", min_length=1)
    citation: str | None = Field(None, description="How the source asks to be cited.")
    author: str | None = Field(None, description="Author of the texts, where a row gives none.")
    form: str | None = Field(None, description="Form of the poems, if a row names none; by default the recipe's.")
    language: str | None = Field(None, description="Language of the poems; by default that of the form.")
    fields: dict[Literal[POEM_FIELDS], str] = Field(  # type: ignore[valid-type]
        default_factory=dict,
        description="Field of the file for each field of a poem, e.g. {text: limerick, source_id: id}; "
        "a list of strings as text is taken as lines, a list of lists as stanzas. The field `form` holds the "
        "name of a form, or what sources call it.",
    )
    attributes: dict[str, str] = Field(
        default_factory=dict,
        description="Field of the file for each attribute that the poems keep beside these, e.g. {dynasty: dynasty}.",
    )

    @model_serializer(mode="wrap")
    def _without_younger_defaults(self, values: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out a key that older versions lack if it has its default, so that run ids and releases stay equal."""
        dumped: dict[str, Any] = values(self)
        return {name: value for name, value in dumped.items() if (name, value) != ("encoding", None)}

    @model_validator(mode="before")
    @classmethod
    def _moved(cls, value: object) -> object:
        """Accept `is_limerick` as a field, with a warning, until version 0.3; it is an attribute now."""
        fields = value.get("fields") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(fields, dict) or "is_limerick" not in fields:
            return value
        warnings.warn(
            f"source {value.get('name')!r}: 'fields.is_limerick' is now 'attributes.is_limerick'; move the key",
            FutureWarning,
            stacklevel=2,
        )
        kept = {name: field for name, field in fields.items() if name != "is_limerick"}
        attributes = {"is_limerick": fields["is_limerick"], **(value.get("attributes") or {})}
        return {**value, "fields": kept, "attributes": attributes}

    @model_validator(mode="after")
    def _known(self) -> "Source":
        if self.language is not None and self.language not in LANGUAGES:
            raise ValueError(f"unknown language {self.language!r}; choose one of {', '.join(LANGUAGES)}")
        if self.encoding is not None and self.format in ("parquet", "xlsx", "tei"):
            raise ValueError(f"a file of format {self.format} states its encoding itself; remove the key encoding")
        if self.form is not None:
            self.of_form(self.form)
        return self

    def of_form(self, default: str) -> "PlacedSource":
        """Returns this source with the form and language of rows that name no form; ``default`` is the recipe's form.

        Raises ``ValueError`` if the form is unknown, or of another language than the source.
        """
        name = self.form or default
        if (form := form_called(name)) is None:
            raise ValueError(f"unknown form {name!r}; {nearest_form(name, self.language)}")
        language = self.language or (ENGLISH.name if form.language == ANY_LANGUAGE else form.language)
        if not in_language(form, language):
            raise ValueError(
                f"{form.name!r} is a form of {form.language}, not of {language}; {nearest_form(name, language)}"
            )
        placed = {**dict(self), "form": form.name, "language": language}
        return PlacedSource.model_construct(self.model_fields_set | {"form", "language"}, **placed)

    @property
    def mapping(self) -> dict[str, str]:
        """Field of the file for each field of a poem, defaults included."""
        return {**DEFAULT_FIELDS[self.format], **self.fields}

    @property
    def attribute_mapping(self) -> dict[str, str]:
        """Field of the file for each attribute, defaults included."""
        return {**DEFAULT_ATTRIBUTES.get(self.format, {}), **self.attributes}


class PlacedSource(Source):
    """A source with the form and language of its rows that name no form, as :meth:`Source.of_form` gives them."""

    form: str = Field(description="Form of the poems, if a row names none.")
    language: str = Field(description="Language of the poems.")
