import pickle

import pytest

from versebench.models.thesaurus.inflection import Reading, inflect, lemmas_of, lexicon_version, readings


@pytest.mark.parametrize(
    ("word", "upos", "expected"),
    [
        ("cat", "NOUN", ["cat NN"]),
        ("cats", "NOUN", ["cat NNS", "cats NNS"]),
        ("sheep", "NOUN", ["sheep NN"]),
        ("saw", "VERB", ["see VBD", "saw VB", "saw VBP"]),
        ("walked", "VERB", ["walk VBD", "walk VBN"]),
        ("goes", "VERB", ["go VBZ"]),
        ("going", "VERB", ["go VBG"]),
        ("are", "VERB", ["be VBP"]),
        ("biggest", "ADJ", ["big JJS"]),
        ("better", "ADJ", ["good JJR", "well JJR"]),
        ("faster", "ADV", ["fast RBR"]),
        ("hello", "INTJ", ["hello "]),
        ("smith", "PROPN", ["smith "]),
    ],
)
def test_readings(word: str, upos: str, expected: list[str]) -> None:
    assert [f"{one.lemma} {one.tag}" for one in readings(word, upos)] == expected


def test_a_word_that_the_lexicon_lacks_is_read_as_it_is_and_by_rule() -> None:
    assert readings("vlooned", "VERB")[0] == Reading("vlooned", "VB")
    assert Reading("vloon", "VBD") in readings("vlooned", "VERB")
    assert Reading("vloon", "VBN") in readings("vlooned", "VERB")


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("feline", "NNS", "felines"),
        ("child", "NNS", "children"),
        ("furniture", "NNS", None),
        ("species", "NNS", "species"),
        ("eyeglasses", "NNS", "eyeglasses"),
        ("eyeglasses", "NN", None),
        ("humans", "NN", None),
        ("go", "VBD", "went"),
        ("go", "VBN", "gone"),
        ("escape", "VBN", "escaped"),
        ("gigantic", "JJR", None),
        ("large", "JJS", "largest"),
        ("larger", "JJ", None),
        ("vloon-by", "NNS", None),
        ("ne'er-do-well", "NN", "ne'er-do-well"),
        ("zorkle", "VBG", "zorkling"),
        ("zorkle", "JJR", None),
        ("zorkle", "JJ", "zorkle"),
        ("half-cat", "NNS", "half-cats"),
        ("half-vloon", "NNS", None),
        ("cat-in-law", "NNS", None),
        ("hi", "", "hi"),
    ],
)
def test_inflect(lemma: str, tag: str, form: str | None) -> None:
    assert inflect(lemma, tag) == form


def test_lemmas_of_a_word_are_of_any_part_of_speech() -> None:
    assert lemmas_of("saw") == {"saw", "see"}
    assert lemmas_of("vloon") == {"vloon"}


@pytest.mark.parametrize("word", ["", "a" * 5000, "42", "猫", "кошка", "🐈", "it's", "-", "a b"])
@pytest.mark.parametrize("upos", ["NOUN", "VERB", "ADJ", "ADV", "PROPN", "X", ""])
def test_odd_words_are_read_as_they_are(word: str, upos: str) -> None:
    assert readings(word, upos)[0].lemma == word
    assert word in lemmas_of(word)


def test_nothing_is_unpickled(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("unpickled")

    for function in (readings, inflect):
        function.cache_clear()
    monkeypatch.setattr(pickle, "load", refuse)
    monkeypatch.setattr(pickle, "loads", refuse)
    monkeypatch.setattr(pickle, "Unpickler", refuse)
    assert readings("glorped", "VERB")
    assert inflect("glorp", "VBD") == "glorped"
    assert inflect("glorpy", "JJR") is None


def test_the_lexicon_has_a_version() -> None:
    assert lexicon_version().startswith("lemminflect-0.")
