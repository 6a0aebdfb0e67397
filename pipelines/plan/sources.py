"""How many rows the sources of a recipe have."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import pyarrow as pa
import pyarrow.parquet as pq

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.stages.ingest import source_files
from versebench.storage import filesystem
from versebench.transforms.ingest.source_file import SourceFile
from versebench.transforms.readers.contract import Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.registry import read_source

SMALL_BYTES = 1 << 24
"""The rows of a file up to this size are counted one by one."""
FIRST_ROWS = 20_000
"""The rows of a larger file are estimated from the mean length of this many."""


@dataclass(frozen=True)
class SourceRows:
    """The rows of a source; None if its files are missing."""

    source: str
    format: str
    rows: int | None
    counted: Literal["exactly", "from the first rows", "not here"]


def count_rows(recipe: Recipe) -> tuple[SourceRows, ...]:
    """The rows of each source. Raises :class:`RecipeError` if a file is not in its format."""
    return tuple(
        _counted(recipe.model_copy(update={"sources": [source]}), source.name, f"sources.{place}")
        for place, source in enumerate(recipe.sources)
    )


def missing_sources(recipe: Recipe) -> Iterator[str]:
    """A message for each source without files."""
    for source in recipe.sources:
        try:
            source_files(recipe.model_copy(update={"sources": [source]}))
        except RecipeError as error:
            yield str(error)


def _counted(recipe: Recipe, name: str, place: str) -> SourceRows:
    """The rows of the only source of a recipe, which has a place in the whole recipe."""
    source_format = recipe.sources[0].format
    if any(missing_sources(recipe)):
        return SourceRows(name, source_format, None, "not here")
    files = source_files(recipe)
    try:
        rows = sum(_rows(file, recipe.ingest.max_row_bytes) for file in files)
    except SourceFormatError as error:
        raise RecipeError(f"source {name!r}: {error}") from None
    except pa.ArrowInvalid:
        file_name = files[0].path.rpartition("/")[2] if len(files) == 1 else f"one of its {len(files):,} files"
        raise RecipeError(
            f"source {name!r}: {file_name} is not a Parquet file, or is damaged; check {place}.format"
        ) from None
    exact = all(_is_counted(file) for file in files)
    return SourceRows(name, source_format, rows, "exactly" if exact else "from the first rows")


def _is_counted(file: SourceFile) -> bool:
    return file.source.format == "parquet" or _size(file) <= SMALL_BYTES


def _size(file: SourceFile) -> int:
    return sum(size for _, size in filesystem.glob(file.path))


def _rows(file: SourceFile, max_row_bytes: int) -> int:
    """The readable rows of a file; for a large one, an estimate from its size and its first rows."""
    with filesystem.open_reader(file.path) as stream:
        if file.source.format == "parquet":
            return int(pq.read_metadata(stream).num_rows)
        rows = (row for row in read_source(stream, file.source.format, max_row_bytes) if isinstance(row, Row))
        if _is_counted(file):
            return sum(1 for _ in rows)
        return round(sum(1 for _ in islice(rows, FIRST_ROWS)) * _size(file) / stream.tell())
