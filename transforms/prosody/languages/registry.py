"""Every language by name. To add one: write its file, add its line."""

from importlib import import_module

from versebench.schemas.registration import import_packages
from versebench.transforms.prosody.languages.contract import DECLARED, Language

MODULES = (
    "versebench.transforms.prosody.languages.classical_chinese.language",
    "versebench.transforms.prosody.languages.english",
)

for _module in MODULES:
    import_module(_module)
import_packages()

LANGUAGES: dict[str, Language] = dict(sorted(DECLARED.items()))
