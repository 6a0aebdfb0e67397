import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.thesaurus.wordnet import TABLE, WordNetThesaurus

THESAURUS = WordNetThesaurus()

GOLD = [
    # nouns
    ("car", "NOUN", "automobile"),
    ("doctor", "NOUN", "physician"),
    ("baby", "NOUN", "infant"),
    ("kid", "NOUN", "youngster"),
    ("girl", "NOUN", "miss"),
    ("sofa", "NOUN", "couch"),
    ("forest", "NOUN", "wood"),
    ("trip", "NOUN", "tripper"),
    ("joy", "NOUN", "delight"),
    ("error", "NOUN", "mistake"),
    ("rain", "NOUN", "rainfall"),
    ("gift", "NOUN", "talent"),
    # verbs
    ("begin", "VERB", "start"),
    ("purchase", "VERB", "buy"),
    ("shout", "VERB", "yell"),
    ("weep", "VERB", "cry"),
    ("hide", "VERB", "conceal"),
    ("select", "VERB", "choose"),
    ("repair", "VERB", "mend"),
    ("vomit", "VERB", "puke"),
    # adjectives
    ("big", "ADJ", "large"),
    ("happy", "ADJ", "glad"),
    ("sick", "ADJ", "ill"),
    ("fast", "ADJ", "quick"),
    ("stupid", "ADJ", "foolish"),
    ("rich", "ADJ", "wealthy"),
    ("tired", "ADJ", "weary"),
    # adverbs
    ("quickly", "ADV", "rapidly"),
    ("often", "ADV", "frequently"),
    ("almost", "ADV", "nearly"),
    ("maybe", "ADV", "perhaps"),
    # other forms
    ("cars", "NOUN", "automobiles"),
    ("babies", "NOUN", "infants"),
    ("men", "NOUN", "gentlemen"),
    ("felines", "NOUN", "felids"),
    ("trousers", "NOUN", "pants"),
    ("ran", "VERB", "escaped"),
    ("ran", "VERB", "went"),
    ("gone", "VERB", "departed"),
    ("begins", "VERB", "starts"),
    ("weeping", "VERB", "crying"),
    ("wept", "VERB", "cried"),
    ("chose", "VERB", "selected"),
    ("biggest", "ADJ", "largest"),
    ("happier", "ADJ", "gladder"),
    ("nearer", "ADV", "closer"),
]


def words(word: str, upos: str) -> list[str]:
    return [candidate.word for candidate in THESAURUS.synonyms(word, upos)]


@pytest.mark.parametrize(("word", "upos", "synonym"), GOLD)
def test_obvious_synonyms(word: str, upos: str, synonym: str) -> None:
    assert synonym in words(word, upos)


def test_senses_and_origins_are_told_and_synonyms_come_first() -> None:
    found = THESAURUS.synonyms("big", "ADJ")
    assert (found[0].word, found[0].sense, found[0].origin) == ("large", "big.adjective.1", "wordnet:synonym")
    origins = [candidate.origin for candidate in found]
    assert origins == sorted(origins, key=["wordnet:synonym", "wordnet:similar"].index)
    assert next(one.sense for one in found if one.word == "huge") == "big.adjective.1"
    assert next(one.origin for one in found if one.word == "huge") == "wordnet:similar"


def test_the_part_of_speech_decides() -> None:
    assert "shoot" in words("hit", "VERB")
    assert "shoot" not in words("hit", "NOUN")
    assert "collision" in words("hit", "NOUN")
    assert words("hit", "ADJ") == words("hit", "PRON") == words("two", "NUM") == []


def test_an_ambiguous_form_gets_all_its_readings() -> None:
    assert {"strike", "struck"} <= set(words("hit", "VERB"))
    assert {"went", "gone"} & set(words("moved", "VERB")) == {"went", "gone"}
    assert {"dwelt", "put", "place"} <= set(words("lay", "VERB"))


@pytest.mark.parametrize(
    ("word", "upos"),
    [("big", "ADJ"), ("run", "NOUN"), ("cat", "NOUN"), ("gone", "VERB"), ("BED", "NOUN"), ("God", "NOUN")],
)
def test_what_is_never_offered(word: str, upos: str) -> None:
    offered = words(word, upos)
    assert len(set(offered)) == len(offered)
    assert not {word.lower(), "running", "bigger", "Caterpillar", "larger"} & set(offered)
    assert not any(" " in one or "_" in one for one in offered)


def test_a_name_is_no_common_word() -> None:
    assert words("Rose", "PROPN") == []
    assert "rosiness" not in words("Rose", "PROPN")
    assert words("America", "PROPN") == ["US", "USA"]
    assert words("america", "NOUN") == []
    assert words("BIG", "ADJ") == words("big", "ADJ")


@pytest.mark.parametrize("word", ["cat", "cats", "Cats", "ran", "biggest", "vomited", "babies", "quickly"])
def test_holds(word: str) -> None:
    assert THESAURUS.holds(word)


ODD = ["", " ", "a" * 5000, "42", "3rd", "猫", "кошка", "🐈", "the", "vloon", "two words", "-", "'", "\x00", "é" * 100]


@pytest.mark.parametrize("word", ODD)
def test_odd_words_are_not_held_and_have_no_synonyms(word: str) -> None:
    assert not THESAURUS.holds(word)
    for upos in ("NOUN", "VERB", "ADJ", "ADV", "PROPN", "X", "", "noun"):
        assert THESAURUS.synonyms(word, upos) == ()


@given(word=st.text(max_size=12), upos=st.sampled_from(["NOUN", "VERB", "ADJ", "ADV", "PROPN", "X"]))
def test_any_text_is_answered(word: str, upos: str) -> None:
    assert all(candidate.word.lower() != word.lower() for candidate in THESAURUS.synonyms(word, upos))


def test_apostrophes_and_case_do_not_count() -> None:
    assert words("o’clock", "ADV") == words("o'clock", "ADV") == words("O'CLOCK", "ADV")


def test_the_name_tells_the_data_and_the_lexicon() -> None:
    assert THESAURUS.name.startswith("wordnet.v1:3.0+lemminflect-")


def test_it_is_small_and_quick() -> None:
    assert TABLE.stat().st_size < 4_000_000
    THESAURUS.synonyms("cat", "NOUN")
    start = time.process_time()
    for word, upos, _ in GOLD * 5:
        THESAURUS.synonyms(word, upos)
    assert (time.process_time() - start) / (5 * len(GOLD)) < 0.02


def test_the_licence_and_the_card_are_beside_the_table() -> None:
    assert "WordNet 3.0 Copyright 2006 by Princeton University" in (TABLE.parent / "LICENSE").read_text()
    assert "wordnet-base" in (TABLE.parent / "CARD.md").read_text()
