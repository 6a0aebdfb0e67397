"""Inflection of English words: recognises the form of a word, and forms the same of another word.

The lexicon is that of LemmInflect (the SPECIALIST Lexicon), its dictionaries only: what LemmInflect guesses beyond them
rests on pickled weights, and nothing is unpickled here. Words that it lacks follow `regular`.

A part of speech allows these Penn tags: NOUN NN, NNS; VERB VB, VBP, VBZ, VBD, VBN, VBG; ADJ JJ, JJR, JJS; ADV RB, RBR,
RBS. Words of any other part of speech have one form, under the empty tag.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import version
from types import ModuleType

from versebench.models.thesaurus.regular import ENDINGS, inflect_regularly, lemmas_by_rule

TAGS: dict[str, tuple[str, ...]] = {
    "NOUN": ("NN", "NNS"),
    "VERB": ("VB", "VBP", "VBZ", "VBD", "VBN", "VBG"),
    "ADJ": ("JJ", "JJR", "JJS"),
    "ADV": ("RB", "RBR", "RBS"),
}
UPOS_OF = {tag: upos for upos, tags in TAGS.items() for tag in tags}
BASE = ("", "NN", "VB", "VBP", "JJ", "RB")
SAME_AS = {"VBN": "VBD", "VBP": "VB"}
"""If the lexicon omits a form, it equals this one."""

Forms = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Reading:
    """A word taken as one form of one lemma."""

    lemma: str
    tag: str


def lexicon_version() -> str:
    """Return name and version of the lexicon, for versioned names that depend on its entries."""
    return f"lemminflect-{version('lemminflect')}"


@lru_cache(maxsize=1 << 16)
def readings(word: str, upos: str) -> tuple[Reading, ...]:
    """Return what a word in lower case can be as this part of speech. ``saw``: see, VBD; saw, VB.

    A plural that a dictionary may hold as a word of its own (``glasses``) is read as that word too.
    """
    if upos not in TAGS:
        return (Reading(word, ""),)
    lemmas = _lexicon_lemmas(word, upos)
    forms = [Reading(lemma, tag) for lemma in lemmas for tag in _tags(lemma, word, upos)]
    if not forms:
        forms = [Reading(word, TAGS[upos][0]), *_guesses(word, upos)]
    elif word not in lemmas and upos == "NOUN":
        forms.append(Reading(word, "NNS"))
    return tuple(forms)


@lru_cache(maxsize=1 << 16)
def inflect(lemma: str, tag: str) -> str | None:
    """Return this form of the lemma in its most usual spelling; None if there is none, or none is certain.

    A lemma that is itself an inflected form (``eyeglasses``) stands for that form as it is. A plural like its singular
    (``furniture``) is given for words in -s only, as most others are not counted. Of a hyphenated word the last of two
    parts is inflected, if the lexicon knows it. Comparatives come from the lexicon alone.
    """
    upos = UPOS_OF.get(tag)
    if upos is None:
        return lemma
    owners = [owner for owner in _lexicon_lemmas(lemma, upos) if owner != lemma]
    is_form = any(tag in _tags(owner, lemma, upos) for owner in owners)
    if forms := _forms(lemma, upos):
        return lemma if tag == "NNS" and is_form else _first(forms, lemma, tag)
    if owners:
        return lemma if is_form else None
    if "-" in lemma and tag not in BASE:
        return _inflect_hyphenated(lemma, tag)
    return lemma if tag in BASE else inflect_regularly(lemma, tag)


@lru_cache(maxsize=1 << 16)
def lemmas_of(word: str) -> frozenset[str]:
    """Return the word, and all words of which it is a form in the lexicon."""
    return frozenset((word, *(lemma for found in _lexicon().getAllLemmas(word).values() for lemma in found)))


@lru_cache(maxsize=1 << 16)
def possible_parts(word: str) -> str:
    """Return the parts of speech of a word in lower case in the lexicon, joined by +; empty if it is not there."""
    return "+".join(sorted(_lexicon().getAllLemmas(word)))


@cache
def _lexicon() -> ModuleType:
    """Load the lexicon when first needed. It imports spaCy if that is installed, which takes two seconds."""
    return import_module("lemminflect")


def _lexicon_lemmas(word: str, upos: str) -> tuple[str, ...]:
    return tuple(_lexicon().getAllLemmas(word, upos).get(upos, ()))


@lru_cache(maxsize=1 << 14)
def _forms(lemma: str, upos: str) -> Forms:
    found: Forms = _lexicon().getAllInflections(lemma, upos)
    for tag, like in SAME_AS.items():
        if tag in TAGS[upos] and like in found:
            found.setdefault(tag, found[like])
    return found


def _tags(lemma: str, word: str, upos: str) -> tuple[str, ...]:
    """Return the tags for which the word is the usual spelling of a form, or else any spelling of it."""
    forms = _forms(lemma, upos)
    tags = [tag for tag in TAGS[upos] if forms.get(tag, ("",))[0] == word]
    tags = tags or [tag for tag in TAGS[upos] if word in forms.get(tag, ())]
    if tags == ["NN", "NNS"] and not word.endswith("s"):
        return ("NN",)
    return tuple(tags)


def _first(forms: Forms, lemma: str, tag: str) -> str | None:
    form = next(iter(forms.get(tag, ())), None)
    uncounted = tag == "NNS" and form == lemma and not lemma.endswith("s")
    return None if uncounted else form


def _inflect_hyphenated(lemma: str, tag: str) -> str | None:
    parts = lemma.split("-")
    if len(parts) != 2 or not _forms(parts[1], UPOS_OF[tag]):
        return None
    last = inflect(parts[1], tag)
    return last and f"{parts[0]}-{last}"


def _guesses(word: str, upos: str) -> list[Reading]:
    tags = [tag for tag in TAGS[upos] if SAME_AS.get(tag, tag) in ENDINGS]
    return [
        Reading(lemma, tag)
        for tag in tags
        for lemma in lemmas_by_rule(word, SAME_AS.get(tag, tag))
        if inflect(lemma, tag) == word
    ]
