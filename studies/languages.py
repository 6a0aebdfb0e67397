"""The languages of pages, and texts of a specification that may differ by language."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

Language = Literal["en", "de", "zh-Hans", "zh-Hant"]
"""A language that pages are written in: English, German, simplified or traditional Chinese."""

LANGUAGES: tuple[Language, ...] = ("en", "de", "zh-Hans", "zh-Hant")

Filled = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]

Text = Filled | Annotated[dict[Language, Filled], Field(min_length=1)]
"""A text for all languages, or one for each."""


def text_in(text: str | Mapping[Language, str], language: Language) -> str:
    """The text in a language."""
    return text if isinstance(text, str) else text[language]


def missing_languages(text: str | Mapping[Language, str], languages: list[Language]) -> list[Language]:
    """The languages that a text lacks."""
    return [] if isinstance(text, str) else [language for language in languages if language not in text]


def stored(text: str | Mapping[Language, str]) -> str:
    """How tables spell an answer, whatever the language of the judge: in the first of our languages that it has."""
    if isinstance(text, str):
        return text
    return next(text[language] for language in LANGUAGES if language in text)


def best_language(wishes: str, languages: list[Language]) -> Language:
    """The language that suits an ``Accept-Language`` header best; the first if none does."""
    for wish in _in_order(wishes):
        for language in languages:
            if wish == language.lower() or wish.split("-")[0] == language:
                return language
        if wish.split("-")[0] == "zh" and (chinese := _chinese(wish, languages)):
            return chinese
    return languages[0]


def _in_order(wishes: str) -> list[str]:
    weighed = []
    for place, wish in enumerate(wishes.split(",")):
        tag, _, quality = wish.strip().lower().partition(";q=")
        try:
            weighed.append((-float(quality or 1), place, tag))
        except ValueError:
            continue
    return [tag for _, _, tag in sorted(weighed)]


def _chinese(wish: str, languages: list[Language]) -> Language | None:
    """Traditional where these regions write it, else simplified; the other script rather than no Chinese."""
    is_traditional = any(part in ("hant", "tw", "hk", "mo") for part in wish.split("-"))
    scripts: tuple[Language, Language] = ("zh-Hant", "zh-Hans") if is_traditional else ("zh-Hans", "zh-Hant")
    return next((script for script in scripts if script in languages), None)
