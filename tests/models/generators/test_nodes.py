"""The pool of nodes against the whole model, for trees of any shape."""

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from tests.models.scorers.packed.tiny import model  # noqa: E402
from versebench.models.generators.head import Head  # noqa: E402
from versebench.models.generators.live_tiles import FEW, MANY, tile_cuts  # noqa: E402
from versebench.models.generators.nodes import NodePool, NoRoomError  # noqa: E402
from versebench.models.scorers.packed.gpt2_trunk import Gpt2Trunk  # noqa: E402
from versebench.models.scorers.packed.trunk import TransformersTrunk  # noqa: E402

SLOW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
BLOCK_ROWS = 32


def pool_of(family: str, room: int = 2000) -> tuple[NodePool, Head]:
    made = model(family)
    trunk = (Gpt2Trunk if family == "gpt2" else TransformersTrunk)(made, BLOCK_ROWS)
    return NodePool(trunk, BLOCK_ROWS, room, torch.float32, torch.device("cpu")), Head(made)


@pytest.mark.parametrize("family", ["gpt2", "llama", "opt"])
@SLOW
@given(data=st.data())
def test_rows_are_what_the_model_says_of_each_line_alone(family: str, data: st.DataObject) -> None:
    token = st.integers(0, 299)
    prompts = data.draw(st.lists(st.lists(token, min_size=1, max_size=40), min_size=1, max_size=4))
    counts = [data.draw(st.integers(1, 40)) for _ in prompts]
    drawn = np.random.default_rng(data.draw(st.integers(0, 1 << 30)))
    searches = np.repeat(np.arange(len(prompts)), counts)
    pool, head = pool_of(family)
    with torch.inference_mode():
        planted, hidden = pool.plant(prompts)
        assert len(hidden) == len(prompts)
        parents = planted[searches]
        for _ in range(3):
            nodes, hidden = pool.grow(parents, drawn.integers(0, 300, len(searches)), searches)
            logits = head(hidden)
            lines = pool.lines(nodes)
            for row in drawn.integers(0, len(searches), 4).tolist():
                whole = [*prompts[searches[row]], *lines[row]]
                expected = model(family)(torch.tensor([whole])).logits[0, -1]
                torch.testing.assert_close(logits[row], expected, atol=2e-4, rtol=1e-4)
            parents = np.concatenate(
                [drawn.choice(nodes[searches == search], count) for search, count in enumerate(counts)]
            )


@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_a_search_has_the_same_bits_whatever_else_grows(family: str) -> None:
    prompts = [[0, 5, 9], [0, 5, 7, 8], list(range(1, 39)), [3]]
    counts = [5, 40, 8, 9]

    def grown(some: list[int]) -> dict[int, list[Any]]:
        pool, _ = pool_of(family)
        searches = np.repeat(some, [counts[one] for one in some])
        chances = {one: np.random.default_rng(one) for one in some}
        found: dict[int, list[Any]] = {one: [] for one in some}
        with torch.inference_mode():
            planted, hidden = pool.plant([prompts[one] for one in some])
            for place, one in enumerate(some):
                found[one].append(hidden[place])
            parents = np.repeat(planted, [counts[one] for one in some])
            for _ in range(4):
                tokens = np.concatenate([chances[one].integers(0, 300, counts[one]) for one in some])
                nodes, hidden = pool.grow(parents, tokens, searches)
                for one in some:
                    found[one].append(hidden[torch.from_numpy(np.flatnonzero(searches == one))])
                parents = np.concatenate([chances[one].choice(nodes[searches == one], counts[one]) for one in some])
        return found

    together = grown([0, 1, 2, 3])
    for some in ([0], [1], [2], [3], [3, 1], [2, 0, 1]):
        for one, states in grown(some).items():
            assert all(torch.equal(mine, other) for mine, other in zip(states, together[one], strict=True))


def test_what_is_released_makes_room() -> None:
    pool, _ = pool_of("gpt2", room=20)
    one_search = np.zeros(8, dtype=np.int64)
    with torch.inference_mode():
        [node], _ = pool.plant([[1, 2, 3]])
        first, kept = pool.grow(np.array([node]), np.array([7]), one_search[:1])
        for _ in range(5):
            planted = pool.count
            pool.grow(np.repeat(first, 8), np.arange(8), one_search)
            pool.release(planted)
        assert pool.lines(first) == [[7]]
        _, again = pool.grow(np.array([node]), np.array([7]), one_search[:1])
        assert torch.equal(kept, again)
        pool.grow(np.repeat(first, 8), np.arange(8), one_search)
        with pytest.raises(NoRoomError, match="the search needs 21 nodes, but the pool has room for 20"):
            pool.grow(np.repeat(first, 8), np.arange(8), one_search)


def test_tiles_hold_rows_of_one_search() -> None:
    searches = np.repeat([4, 9, 2], [FEW, FEW + 1, MANY + 1])
    starts, widths = tile_cuts(searches)
    assert starts.tolist() == [0, FEW, 2 * FEW + 1, 2 * FEW + 1 + MANY]
    assert widths.tolist() == [FEW, MANY, MANY, MANY]
