"""The choice of completions among the accepted lines: one of those that a search counts as the same."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from versebench.models.generators.contract import Hypothesis
from versebench.transforms.text.words import spelt_alike


@dataclass(frozen=True, slots=True)
class Candidate:
    """An accepted line, cleaned, with its end word, its hypothesis, and the run that found it, from 0."""

    line: str
    end_word: str
    hypothesis: Hypothesis
    run: int


@dataclass(frozen=True)
class Keeping:
    """Keeps the first by ``rank`` of the candidates with the same ``key``, and refuses the others for ``reason``."""

    reason: str
    key: Callable[[Candidate], str]
    rank: Callable[[Candidate], tuple[object, ...]]

    def __call__(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Returns the kept candidates, the most probable first; the order of ``candidates`` does not matter."""
        kept: dict[str, Candidate] = {}
        for candidate in sorted(candidates, key=self.rank):
            kept.setdefault(self.key(candidate), candidate)
        return sorted(kept.values(), key=_by_probability)


def _by_probability(candidate: Candidate) -> tuple[object, ...]:
    return -candidate.hypothesis.log_probability, candidate.line, candidate.hypothesis.token_ids, candidate.run


def _by_run(candidate: Candidate) -> tuple[object, ...]:
    return candidate.run, *_by_probability(candidate)


ONE_PER_END_WORD = Keeping("same_end_word", lambda candidate: spelt_alike(candidate.end_word), _by_probability)
"""The most probable for each end word: completions "that vary by end-of-line rhyme word" (JCLS 2022, 3.5.2)."""

EVERY_TEXT = Keeping("same_text", lambda candidate: candidate.line, _by_run)
"""All that differ in text (JCLS 2022, 3.5.3), each as the first run found it, so that further runs only add lines."""
