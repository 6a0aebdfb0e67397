"""Keep secrets out of messages, logs and reports."""

import json
import os
import re
import sys
from collections.abc import Iterator
from urllib.parse import quote_plus

_NAME = re.compile(r"secret|token|password|passwd|credential|api_?key|access_?key|_key$|^key$", re.IGNORECASE)
_SHORTEST = 6
"""Shorter values are not hidden: they are no secrets, and would occur in many words."""

HIDDEN = "[hidden]"


def without_secrets(text: str) -> str:
    """A text in which the values of all options and environment variables that are named like secrets are hidden."""
    forms = {form for secret in _secrets() for form in (secret, json.dumps(secret)[1:-1], quote_plus(secret))}
    for form in sorted(forms, key=len, reverse=True):
        text = text.replace(form, HIDDEN)
    return text


def _secrets() -> Iterator[str]:
    named = [*os.environ.items(), *_options(sys.argv[1:])]
    # The path of a file with a secret is not secret: messages name it.
    likely = ((name, value) for name, value in named if len(value) >= _SHORTEST and not os.path.exists(value))
    return (value for name, value in likely if _NAME.search(name))


def _options(arguments: list[str]) -> Iterator[tuple[str, str]]:
    """Options with their values, written as ``--name=value`` or as ``--name value``."""
    for argument, after in zip(arguments, [*arguments, ""][1:], strict=True):
        name, equals, value = argument.partition("=")
        if name.startswith("--"):
            yield name, value if equals else after
