"""Ids of works, texts, pairs and rejects: hashes that depend on content only."""

import hashlib
from collections.abc import Sequence

ID_DIGITS = 20
"""Hex digits of an id: 80 bits, so that a collision among 100 million poems has a chance of 4 in a billion."""

SHARD_DIGITS = 8
"""The first digits of an id, which decide its shard."""


def hash_id(*parts: str) -> str:
    """Hash of some strings, 20 hex digits; the parts are framed, so that ("ab", "c") differs from ("a", "bc")."""
    framed = "".join([f"{len(part)}:{part}" for part in parts])
    return hashlib.blake2b(framed.encode("utf-8", "surrogatepass"), digest_size=ID_DIGITS // 2).hexdigest()


def text_id(text: str) -> str:
    """Id of a text; stanza breaks do not count, so a poem with other blank lines is still the same text."""
    lines = text.split("\n")
    return hash_id("text", "\n".join(filter(None, lines)) if "" in lines else text)


def work_id(source: str, source_id: str | None, text: str) -> str:
    """Id of a work: from source and source id, so that it survives corrections of the text; else from the text."""
    return hash_id("work", source, source_id) if source_id is not None else hash_id("work of text", text_id(text))


def unit_id(work: str, first_line: int) -> str:
    """Id of a unit, from the id of its work and the first line of the unit, from 1.

    It starts like the id of the work, so that all units of a work are in one shard.
    """
    return work[:SHARD_DIGITS] + hash_id("unit", work, str(first_line))[SHARD_DIGITS:]


def word_id(language: str, word: str) -> str:
    """Id of a word in a language; the same spelling in another language has another id."""
    return hash_id("word", language, word)


def pair_id(work: str, task: str, edit: int, original: str, corrupted: str) -> str:
    """Id of a minimal pair."""
    return hash_id("pair", work, task, str(edit), original, corrupted)


def shard_of(row_id: str, shards: int) -> int:
    """The shard of a row: equal ranges of the first 32 bits of its id, so that the shards are in the order of ids."""
    return int(row_id[:SHARD_DIGITS], 16) * shards >> 32


def shards_of(row_ids: Sequence[str], shards: int) -> list[int]:
    """:func:`shard_of` of many rows."""
    return [int(row_id[:SHARD_DIGITS], 16) * shards >> 32 for row_id in row_ids]
