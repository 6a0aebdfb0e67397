"""``lstm.v1``: an LSTM over the words of one artist, which writes a verse now and then while it is trained."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Literal

from pydantic import Field

from versebench.models.ghostwriters.contract import GeneratedVerse, Lines
from versebench.models.ghostwriters.lstm_settings import LstmTraining
from versebench.models.ghostwriters.registry import ghostwriter


@ghostwriter
class LstmSettings(LstmTraining):
    """An LSTM of one layer over the words of one artist."""

    generator: Literal["lstm.v1"] = Field(description="An LSTM of one layer, trained on the words of one artist.")

    title: ClassVar[str] = "LSTM"

    def write(self, artist: str, verses: Sequence[Lines], seed: int, folder: Path) -> Iterator[GeneratedVerse]:
        """Train, and write a verse at every point. Needs the ``score`` extra."""
        from versebench.models.ghostwriters.lstm_writer import write_while_training

        return write_while_training(self, artist, verses, seed, folder)
