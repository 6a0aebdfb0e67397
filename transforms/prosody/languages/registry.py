"""Every language by name. To add one, write its file with :func:`language`, and append its module here."""

from collections.abc import Callable
from typing import TypeVar

from versebench.schemas.registration import Registry
from versebench.transforms.prosody.languages.contract import CAPABILITIES, Language

MODULES = (
    "versebench.transforms.prosody.languages.classical_chinese.language",
    "versebench.transforms.prosody.languages.english",
)

LANGUAGES: Registry[Language] = Registry("language", MODULES)

_Declared = TypeVar("_Declared", bound=Callable[[], Language])


def language(kind: _Declared) -> _Declared:
    """Register a class as a language. Raises ``RegistrationError`` if another module gives a language this name."""
    made = kind()
    if unknown := set(made.lacks) - set(CAPABILITIES):
        raise ValueError(f"{made.name}: lacks names {sorted(unknown)[0]!r}; choose from {', '.join(CAPABILITIES)}")
    LANGUAGES.add(made.name, made, kind.__module__)
    return kind
