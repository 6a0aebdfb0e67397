"""A survey of a folder: its sources with their columns, and how many of their rows would be poems."""

import glob
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from versebench.pipelines.recipe.init.look import Looked, look
from versebench.transforms.ingest.source_file import SourceFile, with_name_of_file
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.registry import read_source
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.poem_row import poem_row
from versebench.transforms.sources.source import DEFAULT_FIELDS, PlacedSource, Source

ROWS = 500
"""Rows of each file that are looked at."""

FILES = 200
"""Files of a source that are looked at."""

ROW_BYTES = 1 << 20

_MEANINGS = {
    "text": (
        "text",
        "poem",
        "limerick",
        "verse",
        "verses",
        "body",
        "content",
        "lines",
        "gedicht",
        "poème",
        "poema",
        "正文",
        "内容",
        "內容",
        "诗文",
        "詩文",
    ),
    "source_id": ("id", "poem_id", "key", "nr", "no", "number", "nummer", "numéro", "编号", "編號", "序号", "序號"),
    "author": (
        "author",
        "poet",
        "writer",
        "by",
        "name",
        "autor",
        "auteur",
        "autore",
        "dichter",
        "verfasser",
        "artist",
        "作者",
        "诗人",
        "詩人",
    ),
    "title": ("title", "titel", "titre", "titolo", "título", "heading", "题目", "題目", "标题", "標題", "诗题", "詩題"),
}
"""What columns are called, the most likely name first."""

RULES = Normalisation(markup="markup.v1", names="names.v1")
"""How the recipe that is written normalises texts."""

_CJK = range(0x4E00, 0xA000)


@dataclass(frozen=True)
class FoundSource:
    """Files that make one source, and what was seen in their first rows."""

    name: str
    path: str
    format: str
    encoding: str | None
    files: int
    fields: Mapping[str, str]
    columns: Sequence[str]
    poems: int
    refused: Mapping[str, int]
    lines: Mapping[int, int] = field(default_factory=dict)
    language: str = "english"
    simplified: bool = False
    """Whether most texts have simplified characters."""
    problem: str | None = None

    @property
    def form(self) -> str:
        """The form that most poems have by their number of lines, or ``verse``."""
        if self.language != "english" or not self.poems:
            return "verse"
        for form, lines in (("limerick", 5), ("sonnet", 14), ("quatrain", 4)):
            if self.lines.get(lines, 0) * 2 > self.poems:
                return form
        return "verse"


@dataclass(frozen=True)
class Survey:
    """The sources of a folder, and the files that are none."""

    sources: tuple[FoundSource, ...]
    left_out: tuple[Looked, ...]


def survey(folder: str) -> Survey:
    """Look at all files of a folder and of those in it; hidden files do not count.

    Files of one folder, ending, format and encoding are one source if a pattern matches them alone.
    """
    paths = sorted(path for path in Path(folder).rglob("*") if path.is_file() and not _is_hidden(path, folder))
    looked = [look(path) for path in paths]
    readable = [file for file in looked if file.format is not None]
    sources: list[FoundSource] = []
    for group, files in _groups(readable, paths):
        sources.append(_source(group, files, [source.name for source in sources], folder))
    return Survey(tuple(sources), tuple(file for file in looked if file.format is None))


def _is_hidden(path: Path, folder: str) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _kind(file: Looked) -> tuple[str, ...]:
    return (str(file.path.parent), file.path.suffix, str(file.format), str(file.encoding))


def _groups(files: Iterable[Looked], paths: Sequence[Path]) -> Iterator[tuple[str, list[Looked]]]:
    """The path or pattern of each source, and its files."""
    in_place = Counter((str(path.parent), path.suffix) for path in paths)
    for (parent, ending, *_), group in groupby(sorted(files, key=_kind), key=_kind):
        members = list(group)
        if len(members) > 1 and in_place[parent, ending] == len(members) and ending:
            yield f"{glob.escape(parent)}/*{glob.escape(ending)}", members
        else:
            for member in members:
                yield glob.escape(str(member.path)), [member]


def _source(path: str, files: list[Looked], names: Sequence[str], folder: str) -> FoundSource:
    first = files[0]
    format_name = str(first.format)
    name = _name(first.path if len(files) == 1 or first.path.parent == Path(folder) else first.path.parent, names)
    base: dict[str, Any] = {"name": name, "path": path, "format": format_name, "licence": "unknown"}
    if first.encoding is not None:
        base["encoding"] = first.encoding
    found: dict[str, Any] = {
        "name": name,
        "path": path,
        "format": format_name,
        "encoding": first.encoding,
        "files": len(files),
    }
    source, rows = Source(**base), list[Row | BadRow]()
    try:
        for file in files[:FILES]:
            rows += _rows(file.path, source)
    except (SourceFormatError, OSError) as error:
        return FoundSource(**found, fields={}, columns=(), poems=0, refused={}, problem=f"{file.path.name} {error}")
    columns = list(dict.fromkeys(name for row in rows if isinstance(row, Row) for name in row.fields))
    fields = _fields(format_name, columns, [row.fields for row in rows if isinstance(row, Row)])
    return _judged(found, base, fields, columns, rows)


def _rows(path: Path, source: Source) -> list[Row | BadRow]:
    with path.open("rb") as stream:
        rows = read_source(stream, source.format, ROW_BYTES, source.encoding)
        return list(islice(with_name_of_file(rows, SourceFile(0, str(path), source.of_form("verse"))), ROWS))


def _judged(
    found: dict[str, Any], base: dict[str, Any], fields: dict[str, str], columns: list[str], rows: list[Row | BadRow]
) -> FoundSource:
    """The source, with what becomes of its first rows."""
    chinese = _is_chinese(rows)
    language = "classical-chinese" if chinese else "english"
    source = Source(**base, fields=fields, language=language).of_form("verse")
    lines, refused = _counts(rows, source, RULES)
    simplified = chinese and refused["script"] > lines.total()
    if simplified:
        lines, refused = _counts(rows, source, RULES.model_copy(update={"simplified": "accept"}))
    poems = lines.total()
    problem = None if poems else f"no row is a poem ({', '.join(refused) or 'it has no rows'})"
    return FoundSource(
        **found,
        fields=fields,
        columns=columns,
        poems=poems,
        refused=dict(refused),
        lines=dict(lines),
        language=language,
        simplified=simplified,
        problem=problem,
    )


def _counts(
    rows: Iterable[Row | BadRow], source: PlacedSource, rules: Normalisation
) -> tuple[Counter[int], Counter[str]]:
    """How many rows are poems, by their number of lines, and how many are refused, by reason."""
    lines: Counter[int] = Counter()
    refused: Counter[str] = Counter()
    for row in rows:
        made = Refusal(row.reason, row.detail) if isinstance(row, BadRow) else poem_row(row.fields, source, rules)
        if isinstance(made, Refusal):
            refused[made.reason] += 1
        else:
            lines[sum(1 for line in made["text"].split("\n") if line)] += 1
    return lines, refused


def _is_chinese(rows: Iterable[Row | BadRow]) -> bool:
    text = "".join(str(value) for row in rows if isinstance(row, Row) for value in row.fields.values())[:20_000]
    letters = [character for character in text if character.isalpha()]
    return sum(ord(letter) in _CJK for letter in letters) * 2 > len(letters)


def _fields(format_name: str, columns: Sequence[str], rows: Sequence[Mapping[str, object]]) -> dict[str, str]:
    """The columns of poems that are not called as the format expects."""
    default = DEFAULT_FIELDS[format_name]
    by_name = {column.strip().casefold(): column for column in reversed(columns)}
    fields: dict[str, str] = {}
    for meaning, names in _MEANINGS.items():
        if default.get(meaning) in columns:
            continue
        if known := next((by_name[name] for name in names if name in by_name), None):
            fields[meaning] = known
    if "text" not in fields and default["text"] not in columns and columns:
        fields["text"] = max(columns, key=lambda column: sum(_breaks(row.get(column)) for row in rows))
    return fields


def _breaks(value: object) -> int:
    """How much a value looks like a poem: by its line breaks first, then by its length."""
    if isinstance(value, list):
        return 1_000 * len(value)
    return 1_000 * value.count("\n") + len(value) if isinstance(value, str) else 0


def _name(path: Path, names: Sequence[str]) -> str:
    plain = path.name.lower().removesuffix(".gz")
    plain = plain.rpartition(".")[0] or plain
    name = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in plain).split()) or "source"
    number, wanted = 1, name
    while wanted in names:
        number += 1
        wanted = f"{name}-{number}"
    return wanted
