"""Texts drawn from tiny models: against a plain reference, alone and in company."""

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers.packed.tiny import VOCABULARY, model  # noqa: E402
from versebench.models.generators.head import Head  # noqa: E402
from versebench.models.ghostwriters.hashed_draws import streams, uniforms  # noqa: E402
from versebench.models.poets.sample import BLOCK_ROWS, TEXTS_AT_ONCE, SampledText, Sampling, sample  # noqa: E402
from versebench.models.scorers.packed.gpt2_trunk import Gpt2Trunk  # noqa: E402
from versebench.models.scorers.packed.trunk import TransformersTrunk  # noqa: E402

ROOM = 1 << 14
NO_END: frozenset[int] = frozenset()
PROMPTS = [[0, 5, 9], [0, 5, 7, 8], list(range(1, 39)), [3], [0, 5, 9]]
STREAMS = streams(11, np.arange(len(PROMPTS)))


def drawn(
    prompts: list[list[int]], of: Any, how: Sampling, family: str = "gpt2", room: int = ROOM
) -> list[SampledText]:
    made = model(family)
    trunk = (Gpt2Trunk if family == "gpt2" else TransformersTrunk)(made, BLOCK_ROWS)
    return sample(trunk, Head(made, BLOCK_ROWS), prompts, of, how, room)


def shares(prompt: list[int], how: Sampling) -> np.ndarray:
    """The probability of each token after a prompt, in float64, by a full sort."""
    with torch.inference_mode():
        logits = model("gpt2")(torch.tensor([prompt])).logits[0, -1].double().numpy() / how.temperature
    whole = np.exp(logits - logits.max())
    whole /= whole.sum()
    order = np.argsort(-whole, kind="stable")
    kept = order[: int(np.searchsorted(np.cumsum(whole[order]), how.top_p)) + 1]
    nucleus: np.ndarray = np.zeros_like(whole)
    nucleus[kept] = whole[kept] / whole[kept].sum()
    return nucleus


@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_a_text_is_the_same_alone_and_in_company(family: str) -> None:
    how = Sampling(1.0, 0.95, 20, frozenset({4}))
    together = drawn(PROMPTS, STREAMS, how, family)
    crowd = drawn([*PROMPTS, *[[7, 7, 7]] * TEXTS_AT_ONCE], np.append(STREAMS, streams(3, np.arange(64))), how, family)
    assert crowd[: len(PROMPTS)] == together
    for place, prompt in enumerate(PROMPTS):
        assert drawn([prompt], STREAMS[place : place + 1], how, family) == [together[place]]
    assert drawn(PROMPTS[::-1], STREAMS[::-1], how, family) == together[::-1]
    assert together[0] != together[4]  # one prompt, two streams


def test_a_text_is_the_same_whatever_the_room() -> None:
    how = Sampling(1.0, 1.0, 10, NO_END)
    assert drawn(PROMPTS, STREAMS, how, room=30) == drawn(PROMPTS, STREAMS, how)


@pytest.mark.parametrize(("temperature", "top_p"), [(1.0, 1.0), (0.7, 0.8), (2.0, 0.5)])
def test_first_tokens_have_the_distribution_of_a_full_sort(temperature: float, top_p: float) -> None:
    """By chi-square over tokens that are expected at least five times, the others as one."""
    stats = pytest.importorskip("scipy.stats")
    how, count = Sampling(temperature, top_p, 1, NO_END), 4000
    prompt = PROMPTS[0]
    texts = drawn([prompt] * count, streams(5, np.arange(count)), how)
    seen = np.bincount([text.tokens[0] for text in texts], minlength=VOCABULARY)
    expected = shares(prompt, how) * count
    assert not seen[expected == 0].any()
    often = expected >= 5
    rest = ([seen[~often].sum()], [expected[~often].sum()]) if expected[~often].sum() >= 1 else ([], [])
    found, wanted = (np.append(part[often], more) for part, more in zip((seen, expected), rest, strict=True))
    assert len(found) > 3
    assert stats.chisquare(found, wanted * found.sum() / wanted.sum()).pvalue > 0.001


def test_every_token_is_the_one_that_a_plain_reference_draws() -> None:
    """By inversion from the likeliest token on, at the stream's draw of each step."""
    how = Sampling(0.9, 0.9, 12, NO_END)
    for place, text in enumerate(drawn(PROMPTS, STREAMS, how)):
        so_far = list(PROMPTS[place])
        for step, token in enumerate(text.tokens):
            nucleus = shares(so_far, how)
            order = np.argsort(-nucleus, kind="stable")
            at = float(uniforms(STREAMS[place : place + 1], step)[0])
            assert token == order[int(np.searchsorted(np.cumsum(nucleus[order]), at, "right"))]
            so_far.append(token)


def test_a_text_ends_at_an_end_token_without_it_and_else_at_the_most_tokens() -> None:
    free = drawn(PROMPTS, STREAMS, Sampling(1.0, 1.0, 15, NO_END))
    assert all(len(text.tokens) == 15 and not text.ended for text in free)
    end = free[0].tokens[6]
    first = free[0].tokens.index(end)
    for cut, whole in zip(drawn(PROMPTS, STREAMS, Sampling(1.0, 1.0, 15, frozenset({end}))), free, strict=True):
        expected = whole.tokens[: whole.tokens.index(end)] if end in whole.tokens else whole.tokens
        assert (cut.tokens, cut.ended) == (expected, end in whole.tokens)
    assert first <= 6


def test_no_prompts_give_no_texts() -> None:
    assert drawn([], STREAMS[:0], Sampling(1.0, 1.0, 5, NO_END)) == []
