"""A source of a recipe: files, their format, and which of their fields mean what."""

from typing import Literal

from pydantic import Field

from versebench.schemas.settings import Settings

POEM_FIELDS = ("text", "source_id", "author", "title", "licence", "is_limerick", "topics", "included_words")

DEFAULT_FIELDS: dict[str, dict[str, str]] = {
    "oedilf-json": {"text": "limerick", "source_id": "id", "author": "author", "is_limerick": "is_limerick"},
    "jsonl": {"text": "text", "source_id": "id", "author": "author", "title": "title"},
    "csv": {"text": "text", "source_id": "id", "author": "author", "title": "title"},
    "parquet": {"text": "text", "source_id": "id", "author": "author", "title": "title"},
    "text": {"text": "text"},
    "chinese-poetry": {"text": "paragraphs", "source_id": "id", "author": "author", "title": "title"},
}
"""Fields of each format where the recipe names none; a field that the rows lack is left empty, but for the text."""


class Source(Settings):
    """One source of poems."""

    name: str = Field(description="Short name, part of every work_id: keep it when the files move.", min_length=1)
    path: str = Field(
        description="File or glob, relative to the working folder; gzip is recognised by its content. "
        "The path is not part of the run: the content is.",
        min_length=1,
    )
    format: Literal["oedilf-json", "jsonl", "csv", "parquet", "text", "chinese-poetry"] = Field(description="Layout of the files.")
    licence: str = Field(description="Licence of the texts, where a row gives none.", min_length=1)
    citation: str | None = Field(None, description="How the source asks to be cited.")
    author: str | None = Field(None, description="Author of the texts, where a row gives none.")
    fields: dict[Literal[POEM_FIELDS], str] = Field(  # type: ignore[valid-type]
        default_factory=dict,
        description="Field of the file for each field of a poem, e.g. {text: limerick, source_id: id}; "
        "a list of strings as text is taken as lines.",
    )

    @property
    def mapping(self) -> dict[str, str]:
        """Field of the file for each field of a poem that is looked for."""
        return {**DEFAULT_FIELDS[self.format], **self.fields}
