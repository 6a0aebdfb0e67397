import pytest

from versebench.models.thesaurus.regular import inflect_regularly, lemmas_by_rule


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("blog", "NNS", "blogs"),
        ("frotz", "NNS", "frotzes"),
        ("grumphy", "NNS", "grumphies"),
        ("quay", "NNS", "quays"),
        ("specs", "NNS", "specs"),
        ("dingus", "NNS", "dinguses"),
        ("yoyo", "NNS", "yoyos"),
        ("yoyo", "VBZ", "yoyoes"),
        ("zip", "VBD", "zipped"),
        ("zip", "VBN", "zipped"),
        ("quiz", "VBG", "quizzing"),
        ("grok", "VBG", "grokking"),
        ("loop", "VBD", "looped"),
        ("mix", "VBD", "mixed"),
        ("sow", "VBG", "sowing"),
        ("vape", "VBG", "vaping"),
        ("vape", "VBD", "vaped"),
        ("vie", "VBG", "vying"),
        ("dye", "VBG", "dyeing"),
        ("agree", "VBG", "agreeing"),
        ("scurry", "VBD", "scurried"),
        ("add", "VBD", "added"),
    ],
)
def test_regular_forms(lemma: str, tag: str, form: str) -> None:
    assert inflect_regularly(lemma, tag) == form


@pytest.mark.parametrize("lemma", ["vomit", "regret", "travel"])
def test_a_word_of_several_syllables_is_not_guessed_where_it_may_double(lemma: str) -> None:
    assert inflect_regularly(lemma, "VBD") is None
    assert inflect_regularly(lemma, "VBG") is None


@pytest.mark.parametrize("tag", ["JJR", "JJS", "RBR", "RBS", "", "NN"])
def test_other_forms_have_no_rule(tag: str) -> None:
    assert inflect_regularly("big", tag) is None


@pytest.mark.parametrize(
    ("word", "tag", "lemma"),
    [
        ("blogs", "NNS", "blog"),
        ("grumphies", "NNS", "grumphy"),
        ("zipped", "VBD", "zip"),
        ("vaping", "VBG", "vape"),
        ("vying", "VBG", "vie"),
        ("scurried", "VBD", "scurry"),
        ("added", "VBD", "add"),
    ],
)
def test_lemmas_by_rule_hold_the_lemma(word: str, tag: str, lemma: str) -> None:
    assert lemma in list(lemmas_by_rule(word, tag))


@pytest.mark.parametrize(("word", "tag"), [("", "NNS"), ("s", "NNS"), ("ed", "VBD"), ("sheep", "NNS"), ("猫s", "JJ")])
def test_no_lemma_where_no_rule_can_have_been_at_work(word: str, tag: str) -> None:
    assert list(lemmas_by_rule(word, tag)) == []
