"""Attempts at completing poems: prompt, search, check, and count the outcomes of all hypotheses."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.tasks.completions.accept import Accepted, last_place
from versebench.transforms.tasks.completions.complete_line import CompleteLine
from versebench.transforms.tasks.completions.keep import Candidate
from versebench.transforms.tasks.completions.prompts import GenerationContext, PromptedPoem, SearchRuns, prompt_of

_POEMS_AT_ONCE = 32
_HYPOTHESES_AT_ONCE = 200_000  # of some 300 bytes each


@dataclass(frozen=True, slots=True)
class Attempt:
    """The attempt at a poem: ``reason`` why nothing was searched, or the results of the search.

    ``found`` is the number of hypotheses: those that are ``kept`` and those that are ``refused`` together.
    """

    work_id: str
    reason: str | None = None
    most_tokens: int = 0
    runs: int = 0
    found: int = 0
    kept: Sequence[Candidate] = ()
    refused: Mapping[str, int] = field(default_factory=dict)


def attempts(
    poems: Iterable[AnnotatedPoem], task: CompleteLine, asking: GenerationContext, finder: SchemeFinder
) -> Iterator[Attempt]:
    """Yields the attempt at each poem, in any order; ``finder`` finds the rhymes of the hypotheses.

    Reasons why nothing is searched: ``prompt_longer_than_context``, and the reasons of the task's search.
    """
    rest = (PromptedPoem(poem, prompt_of(poem, asking.generator)) for poem in poems)
    size = max(1, min(_POEMS_AT_ONCE, _HYPOTHESES_AT_ONCE // task.hypotheses))
    while batch := list(islice(rest, size)):
        fitting = [one for one in batch if asking.generator.fits(one.prompt)]
        searched = {one.poem.work_id: mine for one, mine in zip(fitting, task.search(fitting, asking), strict=True)}
        for one in batch:
            mine = searched.get(one.poem.work_id, "prompt_longer_than_context")
            if isinstance(mine, str):
                yield Attempt(one.poem.work_id, mine, one.prompt.most_tokens)
            else:
                yield _scored(one, mine, task, finder)


def _scored(one: PromptedPoem, searched: SearchRuns, task: CompleteLine, finder: SchemeFinder) -> Attempt:
    place = last_place(
        one.poem,
        finder,
        one.prompt.most_tokens,
        repeated_end_word=task.repeated_end_word,
        well_formed=task.lines == "well_formed",
    )
    found = [(run, hypothesis) for run, mine in enumerate(searched) for hypothesis in mine]
    verdicts = place.verdicts([hypothesis for _, hypothesis in found])
    refused = Counter(verdict for verdict in verdicts if isinstance(verdict, str))
    accepted = [
        Candidate(verdict.line, verdict.end_word, hypothesis, run)
        for verdict, (run, hypothesis) in zip(verdicts, found, strict=True)
        if isinstance(verdict, Accepted)
    ]
    kept = task.keep(accepted)
    if len(accepted) > len(kept):
        refused[task.keep.reason] = len(accepted) - len(kept)
    return Attempt(one.poem.work_id, None, one.prompt.most_tokens, len(searched), len(found), kept, refused)
