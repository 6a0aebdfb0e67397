"""Functions that make a :class:`BadRow` which can always be written as UTF-8."""

from versebench.transforms.readers.contract import ORIGINAL_LIMIT, BadRow


def bad_row(number: int, reason: str, detail: str, original: str | bytes, size: int | None = None) -> BadRow:
    """Returns a bad row whose original is shortened and encodable.

    Bytes that are not UTF-8, and lone surrogates, appear in ``original`` as backslash escapes. ``size`` is by default
    the length of ``original``: in characters if it is text, in bytes if it is bytes.
    """
    size = len(original) if size is None else size
    start = original[:ORIGINAL_LIMIT]
    text = start.decode("utf-8", "surrogateescape") if isinstance(start, bytes) else start
    return BadRow(number, reason, detail, _encodable(text)[:ORIGINAL_LIMIT], size)


def row_too_large(number: int, max_row_bytes: int, original: str | bytes, size: int | None = None) -> BadRow:
    """Returns a bad row for a row larger than ``max_row_bytes``."""
    return bad_row(number, "row_too_large", f"the row is larger than {max_row_bytes} bytes", original, size)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
