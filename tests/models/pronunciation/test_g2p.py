import json
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from versebench.models.pronunciation import g2p
from versebench.models.pronunciation.g2p import LONGEST, GraphemeToPhoneme, load_g2p, spelled

RESOURCES = Path(g2p.__file__).parents[1] / "resources" / "g2p"
UNSEEN = ["brillig", "slithy", "chyne", "wug", "Cheadle", "Smyrna", "Nantucketeer", "zorp", "unplumbable", "o'ergrown"]


@pytest.fixture(scope="module")
def model() -> GraphemeToPhoneme:
    return load_g2p()


def pronounced(model: GraphemeToPhoneme, words: list[str]) -> list[str]:
    return [" ".join(phones) for phones in model.pronounce(words)]


def rhyming_part(phones: tuple[str, ...]) -> str:
    [place] = [place for place, phone in enumerate(phones) if phone.endswith("1")]
    return " ".join(phone.rstrip("012") for phone in phones[place:])


def syllables(phones: tuple[str, ...]) -> int:
    return sum(phone[-1].isdigit() for phone in phones)


# ---- What it says ----


@pytest.mark.parametrize(
    ("word", "phones"),
    [("wug", "W AH1 G"), ("chyne", "CH AY1 N"), ("brillig", "B R IH1 L IH0 G"), ("Smyrna", "S M ER1 N AH0")],
)
def test_words_that_are_in_no_dictionary(model: GraphemeToPhoneme, word: str, phones: str) -> None:
    assert pronounced(model, [word]) == [phones]


@pytest.mark.parametrize(
    ("left", "right"),
    [("vloon", "moon"), ("blathe", "bathe"), ("snight", "light"), ("grobing", "probing"), ("zight", "kite")],
)
def test_nonce_words_rhyme_with_the_words_they_look_like(model: GraphemeToPhoneme, left: str, right: str) -> None:
    one, other = model.pronounce([left, right])
    assert rhyming_part(one) == rhyming_part(other)


@pytest.mark.parametrize(
    ("word", "count"),
    [("wug", 1), ("chyne", 1), ("brillig", 2), ("Cheadle", 2), ("Smyrna", 2), ("vorpal", 2), ("frumious", 3)],
)
def test_syllables_of_words_that_are_in_no_dictionary(model: GraphemeToPhoneme, word: str, count: int) -> None:
    assert [syllables(phones) for phones in model.pronounce([word])] == [count]


def test_every_pronunciation_has_one_primary_stress(model: GraphemeToPhoneme) -> None:
    draw = random.Random(1)
    words = ["".join(draw.choices(model._letters, k=draw.randint(1, 20))) for _ in range(500)]
    for word, phones in zip(words, model.pronounce(words), strict=True):
        assert sum(phone.endswith("1") for phone in phones) == (word.strip("'") != ""), word


def test_case_accents_hyphens_and_kind_of_apostrophe_do_not_count(model: GraphemeToPhoneme) -> None:
    for plain, variant in [("cafe", "Café"), ("o'er", "O’er"), ("icecream", "ice-cream"), ("aeon", "æon")]:
        assert model.pronounce([variant]) == model.pronounce([plain]) != [()]


def test_an_apostrophe_is_part_of_the_spelling(model: GraphemeToPhoneme) -> None:
    assert pronounced(model, ["zorp's"]) == [pronounced(model, ["zorp"])[0] + " S"]


# ---- Odd input ----


@pytest.mark.parametrize("word", ["", " ", "42", "b4", "🙂", "cat🙂", "春", "K歌", "'", "’’", "-", "...", "\n", "ж"])
def test_what_cannot_be_read_has_no_pronunciation(model: GraphemeToPhoneme, word: str) -> None:
    assert model.pronounce([word]) == [()]


def test_a_spelling_is_read_up_to_the_stated_length(model: GraphemeToPhoneme) -> None:
    longest, longer, huge = model.pronounce(["na" * (LONGEST // 2), "n" + "na" * (LONGEST // 2), "n" * 5000])
    assert longest
    assert longer == huge == ()


def test_no_words_have_no_pronunciations(model: GraphemeToPhoneme) -> None:
    assert model.pronounce([]) == []


def test_folding_comes_before_the_check_of_letters() -> None:
    assert [spelled(word, "abcdefghijklmnopqrstuvwxyz'") for word in ("Œuvre", "straße", "Ångström", "ñ", "İ")] == [
        "oeuvre",
        "strasse",
        "angstrom",
        "n",
        "i",
    ]


# ---- The same in any company ----


def test_a_word_alone_has_the_phones_that_it_has_in_any_batch(model: GraphemeToPhoneme) -> None:
    draw = random.Random(2)
    words = UNSEEN + ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(1, 24))) for _ in range(400)]
    together = dict(zip(words, model.pronounce(words), strict=True))
    draw.shuffle(words)
    for start in range(0, len(words), 37):
        batch = words[start : start + 37]
        assert model.pronounce(batch) == [together[word] for word in batch]
    for word in words[:60]:
        assert model.pronounce([word]) == [together[word]]


def test_scores_are_equal_to_the_bit_in_any_batch(model: GraphemeToPhoneme) -> None:
    words = ["".join(random.Random(seed).choices("abcdefghijklmnopqrstuvwxyz", k=7)) for seed in range(301)]
    together = model._scores(words)
    for place in (0, 1, 150, 300):
        assert np.array_equal(model._scores(words[place : place + 1])[0], together[place])


def test_a_word_has_as_many_syllables_in_any_batch(model: GraphemeToPhoneme) -> None:
    draw = random.Random(3)
    words = UNSEEN + ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(1, 24))) for _ in range(200)]
    together = model.syllables(words)
    assert [model.syllables([word])[0] for word in words] == together
    assert all(count >= 1 for count in together)


def test_expected_syllables(model: GraphemeToPhoneme) -> None:
    words = ["wug", "brillig", "Nantucketeer", "unplumbable", "!!!", "", "日本", "a" * (LONGEST + 1)]
    assert model.syllables(words) == [1, 2, 4, 4, 0, 0, 0, 0]
    assert model.syllables([]) == []


def test_no_sum_of_products_can_pass_what_single_precision_holds(model: GraphemeToPhoneme) -> None:
    most = json.loads((RESOURCES / "config.json").read_text(encoding="utf-8"))["most"]
    for layer in [layer for network in model._networks for layer in (*network.layers, network.output)]:
        assert np.array_equal(layer.weights, np.rint(layer.weights))
        assert np.abs(layer.weights).sum(0).max() * most < 2**24


def test_repeated_words_and_order(model: GraphemeToPhoneme) -> None:
    one, two, three, four = model.pronounce(["wug", "blathe", "WUG", "wug"])
    assert one == three == four != two


# ---- What is shipped ----


def test_the_shipped_files_are_small_and_have_a_card() -> None:
    assert sum(path.stat().st_size for path in RESOURCES.iterdir()) < 8e6
    card = (RESOURCES / "CARD.md").read_text(encoding="utf-8")
    assert "python -m training.train_g2p" in card
    assert "Carnegie Mellon" in (RESOURCES / "LICENSE.cmudict").read_text(encoding="utf-8")


def test_loaded_once() -> None:
    assert load_g2p() is load_g2p()


def test_torch_is_not_loaded() -> None:
    code = (
        "import sys; from versebench.models.pronunciation.g2p import load_g2p as g; "
        "g().pronounce(['wug']); sys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
