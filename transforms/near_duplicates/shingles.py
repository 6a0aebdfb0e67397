"""The shingles of poems: pairs of neighbouring words, by which poems are compared."""

import functools
import hashlib
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

VERSION = "word-pairs.v1"
"""The version of the way in which poems become shingles; a change needs a new name."""

Numbers = npt.NDArray[np.uint64]

_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = str.maketrans("", "", "'’‘ʼ")


@dataclass(frozen=True)
class Shingles:
    """The distinct shingles of some poems as hashes, in ascending order, one poem after another.

    ``counts`` gives the number of shingles of each poem, at least one.
    """

    hashes: Numbers
    counts: npt.NDArray[np.int64]

    @property
    def starts(self) -> npt.NDArray[np.int64]:
        """The places in ``hashes`` where the shingles of each poem begin."""
        return np.cumsum(self.counts) - self.counts

    def take(self, places: npt.NDArray[np.int64]) -> "Shingles":
        """Returns the shingles of the poems at these places, in this order."""
        counts = self.counts[places]
        ends = np.cumsum(counts)
        within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - counts, counts)
        return Shingles(self.hashes[np.repeat(self.starts[places], counts) + within], counts)


def shingles(texts: Sequence[str]) -> Shingles:
    """Returns the shingles of some texts.

    Case, accents, apostrophes and other marks are ignored, and so are line breaks. The shingle of a text of one word is
    that word; the shingle of a text without words is the text.
    """
    words = [_words(text) or [text] for text in texts]
    lengths = np.array([len(of_text) for of_text in words], np.int64)
    flat = np.fromiter((_hash_word(word) for of_text in words for word in of_text), np.uint64, int(lengths.sum()))
    owner = np.repeat(np.arange(len(texts)), lengths)
    alone = (lengths == 1)[owner]
    following = np.where(alone, np.uint64(0), np.roll(flat, -1))
    made = alone | np.r_[owner[1:] == owner[:-1], False][: len(owner)]
    return _distinct(mixed(flat[made] * odd("first word") + following[made]), owner[made], len(texts))


def _words(text: str) -> list[str]:
    plain = text.translate(_APOSTROPHES)
    if not plain.isascii():
        plain = "".join(char for char in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(char))
    return _WORD.findall(plain.casefold())


@functools.lru_cache(1 << 16)
def _hash_word(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def _distinct(hashes: Numbers, owner: npt.NDArray[np.int64], texts: int) -> Shingles:
    order = np.lexsort((hashes, owner))
    hashes, owner = hashes[order], owner[order]
    first = np.ones(len(hashes), bool)
    first[1:] = (hashes[1:] != hashes[:-1]) | (owner[1:] != owner[:-1])
    return Shingles(hashes[first], np.bincount(owner[first], minlength=texts))


def odd(name: str) -> np.uint64:
    """An odd number of 64 bits that depends on a name only; multiplication by it is a bijection of 64-bit numbers."""
    return np.uint64(int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "big") | 1)


def mixed(values: Numbers) -> Numbers:
    """A bijection of 64-bit numbers in which every bit of a result depends on all bits of its argument."""
    for name in ("mix one", "mix two"):
        values = (values ^ (values >> np.uint64(32))) * odd(name)
    return values ^ (values >> np.uint64(32))
