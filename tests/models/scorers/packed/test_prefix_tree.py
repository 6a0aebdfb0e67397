"""The packed tree of a unit, against the sets of beginnings that it stands for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.scorers.packed.convention import TokenSequence
from versebench.models.scorers.packed.prefix_tree import PrefixTree, packs, prefix_tree, rows_of

TOKENS = st.lists(st.integers(0, 3), min_size=1, max_size=8).map(tuple)
SEQUENCES = st.lists(
    TOKENS.flatmap(lambda tokens: st.builds(TokenSequence, st.just(tokens), st.integers(1, len(tokens)))), max_size=8
)


def beginnings(tree: PrefixTree) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    for token, parent in zip(tree.tokens.tolist(), tree.parents.tolist(), strict=True):
        found.append((*(found[parent] if parent >= 0 else ()), token))
    return found


def test_a_tree_by_hand() -> None:
    tree = prefix_tree([TokenSequence((0, 5, 6, 7), 1), TokenSequence((0, 5, 8, 7), 1), TokenSequence((0, 5, 6), 1)])
    assert tree.tokens.tolist() == [0, 5, 6, 7, 8, 7]
    assert tree.parents.tolist() == [-1, 0, 1, 2, 1, 4]
    assert tree.depths.tolist() == [0, 1, 2, 3, 2, 3]
    assert [path.tolist() for path in tree.paths] == [[0, 1, 2, 3], [0, 1, 4, 5], [0, 1, 2]]
    rows = rows_of(tree)
    assert rows.tokens.tolist() == [0, 5, 6, 8]
    assert [path.tolist() for path in rows.paths] == [[0, 1, 2], [0, 1, 3], [0, 1, 2]]
    assert rows.brought_by.tolist() == [0, 0, 0, 1]
    assert rows.target_rows.tolist() == [0, 1, 1, 2, 3]
    assert rows.target_tokens.tolist() == [5, 6, 8, 7, 7]
    assert [targets.tolist() for targets in rows.targets] == [[0, 1, 3], [0, 2, 4], [0, 1]]


@given(SEQUENCES)
def test_a_node_for_every_distinct_beginning_in_the_order_in_which_it_comes(sequences: list[TokenSequence]) -> None:
    tree = prefix_tree(sequences)
    expected = [one.tokens[: end + 1] for one in sequences for end in range(len(one.tokens))]
    assert beginnings(tree) == list(dict.fromkeys(expected))
    assert tree.depths.tolist() == [len(beginning) - 1 for beginning in beginnings(tree)]
    for sequence, path in zip(sequences, tree.paths, strict=True):
        assert tuple(tree.tokens[path].tolist()) == sequence.tokens


@given(SEQUENCES)
def test_rows_are_what_something_follows_and_targets_what_is_scored(sequences: list[TokenSequence]) -> None:
    tree = prefix_tree(sequences)
    rows = rows_of(tree)
    followed = {one.tokens[:end] for one in sequences for end in range(1, len(one.tokens))}
    assert len(rows) == len(followed)
    for sequence, targets in zip(sequences, rows.targets, strict=True):
        scored = sequence.tokens[sequence.scored_from :]
        assert tuple(rows.target_tokens[targets].tolist()) == scored
        assert rows.depths[rows.target_rows[targets]].tolist() == list(
            range(sequence.scored_from - 1, len(sequence.tokens) - 1)
        )
    pairs = list(zip(rows.target_rows.tolist(), rows.target_tokens.tolist(), strict=True))
    assert len(set(pairs)) == len(pairs)
    assert rows.target_rows.tolist() == sorted(rows.target_rows.tolist())


@given(SEQUENCES)
def test_the_path_of_the_sequence_that_brought_a_row_leads_to_it(sequences: list[TokenSequence]) -> None:
    rows = rows_of(prefix_tree(sequences))
    for row in range(len(rows)):
        path = rows.paths[rows.brought_by[row]]
        assert path[rows.depths[row]] == row
        ancestors = path[: rows.depths[row] + 1]
        assert rows.depths[ancestors].tolist() == list(range(rows.depths[row] + 1))
        assert sorted(ancestors.tolist()) == ancestors.tolist()
        tokens = tuple(rows.tokens[ancestors].tolist())
        assert sequences[rows.brought_by[row]].tokens[: len(tokens)] == tokens


@given(SEQUENCES, SEQUENCES)
def test_sequences_appended_last_add_at_the_end_alone(first: list[TokenSequence], more: list[TokenSequence]) -> None:
    before, after = prefix_tree(first), prefix_tree(first + more)
    count = len(before.tokens)
    for name in ("tokens", "parents", "depths"):
        assert getattr(after, name)[:count].tolist() == getattr(before, name).tolist()
    old, new = rows_of(before), rows_of(after)
    assert new.tokens[: len(old)].tolist() == old.tokens.tolist()
    assert new.depths[: len(old)].tolist() == old.depths.tolist()
    for one, other in zip(old.paths, new.paths, strict=False):
        assert other[: len(one)].tolist() == one.tolist()
    for mine, same in zip(old.targets, new.targets, strict=False):
        assert old.target_rows[mine].tolist() == new.target_rows[same].tolist()


def test_nothing_makes_an_empty_tree() -> None:
    rows = rows_of(prefix_tree([]))
    assert len(rows) == 0
    assert rows.targets == ()
    assert packs([], 4) == [[]]


TEXTS = st.lists(st.lists(TOKENS.map(lambda tokens: TokenSequence(tokens, 1)), min_size=1, max_size=2), max_size=8)


@given(TEXTS, st.integers(1, 20))
def test_packs_hold_every_text_once_within_their_bound(texts: list[list[TokenSequence]], bound: int) -> None:
    found = packs(texts, bound)
    assert [number for pack in found for number in pack] == list(range(len(texts)))
    for pack in found:
        nodes = len(prefix_tree([sequence for number in pack for sequence in texts[number]]).tokens)
        assert nodes <= bound or len(pack) == 1


@given(TEXTS, TEXTS, st.integers(1, 20))
def test_texts_appended_last_leave_the_packs_before_them(
    texts: list[list[TokenSequence]], more: list[list[TokenSequence]], bound: int
) -> None:
    before, after = packs(texts, bound), packs(texts + more, bound)
    if texts:
        assert after[: len(before) - 1] == before[:-1]
        assert after[len(before) - 1][: len(before[-1])] == before[-1]


@pytest.mark.parametrize(("bound", "expected"), [(100, [[0, 1, 2]]), (6, [[0, 1], [2]]), (2, [[0], [1], [2]])])
def test_texts_that_share_their_beginnings_need_less_of_a_pack(bound: int, expected: list[list[int]]) -> None:
    texts = [[TokenSequence(tokens, 1)] for tokens in ((0, 1, 2, 3), (0, 1, 2, 4), (5, 6, 7))]
    assert packs(texts, bound) == expected
