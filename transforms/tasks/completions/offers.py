"""Completions as what was offered for a poem's last line."""

import pyarrow as pa
import pyarrow.compute as pc

from versebench.transforms.annotation.annotated_poem import line_ranges
from versebench.transforms.annotation.offers import Offered, Offers
from versebench.transforms.text.words import end_word


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
