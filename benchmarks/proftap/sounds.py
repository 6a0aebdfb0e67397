"""Tones, rhymes and forms of the poems of the Quan Tang Shi, and the rhyme table, beside pingshui-rhyme."""

import json
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

from benchmarks.harness import Figures, Goal
from benchmarks.proftap.lines import POEMS
from versebench.models.pronunciation.rhyme_table import RhymeTable
from versebench.pipelines.reuse.poems_file import read_poems
from versebench.transforms.proftap.trait_columns import trait_columns
from versebench.transforms.proftap.traits import readings, traits
from versebench.transforms.text.chinese import is_character

SCRIPT = Path("benchmarks/peers/sounds.py")
TIMED, ALONE, FEWEST_LINES, RUNS = 20_000, 500, 4, 5
_BORROWED = "+supplement"
"""The end of the origin of readings that come from pingshui-rhyme itself."""

Classes = Mapping[str, AbstractSet[tuple[str, ...]]]
"""The tones and rhymes of characters."""


def measure(data: Path, peers: Path | None, timed: int = TIMED) -> Figures:
    """The rhyme table, and poems a second, here and by pingshui-rhyme.

    The poems that are timed are in lines of five or of seven characters, at least four of them, as the peer stops at
    others.
    """
    poems = [poem.lines for poem in read_poems(data / POEMS)]
    counts = Counter(char for poem in poems for line in poem for char in line)
    patterned = [poem for poem in poems if len(poem) >= FEWEST_LINES and {*map(len, poem)} in ({5}, {7})]
    step = max(1, len(patterned) // timed)
    texts = ["\n".join(poem) for poem in patterned[::step][:timed]]
    alone = [text.split("\n") for text in texts[:ALONE]]
    trait_columns(texts[:1])
    seconds = min(_seconds(lambda: trait_columns(texts)) for _ in range(RUNS))
    figures = {
        "rhymes": len({reading.phones[1] for of in RhymeTable().readings.values() for reading in of}),
        "characters": counts.total(),
        "known_share": sum(count for char, count in counts.items() if readings(char)) / counts.total(),
        "poems": len(texts),
        "poems_per_second": len(texts) / seconds,
        "poems_per_second_one_by_one": len(alone) / _seconds(lambda: [traits(poem) for poem in alone]),
    }
    return figures if peers is None else {**figures, **_beside(texts, seconds, peers)}


def _beside(texts: Sequence[str], seconds: float, peers: Path) -> Figures:
    """What pingshui-rhyme does with the same poems, and how far both tables agree."""
    command = [str(peers), "-W", "ignore", str(SCRIPT)]
    answer = subprocess.run(command, input=json.dumps({"poems": texts}), capture_output=True, text=True, check=True)
    peer = json.loads(answer.stdout)
    table = {char: set(map(tuple, of)) for char, of in peer["readings"].items()}
    return {
        "pingshui_rhyme": peer["version"],
        "pingshui_rhyme_poems_per_second": len(texts) / peer["seconds"],
        "times_pingshui_rhyme": peer["seconds"] / seconds,
        "times_its_tones_and_rhymes_alone": peer["seconds_of_tones_and_rhymes"] / seconds,
        "agreement": agreement(_own(), table),
    }


def _own() -> Classes:
    """The readings of the shipped table that do not come from pingshui-rhyme."""
    readings = RhymeTable().readings.items()
    own = {char: {of.phones for of in known if not of.origin.endswith(_BORROWED)} for char, known in readings}
    return {char: known for char, known in own.items() if known}


def agreement(own: Classes, other: Classes) -> Figures:
    """How far two tables agree on the characters that both have.

    A character with several readings agrees if the tables share one of them; ``same_readings_share`` asks for the same
    readings in both.
    """
    shared = [char for char in own if char in other and is_character(char)]
    if not shared:
        return {"characters": 0}
    agreeing = sum(not own[char].isdisjoint(other[char]) for char in shared)
    tones = sum(not _tones(own[char]).isdisjoint(_tones(other[char])) for char in shared)
    return {
        "characters": len(shared),
        "rhyme_share": agreeing / len(shared),
        "tone_share": tones / len(shared),
        "same_readings_share": sum(own[char] == other[char] for char in shared) / len(shared),
    }


def _tones(classes: AbstractSet[tuple[str, ...]]) -> set[str]:
    return {of[0] for of in classes}


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def goals(of: Figures) -> Iterator[Goal]:
    """The goals of the section."""
    yield Goal("rhyme table: rhymes", of["rhymes"], 106, "{:,.0f}")
    yield Goal("rhyme table: share of the characters of poems", of["known_share"], 0.997, "{:.4f}")
    if "agreement" in of:
        shared = of["agreement"]["rhyme_share"]
        yield Goal("rhyme table: characters that agree with pingshui-rhyme", shared, 0.985, "{:.4f}")
        yield Goal("tones, rhymes and form, times pingshui-rhyme", of["times_pingshui_rhyme"], 20, "{:,.1f} x")
