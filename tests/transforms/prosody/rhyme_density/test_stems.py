import pytest

from versebench.transforms.prosody.rhyme_density.stems import stem


@pytest.mark.parametrize(
    "words",
    [
        "sing sings singing singin' singer singers",
        "stop stopped stopping stops",
        "make making maker makes",
        "cry cried cries",
        "river river's rivers",
        "loafe loaf loafing",
        "belong belongs belonging",
    ],
)
def test_forms_of_a_word_share_their_stem(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize("pair", ["rapping tapping", "bed bled", "red read", "is this", "a as", "king making"])
def test_other_words_do_not(pair: str) -> None:
    first, second = pair.split()
    assert stem(first) != stem(second)
