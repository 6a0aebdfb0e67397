"""What the tables of attempts and completions say of a method, and the last lines of people beside it."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, pstdev
from typing import Any

import pyarrow as pa

from versebench.transforms.candidates.poems_to_ask import NOT_TRIED
from versebench.transforms.text.draws import Draws
from versebench.transforms.text.words import end_word

NOT_ELIGIBLE = ("end_words_not_in_dictionary", NOT_TRIED)
"""Reasons by which a poem does not count among the eligible; others are a method's own failure."""
EXAMPLES = 20


def method_figures(attempts: pa.Table, completions: pa.Table) -> dict[str, Any]:
    """Of one method, from its tables.

    ``yield`` is the share of the eligible poems with a completion. ``words`` are of all completions, ``words_a_poem``
    of the mean of each poem, as a pair takes one of them by chance. ``copied`` is a share of the completions of which
    it is known whether they are copies; None if it is known of none.
    """
    reasons = Counter(attempts.column("reason").to_pylist())
    eligible, rows = len(eligible_works(attempts)), completions.to_pylist()
    by_poem: dict[str, list[int]] = {}
    for row in rows:
        by_poem.setdefault(row["work_id"], []).append(row["words"])
    known = [row["copied"] for row in rows if row["copied"] is not None]
    return {
        "poems": len(attempts),
        "not_tried": {reason: count for reason, count in sorted(reasons.items(), key=str) if reason is not None},
        "eligible": eligible,
        "completed": len(by_poem),
        "yield": len(by_poem) / max(1, eligible),
        "runs": sum(attempts.column("runs").to_pylist()),
        "found": sum(attempts.column("found").to_pylist()),
        "completions": len(rows),
        "refused": refused(attempts),
        "words": spread([row["words"] for row in rows]),
        "words_a_poem": spread([fmean(words) for words in by_poem.values()]),
        "copied": fmean(known) if known else None,
        "distinct_end_words": len({row["end_word"].casefold() for row in rows}),
        "examples": examples([row["line"] for row in rows]),
    }


def human_figures(attempts: pa.Table, poems: pa.Table) -> dict[str, Any]:
    """Of the last lines of the eligible poems."""
    works = eligible_works(attempts)
    texts = zip(poems.column("work_id").to_pylist(), poems.column("text").to_pylist(), strict=True)
    lines = [text.rpartition("\n")[2] for work, text in texts if work in works]
    ends = {end.casefold() for line in lines if (end := end_word(line)) is not None}
    return {
        "lines": len(lines),
        "words": spread([len(line.split()) for line in lines]),
        "distinct_end_words": len(ends),
    }


def eligible_works(attempts: pa.Table) -> set[str]:
    """The poems whose first two lines have end words in the dictionary, and of which the generator was to be asked."""
    reasons = zip(attempts.column("work_id").to_pylist(), attempts.column("reason").to_pylist(), strict=True)
    return {work for work, reason in reasons if reason not in NOT_ELIGIBLE}


def refused(attempts: pa.Table) -> dict[str, int]:
    """Hypotheses by the reason of their refusal, the most frequent first."""
    total: Counter[str] = Counter()
    for reasons, counts in zip(
        attempts.column("refused_reasons").to_pylist(), attempts.column("refused_counts").to_pylist(), strict=True
    ):
        total.update(dict(zip(reasons, counts, strict=True)))
    return dict(total.most_common())


def spread(values: Sequence[float]) -> dict[str, float] | None:
    """Mean and standard deviation; None of nothing."""
    return {"mean": fmean(values), "deviation": pstdev(values)} if values else None


def examples(lines: Sequence[str]) -> list[str]:
    """Some of the lines, at random and the same each time."""
    return Draws(0, "examples", "lines", 0).sample(lines, min(EXAMPLES, len(lines)))
