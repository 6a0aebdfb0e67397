"""The poems of a recipe's sources for a plan: how many there are, and the first of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Any, Literal

import pyarrow.parquet as pq

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.stages.ingest import source_files
from versebench.storage import filesystem
from versebench.transforms.ingest.read_sources import SourceFile
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.readers.contract import Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.registry import read_source
from versebench.transforms.sources.normalise import Normalisation
from versebench.transforms.sources.poem_row import poem_row
from versebench.transforms.sources.source import Source

SAMPLE = Path(__file__).resolve().parents[2] / "samples" / "limericks.json"
"""The sample corpus, on which a plan is measured where a source is not here."""

SMALL_BYTES = 1 << 26
"""Up to this size the rows of a file are counted one by one."""
FIRST_ROWS = 20_000
"""So many rows of a larger file tell how long a row is."""


Poem = Mapping[str, Any]
"""A poem by its fields."""


@dataclass(frozen=True)
class Corpus:
    """The sources as a plan sees them. ``poems`` is None where a source is not here."""

    poems: int | None
    counted: Literal["exactly", "from the first rows", "as the recipe asks"]
    sample_of: str
    """What the sample was taken from, for people."""
    sample: tuple[Poem, ...]
    """The first poems."""


def corpus(recipe: Recipe, rows: int) -> Corpus:
    """Count the poems and take the first ``rows``; those of the sample corpus where a source is not here.

    Raises :class:`RecipeError` where a file is not in its format, or the sample corpus is not here either.
    """
    if missing_sources(recipe):
        return Corpus(None, "as the recipe asks", "the sample corpus", _first(_embedded(recipe), recipe, rows))
    files = source_files(recipe)
    large = [file for file in files if not _is_counted(file)]
    return Corpus(
        poems=sum(_rows(file, recipe) for file in files),
        counted="from the first rows" if large else "exactly",
        sample_of="the first poems of the sources",
        sample=_first(files, recipe, rows),
    )


def missing_sources(recipe: Recipe) -> list[str]:
    """What is said of each source without files."""
    said = []
    for source in recipe.sources:
        try:
            source_files(recipe.model_copy(update={"sources": [source]}))
        except RecipeError as error:
            said.append(str(error))
    return said


def _embedded(recipe: Recipe) -> list[SourceFile]:
    if not SAMPLE.is_file():
        raise RecipeError(f"{missing_sources(recipe)[0]}; nor is the sample corpus here to measure with")
    licence = recipe.sources[0].licence
    return [SourceFile(0, str(SAMPLE), Source(name="sample", path=str(SAMPLE), format="oedilf-json", licence=licence))]


def _first(files: list[SourceFile], recipe: Recipe, rows: int) -> tuple[Poem, ...]:
    each = ceil(rows / len(files))
    return tuple(poem for file in files for poem in islice(_poems(file, recipe), each))[:rows]


def _poems(file: SourceFile, recipe: Recipe) -> Iterator[Poem]:
    rules = Normalisation(invalid_bytes=recipe.ingest.invalid_bytes, mojibake=recipe.ingest.mojibake)
    for row in _read(file, recipe):
        poem = poem_row(row.fields, file.source, rules)
        if not isinstance(poem, Refusal):
            yield poem


def _read(file: SourceFile, recipe: Recipe) -> Iterator[Row]:
    try:
        with filesystem.open_reader(file.path) as stream:
            rows = read_source(stream, file.source.format, recipe.ingest.max_row_bytes)
            yield from (row for row in rows if isinstance(row, Row))
    except SourceFormatError as error:
        raise RecipeError(f"{file.path} (source {file.source.name!r}): {error}") from None


def _is_counted(file: SourceFile) -> bool:
    return file.source.format == "parquet" or _size(file) <= SMALL_BYTES


def _size(file: SourceFile) -> int:
    return sum(size for _, size in filesystem.glob(file.path))


def _rows(file: SourceFile, recipe: Recipe) -> int:
    """Rows that can be read; of a large file from its size and that of its first rows."""
    if file.source.format == "parquet":
        with filesystem.open_reader(file.path) as stream:
            return int(pq.read_metadata(stream).num_rows)
    if _is_counted(file):
        return sum(1 for _ in _read(file, recipe))
    with filesystem.open_reader(file.path) as stream:
        first = islice(read_source(stream, file.source.format, recipe.ingest.max_row_bytes), FIRST_ROWS)
        return round(sum(1 for _ in first) * _size(file) / stream.tell())
