"""The head never makes more logits at a time than its bound."""

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from versebench.models.scorers.packed.blocks import blocks  # noqa: E402
from versebench.models.scorers.packed.convention import TokenSequence  # noqa: E402
from versebench.models.scorers.packed.head import LOGITS_BYTES, head_rows, target_log_probabilities  # noqa: E402
from versebench.models.scorers.packed.prefix_tree import prefix_tree, rows_of  # noqa: E402


@pytest.mark.parametrize(
    ("vocabulary", "rows"), [(4096, 64), (50257, 64), (128256, 64), (151936, 32), (262144, 32), (9 << 20, 1)]
)
def test_logits_keep_their_bound(vocabulary: int, rows: int) -> None:
    assert head_rows(vocabulary, 64) == rows
    assert rows == 1 or rows * vocabulary * 4 <= LOGITS_BYTES


def test_rows_of_a_chunk_divide_the_block() -> None:
    assert head_rows(151936, 96) == 48


@pytest.mark.parametrize("chunk", [1, 2, 4])
def test_targets_by_hand_whatever_the_chunk(chunk: int) -> None:
    sequences = [TokenSequence((0, 1, 2, 0, 1, 2), 1), TokenSequence((0, 2, 2, 1), 3)]
    rows = rows_of(prefix_tree(sequences))
    weight = torch.randn(3, 5, generator=torch.Generator().manual_seed(1)) * 30
    embedded = torch.randn(3, 5, generator=torch.Generator().manual_seed(2))
    asked: list[int] = []

    def trunk(_: object) -> object:
        return ((block, embedded[block.tokens]) for block in blocks(rows, 4, torch.float32, torch.device("cpu")))

    def head(hidden: Any) -> Any:
        asked.append(len(hidden))
        return hidden @ weight.T

    found = target_log_probabilities(rows, trunk, head, chunk)  # type: ignore[arg-type]
    said = torch.log_softmax((embedded @ weight.T).double(), -1).numpy()
    for sequence, targets in zip(sequences, rows.targets, strict=True):
        tokens = np.array(sequence.tokens)
        expected = said[tokens[:-1], tokens[1:]][sequence.scored_from - 1 :]
        assert found[targets] == pytest.approx(expected, abs=2e-5)
    assert set(asked) == {chunk}


def test_rows_without_targets_are_not_given_to_the_head() -> None:
    rows = rows_of(prefix_tree([TokenSequence(tuple(range(9)), 8)]))
    asked = []

    def trunk(_: object) -> object:
        return ((block, torch.zeros(4, 1)) for block in blocks(rows, 4, torch.float32, torch.device("cpu")))

    def head(hidden: Any) -> Any:
        asked.append(len(hidden))
        return torch.zeros(len(hidden), 9)

    [found] = target_log_probabilities(rows, trunk, head, 2)  # type: ignore[arg-type]
    assert found == pytest.approx(-np.log(9))
    assert asked == [2]
