"""Which lines are accepted, and why the others are not."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.candidates.stand_in import ENDS, line
from tests.transforms.prosody.rhymes.sounds import finder as plain_finder
from tests.transforms.tasks.poems import annotated
from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.prosody.rhymes.scheme import SchemeFinder
from versebench.transforms.prosody.rhymes.settings import AMERICAN, VERSE, RhymeSettings
from versebench.transforms.prosody.stanza import SoundMemory
from versebench.transforms.tasks.completions.accept import Accepted, Place, dictionary_finder, last_place, rhyme_in_full

POEM = """A river is rain with a plan:
"Past the mill, through the reeds," it began,
"To the sea, for a day
In the sun and the spray;
Then it's home by a cloud, if I can.\""""


@cache
def finder(settings: RhymeSettings = AMERICAN) -> SchemeFinder:
    return dictionary_finder(load_pronouncer("verse-ear"), settings)


def place(text: str = POEM, tokens: int = 100, repeated: bool = False, scheme: str = "AABBA") -> Place:
    return last_place(annotated(text, scheme=scheme), finder(), tokens, repeated_end_word=repeated)


def scored(text: str, where: Place | None = None) -> Accepted | str:
    [verdict] = (where or place()).verdicts([line(text)])
    return verdict


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("then I swam to the man.", Accepted("then I swam to the man.", "man")),
        (" Then I swam to the Man !\n", Accepted("Then I swam to the Man!", "Man")),
        ("and so back to Japan?", Accepted("and so back to Japan?", "Japan")),
        ('said the cloud to the man."', Accepted('said the cloud to the man."', "man")),
        ("(so it went to Japan.)", Accepted("(so it went to Japan.)", "Japan")),
        ("so it ran. And it ran!’”", Accepted("so it ran. And it ran!’”", "ran")),
        ("so it's can—and it ran?!", Accepted("so it's can—and it ran?!", "ran")),
        ("if I can.", Accepted("if I can.", "can")),
        ("then I swam to the man", "no_final_mark"),
        ("then I swam to the man,", "no_final_mark"),
        ("then I swam to the man—", "no_final_mark"),
        ("then I swam to the man…", "no_final_mark"),
        ("then I swam to the man...", "no_final_mark"),
        ('then I swam to the man..."', "no_final_mark"),
        ("It is done. So I swam to the man", "no_final_mark"),
        ("...", "no_end_word"),
        ("", "no_end_word"),
        ("— !", "no_end_word"),
        ("then I swam to the plan.", "repeated_end_word"),
        ("then I swam. It BEGAN.", "repeated_end_word"),
        ("then I swam to the snurgan.", "no_rhyme_known"),
        ("then I swam to the pfff.", "no_rhyme_known"),
        ("then I swam to the dog.", "no_rhyme"),
        ("then I swam to the men.", "no_rhyme"),
        ("man and dog.", "no_rhyme"),
    ],
)
def test_by_hand(text: str, found: Accepted | str) -> None:
    assert scored(text) == found


def test_as_many_tokens_as_the_prompt_says() -> None:
    few = place(tokens=9)
    verdicts = few.verdicts([line("swam to the man.", tokens=count) for count in (9, 10)])
    assert verdicts == [Accepted("swam to the man.", "man"), "too_many_tokens"]


def test_every_line_of_the_group_is_rhymed_with() -> None:
    two = place("out there in the wind,\nwith all of his kind.\na\na\nb")
    assert scored("as it thinned.", two) == "no_rhyme"
    assert scored("in his mind.", two) == Accepted("in his mind.", "mind")
    couplets = place("a bed.\na dog.\nthe fog.", scheme="ABB")
    assert scored("a red log.", couplets) == Accepted("a red log.", "log")
    assert scored("a log in bed.", couplets) == "no_rhyme"


def test_a_repeated_end_word_is_allowed_where_it_is_asked_for() -> None:
    repeated = place(repeated=True)
    assert scored("it was part of the plan.", repeated) == Accepted("it was part of the plan.", "plan")


def test_an_apostrophe_or_a_capital_makes_no_other_word() -> None:
    poem = "so it couldn't\nso it shouldn't\na\na\nb"
    assert scored("no it Couldn’t.", place(poem)) == "repeated_end_word"
    assert scored("no it wouldn’t.", place(poem)) == Accepted("no it wouldn’t.", "wouldn’t")


def test_a_mosaic_is_a_full_rhyme_and_slant_is_none() -> None:
    poem = "She wore on her head a new bonnet\nand wrote in the evening a sonnet\na\na\nb"
    assert scored("and a bird came and sat down upon it.", place(poem)) == Accepted(
        "and a bird came and sat down upon it.", "it"
    )
    assert scored("and a bird came and sat on the linnet.", place(poem)) == "no_rhyme"


def test_what_a_poem_of_the_scheme_may_rhyme_by_a_completion_may_too() -> None:
    """A vowel that the verse alone stresses, and the rhymes of older verse where the ear hears them."""
    promoted = place("in the sea\nso to be\na\na\nb")
    assert scored("for eternity.", promoted) == Accepted("for eternity.", "eternity")
    poem = annotated("it was love.\nup above.\na\na\nb")
    for settings, found in ((AMERICAN, "no_rhyme"), (VERSE, Accepted("it will prove.", "prove"))):
        older = last_place(poem, finder(settings), 9, repeated_end_word=False)
        assert scored("it will prove.", older) == found


def test_a_guess_is_no_sound_and_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def guess(words: object) -> None:
        raise AssertionError(words)

    monkeypatch.setattr("versebench.models.pronunciation.verse._shipped_guess", lambda: guess)
    assert not finder().pronunciations("blontrific")
    sounds = SoundMemory(load_pronouncer("verse-ear"))
    assert finder().pronunciations("walkin'") == sounds.pronunciations("walkin'") != ()


_WORDS = st.sampled_from([*ENDS, "love", "prove", "eternity", "tea", "upon it", "bonnet", "see", "sea", "wind", "kind"])


@given(_WORDS, _WORDS, st.sampled_from([AMERICAN, VERSE]))
def test_in_full_is_what_the_scheme_calls_a_rhyme(one: str, other: str, settings: RhymeSettings) -> None:
    scorer = plain_finder(settings)
    ends = scorer.line_ends([one, other])
    assert rhyme_in_full(*ends) == scorer.rhyme_of_ends(*ends).rhymes


_LINE = st.tuples(
    st.sampled_from(["", "so", "it is", "* and", "“then he"]),
    st.sampled_from([*ENDS, "can", "Japan", "plan", "snurgan", ""]),
    st.sampled_from([".", "!", "", ",", '."', "...", " ?", "\n"]),
).map(" ".join)


@given(st.lists(st.tuples(_LINE, st.integers(0, 12)), max_size=12))
def test_what_stands_beside_a_hypothesis_changes_nothing(found: list[tuple[str, int]]) -> None:
    where = place(tokens=8)
    hypotheses = [line(text, tokens=tokens) for text, tokens in found]
    assert where.verdicts(hypotheses) == [verdict for one in hypotheses for verdict in where.verdicts([one])]
