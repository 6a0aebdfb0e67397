"""Source files that are workbooks of spreadsheets (``.xlsx``)."""

import zipfile
from collections.abc import Iterator
from typing import Any, BinaryIO

from versebench.transforms.readers.bad_rows import bad_row, row_too_large
from versebench.transforms.readers.contract import BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError

Worksheet = Any
"""A sheet of openpyxl."""

_MOST_BYTES = 1 << 28
"""Bytes of an unpacked workbook, all of which openpyxl holds in memory several times."""
_MOST_CELLS = 1 << 22
"""Cells of a sheet, the empty ones between others included."""

_ZIP_MAGIC = b"PK\x03\x04"


def read_xlsx(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    """Yields one row per row of the first sheet after its header, which is the first row that is not blank
    and no title: a title is one cell that is merged over several columns, above the header.

    Values are texts, numbers, true, false, and dates as texts; blank cells are ``""``, blank rows are skipped and not
    counted. A merged cell has its value in each of its rows, and in its first column. Of a formula the value that was
    saved counts; if none was saved, the row is the bad row ``formula_without_value``. Columns without a name are left
    out if they are blank, and otherwise make the bad row ``wrong_number_of_fields``. Other bad row: ``row_too_large``.

    Raises :class:`SourceFormatError` if the file is no workbook, has no header, or is larger than memory should hold.
    """
    values, formulas = _sheets(stream)
    if values.max_row * values.max_column > _MOST_CELLS:
        raise SourceFormatError(f"has a sheet of more than {_MOST_CELLS} cells; save it as CSV")
    merged = _merged(values)
    titles = {area.min_row for area in values.merged_cells.ranges if area.max_col > area.min_col}
    names: list[str] | None = None
    number = 0
    for place, cells in enumerate(values.iter_rows(), 1):
        row = [_value(merged.get((place, column), cell.value)) for column, cell in enumerate(cells, 1)]
        if not any(value != "" for value in row) and not any(_has_formula(formulas, place, c) for c in _columns(row)):
            continue
        if names is None:
            names = None if place in titles and sum(value != "" for value in row) == 1 else _header(row)
            continue
        number += 1
        unsaved = [
            f"{cell.column_letter}{place}"
            for column, cell in enumerate(cells, 1)
            if cell.value is None and _has_formula(formulas, place, column)
        ]
        yield _row(number, names, row, unsaved, max_row_bytes)
    if names is None:
        raise SourceFormatError("has a first sheet without cells; a sheet begins with a row of column names")


def _sheets(stream: BinaryIO) -> tuple[Worksheet, Worksheet]:
    """The first sheet with the saved values of its formulas, and the same with the formulas."""
    from openpyxl import load_workbook

    start = stream.read(len(_ZIP_MAGIC))
    stream.seek(0)
    if start != _ZIP_MAGIC:
        raise SourceFormatError("is not an .xlsx workbook; save it as .xlsx, or check its format")
    try:
        with zipfile.ZipFile(stream) as archive:
            size = sum(item.file_size for item in archive.infolist())
        if size > _MOST_BYTES:
            raise SourceFormatError(f"unpacks to {size} bytes, more than {_MOST_BYTES}; save it as CSV")
        books = [load_workbook(stream, data_only=saved, keep_links=False) for saved in (True, False)]
        if not books[0].worksheets:
            raise SourceFormatError("is a workbook without sheets; check the file")
        return books[0].worksheets[0], books[1].worksheets[0]
    except (SourceFormatError, MemoryError):
        raise
    except Exception as error:  # openpyxl raises whatever a damaged part makes it raise
        raise SourceFormatError(
            f"is not a workbook that can be read ({type(error).__name__}); open it and save it again as .xlsx"
        ) from None


def _merged(sheet: Worksheet) -> dict[tuple[int, int], Any]:
    """The values of the further rows of merged cells, in their first column, by row and column."""
    values = {}
    for area in sheet.merged_cells.ranges:
        for place in range(area.min_row + 1, min(area.max_row, sheet.max_row) + 1):
            values[place, area.min_col] = sheet.cell(area.min_row, area.min_col).value
    return values


def _has_formula(formulas: Worksheet, place: int, column: int) -> bool:
    return bool(formulas.cell(place, column).data_type == "f")


def _columns(row: list[Any]) -> range:
    return range(1, len(row) + 1)


def _value(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, str | int | float) else str(value)


def _header(row: list[Any]) -> list[str]:
    names = [str(value).strip() for value in row]
    if repeated := {name for name in names if name and names.count(name) > 1}:
        raise SourceFormatError(f"repeats the column names {sorted(repeated)!a}; give every column its own")
    return names


def _row(number: int, names: list[str], row: list[Any], unsaved: list[str], max_row_bytes: int) -> Row | BadRow:
    shown = "\t".join(map(str, row))
    if len(shown) * 4 > max_row_bytes and len(shown.encode("utf-8", "replace")) > max_row_bytes:
        return row_too_large(number, max_row_bytes, shown)
    if unsaved:
        detail = f"the formula in {unsaved[0]} has no saved value; open the file in a spreadsheet program and save it"
        return bad_row(number, "formula_without_value", detail, shown)
    if any(value != "" and not name for name, value in zip(names, row, strict=True)):
        return bad_row(number, "wrong_number_of_fields", "a cell stands in a column without a name", shown)
    return Row(number, {name: value for name, value in zip(names, row, strict=True) if name})
