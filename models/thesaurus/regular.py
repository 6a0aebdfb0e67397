"""The regular inflections of English, for words that the lexicon of `inflection` does not know.

If a rule needs more than the spelling (is the last consonant of ``*vomit*`` doubled?), it gives no form: a missing
candidate is better than a misspelled one.
"""

import re
from collections.abc import Iterator

_HISSES = re.compile(r"(?:s|x|z|ch|sh)$")
_PLURAL = re.compile(r"[^ius]s$")  # specs: a rare noun in -s is a plural already
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_MUTE_E = re.compile(r"[^eoy]e$")
_MAY_DOUBLE = re.compile(r"[^aeiou][aeiouy][^aeiouwxy]$|^[aeiou][^aeiouwxy]$|qu[aeiou][^aeiouwxy]$")
_SYLLABLE = re.compile(r"[aeiouy]+")

ENDINGS = {"NNS": ("s", "es", "ies"), "VBZ": ("s", "es", "ies"), "VBD": ("ed", "d", "ied"), "VBG": ("ing", "ying")}


def inflect_regularly(lemma: str, tag: str) -> str | None:
    """Return the regular form for a Penn tag (``NNS``, ``VBZ``, ``VBD``, ``VBN``, ``VBG``); None for any other."""
    if tag == "NNS":
        return lemma if _PLURAL.search(lemma) else _with_s(lemma, verb=False)
    if tag == "VBZ":
        return _with_s(lemma, verb=True)
    if tag in {"VBD", "VBN"}:
        return _with_ed(lemma)
    return _with_ing(lemma) if tag == "VBG" else None


def lemmas_by_rule(word: str, tag: str) -> Iterator[str]:
    """Yield words whose regular form for this tag is ``word``, without checking that they exist."""
    stems = {word[: -len(ending)] for ending in ENDINGS.get(tag, ()) if word.endswith(ending)}
    guesses = {stem + end for stem in stems for end in ("", "e", "y", "ie")} | {s[:-1] for s in stems if s[-2:-1]}
    yield from sorted(guess for guess in guesses if len(guess) > 1 and inflect_regularly(guess, tag) == word)


def _with_s(lemma: str, *, verb: bool) -> str:
    if _CONSONANT_Y.search(lemma):
        return f"{lemma[:-1]}ies"
    return f"{lemma}es" if _HISSES.search(lemma) or (verb and lemma.endswith("o")) else f"{lemma}s"


def _with_ed(lemma: str) -> str | None:
    if lemma.endswith("e"):
        return f"{lemma}d"
    if _CONSONANT_Y.search(lemma):
        return f"{lemma[:-1]}ied"
    return _join(lemma, "ed")


def _with_ing(lemma: str) -> str | None:
    if lemma.endswith("ie"):
        return f"{lemma[:-2]}ying"
    return f"{lemma[:-1]}ing" if _MUTE_E.search(lemma) else _join(lemma, "ing")


def _join(lemma: str, ending: str) -> str | None:
    """Double a last consonant after one short vowel in a word of one syllable; None for longer words."""
    if not _MAY_DOUBLE.search(lemma):
        return lemma + ending
    return lemma + lemma[-1] + ending if len(_SYLLABLE.findall(lemma)) == 1 else None
