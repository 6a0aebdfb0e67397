"""Functions that make a :class:`BadRow` which can always be written as UTF-8."""

from versebench.transforms.readers.contract import ORIGINAL_LIMIT, BadRow


def bad_row(number: int, reason: str, detail: str, original: str | bytes, size: int | None = None) -> BadRow:
    """Returns a bad row whose original is shortened and encodable.

    Bytes that are not UTF-8, and lone surrogates, appear in ``original`` as backslash escapes. ``size`` is by default
    the length of ``original``: in characters if it is text, in bytes if it is bytes. If what is kept is longer than
    that, because of the escapes or because it is a preview of values, its length is the size.
    """
    size = len(original) if size is None else size
    start = original[:ORIGINAL_LIMIT]
    text = start.decode("utf-8", "surrogateescape") if isinstance(start, bytes) else start
    kept = _encodable(text)[:ORIGINAL_LIMIT]
    return BadRow(number, reason, detail, kept, max(size, len(kept)))


def row_too_large(number: int, max_row_bytes: int, original: str | bytes, size: int | None = None) -> BadRow:
    """Returns a bad row for a row larger than ``max_row_bytes``."""
    return bad_row(number, "row_too_large", f"the row is larger than {max_row_bytes} bytes", original, size)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
