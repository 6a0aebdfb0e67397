"""A recipe about two artists of a few verses each, made of words that rhyme."""

import json
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

RHYMES = {
    "Ann": ("cat hat mat rat bat flat", "night light sight bright kite right"),
    "Ben": ("day way play stay grey hay", "sea free tree knee bee key"),
}

MORE_RHYMES = {
    **RHYMES,
    "Dee": ("stone bone phone tone alone throne", "ring sing king thing wing spring"),
    "Eve": ("cold gold told bold fold hold", "moon tune soon june noon spoon"),
}


def verses(name: str) -> list[str]:
    """The verses of an artist: four lines each, of which pairs rhyme."""
    first, second = (words.split() for words in MORE_RHYMES[name])
    made = []
    for number, (one, other) in enumerate(product(range(4), range(3))):
        lines = (
            f"I saw the {first[one]} with {number} and more",
            f"it went to the {first[other + 2]} of the door",
            f"the {second[one]} was over the town and the moor",
            f"and nobody knew of the {second[other + 2]} any more",
        )
        made.append("\n".join(lines[number % 2 :] + lines[: number % 2]))
    return made


def write_source(folder: Path, names: Iterable[str] = RHYMES) -> Path:
    """A file with the verses of the artists, of a third one who has few, and a poem without an artist."""
    rows: list[dict[str, Any]] = [
        {"id": f"{name}-{n}", "artist": name, "text": text} for name in names for n, text in enumerate(verses(name))
    ]
    rows.append({"id": "few", "artist": "Cas", "text": "one verse of words that nobody will miss " * 4})
    rows.append({"id": "short", "artist": "Ann", "text": "too short"})
    rows.append({"id": "nobody", "artist": None, "text": "no artist wrote this line"})
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "verses.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


SONG = """Artist: Ann
Song: The Wheel

[Intro]
is it on

[Verse 1]
I saw the wheel in the yard with the cat
it turned and it turned and it lay on the mat
the light of the night was a marvellous sight

[Chorus]
round and round

[Verse 2: Somebody Else]
this is not a verse of hers
"""


def ghostwriting_values(folder: Path, **changes: Any) -> dict[str, Any]:
    """A recipe of n-gram models over these verses."""
    (folder / "songs.txt").parent.mkdir(parents=True, exist_ok=True)
    (folder / "songs.txt").write_text(SONG)
    fields = {"author": "artist"}
    poems = {"name": "poems", "path": str(write_source(folder)), "format": "jsonl", "licence": "CC0-1.0"}
    songs = {"name": "songs", "path": str(folder / "songs.txt"), "format": "lyrics-archive", "licence": "CC0-1.0"}
    values: dict[str, Any] = {
        "kind": "ghostwriting",
        "name": "styles",
        "version": "1.0.0",
        "title": "Styles",
        "creators": ["tests"],
        "licence": "CC0-1.0",
        "seed": 7,
        "sources": [{**poems, "fields": fields}, songs],
        "artists": {"fewest_verses": 5},
        "ingest": {"rows_per_shard": 12},
        "generators": [{"generator": "ngram.v1", "orders": [1, 2, 3, 5], "verses": 3}],
    }
    return {**values, **changes}


NETWORKS: list[dict[str, Any]] = [
    {"generator": "ngram.v1", "orders": [1, 3], "verses": 2},
    {"generator": "lstm.v1", "width": 8, "embedding": 4, "iterations": 20, "every": 5, "checkpoint": 5},
    {"generator": "causal.v1", "model": "gpt2-writer", "examples": [0, 1], "verses": 2, "most_tokens": 16},
]
"""All generators, with networks that are small."""


def network_values(folder: Path, **changes: Any) -> dict[str, Any]:
    """A recipe of all generators over these verses."""
    return ghostwriting_values(folder, generators=NETWORKS, points={"every": 10, "last": 20}, **changes)
