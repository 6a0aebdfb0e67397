"""Contextual vectors against a plain forward of one text at a time."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from tests.models.scorers import saved  # noqa: E402
from tests.models.scorers.masked import tiny  # noqa: E402
from versebench.models.scorers.contract import ModelLoadError, Unscored  # noqa: E402
from versebench.models.scorers.identity import identify  # noqa: E402
from versebench.models.selectors.contextual import ContextualVectors, load_contextual  # noqa: E402
from versebench.models.selectors.contract import Vector, WordInText, cosine  # noqa: E402
from versebench.models.selectors.settings import MaskedSelector  # noqa: E402

POEM = "There was an Old Man with a beard,\nWho said, unbelievable light\nand the mill-wheel's refrain."
WORDS = st.sampled_from([*" ".join(tiny.VERSE).split(), "unbelievably", "reed-beds", "é", "[MASK]", "</s>"])
TEXTS = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)


def selector(family: str, layer: int = -1) -> ContextualVectors:
    return ContextualVectors(tiny.model(family), tiny.tokenizer(family), layer, family)


def word(text: str, spelt: str, *, whole: bool = False) -> WordInText:
    start = text.rindex(spelt)
    return WordInText(text, start, start + len(spelt), whole)


def vector(found: Vector | Unscored) -> Vector:
    assert not isinstance(found, Unscored), found
    return found


def plain(family: str, asked: WordInText, layer: int) -> list[float]:
    """The mean over the word's tokens, from one forward of the text alone; special tokens have an empty span."""
    encoded = tiny.tokenizer(family)(asked.text.replace("\n", " "), return_offsets_mapping=True)
    own = [place for place, (a, b) in enumerate(encoded["offset_mapping"]) if a < asked.end and b > asked.start]
    with torch.no_grad():
        ids = torch.tensor([encoded["input_ids"]])
        states = tiny.model(family).base_model(ids, output_hidden_states=True).hidden_states
    return states[layer][0, own].double().mean(0).tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("layer", [-1, 0, 1])
@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_a_vector_is_what_the_model_says_of_the_text_alone(family: str, layer: int) -> None:
    asked = [word(POEM, spelt) for spelt in ("beard", "unbelievable", "refrain", "Who")]
    asked.append(word("the mill-wheel", "mill-wheel"))
    found = selector(family, layer).vectors(asked)
    for one, mine in zip(asked, found, strict=True):
        assert vector(mine).tolist() == pytest.approx(plain(family, one, layer), abs=1e-5)


@pytest.mark.parametrize("family", tiny.FAMILIES)
@settings(max_examples=10, deadline=None, derandomize=True)
@given(company=st.lists(TEXTS, max_size=6), first=st.booleans())
def test_company_changes_no_bit(family: str, company: list[str], first: bool) -> None:
    asked = [word("There was a beard", "beard"), word("and unbelievable light", "unbelievable")]
    others = [WordInText(text, 0, len(text.split(" ", 1)[0])) for text in company]
    alone = [selector(family).vectors([one])[0] for one in asked]
    together = selector(family).vectors([*others, *asked] if not first else [*asked, *others])
    mine = together[: len(asked)] if first else together[len(others) :]
    assert [vector(one).tobytes() for one in mine] == [vector(one).tobytes() for one in alone]


def test_the_same_word_has_another_vector_in_another_text() -> None:
    one, other = selector("bert").vectors([word("an old light", "light"), word("a river of light", "light")])
    assert not np.array_equal(vector(one), vector(other))


def test_line_breaks_are_spaces() -> None:
    one, other = selector("bert").vectors([word("an Old\nbeard", "beard"), word("an Old beard", "beard")])
    assert np.array_equal(vector(one), vector(other))


def test_what_has_no_vector_has_a_reason_and_harms_no_other() -> None:
    long = "the beard " * tiny.CONTEXT
    asked = [word(long, "beard"), word("the unbelievable", "unbelievable", whole=True), word("the beard", "the")]
    found = selector("bert").vectors(asked)
    assert [one.reason if isinstance(one, Unscored) else None for one in found] == [
        "longer_than_context",
        "several_tokens",
        None,
    ]


def test_a_word_of_one_token_is_whole() -> None:
    [whole, any_] = selector("bert").vectors([word("and the", "the", whole=True), word("and the", "the")])
    assert np.array_equal(vector(whole), vector(any_))


def test_a_state_that_is_no_number_is_refused() -> None:
    model = tiny.model.__wrapped__("bert")
    model.base_model.embeddings.LayerNorm.bias.data.fill_(float("nan"))
    [found] = ContextualVectors(model, tiny.tokenizer("bert"), -1, "bert").vectors([word("the light", "light")])
    assert isinstance(found, Unscored)
    assert found.reason == "not_finite"


@pytest.mark.parametrize("layer", [3, -4])
def test_a_layer_that_is_not_there_is_an_error(layer: int) -> None:
    with pytest.raises(ModelLoadError, match=f"bert: it has no layer {layer}; choose one from -3 to 2"):
        selector("bert", layer)


def test_a_tokenizer_without_places_is_an_error() -> None:
    class Slow:
        is_fast = False

    with pytest.raises(ModelLoadError, match=r"add a tokenizer\.json"):
        ContextualVectors(tiny.model("bert"), Slow(), -1, "bert")


def test_a_model_is_loaded_from_its_folder(tmp_path: Path) -> None:
    folder = saved.masked(tmp_path / "tiny")
    loaded = load_contextual(identify(str(folder), None), MaskedSelector(model=str(folder), layer=1))
    asked = word(POEM, "light")
    [found] = loaded.vectors([asked])
    assert vector(found).tolist() == pytest.approx(plain("bert", asked, 1), abs=1e-5)


def test_a_causal_model_is_no_masked_one(tmp_path: Path) -> None:
    folder = saved.causal(tmp_path / "tiny")
    with pytest.raises(ModelLoadError, match="a masked model"):
        load_contextual(identify(str(folder), None), MaskedSelector(model=str(folder)))


def cosine_of(*values: Any) -> float:
    return cosine(*(np.array(value, dtype=np.float64) for value in values))


def test_cosine() -> None:
    assert cosine_of([1, 0], [2, 0]) == 1
    assert cosine_of([1, 0], [0, 3]) == 0
    assert cosine_of([1, 2], [-1, -2]) == pytest.approx(-1)
    assert cosine_of([1, 1], [1, 0]) == pytest.approx(2**-0.5)
