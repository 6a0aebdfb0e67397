"""The counts of a shard that are passed to the accumulators."""

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
    """The good rows, with some cells of the first row changed."""
    rows = tables.good_rows()[table]
    rows[0].update(cells)
    return rows


def some(counts: Any) -> dict[str, int]:
    """The labels with a count above 0."""
    return {label: count for label, count in counts.items() if count}


def test_poems_are_counted_by_length_source_author_and_sound() -> None:
    counts = distributions(shard(poems=changed("poems", text="one two\nthree", author="Lear")))
    assert some(counts["poem_words"]) == {"0-4": 1, "10-14": 1}
    assert some(counts["poem_characters"]) == {"0-19": 1, "60-79": 1}
    assert counts["poems_by_source"] == {"s": 2}
    assert some(counts["poems_by_author"]).keys() - {"none"} != set()
    assert counts["poems_by_author"]["none"] == 1
    assert counts["heard_schemes"] == {"aa": 2}
    assert some(counts["line_syllables"]) == {"2": 4}
    assert counts[POEMS]["poem_words"] == 2


def test_pairs_are_counted_by_task_line_and_words() -> None:
    counts = distributions(shard(pairs=changed("pairs", lines=[2], words_removed=1)))
    assert counts["pairs_by_task"] == {TASK: 2}
    assert some(counts[f"edited_lines/{TASK}"]) == {"1": 1, "2": 2}
    assert some(counts[f"words_removed/{TASK}"]) == {"1": 1, "2": 1}
    assert counts[POEMS][f"edited_lines/{TASK}"] == 2


def test_pairs_are_counted_by_side_if_there_are_splits() -> None:
    ids = [tables.hex_id(1), tables.hex_id(2), tables.hex_id(3)]
    splits = pa.table({"work_id": ids, "split": ["train", "test", "test"], "cluster": ids})
    counts = distributions({**shard(), "splits": splits})
    assert counts["poems_by_split"] == {"train": 1, "test": 2}
    assert counts[f"pairs_by_split/{TASK}"] == {"train": 1, "test": 1}
    assert "poems_by_split" not in distributions(shard())


def test_syllables_are_counted_per_line_across_poems() -> None:
    rows = changed("annotation", word_line=[0, 1, 1, 4], word_syllables=[3, 1, 1, 2])
    rows[1].update(word_line=[4, 4, 5, 5], word_syllables=[1, 1, 5, 5])
    assert line_syllables(shard(annotation=rows)["annotation"]).tolist() == [3, 2, 2, 2, 10]
    assert line_syllables(TABLES["annotation"].empty()).tolist() == []


def test_long_schemes_share_one_bin() -> None:
    counts = distributions(shard(annotation=changed("annotation", heard_scheme="abcabcabc")))
    assert counts["heard_schemes"] == {"aa": 1, "longer": 1}


def test_bins_of_authors_are_fixed_and_contain_no_names() -> None:
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
    counts = pair_counts(shard())
    assert counts["pairs"] == counts["outcomes_pair"] == {TASK: 2}
    assert counts["outcomes"] == {TASK: 2, "swap.v1": 2}
    assert counts["edited_lines"] == {TASK: 4}
    assert counts["texts"] == {"all": 4}


def test_a_text_of_two_pairs_is_counted_once() -> None:
    assert len(texts_of(shard()["pairs"])) == len(texts_of(pa.concat_tables([shard()["pairs"]] * 2)))


def test_a_pair_counts_as_scored_if_both_texts_have_a_score() -> None:
    rows = tables.good_rows()["scores"]
    both = [*rows, {**rows[0], "text_id": tables.hex_id(201)}, {**rows[1], "text_id": tables.hex_id(201)}]
    counts = pair_counts(shard(scores=both))
    assert counts["scores"] == {SERIES: 4}
    assert counts["scored_pairs"] == {SERIES: 1}
    assert counts["decisions"] == {SEPARATOR.join([SERIES, "sum"]): 2}
    assert "scores" not in pair_counts({name: shard()[name] for name in ("pairs", "outcomes")})
