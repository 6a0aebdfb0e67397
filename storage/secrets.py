"""Keep secrets out of all that is written for people: messages, logs, records and reports of failures.

:func:`without_secrets` hides two kinds of text. The first is every secret that this process knows: what was loaded by
:func:`remember`, and the values of environment variables and options that are named like secrets. It is hidden
wherever it stands, also if it is quoted or encoded for a URL, and so is a part of it that is no ordinary word: one that
is long, or has a digit or capitals within a word. The second is what has the shape of a
secret (:mod:`versebench.storage.secret_shapes`), known to this process or not.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, TextIO
from urllib.parse import unquote

from versebench.storage.secret_shapes import HIDDEN, passwords_in_urls, without_shapes

_WORDS = frozenset(
    "apikey auth authorization credential credentials key keys passphrase passwd password pat private pwd secret "
    "secrets token tokens".split()
)
_ENDINGS = ("pass", "passwd", "password", "secret", "token")
_OF_PATHS = frozenset({"dir", "file", "folder", "path", "sock"})

_SHORTEST = 6
"""Characters. A shorter value that is only named like a secret is not hidden: it would occur in many words."""

_SHORTEST_LOADED = 4
_SHORTEST_CUT = 12
"""Characters of the shortest secret that is hidden in pieces too."""

_LONG_PART = 16
"""Characters of a part that is hidden even if it could be ordinary words."""

_NO_WORD = re.compile(r"\d|[^\W\d_][A-Z]+[a-z]|[a-z][A-Z]")
"""What ordinary words do not have: a digit, or a capital after a small letter or between others."""

_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}|\\u00[0-9A-Fa-f]{2}|\\x[0-9A-Fa-f]{2}|\\.")

_loaded: set[str] = set()


def remember(secret: str) -> str:
    """Hide a secret that was loaded from now on, and return it."""
    _loaded.add(secret)
    return secret


def without_secrets(text: str) -> str:
    """The text with ``[hidden]`` in place of every secret."""
    return without_shapes(_without(text, _known()))


def values_without_secrets(value: Any) -> Any:
    """A JSON value with every secret hidden in its strings; the names of fields stay."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, dict):
        return {name: values_without_secrets(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [values_without_secrets(part) for part in value]
    return value


class SafeStream:
    """A text stream that writes everything without secrets, and is otherwise the stream that it wraps."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text without secrets; returns the length of the text that was given."""
        self._stream.write(without_secrets(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write some lines without secrets."""
        self.write("".join(lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _known() -> frozenset[str]:
    """All secrets of this process, each in one piece and by its lines."""
    named = [*os.environ.items(), *_options(sys.argv[1:])]
    secrets = {secret for secret in _loaded if len(secret) >= _SHORTEST_LOADED}
    secrets |= {value for name, value in named if len(value) >= _SHORTEST and _is_secret(name) and not _is_path(value)}
    passwords = (password for _, value in named if "://" in value for password in passwords_in_urls(value))
    secrets |= {password for password in passwords if len(password) >= _SHORTEST}
    lines = {line.strip() for secret in secrets if "\n" in secret for line in secret.splitlines()}
    secrets |= {line for line in lines if len(line) >= _SHORTEST_CUT and not line.startswith("-----")}
    return frozenset(secrets | {secret.replace(" ", "+") for secret in secrets})


def _is_secret(name: str) -> bool:
    """Whether an option or a variable is named like a secret: ``AWS_SECRET_ACCESS_KEY``, ``PGPASS``, ``--api_key``."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    if not words or words[-1] in _OF_PATHS or words[-1] == "id":  # the id of a key names it, and opens nothing
        return False
    return not _WORDS.isdisjoint(words) or any(word.endswith(_ENDINGS) for word in words)


def _is_path(value: str) -> bool:
    """Whether a value is a path: that of a file with a secret is not secret, as messages name it."""
    folder = os.path.dirname(value)
    return "\0" not in value and (os.path.exists(value) or (folder not in ("", "/") and os.path.isdir(folder)))


def _options(arguments: list[str]) -> Iterator[tuple[str, str]]:
    """Options with their values, written as ``--name=value`` or as ``--name value``. A flag has none."""
    for argument, after in zip(arguments, [*arguments, ""][1:], strict=True):
        name, equals, value = argument.partition("=")
        if name.startswith("--"):
            yield name, value if equals else "" if after.startswith("--") else after


# --- secrets by their value


def _without(text: str, secrets: frozenset[str]) -> str:
    """The text with every part hidden that is a secret, or enough of one."""
    if not secrets or not text:
        return text
    spans = list(_parts(text, secrets))
    if _ENCODED.search(text):
        decoded, places = _decode(text)
        spans += [(places[start], places[end]) for start, end in _parts(decoded, secrets)]
    parts, end = [], 0
    for first, last in _joined(spans):
        parts += [text[end:first], HIDDEN]
        end = last
    return "".join([*parts, text[end:]])


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that overlap or touch as one."""
    joined: list[tuple[int, int]] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


def _parts(text: str, secrets: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where a secret or a part of one that is no ordinary word stands in a text, as start and end.

    So a secret that contains a common word does not hide this word wherever it stands.
    """
    for first, last in _joined(list(_pieces(text, secrets))):
        part = text[first:last]
        if len(part) >= _LONG_PART or _NO_WORD.search(part) or any(secret in part for secret in secrets):
            yield first, last


def _pieces(text: str, secrets: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Where a piece of a secret stands in a text, as start and end."""
    for length, pieces in _by_length(secrets).items():
        for start in range(len(text) - length + 1):
            if text[start : start + length] in pieces:
                yield start, start + length


@lru_cache(maxsize=8)
def _by_length(secrets: frozenset[str]) -> dict[int, set[str]]:
    """The pieces by which secrets are recognised, by their length: a third of a secret, but 8 to 16 characters.

    Every long enough part of a secret consists of such pieces, one beginning at each character.
    """
    pieces: dict[int, set[str]] = {}
    for secret in secrets:
        whole = len(secret)
        length = whole if whole < _SHORTEST_CUT else min(max(8, whole // 3), 16)
        pieces.setdefault(length, set()).update(secret[start : start + length] for start in range(whole - length + 1))
    return pieces


def _decode(text: str) -> tuple[str, list[int]]:
    """The text without percent signs and backslashes, and where each of its characters (and its end) was."""
    characters: list[str] = []
    places: list[int] = []
    end = 0
    for code in _ENCODED.finditer(text):
        characters += text[end : code.start()]
        places += range(end, code.start())
        characters.append(_character(code.group()))
        places.append(code.start())
        end = code.end()
    return "".join([*characters, text[end:]]), [*places, *range(end, len(text) + 1)]


def _character(code: str) -> str:
    if code.startswith("%"):
        return unquote(code, encoding="latin-1")
    if code[1] in "ux" and len(code) > 2:
        return chr(int(code[2:], 16))
    return {"n": "\n", "t": "\t", "r": "\r"}.get(code[1], code[1])
