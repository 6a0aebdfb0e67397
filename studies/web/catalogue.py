"""The texts of pages: a catalogue of messages for each language."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape

from versebench.studies.languages import Language

_FOLDER = Path(__file__).parent / "locale"


@cache
def catalogue(language: Language) -> Mapping[str, str]:
    """The messages of a language by their keys."""
    messages: dict[str, str] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return messages


def translated(language: Language, key: str, **values: str | int) -> Markup:
    """A message with its placeholders filled in, safe in HTML."""
    message = _safe(language, key)
    return message.format(**values) if values else message


@cache
def _safe(language: Language, key: str) -> Markup:
    return escape(catalogue(language)[key])
