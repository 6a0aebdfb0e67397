import pytest

from versebench.transforms.prosody.languages.classical_chinese.language import ClassicalChinese
from versebench.transforms.prosody.languages.contract import CAPABILITIES, Language
from versebench.transforms.prosody.languages.registry import LANGUAGES
from versebench.transforms.prosody.rhymes.settings import AMERICAN

LINE = "「鐵軌、穿雲去，」"


@pytest.fixture
def language() -> Language:
    return LANGUAGES["classical-chinese"]


def test_the_language_is_registered(language: Language) -> None:
    assert isinstance(language, ClassicalChinese)
    assert language.title == "Classical Chinese"


def test_each_character_is_a_token_and_a_word(language: Language) -> None:
    tokens = language.tokens(LINE)
    assert [LINE[token.word_start : token.word_end] for token in tokens] == language.words(LINE) == list("鐵軌穿雲去")
    assert all(token.token_start == token.word_start for token in tokens)
    assert all(token.token_end == token.word_end for token in tokens)
    assert language.last_word(language.words(LINE)) == "去"


def test_a_line_of_marks_has_no_word(language: Language) -> None:
    assert language.tokens("，K 1。") == []
    assert language.words("") == []
    assert language.last_word([]) is None


def test_what_it_lacks_has_a_reason(language: Language) -> None:
    assert set(language.lacks) == set(CAPABILITIES)
    assert all(reason for reason in language.lacks.values())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("鐵軌穿雲去，\n孤燈接夜明。", None),
        (
            "小楼听雨到三更，\n灯影书声",
            "script: simplified characters (楼灯书声); convert the text to traditional characters, or set "
            "ingest.simplified to accept and clean to {filters: [{filter: chinese_text.v1}]}",
        ),
        ("There was an old man", "script: no Chinese character"),
        ("里干征后云", None),
    ],
)
def test_a_text_in_another_script_is_named(language: Language, text: str, problem: str | None) -> None:
    assert language.script_problem(text) == problem


def test_a_reading_is_tone_and_rhyme_and_counts_one_syllable(language: Language) -> None:
    pronouncer = language.pronouncer("verse-ear")
    [[reading], unknown] = pronouncer.pronounce(["東", "汽"])
    assert reading.phones == ("平", "東")
    assert not reading.guessed
    assert unknown == ()
    name, counter = language.counter("pronunciation")
    assert name == "characters.v1"
    assert counter(["東", "汽", "K", ""], pronouncer) == [1, 1, 0, 0]


def test_rhymes_are_those_of_the_pronouncer(language: Language) -> None:
    rhymes = language.rhymes(language.pronouncer("verse-ear"), AMERICAN)
    assert rhymes.scheme(["風起月，", "雨聲東。", "人在水，", "夜燈紅。"]) == "xaxa"
