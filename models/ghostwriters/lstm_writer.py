"""Trains the LSTM of an artist, writes verses while it trains, and continues from checkpoints."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch

from versebench.models.ghostwriters.checkpoints import Progress, WrittenVerse, load_checkpoint, save_checkpoint
from versebench.models.ghostwriters.contract import GeneratedVerse, GhostwriterError, Lines
from versebench.models.ghostwriters.hashed_draws import key_of, ranks, streams
from versebench.models.ghostwriters.lstm_model import DivergedError, VerseLstm, draw_verse, training_step
from versebench.models.ghostwriters.lstm_settings import LstmTraining
from versebench.models.ghostwriters.positions import (
    FIRST_TOKEN,
    LINE_END,
    Ids,
    Text,
    text_of,
    vocabulary_of,
)
from versebench.models.scorers.memory import is_out_of_memory
from versebench.models.scorers.threads import one_thread


class Training:
    """The training of one artist's LSTM. Its weights depend on the iteration alone, however often it was stopped."""

    def __init__(self, settings: LstmTraining, artist: str, verses: Sequence[Lines], seed: int) -> None:
        self._settings, self._artist, self._seed = settings, artist, seed
        vocabulary = vocabulary_of(verses)
        self.vocabulary = vocabulary
        self._names = list(vocabulary)
        self._verses = verses_of(text_of(verses, vocabulary, line_ends=True))
        self._most = settings.longest(verses)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(key_of(seed, f"{settings.generator} weights", artist, 0))
            self.model = VerseLstm(len(vocabulary) + FIRST_TOKEN, settings.embedding, settings.width)
        self.optimiser = torch.optim.Adam(self.model.parameters(), settings.rate)
        values = [settings.model_dump(mode="json"), artist, seed, verses, torch.__version__]
        self.identity = hashlib.sha256(json.dumps(values).encode()).hexdigest()

    def batch(self, iteration: int) -> list[Ids]:
        """The verses of an iteration. Each epoch has all verses once, in an order by hash."""
        size = self._settings.batch
        epoch, number = divmod(iteration, -(-len(self._verses) // size))
        key = key_of(self._seed, f"{self._settings.generator} order of verses", self._artist, epoch)
        order = np.argsort(ranks(key, len(self._verses)), kind="stable")
        return [self._verses[place] for place in order[number * size : (number + 1) * size]]

    def train(self, iteration: int) -> float:
        """Train the iteration with this number, from 0; return its loss. Raises :class:`DivergedError`."""
        settings = self._settings
        with one_thread():
            return training_step(
                self.model,
                self.optimiser,
                self.batch(iteration),
                window=settings.window,
                gradient_norm=settings.gradient_norm,
            )

    def draw(self, iteration: int) -> WrittenVerse:
        """Write the verse of a point."""
        stream = streams(key_of(self._seed, self._settings.generator, self._artist, iteration), np.zeros(1, np.int64))
        with one_thread():
            tokens, whole = draw_verse(self.model, stream, temperature=self._settings.temperature, most=self._most)
        return WrittenVerse(tokens, whole)

    def verse(self, iteration: int, drawn: WrittenVerse) -> GeneratedVerse:
        """A verse with its words."""
        lines: list[list[str]] = [[]]
        for token in drawn.tokens:
            if token >= FIRST_TOKEN:
                lines[-1].append(self._names[token - FIRST_TOKEN])
            elif token == LINE_END:
                lines.append([])
        return GeneratedVerse(
            self._settings.generator,
            self._artist,
            iteration,
            0,
            tuple(tuple(line) for line in lines if line),
            "verse" if drawn.is_whole else "length",
        )


def write_while_training(
    settings: LstmTraining, artist: str, verses: Sequence[Lines], seed: int, folder: Path
) -> Iterator[GeneratedVerse]:
    """Train an artist's LSTM and write a verse at each point.

    Raises :class:`GhostwriterError`, which names the iteration, if training diverges or memory runs out; the
    checkpoint stays.
    """
    for _, verse in _training(settings, artist, verses, seed, folder):
        yield verse


def trained(settings: LstmTraining, artist: str, verses: Sequence[Lines], seed: int, folder: Path) -> Training:
    """Train an artist's LSTM to its last iteration. Raises as :func:`write_while_training` does."""
    for training, _ in _training(settings, artist, verses, seed, folder):
        made = training
    return made


def _training(
    settings: LstmTraining, artist: str, verses: Sequence[Lines], seed: int, folder: Path
) -> Iterator[tuple[Training, GeneratedVerse]]:
    """The training at each point with its verse; it goes on to the last iteration after the last point."""
    iteration = 0
    try:
        training = Training(settings, artist, verses, seed)
        progress = load_checkpoint(folder, training.identity, training.model, training.optimiser)
        written = progress.verses if progress else []
        for number, drawn in enumerate(written):
            yield training, training.verse(number * settings.every, drawn)
        for iteration in range(progress.iteration + 1 if progress else 0, settings.iterations + 1):
            if iteration:
                training.train(iteration - 1)
            if iteration % settings.every == 0:
                written.append(training.draw(iteration))
                yield training, training.verse(iteration, written[-1])
            if iteration and (iteration % settings.checkpoint == 0 or iteration == settings.iterations):
                done = Progress(iteration, written)
                save_checkpoint(folder, training.identity, training.model, training.optimiser, done)
    except DivergedError:
        raise GhostwriterError(
            f"the LSTM diverged: its loss is not a number at iteration {iteration}; lower `rate` or "
            f"`gradient_norm`. The last checkpoint is kept in {folder}"
        ) from None
    except (RuntimeError, MemoryError) as error:
        if not is_out_of_memory(error):
            raise
        raise GhostwriterError(
            f"memory ran out at iteration {iteration} of the LSTM; choose a smaller `width` or `window`, or "
            f"run fewer workers. The last checkpoint is kept in {folder}"
        ) from error


def verses_of(text: Text) -> list[Ids]:
    """The tokens of each verse of a text."""
    return np.split(text.tokens, text.starts[1:])
