from collections.abc import Sequence

from versebench.models.pronunciation.contract import Pronunciation
from versebench.transforms.filters.end_words_in_dictionary import EndWordsInDictionary
from versebench.transforms.prosody.forms.limerick import LIMERICK
from versebench.transforms.prosody.stanza import SoundMemory, Stanza


class GuessingPronouncer:
    name = "guessing"

    def pronounce(self, words: Sequence[str]) -> list[tuple[Pronunciation, ...]]:
        return [(Pronunciation(("K", "AE1", "T"), "g2p.v1" if word == "blat" else "cmudict"),) for word in words]


def test_a_guess_is_no_entry_of_a_dictionary() -> None:
    entries, guess = ["a cat"] * 5, ["a cat"] * 4 + ["a blat"]
    assert EndWordsInDictionary().refuse(Stanza(entries, LIMERICK, SoundMemory(GuessingPronouncer()))) is None
    refusal = EndWordsInDictionary().refuse(Stanza(guess, LIMERICK, SoundMemory(GuessingPronouncer())))
    assert refusal is not None
    assert refusal.detail == "line 5: blat"
