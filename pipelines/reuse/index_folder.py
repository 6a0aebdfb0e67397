"""An index of lines in a folder: arrays that are mapped into memory, and a manifest that commits them.

The keys are cut into ranges, so that a process never holds more than one while an index is made. Poems are read in
parts; the keys of a part are appended to the file of their range, and each range is put in order at the end.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from versebench.pipelines.errors import DataError
from versebench.pipelines.reuse.poems_file import FilePoem, no_line, read_poems
from versebench.storage import filesystem
from versebench.storage.run import run_id
from versebench.transforms.reuse.index import KeyRange, LineIndex, counted_keys
from versebench.transforms.reuse.lines import Lines, lines_of

FORMAT = "versebench-line-index/1"
MANIFEST = "manifest.json"
POEMS_AT_ONCE = 10_000
KEYS_IN_A_RANGE = 2_000_000
_PARTS = 256
"""Files of keys while an index is made: one for each first byte of a key."""
_ARRAYS = {"codes": "<u4", "starts": "<i8", "poems": "<i8"}
_OURS = re.compile(r"(codes|starts|poems|(spill|keys|of_line)-\d+)\.bin|works\.parquet")
"""Names of the files of an index that is not committed."""

_WORKS = pa.schema([("poem_id", pa.string()), ("title", pa.string()), ("author", pa.string())])


@dataclass(frozen=True)
class IndexFolder:
    """An index that is mapped into memory, and the id, title and author of each of its poems."""

    index: LineIndex
    works: pa.Table

    def work(self, poem: int) -> dict[str, str]:
        """The id, title and author of a poem."""
        row: dict[str, str] = self.works.slice(poem, 1).to_pylist()[0]
        return row


def build_index(sources: Sequence[Path], folder: Path, keys_in_a_range: int = KEYS_IN_A_RANGE) -> dict[str, int]:
    """Index the lines of files of poems. Returns the numbers of poems, lines and keys.

    A folder that holds an index of the same files is left as it is. Raises :class:`DataError` for a file that cannot
    be read, for sources without a line, and for a folder that holds something else.
    """
    stated = {"format": FORMAT, "sources": [{"name": path.name, "sha256": hash_of(path)} for path in sources]}
    if (folder / MANIFEST).is_file():
        manifest = _manifest(folder)
        if manifest.get("format") == FORMAT and _hashes(manifest) == _hashes(stated):
            return dict(manifest["counts"])
        raise DataError(f"{folder} holds the index of other files; remove it, or choose another folder")
    _prepare(folder)
    counts = _write(poems_of(sources), folder, keys_in_a_range)
    if not counts["lines"]:
        raise DataError(f"{', '.join(map(str, sources))}: {no_line(poems_of(sources))}")
    files = {path.name: {"size": path.stat().st_size, "sha256": hash_of(path)} for path in sorted(folder.iterdir())}
    manifest = {**stated, "counts": counts, "files": files}
    content = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    filesystem.write_bytes(str(folder / MANIFEST), content.encode())
    return counts


def _hashes(stated: Mapping[str, Any]) -> list[str]:
    """The hashes of the files of an index; their names do not matter."""
    return [source["sha256"] for source in stated["sources"]]


def _prepare(folder: Path) -> None:
    """Make the folder, and remove what a build that was stopped left there."""
    folder.mkdir(parents=True, exist_ok=True)
    found = sorted(folder.iterdir())
    if other := next(
        (path for path in found if not (_OURS.fullmatch(path.name) or filesystem.is_attempt(path.name))), None
    ):
        raise DataError(f"{folder} is no index of lines, and holds {other.name}; choose another folder")
    for path in found:
        path.unlink()


def poems_of(sources: Iterable[Path]) -> Iterator[FilePoem]:
    """The poems of files, one file after the other."""
    for source in sources:
        yield from read_poems(source)


def _write(poems: Iterator[FilePoem], folder: Path, keys_in_a_range: int) -> dict[str, int]:
    """Write all files but the manifest."""
    counts = {"poems": 0, "without_lines": 0, "lines": 0, "characters": 0, "keys": 0}
    spilled = _Spilled(folder)
    with pq.ParquetWriter(folder / "works.parquet", _WORKS, compression="zstd") as works:
        while part := list(islice(poems, POEMS_AT_ONCE)):
            lines = lines_of([poem.lines for poem in part])
            rows = [{"poem_id": poem.poem_id, "title": poem.title, "author": poem.author} for poem in part]
            works.write_table(pa.Table.from_pylist(rows, _WORKS))
            spilled.add(lines, counts)
            counts["poems"] += len(part)
            counts["without_lines"] += sum(bool(poem.problem) for poem in part)
            counts["lines"] += len(lines)
            counts["characters"] += len(lines.codes)
    counts["keys"] = spilled.finish(keys_in_a_range)
    return counts


class _Spilled:
    """Arrays that grow part by part in files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._append("starts", np.zeros(1, np.int64))
        self._append("poems", np.zeros(1, np.int64))

    def _append(self, name: str, values: npt.NDArray[Any]) -> None:
        with (self._folder / f"{name}.bin").open("ab") as file:
            file.write(np.ascontiguousarray(values.astype(_ARRAYS.get(name, values.dtype.str))).tobytes())

    def add(self, lines: Lines, counts: dict[str, int]) -> None:
        """Append lines after those that were counted."""
        self._append("codes", lines.codes)
        self._append("starts", lines.starts[1:] + counts["characters"])
        self._append("poems", lines.poems[1:] + counts["lines"])
        keys, of_line = counted_keys(lines)
        part_of = (keys >> np.uint64(56)).astype(np.uint8)
        order = np.argsort(part_of, kind="stable")
        pairs = np.stack([keys, of_line.astype(np.uint64) + counts["lines"]], 1)[order]
        ends = np.cumsum(np.bincount(part_of, minlength=_PARTS))
        for part, mine in enumerate(np.split(pairs, ends[:-1])):
            self._append(f"spill-{part:03d}", mine)

    def finish(self, keys_in_a_range: int) -> int:
        """Put the keys in order, range by range, and return how many there are."""
        paths = sorted(self._folder.glob("spill-*.bin"))
        total = sum(path.stat().st_size for path in paths) // 16
        ranges = max(1, min(len(paths), -(-total // keys_in_a_range)))
        for number, mine in enumerate(np.array_split(np.arange(len(paths)), ranges)):
            spilled = np.concatenate([np.fromfile(paths[place], "<u8").reshape(-1, 2) for place in mine])
            order = np.lexsort((spilled[:, 1], spilled[:, 0]))
            self._append(f"keys-{number:05d}", spilled[order, 0])
            self._append(f"of_line-{number:05d}", spilled[order, 1].astype(np.uint32))
        for path in paths:
            path.unlink()
        return total


def index_name(hashes: Sequence[str]) -> str:
    """The name of the index of files with these hashes, in a folder of indexes."""
    return run_id({"files": list(hashes)})


def open_index(folder: Path) -> IndexFolder:
    """Map an index into memory: that of the folder, or the only one in it.

    Raises :class:`DataError` if the folder holds none or several, or one that is damaged.
    """
    if not (folder / MANIFEST).is_file():
        inside = sorted(path.parent for path in folder.glob(f"*/{MANIFEST}"))
        if len(inside) > 1:
            names = ", ".join(path.name for path in inside)
            raise DataError(f"{folder} holds {len(inside)} indexes; name one of its folders: {names}")
        folder = inside[0] if inside else folder
    manifest = _manifest(folder)
    for name, stated in manifest["files"].items():
        path = folder / name
        if not path.is_file() or path.stat().st_size != stated["size"] or hash_of(path) != stated["sha256"]:
            raise DataError(f"{path} is not the file that was indexed; remove the folder and make the index again")
    arrays = [_mapped(folder / f"{name}.bin", kind) for name, kind in _ARRAYS.items()]
    ranges = [
        KeyRange(_mapped(path, "<u8"), _mapped(path.with_name(path.name.replace("keys", "of_line")), "<u4"))
        for path in sorted(folder.glob("keys-*.bin"))
    ]
    return IndexFolder(LineIndex(Lines(*arrays), tuple(ranges)), pq.read_table(folder / "works.parquet"))


def _mapped(path: Path, kind: str) -> npt.NDArray[Any]:
    if not path.stat().st_size:
        return np.zeros(0, kind)
    return np.memmap(path, kind, "r")


def _manifest(folder: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise DataError(
            f"{folder} is no index of lines: it has no {MANIFEST} that can be read; make one with line-index"
        ) from None
    if manifest.get("format") != FORMAT:
        raise DataError(
            f"{folder} has the format {manifest.get('format')!r}, and this version reads {FORMAT}; make it again"
        )
    return manifest


def hash_of(path: Path) -> str:
    """The sha256 of a file. Raises :class:`DataError` if it cannot be read."""
    try:
        return filesystem.sha256_of(str(path))
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}; name a file of poems") from None
