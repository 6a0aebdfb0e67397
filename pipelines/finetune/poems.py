"""The poems that a recipe of ``versebench finetune`` names, without those whose titles are of a test."""

from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from versebench.models.simplified import simplified
from versebench.pipelines.errors import DataError
from versebench.pipelines.reuse.poems_file import FilePoem, read_poems
from versebench.transforms.finetune.settings import Data
from versebench.transforms.proftap.poem_text import normalised_poem, poem_lines
from versebench.transforms.proftap.prompts import form_word
from versebench.transforms.proftap.titles import title_key, title_names
from versebench.transforms.proftap.traits import traits

_NOTES = frozenset("（）()[]〔〕《》□{}")
"""Characters of notes, titles of books and lacunae; a poem with one is not learned."""


@dataclass(frozen=True, slots=True)
class TitledPoem:
    """A poem that is learned: its title and text in simplified characters, and the word for its form."""

    title: str
    text: str
    form: str


@dataclass(frozen=True, slots=True)
class Poems:
    """The poems that are learned, and how many rows are not: for their titles, or for what they lack.

    ``unusable`` counts rows without a title or without lines, and those with notes, lacunae or letters.
    """

    kept: tuple[TitledPoem, ...]
    of_test: int
    unusable: int


def read_data(data: Data) -> Poems:
    """The poems of a recipe. Raises :class:`DataError` if there is none, or if titles of the test are among them."""
    forbidden = frozenset() if data.test is None else read_titles(Path(data.test))
    kept, of_test, unusable = [], 0, 0
    for file in data.files:
        for row in read_poems(Path(file)):
            poem = _titled(row)
            if poem is None:
                unusable += 1
            elif title_names(row.title) & forbidden:
                of_test += 1
            else:
                kept.append(poem)
    if of_test and not data.leave_out:
        raise DataError(
            f"{of_test} poems of data.files have a title of the test ({data.test}); write data.leave_out: true"
        )
    if not kept:
        raise DataError(
            f"{', '.join(data.files)}: no poem is left to learn ({of_test} with titles of the test, {unusable} without "
            "a title or lines of verse, or with notes); name files of poems with titles"
        )
    return Poems(tuple(kept), of_test, unusable)


def read_titles(path: Path) -> frozenset[str]:
    """The titles of a text file or a Parquet file, as they are compared. Raises :class:`DataError`."""
    try:
        if path.suffix == ".parquet":
            titles = pq.ParquetFile(path).read(["title"]).column("title").to_pylist()
        else:
            titles = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError, KeyError, pa.ArrowException) as error:
        raise DataError(
            f"{path} has no titles that can be read ({error}); name a text file with a title on each line, or a "
            "Parquet file with the column title"
        ) from None
    keys = frozenset(name for title in titles if title for name in title_names(title))
    if not keys:
        raise DataError(f"{path} has no title; name the file with the titles of the test in data.test")
    return keys


def _titled(row: FilePoem) -> TitledPoem | None:
    paragraphs = _paragraphs(row)
    text = normalised_poem(paragraphs)
    lines = poem_lines(text)
    if not title_key(row.title) or not lines or any(char in _NOTES or char.isascii() for char in "".join(paragraphs)):
        return None
    return TitledPoem(simplified(row.title), text, form_word(traits(lines).form))


def _paragraphs(row: FilePoem) -> list[str]:
    pieces = next((row.fields[name] for name in ("paragraphs", "text", "content") if row.fields.get(name)), [])
    if isinstance(pieces, str):
        return pieces.splitlines()
    return [piece for piece in pieces if isinstance(piece, str)] if isinstance(pieces, list) else []
