"""The registry of languages, by name. To add one, write its module with :func:`language`, and append it here."""

from collections.abc import Callable
from typing import TypeVar

from versebench.schemas.registration import PLAIN, Registry
from versebench.transforms.prosody.languages.contract import CAPABILITIES, Language

MODULES = (
    "versebench.transforms.prosody.languages.classical_chinese.language",
    "versebench.transforms.prosody.languages.english",
)

LANGUAGES: Registry[Language] = Registry("language", MODULES, PLAIN)

_Declared = TypeVar("_Declared", bound=Callable[[], Language])


def language(kind: _Declared) -> _Declared:
    """Class decorator that registers a language.

    Raises ``RegistrationError`` if another module has registered a language under this name, and ``ValueError`` if
    ``lacks`` names an unknown capability.
    """
    made = kind()
    if unknown := set(made.lacks) - set(CAPABILITIES):
        raise ValueError(f"{made.name}: lacks names {sorted(unknown)[0]!r}; choose from {', '.join(CAPABILITIES)}")
    LANGUAGES.add(made.name, made, kind.__module__)
    return kind
