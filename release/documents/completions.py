"""The facts about the lines that models wrote, summed shard by shard."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from versebench.release.documents.attempts import AttemptCounts
from versebench.release.documents.examples import least
from versebench.release.documents.facts import CompletionExample, CompletionFacts
from versebench.transforms.tasks.completions.prompts import MORE_TOKENS
from versebench.transforms.text.keys import hash_id

EXAMPLES = 20

Poems = Mapping[str, tuple[str | None, str]]
"""Author and text of each work of a shard."""


def completion_facts(
    tasks: Sequence[str], shards: Iterable[tuple[pa.Table, pa.Table, pa.Table]]
) -> tuple[CompletionFacts, ...]:
    """The facts of each task, from (completions, attempts, poems) of every shard."""
    counted = {task: _Completions(task) for task in tasks}
    for completions, attempts, table in shards:
        poems = poems_of(table)
        for task, mine in counted.items():
            mine.add(of_task(completions, task), of_task(attempts, task), poems)
    return tuple(mine.facts() for mine in counted.values())


def of_task(table: pa.Table, task: str) -> pa.Table:
    """The rows of one task."""
    return table.filter(pc.equal(table.column("task"), task))


def poems_of(table: pa.Table) -> Poems:
    """The poems of a shard by work."""
    works, authors, texts = (table.column(name).to_pylist() for name in ("work_id", "author", "text"))
    return dict(zip(works, zip(authors, texts, strict=True), strict=True))


class _Completions:
    """The sums over the completions of one task. Memory grows only with the number of distinct end words."""

    def __init__(self, task: str) -> None:
        self._task = task
        self._attempts = AttemptCounts()
        self._words: Counter[int] = Counter()
        self._human_words: Counter[int] = Counter()
        self._tokens: Counter[int] = Counter()
        self._human_tokens: Counter[int] = Counter()
        self._copied: Counter[bool] = Counter()
        self._end_words: set[str] = set()
        self._examples: list[tuple[str, CompletionExample]] = []

    def add(self, completions: pa.Table, attempts: pa.Table, poems: Poems) -> None:
        self._attempts.add(attempts)
        tried = attempts.filter(attempts.column("reason").is_null())
        works = tried.column("work_id").to_pylist()
        self._human_words.update(len(_last_line(poems[work][1]).split()) for work in works)
        self._human_tokens.update(most - MORE_TOKENS for most in tried.column("most_tokens").to_pylist())
        self._words.update(completions.column("words").to_pylist())
        self._tokens.update(completions.column("tokens").to_pylist())
        self._copied.update(completions.column("copied").drop_null().to_pylist())
        self._end_words.update(word.casefold() for word in completions.column("end_word").unique().to_pylist())
        self._examples = least(EXAMPLES, [*self._examples, *self._drawn(completions, poems)])

    def _drawn(self, completions: pa.Table, poems: Poems) -> Iterator[tuple[str, CompletionExample]]:
        """Some poems, drawn by a hash, each with one completion, drawn by another hash."""
        works = completions.column("work_id").unique().to_pylist()
        for key, work in least(EXAMPLES, [(hash_id("example", self._task, work), work) for work in works]):
            mine = completions.filter(pc.equal(completions.column("work_id"), work)).column("line").to_pylist()
            author, text = poems[work]
            (_, line), *_ = least(1, [(hash_id("example", self._task, work, line), line) for line in mine])
            yield key, CompletionExample(work, author, tuple(text.split("\n")[:-1]), _last_line(text), line)

    def facts(self) -> CompletionFacts:
        return CompletionFacts(
            task=self._task,
            attempts=self._attempts.facts(),
            words=dict(sorted(self._words.items())),
            human_words=dict(sorted(self._human_words.items())),
            tokens=dict(sorted(self._tokens.items())),
            human_tokens=dict(sorted(self._human_tokens.items())),
            copies=self._copied[True],
            compared=self._copied.total(),
            end_words=len(self._end_words),
            examples=tuple(example for _, example in self._examples),
        )


def _last_line(text: str) -> str:
    return text.rpartition("\n")[2]
