"""Codes by which judges come and come back. The database holds their hashes only."""

import hashlib
import secrets

_LETTERS = "0123456789abcdefghjkmnpqrstvwxy"
_LENGTH = 20
_LIKE = str.maketrans({"i": "1", "l": "1", "o": "0", "-": None, " ": None})


def new_code() -> str:
    """A code of 20 letters and digits, 94 random bits and a check letter, in groups of five."""
    body = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH - 1))
    code = body + _check(body)
    return "-".join(code[start : start + 5] for start in range(0, _LENGTH, 5))


def plain(code: str) -> str | None:
    """A code as it was made, however it was typed; None if it cannot be one."""
    letters = code.strip().casefold().translate(_LIKE)
    if len(letters) != _LENGTH or set(letters) - set(_LETTERS) or _check(letters[:-1]) != letters[-1]:
        return None
    return letters


def hash_of(code: str) -> str:
    """The hash under which the database knows a code or token."""
    return hashlib.sha256((plain(code) or code).encode()).hexdigest()


def _check(body: str) -> str:
    """A letter that differs if one letter is wrong or two neighbours are swapped."""
    return _LETTERS[sum((place + 1) * _LETTERS.index(letter) for place, letter in enumerate(body)) % 31]
