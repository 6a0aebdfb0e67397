"""XLNet's scores against a forward for each target."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from tests.models.scorers.xlnet import tiny  # noqa: E402
from versebench.models.scorers.contract import (  # noqa: E402
    ModelLoadError,
    Scorer,
    TextScore,
    Unscored,
)
from versebench.models.scorers.memory import NotEnoughMemoryError  # noqa: E402
from versebench.models.scorers.threads import one_thread  # noqa: E402
from versebench.models.scorers.xlnet.convention import Direction, XlnetConvention  # noqa: E402
from versebench.models.scorers.xlnet.given import CONTEXT  # noqa: E402
from versebench.models.scorers.xlnet.scorer import BATCH_TOKENS, XlnetScorer  # noqa: E402

DIRECTIONS: tuple[Direction, ...] = ("causal", "causal-reread", "bidirectional")
PADDING = "A river is rain with a plan: past the mill,"
UNIT = [
    "There was an Old Man with a beard,\nWho said, unbelievable light",
    "There was an Old Man with a light,",
    "mill-wheel's",
]
WORDS = st.sampled_from([*" ".join(tiny.VERSE).split(), "unbelievably", "reed-beds", "é", "🎂", "<mask>", "<eod>"])
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@lru_cache
def scorer(direction: Direction, padding: str = "", **convention: Any) -> XlnetScorer:
    asked = XlnetConvention(direction=direction, padding=padding, **convention)
    return XlnetScorer(tiny.model(), tiny.tokenizer(), [asked], "tiny")


def score(asked: XlnetScorer, unit: Sequence[str], *, tokens: bool = False) -> list[TextScore | Unscored]:
    """The scores of one unit under the one convention."""
    [found] = asked.score_units([unit], tokens=tokens)
    [under_it] = found.values()
    return list(under_it)


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
        with one_thread(), torch.no_grad():
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
    [found] = scored(score(scorer(direction, padding), [text]))
    assert found.token_log_probabilities == pytest.approx(plain(text, direction, padding), rel=1e-5, abs=1e-5)


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
    score(scorer(direction), UNIT[:1])
    handle.remove()
    return len(calls)


@pytest.mark.parametrize("direction", ["causal", "causal-reread"])
def test_later_tokens_change_nothing_before_them(direction: Direction) -> None:
    longer, shorter = scored(score(scorer(direction), ["an Old Man with a beard", "an Old Man"]))
    count = len(shorter.token_log_probabilities)
    assert longer.token_log_probabilities[:count] == pytest.approx(shorter.token_log_probabilities, abs=1e-5)


def test_the_first_token_is_predicted_from_what_is_given_alone() -> None:
    first = [one.token_log_probabilities[0] for one in scored(score(scorer("causal"), ["a beard", "a"]))]
    assert first[0] == pytest.approx(first[1], abs=1e-5)
    padded = scored(score(scorer("causal", PADDING), ["a"]))[0].token_log_probabilities[0]
    assert padded != pytest.approx(first[1], abs=1e-3)


def test_the_directions_differ() -> None:
    sums = [scored(score(scorer(direction), UNIT))[0].log_probability for direction in DIRECTIONS]
    assert len({round(one, 3) for one in sums}) == 3


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_tokens_are_told_with_their_characters_in_the_text_itself(direction: Direction) -> None:
    [found] = scored(score(scorer(direction), UNIT[:1], tokens=True))
    assert list(found.token_ids) == encode(UNIT[0].replace("\n", " "))
    assert scorer(direction).pieces(found.token_ids) == tiny.tokenizer().convert_ids_to_tokens(found.token_ids)
    assert found.spans is not None
    for piece, (start, end) in zip(scorer(direction).pieces(found.token_ids), found.spans, strict=True):
        # The mark of a word's beginning is no sign of the text; alone, it has the place of the word's first one.
        assert UNIT[0][start:end] == piece.lstrip("▁") or (piece == "▁" and end == start + 1)
    assert list(found.spans) == sorted(found.spans)
    assert scored(score(scorer(direction), UNIT[:1])) == [TextScore(found.token_log_probabilities, found.token_ids)]


def test_several_conventions_give_each_what_it_gives_alone() -> None:
    conventions = [XlnetConvention(direction=direction, padding=PADDING) for direction in DIRECTIONS]
    promised: Scorer = XlnetScorer(tiny.model(), tiny.tokenizer(), conventions, "tiny")
    alone = {one.name: score(scorer(one.direction, PADDING), UNIT) for one in conventions}
    assert promised.score_units([UNIT, [], UNIT[:1]]) == [
        alone,
        {name: [] for name in alone},
        {name: scores[:1] for name, scores in alone.items()},
    ]


def test_the_start_token_is_a_choice() -> None:
    assert score(scorer("causal", start_token="<s>"), UNIT) != score(scorer("causal"), UNIT)


def test_the_names_of_conventions() -> None:
    assert XlnetConvention().name == "xlnet-causal+eod-given+padding-none+line-breaks-space"
    padded = XlnetConvention(line_breaks="kept", direction="bidirectional", padding="A river.", start_token="<s>")
    assert padded.name == "xlnet-bidirectional+s-sep-cls-given+padding-0e548155+line-breaks-kept"


# --- the same bits


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_score_has_the_same_bits_whatever_comes_with_it(direction: Direction) -> None:
    together = score(scorer(direction), UNIT)
    assert [score(scorer(direction), [text])[0] for text in UNIT] == together
    assert score(scorer(direction), UNIT[::-1]) == together[::-1]


# --- texts without a score


def test_an_empty_text_has_none() -> None:
    assert score(scorer("causal"), [""]) == [Unscored("empty_text", "the tokenizer gives no token")]
    assert score(scorer("causal"), []) == []


def test_a_text_is_scored_up_to_the_length_of_the_context() -> None:
    one = len(encode(","))
    fit = (CONTEXT - 1) // one
    longest, unscored = score(scorer("causal"), [" ".join("," * fit), " ".join("," * (fit + 1))])
    assert isinstance(longest, TextScore)
    assert len(longest.token_log_probabilities) == fit * one
    assert unscored == Unscored("longer_than_context", f"{(fit + 1) * one} tokens and 1 given ones, {CONTEXT} fit")


def test_what_is_no_finite_number_is_no_score() -> None:
    broken = transformers.XLNetLMHeadModel(tiny.model().config).eval()
    torch.nn.init.constant_(broken.lm_loss.bias, float("nan"))
    found = score(XlnetScorer(broken, tiny.tokenizer(), [XlnetConvention()], "broken"), ["a beard"])
    assert found == [Unscored("not_finite", "a token's log-probability is no finite number")]


# --- device


class Seen(Exception):  # noqa: N818
    """Where the tensors are that a model was given."""


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_what_the_model_reads_is_on_its_device(direction: Direction) -> None:
    def model(**named: Any) -> Any:
        raise Seen({one.device.type for one in named.values() if isinstance(one, torch.Tensor)})

    elsewhere = XlnetScorer(model, tiny.tokenizer(), [XlnetConvention(direction=direction)], "tiny", "meta")
    with pytest.raises(Seen) as caught:
        score(elsewhere, ["a beard"])
    assert caught.value.args == ({"meta"},)


# --- memory


def scarce(direction: Direction, most: int, error: Exception) -> tuple[XlnetScorer, list[int]]:
    """A scorer whose model computes no more than some targets at once, as a GPU that is nearly full; what it asks."""
    model, asked = tiny.model.__wrapped__(), list[int]()

    def refuse(_model: Any, _args: Any, named: dict[str, Any]) -> None:
        asked.append(named["target_mapping"].shape[0] * named["target_mapping"].shape[1])
        if asked[-1] > most:
            raise error

    model.register_forward_pre_hook(refuse, with_kwargs=True)
    return XlnetScorer(model, tiny.tokenizer(), [XlnetConvention(direction=direction)], "scarce"), asked


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("error", [torch.OutOfMemoryError("CUDA out of memory."), MemoryError()])
def test_a_batch_that_does_not_fit_the_memory_is_halved(direction: Direction, error: Exception) -> None:
    loaded, asked = scarce(direction, 4, error)
    [found] = scored(score(loaded, ["mill-wheel's"]))
    assert found.token_log_probabilities == pytest.approx(plain("mill-wheel's", direction, ""), rel=1e-5, abs=1e-5)
    refused = [rows for rows in asked if rows > 4]
    assert loaded.halvings.total == len(refused) > 0


def test_one_row_that_does_not_fit_is_told_with_the_remedy() -> None:
    with pytest.raises(NotEnoughMemoryError, match="run fewer workers"):
        score(scarce("causal", 0, MemoryError())[0], ["a beard"])


def test_another_error_is_not_taken_for_a_lack_of_memory() -> None:
    with pytest.raises(RuntimeError, match="shapes do not match"):
        score(scarce("bidirectional", 0, RuntimeError("shapes do not match"))[0], ["a beard"])


# --- special tokens


def test_a_text_that_spells_a_special_token_is_scored_as_any_text() -> None:
    [found] = scored(score(scorer("bidirectional"), ["a <mask> <sep>"], tokens=True))
    assert found.spans is not None
    assert found.spans[-1][1] == len("a <mask> <sep>")
    assert list(found.token_ids) == encode("a <mask> <sep>")


@pytest.mark.parametrize(
    ("left_out", "direction", "message"),
    [
        ("<eod>", "causal", "tiny: its tokenizer has no <eod>; choose the other start_token"),
        ("<sep>", "bidirectional", "tiny: its tokenizer has no .*; set sep_token and cls_token in tokenizer_config"),
    ],
)
def test_a_tokenizer_without_a_special_token_is_refused_with_the_remedy(
    left_out: str, direction: Direction, message: str
) -> None:
    with pytest.raises(ModelLoadError, match=message):
        XlnetScorer(tiny.model(), tiny.tokenizer(left_out), [XlnetConvention(direction=direction)], "tiny")


def test_a_padding_text_that_leaves_no_room_is_refused_with_the_remedy() -> None:
    with pytest.raises(ModelLoadError, match="512 fit; shorten it"):
        XlnetScorer(tiny.model(), tiny.tokenizer(), [XlnetConvention(padding="a river " * 300)], "tiny")
