"""The notes about releases that lie beside them: the records of how they were made, and where they were published."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from versebench.pipelines.errors import DataError
from versebench.storage import filesystem

_FOLDER = "records"


@dataclass(frozen=True)
class Record:
    """Of a release: the runs of stages that it was made from, as ``stage/run id``, and when that was, in UTC."""

    runs: frozenset[str]
    finished: str


def read_records(root: str) -> dict[str, Record]:
    """The records under a root by ``NAME-VERSION``.

    Raises :class:`DataError` where one cannot be read: what it names would seem to be nobody's.
    """
    folder = filesystem.join(root, _FOLDER)
    names = [name for name in filesystem.list_names(folder) if name.endswith(".json")]
    return {name.removesuffix(".json"): _read(filesystem.join(folder, name)) for name in names}


def _read(path: str) -> Record:
    try:
        value = json.loads(filesystem.read_bytes(path))
        return Record(_runs(value), str(value["finished"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DataError(
            f"{path} cannot be read, so nobody knows what its release was made from: delete it, and make the release "
            "again, which writes it anew"
        ) from None


def _runs(record: Mapping[str, Any]) -> frozenset[str]:
    """The runs by the last two parts of their folders, as a root may have been moved. Older records name the stages."""
    named = [*record.get("runs", ()), *record["stages"].values()]
    return frozenset("/".join(folder.rstrip("/").split("/")[-2:]) for folder in named)


def note_publication(folder: str, doi: str, address: str) -> None:
    """Note beside the copy that was published where it is to be found."""
    text = json.dumps({"doi": doi, "address": address}, indent=2, sort_keys=True) + "\n"
    filesystem.write_bytes(_publication(folder), text.encode())


def published_doi(folder: str) -> str | None:
    """The DOI of a copy that was published; None of a draft's copy."""
    try:
        return str(json.loads(filesystem.read_bytes(_publication(folder)))["doi"])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _publication(folder: str) -> str:
    return f"{folder.rstrip('/')}.json"
