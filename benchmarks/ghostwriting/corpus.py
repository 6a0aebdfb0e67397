"""The verses that the sections of this benchmark write in the style of."""

import gzip
import json
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from versebench.transforms.lyrics.tokenizers import Lines, tokenized

FILE = "verses.jsonl.gz"
TOKENS = 130_000


def read_verses(path: Path, tokens: int = TOKENS) -> list[Lines]:
    """The first verses of a file, until they have so many tokens."""
    verses, count = [], 0
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        for row in rows:
            if count >= tokens:
                break
            verses.append(tokenized(json.loads(row)["text"]))
            count += tokens_of(verses[-1:])
    return verses


def tokens_of(verses: Sequence[Lines]) -> int:
    """The tokens of verses, without ends."""
    return sum(map(len, chain.from_iterable(verses)))


def marked(verse: Lines) -> list[str]:
    """The tokens of a verse with the marks of its ends, as the peers get them."""
    return [*[token for line in verse for token in (*line, "<line>")][:-1], "<verse>"]
