import pytest

from tests.transforms.prosody.counting_pronouncer import CountingPronouncer
from versebench.models.pronunciation.cmudict import CmudictPronouncer
from versebench.transforms.prosody.forms.limerick import LIMERICK
from versebench.transforms.prosody.stanza import SoundMemory, Stanza


def stanza(*lines: str) -> Stanza:
    return Stanza(lines, LIMERICK, SoundMemory(CmudictPronouncer()))


@pytest.mark.parametrize(
    ("line", "syllables"),
    [
        ("The cat sat on the mat.", 6),
        ("A caterpillar, walking", 7),
        ("the line—or a well-bred cat", 7),
        ("forty-eight...then none", 5),
        ("it's a CAT", 3),
        ("It’s “home”!", 2),
        ("—", 0),
    ],
)
def test_syllables_of_a_line(line: str, syllables: int) -> None:
    assert stanza(line).syllables(0) == syllables


@pytest.mark.parametrize(
    ("line", "unknown"), [("a vloon sat", "vloon"), ("cat-vloon and zlate", "cat-vloon"), ("the 42", "42")]
)
def test_the_first_word_without_a_pronunciation_is_named(line: str, unknown: str) -> None:
    assert stanza(line).syllables(0) == unknown


def test_end_words_and_their_pronunciations() -> None:
    poem = stanza("of art—still.", "🎂", "vloon")
    assert poem.end_words == ("still", None, "vloon")
    assert [phones.phones for phones in poem.pronunciations(0)] == [("S", "T", "IH1", "L")]
    assert poem.pronunciations(1) == poem.pronunciations(2) == ()


def test_each_distinct_word_is_asked_for_once() -> None:
    pronouncer = CountingPronouncer()
    sounds = SoundMemory(pronouncer)
    for word in ("cat", "dog", "cat", "dog"):
        sounds.pronunciations(word)
    assert pronouncer.asked == ["cat", "dog"]
