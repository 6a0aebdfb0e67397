import codecs

import pytest

from versebench.models.pronunciation.own_words import OwnWords
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.prosody.lexicon.own_words_file import OwnWordsError, read_own_words

PRONOUNCER = VersePronouncer(lambda words: [("V", "L", "AA1", "N") for _ in words])
VLOON = OwnWords((("vloon", (("V", "L", "UW1", "N"),)),))


def read(text: str | bytes) -> OwnWords:
    return read_own_words(text if isinstance(text, bytes) else text.encode(), PRONOUNCER)


def problem(text: str | bytes) -> str:
    with pytest.raises(OwnWordsError) as raised:
        read(text)
    return str(raised.value)


@pytest.mark.parametrize(
    "content",
    [
        "Vloon,V L UW1 N\n",
        "word,phones\nVloon,v l uw1 n\n",
        "word;phones;notes\r\nVLOON;V L UW1 N;a town, in a poem\r\n",
        "word\tphones\nvloon\tV  L UW1 N\n",
        '\nword,phones\n\n"Vloon","V L UW1 N"\n',
        codecs.BOM_UTF8 + b"word;phones\nVloon;V L UW1 N",
        "word;phones\nVloon;V L UW1 N".encode("utf-16"),
        "vloon,rhymes with moon",
        "vloon,Rhyme with “moon”",
        "vloon,V L UW1 N\nVloon,V L UW1 N\n",
    ],
)
def test_one_word_in_many_layouts(content: str | bytes) -> None:
    assert read(content) == VLOON


def test_several_pronunciations_stand_in_one_row() -> None:
    assert read("word,phones\nvloon,V L UW1 N / V L OW1 N").entries == (
        ("vloon", (("V", "L", "UW1", "N"), ("V", "L", "OW1", "N"))),
    )
    ends = {said[-2] for said in read("vloon,rhymes with read").entries[0][1]}
    assert ends == {"EH1", "IY1"}


def test_a_word_rhymes_with_another_of_the_file_in_any_order() -> None:
    assert dict(read("vlim,rhymes with vloon\nvloon,V L UW1 N").entries)["vlim"] == (("V", "L", "UW1", "N"),)


def test_the_word_word_is_an_entry_if_it_has_phones() -> None:
    assert read("word,W ER1 D").entries == (("word", (("W", "ER1", "D"),)),)


@pytest.mark.parametrize(
    ("content", "parts"),
    [
        ("", ["has no words", "V L UW1 N"]),
        ("word,phones\n", ["has no words"]),
        ("vloon,V L UX1 N", ["row 1", "'vloon'", "'UX1'", "was probably meant"]),
        ("word,phones\nvloon,V L UW N", ["row 2", "UW lacks its stress", "UW1"]),
        ("vloon,V L1 UW1 N", ["L1 is a consonant", "write L"]),
        ("vloon,vluːn", ["unknown phone"]),
        ("vloon,rhymes with qqzorp", ["row 1", "'qqzorp'", "neither in the dictionary nor in this file"]),
        ("vloon,V L UW1 N\ncat,K AE1 T\nVloon,V L OW1 N", ["row 3", "stands in row 1", "/ between them"]),
        ("a,rhymes with b\nb,rhymes with a", ["row 1", "a rhymes with b rhymes with a", "circle"]),
        ("vloon,", ["row 1", "has no phones", "rhymes with moon"]),
        ("vloon", ["row 1", "has no phones"]),
        (",V L UW1 N", ["row 1", "has no word"]),
        ("New York,N UW1", ["row 1", "'New York' is not one word"]),
        ("vloon!,V L UW1 N", ["is not one word"]),
        ("word,phones\ncaf\xe9,K AE2 F EY1".encode("latin-1"), ["row 2", "is not UTF-8", "CSV UTF-8"]),
        (b"PK\x03\x04...", ["save it as CSV"]),
        ('vloon,"V L UW1 N', ["row 1", "correct its quotes"]),
        ("春,rhymes with moon", ["row 1", "no letters"]),
    ],
)
def test_a_bad_row_is_named_with_its_remedy(content: str | bytes, parts: list[str]) -> None:
    message = problem(content)
    assert all(part in message for part in parts), message
    assert "\n" not in message


def test_every_bad_row_is_named_up_to_ten() -> None:
    message = problem("\n".join(f"word{row}x,Q{row}" for row in range(30)))
    assert message.count("unknown phone") == 10
    assert message.endswith("and 20 more rows")
