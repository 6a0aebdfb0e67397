"""Attempts as the rows of their tables, and the rows as what a task can choose from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.models.generators.training_lines import TrainingLines
from versebench.schemas.candidates import ATTEMPTS, COMPLETIONS
from versebench.transforms.annotation.annotated_poem import line_ranges
from versebench.transforms.annotation.offers import Offered, Offers
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.attempts import Attempt
from versebench.transforms.tasks.completions.keep import Candidate
from versebench.transforms.tasks.completions.metre import syllables
from versebench.transforms.text.words import end_word


@dataclass(frozen=True)
class CompletionRows:
    """What the rows say beside the lines: ``written_by`` are the columns of the generator."""

    task: str
    written_by: dict[str, str]
    sounds: SoundMemory
    training: TrainingLines | None

    def table(self, attempts: Sequence[Attempt]) -> pa.Table:
        """The completions, in the order of the attempts, those of each poem numbered from 0."""
        rows = [
            self._row(attempt.work_id, number, candidate)
            for attempt in attempts
            for number, candidate in enumerate(attempt.kept)
        ]
        return COMPLETIONS.build_rows(rows)

    def _row(self, work: str, number: int, candidate: Candidate) -> dict[str, Any]:
        line, hypothesis = candidate.line, candidate.hypothesis
        return {
            "work_id": work,
            "task": self.task,
            "completion": number,
            "line": line,
            "end_word": candidate.end_word,
            "words": len(line.split()),
            "syllables": syllables(line, self.sounds) or 0,
            "tokens": len(hypothesis.token_ids),
            "log_probability": hypothesis.log_probability,
            "ended": hypothesis.ended,
            "run": candidate.run,
            "copied": None if self.training is None else self.training.holds(line),
            **self.written_by,
        }


def attempts_table(attempts: Sequence[Attempt], task: str) -> pa.Table:
    """The attempts in their order, refusals in the order of their names."""
    rows = [
        {
            "work_id": attempt.work_id,
            "task": task,
            "reason": attempt.reason,
            "most_tokens": attempt.most_tokens,
            "runs": attempt.runs,
            "found": attempt.found,
            "kept": len(attempt.kept),
            "refused_reasons": sorted(attempt.refused),
            "refused_counts": [attempt.refused[reason] for reason in sorted(attempt.refused)],
        }
        for attempt in attempts
    ]
    return ATTEMPTS.build_rows(rows)


def offers_of(completions: pa.Table, attempts: pa.Table, poems: pa.Table, label: str) -> dict[str, Offers]:
    """By work id what the generator offered for the task of a label: each completion for the whole last line.

    Its words are the end words of the original line and of the completion. A poem without an attempt has no entry.
    """
    texts = dict(zip(poems.column("work_id").to_pylist(), poems.column("text").to_pylist(), strict=True))
    mine = completions.filter(pc.equal(completions.column("task"), label)).sort_by(
        [("work_id", "ascending"), ("completion", "ascending")]
    )
    offered: dict[str, list[Offered]] = {}
    columns = (mine.column(name).to_pylist() for name in ("work_id", "line", "end_word"))
    for work, line, word in zip(*columns, strict=True):
        start, end = line_ranges(texts[work])[-1]
        original = end_word(texts[work][start:end]) or ""
        offered.setdefault(work, []).append(Offered(start, end, line, (original, word)))
    tried = attempts.filter(pc.equal(attempts.column("task"), label))
    columns = (tried.column(name).to_pylist() for name in ("work_id", "reason"))
    return {work: Offers(tuple(offered.get(work, ())), reason) for work, reason in zip(*columns, strict=True)}
