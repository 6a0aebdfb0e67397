"""Texts in, log-probabilities out."""

from typing import Literal

import pytest

torch = pytest.importorskip("torch")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from tests.models.scorers.transformer_xl.fixture import CASES, WORDS, network, tensors  # noqa: E402
from versebench.models.scorers.contract import Scorer, TextScore, Unscored  # noqa: E402
from versebench.models.scorers.transformer_xl.config import TransformerXlConfig  # noqa: E402
from versebench.models.scorers.transformer_xl.convention import LineEndConvention  # noqa: E402
from versebench.models.scorers.transformer_xl.network import TransformerXl  # noqa: E402
from versebench.models.scorers.transformer_xl.scorer import TransformerXlScorer  # noqa: E402
from versebench.models.scorers.transformer_xl.tokenizer import WordTokenizer  # noqa: E402
from versebench.models.scorers.transformer_xl.weights import Weights  # noqa: E402

NETWORK = network("published_shape")
KNOWN = st.lists(st.sampled_from(WORDS[8:]), max_size=30).map(" ".join)
TEXTS = st.lists(st.one_of(KNOWN, st.text(max_size=30)), max_size=5)


def scorer(line_breaks: Literal["kept", "space"] = "kept", *, lower_case: bool = False) -> TransformerXlScorer:
    return TransformerXlScorer(NETWORK, WordTokenizer(WORDS, lower_case), LineEndConvention(line_breaks))


def scores(asked: TransformerXlScorer, unit: list[str], *, tokens: bool = False) -> list[TextScore | Unscored]:
    """Of a unit under the one convention that there is."""
    [found] = asked.score_units([unit], tokens=tokens)
    [under_it] = found.values()
    return list(under_it)


def score(text: str, line_breaks: Literal["kept", "space"] = "kept", *, tokens: bool = False) -> TextScore:
    [found] = scores(scorer(line_breaks), [text], tokens=tokens)
    assert isinstance(found, TextScore)
    return found


def scored(text: str, line_breaks: Literal["kept", "space"] = "kept") -> tuple[float, ...]:
    return score(text, line_breaks).token_log_probabilities


def test_it_is_a_scorer() -> None:
    promised: Scorer = scorer()
    assert promised.score_units([]) == []
    assert promised.score_units([[]]) == [{"eos-given+line-breaks-kept": []}]


def test_a_score_is_of_all_words_after_the_end_of_a_line_that_is_given() -> None:
    given = torch.tensor([0, 1, 9, 0, 10])
    expected = NETWORK.log_probabilities(given, NETWORK.first_memory())
    assert scored("the w1\nw2") == tuple(expected.double().tolist())


def test_line_breaks_are_words_or_spaces() -> None:
    assert len(scored("the w1\nw2")) == 4
    assert scored("the w1\nw2", "space") == scored("the w1 w2")
    assert list(scorer().score_units([["the"]])[0]) == [LineEndConvention().name] == ["eos-given+line-breaks-kept"]
    assert list(scorer("space").score_units([["the"]])[0]) == ["eos-given+line-breaks-space"]


def test_tokens_are_told_with_their_places_if_asked_for() -> None:
    text = "the “w1”, w2-w3\nzebra"
    found = score(text, tokens=True)
    assert scorer().pieces(found.token_ids) == ["the", "<unk>", "w1", ",", "<unk>", "w2", "@-@", "w3", "<eos>", "<unk>"]
    assert found.spans is not None
    places = [text[start:end] for start, end in found.spans]
    assert places == ["the", "“", "w1", "”,", "”,", "w2", "-", "w3", "\n", "zebra"]
    assert score(text) == TextScore(found.token_log_probabilities, found.token_ids)


def test_places_are_those_of_the_text_before_line_breaks_became_spaces_and_letters_small() -> None:
    text = "The w1\nW2"
    [found] = scores(scorer("space", lower_case=True), [text], tokens=True)
    assert isinstance(found, TextScore)
    assert found.spans == ((0, 3), (4, 6), (7, 9))
    assert scorer().pieces(found.token_ids) == ["the", "w1", "w2"]


def test_a_text_may_be_longer_than_segment_and_memory() -> None:
    assert len(scored("w1 " * 500)) == 500 > 10 * (NETWORK.config.tgt_len + NETWORK.config.mem_len)


@settings(max_examples=40, deadline=None)
@given(TEXTS)
def test_a_score_has_the_same_bits_whatever_comes_with_it(texts: list[str]) -> None:
    together = scores(scorer(), texts)
    assert together == [scores(scorer(), [text])[0] for text in texts]
    assert together[::-1] == scores(scorer(), texts[::-1])
    assert all(isinstance(found, TextScore) or found.reason == "empty_text" for found in together)
    units = [texts, texts[:1], texts[::-1]]
    assert [list(*found.values()) for found in scorer().score_units(units)] == [together, together[:1], together[::-1]]


@pytest.mark.parametrize("text", ["", " ", "\t"])
def test_an_empty_text_has_none(text: str) -> None:
    assert scores(scorer(), [text]) == [Unscored("empty_text", "the tokenizer gives no token")]


def test_what_is_no_finite_number_is_no_score() -> None:
    weights = tensors("published_shape")
    name = "transformer.layers.1.pos_ff.layer_norm.bias"
    weights[name] = torch.full_like(weights[name], float("nan"))
    config = TransformerXlConfig(**CASES["published_shape"]["config"])
    network = TransformerXl(Weights(weights, "broken"), config)
    broken = TransformerXlScorer(network, WordTokenizer(WORDS), LineEndConvention())
    assert scores(broken, ["the"]) == [Unscored("not_finite", "a token's log-probability is no finite number")]
