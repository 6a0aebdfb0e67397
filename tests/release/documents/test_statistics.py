import pyarrow as pa
import pytest

from versebench.release.documents.facts import GroupStatistics, PronouncedWords
from versebench.release.documents.statistics import corpus_statistics, group_statistics, pronounced_words


def poems(*rows: tuple[str | None, str]) -> pa.Table:
    return pa.table({"author": pa.array([row[0] for row in rows], pa.string()), "text": [row[1] for row in rows]})


def test_the_figures_of_a_small_corpus() -> None:
    shards = [poems(("A", "The cat sat.\n— the END!"), ("A", "one\ntwo three four five")), poems((None, "it's 3\n…"))]
    found = corpus_statistics(shards)
    assert (found.poems, found.authors, found.share_of_ten_most_prolific) == (3, 1, 1.0)
    assert (found.word_tokens, found.word_types) == (12, 11)
    assert found.last_line_words_mean == pytest.approx(2)
    assert found.last_line_words_deviation == pytest.approx((8 / 3) ** 0.5)


def test_the_ten_most_prolific_of_many() -> None:
    found = corpus_statistics([poems(*((f"author {number % 20}", "x") for number in range(40)))])
    assert (found.authors, found.share_of_ten_most_prolific) == (20, 0.5)


def test_nothing() -> None:
    found = corpus_statistics([poems()])
    assert (found.poems, found.word_types, found.last_line_words_mean, found.last_line_words_deviation) == (0, 0, 0, 0)


def test_shards_and_their_order_do_not_matter() -> None:
    rows = [(f"a{number % 7}", "word " * number + "\nlast " * (number % 3) + "x") for number in range(1, 30)]
    whole = corpus_statistics([poems(*rows)])
    assert corpus_statistics([poems(*rows[20:]), poems(*rows[:20])]) == whole


def test_words_are_counted_by_where_their_sounds_come_from() -> None:
    origins = [["cmudict", "g2p.v1", ""], ["cmudict+ending", "verse-lexicon", "cmudict"], []]
    shard = pa.table({"word_origin": pa.array(origins, pa.list_(pa.string()))})
    assert pronounced_words([shard, shard.slice(0, 1)]) == PronouncedWords(entries=4, rules=1, guesses=2, none=2)
    assert pronounced_words([]) == PronouncedWords(0, 0, 0, 0)


def groups_of(columns: dict[str, list[str | None]], words: int) -> tuple[pa.Table, pa.Table]:
    """Two poems by one author, the first of two lines, with so many words each."""
    works = ["one", "two"]
    poems = pa.table({"work_id": works, "author": ["A", "A"], "text": ["a b\nc", "d e"], **columns})
    return poems, pa.table({"work_id": works, "word_line": [[0] * words] * 2})


def test_poems_are_grouped_by_the_form_and_language_of_their_rows() -> None:
    rows: dict[str, list[str | None]] = {"form": ["jueju", None], "language": ["classical-chinese", "english"]}
    assert group_statistics([groups_of(rows, 5), groups_of(rows, 7)], "verse") == (
        GroupStatistics("jueju", "classical-chinese", poems=2, authors=1, lines=4, words=12),
        GroupStatistics("verse", "english", poems=2, authors=1, lines=2, words=12),
    )


def test_rows_without_form_and_language_are_of_the_form_of_the_recipe() -> None:
    assert group_statistics([groups_of({}, 3)], "limerick") == (GroupStatistics("limerick", "english", 2, 1, 3, 6),)
    assert group_statistics([], "limerick") == ()
