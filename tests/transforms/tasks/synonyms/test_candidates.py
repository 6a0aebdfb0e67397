"""Which synonyms could stand for an end word and break its rhyme, under the shipped pronouncer."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.transforms.tasks.poems import annotated
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.models.thesaurus.contract import Candidate
from versebench.models.thesaurus.registry import load_thesaurus
from versebench.transforms.annotation.annotated_poem import AnnotatedPoem
from versebench.transforms.prosody.rhymes.classify import RhymeClass
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.synonyms.candidates import FoundSynonyms, find_synonyms, has_known_sound

SOUNDS = SoundMemory(load_pronouncer("verse-ear"))


class Listing:
    """A thesaurus that holds what it is given, whatever the part of speech."""

    name = "listing.v1"

    def __init__(self, **synonyms: str) -> None:
        self._synonyms = synonyms

    def synonyms(self, word: str, upos: str) -> tuple[Candidate, ...]:
        found = enumerate(self._synonyms.get(word.lower(), "").split(), 1)
        return tuple(Candidate(one, f"{word.lower()}.noun.{sense}", "listing") for sense, one in found)

    def holds(self, word: str) -> bool:
        return word.lower() in self._synonyms


def couplet(one: str, other: str = "hat", tags: str | Sequence[str] = "NOUN") -> AnnotatedPoem:
    return annotated(f"{one}\n{other}", tags, scheme="AA")


def find(poem: AnnotatedPoem, both_ways: bool = False, /, **synonyms: str) -> FoundSynonyms:
    return find_synonyms(poem, SOUNDS, Listing(**synonyms), both_ways=both_ways)


def lines(found: FoundSynonyms) -> list[str]:
    return [synonym.text.replace("\n", " / ") for synonym in found.synonyms]


def test_synonyms_take_the_place_of_the_word_in_the_order_of_the_thesaurus() -> None:
    found = find(couplet("my cat;"), cat="pussy zorblatt feline")
    assert lines(found) == ["my pussy; / hat", "my feline; / hat"]
    assert found.refused == {"no_rhyme_known": 1}
    [first, second] = found.synonyms
    assert (first.line, first.word, first.synonym, first.senses) == (0, "cat", "pussy", ("cat.noun.1",))
    assert second.senses == ("cat.noun.3",)
    assert first.text[first.end_word.start : first.end] == "pussy"


@pytest.mark.parametrize(
    ("word", "synonym", "reason"),
    [
        ("cat", "bat", "rhymes_with_word"),
        ("gray", "grey", "rhymes_with_word"),
        ("cat", "cap", "rhymes_with_word"),  # slant, by its vowel
        ("cat", "kit-kat", "rhymes_with_word"),
        ("cat", "zorblatt", "no_rhyme_known"),
        ("cat", "catkin", "same_stem"),
        ("figs", "figures", "same_stem"),
        ("said", "told", "other_construction"),
        ("does", "makes", "other_construction"),
        ("cat", "feline", None),
        ("care", "caution", None),
    ],
)
def test_why_a_synonym_is_refused(word: str, synonym: str, reason: str | None) -> None:
    found = find(couplet(word, word), **{word: synonym})
    assert found.refused == ({reason: 2} if reason else {})
    assert len(found.synonyms) == (0 if reason else 2)


def test_a_word_that_rhymes_with_another_line_alone_is_refused() -> None:
    poem = couplet("the moon", "the cat")
    assert find(poem, moon="hat").refused == {"rhymes_with_group": 1}


def test_the_last_words_of_a_line_rhyme_together() -> None:
    poem = couplet("I shall sit in a gown", "and a ticket")
    assert find(poem, gown="thicket").refused == {"rhymes_with_group": 1}
    poem = couplet("he would pick robe", "a ticket")
    assert find(poem, robe="it").refused == {"rhymes_with_group": 1}


def test_lines_of_other_groups_do_not_matter() -> None:
    poem = annotated("cat\nhat\nmoon\nspoon\nbat")
    assert lines(find(poem, cat="goon")) == ["goon / hat / moon / spoon / bat"]


def test_a_line_that_rhymes_with_none_keeps_its_word() -> None:
    assert not find(annotated("cat\nhat\nfeline", scheme="AAB"), feline="tiger").synonyms


def test_a_group_without_a_known_sound_allows_nothing() -> None:
    poem = couplet("zorbat", "snibat")
    assert not has_known_sound(poem, 0, SOUNDS)
    assert find(poem, zorbat="cat dog").refused == {"no_rhyme_known": 2}


def test_one_known_sound_of_a_group_is_enough_for_all_of_its_lines() -> None:
    poem = annotated("zorbat\nsnibat\nmoon\nspoon\ncat")
    assert all(has_known_sound(poem, line, SOUNDS) for line in range(5))
    assert lines(find(poem, zorbat="dog")) == ["dog / snibat / moon / spoon / cat"]


@pytest.mark.parametrize(
    ("line", "synonyms", "kept"),
    [
        ("a cat", "animal feline", ["feline"]),
        ("an ox", "cow animal", ["animal"]),
        ("An ox", "cow", []),
        ("a big cat", "animal", ["animal"]),
        ("a cat", "hour", []),
        ("a cat", "unicorn", ["unicorn"]),
        ("an art—cat", "feline", ["feline"]),
    ],
)
def test_an_article_is_not_changed_and_must_fit(line: str, synonyms: str, kept: list[str]) -> None:
    word = line.split("—")[-1].split()[-1]
    found = find(couplet(line), **{word: synonyms})
    assert [one.synonym for one in found.synonyms if one.line == 0] == kept
    assert found.refused["other_article"] == len(synonyms.split()) - len(kept)


@pytest.mark.parametrize(
    ("word", "synonym", "placed"),
    [
        ("Cat", "feline", "Feline"),
        ("CAT", "feline", "FELINE"),
        ("cat", "feline", "feline"),
        ("Cat", "Garfield", "Garfield"),
    ],
)
def test_capitals_stay_where_they_are(word: str, synonym: str, placed: str) -> None:
    assert [one.synonym for one in find(couplet(word), cat=synonym).synonyms] == [placed]


def test_one_spelling_stands_once_in_a_line() -> None:
    assert find(couplet("CAT"), cat="feline FELINE").refused == {"same_spelling": 1}


@pytest.mark.parametrize(
    ("line", "tags", "kept"),
    [
        ("a cat", "DET NOUN", True),
        ("a cat", "DET PROPN", False),
        ("a cat", "DET ADV", False),
        ("so badly", "ADV ADV", True),
        ("so damp", "ADV ADJ", True),
        ("damp", "ADJ", True),
        ("the damp", "DET ADJ", False),
        ("in damp", "ADP ADJ", False),
        ("I lay", "PRON VERB", False),
        ("I put", "PRON VERB", False),
        ("I walked", "PRON VERB", True),
        ("I walk", "PRON VERB", True),
    ],
)
def test_which_words_are_left_alone(line: str, tags: str, kept: bool) -> None:
    poem = couplet(line, "hat", [*tags.split(), "NOUN"])
    found = find(
        poem, cat="feline", badly="poor", damp="moist", lay="rested", put="rested", walked="trod", walk="tread"
    )
    assert len(found.synonyms) == kept
    assert not found.refused


def test_an_article_of_the_line_before_makes_no_noun_of_an_adjective() -> None:
    poem = annotated("I saw the\ndamp", ["PRON", "VERB", "DET", "ADJ"], scheme="AA")
    assert lines(find(poem, damp="moist")) == ["I saw the / moist"]


def test_both_ways_the_sense_of_the_synonym_is_asked_for_too() -> None:
    found = find(couplet("my cat"), True, cat="feline tiger guy", feline="beast cat", tiger="lion")
    assert [(one.synonym, one.senses) for one in found.synonyms] == [("feline", ("cat.noun.1", "feline.noun.2"))]
    assert found.refused == {"one_way": 2}


# --- with the shipped thesaurus


WORDS = "night rain fall stones nose old tale replied began grove fury dogs sings brightly seas hall joy".split()


@settings(deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=5, max_size=5), st.sampled_from(["NOUN", "VERB", "ADJ"]))
def test_what_is_kept_rhymes_with_no_line_and_nothing_is_lost(words: list[str], tag: str) -> None:
    poem, thesaurus = annotated("\n".join(f"and {word}," for word in words), tag), load_thesaurus("wordnet")
    found = find_synonyms(poem, SOUNDS, thesaurus, both_ways=False)
    finder = SOUNDS.finder_of(SOUNDS.rhymes)
    for one in found.synonyms:
        mine = one.text.split("\n")
        rest = [mine[other] for other in range(5) if other != one.line and poem.scheme[other] == poem.scheme[one.line]]
        assert all(finder.rhyme(mine[one.line], other).rhyme_class is RhymeClass.NONE for other in rest)
        assert poem.text[: one.end_word.start] + one.synonym + poem.text[one.end_word.end :] == one.text
    asked = sum(len(thesaurus.synonyms(word, tag)) for word in words)
    assert len(found.synonyms) + found.refused.total() == asked


@pytest.mark.parametrize(
    ("line", "tags", "synonyms", "kept"),
    [
        ("he went down", ["PRON", "VERB", "ADV", "NOUN"], {"down": "below downward"}, ["below", "downward"]),
        ("in the damp", ["ADP", "DET", "ADJ", "NOUN"], {"damp": "moist wet"}, ["moist"]),
        ("it was put", ["PRON", "AUX", "VERB", "NOUN"], {"put": "placed"}, ["placed"]),
        ("an eye", ["DET", "NOUN", "NOUN"], {"eye": "gaze"}, ["gaze"]),
        ("my figs", ["PRON", "NOUN", "NOUN"], {"figs": "figures bat zorblatt"}, ["figures"]),
    ],
)
def test_the_paper_s_rules_refuse_only_what_rhymes_or_has_no_sound(
    line: str, tags: list[str], synonyms: dict[str, str], kept: list[str]
) -> None:
    poem = couplet(line, {"damp": "jet"}.get(line.split()[-1], "hat"), tags)
    found = find_synonyms(poem, SOUNDS, Listing(**synonyms), both_ways=False, strict=False)
    assert [one.synonym for one in found.synonyms] == kept
    assert set(found.refused) <= {"rhymes_with_word", "rhymes_with_group", "no_rhyme_known"}
    strict = find_synonyms(poem, SOUNDS, Listing(**synonyms), both_ways=False)
    assert not strict.synonyms
