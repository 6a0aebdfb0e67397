import json
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from versebench.models.pronunciation import syllable_lstm
from versebench.models.pronunciation.g2p import LONGEST
from versebench.models.pronunciation.syllable_lstm import SyllableLstm, load_syllables

RESOURCES = Path(syllable_lstm.__file__).parents[1] / "resources" / "syllables"


@pytest.fixture(scope="module")
def model() -> SyllableLstm:
    return load_syllables()


@pytest.mark.parametrize(
    ("word", "count"),
    [("wug", 1), ("brillig", 2), ("vorpal", 2), ("limerick", 3), ("Smyrna", 2), ("unbelievable", 5), ("frumious", 3)],
)
def test_plausible_counts(model: SyllableLstm, word: str, count: int) -> None:
    assert model.count([word]) == [count]


@pytest.mark.parametrize("word", ["", " ", "42", "🙂", "春", "'", "-", "ж"])
def test_what_has_no_letter_has_no_syllable(model: SyllableLstm, word: str) -> None:
    assert model.count([word]) == [0]


def test_case_accents_and_kind_of_apostrophe_do_not_count(model: SyllableLstm) -> None:
    assert model.count(["Café", "O’ER", "ÆON"]) == model.count(["cafe", "o'er", "aeon"])


def test_a_word_is_counted_up_to_the_stated_length(model: SyllableLstm) -> None:
    longest, longer, huge = model.count(["na" * (LONGEST // 2), "n" + "na" * (LONGEST // 2), "n" * 5000])
    assert 0 < longest < 20
    assert longer == huge == 0


def test_no_words_have_no_counts(model: SyllableLstm) -> None:
    assert model.count([]) == []


def test_a_word_alone_has_the_count_that_it_has_in_any_batch(model: SyllableLstm) -> None:
    draw = random.Random(3)
    words = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz'", k=draw.randint(1, 24))) for _ in range(500)]
    together = dict(zip(words, model.count(words), strict=True))
    draw.shuffle(words)
    assert model.count(words[:33]) == [together[word] for word in words[:33]]
    for word in words[:100]:
        assert model.count([word]) == [together[word]]


def test_the_network_is_that_of_the_paper() -> None:
    tensors = load_file(RESOURCES / "model.safetensors")
    assert tensors["embedding"].shape == (58, 30)
    assert tensors["weights_state"].shape == (4 * 30, 30)
    assert tensors["output"].shape == (20, 30)
    assert sum(tensor.size for tensor in tensors.values()) == 9800


def test_weights_are_on_the_grid_that_keeps_sums_exact() -> None:
    for tensor in load_file(RESOURCES / "model.safetensors").values():
        assert np.array_equal(tensor * 2.0**16, np.rint(tensor * 2.0**16))


def test_the_shipped_files_are_small_and_have_a_card() -> None:
    assert sum(path.stat().st_size for path in RESOURCES.iterdir()) < 100_000
    assert "python -m training.train_syllables" in (RESOURCES / "CARD.md").read_text(encoding="utf-8")
    assert json.loads((RESOURCES / "config.json").read_text(encoding="utf-8"))["run"]["validation_loss"] < 0.2


def test_loaded_once() -> None:
    assert load_syllables() is load_syllables()


def test_torch_is_not_loaded() -> None:
    code = (
        "import sys; from versebench.models.pronunciation.syllable_lstm import load_syllables; "
        "load_syllables().count(['wug']); sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
