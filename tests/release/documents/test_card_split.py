"""What the card says about the split."""

from dataclasses import replace

from tests.release.sample_facts import sample_facts
from versebench.release.documents.card import render_card
from versebench.release.documents.facts import SplitFacts

SPLITS = SplitFacts(0.5, (), {"train": 52_003, "validation": 6_500, "test": 6_501}, 1_204, 0)


def card_of(**changes: object) -> str:
    return render_card(replace(sample_facts(), splits=replace(SPLITS, **changes)))  # type: ignore[arg-type]


def test_the_card_states_similarity_sides_and_near_duplicates() -> None:
    card = card_of()
    assert "Jaccard similarity is at least `0.5`" in card
    assert "| `validation` | 6,500 |" in card
    assert "1,204 poems have a near-duplicate" in card
    assert "`joins_splits`" in card
    assert "eld-out" not in card
    assert "stay in their splits" not in card


def test_the_card_lists_sources_that_are_held_out_and_counts_pairs_across() -> None:
    card = card_of(held_out=("lear", "oedilf"), across=1, near_duplicates=1)
    assert "Held-out sources, with all their poems in the split `test`: `lear`, `oedilf`." in card
    assert "1 pair of poems is more similar than this but in two splits" in card
    assert "1 poem has a near-duplicate" in card


def test_a_release_without_a_split_says_nothing_of_one() -> None:
    assert "### The split" not in render_card(sample_facts())
