"""Two end words, or two lines, of one rhyme group trade places."""

import re
from typing import ClassVar, Literal

from pydantic import Field

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem, EndWord
from versebench.transforms.prosody.rhymes.groups import pairs_of_lines
from versebench.transforms.tasks.articles import article_fits, word_before
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


UNCERTAIN = "X"
"""The part of speech of a word for which the tagger gives none."""


@task
class SwapEndWords(Task):
    """Two end words of one rhyme group and one part of speech trade places; marks and capitals stay where they are."""

    title: ClassVar[str] = "Swapped end words"
    source: ClassVar[str] = "RANLP 2021, 4.2"
    needs: ClassVar[frozenset[Need]] = frozenset({"rhymes", "tagger"})
    only_refuses: ClassVar[frozenset[str]] = frozenset({"articles", "uncertain", "names", "after_same_word"})
    between_rhyming_lines: ClassVar[bool] = True
    task: Literal["swap_end_words.v1"] = "swap_end_words.v1"
    articles: Literal["any", "agree"] = Field(
        "any", description="Whether *a* and *an* must agree with the word that comes after them (*a end* is refused)."
    )
    uncertain: Literal["swapped", "refused"] = Field(
        "swapped",
        description="Whether two words whose part of speech is uncertain may be swapped: verse-tagger.v2 leaves a word "
        "without a part of speech (X) if its two opinions differ.",
    )
    names: Literal["swapped", "refused"] = Field(
        "swapped", description="Whether two names may be swapped: one place is often as good as another."
    )
    after_same_word: Literal["swapped", "refused"] = Field(
        "swapped",
        description="Whether two words may be swapped that come after the same word (*the weeds*, *the seeds*): each "
        "often fits the place of the other.",
    )

    def foresee(self, poem: AnnotatedPoem) -> NotApplicable | bool:
        """Certain in every case: swapping words that differ in more than capitals always changes the text."""
        admissible = self._admissible(poem)
        return admissible if isinstance(admissible, NotApplicable) else True

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Swaps a random admissible pair of end words.

        Not applicable: ``different_parts_of_speech``; ``equal_words``, if the words of every rhyming pair are the same;
        ``uncertain_part_of_speech``, ``names``, ``after_same_word`` and ``other_article``, if asked for. The last check
        reached counts.
        """
        admissible = self._admissible(poem)
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

    def _admissible(self, poem: AnnotatedPoem) -> list[tuple[EndWord, EndWord]] | NotApplicable:
        different = _different_words(poem)
        if not different:
            return NotApplicable("equal_words")
        admissible = [pair for pair in different if pair[0].upos == pair[1].upos]
        if self.uncertain == "refused":
            certain = [pair for pair in different if UNCERTAIN not in (pair[0].upos, pair[1].upos)]
            admissible = [pair for pair in admissible if pair in certain]
            if not admissible and len(certain) < len(different):
                return NotApplicable("uncertain_part_of_speech")
        if not admissible:
            return NotApplicable("different_parts_of_speech")
        if self.names == "refused":
            admissible = [pair for pair in admissible if pair[0].upos != "PROPN"]
            if not admissible:
                return NotApplicable("names")
        if self.after_same_word == "refused":
            admissible = [pair for pair in admissible if not _after_same_word(poem, *pair)]
            if not admissible:
                return NotApplicable("after_same_word")
        if self.articles == "agree":
            admissible = [pair for pair in admissible if _articles_fit(poem, *pair)]
        return admissible or NotApplicable("other_article")


def _different_words(poem: AnnotatedPoem) -> list[tuple[EndWord, EndWord]]:
    """The end words of each two lines that rhyme, if they differ."""
    ends = {line: end for line, end in enumerate(poem.end_words) if end is not None}
    spelt = {line: spelt_alike(poem.text[end.start : end.end]) for line, end in ends.items()}
    pairs = pairs_of_lines(poem.scheme, tuple(ends))
    return [(ends[one], ends[other]) for one, other in pairs if spelt[one] != spelt[other]]


def _after_same_word(poem: AnnotatedPoem, upper: EndWord, lower: EndWord) -> bool:
    before = word_before(poem, upper)
    return before is not None and before == word_before(poem, lower)


def _articles_fit(poem: AnnotatedPoem, upper: EndWord, lower: EndWord) -> bool:
    """Whether each word can stand after the article, if there is one, before the other."""
    first, second = poem.text[upper.start : upper.end], poem.text[lower.start : lower.end]
    return article_fits(poem, upper, second) and article_fits(poem, lower, first)


@task
class SwapLines(Task):
    """Two lines of one rhyme group trade places, marks and capitals included."""

    title: ClassVar[str] = "Swapped lines"
    source: ClassVar[str] = "RANLP 2021, 4.2"
    needs: ClassVar[frozenset[Need]] = frozenset({"rhymes"})
    only_refuses: ClassVar[frozenset[str]] = frozenset({"neighbours"})
    between_rhyming_lines: ClassVar[bool] = True
    task: Literal["swap_lines.v1"] = "swap_lines.v1"
    neighbours: Literal["swapped", "refused"] = Field(
        "swapped",
        description="Whether a line and the next one may trade places: their order is often as good the other way.",
    )

    def foresee(self, poem: AnnotatedPoem) -> NotApplicable | bool:
        """Certain in every case: swapping lines that differ in more than marks and capitals always changes the text."""
        admissible = self._admissible(poem)
        return admissible if isinstance(admissible, NotApplicable) else True

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Swaps a random admissible pair of lines.

        Not applicable: ``equal_lines``, ``starts_quotation``, ``ends_on_nonfinal_mark``, and ``neighbouring_lines`` if
        asked for; the last check reached counts.
        """
        admissible = self._admissible(poem)
        if isinstance(admissible, NotApplicable):
            return admissible
        one, other = draws.choice(admissible)
        ends = [poem.end_word(line) for line in (one, other)]
        return splice(
            poem.text,
            [(*poem.lines[one], poem.line_text(other)), (*poem.lines[other], poem.line_text(one))],
            [poem.text[end.start : end.end] for end in ends if end],
        )

    def _admissible(self, poem: AnnotatedPoem) -> list[tuple[int, int]] | NotApplicable:
        admissible = _lines_to_swap(poem)
        if isinstance(admissible, NotApplicable) or self.neighbours == "swapped":
            return admissible
        return [pair for pair in admissible if pair[1] > pair[0] + 1] or NotApplicable("neighbouring_lines")


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
