"""Items are drawn as the paper describes it, and never show a verse beside itself."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.studies.protocols.registry import PROTOCOLS
from versebench.transforms.ghostwriting.items.draw import (
    HUMAN,
    ORDINALS,
    Row,
    Shown,
    TooFewArtistsError,
    check_artists,
    filled_places,
    first_ranked,
    groups,
    rate_lines_item,
    right_place,
    rivals_of,
    style_items,
)
from versebench.transforms.text.draws import Draws
from versebench.transforms.text.keys import hash_id


def shown(artist: str, number: int, writer: str = HUMAN, work: int | None = None) -> Shown:
    """A verse of a work of its own, unless it is named."""
    text_id = hash_id(artist, str(number), writer)
    of = f"{artist} {number if work is None else work}"
    return Shown(text_id, hash_id(artist), artist, writer, f"{artist} {number}", of, of)


def corpus(artists: int, verses: int = 6) -> dict[str, list[Shown]]:
    """The verses of each artist by the artist's id."""
    names = [f"artist {number}" for number in range(artists)]
    return {hash_id(name): [shown(name, number) for number in range(verses)] for name in names}


def pages_of(verse: Shown, verses: dict[str, list[Shown]], pages: int = 4, number: int = 0) -> list[Row]:
    names = rivals_of(verse.artist_id, sorted(verses), pages, 7)
    return list(style_items(verse, number, verses[verse.artist_id], {name: verses[name] for name in names}, 7))


def test_of_thirteen_artists_four_pages_show_each_other_artist_once() -> None:
    verses = corpus(13)
    verse = verses[hash_id("artist 3")][0]
    pages = pages_of(verse, verses)
    others = Counter(author for page in pages for author in page["authors"][1:] if author != "artist 3")
    assert len(pages) == 4
    assert others == {f"artist {number}": 1 for number in range(13) if number != 3}


@pytest.mark.parametrize(("artists", "pages", "filled"), [(4, 1, 0), (5, 2, 2), (6, 2, 1), (7, 2, 0), (12, 4, 1)])
def test_the_last_page_is_filled_up_without_showing_an_artist_twice_on_it(
    artists: int, pages: int, filled: int
) -> None:
    verses = corpus(artists)
    made = pages_of(verses[hash_id("artist 0")][0], verses)
    assert len(made) == pages
    shown_authors = [set(page["authors"][1:]) for page in made]
    assert all(len(authors) == 4 for authors in shown_authors)
    assert set.union(*shown_authors) == {f"artist {number}" for number in range(artists)}
    assert filled_places(artists - 1) == filled == 3 * pages - (artists - 1)


def test_of_many_artists_there_are_as_many_rivals_as_the_pages_have_room_for() -> None:
    artists = sorted(corpus(40, 1))
    rivals = rivals_of(artists[0], artists, 4, 7)
    assert len(set(rivals)) == 12
    assert artists[0] not in rivals
    assert rivals_of(artists[0], artists, 4, 8) != rivals


@given(st.integers(4, 16), st.integers(1, 5), st.integers(0, 20))
def test_every_page_has_one_right_choice_by_the_artist_and_no_verse_twice(
    artists: int, pages: int, number: int
) -> None:
    verses = corpus(artists)
    verse = verses[hash_id("artist 1")][2]
    for page in pages_of(verse, verses, pages, number):
        place = page["roles"].index("target")
        assert page["answer"] == ORDINALS[place - 1]
        assert page["authors"][place] == page["authors"][0] == "artist 1"
        assert page["authors"].count("artist 1") == 2
        assert len(set(page["text_ids"])) == 5
        assert page["texts"][0] == verse.text


def test_the_right_choice_is_of_another_work_and_cluster() -> None:
    verses = corpus(4)
    near, far = shown("artist 0", 1, work=0), shown("artist 0", 9)
    verse = shown("artist 0", 0)
    own = [verse, near, far]
    rivals = {name: of for name, of in verses.items() if name != verse.artist_id}
    (page,) = style_items(verse, 0, own, rivals, 7)
    assert page["text_ids"][page["roles"].index("target")] == far.text_id
    assert list(style_items(verse, 0, [verse, near], rivals, 7)) == []


def test_of_a_generated_verse_the_nearest_verse_is_no_right_choice() -> None:
    verses = corpus(4, 2)
    copied = shown("artist 0", 0, "ngram.v1")
    for seed in range(5):
        rivals = {name: of for name, of in verses.items() if name != copied.artist_id}
        (page,) = style_items(copied, 0, verses[copied.artist_id], rivals, seed)
        assert page["texts"][page["roles"].index("target")] == "artist 0 1"
        assert page["writer"] == page["stratum"] == "ngram.v1"


def test_no_page_is_made_if_a_rival_has_too_few_verses() -> None:
    verses = corpus(5, 1)
    verse, other = shown("artist 0", 5), shown("artist 0", 6)
    rivals = {name: of for name, of in verses.items() if name != verse.artist_id}
    assert list(style_items(verse, 0, [verse, other], rivals, 7)) == []


def test_pages_of_a_verse_have_different_right_choices_if_there_are_enough() -> None:
    verses = corpus(13)
    pages = pages_of(verses[hash_id("artist 0")][0], verses)
    assert len({page["text_ids"][page["roles"].index("target")] for page in pages}) == 4


def test_the_right_place_is_each_of_four_once_in_every_four_pages() -> None:
    verse = shown("artist 0", 0)
    places = [right_place(verse, number, 7) for number in range(400)]
    blocks = [places[start : start + 4] for start in range(0, 400, 4)]
    assert all(sorted(block) == [0, 1, 2, 3] for block in blocks)
    assert any(first != second for first, second in pairwise(blocks))


@given(st.lists(st.integers(), min_size=3, max_size=14, unique=True))
def test_groups_hold_every_rival_and_none_twice(rivals: list[int]) -> None:
    made = groups(list(map(str, rivals)), Draws(0, "groups", "", 0))
    assert all(len(set(group)) == 3 for group in made)
    assert {each for group in made for each in group} == set(map(str, rivals))
    assert len(made) == -(-len(rivals) // 3)


def test_a_larger_number_of_verses_keeps_those_of_a_smaller_one() -> None:
    verses = [shown("artist 0", number) for number in range(30)]
    assert first_ranked(verses, 10, 7, "verses")[:4] == first_ranked(list(reversed(verses)), 4, 7, "verses")


def test_too_few_artists_are_an_error_that_names_them() -> None:
    check_artists(["Ann", "Ben", "Cas", "Dee"])
    with pytest.raises(TooFewArtistsError, match=r"shows verses of 4 artists, and there are 2 \(Ann, Ben\)"):
        check_artists(["Ann", "Ben"])


def test_studies_can_ask_about_the_items() -> None:
    verses = corpus(7)
    verse = verses[hash_id("artist 0")][0]
    pages = pages_of(verse, verses)
    assert pages
    for item in [rate_lines_item(verse), *pages]:
        PROTOCOLS[item["protocol"]].check_item(item)


def test_an_item_of_lines_shows_one_verse_and_has_no_right_answer() -> None:
    item = rate_lines_item(shown("artist 0", 0, "lstm.v1"))
    assert (item["roles"], item["answer"], item["authors"]) == (["model"], None, ["artist 0"])
    assert item["item"][:8] == hash_id("artist 0")[:8]
