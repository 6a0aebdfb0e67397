"""The answers of Zenodo's API, as it documents them. Fields that are not listed here are ignored.

The deposit API gives a file's checksum without the prefix ``md5:``, the files API with it.
"""

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import AliasChoices, AliasPath, BaseModel, BeforeValidator, Field, TypeAdapter, ValidationError

from versebench.release.zenodo.errors import ZenodoError

T = TypeVar("T")

Text = Annotated[str, BeforeValidator(lambda value: str(value) if isinstance(value, int) else value)]
Md5 = Annotated[str, BeforeValidator(lambda value: value.removeprefix("md5:") if isinstance(value, str) else value)]


class RemoteFile(BaseModel):
    """A file of a draft or record. ``size`` is in bytes; the server computed ``md5``."""

    name: str = Field(validation_alias=AliasChoices("filename", "key"))
    size: int = Field(validation_alias=AliasChoices("filesize", "size"), ge=0)
    md5: Md5 = Field(validation_alias="checksum")
    links: Mapping[str, str] = {}


class Licence(BaseModel):
    """A licence by its identifier."""

    id: str


class Creator(BaseModel):
    """A creator of a record."""

    name: str


class Metadata(BaseModel):
    """Metadata of a deposition or record."""

    title: str = ""
    version: str = ""
    keywords: list[str] = []
    creators: list[Creator] = []
    publication_date: str = ""


class Deposition(BaseModel):
    """A draft or a published record, as its owner sees it."""

    id: int
    concept: Text | None = Field(None, validation_alias="conceptrecid")
    submitted: bool = False
    doi: str | None = None
    reserved_doi: str | None = Field(None, validation_alias=AliasPath("metadata", "prereserve_doi", "doi"))
    metadata: Metadata = Metadata()
    links: Mapping[str, str] = {}
    files: list[RemoteFile] = []


class RecordMetadata(Metadata):
    """Metadata of a public record."""

    licence: Licence | None = Field(None, validation_alias="license")


class Record(BaseModel):
    """A published record, as everybody sees it; ``files`` is empty if access to them is restricted."""

    id: int
    concept: Text | None = Field(None, validation_alias="conceptrecid")
    doi: str | None = None
    metadata: RecordMetadata = RecordMetadata()
    links: Mapping[str, str] = {}
    files: list[RemoteFile] = []


def read_answer(kind: type[T], answer: Any) -> T:
    """An answer of the API. Raises :class:`ZenodoError` if it is not as documented."""
    try:
        return TypeAdapter(kind).validate_python(answer)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "whole answer"
        raise ZenodoError(f"the server does not answer like Zenodo ({where}): check its address") from None
