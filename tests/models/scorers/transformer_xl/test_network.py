"""The network, against transformers 4.57.6 and against what the paper says of segments."""

import math
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

from tests.models.scorers.transformer_xl.fixture import CASES, TOLERANCE, network  # noqa: E402
from versebench.models.scorers.transformer_xl.memory import empty_memory  # noqa: E402
from versebench.models.scorers.transformer_xl.network import TransformerXl  # noqa: E402
from versebench.models.scorers.transformer_xl.positions import by_position, distance_vectors, hidden_positions  # noqa: E402

LONGEST = 40
WORDS = st.lists(st.integers(0, 59), min_size=2, max_size=LONGEST)
UNBOUNDED = {"mem_len": LONGEST, "clamp_len": 17}


def scored(model: TransformerXl, words: list[int], zeros: int) -> Any:
    memory = empty_memory(model.config.n_layer, model.config.d_model, zeros)
    with torch.inference_mode():
        return model.log_probabilities(torch.tensor(words), memory)


@pytest.mark.parametrize("name", CASES)
def test_the_numbers_are_those_of_transformers_4_57_6(name: str) -> None:
    case, model = CASES[name], network(name)
    found = scored(model, case["words"], model.config.mem_len)
    assert found.tolist() == pytest.approx(case["log_probabilities"], abs=TOLERANCE)


@pytest.mark.parametrize("name", CASES)
def test_the_probabilities_of_all_words_add_up_to_one(name: str) -> None:
    model = network(name)
    words = torch.tensor(CASES[name]["words"])[: model.config.tgt_len]
    with torch.inference_mode():
        added = model.distribution(words, model.first_memory()).double().exp().sum(dim=1)
    assert added.tolist() == pytest.approx([1.0] * len(words), abs=1e-5)


@pytest.mark.parametrize("name", CASES)
def test_a_word_has_the_probability_that_it_has_among_all_words(name: str) -> None:
    model = network(name, tgt_len=64)
    words = torch.tensor(CASES[name]["words"])
    with torch.inference_mode():
        all_words = model.distribution(words[:-1], model.first_memory())
        found = model.log_probabilities(words, model.first_memory())
    assert found.tolist() == pytest.approx(all_words.gather(1, words[1:, None])[:, 0].tolist(), abs=1e-5)


@settings(max_examples=25, deadline=None)
@given(words=WORDS, segment=st.integers(1, LONGEST), same_length=st.booleans())
def test_segments_with_enough_memory_are_the_same_as_one_pass(
    words: list[int], segment: int, same_length: bool
) -> None:
    changes = {**UNBOUNDED, "same_length": same_length}
    whole = scored(network("div_val_2", **changes, tgt_len=LONGEST), words, zeros=0)
    parts = scored(network("div_val_2", **changes, tgt_len=segment), words, zeros=0)
    assert parts.tolist() == pytest.approx(whole.tolist(), abs=TOLERANCE)


@settings(max_examples=25, deadline=None)
@given(words=WORDS, segment=st.integers(1, LONGEST), memory=st.integers(1, 12))
def test_with_one_length_for_all_words_segments_change_nothing_however_short_the_memory(
    words: list[int], segment: int, memory: int
) -> None:
    changes = {"mem_len": memory, "same_length": True}
    whole = scored(network("published_shape", **changes, tgt_len=LONGEST), words, zeros=memory)
    parts = scored(network("published_shape", **changes, tgt_len=segment), words, zeros=memory)
    assert parts.tolist() == pytest.approx(whole.tolist(), abs=TOLERANCE)


@settings(max_examples=25, deadline=None)
@given(words=WORDS, cut=st.integers(1, LONGEST))
def test_a_word_depends_on_no_later_word(words: list[int], cut: int) -> None:
    model = network("div_val_2", tgt_len=5)
    cut = min(cut, len(words) - 1)
    whole = scored(model, words, zeros=0)[:cut]
    assert whole.tolist() == pytest.approx(scored(model, words[: cut + 1], zeros=0).tolist(), abs=1e-5)


def test_zeros_in_memory_count_as_if_they_were_stored() -> None:
    model = network("norm_first_untied_projections", tgt_len=LONGEST)
    words = torch.tensor(CASES["norm_first_untied_projections"]["words"])
    counted = empty_memory(2, 16, zeros=10)
    stored = empty_memory(2, 16).extended((torch.zeros(10, 16),) * 2, limit=10)
    with torch.inference_mode():
        found = [model.log_probabilities(words, memory).tolist() for memory in (counted, stored)]
    assert found[0] == pytest.approx(found[1], abs=1e-5)


@pytest.mark.parametrize(("before", "limit", "zeros", "kept"), [(5, 8, 5, 3), (5, 6, 3, 3), (0, 2, 0, 2), (9, 0, 0, 0)])
def test_memory_keeps_the_last(before: int, limit: int, zeros: int, kept: int) -> None:
    inputs = torch.arange(3.0)[:, None].expand(3, 4)
    memory = empty_memory(1, 4, before).extended((inputs,), limit)
    assert (memory.zeros, memory.length) == (zeros, zeros + kept)
    assert memory.inputs[0][:, 0].tolist() == [0.0, 1.0, 2.0][3 - kept :]


@given(queries=st.integers(1, 6), past=st.integers(0, 6))
def test_scores_by_distance_come_to_stand_at_the_key_of_that_distance(queries: int, past: int) -> None:
    keys = queries + past
    distance = torch.arange(keys - 1, -1, -1.0).expand(2, queries, keys) + torch.arange(2)[:, None, None] * 100
    placed, unseen = by_position(distance), hidden_positions(queries, keys, None)
    for query in range(queries):
        for key in range(keys):
            later = key > past + query
            assert bool(unseen[query, key]) == later
            assert later or placed[:, query, key].tolist() == [past + query - key, 100 + past + query - key]


def test_vectors_of_distances_are_sines_then_cosines_and_are_clamped() -> None:
    vectors = distance_vectors(5, 4, clamp=2)
    assert vectors[-1].tolist() == [0, 0, 1, 1]
    expected = [math.sin(1), math.sin(0.01), math.cos(1), math.cos(0.01)]
    assert vectors[-2].tolist() == pytest.approx(expected, abs=1e-6)
    assert vectors[0].tolist() == vectors[2].tolist() != vectors[3].tolist()
