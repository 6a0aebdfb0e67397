"""The registry of forms, by name. To add a form, write its module with :func:`form`, and append the module here."""

import difflib
import sys
from functools import cache

from versebench.schemas.registration import PLAIN, RegistrationError, Registry
from versebench.transforms.prosody.forms.contract import ANY_LANGUAGE, Form

MODULES = (
    "versebench.transforms.prosody.forms.chinese",
    "versebench.transforms.prosody.forms.couplets",
    "versebench.transforms.prosody.forms.limerick",
    "versebench.transforms.prosody.forms.quatrains",
    "versebench.transforms.prosody.forms.sonnet",
    "versebench.transforms.prosody.forms.unrhymed",
    "versebench.transforms.prosody.forms.verse",
)

FORMS: Registry[Form] = Registry("form", MODULES, PLAIN)


def form(declared: Form) -> Form:
    """Register a form. Raises ``RegistrationError`` if another module has registered a form under this name."""
    FORMS.add(declared.name, declared, sys._getframe(1).f_globals["__name__"])  # the module that defines the form
    return declared


def form_called(name: str) -> Form | None:
    """The form with this name or alias; None if there is none."""
    return _by_any_name().get(name)


@cache
def _by_any_name() -> dict[str, Form]:
    known: dict[str, Form] = {}
    for form in FORMS.values():
        for name in (form.name, *form.aliases):
            if known.setdefault(name, form) is not form:
                raise RegistrationError(f"the forms {known[name].name!r} and {form.name!r} are both called {name!r}")
    return known


def in_language(form: Form, language: str) -> bool:
    """Whether poems in a language can have a form."""
    return form.language in (language, ANY_LANGUAGE)


def nearest_form(name: str, language: str | None = None) -> str:
    """What to choose instead of an unknown form, or of one of another language: the end of an error message."""
    names = [form.name for form in FORMS.values() if language is None or in_language(form, language)]
    near = difflib.get_close_matches(name, names, 1, 0.5)
    return f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(names)}"
