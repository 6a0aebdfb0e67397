"""Poems in classical Chinese from a file, for an index of lines or to be compared with one."""

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from versebench.pipelines.errors import DataError
from versebench.transforms.readers.chinese_poetry import read_chinese_poetry
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.oedilf_json import UNTERMINATED
from versebench.transforms.readers.open_source import decompress
from versebench.transforms.readers.registry import READERS
from versebench.transforms.reuse.lines import compared_lines

MOST_ROW_BYTES = 1 << 20
_TEXTS = ("paragraphs", "text", "content")
_HALF = re.compile("[\ud800-\udfff]")
_JSON, _CSV, _PLAIN = (".json", ".jsonl", ".ndjson"), (".csv", ".tsv"), (".txt", ".text", "")


@dataclass(frozen=True)
class FilePoem:
    """A poem of a file: its id there, title and author (empty if it has none), lines to compare, and all its fields.

    ``problem`` says why a row has no line that can be compared; it is empty for a poem with lines.
    """

    poem_id: str
    title: str
    author: str
    lines: tuple[str, ...]
    fields: Mapping[str, object]
    problem: str


def read_poems(path: Path) -> Iterator[FilePoem]:
    """The poems of a file: JSON objects or rows of CSV with ``paragraphs`` or ``text``, or plain text with blank lines.

    A row without a text is a poem without lines, which says why. Raises :class:`DataError` for a file that cannot be
    read, and for a JSON array that is cut.
    """
    try:
        with path.open("rb") as file:
            stream = decompress(cast(BinaryIO, file))
            ending = Path(path.name.lower().removesuffix(".gz")).suffix
            if ending in (*_JSON, *_CSV):
                read = read_chinese_poetry if ending in _JSON else READERS["csv"]
                yield from _objects(path, read(stream, MOST_ROW_BYTES))
            elif ending in _PLAIN:
                yield from _plain(path, stream.read())
            else:
                raise DataError(
                    f"{path}: files that end in {ending} are not read; give it the ending of what it is: .json, "
                    ".jsonl, .csv or .txt"
                )
    except SourceFormatError as error:
        raise DataError(f"{path} {error}") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"{path} is cut or damaged ({error}); fetch it again") from None
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror or error}; name a file of poems") from None


def no_line(poems: Iterable[FilePoem]) -> str:
    """Why poems have no line that can be compared, as their first row says."""
    first = next(((number, poem.problem) for number, poem in enumerate(poems, 1) if poem.problem), None)
    why = "no poem" if first is None else f"no line of verse in Chinese characters (row {first[0]}: {first[1]})"
    return f"{why}; name a file of poems: JSON objects with paragraphs or text, or plain text"


def _objects(path: Path, rows: Iterable[Row | BadRow]) -> Iterator[FilePoem]:
    for row in rows:
        if isinstance(row, Row):
            pieces = next((row.fields[name] for name in _TEXTS if row.fields.get(name)), [])
            listed = [pieces] if isinstance(pieces, str) else pieces
            texts = [piece for piece in listed if isinstance(piece, str)] if isinstance(listed, list) else []
            yield _poem(row.number, texts, row.fields)
        elif row.reason == UNTERMINATED:
            raise DataError(f"{path} is cut: {row.detail}; fetch it again")
        else:
            yield FilePoem(str(row.number), "", "", (), {}, row.detail)


def _plain(path: Path, content: bytes) -> Iterator[FilePoem]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not UTF-8 (byte {error.start}); convert it to UTF-8") from None
    blocks = [block for block in text.replace("\r\n", "\n").split("\n\n") if block.strip()]
    for number, block in enumerate(blocks, 1):
        yield _poem(number, block.splitlines(), {})


def _poem(number: int, pieces: list[str], fields: Mapping[str, object]) -> FilePoem:
    named = [fields.get(name) for name in ("id", "title", "author")]
    poem_id, title, author = (str(value) if isinstance(value, str | int) else "" for value in named)
    if _HALF.search("".join((poem_id, title, author, *pieces))):
        return FilePoem(str(number), "", "", (), {}, "half a character (\\ud800 to \\udfff)")
    lines = tuple(compared_lines(pieces))
    problem = "" if lines else "no line in Chinese characters"
    return FilePoem(poem_id or str(number), title, author, lines, fields, problem)
