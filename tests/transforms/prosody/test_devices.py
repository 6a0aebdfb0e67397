"""Sound devices of a line, on lines written for the project."""

import pytest

from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.prosody.devices import HeardWord, devices_of_line
from versebench.transforms.prosody.perfect_rhyme import rhyming_parts
from versebench.transforms.prosody.stressed_syllable import stressed_syllable


def devices(line: str) -> list[tuple[str, str]]:
    """The devices of a line with their words; words in capitals bear beats."""
    words = line.split()
    sounds = load_pronouncer("verse-ear").pronounce([word.lower() for word in words])
    heard = [
        HeardWord(
            place,
            word.lower(),
            stressed_syllable(" ".join(pronunciations[0].phones)),
            rhyming_parts(pronunciations),
            word.isupper(),
        )
        for place, (word, pronunciations) in enumerate(zip(words, sounds, strict=True))
    ]
    return [(str(kind), " ".join(words[place].lower() for place in places)) for kind, places in devices_of_line(heard)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("the LITTLE LAMP was LIT for me", [("alliteration", "little lamp lit"), ("assonance", "little lit")][:1]),
        ("the BOY BOUGHT a LAMP", []),
        ("the SPOON and the STONE and the SKY", []),
        ("the STONE and the STAR and the STRING", [("alliteration", "stone star string")]),
        ("a GREEN BEACH by the SEA", [("assonance", "green beach sea")]),
        ("a GREEN BEACH by the SEA with OLD TALL DARK SHIPS", []),
        ("the LAMP and the HIMP and the STOMP", [("consonance", "lamp himp stomp")]),
        ("he COUNTED the BOATS and the CARTS and the NIGHTS", [("consonance", "boats carts nights")][1:]),
        ("he LOADED and HOARDED and SHOUTED", []),
        ("the CAT that SAT on the MAT", [("assonance", "cat sat mat"), ("internal_rhyme", "cat sat mat")]),
        ("we ROWED to the SHORE FOUR", []),
        ("we CAME to the SHORE and WAITED for FOUR", [("internal_rhyme", "shore four")]),
        ("the DAY of the DAY", []),
        ("the SEA that I SEE", []),
        ("", []),
    ],
)
def test_devices_of_a_line(line: str, expected: list[tuple[str, str]]) -> None:
    assert devices(line) == expected
