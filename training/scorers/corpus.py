"""The poems that the scorers are trained on, those held out, and what is left out of both."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

CHARACTERS_PER_POEM = 8000
"""A few verse romances are as long as a thousand lyrics and in older English: each poem counts up to this much."""
HELD_OUT_MODULUS = 50
"""One poem in so many is held out, by the hash of its path."""
SHARED_WORDS = 8
"""A poem that shares so many consecutive words with an excluded or held-out text is not trained on."""


@dataclass(frozen=True)
class Poem:
    """A cleaned poem: stanzas of lines."""

    path: str
    stanzas: tuple[tuple[str, ...], ...]

    @property
    def text(self) -> str:
        """The poem with its line breaks, an empty line between stanzas."""
        return "\n\n".join("\n".join(stanza) for stanza in self.stanzas)


@dataclass(frozen=True)
class Corpus:
    """The poems of both splits and how many were left out."""

    train: tuple[Poem, ...]
    held_out: tuple[Poem, ...]
    excluded: int
    leaking: int


# U+FFFD stands where the source lost a Windows-1252 byte, which was mostly an apostrophe or a quotation mark.
_CHARACTERS = str.maketrans(
    {"‘": "'", "’": "'", "\ufffd": "'", "“": '"', "”": '"', "…": "...", "\t": " ", "\u2028": "\n", "\r": "\n"}
)


def clean_text(raw: str) -> str:
    """NFC, straight quotes, no control characters, no indentation; line breaks stay."""
    text = unicodedata.normalize("NFC", raw).translate(_CHARACTERS)
    text = "".join(char for char in text if char == "\n" or unicodedata.category(char) != "Cc")
    return "\n".join(" ".join(line.split()) for line in text.split("\n")).strip()


def split_stanzas(text: str, limit: int) -> tuple[tuple[str, ...], ...]:
    """Stanzas of lines, as many whole stanzas as begin within `limit` characters."""
    blocks = [tuple(block.split("\n")) for block in re.split(r"\n{2,}", text) if block]
    lone = sum(len(block) == 1 for block in blocks)
    if len(blocks) > 3 and lone > 0.8 * len(blocks):
        # Printed with double spacing: the empty lines are not stanza breaks.
        blocks = [tuple(line for block in blocks for line in block)]
    kept: list[tuple[str, ...]] = []
    used = 0
    for block in blocks:
        if used >= limit:
            break
        kept.append(block)
        used += sum(len(line) + 1 for line in block)
    return tuple(kept)


def read_poems(path: Path) -> Iterator[Poem]:
    """The poems of a `poems.jsonl.gz`, cleaned; a text that occurs again is skipped."""
    seen: set[str] = set()
    with gzip.open(path, "rb") as lines:
        for line in lines:
            record = json.loads(line.decode("utf-8", errors="replace"))
            poem = Poem(record["path"], split_stanzas(clean_text(record["text"]), CHARACTERS_PER_POEM))
            key = " ".join(words(poem.text))
            if key and key not in seen:
                seen.add(key)
                yield poem


def words(text: str) -> list[str]:
    """Lower-case letter runs, for comparing texts."""
    return re.findall(r"[^\W\d_]+", text.lower())


def shingles(text: str, size: int) -> set[int]:
    """Hashes of all runs of `size` words; of the whole text if it is shorter."""
    found = words(text)
    return {hash(tuple(found[i : i + size])) for i in range(max(1, len(found) - size + 1))}


def all_shingles(texts: Iterable[str], size: int) -> set[int]:
    """The union of `shingles` over texts."""
    return set().union(*(shingles(text, size) for text in texts))


def read_excluded(path: Path) -> list[str]:
    """The texts that the scorers are to be tested on: rows of JSON with `lines`, or a list of objects with a text."""
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return [record["limerick"] for record in json.loads(content)]
    return ["\n".join(json.loads(row)["lines"]) for row in content.splitlines() if row]


def is_held_out(path: str, modulus: int) -> bool:
    """Whether a poem is kept from training; depends on its path alone."""
    digest = hashlib.blake2b(path.encode("utf-8"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % modulus == 0


def build_corpus(poems: Iterable[Poem], excluded: Sequence[str]) -> Corpus:
    """Splits poems, and leaves out what overlaps with the excluded texts or, in training, with the held-out poems."""
    read = list(poems)
    banned = all_shingles(excluded, SHARED_WORDS)
    kept = [poem for poem in read if banned.isdisjoint(shingles(poem.text, SHARED_WORDS))]
    held_out = tuple(poem for poem in kept if is_held_out(poem.path, HELD_OUT_MODULUS))
    rest = [poem for poem in kept if not is_held_out(poem.path, HELD_OUT_MODULUS)]
    known = all_shingles((poem.text for poem in held_out), SHARED_WORDS)
    train = tuple(poem for poem in rest if known.isdisjoint(shingles(poem.text, SHARED_WORDS)))
    return Corpus(train, held_out, len(read) - len(kept), len(rest) - len(train))
