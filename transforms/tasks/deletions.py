"""Tasks that delete words and keep the punctuation around them."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.tasks.contract import Corruption, Need, NotApplicable, Task
from versebench.transforms.tasks.registry import task
from versebench.transforms.tasks.splice import splice
from versebench.transforms.text.draws import Draws

_TRIES = 1_000


class DeletionTask(Task):
    """The base of deletion tasks: M words of a pool are deleted from poems with enough known end words."""

    sample: ClassVar[str | None] = "deletion.v1"
    example: ClassVar[Mapping[str, Any]] = {"words": 1}
    reduction: ClassVar[Literal["sum", "mean"]] = "mean"
    languages: ClassVar[frozenset[str] | None] = frozenset({"english"})  # words between spaces, of several letters
    chooses_poems: ClassVar[frozenset[str]] = Task.chooses_poems | {"end_words_in_thesaurus"}
    only_refuses: ClassVar[frozenset[str]] = frozenset({"optional"})
    words: int = Field(description="M, the number of words that are deleted.", ge=1)
    end_words_in_thesaurus: int = Field(
        3, ge=0, description="How many end words of a poem the thesaurus must hold; JCLS 2022 samples from these."
    )

    optional: Literal["deleted", "kept"] = Field(
        "deleted",
        description="Whether words may be deleted that a sentence can often spare: adjectives, adverbs, conjunctions, "
        "numbers, interjections, particles of verbs, *that*, and a noun before a noun.",
    )

    @property
    def all_needs(self) -> frozenset[Need]:
        """The needs of the task: a thesaurus only if poems are chosen by it, a tagger only if words are."""
        thesaurus: frozenset[Need] = frozenset({"thesaurus"} if self.end_words_in_thesaurus else ())
        tagger: frozenset[Need] = frozenset({"tagger"} if self.optional == "kept" else ())
        return self.needs | thesaurus | tagger

    def corrupt(self, poem: AnnotatedPoem, draws: Draws) -> Corruption | NotApplicable:
        """Deletes M words of :meth:`pool`; with ``optional: kept`` only those that are not ``poem.optional``.

        Not applicable: ``end_words_not_in_thesaurus``, and the reasons of :func:`delete_some`.
        """
        if sum(poem.in_thesaurus) < self.end_words_in_thesaurus:
            return NotApplicable("end_words_not_in_thesaurus")
        return delete_some(poem, self._allowed(poem), self.words, draws)

    def foresee(self, poem: AnnotatedPoem) -> NotApplicable | bool:
        """An edit certainly exists if no choice of M words can empty a line."""
        if sum(poem.in_thesaurus) < self.end_words_in_thesaurus:
            return NotApplicable("end_words_not_in_thesaurus")
        if len(self._allowed(poem)) < self.words:
            return NotApplicable("too_few_words")
        return poem.fewest_words > self.words

    def _allowed(self, poem: AnnotatedPoem) -> list[int]:
        pool = self.pool(poem)
        return pool if self.optional == "deleted" else [token for token in pool if token not in poem.optional]

    @abstractmethod
    def pool(self, poem: AnnotatedPoem) -> list[int]:
        """The tokens whose words may be deleted."""


@task
class DeleteWords(DeletionTask):
    """M random words are deleted."""

    title: ClassVar[str] = "Deleted words"
    source: ClassVar[str] = "JCLS 2022, 3.4"
    task: Literal["delete_words.v1"] = "delete_words.v1"

    def pool(self, poem: AnnotatedPoem) -> list[int]:
        """Any word of at least two letters."""
        return poem.deletable


@task
class DeleteRhymingWords(DeletionTask):
    """M random end words are deleted."""

    title: ClassVar[str] = "Deleted rhyming words"
    source: ClassVar[str] = "JCLS 2022, 3.4.1"
    needs: ClassVar[frozenset[Need]] = frozenset({"rhymes"})
    task: Literal["delete_rhyming_words.v1"] = "delete_rhyming_words.v1"

    def pool(self, poem: AnnotatedPoem) -> list[int]:
        """The end words that have at least two letters."""
        return poem.deletable_last


@task
class DeleteNonrhymingWords(DeletionTask):
    """M random words that end no line are deleted."""

    title: ClassVar[str] = "Deleted words that do not rhyme"
    source: ClassVar[str] = "JCLS 2022, 3.4.1"
    task: Literal["delete_nonrhyming_words.v1"] = "delete_nonrhyming_words.v1"

    def pool(self, poem: AnnotatedPoem) -> list[int]:
        """The words of at least two letters that are not at the end of a line."""
        return poem.deletable_others


def delete_some(poem: AnnotatedPoem, pool: Sequence[int], count: int, draws: Draws) -> Corruption | NotApplicable:
    """Deletes ``count`` tokens of the pool; all choices that leave a word in every line are equally likely.

    Not applicable: ``too_few_words`` or ``line_would_be_empty``.
    """
    if len(pool) < count:
        return NotApplicable("too_few_words")
    if poem.fewest_words > count:
        return delete(poem, draws.sample(pool, count))
    if not _can_spare(poem, pool, count):
        return NotApplicable("line_would_be_empty")
    for _ in range(_TRIES):
        chosen = draws.sample(pool, count)
        if not _empties_a_line(poem, chosen):
            return delete(poem, chosen)
    return NotApplicable("line_would_be_empty")


def _can_spare(poem: AnnotatedPoem, pool: Sequence[int], count: int) -> bool:
    """Whether some choice leaves a word in every line."""
    if len(pool) - len(poem.lines) >= count:
        return True
    words, mine = Counter(poem.token_line), Counter(poem.token_line[token] for token in pool)
    return sum(min(mine[line], words[line] - 1) for line in mine) >= count


def _empties_a_line(poem: AnnotatedPoem, chosen: Sequence[int]) -> bool:
    taken = [poem.token_line[token] for token in chosen]
    return any(taken.count(line) == poem.token_line.count(line) for line in set(taken))


def delete(poem: AnnotatedPoem, chosen: Sequence[int]) -> Corruption:
    """Deletes the words of some tokens, given in order.

    Closing marks are attached to the word before, opening marks to the word after. One space is deleted with each word,
    and the case of letters does not change. At the start and end of a line, where there is no such word, the marks keep
    their place.
    """
    replacements = [_replacement(poem, run) for run in _adjacent(poem, chosen)]
    return splice(poem.text, replacements, [poem.words[token] for token in chosen], len(chosen))


def _adjacent(poem: AnnotatedPoem, chosen: Sequence[int]) -> list[list[int]]:
    """Runs of tokens with a single space and nothing else between them."""
    runs: list[list[int]] = []
    for token in chosen:
        if (
            runs
            and poem.token_start[token] == poem.token_end[runs[-1][-1]] + 1
            and _same_line(poem, runs[-1][-1], token)
        ):
            runs[-1].append(token)
        else:
            runs.append([token])
    return runs


def _same_line(poem: AnnotatedPoem, first: int, second: int) -> bool:
    return poem.token_line[first] == poem.token_line[second]


def _replacement(poem: AnnotatedPoem, run: Sequence[int]) -> tuple[int, int, str]:
    """The range of a run with a space, and the marks that replace it, reduced to what differs."""
    text = poem.text
    line_start, line_end = poem.lines[poem.token_line[run[0]]]
    start, end = poem.token_start[run[0]], poem.token_end[run[-1]]
    opening = "".join([text[poem.token_start[token] : poem.word_start[token]] for token in run])
    closing = "".join([text[poem.word_end[token] : poem.token_end[token]] for token in run])
    if not opening and not closing:
        return (start, end + 1, "") if start == line_start or end != line_end else (start - 1, end, "")
    if start == line_start:
        return _trim(text, start, end + 1, opening + closing + (" " if closing else ""))
    if end == line_end:
        return _trim(text, start - 1, end, (" " + opening if opening else "") + closing)
    return _trim(text, start - 1, end + 1, closing + " " + opening)


def _trim(text: str, start: int, end: int, new: str) -> tuple[int, int, str]:
    """Reduce a replacement to what differs, so that the span of a plain deletion is empty in the corrupted text."""
    first = last = 0
    shortest = min(end - start, len(new))
    while first < shortest and text[start + first] == new[first]:
        first += 1
    while last < shortest - first and text[end - 1 - last] == new[len(new) - 1 - last]:
        last += 1
    return start + first, end - last, new[first : len(new) - last]
