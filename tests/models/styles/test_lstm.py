"""An LSTM of an artist: probabilities beside torch's own modules, words that it does not know, and what it learns."""

from math import isclose, log
from pathlib import Path

import pytest
import torch

from versebench.models.ghostwriters.checkpoints import NAME
from versebench.models.ghostwriters.contract import GhostwriterError
from versebench.models.ghostwriters.lstm import LstmSettings
from versebench.models.ghostwriters.lstm_writer import trained
from versebench.models.ghostwriters.positions import FIRST_TOKEN, VERSE_END
from versebench.models.styles.lstm import unknown_share
from versebench.models.styles.registry import STYLE_MODELS, WORDS, Learnt, Lines, StyleModel

SEA: list[Lines] = [
    (("the", "sea", "was", word), ("and", "the", "gull", "was", "grey")) for word in "old cold wide".split()
]
TOWN: list[Lines] = [(("a", "lamp", "in", word), ("a", "horn", "by", "night")) for word in "town fog rain".split()]
SETTINGS = LstmSettings(generator="lstm.v1", embedding=8, width=16, iterations=60, every=30, checkpoint=20)


def model_of(verses: list[Lines], folder: Path, settings: LstmSettings = SETTINGS) -> StyleModel:
    return STYLE_MODELS["lstm.v1"].train(Learnt("A. Poet", verses, 3, folder, settings))


def test_a_verse_has_the_probability_of_torchs_modules_beside_the_share_of_unknown_words(tmp_path: Path) -> None:
    training = trained(SETTINGS, "A. Poet", SEA, 3, tmp_path)
    network, the = training.model, training.vocabulary["the"]
    words = network.embedding.weight.detach()
    share = unknown_share(SEA)
    # "the", a word that the sea has not, the end of the verse
    read = torch.stack([words[network.start], words[the], words[FIRST_TOKEN : network.start].mean(0)])
    with torch.no_grad():
        logits = network.output(network.lstm(read[None])[0][0])
    likely = torch.log_softmax(logits, 1)
    by_hand = 2 * log(1 - share) + float(likely[0, the]) + log(share / WORDS) + float(likely[2, VERSE_END])
    found = model_of(SEA, tmp_path).probability((("the", "zebra"),))
    assert found.tokens == 3
    assert isclose(found.log_probability, by_hand, rel_tol=1e-5)


def test_an_artists_own_words_are_more_probable_and_unknown_ones_are_possible(tmp_path: Path) -> None:
    sea, town = (model_of(verses, tmp_path / name) for name, verses in (("sea", SEA), ("town", TOWN)))
    verse = (("the", "sea", "was", "old"),)
    assert sea.probability(verse).log_probability > town.probability(verse).log_probability + 5
    assert town.probability(verse).log_probability > -60


def test_the_unknown_share_is_that_of_words_that_occur_once() -> None:
    assert unknown_share([(("a", "a", "b"), ("c",))]) == 3 / 6
    assert 0 < unknown_share([(("a", "a"),)]) < unknown_share([(("a", "b"),)]) < 1


def test_the_model_continues_from_its_checkpoint_and_refuses_that_of_other_verses(tmp_path: Path) -> None:
    verse = (("the", "sea"),)
    first = model_of(SEA, tmp_path).probability(verse)
    before = (tmp_path / NAME).stat().st_mtime_ns
    assert model_of(SEA, tmp_path).probability(verse) == first
    assert (tmp_path / NAME).stat().st_mtime_ns == before
    with pytest.raises(GhostwriterError, match="another recipe"):
        model_of(SEA[:2], tmp_path)


def test_an_artist_of_whom_no_verse_is_left_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(GhostwriterError, match=r"lower items.match_style"):
        model_of([], tmp_path)
