"""Every language by name. To add one, write its file with :func:`.contract.language`, and append its module here."""

from versebench.schemas.registration import Registry
from versebench.transforms.prosody.languages.contract import Language

MODULES = (
    "versebench.transforms.prosody.languages.classical_chinese.language",
    "versebench.transforms.prosody.languages.english",
)

LANGUAGES: Registry[Language] = Registry("language", MODULES)
