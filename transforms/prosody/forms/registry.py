"""Every form by name. To add one: write its file, add its line."""

import difflib
from importlib import import_module

from versebench.schemas.registration import import_packages
from versebench.transforms.prosody.forms.contract import ANY_LANGUAGE, DECLARED, Form

MODULES = (
    "versebench.transforms.prosody.forms.chinese",
    "versebench.transforms.prosody.forms.couplets",
    "versebench.transforms.prosody.forms.limerick",
    "versebench.transforms.prosody.forms.quatrains",
    "versebench.transforms.prosody.forms.sonnet",
    "versebench.transforms.prosody.forms.unrhymed",
    "versebench.transforms.prosody.forms.verse",
)

for _module in MODULES:
    import_module(_module)
import_packages()

FORMS: dict[str, Form] = dict(sorted(DECLARED.items()))

_KNOWN: dict[str, Form] = {alias: form for form in FORMS.values() for alias in (form.name, *form.aliases)}


def form_called(name: str) -> Form | None:
    """The form of this name, or that sources call so; None if there is none."""
    return _KNOWN.get(name)


def in_language(form: Form, language: str) -> bool:
    """Whether poems of a language can have a form."""
    return form.language in (language, ANY_LANGUAGE)


def nearest_form(name: str, language: str | None = None) -> str:
    """What to choose in place of a form that there is not, or not in this language: a part of a message."""
    names = [form.name for form in FORMS.values() if language is None or in_language(form, language)]
    near = difflib.get_close_matches(name, names, 1, 0.5)
    return f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(names)}"
