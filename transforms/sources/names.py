"""Names of authors in one order: ``names.v1``."""

import re

NAMES_V1 = "names.v1"

_FAMILY_GIVEN = re.compile(r"([^,;&]+),\s+([^,;&]+)")
_NOT_GIVEN = re.compile(r"(?:jr|sr|ii|iii|iv|esq|ph\.?d|m\.?d|b\.?a|m\.?a|inc|ltd)\.?", re.IGNORECASE)
_MOST_WORDS = 4


def given_first(author: str) -> str:
    """Returns ``Given Family`` for ``Family, Given``, and any other name unchanged.

    A name has one comma, at most four words on either side of it, each with an initial capital except particles of two
    or three letters, and no title such as Jr. or Ph.D. after the comma. Several authors are not changed.
    """
    match = _FAMILY_GIVEN.fullmatch(author.strip())
    if match is None:
        return author
    family, given = (part.strip() for part in match.groups())
    if _NOT_GIVEN.fullmatch(given) or not all(map(_is_name, (family, given))):
        return author
    return f"{given} {family}"


def either_order(author: str) -> list[str]:
    """Returns the name in both orders, ``Given Family`` and ``Family, Given``, as far as it has two."""
    words = given_first(author).split()
    names = {author: None, " ".join(words): None}
    if len(words) > 1 and "," not in "".join(words):
        names[f"{words[-1]}, {' '.join(words[:-1])}"] = None
    return list(names)


def _is_name(part: str) -> bool:
    words = part.split()
    capitals = [word[0].isupper() for word in words]
    return (
        1 <= len(words) <= _MOST_WORDS
        and any(capitals)
        and all(capital or len(word) <= len("von") for word, capital in zip(words, capitals, strict=True))
    )
