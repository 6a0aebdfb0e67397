"""Source files that consist of one JSON array of objects, the format of the published OEDILF corpus."""

import json
import re
from collections.abc import Iterator
from typing import BinaryIO

from versebench.transforms.readers.bad_rows import bad_row, row_too_large
from versebench.transforms.readers.contract import ORIGINAL_LIMIT, BadRow, Row
from versebench.transforms.readers.errors import SourceFormatError
from versebench.transforms.readers.json_values import DECODER, NESTED_TOO_DEEPLY
from versebench.transforms.readers.text_window import TextWindow

UNTERMINATED = "unterminated_array"
"""The reason of the bad row that ends an array without its last ``]``: the file is cut."""

_SPACE = r"[ \t\n\r]{0,200}"
_RESUME = rf"\}}{_SPACE},{_SPACE}\{{|,{_SPACE}\{{{_SPACE}[\"}}]"
_RESUMES = re.compile(_RESUME)
_RESUMES_OR_ENDS = re.compile(rf"{_RESUME}|\][ \t\n\r]*\Z")
_RESUME_LENGTH = 1024  # No match of _RESUMES is longer.

_BLANK = re.compile(r"[ \t\n\r]*")
_SEPARATORS = re.compile(r"[ \t\n\r,]*")

_FOLLOWS_VALUE = re.compile(r"[ \t\n\r]*(?:[,\]{]|\Z)")

_LOOKAHEAD = 64  # Characters in which a cut-off number, literal or escape can still look like an error.


def read_oedilf_json(stream: BinaryIO, max_row_bytes: int) -> Iterator[Row | BadRow]:
    """Yields one row per element of the array, decoded by :data:`DECODER`; missing and extra commas are accepted.

    A bad element ends, and reading continues, at the next of these after its first character:

    - the ``{`` of ``} , {``, with up to 200 characters of white space on either side of the comma;
    - the ``{`` of ``, {"`` or ``, {}``, with the same white space;
    - a ``]`` that ends the file, white space ignored;
    - the end of the file.

    So an object in a list inside a bad element may be read as an element. Bad rows: ``malformed_json``;
    ``row_too_large`` (over ``max_row_bytes`` as UTF-8, or without an end or an error in as many characters);
    ``not_an_object`` (ends where the value ends); ``unterminated_array`` if the last ``]`` is missing; and
    ``trailing_data`` for anything but white space after a ``]``, which ends like a bad element.

    Raises :class:`SourceFormatError` if the file does not begin with ``[``.
    """
    return _Array(stream, max_row_bytes).rows()


class _UnreadableError(Exception):
    """The element at the position of the window is not valid JSON, or too large to decide."""

    def __init__(self, detail: str, length: int) -> None:
        super().__init__(detail)
        self.detail = detail
        self.length = length


class _Array:
    """The state of reading one array."""

    def __init__(self, stream: BinaryIO, max_row_bytes: int) -> None:
        self._window = TextWindow(stream, max_row_bytes)
        self._max = max_row_bytes
        self._number = 0
        self._closed = False

    def rows(self) -> Iterator[Row | BadRow]:
        self._open()
        while self._window.skip(_BLANK if self._closed else _SEPARATORS):
            if self._closed:
                yield self._trailing()
            elif self._window.text[self._window.position] == "]":
                self._window.position += 1
                self._closed = True
            else:
                yield self._element()
        if not self._closed:
            yield bad_row(self._next(), UNTERMINATED, "the file ends before the ']' that closes the array", "")

    def _next(self) -> int:
        self._number += 1
        return self._number

    def _open(self) -> None:
        window = self._window
        if not window.skip(_BLANK):
            raise SourceFormatError("is empty; a JSON array begins with '['")
        if window.text[window.position] != "[":
            found = window.text[window.position : window.position + 20]
            raise SourceFormatError(
                f"begins with {found!a}, but a JSON array begins with '['; if each line is a JSON object, "
                "use format jsonl"
            )
        window.position += 1

    def _element(self) -> Row | BadRow:
        try:
            value, end = self._decode()
        except _UnreadableError as error:
            if error.length > self._max:
                size, original = self._skip_bad()
                return row_too_large(self._next(), self._max, original, size)
            return self._bad("malformed_json", error.detail)
        if not isinstance(value, dict) and not _FOLLOWS_VALUE.match(self._window.text, end):
            return self._bad("malformed_json", "no comma after a value that is not an object")
        start, self._window.position = self._window.position, end
        return self._checked(value, self._window.text, start, end)

    def _checked(self, value: object, text: str, start: int, end: int) -> Row | BadRow:
        if self._is_too_large(text, start, end):
            return row_too_large(self._next(), self._max, text[start:end])
        if isinstance(value, dict):
            return Row(self._next(), value)
        return bad_row(
            self._next(), "not_an_object", f"the element is a {type(value).__name__}, not an object", text[start:end]
        )

    def _is_too_large(self, text: str, start: int, end: int) -> bool:
        if (end - start) * 4 <= self._max:
            return False
        return end - start > self._max or len(text[start:end].encode("utf-8", "surrogateescape")) > self._max

    def _decode(self) -> tuple[object, int]:
        """Returns the value at the position and the place where it ends. Raises :class:`_UnreadableError`."""
        window = self._window
        while True:
            try:
                value, end = DECODER.raw_decode(window.text, window.position)
            except json.JSONDecodeError as error:
                if not self._may_be_cut_off(error) or not window.grow():
                    raise self._unreadable(error) from None
            except RecursionError:
                raise _UnreadableError(NESTED_TOO_DEEPLY, 0) from None
            else:
                # `12` may continue as `123`: at the end of the window only a value that closes itself is complete.
                if isinstance(value, dict) or len(window.text) - end > _LOOKAHEAD or not window.grow():
                    return value, end

    def _may_be_cut_off(self, error: json.JSONDecodeError) -> bool:
        return _is_open_string(error) or len(self._window.text) - error.pos <= _LOOKAHEAD

    def _unreadable(self, error: json.JSONDecodeError) -> _UnreadableError:
        offset = error.pos - self._window.position
        length = self._window.unread if _is_open_string(error) else offset
        return _UnreadableError(f"{error.msg} at character {offset} of the row", length)

    def _bad(self, reason: str, detail: str) -> BadRow:
        size, original = self._skip_bad()
        return bad_row(self._next(), reason, detail, original, size)

    def _trailing(self) -> BadRow:
        bad = self._bad("trailing_data", "there is text after the ']' that ends the array")
        self._closed = self._window.holds_end and not self._window.unread
        return bad

    def _skip_bad(self) -> tuple[int, str]:
        """Move to where reading continues. Returns the number of skipped characters, and their start."""
        window = self._window
        size, original = 0, ""
        search_from = window.position + (window.text[window.position] != ",")
        while True:
            pattern = _RESUMES_OR_ENDS if window.holds_end else _RESUMES
            match = pattern.search(window.text, search_from)
            end = _end_of_bad(match) if match else len(window.text)
            if not match and not window.holds_end:
                end = max(search_from, end - _RESUME_LENGTH)
            original += window.text[window.position : end][: ORIGINAL_LIMIT - len(original)]
            size += end - window.position
            window.position = end
            if match or window.holds_end:
                return size, original
            window.grow()
            search_from = window.position


def _is_open_string(error: json.JSONDecodeError) -> bool:
    return error.msg.startswith("Unterminated string")


def _end_of_bad(match: re.Match[str]) -> int:
    return match.start() + match[0].startswith("}")
