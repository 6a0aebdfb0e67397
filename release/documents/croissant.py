"""The release as Croissant 1.0: JSON-LD that describes every file and field, so that loaders can read records."""

import json
from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from versebench.release.documents.creators import person
from versebench.release.documents.facts import FileFacts, ReleaseFacts
from versebench.release.documents.licence import ADDRESSES
from versebench.schemas.registry import TABLES
from versebench.schemas.table import Table

NAME = "croissant.json"

_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "dct": "http://purl.org/dc/terms/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
} | {
    term: f"cr:{term}"
    for term in (
        "citeAs column equivalentProperty extract field fileObject fileProperty fileSet format includes isLiveDataset "
        "jsonPath key md5 parentField path recordSet references regex repeated replace samplingRate separator source "
        "subField transform"
    ).split()
}


def render_croissant(facts: ReleaseFacts) -> str:
    """The text of croissant.json.

    Each table has a record set, which reads the table's files from the folder of this file. If a table has files by
    split, the field ``split`` is taken from the file name, so that a loader can skip the other splits. Address and date
    of publication are not known yet and are left out.
    """
    tables = [name for name in TABLES if any(file.table == name for file in facts.files)]
    value = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": facts.name,
        "description": _description(facts),
        "alternateName": facts.title,
        "version": facts.version,
        "license": ADDRESSES.get(facts.licence, facts.licence),
        "creator": [{"@type": "Person" if person(name) else "Organization", "name": name} for name in facts.creators],
        "citeAs": cite_as(facts),
        "distribution": [_file_object(file) for file in facts.files]
        + [_file_set(name, _files(facts, name)) for name in tables],
        "recordSet": [_record_set(TABLES[name], _files(facts, name)) for name in tables],
    }
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _description(facts: ReleaseFacts) -> str:
    described = facts.description or facts.title
    if facts.people is None or not facts.people.simulated:
        return described
    return f"{described} Its judgements are of simulated judges, which prove nothing about people."


def cite_as(facts: ReleaseFacts) -> str:
    """The citation of the release, without its DOI."""
    return f"{'; '.join(facts.creators)}. {facts.title}, version {facts.version}."


def _files(facts: ReleaseFacts, table: str) -> list[FileFacts]:
    return [file for file in facts.files if file.table == table]


def _file_object(file: FileFacts) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": file.name,
        "name": file.name,
        "contentUrl": file.name,
        "contentSize": f"{file.size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": file.sha256,
    }


def _file_set(table: str, files: Sequence[FileFacts]) -> dict[str, Any]:
    return {
        "@type": "cr:FileSet",
        "@id": _file_set_id(table),
        "name": _file_set_id(table),
        "description": f"The files of the table {table}.",
        "encodingFormat": "application/x-parquet",
        "includes": [file.name for file in files],
    }


def _file_set_id(table: str) -> str:
    return f"{table}-files"


def _record_set(table: Table, files: Sequence[FileFacts]) -> dict[str, Any]:
    splits = list(dict.fromkeys(file.split for file in files if file.split is not None))
    by_file = [_split_field(table.name, splits)] if splits and "split" not in table.schema.names else []
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": table.description,
        "key": [{"@id": f"{table.name}/{name}"} for name in table.key],
        "field": [_field(table.name, field) for field in table.schema] + by_file,
    }


def _field(table: str, field: pa.Field) -> dict[str, Any]:
    metadata = {key.decode(): value.decode() for key, value in field.metadata.items()}
    unit = "" if metadata["unit"] == "none" else f" ({metadata['unit']})"
    kind, repeated = _data_type(field.type)
    return {
        "@type": "cr:Field",
        "@id": f"{table}/{field.name}",
        "name": field.name,
        "description": f"{metadata['description']}{unit}",
        "dataType": kind,
        **({"repeated": True} if repeated else {}),
        "source": {"fileSet": {"@id": _file_set_id(table)}, "extract": {"column": field.name}},
    }


def _split_field(table: str, splits: Sequence[str]) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{table}/split",
        "name": "split",
        "description": "The split that the row belongs to",
        "dataType": "sc:Text",
        "source": {
            "fileSet": {"@id": _file_set_id(table)},
            "extract": {"fileProperty": "fullpath"},
            "transform": {"regex": f"^{table}-({'|'.join(splits)})-.+$"},
        },
    }


def _data_type(kind: pa.DataType) -> tuple[str, bool]:
    """Croissant's name of a type, and whether the field is a list of it."""
    if pa.types.is_list(kind):
        return _data_type(kind.value_type)[0], True
    if pa.types.is_boolean(kind):
        return "sc:Boolean", False
    if pa.types.is_integer(kind):
        return "sc:Integer", False
    return ("sc:Float" if pa.types.is_floating(kind) else "sc:Text"), False
