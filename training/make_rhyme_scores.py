"""Estimate scores of syllables as rhymes from stanzas whose end words are known to rhyme.

    python -m training.make_rhyme_scores DIR

DIR holds ``*.pgold`` files of the Chicago Rhyming Poetry Corpus: a line with the end words of a stanza, and below it
their rhyme classes. Every two end words of a class, and of a stanza, are a rhyme; every end word and one of a stanza
drawn by a hash are chance. The pairs are laid on each other from the end, up to the last stressed syllable of either
word, their codas by the published table first and then, twice, by the table that was estimated before.
"""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import combinations
from pathlib import Path

import numpy as np

from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhyme_density.scores import ScoreTable, load_table
from versebench.transforms.prosody.rhyme_density.stems import stem
from versebench.transforms.prosody.rhyme_density.syllables import Syllable, split

NAME = "verse-2026"
RESOURCES = Path(__file__).parents[1] / "models" / "resources" / "rhyme-scores"
ROUNDS, CHANCE_PAIRS, PRIOR = 3, 20, 20.0
"""Rounds of estimation; words of chance for each end word; pairs of chance that are added to the rhymes."""

Pair = tuple[Syllable, Syllable]
Stanzas = Sequence[list[tuple[str, str]]]


def read_stanzas(folder: Path) -> Stanzas:
    """The end words of each stanza with their rhyme classes."""
    stanzas = []
    for path in sorted(folder.glob("*.pgold")):
        blocks = path.read_text("utf-8", errors="replace").split("\n\n")
        for first, second, *_ in (lines for block in blocks if len(lines := block.strip().splitlines()) > 1):
            words, classes = first.split()[1:], second.split()
            if len(words) == len(classes):
                stanzas.append(list(zip(words, classes, strict=True)))
    return stanzas


def rhymes(stanzas: Stanzas) -> Iterator[tuple[str, str]]:
    """Every two different end words of a class of a stanza."""
    for stanza in stanzas:
        for (first, a), (second, b) in combinations(stanza, 2):
            if a == b and stem(first) != stem(second):
                yield first, second


def chance(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each word with some that a hash draws."""
    for place, word in enumerate(words):
        for number in range(CHANCE_PAIRS):
            digest = blake2b(f"{place} {number}".encode(), digest_size=8).digest()
            yield word, words[int.from_bytes(digest) % len(words)]


def estimate(stanzas: Stanzas) -> ScoreTable:
    """The table of log-odds of the rhymes against chance."""
    words = [word for stanza in stanzas for word, _ in stanza]
    pronounced = dict(zip(words, VersePronouncer().pronounce(words), strict=True))
    tails = {word: _tail(split(readings[0].phones)) for word, readings in pronounced.items() if readings}
    rhymed = [pair for words in rhymes(stanzas) for pair in _syllables(tails, *words)]
    random = [pair for words in chance(words) for pair in _syllables(tails, *words)]
    table = load_table()
    for _ in range(ROUNDS):
        table = _estimated(table, rhymed, random)
    return table


def _tail(syllables: tuple[Syllable, ...]) -> tuple[Syllable, ...]:
    """The syllables from the last stressed one."""
    stressed = [place for place, syllable in enumerate(syllables) if syllable.stress]
    return syllables[stressed[-1] if stressed else 0 :]


def _syllables(tails: dict[str, tuple[Syllable, ...]], first: str, second: str) -> list[Pair]:
    """The syllables of two words that stand against each other; none if their tails differ in length."""
    one, other = tails.get(first, ()), tails.get(second, ())
    return list(zip(one, other, strict=True)) if len(one) == len(other) else []


def _estimated(table: ScoreTable, rhymed: Sequence[Pair], random: Sequence[Pair]) -> ScoreTable:
    counts = [_counted(table, pairs) for pairs in (rhymed, random)]
    vowels, consonants = (_log_odds(*arrays) for arrays in zip(*counts, strict=True))
    return replace(
        table,
        name=NAME,
        vowel_scores=vowels,
        consonant_scores=consonants[:-2],
        unmatched_at_start=consonants[-2],
        unmatched_at_end=consonants[-1],
    )


def _log_odds(rhymed: np.ndarray, random: np.ndarray) -> np.ndarray:
    """Of chance, each pair has one observation more; of the rhymes, ``PRIOR`` pairs of chance more."""
    expected = (random + 1) / (random + 1).sum()
    odds: np.ndarray = np.log((rhymed + PRIOR * expected) / (rhymed.sum() + PRIOR) / expected).round(2)
    return odds


def _counted(table: ScoreTable, pairs: Sequence[Pair]) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of vowels, and pairs of consonants, each half a count both ways.

    Below the pairs of consonants stand two rows: consonants without a partner at the start of a coda, and at its end.
    """
    many = len(table.consonants)
    vowels, consonants = np.zeros((len(table.vowels),) * 2), np.zeros((many + 2, many))
    for (first, second), count in Counter(pairs).items():
        places = table.vowels.index(first.vowel), table.vowels.index(second.vowel)
        vowels[places] += count / 2
        vowels[places[::-1]] += count / 2
        shift = _best_shift(table, first.coda, second.coda)
        for place in range(min(0, shift), max(len(first.coda), len(second.coda) + shift)):
            upper, lower = _at(table, first.coda, place), _at(table, second.coda, place - shift)
            if upper is not None and lower is not None:
                consonants[upper, lower] += count / 2
                consonants[lower, upper] += count / 2
            elif (single := upper if lower is None else lower) is not None:
                consonants[many + int(place >= max(0, shift)), single] += count
    return vowels, consonants


def _at(table: ScoreTable, coda: tuple[str, ...], place: int) -> int | None:
    return table.consonants.index(coda[place]) if 0 <= place < len(coda) else None


def _best_shift(table: ScoreTable, first: tuple[str, ...], second: tuple[str, ...]) -> int:
    """How far the second coda is moved in the best way to lay it on the first; of equal ones the least."""
    if not first or not second:
        return 0
    shifts = range(1 - len(second), len(first))
    return max(shifts, key=lambda shift: (_laid(table, first, second, shift), -abs(shift)))


def _laid(table: ScoreTable, first: tuple[str, ...], second: tuple[str, ...], shift: int) -> float:
    """The sum of the scores of the consonants that stand on each other."""
    pairs = ((first[place], second[place - shift]) for place in range(len(first)) if 0 <= place - shift < len(second))
    places = ((table.consonants.index(one), table.consonants.index(other)) for one, other in pairs)
    return float(sum(table.consonant_scores[pair] for pair in places))


def written(table: ScoreTable, stanzas: Stanzas) -> str:
    """The file of a table."""
    known = {word for stanza in stanzas for word, _ in stanza}
    values = {
        "name": table.name,
        "source": f"estimated by training/make_rhyme_scores.py from {len(stanzas):,} stanzas of the Chicago Rhyming "
        f"Poetry Corpus with {len(known):,} end words",
        "unit": "natural log-odds, rhyme against chance",
        "vowels": table.vowels,
        "vowel_scores": table.vowel_scores.tolist(),
        "consonants": table.consonants,
        "consonant_scores": table.consonant_scores.tolist(),
        "unmatched_at_start": table.unmatched_at_start.tolist(),
        "unmatched_at_end": table.unmatched_at_end.tolist(),
    }
    lines = []
    for key, value in values.items():
        rows = isinstance(value, list) and isinstance(value[0], list)
        shown = "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in value) + "\n ]" if rows else json.dumps(value)
        lines.append(f' "{key}": {shown}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(argv: Sequence[str] | None = None) -> None:
    """Write the table into the resources."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--into", type=Path, default=RESOURCES, help="folder of the table (default: %(default)s)")
    options = parser.parse_args(argv)
    stanzas = read_stanzas(options.folder)
    (options.into / f"{NAME}.json").write_text(written(estimate(stanzas), stanzas), "utf-8")


if __name__ == "__main__":
    main()
