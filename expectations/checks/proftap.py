"""Derived columns of titles, attempts of poets, poems of the test and reused lines: do the rows fit each other?"""

import pyarrow as pa
import pyarrow.compute as pc

from versebench.expectations.rows import Rows
from versebench.schemas.proftap import HUMAN, YAN


def title_exists(rows: Rows) -> pa.Array:
    """Whether the title of the row is in the shard."""
    return rows.exists_in("titles", ["title_id"])


def reason_holds(rows: Rows) -> pa.Array:
    """Whether an attempt without a reason has a poem, and one without a poem has a reason and no verdict."""
    has_poem, refused = rows.column("text").is_valid(), rows.column("reason").is_valid()
    verdicts = [pc.equal(rows.column(name).is_valid(), has_poem) for name in ("exact_reuse", "near_reuse")]
    judged = pc.and_(*verdicts)
    return pc.and_(pc.or_(has_poem, refused), judged)


def traits_hold(rows: Rows) -> pa.Array:
    """Whether exactly the poems in lines of five or of seven characters are patterned, and regulated poems rhyme."""
    patterned = pc.not_equal(rows.column("yan"), YAN[-1])
    rhymes = pc.or_(pc.invert(rows.column("regulated")), rows.column("one_level_rhyme"))
    return pc.and_(pc.equal(rows.column("patterned"), patterned), rhymes)


def beside_human(rows: Rows) -> pa.Array:
    """Whether the title has the poem of a person in the shard."""
    titles, writers = rows.column("title_id"), rows.column("writer")
    return pc.is_in(titles, value_set=titles.filter(pc.equal(writers, HUMAN)))


def unlike_human(rows: Rows) -> pa.Array:
    """Whether a poem of a poet is another than that of the person under the same title; true for people's."""
    titles, writers = rows.column("title_id").to_pylist(), rows.column("writer").to_pylist()
    texts = rows.column("text").to_pylist()
    people = {title: text for title, writer, text in zip(titles, writers, texts, strict=True) if writer == HUMAN}
    return pa.array(
        writer == HUMAN or (title in people and text != people[title])
        for title, writer, text in zip(titles, writers, texts, strict=True)
    )


def lines_near(rows: Rows) -> pa.Array:
    """Whether both lines are of one length, and differ in as many characters as the row says."""
    columns = (rows.column(name).to_pylist() for name in ("text", "text_there", "distance"))
    return pa.array(
        len(text or "") == len(there or "") and sum(map(str.__ne__, text or "", there or "")) == distance
        for text, there, distance in zip(*columns, strict=True)
    )
