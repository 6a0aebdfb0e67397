"""Derived columns of items for judges: do texts, roles, authors and the right answer fit each other?

Items of a release belong to no study; each is by artists of the release. Those of a study may be about pairs, check
attention, or be for practice.
"""

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows
from versebench.schemas.study_columns import NO_STUDY

_LISTS = ("texts", "text_ids", "roles", "authors")
_ORDINALS = ("first", "second", "third", "fourth")
_ALTERED = {"original": "no", "corrupted": "yes"}
_TOLD = {"probability_human.v1": tuple(map(str, range(101))), "rate_lines.v1": ("strong", "weak", "not")}
"""Answers that an item which checks attention can ask for, of protocols without a right answer."""
_BY_TITLE = "probability_human.v1"
_NOT_ASKED = ("gold", "practice", "simulated")
_ROLES = {
    "choose_original.v1": (["original", "corrupted"],),
    "altered_or_not.v1": (["original"], ["corrupted"]),
    "probability_human.v1": (["human"], ["model"]),
    "rate_lines.v1": (["human"], ["model"]),
    "match_style.v1": tuple(
        ["evaluated", *("target" if place == right else "other" for place in range(4))] for right in range(4)
    ),
}


def texts_parallel(rows: Rows) -> pa.Array:
    """Whether every text has an id, a role and, but for pairs, an author, and the roles are those of the protocol."""
    return pa.array(
        len({len(row[name] or ()) for name in _LISTS if row[name] is not None or row["study"] == NO_STUDY}) == 1
        and row["roles"] in _ROLES.get(row["protocol"], ())
        for row in _of(rows)
    )


def texts_shown(rows: Rows) -> pa.Array:
    """Whether no text is empty, and none stands on the page twice."""
    return pa.array(
        all(row["texts"] or [""]) and len(set(row["text_ids"])) == len(row["text_ids"]) for row in _of(rows)
    )


def answer_holds(rows: Rows) -> pa.Array:
    """Whether the right answer is that of the roles: of a style page, the place of the only verse by the artist."""
    return pa.array(map(_answer_holds, _of(rows)))


def author_exists(rows: Rows) -> pa.Array:
    """Whether the artist of the judged verse is in the shard; items of a study were checked with their release.

    Items about poems by title show a poem of the test, of the same writer and title.
    """
    of_study = pc.not_equal(rows.column("study"), NO_STUDY)
    by_title = pc.equal(rows.column("protocol"), _BY_TITLE)
    exists = by_title
    if "test_poems" in rows.siblings:
        exists = rows.exists_in("test_poems", ["item", "writer", "title"], ["item_id", "writer", "title"])
    if not pc.all(pc.or_(of_study, by_title), min_count=0).as_py():
        exists = pc.if_else(by_title, exists, _by_artist(rows))
    return pc.or_(of_study, exists)


def _by_artist(rows: Rows) -> pa.Array:
    names = set(rows.sibling("artists").column("name").to_pylist())
    return pa.array(bool(row["authors"]) and row["authors"][0] in names for row in _of(rows))


def unasked(rows: Rows) -> pa.Array:
    """Whether an item of a release is neither a check nor practice, and belongs to no simulated study."""
    flags = [rows.column(name) for name in _NOT_ASKED]
    is_free = pc.invert(pc.or_kleene(pc.or_kleene(flags[0], flags[1]), flags[2]))
    return pc.or_kleene(is_free, pc.not_equal(rows.column("study"), NO_STUDY))


def shown_there(rows: Rows) -> pa.Array:
    """Whether the page shows the artist of the score as a choice."""
    items = rows.sibling("items")
    shown = {item: authors[1:] for item, authors in zip(*_columns(items, "item", "authors"), strict=True)}
    pairs = zip(rows.column("item").to_pylist(), rows.column("artist").to_pylist(), strict=True)
    return pa.array(item not in shown or artist in shown[item] for item, artist in pairs)


def choice_holds(rows: Rows) -> pa.Array:
    """Whether the choice is among the artists shown, and right if it is the artist of the judged verse."""
    columns = _columns(rows.data, "shown", "chosen", "evaluated", "correct")
    return pa.array(
        chosen in (shown or ()) and correct == (chosen == evaluated)
        for shown, chosen, evaluated, correct in zip(*columns, strict=True)
    )


def share_holds(rows: Rows) -> pa.Array:
    """Whether the share is that of the counts; null of a verse that was never shown."""
    shown, chosen = (rows.column(name).cast(pa.float64()) for name in ("times_shown", "times_chosen"))
    counted, share = pc.divide(chosen, pc.if_else(pc.greater(shown, 0), shown, None)), rows.column("share")
    return pc.or_(pc.fill_null(pc.equal(counted, share), False), pc.and_(counted.is_null(), share.is_null()))


def _columns(table: pa.Table, *names: str) -> list[list[Any]]:
    return [table.column(name).to_pylist() for name in names]


def _answer_holds(row: dict[str, Any]) -> bool:
    if row["protocol"] != "match_style.v1":
        if row["gold"] and row["protocol"] in _TOLD:
            return bool(row["answer"] in _TOLD[row["protocol"]])
        answers = {"choose_original.v1": "first", "altered_or_not.v1": _ALTERED.get(row["roles"][0])}
        return bool(row["answer"] == answers.get(row["protocol"]))
    authors, roles = row["authors"] or [], row["roles"]
    if authors.count(authors[0] if authors else None) != 2 or "target" not in roles[1:5]:
        return False
    place = roles.index("target")
    return bool(row["answer"] == _ORDINALS[place - 1] and authors[place] == authors[0])


def _of(rows: Rows) -> list[dict[str, Any]]:
    columns = {name: rows.column(name).to_pylist() for name in ("study", "protocol", "answer", "gold", *_LISTS)}
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
