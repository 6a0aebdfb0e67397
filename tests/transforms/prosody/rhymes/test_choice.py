"""The scheme of a poem is the one of which the fewest lines do not rhyme as it asks."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.pronunciation.registry import load_pronouncer
from versebench.transforms.prosody.forms.contract import Form
from versebench.transforms.prosody.forms.registry import FORMS
from versebench.transforms.prosody.rhymes.choice import choose_scheme, ranked, unrhymed_lines
from versebench.transforms.prosody.rhymes.groups import letters
from versebench.transforms.prosody.stanza import SoundMemory

SOUNDS = SoundMemory(load_pronouncer("cmudict"))
RHYMES = SOUNDS.rhymes_of(SOUNDS.rhymes)
SCHEMES = [scheme for form in FORMS.values() if form.language == "english" for scheme in form.schemes_of(14)]


def chosen(ends: str, form: Form) -> str:
    lines = [f"so it goes, {word}," for word in ends.split()]
    return choose_scheme(lines, form, RHYMES, RHYMES.scheme(lines))


@pytest.mark.parametrize(
    ("ends", "form", "scheme"),
    [
        ("hill day still way", "common-metre", "ABAB"),
        ("hill day moon way", "common-metre", "xAxA"),
        ("hill day still way", "quatrain", "ABAB"),
        ("hill still day way", "quatrain", "AABB"),
        ("hill day way still", "quatrain", "ABBA"),
        ("hill still day until", "quatrain", "AABA"),
        ("hill still day moon", "quatrain", "AABA"),
        ("hill still day way cat", "verse", "AABBx"),
        ("hill still day way moon hat", "blank-verse", "xxxxxx"),
        ("hill moon cat way dog", "limerick", "AABBA"),
    ],
)
def test_the_scheme_that_fits_best(ends: str, form: str, scheme: str) -> None:
    assert chosen(ends, FORMS[form]) == scheme


@given(st.lists(st.integers(0, 13), min_size=14, max_size=14))
def test_a_scheme_without_a_line_off_is_first_and_no_other_is_better(groups: list[int]) -> None:
    order = ranked(SCHEMES, lambda first, second: groups[first] == groups[second])
    assert sorted(one.scheme for one in order) == sorted(SCHEMES)
    assert [one.unrhymed for one in order] == sorted(one.unrhymed for one in order)
    best = order[0].unrhymed
    ties = [scheme for scheme in SCHEMES if scheme in {one.scheme for one in order if one.unrhymed == best}]
    assert order[0].scheme == ties[0]


@given(st.sampled_from(SCHEMES))
def test_a_poem_in_a_scheme_has_that_one_or_one_before_it(scheme: str) -> None:
    def rhyme(first: int, second: int) -> bool:
        return scheme[first] == scheme[second] != "x"

    first = ranked(SCHEMES, rhyme)[0]
    assert first.unrhymed == 0
    assert SCHEMES.index(first.scheme) <= SCHEMES.index(scheme)


@given(st.lists(st.integers(0, 4), min_size=2, max_size=14))
def test_what_is_heard_has_no_line_off(groups: list[int]) -> None:
    scheme = letters(groups).upper()
    assert unrhymed_lines(scheme, lambda first, second: groups[first] == groups[second]) == 0
    apart = {pair for pair in combinations(range(len(groups)), 2) if groups[pair[0]] == groups[pair[1]]}
    if apart:
        assert unrhymed_lines(scheme, lambda *_: False) == sum(groups.count(group) > 1 for group in groups)
