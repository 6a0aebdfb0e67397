"""Pseudo-log-likelihoods against a full forward of one row at a time."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from tokenizers import processors  # noqa: E402

from models.judges.contract import (  # noqa: E402
    ModelLoadError,
    TextScore,
    Unscored,
)
from models.judges.masked.convention import KINDS, Kind, MaskedConvention  # noqa: E402
from models.judges.masked.judge import MaskedJudge  # noqa: E402
from models.judges.masked.rows import BATCH_ROWS  # noqa: E402
from tests.models.judges.masked import tiny  # noqa: E402

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


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Any:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@lru_cache
def judge(family: str, line_breaks: Literal["kept", "space"] = "space") -> MaskedJudge:
    convention = MaskedConvention(line_breaks=line_breaks)
    return MaskedJudge(tiny.model(family), tiny.tokenizer(family), convention, family)


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
        with torch.no_grad():
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
    found = judge(family).score_kinds(unit, KINDS)
    for kind in KINDS:
        for text, score in zip(unit, scored(found[kind]), strict=True):
            assert score.token_log_probabilities == pytest.approx(plain(family, text, kind), rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_the_head_sees_one_position_alone(family: str) -> None:
    assert judge(family).full_forward_because is None


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_the_kinds_differ_where_a_word_has_several_tokens(family: str) -> None:
    found = judge(family).score_kinds(["unbelievable mill-wheel's", "a a"], KINDS)
    assert found["original"][0] != found["within-word-l2r"][0]
    assert found["original"][1] == found["within-word-l2r"][1]


def test_tokens_are_told_with_their_characters() -> None:
    [tokens] = judge("bert").score_tokens([UNIT[0]])
    assert not isinstance(tokens, Unscored)
    text = UNIT[0].replace("\n", " ")
    assert "".join(text[token.start : token.end] for token in tokens) == text.replace(" ", "")
    [score] = scored(judge("bert").score([UNIT[0]]))
    assert score.token_log_probabilities == tuple(token.log_probability for token in tokens)


def test_line_breaks_are_kept_or_become_spaces() -> None:
    spaced, kept = judge("roberta"), judge("roberta", "kept")
    assert kept.score(["one\ntwo"]) != spaced.score(["one\ntwo"]) == spaced.score(["one two"])
    assert kept.score(["one two"]) == spaced.score(["one two"])


def test_the_names_of_conventions() -> None:
    assert MaskedConvention().name == "pll-original+line-breaks-space"
    assert MaskedConvention(kind="within-word-l2r", line_breaks="kept").name == "pll-within-word-l2r+line-breaks-kept"


# --- the same bits


@pytest.mark.parametrize("family", tiny.FAMILIES)
@pytest.mark.parametrize("kinds", [KINDS, KINDS[:1], KINDS[1:]])
def test_texts_that_come_last_change_no_bit(family: str, kinds: tuple[Kind, ...]) -> None:
    together = judge(family).score_kinds(UNIT, kinds)
    for count in range(1, len(UNIT)):
        first = judge(family).score_kinds(UNIT[:count], kinds)
        assert first == {kind: scores[:count] for kind, scores in together.items()}


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_units_scored_before_change_no_bit(family: str) -> None:
    before = judge(family).score(UNIT)
    judge(family).score(UNIT[::-1] * 2)
    assert judge(family).score(UNIT) == before == judge.__wrapped__(family).score(UNIT)


def test_a_text_twice_in_a_unit_has_one_score() -> None:
    first, second = judge("bert").score([UNIT[0], UNIT[0]])
    assert first == second


def test_rows_are_computed_in_batches_of_one_shape() -> None:
    shapes, model = [], tiny.model("bert")
    handle = model.register_forward_pre_hook(
        lambda _model, _args, named: shapes.append(tuple(named["input_ids"].shape)), with_kwargs=True
    )
    tokens = [len(score.token_log_probabilities) for score in scored(judge("bert").score(UNIT[3:]))]
    handle.remove()
    assert set(shapes) == {(BATCH_ROWS, count + 2) for count in tokens}
    assert len(shapes) == sum(-(-count // BATCH_ROWS) for count in tokens)


# --- texts without a score


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_an_empty_text_has_none_and_the_others_have(family: str) -> None:
    empty, score = judge(family).score(["", "a beard"])
    assert empty == Unscored("empty_text", "the tokenizer gives no token")
    assert [score] == judge(family).score(["a beard"])
    assert judge(family).score([]) == []


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_a_text_is_scored_up_to_the_length_of_the_context(family: str) -> None:
    tokens = tiny.CONTEXT - 2
    longest, unscored = judge(family).score(["," * tokens, "," * (tokens + 1)])
    assert isinstance(longest, TextScore)
    assert len(longest.token_log_probabilities) == tokens
    assert unscored == Unscored("longer_than_context", f"{tokens + 1} tokens and 2 special ones, {tiny.CONTEXT} fit")


def test_what_is_no_finite_number_is_no_score() -> None:
    broken = transformers.BertForMaskedLM(tiny.model("bert").config)
    torch.nn.init.constant_(broken.cls.predictions.bias, float("nan"))
    score = MaskedJudge(broken, tiny.tokenizer("bert"), MaskedConvention(), "broken").score(["a beard", ""])
    assert score == [
        Unscored("not_finite", "a token's log-probability is no finite number"),
        Unscored("empty_text", "the tokenizer gives no token"),
    ]


# --- special tokens and unknown ones


@pytest.mark.parametrize(("family", "special"), [("bert", "[MASK]"), ("bert", "[SEP]"), ("roberta", "<mask>")])
def test_a_text_that_spells_a_special_token_is_a_text(family: str, special: str) -> None:
    [tokens] = judge(family).score_tokens([f"a {special} b"])
    assert not isinstance(tokens, Unscored)
    assert tiny.tokenizer(family).convert_tokens_to_ids(special) not in [token.token_id for token in tokens]
    assert len(tokens) > 3


def test_unknown_tokens_are_counted() -> None:
    assert judge("bert").unknown_tokens("a beard") == 0
    assert judge("bert").unknown_tokens("春 a 🎂\n眠") == 3
    assert judge("roberta").unknown_tokens("春 a 🎂") == 0


# --- models that another forward is needed for, and those that are refused


def test_a_head_that_needs_all_positions_is_given_them() -> None:
    model = tiny.model.__wrapped__("bert")
    model.cls = tiny.Mixing(model.cls)
    mixing = MaskedJudge(model, tiny.tokenizer("bert"), MaskedConvention(), "mixing")
    assert mixing.full_forward_because == "its head gives other values for one position alone"
    ids = tiny.tokenizer("bert")("a beard")["input_ids"]
    first = ids[1]
    ids[1] = tiny.tokenizer("bert").mask_token_id
    with torch.no_grad():
        expected = model(torch.tensor([ids])).logits[0, 1].log_softmax(0)
    [score] = scored(mixing.score(["a beard"]))
    assert score.token_log_probabilities[0] == pytest.approx(float(expected[first]), abs=1e-5)


def test_a_model_without_an_encoder_of_its_own_is_run_in_full() -> None:
    model = tiny.model.__wrapped__("bert")
    model.base_model_prefix = "none"
    bare = MaskedJudge(model, tiny.tokenizer("bert"), MaskedConvention(), "bare")
    assert str(bare.full_forward_because).startswith("its head cannot be given one position alone (AttributeError")
    [score] = scored(bare.score(["a beard"]))
    assert score.token_log_probabilities == pytest.approx(plain("bert", "a beard", "original"), abs=1e-5)


def bare_tokenizer(**tokens: str) -> Any:
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=tiny.tokenizer.__wrapped__("bert").backend_tokenizer, unk_token="[UNK]", **tokens
    )


def test_a_tokenizer_without_a_mask_is_refused_with_the_remedy() -> None:
    with pytest.raises(ModelLoadError, match="no mask token; set mask_token in tokenizer_config"):
        MaskedJudge(tiny.model("bert"), bare_tokenizer(), MaskedConvention(), "x")


def test_a_tokenizer_without_special_tokens_around_a_text_is_refused_with_the_remedy() -> None:
    tokenizer = bare_tokenizer(mask_token="[MASK]")
    tokenizer.backend_tokenizer.post_processor = processors.Sequence([])
    with pytest.raises(ModelLoadError, match=r"puts no special tokens around a text.*add a post-processor"):
        MaskedJudge(tiny.model("bert"), tokenizer, MaskedConvention(), "x")
