"""Names of conventions, and the windows of long texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.scorers.packed.convention import LM_EVAL, MINICONS, PAPERS, PackedConvention, sequences


def test_the_names_of_the_conventions_in_use() -> None:
    assert PAPERS.name == "bos-given+line-breaks-kept"
    assert PackedConvention(line_breaks="space").name == "bos-given+line-breaks-space"
    assert MINICONS.name == "bos-absent+line-breaks-kept"
    assert LM_EVAL.name == "bos-given+leading-space+line-breaks-kept"
    assert PackedConvention(long_texts="windows").name == "bos-given+line-breaks-kept+windows-half-context"
    assert PackedConvention(start_token="<s>").name == "<s>-given+line-breaks-kept"


def test_a_text_is_prepared_with_as_many_characters_and_those_added() -> None:
    assert PAPERS.prepare("a\nb") == "a\nb"
    convention = PackedConvention(leading_space=True, line_breaks="space")
    assert convention.prepare("a\nb") == " a b"
    assert convention.added == 1


def test_a_start_token_that_is_absent_has_no_name() -> None:
    with pytest.raises(ValueError, match="set start to given"):
        PackedConvention(start="absent", start_token="<s>")


def test_a_text_that_fits_is_one_sequence() -> None:
    [one] = sequences([5, 6, 7], 0, 4)
    assert (one.tokens, one.scored_from) == ((0, 5, 6, 7), 1)
    [one] = sequences([5, 6, 7], None, 3)
    assert (one.tokens, one.scored_from) == ((5, 6, 7), 1)


def test_windows_by_hand() -> None:
    found = sequences([1, 2, 3, 4, 5, 6, 7], 0, 4)
    assert [(one.tokens, one.scored_from) for one in found] == [
        ((0, 1, 2, 3), 1),
        ((0, 3, 4, 5), 2),
        ((0, 5, 6, 7), 2),
    ]


@given(st.integers(1, 80), st.one_of(st.none(), st.just(0)), st.integers(4, 40))
def test_windows_score_every_token_once_after_half_a_context(count: int, start: int | None, context: int) -> None:
    tokens = list(range(1, count + 1))
    given_tokens = 0 if start is None else 1
    found = sequences(tokens, start, context)
    scored = [token for one in found for token in one.tokens[one.scored_from :]]
    assert scored == (tokens if given_tokens else tokens[1:])
    assert all(len(one.tokens) <= context for one in found)
    held = context - given_tokens
    assert all(one.scored_from - given_tokens >= held - context // 2 for one in found[1:])


def test_a_context_too_short_for_windows_is_told() -> None:
    with pytest.raises(ValueError, match="at least 4"):
        sequences([1, 2, 3, 4], 0, 3)
