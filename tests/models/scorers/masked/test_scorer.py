"""Pseudo-log-likelihoods against a full forward of one row at a time."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from tokenizers import processors  # noqa: E402

from tests.models.scorers.masked import tiny  # noqa: E402
from versebench.models.scorers.contract import (  # noqa: E402
    ModelLoadError,
    Precision,
    Scorer,
    TextScore,
    UnitScores,
    Unscored,
)
from versebench.models.scorers.load_options import LoadOptions  # noqa: E402
from versebench.models.scorers.masked import rows  # noqa: E402
from versebench.models.scorers.masked.convention import KINDS, Kind, MaskedConvention  # noqa: E402
from versebench.models.scorers.masked.rows import BATCH_ROWS  # noqa: E402
from versebench.models.scorers.masked.scorer import MaskedScorer  # noqa: E402
from versebench.models.scorers.memory import NotEnoughMemoryError  # noqa: E402
from versebench.models.scorers.threads import one_thread  # noqa: E402

UNIT = [
    "There was an Old Man with a beard,\nWho said, unbelievable light",
    "There was an Old Man with a light,\nWho said, unbelievable beard",
    "There was an Old with a beard,\nWho said, unbelievable light",
    "There was an Old Man with a beard,",
    "mill-wheel's",
]
WORDS = st.sampled_from(
    [*" ".join(tiny.VERSE).split(), "unbelievably", "reed-beds", "é", "🎂", "[MASK]", "<mask>", "</s>"]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


CONVENTIONS = {kind: MaskedConvention(kind=kind) for kind in KINDS}


@lru_cache
def scorer(
    family: str, *kinds: Kind, line_breaks: Literal["kept", "space"] = "space", precision: Precision = "fp32"
) -> MaskedScorer:
    conventions = [MaskedConvention(line_breaks, kind) for kind in kinds or KINDS]
    model = tiny.model(family) if precision == "fp32" else tiny.bf16_model(family)
    return MaskedScorer(model, tiny.tokenizer(family), conventions, family, LoadOptions(precision))


def built(model: Any, tokenizer: Any, name: str) -> MaskedScorer:
    return MaskedScorer(model, tokenizer, [MaskedConvention()], name, LoadOptions())


def score_kinds(asked: MaskedScorer, unit: Sequence[str], *, tokens: bool = False) -> dict[Kind, list[Any]]:
    """The scores of one unit by the kinds that were asked for."""
    [found] = asked.score_units([unit], tokens=tokens)
    return {kind: list(found[one.name]) for kind, one in CONVENTIONS.items() if one.name in found}


def score(asked: MaskedScorer, unit: Sequence[str], *, tokens: bool = False) -> list[TextScore | Unscored]:
    """The scores of one unit under the first convention."""
    [found] = asked.score_units([unit], tokens=tokens)
    return list(next(iter(found.values())))


def plain(family: str, text: str, kind: Kind) -> list[float]:
    """Each token's log-probability in a row of its own, from all logits of the model in double precision."""
    tokenizer, model = tiny.tokenizer(family), tiny.model(family)
    encoded = tokenizer(text, return_offsets_mapping=True, split_special_tokens=True)
    ids, last = encoded["input_ids"], len(encoded["input_ids"]) - 1
    words = [len(text[: start + 1].split()) for start in map(visible_from(text), encoded["offset_mapping"])]
    found = []
    for place in range(1, last):
        later = place + 1
        while kind == "within-word-l2r" and later < last and words[later] == words[place]:
            later += 1
        row = ids[:place] + [tokenizer.mask_token_id] * (later - place) + ids[later:]
        with one_thread(), torch.no_grad():
            logits = model(torch.tensor([row])).logits[0, place].double()
        found.append(float(logits[ids[place]] - logits.logsumexp(0)))
    return found


def visible_from(text: str) -> Callable[[tuple[int, int]], int]:
    """Where the first visible character stands, from a token's first one on."""
    return lambda span: len(text) - len(text[span[0] :].lstrip())


def scored(scores: list[TextScore | Unscored]) -> list[TextScore]:
    assert all(isinstance(score, TextScore) for score in scores), scores
    return [score for score in scores if isinstance(score, TextScore)]


# --- scores


@pytest.mark.parametrize("family", tiny.FAMILIES)
@settings(max_examples=8, deadline=None, derandomize=True)
@given(unit=st.lists(TEXTS, min_size=1, max_size=2))
def test_a_score_is_what_the_model_says_of_each_masked_row_alone(family: str, unit: list[str]) -> None:
    found = score_kinds(scorer(family), unit)
    for kind in KINDS:
        for text, score in zip(unit, scored(found[kind]), strict=True):
            assert score.token_log_probabilities == pytest.approx(plain(family, text, kind), rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_the_head_sees_one_position_alone(family: str) -> None:
    assert scorer(family).full_forward_because is None


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_the_kinds_differ_where_a_word_has_several_tokens(family: str) -> None:
    found = score_kinds(scorer(family), ["unbelievable mill-wheel's", "a a"])
    assert found["original"][0] != found["within-word-l2r"][0]
    assert found["original"][1] == found["within-word-l2r"][1]


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_tokens_are_told_with_their_characters_in_the_text_itself(family: str) -> None:
    found = score_kinds(scorer(family), UNIT, tokens=True)
    for kind in KINDS:
        for text, one, bare in zip(UNIT, found[kind], score_kinds(scorer(family), UNIT)[kind], strict=True):
            assert "".join("".join(text[start:end].split()) for start, end in one.spans) == "".join(text.split())
            assert scorer(family).pieces(one.token_ids) == tiny.tokenizer(family).tokenize(text.replace("\n", " "))
            assert bare == TextScore(one.token_log_probabilities, one.token_ids, None)


def test_a_line_break_that_is_kept_has_its_own_place() -> None:
    [found] = scored(score(scorer("roberta", line_breaks="kept"), ["a\na"], tokens=True))
    assert found.spans == ((0, 1), (1, 2), (2, 3))


def test_line_breaks_are_kept_or_become_spaces() -> None:
    spaced, kept = scorer("roberta"), scorer("roberta", line_breaks="kept")
    assert score(kept, ["one\ntwo"]) != score(spaced, ["one\ntwo"]) == score(spaced, ["one two"])
    assert score(kept, ["one two"]) == score(spaced, ["one two"])


def test_conventions_that_treat_line_breaks_differently_need_scorers_of_their_own() -> None:
    for conventions in ([], [MaskedConvention("kept"), MaskedConvention("space")]):
        with pytest.raises(ValueError, match="treat line breaks alike"):
            MaskedScorer(tiny.model("bert"), tiny.tokenizer("bert"), conventions, "x", LoadOptions())


def test_the_names_of_conventions() -> None:
    assert MaskedConvention().name == "pll-original+line-breaks-space"
    assert MaskedConvention(kind="within-word-l2r", line_breaks="kept").name == "pll-within-word-l2r+line-breaks-kept"


# --- precision


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_bf16_is_near_fp32_and_its_logits_are_normalised_in_fp32(family: str) -> None:
    low = score_kinds(scorer(family, precision="bf16"), UNIT)
    high = score_kinds(scorer(family), UNIT)
    assert scorer(family, precision="bf16").full_forward_because is None
    for kind in KINDS:
        for one, other in zip(scored(low[kind]), scored(high[kind]), strict=True):
            assert one.token_log_probabilities == pytest.approx(other.token_log_probabilities, abs=0.5)
            assert one.log_probability == pytest.approx(other.log_probability, rel=0.02)
            assert one.log_probability != other.log_probability
            assert one.token_ids == other.token_ids
            # Of numbers of 8 bits, bf16 would leave nothing but zeros in the lower half of each.
            assert any(value != float(torch.tensor(value).bfloat16()) for value in one.token_log_probabilities)


# --- the same bits


@pytest.mark.parametrize("family", tiny.FAMILIES)
@pytest.mark.parametrize("kinds", [KINDS, KINDS[:1], KINDS[1:]])
def test_texts_that_come_last_change_no_bit(family: str, kinds: tuple[Kind, ...]) -> None:
    together = score_kinds(scorer(family, *kinds), UNIT)
    for count in range(1, len(UNIT)):
        first = score_kinds(scorer(family, *kinds), UNIT[:count])
        assert first == {kind: scores[:count] for kind, scores in together.items()}


@pytest.mark.parametrize("family", tiny.FAMILIES)
@pytest.mark.parametrize("precision", ["fp32", "bf16"])
@settings(max_examples=4, deadline=None, derandomize=True)
@given(units=st.lists(st.lists(TEXTS, max_size=2), min_size=1, max_size=3))
def test_a_unit_has_the_same_bits_whatever_units_come_with_it(
    family: str, precision: Precision, units: list[list[str]]
) -> None:
    asked = scorer(family, precision=precision)
    together = asked.score_units(units)
    assert asked.score_units(units[::-1]) == together[::-1]
    assert [asked.score_units([unit])[0] for unit in units] == together


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_a_scorer_that_is_loaded_again_gives_the_same_bits(family: str) -> None:
    assert scorer(family).score_units([UNIT]) == scorer.__wrapped__(family).score_units([UNIT])


def test_the_order_of_the_conventions_changes_no_bit() -> None:
    assert score_kinds(scorer("bert", *KINDS[::-1]), UNIT) == score_kinds(scorer("bert"), UNIT)


def test_a_text_twice_in_a_unit_has_one_score() -> None:
    first, second = score(scorer("bert"), [UNIT[0], UNIT[0]])
    assert first == second


def test_it_is_a_scorer() -> None:
    promised: Scorer = scorer("bert")
    nothing: UnitScores = {convention.name: [] for convention in CONVENTIONS.values()}
    assert promised.score_units([]) == []
    assert promised.score_units([[]]) == [nothing]


def shapes_of(asked: MaskedScorer, model: Any, unit: Sequence[str]) -> list[tuple[int, ...]]:
    """Rows and tokens of each forward that a unit takes."""
    shapes: list[tuple[int, ...]] = []
    handle = model.register_forward_pre_hook(
        lambda _model, _args, named: shapes.append(tuple(named["input_ids"].shape)), with_kwargs=True
    )
    score(asked, unit)
    handle.remove()
    return shapes


def test_rows_are_computed_in_batches_of_one_shape() -> None:
    asked = scorer("bert", "original")
    shapes = shapes_of(asked, tiny.model("bert"), UNIT[3:])
    tokens = [len(one.token_log_probabilities) for one in scored(score(asked, UNIT[3:]))]
    assert set(shapes) == {(BATCH_ROWS, count + 2) for count in tokens}
    assert len(shapes) == sum(-(-count // BATCH_ROWS) for count in tokens)


def test_rows_that_conventions_share_are_computed_once() -> None:
    unit = ["a a a a a a a a a a a a a a a"]  # each word is one token
    assert len(shapes_of(scorer("bert"), tiny.model("bert"), unit)) == 1


# --- memory


def make_scarce(model: Any, most: int, error: Exception) -> list[int]:
    """Lets a model compute no more than some rows at once, as a GPU that is nearly full; how many it is asked for."""
    asked: list[int] = []

    def refuse(_model: Any, _args: Any, named: dict[str, Any]) -> None:
        asked.append(len(named["input_ids"]))
        if asked[-1] > most:
            raise error

    model.register_forward_pre_hook(refuse, with_kwargs=True)
    return asked


def scarce(most: int, error: Exception) -> tuple[MaskedScorer, list[int]]:
    """A scorer whose memory is scarce once it is loaded."""
    model = tiny.model.__wrapped__("bert")
    return built(model, tiny.tokenizer("bert"), "scarce"), make_scarce(model, most, error)


@pytest.mark.parametrize(
    "error",
    [
        torch.OutOfMemoryError("CUDA out of memory."),
        RuntimeError("[enforce fail] DefaultCPUAllocator: not enough memory: you tried to allocate 9 bytes"),
        MemoryError(),
    ],
)
def test_a_batch_that_does_not_fit_the_memory_is_halved(error: Exception) -> None:
    loaded, asked = scarce(4, error)
    [found] = scored(score(loaded, UNIT[3:4]))
    assert asked[:7] == [16, 8, 4, 4, 8, 4, 4]
    assert loaded.halvings.total == 3 * len(asked) // 7 > 0
    assert found.token_log_probabilities == pytest.approx(plain("bert", UNIT[3], "original"), abs=1e-5)


def test_one_row_that_does_not_fit_is_told_with_the_remedy() -> None:
    with pytest.raises(NotEnoughMemoryError, match="run fewer workers"):
        score(scarce(0, MemoryError())[0], ["a beard"])


def test_another_error_is_not_taken_for_a_lack_of_memory() -> None:
    loaded, asked = scarce(0, RuntimeError("shapes do not match"))
    with pytest.raises(RuntimeError, match="shapes do not match"):
        score(loaded, ["a beard"])
    assert asked == [16]


def test_a_lack_of_memory_at_load_time_is_no_reason_for_a_forward_that_needs_more() -> None:
    model = tiny.model.__wrapped__("bert")
    make_scarce(model, 1, MemoryError())
    with pytest.raises(MemoryError):
        built(model, tiny.tokenizer("bert"), "scarce")


def test_a_head_at_every_position_is_given_fewer_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    model = tiny.model.__wrapped__("bert")
    model.base_model_prefix = "none"
    bare, length = built(model, tiny.tokenizer("bert"), "bare"), len(tiny.tokenizer("bert")("a beard")["input_ids"])
    monkeypatch.setattr(rows, "LOGITS", 3 * length * len(tiny.tokenizer("bert")))
    assert set(shapes_of(bare, model, ["a beard"])) == {(3, length)}


# --- texts without a score


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_an_empty_text_has_none_and_the_others_have(family: str) -> None:
    empty, other = score(scorer(family), ["", "a beard"])
    assert empty == Unscored("empty_text", "the tokenizer gives no token")
    assert [other] == score(scorer(family), ["a beard"])
    assert score(scorer(family), []) == []


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_a_text_is_scored_up_to_the_length_of_the_context(family: str) -> None:
    tokens = tiny.CONTEXT - 2
    longest, unscored = score(scorer(family), ["," * tokens, "," * (tokens + 1)])
    assert isinstance(longest, TextScore)
    assert len(longest.token_log_probabilities) == tokens
    assert unscored == Unscored("longer_than_context", f"{tokens + 1} tokens and 2 special ones, {tiny.CONTEXT} fit")


def test_what_is_no_finite_number_is_no_score() -> None:
    broken = transformers.BertForMaskedLM(tiny.model("bert").config).eval()
    torch.nn.init.constant_(broken.cls.predictions.bias, float("nan"))
    found = score(built(broken, tiny.tokenizer("bert"), "broken"), ["a beard", ""])
    assert found == [
        Unscored("not_finite", "a token's log-probability is no finite number"),
        Unscored("empty_text", "the tokenizer gives no token"),
    ]


# --- special tokens


@pytest.mark.parametrize(("family", "special"), [("bert", "[MASK]"), ("bert", "[SEP]"), ("roberta", "<mask>")])
def test_a_text_that_spells_a_special_token_is_a_text(family: str, special: str) -> None:
    [found] = scored(score(scorer(family), [f"a {special} b"]))
    assert tiny.tokenizer(family).convert_tokens_to_ids(special) not in found.token_ids
    assert len(found.token_ids) > 3


# --- models that another forward is needed for, and those that are refused


def test_a_head_that_needs_all_positions_is_given_them() -> None:
    model = tiny.model.__wrapped__("bert")
    model.cls = tiny.Mixing(model.cls)
    mixing = built(model, tiny.tokenizer("bert"), "mixing")
    assert mixing.full_forward_because == "its head gives different values for one position alone"
    ids = tiny.tokenizer("bert")("a beard")["input_ids"]
    first = ids[1]
    ids[1] = tiny.tokenizer("bert").mask_token_id
    with torch.no_grad():
        expected = model(torch.tensor([ids])).logits[0, 1].log_softmax(0)
    [found] = scored(score(mixing, ["a beard"]))
    assert found.token_log_probabilities[0] == pytest.approx(float(expected[first]), abs=1e-5)


def test_a_model_without_an_encoder_of_its_own_is_run_in_full() -> None:
    model = tiny.model.__wrapped__("bert")
    model.base_model_prefix = "none"
    bare = built(model, tiny.tokenizer("bert"), "bare")
    assert str(bare.full_forward_because).startswith("its head cannot compute one position alone (AttributeError")
    [found] = scored(score(bare, ["a beard"]))
    assert found.token_log_probabilities == pytest.approx(plain("bert", "a beard", "original"), abs=1e-5)


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_what_an_engine_made_of_a_model_is_computed_with(family: str) -> None:
    wrapped = tiny.Engine(tiny.model(family))
    held = MaskedScorer(wrapped, tiny.tokenizer(family), [MaskedConvention()], "wrapped", LoadOptions())
    assert held.full_forward_because is None
    before = wrapped.calls
    assert score(held, UNIT) == score(scorer(family, "original"), UNIT)
    assert wrapped.calls > before
    assert isinstance(score(held, ["," * tiny.CONTEXT])[0], Unscored)


def test_what_the_model_reads_is_on_its_device() -> None:
    seen: list[str] = []

    def model(**named: Any) -> Any:
        seen.extend(one.device.type for one in named.values())
        raise InterruptedError

    with pytest.raises(InterruptedError):
        MaskedScorer(model, tiny.tokenizer("bert"), [MaskedConvention()], "elsewhere", LoadOptions(device="meta"))
    assert seen == ["meta", "meta"]


def test_what_hides_the_parts_of_a_model_is_run_in_full() -> None:
    model = tiny.model("bert")
    hiding = built(lambda **named: model(**named), tiny.tokenizer("bert"), "hiding")
    assert str(hiding.full_forward_because).startswith("its head cannot compute one position alone (AttributeError")
    [found] = scored(score(hiding, ["a beard"]))
    assert found.token_log_probabilities == pytest.approx(plain("bert", "a beard", "original"), abs=1e-5)


def test_a_lower_precision_does_not_hide_a_head_that_needs_all_positions() -> None:
    model = tiny.bf16_model.__wrapped__("bert")
    model.cls = tiny.Mixing(model.cls)
    mixing = MaskedScorer(model, tiny.tokenizer("bert"), [MaskedConvention()], "mixing", LoadOptions("bf16"))
    assert mixing.full_forward_because == "its head gives different values for one position alone"


def bare_tokenizer(**tokens: str) -> Any:
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=tiny.tokenizer.__wrapped__("bert").backend_tokenizer, unk_token="[UNK]", **tokens
    )


def test_a_tokenizer_without_a_mask_is_refused_with_the_remedy() -> None:
    with pytest.raises(ModelLoadError, match="no mask token; set mask_token in tokenizer_config"):
        built(tiny.model("bert"), bare_tokenizer(), "x")


def test_a_tokenizer_without_special_tokens_around_a_text_is_refused_with_the_remedy() -> None:
    tokenizer = bare_tokenizer(mask_token="[MASK]")
    tokenizer.backend_tokenizer.post_processor = processors.Sequence([])
    with pytest.raises(ModelLoadError, match=r"puts no special tokens around a text.*add a post-processor"):
        built(tiny.model("bert"), tokenizer, "x")
