"""Every class of rhyme on pairs of words scored by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.prosody.rhymes.sounds import scored, sound_of
from versebench.transforms.prosody.rhymes.classify import RhymeClass, classify
from versebench.transforms.prosody.rhymes.settings import AMERICAN, BRITISH, VERSE, RhymeSettings

MASCULINE = """air/care guest/distressed pie/nearby night/right plum/become fridge/bridge go/blow blue/through
kernel/eternal sea/agree one/done laughed/draft midnight/light choir/fire hour/flower heav'n/leaven""".split()
FEMININE = "motion/ocean daughter/water singing/bringing pleasure/measure weather/feather station/nation".split()
DACTYLIC = "glorious/victorious history/mystery vanity/sanity".split()
RICHE = "there/their night/knight leaf/relief loft/aloft right/write".split()
SAME = "time/time loft/Loft o'er/o’er".split()
VARIANTS = "read/bed read/need either/neither wind/mind wind/pinned".split()
BEAT = "history/sea eternity/thee".split()
CLOSE = "time/line home/stone heaven/given comb/tomb".split()
ASSONANCE = "day/late eyes/light road/home cats/cat baker/sailor".split()
CONSONANCE = "join/line fair/fire war/star".split()
UNSTRESSED = "city/he journey/me happy/funny".split()
EYE = "cough/bough love/move through/tough worth/forth have/cave".split()
NONE = "cat/dog sing/love orange/door fish/moon".split()

HISTORICAL = """love/prove join/line tea/obey are/care symmetry/eye eternity/die wind/mind war/star heav'n/giv'n
come/home good/food blood/good low/brow said/laid death/beneath heard/beard here/refer there/were word/lord poor/door
have/grave
peace/ease this/is hand/wand gone/alone been/seen tenement/sent shall/all""".split()

BRITISH_ONLY = "path/hearth door/saw law/war bath/hearth ma/far sofa/loafer idea/dear".split()


@pytest.mark.parametrize("pair", MASCULINE + FEMININE + DACTYLIC + VARIANTS + BEAT)
def test_perfect(pair: str) -> None:
    rhyme = scored(pair)
    assert rhyme.rhyme_class is RhymeClass.PERFECT
    assert rhyme.distance <= 0.05
    assert rhyme.rhymes


@pytest.mark.parametrize(
    ("pairs", "kind"),
    [("night/light blue/through", "masculine"), (" ".join(FEMININE), "feminine"), (" ".join(DACTYLIC), "dactylic")],
)
def test_perfect_by_syllables(pairs: str, kind: str) -> None:
    assert {scored(pair).kind for pair in pairs.split()} == {kind}


@pytest.mark.parametrize(
    ("pair", "kind"), [*((pair, "rime riche") for pair in RICHE), *((pair, "same word") for pair in SAME)]
)
def test_identical(pair: str, kind: str) -> None:
    rhyme = scored(pair)
    assert (rhyme.rhyme_class, rhyme.kind, rhyme.distance) == (RhymeClass.IDENTICAL, kind, 0.0)


@pytest.mark.parametrize(
    ("pair", "kind"),
    [
        *((pair, "close") for pair in CLOSE),
        *((pair, "assonance") for pair in ASSONANCE),
        *((pair, "consonance") for pair in CONSONANCE),
        *((pair, "unstressed") for pair in UNSTRESSED),
    ],
)
def test_slant(pair: str, kind: str) -> None:
    rhyme = scored(pair)
    assert (rhyme.rhyme_class, rhyme.kind) == (RhymeClass.SLANT, kind)
    assert 0 < rhyme.distance <= 0.3
    assert not rhyme.rhymes


@pytest.mark.parametrize("pair", EYE)
def test_eye(pair: str) -> None:
    rhyme = scored(pair)
    assert rhyme.rhyme_class is RhymeClass.EYE
    assert not rhyme.rhymes


@pytest.mark.parametrize("pair", NONE)
def test_none(pair: str) -> None:
    assert scored(pair).rhyme_class is RhymeClass.NONE


def test_a_word_that_the_ear_does_not_know_rhymes_for_the_eye_or_not_at_all() -> None:
    assert scored("vlime/time").rhyme_class is RhymeClass.EYE
    assert scored("vlime/love").rhyme_class is RhymeClass.NONE
    assert scored("vlime/vlime").kind == "same word"


@pytest.mark.parametrize("pair", HISTORICAL)
def test_a_rhyme_of_older_verse_counts_where_it_is_asked_for(pair: str) -> None:
    assert scored(pair, VERSE).rhymes
    if pair not in ("wind/mind", "been/seen"):  # these have a pronunciation of today that rhymes
        assert scored(pair, VERSE).licence
        assert not scored(pair, AMERICAN).rhymes


def test_the_example_of_a_licence_is_named() -> None:
    assert scored("grove/love", VERSE).licence == "come/home"
    assert str(scored("move/love", VERSE)) == "perfect (masculine, as love/prove), distance 0.10"


@pytest.mark.parametrize("pair", NONE + UNSTRESSED)
def test_older_verse_is_no_licence_for_everything(pair: str) -> None:
    assert not scored(pair, VERSE).rhymes


@pytest.mark.parametrize("pair", BRITISH_ONLY)
def test_british_speech_rhymes_what_american_does_not(pair: str) -> None:
    assert scored(pair, BRITISH).rhymes
    assert not scored(pair, AMERICAN).rhymes


@pytest.mark.parametrize("pair", MASCULINE + FEMININE + DACTYLIC)
def test_british_speech_loses_no_american_rhyme(pair: str) -> None:
    assert scored(pair, BRITISH).rhymes


WORDS = sorted({word for pair in MASCULINE + FEMININE + EYE + CLOSE + NONE + HISTORICAL for word in pair.split("/")})


@given(st.sampled_from(WORDS), st.sampled_from(WORDS), st.sampled_from([AMERICAN, BRITISH, VERSE]))
def test_the_order_of_two_words_does_not_matter(one: str, other: str, settings: RhymeSettings) -> None:
    first, second = sound_of(one, settings), sound_of(other, settings)
    there, back = classify(first, second), classify(second, first)
    assert (there.rhyme_class, there.kind, there.distance) == (back.rhyme_class, back.kind, back.distance)
    assert 0 <= there.distance <= 1


@given(st.sampled_from(WORDS))
def test_a_word_is_no_distance_from_itself(word: str) -> None:
    assert classify(sound_of(word), sound_of(word)).distance == 0


@given(st.sampled_from(WORDS), st.sampled_from(WORDS))
def test_words_with_one_rhyming_part_are_no_distance_apart(one: str, other: str) -> None:
    first, second = sound_of(one), sound_of(other)
    if first.stressed & second.stressed:
        assert classify(first, second).distance == 0
        assert classify(first, second).rhymes
