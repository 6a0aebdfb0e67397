"""Bad input: each is a reject with its reason, or one message that says what to do, and never a trace."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.ghostwriting.recipes import ghostwriting_values
from tests.pipelines.running import Ran, versebench_here, write_recipe
from tests.pipelines.stages.test_sampling import table_of
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.log import Silent
from versebench.pipelines.runners.runner import Runner
from versebench.storage.manifest import read_table


class Warnings(Silent):
    """Keeps the warnings of a run."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def warned(self, *message: object) -> None:
        self.messages.append(str(message[0]))


def songs(folder: Path, content: bytes, **changes: Any) -> dict[str, Any]:
    """A recipe of the poems of the tests and one file of songs."""
    values = ghostwriting_values(folder, **changes)
    (folder / "songs.txt").write_bytes(content)
    return values


def released(folder: Path, values: dict[str, Any]) -> Ran:
    return versebench_here("release", write_recipe(folder, values), "--root", folder / "root")


def one_message(ran: Ran, *parts: str) -> None:
    assert ran.code in (1, 2), ran.err
    assert "Traceback" not in ran.err
    message = " ".join(ran.message.split())
    assert message.count("versebench:") == 1
    for part in parts:
        assert part in message


def chain_of(folder: Path, values: dict[str, Any], runner: Runner | None = None) -> Chain:
    return Chain(load_recipe(str(write_recipe(folder, values)), []), str(folder / "root"), runner or Runner())


def reasons(chain: Chain, stage: str) -> Counter[str]:
    committed = chain.run(stage)[stage]
    parts = range(committed.run.shards)
    tables = [read_table(committed.run.directory, committed.manifest, "rejects", shard) for shard in parts]
    return Counter(row["reason"] for table in tables for row in table.to_pylist())


def test_ten_megabytes_in_one_line_are_a_reject(tmp_path: Path) -> None:
    content = b"Artist: Ann\n[Verse 1]\n" + b"wave after wave " * 700_000 + b"\nArtist: Ann\n[Verse 1]\na b c\n"
    chain = chain_of(tmp_path, songs(tmp_path, content))
    assert chain.ingest().manifest.counts["rejected.row_too_large"] == 1


def test_a_poem_of_ten_megabytes_in_one_line_is_a_reject(tmp_path: Path) -> None:
    values = ghostwriting_values(tmp_path)
    with (tmp_path / "verses.jsonl").open("a") as file:
        file.write(json.dumps({"id": "long", "artist": "Ann", "text": "wave after wave " * 700_000}) + "\n")
    assert chain_of(tmp_path, values).ingest().manifest.counts["rejected.row_too_large"] == 1


def test_songs_in_utf16_are_one_message(tmp_path: Path) -> None:
    ran = released(tmp_path, songs(tmp_path, "Artist: Ann\n[Verse 1]\na b c\n".encode("utf-16")))
    one_message(ran, "songs.txt", "UTF-16")


def test_songs_in_latin_1_are_read_or_a_reject_by_a_setting(tmp_path: Path) -> None:
    content = "Artist: Ann\n[Verse 1]\nthe café was full of the scent of the sea\nArtist: Ann\na plain song\n".encode(
        "latin-1"
    )
    poems = chain_of(tmp_path, songs(tmp_path, content)).ingest()
    texts = [row["text"] for row in table_of(Path(poems.run.directory), "poems").to_pylist()]
    assert sum("the café was full" in text for text in texts) == 1
    chain = chain_of(tmp_path, songs(tmp_path, content, ingest={"invalid_bytes": "reject"}))
    assert chain.ingest().manifest.counts["rejected.invalid_bytes"] == 1


def test_a_verse_of_emoji_has_no_sound_and_stops_nothing(tmp_path: Path) -> None:
    values = ghostwriting_values(tmp_path)
    rows = [("few", "🌊 🔥"), ("many", "🌊 🔥 🌙 \n" * 12), ("unheard", "xqzt brrgh pfft \n" * 12)]
    with (tmp_path / "verses.jsonl").open("a") as file:
        for name, text in rows:
            file.write(json.dumps({"id": name, "artist": "Ann", "text": text}) + "\n")
    chain = chain_of(tmp_path, {**values, "rhyme": {"guesses": False}})
    assert reasons(chain, "artists")["too_short"] == 2  # one of them is of the tests' recipe
    directory = Path(chain.run("artists")["artists"].run.directory)
    heard = {row["verse_id"]: row["density"] for row in table_of(directory, "syllables").to_pylist()}
    silent = [verse for verse, density in heard.items() if density is None]
    texts = {row["verse_id"]: row["text"] for row in table_of(directory, "verses").to_pylist()}
    assert sorted(texts[verse][0] for verse in silent) == ["x", "🌊"]
    chain.run("points")


def test_two_artists_of_one_name_are_a_warning_that_the_map_answers(tmp_path: Path) -> None:
    values = songs(tmp_path, b"Artist: ANN\n[Verse 1]\n" + b"the ship and the sea and the lea\n" * 5)
    log = Warnings()
    chain_of(tmp_path, values, Runner(log=log)).run("artists")
    assert [message for message in log.messages if "artists.map" in message and "'ANN'" in message] != []
    log = Warnings()
    told_apart = {**values, "artists": {"fewest_verses": 5, "map": {"songs:Ann": "Ann of the songs"}}}
    chain_of(tmp_path, told_apart, Runner(log=log)).run("verses")
    assert log.messages == []


@pytest.mark.parametrize(
    ("generator", "parts"),
    [
        ({"generator": "ngram.v1", "orders": [0, 2]}, ("generators.0", "orders", "greater than or equal to 1")),
        ({"generator": "ngram.v1", "orders": [10]}, ("generators.0", "orders", "less than or equal to 9")),
        ({"generator": "lstm.v1", "iterations": 15_999}, ("lstm.v1", "iteration 15900", "points.last")),
    ],
)
def test_wrong_points_are_one_message(generator: dict[str, Any], parts: tuple[str, ...], tmp_path: Path) -> None:
    ran = released(tmp_path, ghostwriting_values(tmp_path, generators=[generator]))
    assert ran.code == 2
    one_message(ran, *parts)


def test_full_memory_is_one_message_that_names_the_artist_once(tmp_path: Path) -> None:
    network = {"generator": "lstm.v1", "width": 10**12, "iterations": 4, "every": 2}
    values = ghostwriting_values(tmp_path, generators=[network], points={"every": 2, "last": 4})
    ran = released(tmp_path, {**values, "artists": {"fewest_verses": 5, "names": ["Ann"]}})
    one_message(ran, "lstm.v1, Ann: memory ran out at iteration 0", "choose a smaller `width`")
    assert ran.message.count("Ann") == 1
