import pytest

from versebench.transforms.prosody.rhyme_density.written import parts


@pytest.mark.parametrize(
    ("word", "syllables", "written"),
    [
        ("cat", 1, "cat"),
        ("baker", 2, "ba ker"),
        ("counting", 2, "coun ting"),
        ("singing", 2, "sing ing"),
        ("pocket", 2, "pock et"),
        ("father", 2, "fa ther"),
        ("plates", 1, "plates"),
        ("created", 3, "cr ea ted"),
        ("conversation", 4, "con ver sa tion"),
        ("strengths", 1, "strengths"),
        ("x", 2, " x"),
    ],
)
def test_the_letters_of_each_syllable(word: str, syllables: int, written: str) -> None:
    assert " ".join(parts(word, syllables)) == written


@pytest.mark.parametrize("word", ["queue", "o'er", "I'm", "rhythm", "Élodie", "12", "aaaa"])
@pytest.mark.parametrize("syllables", [1, 2, 3, 5])
def test_no_letter_is_lost(word: str, syllables: int) -> None:
    written = parts(word, syllables)
    assert "".join(written) == word
    assert len(written) == syllables
