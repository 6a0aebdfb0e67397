"""Beam search against ``generate``, and what must not change its bits."""

import random

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.generators.peer import (  # noqa: E402
    CONTEXT,
    SHIPPED,
    ends,
    generate,
    generator,
    greedy,
    model,
    own_tokens,
    tokens_of,
)
from tests.models.scorers.packed.tiny import tokenizer  # noqa: E402
from versebench.models.generators.contract import Hypothesis, Prompt, PromptTooLongError  # noqa: E402
from versebench.models.generators.generator import CausalGenerator  # noqa: E402
from versebench.models.generators.line_ends import LineEnds  # noqa: E402
from versebench.models.scorers.packed.blocks import BLOCK_ROWS  # noqa: E402
from versebench.models.scorers.packed.gpt2_trunk import Gpt2Trunk  # noqa: E402

PROMPTS = [
    Prompt("the owl\n", 9),
    Prompt("a rat,\n", 6),
    Prompt("to be\nor not\nto be\n", 8),
    Prompt("no", 1),
    Prompt("i", 4),
]


def prompt_ids(prompt: Prompt) -> list[int]:
    return [0, *tokenizer().encode(prompt.text, add_special_tokens=False)]


@pytest.mark.parametrize("many", [True, False])
@pytest.mark.parametrize("family", ["gpt2", "llama"])
@pytest.mark.parametrize("beams", [5, 50])
def test_the_last_beam_is_that_of_generate(family: str, beams: int, many: bool) -> None:
    stops = ends(many).tokens
    for prompt, found in zip(PROMPTS, generator(family, many=many).beam(PROMPTS, beams), strict=True):
        expected = generate(model(family), prompt_ids(prompt), beams, prompt.most_tokens, stops)
        assert tokens_of(found) == [own_tokens(line, stops) for line, _ in expected]
        assert [one.log_probability for one in found] == pytest.approx([score for _, score in expected], abs=1e-4)
        assert [one.ended == "length" for one in found] == [line[-1] not in stops for line, _ in expected]


def test_lines_do_end_early_and_others_become_hopeless() -> None:
    kinds = {one.ended for found in generator("llama").beam(PROMPTS, 50) for one in found}
    assert kinds == {"line_break", "end_of_text", "length"}
    early = generator("llama").beam(PROMPTS[:1], 5)[0]
    assert max(len(one.token_ids) for one in early) < PROMPTS[0].most_tokens


@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_one_beam_is_greedy(family: str) -> None:
    for prompt, [found] in zip(PROMPTS, generator(family).beam(PROMPTS, 1), strict=True):
        line, score = greedy(model(family), prompt_ids(prompt), prompt.most_tokens, ends(True).tokens)
        assert found.token_ids == own_tokens(line, ends(True).tokens)
        assert found.log_probability == pytest.approx(score, abs=1e-4)


@pytest.mark.parametrize("beams", [5, 50])
def test_the_shipped_generator_finds_what_generate_finds(beams: int) -> None:
    transformers = pytest.importorskip("transformers")
    made = transformers.AutoModelForCausalLM.from_pretrained(SHIPPED.location).eval()
    spells = transformers.AutoTokenizer.from_pretrained(SHIPPED.location)
    stops = LineEnds.of(spells)
    shipped = CausalGenerator(made, Gpt2Trunk(made, BLOCK_ROWS), spells, stops, start=0, context=256)
    prompt = Prompt("There was an Old Man with a beard,\nWho said, It is just as I feared!\n", 10)
    [found] = shipped.beam([prompt], beams)
    ids = [0, *spells.encode(prompt.text, add_special_tokens=False)]
    expected = generate(made, ids, beams, prompt.most_tokens, stops.tokens)
    assert tokens_of(found) == [own_tokens(line, stops.tokens) for line, _ in expected]
    assert [one.log_probability for one in found] == pytest.approx([score for _, score in expected], abs=1e-4)
    for one in found:
        assert one.text == spells.decode(one.token_ids).partition("\n")[0]


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_the_same_bits_whatever_other_prompts_are_searched_and_in_which_order(family: str, precision: str) -> None:
    some = generator(family, dtype=getattr(torch, precision))
    prompts = [*PROMPTS, *(Prompt("a" * length + "\n", 7) for length in range(2, 9))]
    for beams in (4, 20):
        alone = [some.beam([prompt], beams)[0] for prompt in prompts]
        assert some.beam(prompts, beams) == alone
        order = list(range(len(prompts)))
        random.Random(3).shuffle(order)
        assert some.beam([prompts[place] for place in order], beams) == [alone[place] for place in order]


def test_the_same_bits_however_little_room_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = generator("gpt2").beam(PROMPTS, 5)
    for size in (1, 1 << 18, 1 << 19):
        monkeypatch.setattr("versebench.models.generators.room.POOL_BYTES", size)
        assert generator("gpt2").beam(PROMPTS, 5) == whole


def test_sums_in_bf16_are_near_those_in_fp32() -> None:
    [found] = generator("gpt2", dtype=torch.bfloat16).beam(PROMPTS[:1], 5)
    ids = prompt_ids(PROMPTS[0])
    for one in found:
        if one.ended == "length":
            with torch.inference_mode():
                said = (
                    model("gpt2")(torch.tensor([[*ids, *one.token_ids]])).logits[0, len(ids) - 1 : -1].log_softmax(-1)
                )
            expected = float(said[torch.arange(len(one.token_ids)), list(one.token_ids)].sum())
            assert one.log_probability == pytest.approx(expected, abs=0.3)
            assert one.log_probability != pytest.approx(expected, abs=1e-4)


def test_no_prompts_give_nothing() -> None:
    assert generator("gpt2").beam([], 5) == []


def test_a_prompt_fits_up_to_the_length_of_the_context() -> None:
    some = generator("gpt2")
    length = some.tokens(PROMPTS[0].text)
    fitting = Prompt(PROMPTS[0].text, CONTEXT - 1 - length)
    longer = Prompt(PROMPTS[0].text, CONTEXT - length)
    assert some.fits(fitting)
    assert not some.fits(longer)
    [[found]] = some.beam([fitting], 1)
    assert isinstance(found, Hypothesis)
    with pytest.raises(PromptTooLongError, match="do not fit the generator's context of 96"):
        some.beam([longer], 1)


def test_more_beams_than_tokens_are_refused() -> None:
    with pytest.raises(ValueError, match="beams is 501, but the generator has only 500 tokens"):
        generator("gpt2").beam(PROMPTS, 501)
    [found] = generator("gpt2").beam(PROMPTS[3:4], 500)
    assert len(found) == 500


def test_a_text_that_spells_a_special_token_is_a_text() -> None:
    assert generator("gpt2").tokens("<|endoftext|>") > 1


def test_threads_are_as_before_after_a_search() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    seen = []
    handle = model("llama", torch.float32).model.register_forward_pre_hook(
        lambda *_: seen.append(torch.get_num_threads())
    )
    generator("llama").beam(PROMPTS[:1], 2)
    handle.remove()
    assert torch.get_num_threads() == 2
    assert set(seen) == {1}
    torch.set_num_threads(before)
