import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.ear.ipa import ARPABET, VOWELS, arpabet, near, syllables

SIGNS = st.lists(st.sampled_from(sorted(ARPABET)), max_size=12)
CONSONANTS = set("P B T D K G F V TH DH S Z SH ZH CH JH HH M N NG L R Y W".split())


@pytest.mark.parametrize(
    ("ipa", "phones"),
    [
        ("f_ˈɪ_z_ɪ_k", "F IH Z IH K"),
        ("tʃ_ˈɜː_tʃ", "CH ER CH"),
        ("p_ˈaʊ_ɚ", "P AW ER"),
        ("f_ˈaɪɚ", "F AY ER"),
        ("b_ˈʌ_ɾ_ɚ", "B AH T ER"),
        ("b_ˈʌ_ʔ_n̩", "B AH T AH N"),
        ("v_ɪ_k_t_ˈoː_ɹ_iə_s", "V IH K T AO R IY AH S"),
        ("ɐ_k_ˈæ_m_p_s_iə", "AH K AE M P S IY AH"),
        ("ˌæ_ɡ_ɹ_ɪ_k_ˈʌ_l_tʃ_ɚ_ɹ_əl_i", "AE G R IH K AH L CH ER AH L IY"),  # one R
        ("j_ʊɹ_ɹ_ˈeɪ_n_iə_m", "Y UH R EY N IY AH M"),
        ("ˈæ_b_ɪ__ˌoʊ", "AE B IY OW"),
        ("m_ə_k d_ˈɑː_n_əl_d", "M AH K D AA N AH L D"),
        ("ˈɑː_n_ɚ_d", "AA N ER D"),
        ("", ""),
        ("?_k", "K"),
    ],
)
def test_words_of_espeak(ipa: str, phones: str) -> None:
    assert arpabet(ipa) == tuple(phones.split())


@given(SIGNS)
def test_every_sign_gives_phones_of_cmudict(signs: list[str]) -> None:
    made = arpabet("_".join(signs))
    assert set(made) <= VOWELS | CONSONANTS
    assert syllables(made) == sum(phone in VOWELS for sign in signs for phone in ARPABET[sign])


def test_a_long_sign_is_not_read_as_two_short_ones() -> None:
    assert arpabet("aɪə") == ("AY", "AH")
    assert arpabet("tʃ") == ("CH",)
    assert arpabet("t_ʃ") == ("T", "SH")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("W AA1 N T IH0 D", "W AO1 N T AH0 D"),
        ("N IH1 R", "N IY1 R"),
        ("K AA1 T", "K AO1 T"),
    ],
)
def test_near_vowels_are_one(one: str, other: str) -> None:
    assert near(tuple(one.split())) == near(tuple(other.split()))


def test_other_vowels_are_not() -> None:
    assert near(("B", "IY1", "T")) != near(("B", "IH1", "T"))
    assert near(("B", "EH1", "T")) != near(("B", "AE1", "T"))


@given(st.lists(st.sampled_from(sorted(VOWELS | CONSONANTS))).map(tuple))
def test_near_changes_no_length_and_nothing_twice(phones: tuple[str, ...]) -> None:
    assert len(near(phones)) == len(phones)
    assert near(phones) == near(tuple(f"{phone}1" if phone in VOWELS else phone for phone in phones))
