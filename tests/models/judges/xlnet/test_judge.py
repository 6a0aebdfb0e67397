"""XLNet's scores against a forward for each target."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from models.judges.contract import (  # noqa: E402
    ModelLoadError,
    TextScore,
    Unscored,
)
from models.judges.xlnet.convention import Direction, XlnetConvention  # noqa: E402
from models.judges.xlnet.judge import BATCH_TOKENS, CONTEXT, XlnetJudge  # noqa: E402
from tests.models.judges.xlnet import tiny  # noqa: E402

DIRECTIONS: tuple[Direction, ...] = ("causal", "causal-reread", "bidirectional")
PADDING = "A river is rain with a plan: past the mill,"
UNIT = [
    "There was an Old Man with a beard,\nWho said, unbelievable light",
    "There was an Old Man with a light,",
    "mill-wheel's",
]
WORDS = st.sampled_from([*" ".join(tiny.VERSE).split(), "unbelievably", "reed-beds", "é", "🎂", "<mask>", "<eod>"])
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@lru_cache
def judge(direction: Direction, padding: str = "", **convention: Any) -> XlnetJudge:
    asked = XlnetConvention(direction=direction, padding=padding, **convention)
    return XlnetJudge(tiny.model(), tiny.tokenizer(), asked, "tiny")


def token(name: str) -> int:
    return int(tiny.tokenizer().convert_tokens_to_ids(name))


def encode(text: str) -> list[int]:
    found: list[int] = tiny.tokenizer()(text, add_special_tokens=False, split_special_tokens=True)["input_ids"]
    return found


def plain(text: str, direction: Direction, padding: str) -> list[float]:
    """Each token's log-probability in a forward of its own, that holds no more than the token may be predicted from."""
    before, own = [*encode(padding), token("<eod>")], encode(text)
    found = []
    for number, wanted in enumerate(own):
        target = len(before) + number
        # What stands in the target's place is never seen.
        read = [*before, *own[:number], token("<mask>")]
        segments = [0] * len(read)
        if direction == "bidirectional":
            read += [*own[number + 1 :], token("<sep>"), token("<cls>")]
            segments = [0] * (len(read) - 1) + [2]
        mask = torch.zeros(1, len(read), len(read))
        for place in range(len(before), target + 1):
            mask[0, place, place:] = float(direction == "causal")
        if direction == "causal":
            mask[0, : len(before), len(before) :] = 1.0
        mask[0, :, target] = 1.0
        mapping = torch.zeros(1, 1, len(read))
        mapping[0, 0, target] = 1.0
        with torch.no_grad():
            logits = tiny.model()(
                torch.tensor([read]),
                perm_mask=mask,
                target_mapping=mapping,
                token_type_ids=torch.tensor([segments]),
                use_mems=False,
            ).logits[0, 0]
        found.append(float(logits.double()[wanted] - logits.double().logsumexp(0)))
    return found


def scored(scores: list[TextScore | Unscored]) -> list[TextScore]:
    assert all(isinstance(score, TextScore) for score in scores), scores
    return [score for score in scores if isinstance(score, TextScore)]


# --- scores


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("padding", ["", PADDING])
@settings(max_examples=8, deadline=None, derandomize=True)
@given(text=TEXTS)
def test_a_score_is_what_the_model_says_in_a_forward_for_each_token(
    direction: Direction, padding: str, text: str
) -> None:
    [score] = scored(judge(direction, padding).score([text]))
    assert score.token_log_probabilities == pytest.approx(plain(text, direction, padding), rel=1e-5, abs=1e-5)


def test_from_left_to_right_one_forward_is_enough() -> None:
    assert forwards("causal") == 1


@pytest.mark.parametrize("direction", ["causal-reread", "bidirectional"])
def test_otherwise_targets_share_forwards(direction: Direction) -> None:
    tokens = len(encode(UNIT[0]))
    length = tokens + (3 if direction == "bidirectional" else 1)
    assert forwards(direction) == -(-tokens // (BATCH_TOKENS // length)) < tokens


def forwards(direction: Direction) -> int:
    calls: list[object] = []
    handle = tiny.model().transformer.register_forward_pre_hook(lambda *_: calls.append(None))
    judge(direction).score(UNIT[:1])
    handle.remove()
    return len(calls)


@pytest.mark.parametrize("direction", ["causal", "causal-reread"])
def test_later_tokens_change_nothing_before_them(direction: Direction) -> None:
    longer, shorter = scored(judge(direction).score(["an Old Man with a beard", "an Old Man"]))
    count = len(shorter.token_log_probabilities)
    assert longer.token_log_probabilities[:count] == pytest.approx(shorter.token_log_probabilities, abs=1e-5)


def test_the_first_token_is_predicted_from_what_is_given_alone() -> None:
    first = [score.token_log_probabilities[0] for score in scored(judge("causal").score(["a beard", "a"]))]
    assert first[0] == pytest.approx(first[1], abs=1e-5)
    padded = scored(judge("causal", PADDING).score(["a"]))[0].token_log_probabilities[0]
    assert padded != pytest.approx(first[1], abs=1e-3)


def test_the_directions_differ() -> None:
    sums = [scored(judge(direction).score(UNIT))[0].log_probability for direction in DIRECTIONS]
    assert len({round(one, 3) for one in sums}) == 3


def test_tokens_are_told_with_their_characters() -> None:
    [tokens] = judge("causal").score_tokens([UNIT[0]])
    assert not isinstance(tokens, Unscored)
    assert [token.token_id for token in tokens] == encode(UNIT[0].replace("\n", " "))
    assert tokens[-1].end == len(UNIT[0])
    [score] = scored(judge("causal").score([UNIT[0]]))
    assert score.token_log_probabilities == tuple(token.log_probability for token in tokens)


def test_the_start_token_is_a_choice() -> None:
    assert judge("causal", start_token="<s>").score(UNIT) != judge("causal").score(UNIT)


def test_the_names_of_conventions() -> None:
    assert XlnetConvention().name == "xlnet-causal+eod-given+padding-none+line-breaks-space"
    padded = XlnetConvention(line_breaks="kept", direction="bidirectional", padding="A river.", start_token="<s>")
    assert padded.name == "xlnet-bidirectional+s-sep-cls-given+padding-0e548155+line-breaks-kept"


# --- the same bits


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_score_has_the_same_bits_whatever_comes_with_it(direction: Direction) -> None:
    together = judge(direction).score(UNIT)
    assert [judge(direction).score([text])[0] for text in UNIT] == together
    assert judge(direction).score(UNIT[::-1]) == together[::-1]


# --- texts without a score


def test_an_empty_text_has_none() -> None:
    assert judge("causal").score([""]) == [Unscored("empty_text", "the tokenizer gives no token")]
    assert judge("causal").score([]) == []


def test_a_text_is_scored_up_to_the_length_of_the_context() -> None:
    one = len(encode(","))
    fit = (CONTEXT - 1) // one
    longest, unscored = judge("causal").score([" ".join("," * fit), " ".join("," * (fit + 1))])
    assert isinstance(longest, TextScore)
    assert len(longest.token_log_probabilities) == fit * one
    assert unscored == Unscored("longer_than_context", f"{(fit + 1) * one} tokens and 1 given ones, {CONTEXT} fit")


def test_what_is_no_finite_number_is_no_score() -> None:
    broken = transformers.XLNetLMHeadModel(tiny.model().config)
    torch.nn.init.constant_(broken.lm_loss.bias, float("nan"))
    score = XlnetJudge(broken, tiny.tokenizer(), XlnetConvention(), "broken").score(["a beard"])
    assert score == [Unscored("not_finite", "a token's log-probability is no finite number")]


# --- special tokens and unknown ones


def test_a_text_that_spells_a_special_token_is_scored_as_any_text() -> None:
    [tokens] = judge("bidirectional").score_tokens(["a <mask> <sep>"])
    assert not isinstance(tokens, Unscored)
    assert tokens[-1].end == len("a <mask> <sep>")
    assert len(tokens) == len(encode("a <mask> <sep>"))


def test_unknown_tokens_are_counted() -> None:
    assert judge("causal").unknown_tokens("a beard") == 0
    assert judge("causal").unknown_tokens("春 a 🎂") == 2


@pytest.mark.parametrize(
    ("left_out", "direction", "message"),
    [
        ("<eod>", "causal", "tiny: its tokenizer has no <eod>; set start_token to the other one"),
        ("<sep>", "bidirectional", "tiny: its tokenizer has no .*; set sep_token and cls_token in tokenizer_config"),
    ],
)
def test_a_tokenizer_without_a_special_token_is_refused_with_the_remedy(
    left_out: str, direction: Direction, message: str
) -> None:
    with pytest.raises(ModelLoadError, match=message):
        XlnetJudge(tiny.model(), tiny.tokenizer(left_out), XlnetConvention(direction=direction), "tiny")


def test_a_padding_text_that_leaves_no_room_is_refused_with_the_remedy() -> None:
    with pytest.raises(ModelLoadError, match="512 fit; shorten it"):
        XlnetJudge(tiny.model(), tiny.tokenizer(), XlnetConvention(padding="a river " * 300), "tiny")
