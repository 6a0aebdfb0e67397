"""The decoder of JSON for all formats."""

import json

NESTED_TOO_DEEPLY = "the value is nested too deeply"


def _integer(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # Python refuses integers of more than 4,300 digits.
        return float(digits)


DECODER = json.JSONDecoder(parse_int=_integer)
"""Python's JSON: ``NaN`` and ``Infinity`` are accepted, the last value of a repeated key counts, and an integer of more
than 4,300 digits becomes a float. Control characters in strings must be escaped."""
