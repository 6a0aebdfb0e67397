"""Two end words of one rhyme group trade places."""

from typing import ClassVar, Literal

from transforms.corruptions.contract import Corruption, NotApplicable, Task
from transforms.corruptions.poem import AnnotatedPoem, EndWord
from transforms.corruptions.recase import recase
from transforms.corruptions.splice import splice
from transforms.draws import Draws
from transforms.words import spelt_alike


class SwapEndWords(Task):
    """Two end words of one rhyme group and one part of speech trade places; marks and capitals stay where they are."""

    source: ClassVar[str] = "RANLP 2021, 4.2"
    task: Literal["swap_end_words.v1"] = "swap_end_words.v1"

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Not applicable: ``different_parts_of_speech``, or ``equal_words`` where every rhyming pair is one word."""
        ends = poem.end_words
        rhyming = [
            (one, other)
            for place, one in enumerate(ends)
            for line, other in enumerate(ends[place + 1 :], place + 1)
            if one and other and poem.scheme[place] == poem.scheme[line]
        ]
        different = [pair for pair in rhyming if _spelling(poem, pair[0]) != _spelling(poem, pair[1])]
        admissible = [pair for pair in different if pair[0].upos == pair[1].upos]
        if not admissible:
            return NotApplicable("different_parts_of_speech" if different else "equal_words")
        one, other = draws.choice(admissible)
        first, second = poem.text[one.start : one.end], poem.text[other.start : other.end]
        return splice(
            poem.text,
            [
                (one.start, one.end, recase(second, first, names=other.upos == "PROPN")),
                (other.start, other.end, recase(first, second, names=one.upos == "PROPN")),
            ],
            (first, second),
        )


def _spelling(poem: AnnotatedPoem, word: EndWord) -> str:
    return spelt_alike(poem.text[word.start : word.end])
