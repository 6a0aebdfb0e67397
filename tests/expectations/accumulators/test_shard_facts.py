"""What the accumulators are given of a shard."""

from typing import Any

import pyarrow as pa

from tests.expectations import tables
from tests.expectations.tables import TASK
from versebench.expectations.accumulators.distributions import AUTHORS, POEMS, authors, distributions, line_syllables
from versebench.expectations.accumulators.pair_counts import pair_counts, texts_of
from versebench.expectations.rows import SEPARATOR
from versebench.schemas.registry import TABLES

SERIES = SEPARATOR.join(["gpt2", "bos-given"])


def shard(**changes: list[tables.Row]) -> dict[str, pa.Table]:
    names = ("poems", "annotation", "pairs", "outcomes", "scores", "decisions")
    return {name: tables.arrow_table(name, changes.get(name, tables.good_rows()[name])) for name in names}


def changed(table: str, **cells: Any) -> list[tables.Row]:
    """The good rows with cells of the first changed."""
    rows = tables.good_rows()[table]
    rows[0].update(cells)
    return rows


def some(counts: Any) -> dict[str, int]:
    """The labels that count something."""
    return {label: count for label, count in counts.items() if count}


def test_poems_are_counted_by_length_source_author_and_sound() -> None:
    found = distributions(shard(poems=changed("poems", text="one two\nthree", author="Lear")))
    assert some(found["poem_words"]) == {"0-4": 1, "10-14": 1}
    assert some(found["poem_characters"]) == {"0-19": 1, "60-79": 1}
    assert found["poems_by_source"] == {"s": 2}
    assert some(found["poems_by_author"]).keys() - {"none"} != set()
    assert found["poems_by_author"]["none"] == 1
    assert found["heard_schemes"] == {"aa": 2}
    assert some(found["line_syllables"]) == {"2": 4}
    assert found[POEMS]["poem_words"] == 2


def test_pairs_are_counted_by_task_line_and_words() -> None:
    found = distributions(shard(pairs=changed("pairs", lines=[2], words_removed=1)))
    assert found["pairs_by_task"] == {TASK: 2}
    assert some(found[f"edited_lines/{TASK}"]) == {"1": 1, "2": 2}
    assert some(found[f"words_removed/{TASK}"]) == {"1": 1, "2": 1}
    assert found[POEMS][f"edited_lines/{TASK}"] == 2


def test_pairs_are_counted_by_side_where_there_are_sides() -> None:
    ids = [tables.hex_id(1), tables.hex_id(2), tables.hex_id(3)]
    splits = pa.table({"work_id": ids, "split": ["train", "test", "test"], "cluster": ids})
    found = distributions({**shard(), "splits": splits})
    assert found["poems_by_split"] == {"train": 1, "test": 2}
    assert found[f"pairs_by_split/{TASK}"] == {"train": 1, "test": 1}
    assert "poems_by_split" not in distributions(shard())


def test_syllables_are_of_lines_whatever_poem_comes_before() -> None:
    rows = changed("annotation", word_line=[0, 1, 1, 4], word_syllables=[3, 1, 1, 2])
    rows[1].update(word_line=[4, 4, 5, 5], word_syllables=[1, 1, 5, 5])
    assert line_syllables(shard(annotation=rows)["annotation"]).tolist() == [3, 2, 2, 2, 10]
    assert line_syllables(TABLES["annotation"].empty()).tolist() == []


def test_long_schemes_are_one_bin() -> None:
    found = distributions(shard(annotation=changed("annotation", heard_scheme="abcabcabc")))
    assert found["heard_schemes"] == {"aa": 1, "longer": 1}


def test_bins_of_authors_are_fixed_and_name_nobody() -> None:
    counts = authors(pa.array(["Edward Lear", "Edward Lear", None, "Anonymous"]))
    assert len(counts) == AUTHORS + 1
    assert (counts["none"], sum(counts.values())) == (1, 4)
    assert 2 in counts.values()
    assert all(label == "none" or label.isdigit() for label in counts)


def test_empty_shard_counts_nothing() -> None:
    empty = {name: TABLES[name].empty() for name in shard()}
    assert {name: some(counts) for name, counts in distributions(empty).items() if some(counts)} == {}
    assert {name: some(counts) for name, counts in pair_counts(empty).items() if some(counts)} == {}


def test_pairs_outcomes_and_texts_are_counted() -> None:
    found = pair_counts(shard())
    assert found["pairs"] == found["outcomes_pair"] == {TASK: 2}
    assert found["outcomes"] == {TASK: 2, "swap.v1": 2}
    assert found["edited_lines"] == {TASK: 4}
    assert found["texts"] == {"all": 4}


def test_a_text_of_two_pairs_is_one_text() -> None:
    assert len(texts_of(shard()["pairs"])) == len(texts_of(pa.concat_tables([shard()["pairs"]] * 2)))


def test_a_pair_counts_as_scored_where_both_texts_have_a_score() -> None:
    rows = tables.good_rows()["scores"]
    both = [*rows, {**rows[0], "text_id": tables.hex_id(201)}, {**rows[1], "text_id": tables.hex_id(201)}]
    found = pair_counts(shard(scores=both))
    assert found["scores"] == {SERIES: 4}
    assert found["scored_pairs"] == {SERIES: 1}
    assert found["decisions"] == {SEPARATOR.join([SERIES, "sum"]): 2}
    assert "scores" not in pair_counts({name: shard()[name] for name in ("pairs", "outcomes")})
