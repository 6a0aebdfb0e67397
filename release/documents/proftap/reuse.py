"""Repeated lines as the report shows them: beside those of the database, character by character."""

from collections.abc import Sequence

from versebench.release.documents.proftap.facts import RepeatedLine, RepeatedPoem, Row


def side_by_side(line: str, there: str) -> tuple[tuple[str, str, bool], ...]:
    """The characters of two lines in pairs, each with whether they differ."""
    return tuple((one, other, one != other) for one, other in zip(line, there, strict=True))


def repeated_poems(
    rows: Sequence[Row], poems: Sequence[Row], titles: Sequence[Row], most: int
) -> tuple[RepeatedPoem, ...]:
    """Some poems with repeated lines, each beside the poem of the database that has the most of its lines.

    ``rows`` are those of the table ``reuse``. The writers come in turn, poems of the test before refused ones.
    """
    named = {row["title_id"]: row["title"] for row in titles}
    tested = {(row["writer"], row["title_id"], row["attempts"]) for row in poems}
    found: dict[tuple[str, str, int], dict[int, list[Row]]] = {}
    for row in rows:
        key = row["writer"], row["title_id"], row["attempt"]
        found.setdefault(key, {}).setdefault(row["poem_there"], []).append(row)
    by_writer: dict[str, list[RepeatedPoem]] = {}
    for key, there in sorted(found.items(), key=lambda of: (of[0] not in tested, of[0])):
        lines = max(there.values(), key=len)
        by_writer.setdefault(key[0], []).append(_repeated(key[0], named[key[1]], key in tested, lines))
    turns = [(turn, writer, poem) for writer, of in sorted(by_writer.items()) for turn, poem in enumerate(of)]
    return tuple(poem for _, _, poem in sorted(turns, key=lambda each: each[:2])[:most])


def _repeated(writer: str, title: str, is_tested: bool, rows: Sequence[Row]) -> RepeatedPoem:
    lines = tuple(RepeatedLine(row["line"], side_by_side(row["text"], row["text_there"])) for row in rows)
    return RepeatedPoem(writer, title, is_tested, rows[0]["title_there"], rows[0]["author_there"], lines)
