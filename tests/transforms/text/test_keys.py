"""Ids are pinned: a changed id would rename every work and pair of every release."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.transforms.text.keys import ID_DIGITS, hash_id, pair_id, shard_of, shards_of, text_id, unit_id, work_id

PARTS = st.lists(st.text(st.characters()), max_size=4)


def test_golden_ids() -> None:
    assert hash_id() == "6fa1d8fcfd719046d762"
    assert hash_id("ab", "c") == "7cf13c90e69e7c08ece2"
    assert text_id("春眠\n\nnot a line") == "845ff51ba21fef9b9566"
    assert work_id("oedilf", "17", "text") == "a93f410aca1aa0cecf4e"
    assert work_id("oedilf", None, "text") == "9a5965da10daca949d68"
    assert unit_id("a93f410aca1aa0cecf4e", 5) == "a93f410ae8bfcdffebc9"
    assert pair_id("w", "delete_words.v1:words=1", 0, "a b", "a") == "7c7aaae8e545834fd271"


@given(PARTS, PARTS)
def test_parts_are_framed(one: list[str], other: list[str]) -> None:
    assert (hash_id(*one) == hash_id(*other)) == (one == other)


def test_where_the_parts_meet_counts() -> None:
    ids = {hash_id("ab", "c"), hash_id("a", "bc"), hash_id("abc"), hash_id("abc", ""), hash_id("", "abc"), hash_id()}
    assert len(ids) == 6


@given(PARTS)
def test_an_id_is_20_hex_digits(parts: list[str]) -> None:
    assert len(hash_id(*parts)) == ID_DIGITS == 20
    assert int(hash_id(*parts), 16) >= 0


def test_stanza_breaks_do_not_change_the_text_id() -> None:
    assert text_id("a\n\nb") == text_id("a\nb") != text_id("ab")


def test_a_work_with_a_source_id_keeps_its_id_when_a_typo_is_corrected() -> None:
    assert work_id("s", "1", "teh end") == work_id("s", "1", "the end")
    assert work_id("s", "1", "x") != work_id("t", "1", "x")
    assert work_id("s", None, "teh end") != work_id("s", None, "the end")


def test_a_work_without_one_is_the_same_in_every_source() -> None:
    assert work_id("s", None, "x") == work_id("t", None, "x") != work_id("s", "x", "x")


@given(st.text(min_size=1), st.sets(st.integers(1, 10_000), min_size=1), st.integers(1, 100_000))
def test_units_of_a_work_differ_and_are_in_its_shard(name: str, lines: set[int], shards: int) -> None:
    work = work_id("s", name, "x")
    ids = {unit_id(work, line) for line in lines}
    assert len(ids) == len(lines)
    assert {len(each) for each in ids} == {ID_DIGITS}
    assert {shard_of(each, shards) for each in ids} == {shard_of(work, shards)}


def test_pairs_differ_by_each_part() -> None:
    parts = ("w", "t", 0, "a", "b")
    others = [("v", "t", 0, "a", "b"), ("w", "u", 0, "a", "b"), ("w", "t", 1, "a", "b"), ("w", "t", 0, "b", "a")]
    assert len({pair_id(*each) for each in [parts, *others]}) == 5


@given(st.lists(st.text("0123456789abcdef", min_size=20, max_size=20)), st.integers(1, 100_000))
def test_shards_are_ranges_of_ids_in_order(ids: list[str], shards: int) -> None:
    places = shards_of(sorted(ids), shards)
    assert places == [shard_of(each, shards) for each in sorted(ids)] == sorted(places)
    assert all(0 <= place < shards for place in places)


@pytest.mark.parametrize("shards", [1, 2, 3, 7, 256])
def test_the_first_and_the_last_id_are_in_the_first_and_the_last_shard(shards: int) -> None:
    assert shard_of("0" * 20, shards) == 0
    assert shard_of("f" * 20, shards) == shards - 1


def test_shards_are_of_one_size() -> None:
    places = shards_of([hash_id(str(number)) for number in range(8_000)], 8)
    assert all(880 < places.count(shard) < 1_120 for shard in range(8))
