"""Texts in, log-probabilities out."""

from typing import Literal

import pytest

torch = pytest.importorskip("torch")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from models.judges.contract import Convention, Judge, TextScore, Unscored  # noqa: E402
from models.judges.transformer_xl.config import TransformerXlConfig  # noqa: E402
from models.judges.transformer_xl.judge import TransformerXlJudge  # noqa: E402
from models.judges.transformer_xl.network import TransformerXl  # noqa: E402
from models.judges.transformer_xl.tokenizer import WordTokenizer  # noqa: E402
from models.judges.transformer_xl.weights import Weights  # noqa: E402
from tests.models.judges.transformer_xl.fixture import CASES, WORDS, network, tensors  # noqa: E402

NETWORK = network("published_shape")
KNOWN = st.lists(st.sampled_from(WORDS[8:]), max_size=30).map(" ".join)
TEXTS = st.lists(st.one_of(KNOWN, st.text(max_size=30)), max_size=5)


def judge(line_breaks: Literal["kept", "space"] = "kept") -> TransformerXlJudge:
    torch.set_num_threads(1)
    return TransformerXlJudge(NETWORK, WordTokenizer(WORDS), Convention(line_breaks))


def scored(text: str, line_breaks: Literal["kept", "space"] = "kept") -> tuple[float, ...]:
    [score] = judge(line_breaks).score([text])
    assert isinstance(score, TextScore)
    return score.token_log_probabilities


def test_it_is_a_judge() -> None:
    promised: Judge = judge()
    assert promised.score([]) == []


def test_a_score_is_of_all_words_after_the_end_of_a_line_that_is_given() -> None:
    given = torch.tensor([0, 1, 9, 0, 10])
    expected = NETWORK.log_probabilities(given, NETWORK.first_memory())
    assert scored("the w1\nw2") == tuple(expected.double().tolist())


def test_line_breaks_are_words_or_spaces() -> None:
    assert len(scored("the w1\nw2")) == 4
    assert scored("the w1\nw2", "space") == scored("the w1 w2")
    assert judge().convention.name == "eos-given+line-breaks-kept"
    assert judge("space").convention.name == "eos-given+line-breaks-space"


def test_a_text_may_be_longer_than_segment_and_memory() -> None:
    assert len(scored("w1 " * 500)) == 500 > 10 * (NETWORK.config.tgt_len + NETWORK.config.mem_len)


@settings(max_examples=40, deadline=None)
@given(TEXTS)
def test_a_score_has_the_same_bits_whatever_comes_with_it(texts: list[str]) -> None:
    together = judge().score(texts)
    assert together == [judge().score([text])[0] for text in texts]
    assert together[::-1] == judge().score(texts[::-1])
    assert all(isinstance(score, TextScore) or score.reason == "empty_text" for score in together)


@pytest.mark.parametrize("text", ["", " ", "\t"])
def test_an_empty_text_has_none(text: str) -> None:
    assert judge().score([text]) == [Unscored("empty_text", "the tokenizer gives no token")]


def test_what_is_no_finite_number_is_no_score() -> None:
    weights = tensors("published_shape")
    name = "transformer.layers.1.pos_ff.layer_norm.bias"
    weights[name] = torch.full_like(weights[name], float("nan"))
    config = TransformerXlConfig(**CASES["published_shape"]["config"])
    broken = TransformerXlJudge(TransformerXl(Weights(weights, "broken"), config), WordTokenizer(WORDS), Convention())
    assert broken.score(["the"]) == [Unscored("not_finite", "a token's log-probability is no finite number")]


@given(st.lists(st.sampled_from(["the", "w1", "zebra", "quagga"]), max_size=8))
def test_words_outside_the_vocabulary_are_counted(words: list[str]) -> None:
    assert judge().unknown_tokens(" ".join(words)) == words.count("zebra") + words.count("quagga")
    assert judge().unknown_tokens("\n".join(words)) == words.count("zebra") + words.count("quagga")
