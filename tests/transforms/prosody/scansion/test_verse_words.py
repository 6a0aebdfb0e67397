from functools import cache

import pytest

from versebench.models.pronunciation.verse import VersePronouncer
from versebench.models.scanner.contract import VerseWord
from versebench.models.tagger.contract import Tagger
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.transforms.prosody.scansion.verse_words import verse_words, words_of_line


@cache
def tagger() -> Tagger:
    return load_tagger()


def read(*stanzas: list[str]) -> list[list[list[VerseWord]]]:
    return verse_words(stanzas, VersePronouncer(lambda words: [()] * len(words)), tagger())


@pytest.mark.parametrize(
    ("line", "words", "pauses"),
    [
        ("O rose, thou art", ["O", "rose", "thou", "art"], [False, True, False, False]),
        ("night—and day--gone", ["night", "and", "day", "gone"], [True, False, True, False]),
        ("'Tis o'er .", ["'Tis", "o'er"], [False, True]),
        ("", [], []),
        ("* * *", [], []),
    ],
)
def test_words_and_pauses(line: str, words: list[str], pauses: list[bool]) -> None:
    found = list(words_of_line(line))
    assert [line[start:end] for start, end, _ in found] == words
    assert [pause for _, _, pause in found] == pauses


def test_words_have_sounds_and_tags_of_their_place() -> None:
    (stanza,) = read(["The old ship sank", "and we can ship the tea"])
    first, second = stanza
    assert [word.text for word in second] == ["and", "we", "can", "ship", "the", "tea"]
    assert first[1].upos == "ADJ"
    assert first[2].upos == "NOUN"
    assert second[1].upos == "PRON"
    assert second[3].upos == "VERB"
    assert first[2].pronunciations[0].phones == ("SH", "IH1", "P")


def test_a_word_that_the_tagger_splits_has_the_tag_of_its_first_part() -> None:
    (((tis, _),),) = read(["'Tis late"])
    assert tis.upos == "PRON"


def test_stanzas_keep_their_lines() -> None:
    assert [[len(line) for line in stanza] for stanza in read(["a cat", ""], [], ["the dog ran"])] == [[2, 0], [], [3]]


def test_bytes_that_are_not_utf_8_do_not_stop_a_scan() -> None:
    ((line,),) = read(["the c\udc80at sat"])
    assert line[0].text == "the"
