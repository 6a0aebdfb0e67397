"""``lstm.v1``: one step beside torch's own modules, and training that is stopped beside training that is not."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import torch
from pydantic import ValidationError
from torch import nn

from tests.models.ghostwriters.verses import made_up
from versebench.models.ghostwriters.checkpoints import NAME, Progress, save_checkpoint
from versebench.models.ghostwriters.contract import GeneratedVerse, GhostwriterError
from versebench.models.ghostwriters.hashed_draws import streams
from versebench.models.ghostwriters.lstm import LstmSettings
from versebench.models.ghostwriters.lstm_model import VerseLstm, draw_verse, training_step
from versebench.models.ghostwriters.lstm_writer import Training
from versebench.models.ghostwriters.positions import VERSE_END
from versebench.models.ghostwriters.registry import write
from versebench.models.scorers.threads import one_thread

VERSES = made_up(21)


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    with one_thread():
        yield


SMALL = {"generator": "lstm.v1", "embedding": 8, "width": 16, "iterations": 45, "every": 10, "checkpoint": 20}


def settings(**values: object) -> LstmSettings:
    return LstmSettings.model_validate({**SMALL, **values})


def written(folder: Path, *, seed: int = 1, artist: str = "A. Poet", **values: object) -> Iterator[GeneratedVerse]:
    return write(settings(**values), artist, VERSES, seed, folder)


def stopped(verses: Iterator[GeneratedVerse], after: int) -> list[GeneratedVerse]:
    return list(islice(verses, after))


class BareModel(nn.Module):
    """The same layers, and a loop over single verses: no padding, no windows."""

    def __init__(self, model: VerseLstm) -> None:
        super().__init__()
        tokens, embedding = model.embedding.weight.shape
        self.embedding = nn.Embedding(tokens, embedding)
        self.lstm = nn.LSTM(embedding, model.lstm.hidden_size)
        self.output = nn.Linear(model.lstm.hidden_size, tokens - 1)
        self.load_state_dict(model.state_dict())
        self.optimiser = torch.optim.Adam(self.parameters(), 1e-3)

    def step(self, verses: list[list[int]]) -> float:
        losses = []
        for verse in verses:
            before = torch.tensor([self.output.out_features, *verse[:-1]])
            hidden, _ = self.lstm(self.embedding(before))
            losses.append(nn.functional.cross_entropy(self.output(hidden), torch.tensor(verse), reduction="none"))
        loss = torch.cat(losses).mean()
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.parameters(), 5.0)
        self.optimiser.step()
        return loss.item()


def test_a_step_is_that_of_torch() -> None:
    torch.manual_seed(3)
    model = VerseLstm(30, 10, 50)
    bare, optimiser = BareModel(model), torch.optim.Adam(model.parameters(), 1e-3)
    random = np.random.default_rng(1)
    for _ in range(10):
        verses = [random.integers(0, 30, size).astype(np.int32) for size in (7, 23)]
        loss = training_step(model, optimiser, verses, window=1000, gradient_norm=5.0)
        assert loss == pytest.approx(bare.step([verse.tolist() for verse in verses]), abs=1e-6)
    expected = bare.state_dict()
    assert max((value - expected[name]).abs().max().item() for name, value in model.state_dict().items()) < 1e-6


def test_windows_carry_the_state() -> None:
    """The loss is that of whole verses; the gradient stops at the windows."""
    losses = []
    for window in (1000, 7):
        torch.manual_seed(3)
        model = VerseLstm(30, 10, 50)
        verses = [np.random.default_rng(size).integers(0, 30, size).astype(np.int32) for size in (5, 40)]
        optimiser = torch.optim.SGD(model.parameters(), 0.1)
        losses.append(training_step(model, optimiser, verses, window=window, gradient_norm=1e9))
    assert losses[0] == pytest.approx(losses[1], abs=1e-6)


def test_it_learns() -> None:
    training = Training(settings(width=64, rate=1e-2), "A. Poet", VERSES, 1)
    losses = [training.train(iteration) for iteration in range(300)]
    assert np.mean(losses[-11:]) < 0.7 * np.mean(losses[:11])


def test_an_epoch_has_every_verse_once_in_another_order() -> None:
    training = Training(settings(), "A. Poet", VERSES, 1)
    epochs = [
        [verse.tolist() for batch in range(11) for verse in training.batch(11 * epoch + batch)] for epoch in (0, 1)
    ]
    assert sorted(epochs[0]) == sorted(epochs[1])
    assert len(epochs[0]) == len(VERSES)
    assert epochs[0] != epochs[1]
    assert [len(training.batch(batch)) for batch in range(11)] == [2] * 10 + [1]


def test_a_verse_every_so_many_iterations(tmp_path: Path) -> None:
    verses = list(written(tmp_path))
    assert [(verse.point_value, verse.number) for verse in verses] == [(point, 0) for point in (0, 10, 20, 30, 40)]
    assert settings().points == tuple((point, 1) for point in (0, 10, 20, 30, 40))
    known = {token for verse in VERSES for line in verse for token in line}
    assert all(set(line) <= known and line for verse in verses for line in verse.lines)
    longest = max(sum(map(len, verse)) for verse in VERSES)
    assert all(sum(map(len, verse.lines)) <= longest for verse in verses)


def test_draws_are_as_probable_as_the_model_says() -> None:
    """First tokens of many verses, at two temperatures, beside softmax."""
    torch.manual_seed(3)
    model = VerseLstm(6, 4, 8)
    with torch.no_grad():
        model.output.bias.add_(torch.tensor([0.0, 1.0, -1.0, 0.5, 2.0, 0.0]))
        hidden, _ = model.lstm(model.embedding(torch.tensor([[6]])))
        logits = model.output(hidden[0, -1])
    for temperature in (1.0, 0.5):
        expected = torch.softmax(logits / temperature, -1).numpy() * 1500
        firsts = [
            draw_verse(model, streams(1, np.array([number])), temperature=temperature, most=1)[0][:1]
            for number in range(1500)
        ]
        drawn = np.bincount([first[0] for first in firsts], minlength=6)
        assert ((drawn - expected) ** 2 / expected).sum() < 40


def test_a_verse_ends_at_its_end_or_its_most_tokens() -> None:
    torch.manual_seed(3)
    model = VerseLstm(6, 4, 8)
    for number in range(200):
        tokens, whole = draw_verse(model, streams(1, np.array([number])), temperature=1.0, most=5)
        words = sum(token >= 2 for token in tokens)
        assert whole == (tokens[-1:] == [VERSE_END])
        assert words <= 5
        assert whole or words == 5 or len(tokens) == 12


@pytest.mark.parametrize("after", [1, 2, 3, 4])
def test_a_stopped_training_writes_the_same_verses(tmp_path: Path, after: int) -> None:
    expected = list(written(tmp_path / "whole"))
    assert stopped(written(tmp_path / "stopped"), after) == expected[:after]
    assert list(written(tmp_path / "stopped")) == expected
    assert list(written(tmp_path / "stopped")) == expected
    assert (tmp_path / "stopped" / NAME).read_bytes() == (tmp_path / "whole" / NAME).read_bytes()
    assert [path.name for path in (tmp_path / "stopped").iterdir()] == [NAME]


def test_checkpoints_change_no_verse(tmp_path: Path) -> None:
    assert list(written(tmp_path / "one")) == list(written(tmp_path / "two", checkpoint=7))


def test_verses_depend_on_artist_and_seed(tmp_path: Path) -> None:
    made = [
        tuple(written(tmp_path / f"{seed}{artist}", seed=seed, artist=artist, iterations=0))
        for seed, artist in [(1, "A"), (2, "A"), (1, "B")]
    ]
    assert len({verses[0].lines for verses in made}) == 3


def test_the_random_numbers_of_torch_stay_as_they_were(tmp_path: Path) -> None:
    torch.manual_seed(5)
    expected = torch.rand(1)
    torch.manual_seed(5)
    list(written(tmp_path, iterations=2))
    assert torch.rand(1) == expected


@pytest.mark.parametrize("other", [{"width": 17}, {"seed": 2}, {"artist": "B. Poet"}, {"temperature": 0.9}])
def test_a_checkpoint_of_another_recipe_is_refused(tmp_path: Path, other: dict[str, object]) -> None:
    list(written(tmp_path))
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(GhostwriterError, match=r"is a checkpoint of another recipe.*delete the file"):
        list(written(tmp_path, **other))  # type: ignore[arg-type]
    with pytest.raises(GhostwriterError, match="is a checkpoint of another recipe"):
        list(write(settings(), "A. Poet", VERSES[1:], 1, tmp_path))
    assert (tmp_path / NAME).read_bytes() == before


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    list(written(tmp_path))
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(GhostwriterError, match=r"cannot be read.*delete the file"):
        list(written(tmp_path))


def test_a_partial_checkpoint_is_not_read(tmp_path: Path) -> None:
    expected = list(written(tmp_path / "whole"))
    stopped(written(tmp_path / "stopped"), 4)
    (tmp_path / "stopped" / f"{NAME}.partial").write_bytes(b"cut")
    assert list(written(tmp_path / "stopped")) == expected
    assert [path.name for path in (tmp_path / "stopped").iterdir()] == [NAME]


def test_a_diverging_training_keeps_its_checkpoint(tmp_path: Path) -> None:
    """It goes on from weights that are too large to multiply."""
    training = Training(settings(iterations=60), "A. Poet", VERSES, 1)
    training.train(0)
    with torch.no_grad():
        training.model.output.weight.fill_(1e38)
    save_checkpoint(tmp_path, training.identity, training.model, training.optimiser, Progress(20, []))
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(GhostwriterError, match=r"^the LSTM diverged: .* not a number at iteration 21; .*kept") as error:
        list(written(tmp_path, iterations=60))
    assert str(tmp_path) in str(error.value)
    assert (tmp_path / NAME).read_bytes() == before


def test_full_memory_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(GhostwriterError, match=r"^memory ran out at iteration 0 .*fewer workers"):
        list(written(tmp_path, width=10**12))


@pytest.mark.parametrize("key", ["iterations", "every", "width", "rate", "temperature", "checkpoint", "window"])
def test_settings_out_of_range(key: str) -> None:
    with pytest.raises(ValidationError) as error:
        settings(**{key: -1})
    assert error.value.errors()[0]["loc"] == (key,)
