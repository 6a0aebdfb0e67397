"""Every reason of every filter, with its settings."""

import pytest
from pydantic import ValidationError

from tests.transforms.filters.stanzas import CHINESE, EMOJI, GOOD, ONE_WORD_LINES, ending_on, stanza
from versebench.transforms.filters import registry
from versebench.transforms.filters.contract import Filter
from versebench.transforms.filters.end_words_in_dictionary import EndWordsInDictionary
from versebench.transforms.filters.excluded_words import ExcludedWords
from versebench.transforms.filters.five_lines import FiveLines
from versebench.transforms.filters.profiles import PROFILES
from versebench.transforms.filters.rhyme_scheme import RhymeScheme
from versebench.transforms.filters.rhyme_scheme_v2 import RhymeSchemeV2
from versebench.transforms.filters.short_lines import ShortLines
from versebench.transforms.filters.words_not_symbols import WordsNotSymbols
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.forms.contract import Form, LineCount, fixed
from versebench.transforms.prosody.stanza import Stanza

FILTERS = (FiveLines(), WordsNotSymbols(), EndWordsInDictionary(), RhymeScheme(), ShortLines())


def reason(filter_: Filter, poem: Stanza) -> str | None:
    refusal = filter_.refuse(poem)
    return refusal.reason if refusal else None


@pytest.mark.parametrize("filter_", [*FILTERS, RhymeScheme(groups_differ=True), ExcludedWords(words=["damn"])])
def test_a_good_limerick_is_kept(filter_: Filter) -> None:
    assert filter_.refuse(stanza(GOOD)) is None


@pytest.mark.parametrize(("count", "detail"), [(0, "0 lines"), (1, "1 line"), (4, "4 lines"), (6, "6 lines")])
def test_five_lines(count: int, detail: str) -> None:
    assert FiveLines().refuse(stanza("a line\n" * count)) == Refusal("five_lines", detail)


def test_blank_lines_do_not_count() -> None:
    assert FiveLines().refuse(stanza("a\n\nb\nc\n\nd\ne")) is None


@pytest.mark.parametrize("line", ["🎂 🎈", "2 + 2 = 4", "— … !", "♪ ♫"])
def test_a_line_without_a_word_is_refused(line: str) -> None:
    refusal = WordsNotSymbols().refuse(stanza(f"a line\n{line}"))
    assert refusal == Refusal("words_not_symbols.no_word", f"line 2: {line}")


@pytest.mark.parametrize("line", ["x = (2 + 3) / 4", "I <3 <3 <3 U", "%&*#@!! a"])
def test_a_line_of_mostly_symbols_is_refused(line: str) -> None:
    refusal = WordsNotSymbols().refuse(stanza(line))
    assert refusal == Refusal("words_not_symbols.mostly_symbols", f"line 1: {line}")


def test_the_share_of_letters_is_a_setting() -> None:
    half = stanza("ab 12")
    assert WordsNotSymbols().refuse(half) is None
    assert reason(WordsNotSymbols(letter_share=0.6), half) == "words_not_symbols.mostly_symbols"
    assert reason(WordsNotSymbols(letter_share=0.1), stanza("a 1234567")) is None


@pytest.mark.parametrize("line", ["हिन्दी में", "เที่ยวไปไหนมา", "நீ எங்கே", "שָׁלוֹם"])
def test_vowel_signs_are_no_symbols(line: str) -> None:
    assert WordsNotSymbols().refuse(stanza(line)) is None


@pytest.mark.parametrize("share", [0.0, -1.0, 1.1])
def test_a_share_of_letters_is_between_0_and_1(share: float) -> None:
    with pytest.raises(ValidationError):
        WordsNotSymbols(letter_share=share)


def test_end_words_outside_the_dictionary_are_all_named() -> None:
    poem = stanza("a hill\na vloon\n🎂\na day\nzlate!")
    expected = Refusal("end_words_in_dictionary", "line 2: vloon; line 3: no word; line 5: zlate")
    assert EndWordsInDictionary().refuse(poem) == expected


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("hill still day spray until", None),
        ("hill hill day day hill", None),
        ("hill still day spray cat", Refusal("rhyme_scheme.no_rhyme", "lines 1 and 5 do not rhyme: hill / cat")),
        ("hill cat day spray until", Refusal("rhyme_scheme.no_rhyme", "lines 1 and 2 do not rhyme: hill / cat")),
        ("hill still day cat until", Refusal("rhyme_scheme.no_rhyme", "lines 3 and 4 do not rhyme: day / cat")),
        ("hill still day vloon until", Refusal("rhyme_scheme.no_pronunciation", "line 4: vloon")),
        ("hill still day spray", Refusal("rhyme_scheme.wrong_length", "4 lines, but AABBA needs 5")),
    ],
)
def test_rhyme_scheme(words: str, refusal: Refusal | None) -> None:
    assert RhymeScheme().refuse(ending_on(*words.split())) == refusal


def test_a_line_without_a_word_rhymes_with_nothing() -> None:
    refusal = RhymeScheme().refuse(stanza("hill\nstill\nday\n🎂\nuntil"))
    assert refusal == Refusal("rhyme_scheme.no_pronunciation", "line 4: no word")


def test_a_word_may_be_heard_in_two_ways() -> None:
    assert RhymeScheme().refuse(ending_on("read", "bed", "day", "spray", "head")) is None
    assert reason(RhymeScheme(), ending_on("read", "bed", "day", "spray", "need")) == "rhyme_scheme.no_rhyme"


def test_that_the_groups_differ_is_a_setting() -> None:
    poem = ending_on("hill", "still", "mill", "fill", "until")
    assert RhymeScheme().refuse(poem) is None
    refused = Refusal("rhyme_scheme.groups_rhyme", "lines 1 and 3 rhyme, but belong to different groups: hill / mill")
    assert RhymeScheme(groups_differ=True).refuse(poem) == refused


@pytest.mark.parametrize(
    ("syllables", "refusal"),
    [
        ((3, 3, 2, 2, 3), None),
        ((3, 4, 2, 1, 9), None),
        ((3, 3, 3, 2, 3), Refusal("short_lines.not_shorter", "syllables 3 3 3 2 3")),
        ((3, 2, 2, 2, 3), Refusal("short_lines.not_shorter", "syllables 3 2 2 2 3")),
        ((9, 9, 2, 8, 8), Refusal("short_lines.not_shorter", "syllables 9 9 2 8 8")),
        ((3, 2, 1, 1), Refusal("short_lines.wrong_length", "4 lines, but AABBA needs 5")),
    ],
)
def test_short_lines(syllables: tuple[int, ...], refusal: Refusal | None) -> None:
    assert ShortLines().refuse(stanza("\n".join("cat " * count for count in syllables))) == refusal


def test_a_word_that_cannot_be_counted_is_named() -> None:
    refusal = ShortLines().refuse(stanza("a cat\na cat\ncat\na vloon\na cat"))
    assert refusal == Refusal("short_lines.unknown_word", "line 4: vloon")


def test_a_form_without_short_lines_is_not_refused_for_them() -> None:
    assert (
        ShortLines().refuse(stanza("a cat\na dog", Form("couplet", "Couplet", "english", LineCount(2, 2), fixed("AA"))))
        is None
    )


@pytest.mark.parametrize("line", ["the DAMN cat", "damn—it", "a damn-fool", "“Damn!” he", "don’t", "CAFÉ"])
def test_excluded_words_are_found_whatever_their_case_and_marks(line: str) -> None:
    filter_ = ExcludedWords(words=["Damn", "don't", "cafe\u0301"])
    assert filter_.refuse(stanza(f"a cat\n{line}")) == Refusal("excluded_words", "line 2")


def test_excluded_words_are_whole_words() -> None:
    assert ExcludedWords(words=["damn"]).refuse(stanza("damnation\ngoddamn")) is None


def test_a_list_of_no_words_is_refused() -> None:
    with pytest.raises(ValidationError):
        ExcludedWords(words=[])


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (CHINESE, [None, None, "end_words_in_dictionary", "rhyme_scheme.no_pronunciation", "short_lines.unknown_word"]),
        (
            EMOJI,
            [
                None,
                "words_not_symbols.no_word",
                "end_words_in_dictionary",
                "rhyme_scheme.no_pronunciation",
                "short_lines.not_shorter",
            ],
        ),
        (ONE_WORD_LINES, [None, None, None, None, "short_lines.not_shorter"]),
    ],
)
def test_unusual_poems(text: str, reasons: list[str | None]) -> None:
    assert [reason(filter_, stanza(text)) for filter_ in FILTERS] == reasons


def test_the_papers_filters_in_their_order() -> None:
    names = {profile: [filter_.filter for filter_ in filters] for profile, filters in PROFILES.items()}
    assert (
        names.items()
        >= {
            "versebench": ["five_lines.v1", "words_not_symbols.v1", "rhyme_scheme.v2"],
            "jcls2022": ["five_lines.v1", "words_not_symbols.v1", "rhyme_scheme.v1"],
            "ranlp2021": [
                "five_lines.v1",
                "words_not_symbols.v1",
                "end_words_in_dictionary.v1",
                "rhyme_scheme.v1",
                "short_lines.v1",
            ],
        }.items()
    )
    assert PROFILES["versebench"][2] == RhymeSchemeV2(groups_differ=True)
    assert PROFILES["jcls2022"][2] == PROFILES["ranlp2021"][3] == RhymeScheme(groups_differ=False)


@pytest.mark.parametrize("kind", registry.FILTERS.values(), ids=list(registry.FILTERS))
def test_what_every_registered_filter_promises(kind: type[Filter]) -> None:
    filter_ = kind.model_validate(kind.example)
    poems = [stanza(text) for text in ("the cat", EMOJI, ONE_WORD_LINES, "a b\n" * 5, CHINESE, "1 2\n" * 5)]
    reasons = {reason(filter_, poem) for poem in poems} - {None}
    assert {str(each).split(".")[0] for each in reasons} <= {filter_.filter.split(".")[0]}
    assert reasons or kind not in map(type, FILTERS)
    assert kind.title[0].isupper()
    assert "_" not in kind.title
    assert kind.source
    assert kind.__doc__


def test_an_unknown_setting_is_an_error() -> None:
    with pytest.raises(ValidationError):
        RhymeScheme(groups_differs=True)  # type: ignore[call-arg]
