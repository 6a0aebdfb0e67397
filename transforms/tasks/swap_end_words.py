"""Two end words of one rhyme group trade places."""

from typing import ClassVar, Literal

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem, EndWord
from versebench.transforms.prosody.rhymes.groups import pairs_of_lines
from versebench.transforms.tasks.contract import Corruption, NotApplicable, Task
from versebench.transforms.tasks.recase import recase
from versebench.transforms.tasks.splice import splice
from versebench.transforms.text.draws import Draws
from versebench.transforms.text.words import spelt_alike


class SwapEndWords(Task):
    """Two end words of one rhyme group and one part of speech trade places; marks and capitals stay where they are."""

    source: ClassVar[str] = "RANLP 2021, 4.2"
    task: Literal["swap_end_words.v1"] = "swap_end_words.v1"

    def foresee(self, poem: AnnotatedPoem) -> NotApplicable | bool:
        """All is known: words that differ in more than capitals make another text wherever they are set."""
        admissible = _admissible(poem)
        return admissible if isinstance(admissible, NotApplicable) else True

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Not applicable: ``different_parts_of_speech``, or ``equal_words`` where every rhyming pair is one word."""
        admissible = _admissible(poem)
        if isinstance(admissible, NotApplicable):
            return admissible
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


def _admissible(poem: AnnotatedPoem) -> list[tuple[EndWord, EndWord]] | NotApplicable:
    ends = {line: end for line, end in enumerate(poem.end_words) if end is not None}
    spelt = {line: spelt_alike(poem.text[end.start : end.end]) for line, end in ends.items()}
    pairs = pairs_of_lines(poem.scheme, tuple(ends))
    different = [(ends[one], ends[other]) for one, other in pairs if spelt[one] != spelt[other]]
    admissible = [pair for pair in different if pair[0].upos == pair[1].upos]
    return admissible or NotApplicable("different_parts_of_speech" if different else "equal_words")
