"""The two forwards of a masked model."""

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers.masked import tiny  # noqa: E402
from versebench.models.scorers.masked.head import (  # noqa: E402
    full_log_probabilities,
    gathered_log_probabilities,
    why_not_gathered,
)
from versebench.models.scorers.threads import one_thread  # noqa: E402

ROWS = torch.tensor([[2, 7, 4, 9, 3], [2, 4, 8, 9, 3], [2, 7, 8, 9, 4]])
POSITIONS = torch.tensor([2, 1, 4])


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_both_give_the_vocabulary_at_one_position_of_each_row(family: str) -> None:
    with one_thread(), torch.no_grad():
        full, gathered = (
            forward(tiny.model(family), ROWS, POSITIONS)
            for forward in (full_log_probabilities, gathered_log_probabilities)
        )
    assert full.shape == (3, len(tiny.tokenizer(family)))
    assert full.exp().sum(1).tolist() == pytest.approx([1.0] * 3, abs=1e-5)
    assert torch.allclose(full, gathered, atol=1e-5)


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_logits_of_bf16_are_normalised_in_fp32(family: str) -> None:
    with one_thread(), torch.no_grad():
        found = gathered_log_probabilities(tiny.bf16_model(family), ROWS, POSITIONS)
    assert found.dtype == torch.float32
    assert found.exp().sum(1).tolist() == pytest.approx([1.0] * 3, abs=1e-5)  # in bf16: off by 1e-3 or more


def test_at_load_time_the_head_at_every_position_is_given_one_row_at_a_time() -> None:
    sizes: list[int] = []
    head = tiny.model("bert").cls.register_forward_pre_hook(lambda _head, args: sizes.append(args[0][..., 0].numel()))
    assert why_not_gathered(tiny.model("bert"), ROWS[0], mask=4, precision="fp32") is None
    head.remove()
    assert sorted(sizes) == [5] * 6
