"""How JSON is decoded in every format that holds it."""

import json

NESTED_TOO_DEEPLY = "the value is nested too deeply"


def _integer(digits: str) -> int | float:
    try:
        return int(digits)
    except ValueError:  # Python refuses integers of more than 4,300 digits.
        return float(digits)


DECODER = json.JSONDecoder(parse_int=_integer)
"""Python's JSON: ``NaN`` and ``Infinity`` are read, of a repeated key the last value stays, and an integer of more
than 4,300 digits becomes a float. Control characters in strings have to be escaped."""
