"""Two end words, or two lines, of one rhyme group trade places."""

import re
from typing import ClassVar, Literal

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem, EndWord
from versebench.transforms.prosody.rhymes.groups import pairs_of_lines
from versebench.transforms.tasks.contract import Corruption, Need, NotApplicable, Task
from versebench.transforms.tasks.recase import recase
from versebench.transforms.tasks.registry import task
from versebench.transforms.tasks.splice import splice
from versebench.transforms.text.draws import Draws
from versebench.transforms.text.words import spelt_alike, starts_quotation

_FINAL = re.compile(r"[.!?…—][\"'”’»)\]}]*$")
_FINAL_ELSEWHERE = re.compile(r"[.!?…—。！？][\"'”’»)\]}」』]*$")
"""Also the marks of East Asia, for poems that are not in English."""
_MARKS = re.compile(r"[\W_]+")
_LETTERS = re.compile(r"[^\W_]+")


@task
class SwapEndWords(Task):
    """Two end words of one rhyme group and one part of speech trade places; marks and capitals stay where they are."""

    title: ClassVar[str] = "Swapped end words"
    source: ClassVar[str] = "RANLP 2021, 4.2"
    needs: ClassVar[frozenset[Need]] = frozenset({"rhymes", "tagger"})
    between_rhyming_lines: ClassVar[bool] = True
    task: Literal["swap_end_words.v1"] = "swap_end_words.v1"

    def foresee(self, poem: AnnotatedPoem) -> NotApplicable | bool:
        """Certain in every case: swapping words that differ in more than capitals always changes the text."""
        admissible = _words_to_swap(poem)
        return admissible if isinstance(admissible, NotApplicable) else True

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Swaps a random admissible pair of end words.

        Not applicable: ``different_parts_of_speech``; ``equal_words``, if the words of every rhyming pair are the same.
        """
        admissible = _words_to_swap(poem)
        if isinstance(admissible, NotApplicable):
            return admissible
        upper, lower = draws.choice(admissible)
        first, second = poem.text[upper.start : upper.end], poem.text[lower.start : lower.end]
        return splice(
            poem.text,
            [
                (upper.start, upper.end, recase(second, first, names=lower.upos == "PROPN")),
                (lower.start, lower.end, recase(first, second, names=upper.upos == "PROPN")),
            ],
            (first, second),
        )


def _words_to_swap(poem: AnnotatedPoem) -> list[tuple[EndWord, EndWord]] | NotApplicable:
    ends = {line: end for line, end in enumerate(poem.end_words) if end is not None}
    spelt = {line: spelt_alike(poem.text[end.start : end.end]) for line, end in ends.items()}
    pairs = pairs_of_lines(poem.scheme, tuple(ends))
    different = [(ends[one], ends[other]) for one, other in pairs if spelt[one] != spelt[other]]
    admissible = [pair for pair in different if pair[0].upos == pair[1].upos]
    return admissible or NotApplicable("different_parts_of_speech" if different else "equal_words")


@task
class SwapLines(Task):
    """Two lines of one rhyme group trade places, marks and capitals included."""

    title: ClassVar[str] = "Swapped lines"
    source: ClassVar[str] = "RANLP 2021, 4.2"
    needs: ClassVar[frozenset[Need]] = frozenset({"rhymes"})
    between_rhyming_lines: ClassVar[bool] = True
    task: Literal["swap_lines.v1"] = "swap_lines.v1"

    def foresee(self, poem: AnnotatedPoem) -> NotApplicable | bool:
        """Certain in every case: swapping lines that differ in more than marks and capitals always changes the text."""
        admissible = _lines_to_swap(poem)
        return admissible if isinstance(admissible, NotApplicable) else True

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Swaps a random admissible pair of lines.

        Not applicable: ``equal_lines``, ``starts_quotation``, ``ends_on_nonfinal_mark``; the last check reached counts.
        """
        admissible = _lines_to_swap(poem)
        if isinstance(admissible, NotApplicable):
            return admissible
        one, other = draws.choice(admissible)
        ends = [poem.end_word(line) for line in (one, other)]
        return splice(
            poem.text,
            [(*poem.lines[one], poem.line_text(other)), (*poem.lines[other], poem.line_text(one))],
            [poem.text[end.start : end.end] for end in ends if end],
        )


def _lines_to_swap(poem: AnnotatedPoem) -> list[tuple[int, int]] | NotApplicable:
    texts = poem.text.split("\n")
    last = len(texts) - 1
    pairs = pairs_of_lines(poem.scheme, tuple(range(len(texts))))
    different = [(one, other) for one, other in pairs if _differ(texts[one], texts[other])]
    quoted = [starts_quotation(text) for text in texts]
    unquoted = [(one, other) for one, other in different if not quoted[one] and not quoted[other]]
    admissible = [pair for pair in unquoted if pair[1] != last or ends_finally(texts[pair[0]], poem.language)]
    return admissible or NotApplicable(
        "ends_on_nonfinal_mark" if unquoted else "starts_quotation" if different else "equal_lines"
    )


def ends_finally(line: str, language: str = "english") -> bool:
    """Whether a line ends on . ! ? … or —, and then closing quotes or brackets; a comma or no mark is not final."""
    return (_FINAL if language == "english" else _FINAL_ELSEWHERE).search(line) is not None


def _differ(first: str, second: str) -> bool:
    """Whether two lines differ in more than marks and capitals; most differ in their first letters."""
    return _beginning(first) != _beginning(second) or _bare(first) != _bare(second)


def _beginning(line: str) -> str | None:
    """The first letters or digits of a line, case-folded; None if it consists of marks only."""
    match = _LETTERS.search(line.casefold())
    return match and match.group()


def _bare(line: str) -> str:
    return _MARKS.sub(" ", line.casefold()).strip()
