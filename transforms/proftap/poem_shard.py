"""The poems of the test: people's and poets', with what can be seen, heard and found of each."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from versebench.schemas.proftap import HUMAN, POEM_ATTEMPTS, REUSE, TEST_POEMS, TITLES
from versebench.schemas.studies import ITEMS
from versebench.schemas.study_columns import NO_STUDY
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import read_table
from versebench.transforms.judgements.analyse import PROBABILITY_HUMAN
from versebench.transforms.proftap.poem_text import poem_lines
from versebench.transforms.proftap.trait_columns import trait_columns
from versebench.transforms.proftap.traits import Traits
from versebench.transforms.proftap.write_shard import Place, compared, human_texts
from versebench.transforms.reuse.index import LineIndex
from versebench.transforms.reuse.rules import Verdict, verdicts
from versebench.transforms.reuse.same_works import one_record_a_work, same_as
from versebench.transforms.text.keys import SHARD_DIGITS, hash_id, text_id

Row = dict[str, Any]


class Database(Protocol):
    """An opened index with the id, title and author of each poem."""

    @property
    def index(self) -> LineIndex:
        """The index."""

    def work(self, poem: int) -> dict[str, str]:
        """The ``poem_id``, ``title`` and ``author`` of a poem."""


class OpenDatabase(Protocol):
    """Opens the database in a worker."""

    def __call__(self) -> Database:
        """The database."""


@dataclass(frozen=True)
class GatherPoems:
    """Everything about the titles of a shard. ``written`` has the attempts of each poet by its name."""

    titles: Place
    poems: Place
    written: Mapping[str, Place]
    open_database: OpenDatabase

    def __call__(self, shard: int) -> ShardOutput:
        """Returns the tables ``test_poems``, ``reuse`` and ``items``. Counts: ``poems/<writer>``."""
        titles = read_table(*self.titles, TITLES.name, shard).to_pylist()
        if not titles:
            return ShardOutput({table.name: table.empty() for table in (TEST_POEMS, REUSE, ITEMS)}, {})
        database = self.open_database()
        human = self._human(titles, shard)
        attempts = [row for place in self.written.values() for row in self._attempts(place, shard)]
        same = same_as([compared(row["text"]) for row in human], database.index)
        candidates = [*human, *attempts]
        known = [*same, *(frozenset[int]() for _ in attempts)]
        all_records = verdicts([compared(row["text"]) for row in candidates], database.index, known)
        judged = one_record_a_work(all_records, database.index)
        named = {row["title_id"]: row for row in titles}
        both = list(zip(candidates, judged, strict=True))
        chosen = [(row, verdict) for row, verdict in both if row["reason"] is None]
        seen = trait_columns(["\n".join(poem_lines(row["text"])) for row, _ in chosen]).rows()
        tested = [
            _test_poem(row, verdict, named[row["title_id"]], traits)
            for (row, verdict), traits in zip(chosen, seen, strict=True)
        ]
        reuse = [found for row, verdict in both for found in _reused(row, verdict, database)]
        items = [_item(row, named[row["title_id"]]) for row in tested]
        tables = {
            TEST_POEMS.name: TEST_POEMS.build_rows(_sorted(tested, TEST_POEMS.key)),
            REUSE.name: REUSE.build_rows(_sorted(reuse, REUSE.key)),
            ITEMS.name: ITEMS.build_rows(_sorted(items, ITEMS.key)),
        }
        return ShardOutput(tables, Counter(f"poems/{row['writer']}" for row in tested))

    def _human(self, titles: Sequence[Row], shard: int) -> list[Row]:
        texts = human_texts(self.poems, shard)
        return [
            {
                "title_id": row["title_id"],
                "writer": HUMAN,
                "attempt": 0,
                "text": texts[row["title_id"]],
                "reason": None,
            }
            for row in titles
        ]

    def _attempts(self, place: Place, shard: int) -> list[Row]:
        rows: list[Row] = read_table(*place, POEM_ATTEMPTS.name, shard).to_pylist()
        return [row for row in rows if row["text"] is not None]


def item_id(title_id: str, writer: str) -> str:
    """Id of a poem of the test; it starts like its title's, so that both are in one shard."""
    return title_id[:SHARD_DIGITS] + hash_id("poem of the test", title_id, writer)[SHARD_DIGITS:]


def _test_poem(row: Row, verdict: Verdict, title: Mapping[str, Any], seen: Traits) -> Row:
    return {
        "title_id": row["title_id"],
        "writer": row["writer"],
        "item_id": item_id(row["title_id"], row["writer"]),
        "title": title["title"],
        "text": row["text"],
        "form": seen.form,
        "yan": seen.yan,
        "lines": seen.lines,
        "characters": seen.characters,
        "patterned": seen.patterned,
        "repeated_characters": seen.repeated_characters,
        "one_level_rhyme": seen.one_level_rhyme,
        "regulated": seen.regulated,
        "exact_reuse": verdict.exact,
        "near_reuse": verdict.near,
        "attempts": row["attempt"],
    }


def _reused(row: Row, verdict: Verdict, database: Database) -> Iterator[Row]:
    lines = compared(row["text"])
    for match in verdict.matches:
        there = database.work(match.poem)
        yield {
            "title_id": row["title_id"],
            "writer": row["writer"],
            "attempt": row["attempt"],
            "line": match.line + 1,
            "text": lines[match.line],
            "poem_there": match.poem + 1,
            "id_there": there["poem_id"],
            "title_there": there["title"],
            "author_there": there["author"],
            "line_there": match.line_there + 1,
            "text_there": database.index.lines.text(int(database.index.lines.poems[match.poem]) + match.line_there),
            "distance": match.distance,
        }


def _item(row: Row, title: Mapping[str, Any]) -> Row:
    is_human = row["writer"] == HUMAN
    return {
        "study": NO_STUDY,
        "item": row["item_id"],
        "protocol": PROBABILITY_HUMAN,
        "task": None,
        "pair_id": None,
        "work_id": row["item_id"],
        "stratum": row["writer"],
        "writer": row["writer"],
        "texts": [row["text"]],
        "text_ids": [text_id(row["text"])],
        "roles": ["human" if is_human else "model"],
        "authors": [title["author"] or HUMAN if is_human else row["writer"]],
        "title": row["title"],
        "form": row["form"],
        "answer": None,
        "gold": False,
        "practice": False,
        "simulated": False,
    }


def _sorted(rows: Sequence[Row], key: Sequence[str]) -> list[Row]:
    return sorted(rows, key=lambda row: tuple(row[name] for name in key))
