"""Conversion of Arrow values to Python values for cases in which Arrow's own conversion fails."""

from typing import Any

import pyarrow as pa

UNREADABLE = (ValueError, ArithmeticError, LookupError, pa.ArrowException)
"""Arrow's errors for text that is not UTF-8, times that Python cannot represent, and unknown time zones."""

_TEXT = (pa.StringScalar, pa.LargeStringScalar, pa.StringViewScalar)
_LIST = (pa.ListScalar, pa.LargeListScalar, pa.FixedSizeListScalar)


def python_value(scalar: Any) -> object:
    """Like ``scalar.as_py()``, but with ``surrogateescape`` for text that is not UTF-8, in lists and structs too.

    Raises one of :data:`UNREADABLE` for a value that Python cannot represent, and for a map of text that is not UTF-8.
    """
    if not scalar.is_valid or isinstance(scalar, pa.MapScalar):
        return scalar.as_py()
    if isinstance(scalar, _TEXT):
        return scalar.as_buffer().to_pybytes().decode("utf-8", "surrogateescape")
    if isinstance(scalar, _LIST):
        return [python_value(item) for item in scalar]
    if isinstance(scalar, pa.StructScalar):
        return {name: python_value(item) for name, item in scalar.items()}
    return scalar.as_py()
