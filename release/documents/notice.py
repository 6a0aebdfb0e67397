"""The NOTICE of a release: what others ask to be said where their data, or parts of them, are passed on."""

from collections.abc import Collection

from versebench.models.resource_text import resource_text
from versebench.transforms.prosody.languages.registry import LANGUAGES

NAME = "NOTICE"

_THESAURUS = (
    "The table synonyms, the words that replace others in pairs, and what the table annotation states about the "
    "thesaurus are made with WordNet 3.0:"
)


def render_notice(title: str, version: str, languages: Collection[str], thesaurus: str) -> str:
    """The notices of the data that a release of poems in some languages was made with."""
    used = [LANGUAGES[name] for name in sorted(languages)]
    notices = [language.notice for language in used if language.notice]
    if thesaurus == "wordnet" and any("thesaurus" not in language.lacks for language in used):
        notices.append(f"{_THESAURUS}\n\n{resource_text('synonyms/LICENSE')}")
    head = f"{title}, version {version}, made by versebench. LICENSE states the licences of its texts."
    return "\n".join([head, *(f"\n{notice}\n" for notice in notices)])
