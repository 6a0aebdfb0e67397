"""The judgements of an export as arrays, joined with their items and judges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from versebench.transforms.judgements.errors import ExportError

Codes = NDArray[np.int64]
Flags = NDArray[np.bool_]

Export = Mapping[str, pa.Table]
"""The tables of an export by name."""

_SHOWN = 3
"""Examples that a message names."""


@dataclass(frozen=True)
class Answers:
    """Judgements of one protocol: arrays with an entry for each.

    ``judges``, ``items`` and ``poems`` are numbers from 0; ``judge_names`` and ``item_rows`` (rows of the table of
    items) are what the numbers of judges and items mean. ``correct`` holds where ``has_answer``. ``chosen`` is the
    place of the chosen text among those of its item, -1 where none was chosen. ``parts`` are numbers of
    ``part_names``: the task, or the writer where items have no task.
    """

    judges: Codes
    items: Codes
    poems: Codes
    correct: Flags
    has_answer: Flags
    chosen: Codes
    said: NDArray[np.str_]
    probability: NDArray[np.float64]
    parts: Codes
    part_names: tuple[str, ...]
    judge_names: tuple[str, ...]
    item_rows: Codes

    def __len__(self) -> int:
        return len(self.judges)

    @property
    def tasks(self) -> list[str]:
        """The tasks or writers that there are judgements of, in order."""
        return [self.part_names[number] for number in np.unique(self.parts)]

    def is_of(self, task: str) -> Flags:
        """Whether each judgement is of a task or writer."""
        number = self.part_names.index(task) if task in self.part_names else -1
        return np.asarray(self.parts == number, np.bool_)

    def by_judge(self) -> list["Answers"]:
        """The judgements of each judge, in the order of their names."""
        order = np.argsort(self.judges, kind="stable")
        borders = np.searchsorted(self.judges[order], np.arange(1, len(self.judge_names)))
        return [self.select(places) for places in np.split(order, borders)]

    def select(self, chosen: Flags | Codes) -> "Answers":
        """Some of the judgements, by flags or places. The numbers of judges, items and poems start from 0 again."""
        judges, judge_codes = np.unique(self.judges[chosen], return_inverse=True)
        items, item_codes = np.unique(self.items[chosen], return_inverse=True)
        return replace(
            self,
            judges=judge_codes,
            items=item_codes,
            poems=np.unique(self.poems[chosen], return_inverse=True)[1],
            judge_names=tuple(self.judge_names[judge] for judge in judges),
            item_rows=self.item_rows[items],
            **{name: getattr(self, name)[chosen] for name in _VALUES},
        )

    def counts(self) -> dict[str, int]:
        """How much a figure of all these judgements rests on."""
        return {
            "judgements": len(self),
            "items": len(self.item_rows),
            "poems": len(np.unique(self.poems)),
            "judges": len(self.judge_names),
        }


_VALUES = ("correct", "has_answer", "chosen", "said", "probability", "parts")


def check_export(export: Export) -> str:
    """The id of the study. Raises :class:`ExportError` if the tables are of several plans or contradict each other."""
    studies = sorted({study for table in export.values() for study in pc.unique(table.column("study")).to_pylist()})
    if len(studies) > 1:
        raise ExportError(f"the tables are of {len(studies)} plans ({_few(studies)}); analyse the export of one plan")
    kinds = {kind for table in export.values() for kind in pc.unique(table.column("simulated")).to_pylist()}
    if len(kinds) > 1:
        raise ExportError("the export mixes simulated judges with people; export them apart")
    judgements, items = export["judgements"], export["items"]
    _check_texts(items)
    if not len(judgements):
        raise ExportError("the export has no judgement; export the study again after judges have answered")
    for table, key in (("judgements", ["judge", "item"]), ("items", ["item"]), ("judges", ["judge"])):
        _check_unique(table, export[table], key)
    for column, table in (("item", items), ("judge", export["judges"])):
        _check_listed(judgements, column, table)
        _check_listed(export["line_ratings"], column, table)
    outside = pc.or_(pc.less(judgements["probability"], 0), pc.greater(judgements["probability"], 1))
    outside = judgements.filter(pc.fill_null(pc.or_(outside, pc.is_nan(judgements["probability"])), False))
    if len(outside):
        raise ExportError(f"judgements: probabilities outside 0 to 1, of {_rows(outside)}; correct the export")
    return str(studies[0])


def _check_texts(items: pa.Table) -> None:
    texts = pc.list_value_length(items["text_ids"])
    for column in ("roles", "authors"):
        differs = pc.not_equal(pc.list_value_length(items[column]), texts)
        if wrong := items.filter(pc.fill_null(differs, False))["item"].to_pylist():
            raise ExportError(f"items: {column} and text_ids differ in number ({_few(wrong)}); correct the export")


def _check_unique(name: str, table: pa.Table, key: Sequence[str]) -> None:
    """Each row must have a key of its own. Numbers stand for the keys, since many strings would be copied."""
    numbers = np.zeros(len(table), np.int64)
    for column in key:
        names = table[column].unique()
        numbers = numbers * len(names) + pc.index_in(table[column], value_set=names).to_numpy()
    order = np.argsort(numbers, kind="stable")
    again = np.flatnonzero(numbers[order][1:] == numbers[order][:-1])
    if len(again):
        rows = table.select(list(key)).take(pa.array(order[again])).to_pylist()
        where = _few(list(dict.fromkeys(", ".join(f"{column} {row[column]}" for column in key) for row in rows)))
        raise ExportError(f"{name}: several rows of one {' and '.join(key)} ({where}); each may have one")


def _check_listed(rows: pa.Table, column: str, table: pa.Table) -> None:
    known = pc.is_in(rows[column], value_set=table[column].combine_chunks())
    if unknown := rows.filter(pc.invert(known))[column].unique().to_pylist():
        raise ExportError(f"judgements of a {column} that the plan lacks ({_few(unknown)}); export the study again")


def _rows(rows: pa.Table) -> str:
    return _few([f"judge {row['judge']} on item {row['item']}" for row in rows.slice(0, _SHOWN + 1).to_pylist()])


def _few(names: Sequence[str]) -> str:
    return ", ".join(sorted(names)[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")


def excluded_judges(export: Export) -> pa.Array:
    """The judges whom the plan excludes."""
    judges = export["judges"]
    return judges.filter(pc.is_valid(judges["excluded"]))["judge"].combine_chunks()


def counted_items(items: pa.Table) -> pa.Table:
    """The items that count: neither those for practice nor those that only check attention."""
    return chosen_rows(items, pc.invert(pc.or_(items["gold"], items["practice"])))


def chosen_rows(table: pa.Table, flags: pa.ChunkedArray) -> pa.Table:
    """Some rows of a table; the table itself, and no copy, if these are all rows."""
    return table if pc.all(flags, min_count=0).as_py() else table.filter(flags)


def answers_of(export: Export, items: pa.Table, protocol: str, *, with_excluded: bool) -> Answers:
    """The judgements on the items of a protocol; ``items`` are those of :func:`counted_items`.

    The primary figures leave out what the plan excludes, judgements and judges, and judgements of poems that the judge
    knows.
    """
    rows = export["judgements"]
    in_items = pc.index_in(rows["item"], value_set=items["item"].combine_chunks())
    counts = pc.and_(pc.equal(rows["protocol"], protocol), pc.is_valid(in_items))
    if not with_excluded:
        judged_out = pc.is_in(rows["judge"], value_set=excluded_judges(export))
        out = pc.or_(pc.or_(pc.is_valid(rows["excluded"]), rows["known"]), judged_out)
        counts = pc.and_(counts, pc.invert(out))
    # Strings become numbers before rows are chosen, because chosen rows are copies.
    mine = np.flatnonzero(counts.to_numpy())
    places = pc.fill_null(in_items, 0).to_numpy().astype(np.int64)[mine]
    part_names, parts = _numbered(pc.coalesce(items["task"], items["writer"], pa.scalar("all")))
    judge_names, judges = _numbered(rows["judge"], mine)
    item_rows, item_codes = np.unique(places, return_inverse=True)
    return Answers(
        judges=judges,
        items=item_codes,
        poems=_numbers(rows["work_id"], mine)[1],
        correct=pc.fill_null(rows["correct"], False).to_numpy()[mine],
        has_answer=pc.is_valid(rows["correct"]).to_numpy()[mine],
        chosen=_chosen(rows, mine, items, places),
        said=_words(rows["answer"], mine),
        probability=pc.fill_null(rows["probability"], float("nan")).to_numpy()[mine],
        parts=parts[places],
        part_names=tuple(part_names),
        judge_names=tuple(judge_names),
        item_rows=item_rows,
    )


def _numbers(column: pa.ChunkedArray, chosen: Codes | None = None) -> tuple[pa.Array, Codes]:
    """The different values of the chosen rows in order, and the number of each of these rows."""
    names = column.unique().sort()
    codes = pc.index_in(column, value_set=names).to_numpy()
    if chosen is None:
        return names, codes.astype(np.int64)
    kept, numbers = np.unique(codes[chosen], return_inverse=True)
    return names.take(pa.array(kept)), numbers.astype(np.int64)


def _numbered(column: pa.ChunkedArray, chosen: Codes | None = None) -> tuple[list[str], Codes]:
    """The same with the values as a list."""
    names, codes = _numbers(column, chosen)
    return names.to_pylist(), codes


def _words(column: pa.ChunkedArray, chosen: Codes) -> NDArray[np.str_]:
    """The chosen rows of a column with few different words."""
    words, codes = _numbered(column, chosen)
    return np.array(words, np.str_)[codes]


def text_codes(items: pa.Table) -> tuple[pa.Array, Codes, Codes]:
    """All texts of the items in order, their numbers as the items list them, and where the list of each item starts.

    The starts have one entry more than there are items.
    """
    lists = items["text_ids"].combine_chunks()
    texts = lists.flatten().unique().sort()
    starts = np.concatenate([[0], np.cumsum(pc.list_value_length(lists).to_numpy())]).astype(np.int64)
    return texts, pc.index_in(lists.flatten(), value_set=texts).to_numpy().astype(np.int64), starts


def _chosen(rows: pa.Table, mine: Codes, items: pa.Table, places: Codes) -> Codes:
    texts, codes, starts = text_codes(items)
    wanted = pc.fill_null(pc.index_in(rows["chosen_text_id"], value_set=texts), -1).to_numpy()[mine]
    chosen = np.full(len(mine), -1, np.int64)
    lengths = np.diff(starts)[places]
    for place in range(int(lengths.max(initial=0))):
        at = np.minimum(starts[places] + place, len(codes) - 1)
        chosen[(place < lengths) & (codes[at] == wanted)] = place
    unknown = pc.is_valid(rows["chosen_text_id"]).to_numpy()[mine] & (chosen < 0)
    if unknown.any():
        row = rows.slice(int(mine[unknown.argmax()]), 1).to_pylist()[0]
        raise ExportError(
            f"judge {row['judge']} chose text {row['chosen_text_id']!r}, which item {row['item']} does not show; "
            "correct the export"
        )
    return chosen
