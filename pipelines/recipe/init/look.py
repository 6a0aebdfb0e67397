"""What a file is: its format and encoding, from its first bytes."""

import codecs
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.full_reads import FullReads
from versebench.transforms.readers.open_source import decompress
from versebench.transforms.sources.source import ENCODINGS

START_BYTES = 262_144
"""Bytes of the start of a file that are looked at."""

_TABLE_ENDINGS = (".csv", ".tsv", ".tab")
_GUTENBERG = re.compile(rb"\*{3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG", re.IGNORECASE)
_LINE_END = re.compile("\r\n?")
_MOST_LINES = 200
"""Lines of a text that may be one poem."""
_STANZAS = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True)
class Looked:
    """A file: its format, and its encoding if it is not UTF-8; or why it cannot be a source."""

    path: Path
    format: str | None
    encoding: str | None = None
    problem: str | None = None


def look(path: Path) -> Looked:
    """Returns what a file is. Text without a layout is ``text``, or ``one-poem`` if it is a single poem."""
    try:
        start = _start(path)
    except (OSError, EOFError, SourceFormatError, ValueError) as error:
        return Looked(path, None, problem=f"cannot be read: {error}")
    if not start.strip():
        return Looked(path, None, problem="is empty")
    if start.startswith(b"PK\x03\x04"):
        return _archive(path)
    if start.startswith(b"PAR1"):
        return Looked(path, "parquet")
    if start.startswith(b"%PDF"):
        return Looked(path, None, problem="is a PDF; copy its poems into a text file")
    encoding = encoding_of(start)
    text = start.decode(encoding or "utf-8-sig", "replace").lstrip("\ufeff")
    if "\0" in text:
        return Looked(path, None, problem="is neither text nor a format that versebench reads")
    named = _format(path, start, text)
    if named is None:
        return Looked(path, None, problem="is a web page or other XML; save it as plain text")
    return Looked(path, named, None if named == "tei" else encoding)


def encoding_of(start: bytes) -> str | None:
    """The encoding of a text by its first bytes, one of :data:`ENCODINGS`; None for UTF-8."""
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    try:
        codecs.getincrementaldecoder("utf-8")().decode(start, final=len(start) < START_BYTES)
    except UnicodeDecodeError:
        return _guessed(start[:65_536])
    return None


def _guessed(start: bytes) -> str:
    """The most likely encoding; windows-1252 if it is about as likely, as it is the most frequent one."""
    from charset_normalizer import from_bytes

    matches = list(from_bytes(start, cp_isolation=list(_CODECS)))
    if not matches:
        return "windows-1252"
    near = [match for match in matches if match.chaos <= matches[0].chaos + _AS_LIKELY]
    likely = {name for match in near for name in match.could_be_from_charset}
    return "windows-1252" if "cp1252" in likely else _CODECS[matches[0].encoding]


_AS_LIKELY = 0.05
"""How far the disorder that charset-normalizer measures in a text may be from the least."""

_CODECS = {
    "cp1252": "windows-1252",
    "cp1250": "windows-1250",
    "cp1251": "windows-1251",
    "cp1253": "windows-1253",
    "koi8_r": "koi8-r",
    "gb18030": "gb18030",
    "big5": "big5",
    "shift_jis": "shift_jis",
    "euc_jp": "euc-jp",
    "euc_kr": "euc-kr",
}
"""Names of encodings in charset-normalizer, and in recipes."""

assert set(_CODECS.values()) < set(ENCODINGS)


def _start(path: Path) -> bytes:
    with path.open("rb") as stream:
        plain = decompress(stream)
        return FullReads(plain).read(START_BYTES)


def _archive(path: Path) -> Looked:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if "xl/workbook.xml" in names:
                return Looked(path, "xlsx")
            if "word/document.xml" in names or ("mimetype" in names and b"opendocument" in archive.read("mimetype")):
                return Looked(path, None, problem="is a document of a word processor; save it as plain text, UTF-8")
    except (zipfile.BadZipFile, OSError, ValueError):
        pass
    return Looked(path, None, problem="is a zip archive; unpack it")


def _format(path: Path, start: bytes, text: str) -> str | None:
    head = text.lstrip()
    if head.startswith("<"):
        is_tei = re.search(r"<(?:\w+:)?(?:TEI|teiCorpus|lg)\b", head) is not None
        return "tei" if is_tei else None
    if head.startswith("["):
        if not head[1:].lstrip().startswith("{"):
            return "text"
        return "chinese-poetry" if '"paragraphs"' in head else "oedilf-json"
    if re.match(r'\{\s*"', head):
        return "jsonl"
    if _GUTENBERG.search(start):
        return "gutenberg"
    if path.name.lower().removesuffix(".gz").endswith(_TABLE_ENDINGS):
        return "csv"
    return "text" if _is_collection(text) else "one-poem"


def _is_collection(text: str) -> bool:
    """Whether blank lines separate poems: most blocks have five lines, or there are more lines than one poem has."""
    blocks = [block.strip().count("\n") + 1 for block in _STANZAS.split(_LINE_END.sub("\n", text)) if block.strip()]
    stanzas = [block for block in blocks if block > 1]
    return (len(stanzas) > 1 and stanzas.count(5) * 2 > len(stanzas)) or sum(blocks) > _MOST_LINES
