"""Verdicts of rhyme_scheme.v2 on limericks, its settings, and what a verdict must not depend on."""

import random
import string
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from tests.transforms.filters.stanzas import CHINESE, EMOJI, GOOD
from tests.transforms.filters.stanzas import SOUNDS as CMUDICT
from tests.transforms.prosody.counting_pronouncer import CountingPronouncer
from versebench.models.pronunciation.verse import VersePronouncer
from versebench.transforms.filters.registry import AnyFilter
from versebench.transforms.filters.rhyme_scheme_v2 import RhymeSchemeV2
from versebench.transforms.mapping.refusal import Refusal
from versebench.transforms.prosody.forms.contract import Form, LineCount, fixed
from versebench.transforms.prosody.forms.limerick import LIMERICK
from versebench.transforms.prosody.rhymes.groups import pairs_of_lines
from versebench.transforms.prosody.rhymes.settings import AMERICAN, BRITISH, RhymeSettings
from versebench.transforms.prosody.stanza import SoundMemory, Stanza

INVENTED = {"vloon": "V L UW1 N", "brannick": "B R AE1 N IH0 K", "zlim": "Z L IH1 M"}

MASCULINE = """A teapot that lived on a shelf
Would whistle all night to itself:
"I'm a kettle at heart,
And a true work of art,"
Said the cup, "You're a pot, my dear elf.\""""

FEMININE = """A baker who dreamed of a fountain
Baked bread in the shape of a mountain;
It rose like the moon
On a warm day in June,
And the crumbs were beyond any countin'."""

MOSAIC = """A scholar who quoted from Lenin
Had rooms that he kept seven men in,
With a shelf and a chair
And a window for air,
And a drawer that he hid his best pen in."""

MOSAIC_WITH_A_PRONOUN = """The queen had a cat, and we knew her;
Of all of our friends none was truer.
She slept in a hat
As a queen or a cat,
And we never said much to undo her."""

IDENTICAL = """There was an old hen with a nose,
Who said, "You may think or suppose
That my beak is too long;
You are certainly wrong!"
That old hen with her beak for a nose."""

FLAWED = """A teapot that lived on a shelf
Would whistle all night to the moon:
"I'm a kettle at heart,
And a true work of art,"
Said the cup, "You're a pot, my dear elf.\""""


def guess(words: Sequence[str]) -> list[tuple[str, ...]]:
    return [tuple(INVENTED.get(word, "").split()) for word in words]


def sounds(rhymes: RhymeSettings = AMERICAN) -> SoundMemory:
    return SoundMemory(VersePronouncer(guess), rhymes)


SOUNDS = sounds()
IN_BRITAIN = sounds(BRITISH)
ONCE = sounds(RhymeSettings(historical=True))


def stanza(text: str, form: Form = LIMERICK, sounds: SoundMemory = SOUNDS) -> Stanza:
    return Stanza([line for line in text.split("\n") if line], form, sounds)


def ending_on(words: str, form: Form = LIMERICK, sounds: SoundMemory = SOUNDS) -> Stanza:
    return stanza("\n".join(f"so we go on to the {word}," for word in words.split()), form, sounds)


def reason(poem: Stanza, filter_: RhymeSchemeV2) -> str | None:
    refusal = filter_.refuse(poem)
    return refusal.reason.removeprefix("rhyme_scheme.") if refusal else None


@pytest.mark.parametrize("differ", [False, True])
@pytest.mark.parametrize("text", [GOOD, MASCULINE, FEMININE, MOSAIC, MOSAIC_WITH_A_PRONOUN, IDENTICAL])
def test_limericks_are_kept(text: str, differ: bool) -> None:
    assert RhymeSchemeV2(groups_differ=differ).refuse(stanza(text)) is None


def test_a_recipe_names_it() -> None:
    given_: dict[str, object] = {"filter": "rhyme_scheme.v2", "guesses": False, "farthest": 0}
    filter_ = TypeAdapter[AnyFilter](AnyFilter).validate_python(given_)
    assert filter_ == RhymeSchemeV2(guesses=False, farthest=0)


@pytest.mark.parametrize("setting", [{"farthest": -0.1}, {"farthest": 0.2}, {"accent": "british"}, {"guess": True}])
def test_a_setting_that_is_none_is_an_error(setting: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        RhymeSchemeV2.model_validate(setting)


def test_all_pairs_that_do_not_rhyme_are_told_with_how_they_do() -> None:
    refusal = RhymeSchemeV2().refuse(stanza(FLAWED))
    assert refusal is not None
    assert refusal.reason == "rhyme_scheme.no_rhyme"
    first, second = refusal.detail.split("; ")
    assert first.startswith("lines 1 and 2 do not rhyme: shelf / moon: no rhyme, distance 0.")
    assert second.startswith("lines 2 and 5 do not rhyme: moon / elf: no rhyme, distance 0.")


def test_lines_that_answer_each_other_nearly_are_refused_with_their_class() -> None:
    refusal = RhymeSchemeV2().refuse(ending_on("cat mat muffin stuffing hat"))
    assert refusal == Refusal(
        "rhyme_scheme.no_rhyme", "lines 3 and 4 do not rhyme: muffin / stuffing: slant (close), distance 0.03"
    )


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("hill still day spray", Refusal("rhyme_scheme.wrong_length", "4 lines, but AABBA needs 5")),
        ("hill still day qzx until", Refusal("rhyme_scheme.no_pronunciation", "line 4: qzx (unknown)")),
        ("hill 日月 day spray until", Refusal("rhyme_scheme.no_pronunciation", "line 2: 日月 (other script)")),
        (
            f"{'hill' * 70} hill day spray hill",
            Refusal("rhyme_scheme.no_pronunciation", f"line 1: {'hill' * 10} (too long)"),
        ),
    ],
)
def test_refusals(words: str, refusal: Refusal) -> None:
    assert RhymeSchemeV2().refuse(ending_on(words)) == refusal


def test_a_line_without_a_word_is_told() -> None:
    refusal = RhymeSchemeV2().refuse(stanza("hill\nstill\nday\n🎂\nuntil"))
    assert refusal == Refusal("rhyme_scheme.no_pronunciation", "line 4: no word")


def test_the_gravest_fault_is_the_reason_and_the_others_are_named() -> None:
    refusal = RhymeSchemeV2(groups_differ=True).refuse(ending_on("hill qzx hill day dog"))
    assert refusal is not None
    assert refusal.reason == "rhyme_scheme.no_pronunciation"
    told = refusal.detail.split("; ")
    assert told[0] == "line 2: qzx (unknown)"
    assert told[1].startswith("no_rhyme: lines 1 and 5 do not rhyme: hill / dog: ")
    assert told[2].startswith("lines 3 and 4 do not rhyme: hill / day: ")
    assert told[3] == (
        "groups_rhyme: lines 1 and 3 rhyme, but belong to different groups: "
        "hill / hill: identical (same word), distance 0.00"
    )


def test_that_the_groups_differ_is_a_setting() -> None:
    poem = ending_on("hill still mill fill until")
    assert RhymeSchemeV2().refuse(poem) is None
    refusal = RhymeSchemeV2(groups_differ=True).refuse(poem)
    assert refusal is not None
    assert refusal.reason == "rhyme_scheme.groups_rhyme"
    assert refusal.detail.startswith(
        "lines 1 and 3 rhyme, but belong to different groups: hill / mill: perfect (masculine), distance 0.00; "
    )
    assert refusal.detail.count(";") == 5


def test_the_accent_is_a_setting() -> None:
    words = "umbrella cellar day way teller"
    assert reason(ending_on(words), RhymeSchemeV2()) == "no_rhyme"
    assert reason(ending_on(words, sounds=IN_BRITAIN), RhymeSchemeV2()) is None


def test_rhymes_of_older_verse_are_a_setting() -> None:
    words = "love prove day way above"
    assert reason(ending_on(words), RhymeSchemeV2()) == "no_rhyme"
    assert reason(ending_on(words, sounds=ONCE), RhymeSchemeV2()) is None
    assert reason(ending_on(words, sounds=ONCE), RhymeSchemeV2(farthest=0.05)) == "no_rhyme"


def test_a_vowel_that_the_verse_alone_stresses_is_a_matter_of_distance() -> None:
    poem = ending_on("eternity tea day way agree")
    assert reason(poem, RhymeSchemeV2()) is None
    assert reason(poem, RhymeSchemeV2(farthest=0.05)) is None
    assert reason(poem, RhymeSchemeV2(farthest=0.0)) == "no_rhyme"


def test_whether_guesses_count_is_a_setting() -> None:
    poem = ending_on("Vloon moon day way tune")
    assert RhymeSchemeV2().refuse(poem) is None
    refused = Refusal("rhyme_scheme.only_guessed", "line 1: Vloon")
    assert RhymeSchemeV2(guesses=False).refuse(poem) == refused
    assert reason(ending_on("Zlim moon day way tune"), RhymeSchemeV2()) == "no_rhyme"


def test_a_guess_in_a_mosaic_rhyme_is_none_either() -> None:
    poem = stanza("the home of Zlim it\nthe top and the limit\na day\na way\nand ever to dim it")
    assert RhymeSchemeV2().refuse(poem) is None
    assert reason(poem, RhymeSchemeV2(guesses=False)) == "no_rhyme"


def test_a_word_that_no_guess_can_be_made_of_is_not_only_guessed() -> None:
    refusal = RhymeSchemeV2(guesses=False).refuse(ending_on("hill qzx day vloon until"))
    assert refusal == Refusal("rhyme_scheme.no_pronunciation", "line 2: qzx (unknown); only_guessed: line 4: vloon")


def test_a_line_marked_x_need_not_rhyme() -> None:
    assert (
        RhymeSchemeV2(groups_differ=True).refuse(
            ending_on("qzx day moon way", Form("ballad", "Ballad", "english", LineCount(4, 4), fixed("xAxA")))
        )
        is None
    )


def test_an_ear_that_knows_words_alone_will_do() -> None:
    assert RhymeSchemeV2().refuse(stanza(GOOD, sounds=CMUDICT)) is None
    assert reason(stanza(CHINESE, sounds=CMUDICT), RhymeSchemeV2()) == "no_pronunciation"
    assert reason(stanza(EMOJI, sounds=CMUDICT), RhymeSchemeV2()) == "no_pronunciation"


WORDS = (
    "hill still until read bed need day way sonnet upon|it burn|it learn|it vloon moon brannick manic umbrella cellar "
    "love prove eternity tea qzx 日月 42 knew|her truer history victory — 'tis read|'em"
).split()
SETTINGS = st.builds(
    RhymeSchemeV2,
    farthest=st.sampled_from((0.0, 0.05, 0.1)),
    groups_differ=st.booleans(),
    guesses=st.booleans(),
)
LINES = st.lists(st.sampled_from(WORDS).map(lambda end: f"so on, {end.replace('|', ' ')}."), min_size=5, max_size=5)
TEXT = st.text(
    st.one_of(st.sampled_from(string.ascii_letters + " '’-—.\"‘"), st.characters(codec="utf-8")), max_size=40
)


@settings(deadline=None)  # the first example loads the dictionary
@given(st.lists(TEXT, max_size=7), SETTINGS, st.sampled_from((SOUNDS, IN_BRITAIN, ONCE)))
def test_no_lines_raise(lines: list[str], filter_: RhymeSchemeV2, sounds: SoundMemory) -> None:
    refusal = filter_.refuse(Stanza(lines, LIMERICK, sounds))
    assert refusal is None or refusal.reason.startswith("rhyme_scheme.")
    assert (refusal is not None and refusal.reason.endswith("wrong_length")) == (len(lines) != 5)


@settings(deadline=None)  # the first example loads the dictionary
@given(LINES, SETTINGS, st.sampled_from(pairs_of_lines("AABBA", (0, 1, 2, 3, 4))))
def test_the_order_of_lines_of_a_group_does_not_count(
    lines: list[str], filter_: RhymeSchemeV2, swapped: tuple[int, int]
) -> None:
    one, other = swapped
    exchanged = list(lines)
    exchanged[one], exchanged[other] = lines[other], lines[one]
    verdicts = {reason(Stanza(order, LIMERICK, SOUNDS), filter_) for order in (lines, exchanged)}
    assert len(verdicts) == 1


@settings(deadline=None)  # the first example loads the dictionary
@given(st.lists(LINES, min_size=1, max_size=6), SETTINGS, st.randoms(use_true_random=False))
def test_a_verdict_does_not_depend_on_what_was_heard_before(
    poems: list[list[str]], filter_: RhymeSchemeV2, source: random.Random
) -> None:
    alone = [filter_.refuse(Stanza(poem, LIMERICK, sounds())) for poem in poems]
    order = source.sample(range(len(poems)), len(poems))
    together = sounds()
    refusals = {number: filter_.refuse(Stanza(poems[number], LIMERICK, together)) for number in order}
    assert [refusals[number] for number in range(len(poems))] == alone


@settings(deadline=None)  # the first example loads the dictionary
@given(LINES, SETTINGS)
def test_what_is_kept_nearer_is_kept_farther(lines: list[str], filter_: RhymeSchemeV2) -> None:
    poem = Stanza(lines, LIMERICK, SOUNDS)
    if filter_.model_copy(update={"farthest": 0.0}).refuse(poem) is None:
        assert filter_.refuse(poem) is None


def test_each_distinct_word_is_asked_for_once_whatever_the_settings() -> None:
    pronouncer = CountingPronouncer()
    sounds = SoundMemory(pronouncer)
    sounds.pronunciations("hill")
    for filter_ in (RhymeSchemeV2(), RhymeSchemeV2(groups_differ=True), RhymeSchemeV2(guesses=False)):
        for text in ("hill\nstill\nday\nup on it\nstill", "day\nday\nhill\nhill\nway"):
            filter_.refuse(stanza(text, sounds=sounds))
    assert sorted(pronouncer.asked) == ["day", "hill", "it", "on", "still", "up", "way"]


def test_a_poem_of_another_length_is_not_listened_to() -> None:
    pronouncer = CountingPronouncer()
    RhymeSchemeV2().refuse(stanza("hill\nstill", sounds=SoundMemory(pronouncer)))
    assert pronouncer.asked == []
