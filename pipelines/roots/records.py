"""Notes about the releases under a root: the records of how they were made, and where they were published."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from versebench.pipelines.errors import DataError
from versebench.storage import filesystem

_FOLDER = "records"


@dataclass(frozen=True)
class Record:
    """The record of a release: the runs that it uses, as ``stage/run id``, and when it was finished, in UTC."""

    runs: frozenset[str]
    finished: str


def read_records(root: str) -> dict[str, Record]:
    """The records under a root by ``NAME-VERSION``.

    Raises :class:`DataError` if one cannot be read: the runs that it names would seem unused.
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
            f"{path} cannot be read, so the runs that its release uses are unknown; delete the file, and make the "
            "release again to restore it"
        ) from None


def _runs(record: Mapping[str, Any]) -> frozenset[str]:
    """The runs by their folders under the root. Older records list stages alone."""
    named = [*record.get("runs", ()), *record["stages"].values()]
    return frozenset(run_under_root(folder) for folder in named)


def run_under_root(folder: str) -> str:
    """The folder of a run relative to its root: ``stage/run id``.

    Older records have folders relative to the working folder of the command that wrote them, or absolute ones.
    """
    return "/".join(folder.rstrip("/").split("/")[-2:])


def note_publication(folder: str, doi: str, address: str) -> None:
    """Write the DOI and address of a published copy to a file next to it."""
    text = json.dumps({"doi": doi, "address": address}, indent=2, sort_keys=True) + "\n"
    filesystem.write_bytes(_publication(folder), text.encode())


def published_doi(folder: str) -> str | None:
    """The DOI of a published copy; None for the copy of a draft."""
    try:
        return str(json.loads(filesystem.read_bytes(_publication(folder)))["doi"])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def _publication(folder: str) -> str:
    return f"{folder.rstrip('/')}.json"
