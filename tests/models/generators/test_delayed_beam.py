"""Delayed beam search: beam search from the tokens that a run drew, whatever other runs there are."""

import math
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.generators.peer import ends, generate, generator, model, own_tokens, tokens_of  # noqa: E402
from tests.models.generators.test_beam import PROMPTS, prompt_ids  # noqa: E402
from versebench.models.generators.contract import Hypothesis, Prompt, Uniform  # noqa: E402
from versebench.transforms.text.draws import Draws  # noqa: E402

RUNS = 30


def chances(place: int, runs: int = RUNS) -> list[Uniform]:
    return [Draws(5, "delayed", str(place), run).uniform for run in range(runs)]


def search(
    family: str, prompts: list[Prompt], streams: list[list[Uniform]], dtype: Any = torch.float32, **how: float
) -> list[list[list[Hypothesis]]]:
    settings = {"beams": 5, "sampled_tokens": 3, "top_p": 0.9, **how}
    return generator(family, dtype=dtype).delayed_beam(prompts, streams, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_a_run_is_the_beam_search_of_generate_after_what_it_drew(family: str) -> None:
    prompt, stops = PROMPTS[0], ends(True).tokens
    ids = prompt_ids(prompt)
    [runs] = search(family, [prompt], [chances(0, 12)])
    went_on = 0
    for found in runs:
        drawn = found[0].token_ids[:3]
        if len(drawn) < 3 and len(found) == 1:
            continue
        went_on += 1
        with torch.inference_mode():
            said = model(family)(torch.tensor([[*ids, *drawn]])).logits[0, len(ids) - 1 :].double().log_softmax(-1)
        before = float(said[torch.arange(len(drawn)), list(drawn)].sum())
        expected = generate(model(family), [*ids, *drawn], 5, prompt.most_tokens - 3, stops)
        assert tokens_of(found) == [drawn + own_tokens(line, stops) for line, _ in expected]
        assert [one.log_probability for one in found] == pytest.approx(
            [before + score for _, score in expected], abs=1e-4
        )
    assert went_on > 3


def test_a_drawn_end_token_ends_the_run_with_that_one_line() -> None:
    [runs] = search("llama", PROMPTS[:1], [chances(0, 60)])
    ended = [found for found in runs if len(found) == 1 and len(found[0].token_ids) < 3]
    assert ended
    ids = prompt_ids(PROMPTS[0])
    for [one] in ended:
        assert one.ended in ("line_break", "end_of_text")
        with torch.inference_mode():
            said = model("llama")(torch.tensor([[*ids, *one.token_ids]])).logits[0].double().log_softmax(-1)
        own = sum(float(said[len(ids) - 1 + place, token]) for place, token in enumerate(one.token_ids))
        last = one.log_probability - own
        assert any(math.isclose(last, float(said[-1, token]), abs_tol=1e-4) for token in ends(True).tokens)


def test_a_line_that_is_full_within_the_drawn_tokens_ends_as_length() -> None:
    [runs] = search("gpt2", [Prompt("the owl\n", 2)], [chances(0)])
    assert {len(found) for found in runs} == {1}
    assert {found[0].ended for found in runs} >= {"length"}
    assert {len(found[0].token_ids) for found in runs if found[0].ended == "length"} == {2}


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_a_run_has_the_same_bits_whatever_other_runs_and_prompts_there_are(family: str, precision: str) -> None:
    dtype = getattr(torch, precision)
    prompts = PROMPTS[:3]
    together = search(family, prompts, [chances(place) for place in range(3)], dtype)
    turned = search(family, prompts[::-1], [chances(place)[::-1] for place in (2, 1, 0)], dtype)
    assert [runs[::-1] for runs in turned[::-1]] == together
    for place, prompt in enumerate(prompts):
        for run in (0, 11, RUNS - 1):
            assert search(family, [prompt], [[chances(place)[run]]], dtype) == [[together[place][run]]]


def test_the_same_bits_however_little_room_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    streams = [[*chances(0), *chances(0)], chances(1)]  # what is drawn again is found again, by a later batch too
    whole = search("gpt2", PROMPTS[:2], [[*chances(0), *chances(0)], chances(1)])
    assert whole[0][:RUNS] == whole[0][RUNS:]
    monkeypatch.setattr("versebench.models.generators.room.POOL_BYTES", 1 << 18)
    assert search("gpt2", PROMPTS[:2], streams) == whole


def test_each_run_takes_a_number_for_each_token_that_is_sampled() -> None:
    taken: list[int] = []

    def stream(run: int) -> Uniform:
        def chance() -> float:
            taken.append(run)
            return 0.0

        return chance

    [runs] = search("gpt2", PROMPTS[:1], [[stream(0), stream(1)]], sampled_tokens=4)
    assert sorted(taken) == [0] * 4 + [1] * 4
    assert runs[0] == runs[1]


def test_a_share_that_is_none_is_refused() -> None:
    for top_p in (0.0, -1.0, 1.5, math.nan):
        with pytest.raises(ValueError, match=r"top_p is .*; it must be above 0 and at most 1"):
            search("gpt2", PROMPTS[:1], [chances(0)], top_p=top_p)


def test_no_prompts_and_no_runs_give_nothing() -> None:
    assert search("gpt2", [], []) == []
    assert search("gpt2", PROMPTS[:2], [[], []]) == [[], []]
