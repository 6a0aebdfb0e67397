"""Packed scores against each token after its beginning alone, for every convention and family."""

import random
import re
from dataclasses import replace
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from tests.models.scorers.packed.tiny import START, model, plain_reference, tokenizer  # noqa: E402
from versebench.models.scorers.contract import TextScore, Unscored  # noqa: E402
from versebench.models.scorers.memory import NotEnoughMemoryError  # noqa: E402
from versebench.models.scorers.packed import engine as engines  # noqa: E402
from versebench.models.scorers.packed.blocks import blocks  # noqa: E402
from versebench.models.scorers.packed.convention import PackedConvention  # noqa: E402
from versebench.models.scorers.packed.gpt2_trunk import Gpt2Trunk  # noqa: E402
from versebench.models.scorers.packed.scorer import PackedScorer, PackedScorerError  # noqa: E402

CONTEXT = 40
CONVENTIONS = [
    PackedConvention(start, space, breaks, texts)
    for start in ("given", "absent")
    for space in (False, True)
    for breaks in ("kept", "space")
    for texts in ("rejected", "windows")
]
WORDS = st.sampled_from(["the", " the", "\n", " a", "a", "now", " in", ",", "é", " beard", "春", START])
TEXTS = st.lists(WORDS, min_size=1, max_size=14).map("".join)
UNITS = st.lists(TEXTS, min_size=1, max_size=5)
SLOW = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))

_SCORERS: dict[Any, PackedScorer] = {}


def scorer(
    family: str, convention: PackedConvention = CONVENTIONS[0], context: int = 128, **options: Any
) -> PackedScorer:
    key = (family, convention, context, *sorted(options.items()))
    if key not in _SCORERS:
        _SCORERS[key] = PackedScorer(model(family, context), tokenizer(), convention, **options)
    return _SCORERS[key]


def corrupted(text: str, *places: int) -> list[str]:
    words = text.split(" ")
    return [text, *(" ".join(words[:place] + words[place + 1 :]) for place in places)]


POEM = (
    "The night was in the kettle now,\nAnd the cow said to the crow,\n"
    "In the thin wind the barn\nWas in the yarn\nAnd how"
)
UNIT = corrupted(POEM, 1, 4, 6, 9, 13, 17)


def assert_close(score: TextScore | Unscored, expected: list[float]) -> None:
    assert isinstance(score, TextScore), score
    assert score.token_log_probabilities == pytest.approx(expected, abs=5e-5)
    assert score.log_probability == sum(score.token_log_probabilities)


# --- against one token at a time


@pytest.mark.parametrize("convention", CONVENTIONS, ids=lambda convention: convention.name)
@pytest.mark.parametrize("family", ["gpt2", "llama"])
@SLOW
@given(unit=UNITS)
def test_every_convention_gives_what_the_model_says_of_each_text_alone(
    family: str, convention: PackedConvention, unit: list[str]
) -> None:
    [scores] = scorer(family, convention, CONTEXT, block_rows=16).score_units([unit])
    for text, score in zip(unit, scores, strict=True):
        prepared = convention.prepare(text)
        ids = tokenizer()(prepared, add_special_tokens=False, split_special_tokens=True)["input_ids"]
        start = 0 if convention.start == "given" else None
        held = len(ids) + (convention.start == "given")
        if held < 2:
            assert isinstance(score, Unscored)
            assert score.reason == "no_scored_token"
        elif held > CONTEXT and convention.long_texts == "rejected":
            assert isinstance(score, Unscored)
            assert score.reason == "longer_than_context"
        else:
            assert_close(score, plain_reference(model(family, CONTEXT), ids, start, CONTEXT))


@pytest.mark.parametrize("family", ["gpt2", "gpt2-inverse", "gpt2-relu", "llama", "qwen2", "gpt-neox", "opt"])
def test_families_are_packed_and_agree_with_each_text_alone(family: str) -> None:
    packed = scorer(family)
    assert packed.engine.kind == ("gpt2" if family in ("gpt2", "gpt2-inverse") else "packed"), packed.engine.reason
    [scores] = packed.score_units([UNIT])
    for text, score in zip(UNIT, scores, strict=True):
        ids = tokenizer().encode(text, add_special_tokens=False)
        assert_close(score, plain_reference(model(family), ids, 0, 128))


def test_the_own_body_of_gpt2_agrees_with_that_of_transformers(monkeypatch: pytest.MonkeyPatch) -> None:
    [own] = scorer("gpt2").score_units([UNIT])
    monkeypatch.setattr(Gpt2Trunk, "fits", staticmethod(lambda model: False))
    other = PackedScorer(model("gpt2"), tokenizer(), PackedConvention())
    assert other.engine.kind == "packed"
    for one, same in zip(own, other.score_units([UNIT])[0], strict=True):
        assert isinstance(same, TextScore)
        assert_close(one, list(same.token_log_probabilities))


def test_bf16_is_near_fp32_and_its_logits_are_normalised_in_fp32() -> None:
    low = PackedScorer(model("gpt2", dtype=torch.bfloat16), tokenizer(), PackedConvention())
    assert low.engine.kind == "gpt2", low.engine.reason
    for one, other in zip(low.score_units([UNIT])[0], scorer("gpt2").score_units([UNIT])[0], strict=True):
        assert isinstance(one, TextScore)
        assert isinstance(other, TextScore)
        assert one.log_probability == pytest.approx(other.log_probability, rel=0.02)
        assert one != other


# --- the same bits


@pytest.mark.parametrize("family", ["gpt2", "llama"])
@SLOW
@given(units=st.lists(UNITS, min_size=2, max_size=4))
def test_a_unit_has_the_same_bits_whatever_other_units_come(family: str, units: list[list[str]]) -> None:
    packed = scorer(family)
    alone = [packed.score_units([unit])[0] for unit in units]
    assert packed.score_units(units) == alone
    assert packed.score_units(units[::-1]) == alone[::-1]


@pytest.mark.parametrize("family", ["gpt2", "llama"])
@SLOW
@given(unit=UNITS, more=UNITS)
def test_a_text_has_the_same_bits_with_texts_appended_last(family: str, unit: list[str], more: list[str]) -> None:
    packed = scorer(family)
    assert packed.score_units([unit + more])[0][: len(unit)] == packed.score_units([unit])[0]


@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_appended_texts_that_fill_further_blocks_change_no_bits(family: str) -> None:
    packed = scorer(family)
    whole = packed.score_units([UNIT])[0]
    for count in range(1, len(UNIT)):
        assert packed.score_units([UNIT[:count]])[0] == whole[:count]


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize("family", ["gpt2", "llama", "qwen2", "gpt-neox", "opt"])
def test_a_text_has_the_same_bits_whatever_stands_beside_it_in_its_unit(family: str, precision: str) -> None:
    packed = PackedScorer(model(family, 128, getattr(torch, precision)), tokenizer(), PackedConvention())
    assert packed.engine.kind in ("gpt2", "packed")
    alone = {text: packed.score_units([[text]])[0][0] for text in UNIT}
    drawn = random.Random(5)
    for size in (2, 3, 5, len(UNIT)):
        unit = drawn.sample(UNIT, size)
        assert packed.score_units([unit])[0] == [alone[text] for text in unit]


@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_poems_that_fill_blocks_together_have_the_bits_of_each_alone(family: str) -> None:
    packed = PackedScorer(model(family), tokenizer(), PackedConvention())
    assert packed.engine.mixes
    units = [UNIT, [], UNIT[:1], UNIT[3:], ["the"]]
    together = packed.score_units(units)
    packed.engine = replace(packed.engine, mixes=False)
    assert packed.score_units(units) == together


def test_where_neighbours_change_bits_each_poem_is_computed_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_same_bits", lambda *_: False)
    packed = PackedScorer(model("gpt2"), tokenizer(), PackedConvention())
    units = [UNIT, UNIT[:2]]
    expected, compute = packed.score_units(units), packed.engine.compute
    computed: list[int] = []

    def counted(some: Any) -> Any:
        computed.append(len(some))
        return compute(some)

    packed.engine = replace(packed.engine, compute=counted)
    assert packed.score_units(units) == expected
    assert computed == [len(unit) for unit in units]


@pytest.mark.parametrize("max_nodes", [1, 150, 300])
def test_a_unit_is_split_by_its_own_size_alone(max_nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "MAX_NODES", max_nodes)
    packed = PackedScorer(model("llama"), tokenizer(), PackedConvention())
    whole = packed.score_units([UNIT])[0]
    for one, other in zip(whole, scorer("llama").score_units([UNIT])[0], strict=True):
        assert isinstance(other, TextScore)
        assert_close(one, list(other.token_log_probabilities))
    for count in range(1, len(UNIT)):
        assert packed.score_units([UNIT[:count]])[0] == whole[:count]


def test_threads_are_as_before_after_scoring() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    seen = []
    packed = PackedScorer(model("llama"), tokenizer(), PackedConvention())
    handle = model("llama").register_forward_pre_hook(lambda *_: seen.append(torch.get_num_threads()))
    body = model("llama").model.register_forward_pre_hook(lambda *_: seen.append(torch.get_num_threads()))
    packed.score_units([UNIT])
    handle.remove()
    body.remove()
    assert torch.get_num_threads() == 2
    assert set(seen) == {1}
    torch.set_num_threads(before)


# --- what cannot be packed


@pytest.mark.parametrize("family", ["bloom"])
def test_a_model_that_takes_no_positions_is_scored_plainly_with_the_reason(family: str) -> None:
    plain = scorer(family)
    assert plain.engine.kind == "plain"
    assert re.match(r"packed: (\w+Error: \w|a token differs by)", plain.engine.reason)
    [scores] = plain.score_units([UNIT[:2]])
    for text, score in zip(UNIT[:2], scores, strict=True):
        ids = tokenizer().encode(text, add_special_tokens=False)
        assert_close(score, plain_reference(model(family), ids, 0, 128))


@pytest.mark.parametrize("change", ["mask", "positions"])
def test_a_model_that_heeds_no_mask_or_positions_is_found_when_loaded(
    change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(rows: Any, *settings: Any) -> Any:
        for block in blocks(rows, *settings):
            tiles = tuple(replace(one, mask=torch.zeros_like(one.mask)) for one in block.attention)
            positions = torch.arange(block.start, block.stop) % 128
            changes: dict[str, Any] = {"mask": {"attention": tiles}, "positions": {"positions": positions}}
            yield replace(block, **changes[change])

    monkeypatch.setattr("versebench.models.scorers.packed.trunk.blocks", careless)
    found = PackedScorer(model("llama"), tokenizer(), PackedConvention()).engine
    assert found.kind == "plain"
    assert re.fullmatch(
        r"packed: a token differs by [0-9.]+ nats from the text computed alone \(limit 0\.001\)", found.reason
    )


def test_texts_beyond_a_window_of_attention_are_not_packed() -> None:
    context = 400
    packed = PackedScorer(model("mistral-window", context), tokenizer(), PackedConvention())
    assert (packed.engine.kind, packed.engine.longest) == ("packed", 150)
    unit = [POEM, POEM + POEM, POEM + " the"]
    for text, score in zip(unit, packed.score_units([unit])[0], strict=True):
        ids = tokenizer().encode(text, add_special_tokens=False)
        assert_close(score, plain_reference(model("mistral-window", context), ids, 0, context))


# --- tokens


def test_tokens_come_with_their_spans() -> None:
    [[score]] = scorer("gpt2").score_units([["now the é"]], tokens=True)
    assert isinstance(score, TextScore)
    vocabulary = tokenizer().convert_ids_to_tokens(score.token_ids)
    assert vocabulary == ["n", "ow", "Ġthe", "Ġ", "Ã©"]
    assert score.spans == ((0, 1), (1, 3), (3, 7), (7, 8), (8, 9))
    assert len(score.token_log_probabilities) == 5
    [[same]] = scorer("gpt2").score_units([["now the é"]])
    assert isinstance(same, TextScore)
    assert same.token_log_probabilities == score.token_log_probabilities


def test_spans_are_those_of_the_text_without_what_was_added_and_skip_what_is_not_scored() -> None:
    convention = PackedConvention(start="absent", leading_space=True)
    [[score]] = scorer("gpt2", convention).score_units([["the now"]], tokens=True)
    assert isinstance(score, TextScore)
    assert score.spans == ((3, 4), (4, 5), (5, 7))
    assert len(score.token_ids) == len(score.token_log_probabilities) == 3


def test_a_text_that_spells_the_start_token_is_a_text() -> None:
    [[score]] = scorer("gpt2").score_units([[f"a{START}b"]], tokens=True)
    assert isinstance(score, TextScore)
    assert len(score.token_ids) > 10


# --- texts without a score, and conventions that cannot be


def test_texts_without_a_score_stay_in_their_place() -> None:
    packed = scorer("gpt2", context=CONTEXT)
    [[first, empty, long, last]] = packed.score_units([["the", "", "now " * 40, "the now"]])
    assert isinstance(first, TextScore)
    assert isinstance(last, TextScore)
    assert empty == Unscored("empty_text", "the tokenizer gives no token")
    assert isinstance(long, Unscored)
    assert long.reason == "longer_than_context"
    assert long.detail.endswith("tokens and a start token, 40 fit")
    assert packed.score_units([]) == []
    assert packed.score_units([[], ["the"], [""]]) == [[], [first], [empty]]


def test_what_is_no_finite_number_is_no_score() -> None:
    broken = model.__wrapped__("gpt2")
    packed = PackedScorer(broken, tokenizer(), PackedConvention())
    with torch.no_grad():
        broken.transformer.wte.weight[5] = float("nan")
    assert packed.score_units([["the"]])[0] == [Unscored("not_finite", "a token's log-probability is no finite number")]


def test_a_start_token_that_is_missing_is_told_with_the_remedy() -> None:
    class NoStart:
        bos_token_id = unk_token_id = None

        def convert_tokens_to_ids(self, token: str) -> None:
            return None

    with pytest.raises(PackedScorerError, match="set start_token"):
        PackedScorer(model("gpt2"), NoStart(), PackedConvention())
    with pytest.raises(PackedScorerError, match="has no token '<s>'"):
        PackedScorer(model("gpt2"), NoStart(), PackedConvention(start_token="<s>"))


def test_a_named_start_token_is_given() -> None:
    named = scorer("gpt2", PackedConvention(start_token=START))
    assert named.score_units([["the"]]) == scorer("gpt2").score_units([["the"]])


# --- memory


class Scarce:
    """Computes no more than some sequences at once, as a GPU that is nearly full."""

    def __init__(self, compute: Any, most: int, error: Exception) -> None:
        self._compute, self._most, self._error = compute, most, error
        self.asked: list[int] = []

    def __call__(self, sequences: Any) -> Any:
        self.asked.append(len(sequences))
        if len(sequences) > self._most:
            raise self._error
        return self._compute(sequences)


def scarce(most: int, error: Exception) -> tuple[PackedScorer, Scarce]:
    packed = PackedScorer(model("gpt2"), tokenizer(), PackedConvention())
    compute = Scarce(packed.engine.compute, most, error)
    packed.engine = engines.Engine("gpt2", "", compute, packed.engine.max_nodes, None, False)
    return packed, compute


@pytest.mark.parametrize(
    "error",
    [
        torch.OutOfMemoryError("CUDA out of memory."),
        RuntimeError("[enforce fail] DefaultCPUAllocator: not enough memory: you tried to allocate 9 bytes"),
        MemoryError(),
    ],
)
def test_a_unit_that_does_not_fit_the_memory_is_halved(error: Exception) -> None:
    packed, compute = scarce(2, error)
    [scores] = packed.score_units([UNIT])
    assert compute.asked == [7, 3, 1, 2, 4, 2, 2]
    assert packed.halvings.total == 3
    for one, other in zip(scores, scorer("gpt2").score_units([UNIT])[0], strict=True):
        assert isinstance(other, TextScore)
        assert_close(one, list(other.token_log_probabilities))


def test_one_text_that_does_not_fit_is_told_with_the_remedy() -> None:
    packed, _ = scarce(0, RuntimeError("not enough memory"))
    with pytest.raises(NotEnoughMemoryError, match="run fewer workers"):
        packed.score_units([UNIT])


def test_another_error_is_not_taken_for_a_lack_of_memory() -> None:
    packed, compute = scarce(0, RuntimeError("shapes do not match"))
    with pytest.raises(RuntimeError, match="shapes do not match"):
        packed.score_units([UNIT])
    assert compute.asked == [7]
