"""Verses with what a detector finds in them."""

from collections.abc import Sequence

from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.rhyme_density.contract import RhymeDetector
from versebench.transforms.prosody.rhyme_density.heard import SyllableLexicon
from versebench.transforms.prosody.rhyme_density.marks import mark
from versebench.transforms.prosody.rhyme_density.verse_rhymes import VerseRhymes

LEXICON = SyllableLexicon(VersePronouncer())


def pattern(lines: Sequence[str], detector: RhymeDetector | None = None) -> list[str]:
    """For each line a character a syllable: a dot, or the letter of its group; words are apart."""
    return patterns([lines], detector)[0]


def patterns(verses: Sequence[Sequence[str]], detector: RhymeDetector | None = None) -> list[list[str]]:
    """The patterns of verses that are given to the detector together."""
    syllables = LEXICON.hear(verses)
    group = mark(syllables, (detector or VerseRhymes()).pairs(syllables)).group.tolist()
    lines = [[""] * len(verse) for verse in verses]
    flat = [(number, place) for number, verse in enumerate(verses) for place in range(len(verse))]
    for place, (line, last) in enumerate(zip(syllables.line.tolist(), syllables.last_in_word.tolist(), strict=True)):
        number, row = flat[line]
        lines[number][row] += ("." if group[place] < 0 else chr(ord("a") + group[place])) + (" " if last else "")
    return [[line.strip() for line in verse] for verse in lines]
