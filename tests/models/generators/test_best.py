"""The best continuations against a full sort of all."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from versebench.models.generators.best import _largest, _normalisers, best_continuations  # noqa: E402


def parts(logits: Any, rows: int) -> Iterator[tuple[int, Any]]:
    return ((start, logits[start : start + rows].clone()) for start in range(0, len(logits), rows))


def normalisers_of(logits: Any, ends: list[int]) -> Any:
    left = logits.clone()
    left[:, ends] = -torch.inf
    return _normalisers(left, logits[:, ends], _largest(left))


def sorted_in_full(logits: Any, sums: np.ndarray, search: np.ndarray, ends: list[int]) -> list[tuple[float, int, int]]:
    """Minus score, row and token of all continuations of some rows, the best first."""
    normalisers = normalisers_of(logits, ends).numpy()
    scores = logits.double().numpy() + (sums - normalisers)[:, None]
    return sorted((-scores[row, token], int(row), token) for row in search for token in range(logits.shape[1]))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_they_are_those_of_a_full_sort(data: st.DataObject) -> None:
    counts = data.draw(st.lists(st.integers(1, 9), min_size=1, max_size=5))
    vocabulary = data.draw(st.sampled_from([5, 63, 64, 65, 130, 400]))
    most = data.draw(st.integers(1, 12))
    drawn = np.random.default_rng(data.draw(st.integers(0, 1 << 30)))
    # Of few values, so that many are equal.
    logits = torch.from_numpy(drawn.integers(-6, 6, (sum(counts), vocabulary)).astype(np.float32))
    sums = -drawn.integers(0, 9, sum(counts)).astype(np.float64)
    ends = sorted(set(drawn.integers(0, vocabulary, 3).tolist()))
    searches = np.repeat(np.arange(len(counts)) * 2, counts)
    best = best_continuations(parts(logits, data.draw(st.integers(1, 20))), sums, searches, most, torch.tensor(ends))
    for search in np.unique(searches):
        everything = sorted_in_full(logits, sums, np.flatnonzero(searches == search), ends)
        going_on = [one for one in everything if one[2] not in ends][:most]
        worst = going_on[-1][0] if len(going_on) == most else np.inf
        ending = [one for one in everything if one[2] in ends and one[0] <= worst][:most]
        for found, expected in ((best.going_on, going_on), (best.ending, ending)):
            mine = np.flatnonzero(searches[found.rows] == search)
            assert (
                list(
                    zip(
                        (-found.scores[mine]).tolist(),
                        found.rows[mine].tolist(),
                        found.tokens[mine].tolist(),
                        strict=True,
                    )
                )
                == expected
            )


def test_no_token_without_probability_is_found() -> None:
    logits = torch.tensor([[0.0, -torch.inf, 1.0, -torch.inf]])
    best = best_continuations(parts(logits, 1), np.zeros(1), np.zeros(1, dtype=np.int64), 3, torch.tensor([3]))
    assert best.going_on.tokens.tolist() == [2, 0]


@given(seed=st.integers(0, 1 << 30), vocabulary=st.sampled_from([5, 64, 400, 4097]))
def test_normalisers_are_those_of_double_precision(seed: int, vocabulary: int) -> None:
    logits = torch.randn(7, vocabulary, generator=torch.Generator().manual_seed(seed)) * 20
    found = normalisers_of(logits, [0, vocabulary // 2])
    torch.testing.assert_close(found, torch.logsumexp(logits.double(), 1), atol=1e-6, rtol=0)
