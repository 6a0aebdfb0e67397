"""Verses of the benchmarks: those of a file, recombinations of them, and synthetic verses by artist."""

import gzip
import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from versebench.models.pronunciation.dictionary import load_dictionary
from versebench.transforms.lyrics.tokenizers import Lines, tokenized
from versebench.transforms.text.draws import Draws

WORDS, LINES, WORDS_OF_LINE = 8_000, 16, 7
"""The vocabulary of a synthetic artist, and the size of a verse: about the paper's."""


def read_verses(path: Path) -> list[Lines]:
    """The tokens of the verses of a file of JSON objects with a ``text``."""
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        return [tokenized(json.loads(row)["text"]) for row in rows]


def recombined(originals: Sequence[Lines], number: int) -> Lines:
    """The first half of the lines of a verse and the second of another, drawn for this number."""
    draws = Draws(0, "halves of verses", "", number)
    first, second = draws.choice(originals), draws.choice(originals)
    return first[: (len(first) + 1) // 2] + second[len(second) // 2 :]


def synthetic_verses(artist: int, verses: int) -> Iterator[str]:
    """Verses of words from the dictionary, whose frequencies fall with their rank. An artist has words of its own."""
    words = _words()
    order = np.argsort(_numbers(f"words of artist {artist}", len(words)), kind="stable")[:WORDS]
    own = [words[place] for place in order.tolist()]
    size = LINES * WORDS_OF_LINE
    for number in range(verses):
        uniform = _numbers(f"verse {number} of artist {artist}", size) / 2.0**64
        ranks = np.minimum(WORDS**uniform, WORDS).astype(np.int64) - 1
        text = [own[rank] for rank in ranks.tolist()]
        yield ",\n".join(" ".join(text[start : start + WORDS_OF_LINE]) for start in range(0, size, WORDS_OF_LINE))


def write_synthetic(path: Path, artists: int, verses: int) -> None:
    """Write the verses of so many artists as JSON objects, one a line."""
    with path.open("w", encoding="utf-8") as file:
        for artist in range(artists):
            for number, text in enumerate(synthetic_verses(artist, verses)):
                row = {"id": f"{artist}-{number}", "artist": f"artist {artist}", "text": text}
                file.write(json.dumps(row) + "\n")


def _words() -> list[str]:
    """The words of the dictionary that are letters only."""
    return [word for word, _ in load_dictionary().entries() if word.isalpha()]


def _numbers(key: str, count: int) -> np.ndarray:
    return np.frombuffer(hashlib.shake_256(key.encode()).digest(8 * count), ">u8")
