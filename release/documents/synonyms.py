"""The facts about the synonyms that models ranked, summed shard by shard."""

from collections.abc import Iterable, Iterator, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from versebench.release.documents.attempts import AttemptCounts
from versebench.release.documents.completions import EXAMPLES, Poems, of_task, poems_of
from versebench.release.documents.examples import least
from versebench.release.documents.facts import RankedSynonym, SynonymExample, SynonymFacts
from versebench.transforms.text.keys import hash_id

RANKS = ("similarity_rank", "log_probability_rank")


def synonym_facts(
    tasks: Sequence[str], shards: Iterable[tuple[pa.Table, pa.Table, pa.Table]]
) -> tuple[SynonymFacts, ...]:
    """The facts of each task, from (synonyms, attempts, poems) of every shard."""
    counted = {task: _Synonyms(task) for task in tasks}
    for synonyms, attempts, table in shards:
        poems = poems_of(table)
        for task, mine in counted.items():
            mine.add(of_task(synonyms, task), of_task(attempts, task), poems)
    return tuple(mine.facts() for mine in counted.values())


class _Synonyms:
    """The sums over the synonyms of one task."""

    def __init__(self, task: str) -> None:
        self._task = task
        self._attempts = AttemptCounts()
        self._lines = self._agreed = 0
        self._examples: list[tuple[str, SynonymExample]] = []

    def add(self, synonyms: pa.Table, attempts: pa.Table, poems: Poems) -> None:
        self._attempts.add(attempts)
        most_similar, most_probable = (pc.equal(synonyms.column(rank), 1) for rank in RANKS)
        firsts = synonyms.filter(most_similar)
        self._lines += len(firsts)
        self._agreed += pc.sum(pc.and_(most_similar, most_probable)).as_py() or 0
        self._examples = least(EXAMPLES, [*self._examples, *self._drawn(firsts, synonyms, poems)])

    def _drawn(self, firsts: pa.Table, synonyms: pa.Table, poems: Poems) -> Iterator[tuple[str, SynonymExample]]:
        """Lines drawn by a hash. Every line with a candidate has one of rank 1."""
        places = zip(firsts.column("work_id").to_pylist(), firsts.column("line").to_pylist(), strict=True)
        keyed = [(hash_id("example", self._task, work, str(line)), (work, line)) for work, line in places]
        for key, (work, line) in least(EXAMPLES, keyed):
            of_line = pc.and_(pc.equal(synonyms.column("work_id"), work), pc.equal(synonyms.column("line"), line))
            yield key, _example(synonyms.filter(of_line), *poems[work])

    def facts(self) -> SynonymFacts:
        examples = tuple(example for _, example in self._examples)
        return SynonymFacts(self._task, self._attempts.facts(), self._lines, self._agreed, examples)


def _example(candidates: pa.Table, author: str | None, text: str) -> SynonymExample:
    rows = candidates.to_pylist()
    firsts = [next(row for row in rows if row[rank] == 1) for rank in RANKS]
    chosen = firsts[:1] if firsts[0] is firsts[1] else firsts
    row = rows[0]
    line_start = text.rfind("\n", 0, row["start"]) + 1
    return SynonymExample(
        work_id=row["work_id"],
        author=author,
        line=text[line_start:].partition("\n")[0],
        start=row["start"] - line_start,
        end=row["end"] - line_start,
        candidates=len(rows),
        first=tuple(RankedSynonym(one["synonym"], *(one[rank] for rank in RANKS)) for one in chosen),
    )
