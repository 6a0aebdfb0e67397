"""Making a :class:`BadRow` that can always be written as UTF-8."""

from versebench.transforms.readers.contract import ORIGINAL_LIMIT, BadRow


def bad_row(number: int, reason: str, detail: str, original: str | bytes, size: int | None = None) -> BadRow:
    """A bad row whose original is cut and encodable.

    Bytes that are no UTF-8, and lone surrogates, appear in ``original`` as backslash escapes. ``size`` is the length
    of ``original`` unless given: in characters where it is text, in bytes where it is bytes.
    """
    size = len(original) if size is None else size
    start = original[:ORIGINAL_LIMIT]
    text = start.decode("utf-8", "surrogateescape") if isinstance(start, bytes) else start
    return BadRow(number, reason, detail, _encodable(text)[:ORIGINAL_LIMIT], size)


def row_too_large(number: int, max_row_bytes: int, original: str | bytes, size: int | None = None) -> BadRow:
    """The bad row of a row that is over ``max_row_bytes``."""
    return bad_row(number, "row_too_large", f"the row is larger than {max_row_bytes} bytes", original, size)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
