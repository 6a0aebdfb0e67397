"""Of lines that are the same to a search, one is kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.transforms.candidates.stand_in import line
from versebench.models.generators.contract import Hypothesis
from versebench.transforms.tasks.completions.keep import EVERY_TEXT, ONE_PER_END_WORD, Candidate, Keeping
from versebench.transforms.text.words import spelt_alike


def candidate(text: str, log_probability: float, run: int = 0, tokens: int = 3) -> Candidate:
    return Candidate(text, text.split()[-1].strip(".!?"), line(text, log_probability, tokens), run)


def lines(keeping: Keeping, *candidates: Candidate) -> list[str]:
    return [one.line for one in keeping(candidates)]


def test_the_most_probable_of_each_end_word() -> None:
    found = lines(
        ONE_PER_END_WORD,
        candidate("a man.", -3.0),
        candidate("the Man!", -2.0),
        candidate("to Japan.", -5.0),
        candidate("it ran.", -1.0),
        candidate("so it ran.", -1.5),
    )
    assert found == ["it ran.", "the Man!", "to Japan."]


def test_all_texts_as_the_first_run_found_them() -> None:
    first, again = candidate("it ran.", -4.0, run=1), candidate("it ran.", -1.0, run=2)
    other = candidate("it ran!", -3.0, run=2)
    assert EVERY_TEXT([again, other, first]) == [other, first]


def test_equally_probable_lines_stand_in_the_order_of_their_texts() -> None:
    assert lines(EVERY_TEXT, candidate("b a.", -1.0), candidate("a b.", -1.0)) == ["a b.", "b a."]
    assert lines(ONE_PER_END_WORD, candidate("b a.", -1.0), candidate("a a.", -1.0)) == ["a a."]


_CANDIDATES = st.lists(
    st.builds(
        lambda text, lp, run, tokens: Candidate(
            text, text.split()[-1].strip("."), Hypothesis(text, tuple(range(tokens)), lp, "length"), run
        ),
        st.sampled_from(["a man.", "the man.", "a Man.", "ran.", "it ran.", "to Japan."]),
        st.sampled_from([-1.0, -2.0, -2.5]),
        st.integers(0, 3),
        st.integers(1, 3),
    )
)


@pytest.mark.parametrize("keeping", [ONE_PER_END_WORD, EVERY_TEXT])
@given(found=_CANDIDATES, data=st.data())
def test_one_of_each_is_kept_whatever_their_order(
    keeping: Keeping, found: list[Candidate], data: st.DataObject
) -> None:
    kept = keeping(found)
    assert {keeping.key(one) for one in kept} == {keeping.key(one) for one in found}
    assert len({keeping.key(one) for one in kept}) == len(kept)
    assert all(one in found for one in kept)
    assert keeping(data.draw(st.permutations(found))) == kept
    assert [one.hypothesis.log_probability for one in kept] == sorted(
        (one.hypothesis.log_probability for one in kept), reverse=True
    )


@given(_CANDIDATES)
def test_none_is_more_probable_than_the_one_kept_for_its_end_word(found: list[Candidate]) -> None:
    best = {spelt_alike(one.end_word): one.hypothesis.log_probability for one in ONE_PER_END_WORD(found)}
    assert all(one.hypothesis.log_probability <= best[spelt_alike(one.end_word)] for one in found)


@given(_CANDIDATES, st.integers(0, 3))
def test_further_runs_only_add_lines(found: list[Candidate], runs: int) -> None:
    fewer = EVERY_TEXT([one for one in found if one.run < runs])
    assert set(fewer) <= set(EVERY_TEXT(found))
