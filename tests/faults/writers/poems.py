"""kill -9 while poems are written, lines indexed, and an adapter trained: the same bytes, and no answer asked twice."""

import atexit
import contextlib
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.faults.processes import ended, started, wait_for
from tests.models.poets.chat_serving import Served, serving
from tests.pipelines.proftap.recipes import backwards, good_poems, proftap_values
from tests.pipelines.running import REPOSITORY, files_of, write_recipe
from versebench.models.simplified import comparable

_FINETUNE = REPOSITORY / "recipes" / "finetune-sample.yaml"
_POEMS, _CHARACTERS = 6_000, 3_000
_LATE = 0.3
"""Seconds in which a server may still take what a killed client sent."""


def kill_a_generation(folder: Path, random: Random) -> int:
    """Kill a release that asks a server, some times: it asks again only what was on its way when it was killed."""
    asking = _asking()
    recipe, root, asked = write_recipe(folder, asking.values), folder / "root", asking.served.asked
    asked.clear()
    allowed = Counter(asking.prompts)
    for _ in range(random.randint(1, 3)):
        _kill_the_asking(recipe, root, asked, random.randint(1, len(asking.prompts)), random)
        allowed.update(map(_prompt, asked[-1:]))
    _completed("release", recipe, "--root", root, "--workers", "1")
    assert Counter(map(_prompt, asked)) <= allowed, "a prompt was answered twice"
    return _lost(asking.wanted, files_of(root / "releases"))


@dataclass(frozen=True)
class _Asking:
    """A server, a recipe that asks it, the prompts that it needs, and the release that nothing disturbs."""

    served: Served
    values: dict[str, Any]
    prompts: tuple[str, ...]
    wanted: dict[str, bytes]


@cache
def _asking() -> _Asking:
    server = contextlib.ExitStack()
    atexit.register(server.close)
    folder = Path(server.enter_context(TemporaryDirectory(prefix="versebench-asking-")))
    served = server.enter_context(serving())
    poems = {comparable(row["title"]): backwards(row["paragraphs"]) for row in good_poems()}

    def text(body: dict[str, Any]) -> str:
        return max((poem for title, poem in poems.items() if title in _prompt(body)), key=len)

    served.text = text
    poet = {"poet": "chat.v1", "name": "served", "url": served.url, "model": "made-up"}
    values = proftap_values(folder, poets=[poet])
    _completed("release", write_recipe(folder, values), "--root", folder / "root", "--workers", "1")
    return _Asking(served, values, tuple(map(_prompt, served.asked)), files_of(folder / "root" / "releases"))


def _prompt(body: dict[str, Any]) -> str:
    return str(body["messages"][-1]["content"])


def _kill_the_asking(recipe: Path, root: Path, asked: list[dict[str, Any]], more: int, random: Random) -> None:
    before = len(asked)
    with started("release", recipe, "--root", root, "--workers", "1") as process:
        wait_for(process, lambda: len(asked) - before >= more)
        time.sleep(0.02 * random.random())
        process.kill()
    time.sleep(_LATE)


def kill_an_indexing(folder: Path, random: Random) -> int:
    """Kill the making of an index of lines, some times."""
    source = folder / "poems.jsonl"
    source.write_text(_database(), encoding="utf-8")
    command = ("line-index", source, "--out", folder / "index")
    for _ in range(random.randint(1, 3)):
        _kill_one(command, folder / "index", random.randint(1, 12), random)
    _completed(*command)
    _completed("reuse", folder / "index", source)
    return _lost(_indexed(), files_of(folder / "index"))


@cache
def _indexed() -> dict[str, bytes]:
    with TemporaryDirectory(prefix="versebench-index-") as folder:
        source = Path(folder) / "poems.jsonl"
        source.write_text(_database(), encoding="utf-8")
        _completed("line-index", source, "--out", Path(folder) / "index")
        return files_of(Path(folder) / "index")


@cache
def _database() -> str:
    """Poems of drawn characters, so many that an index is not made at once."""
    random = Random(1)

    def line() -> str:
        return "".join(chr(0x4E00 + random.randrange(_CHARACTERS)) for _ in range(7))

    rows = ({"id": str(number), "paragraphs": [f"{line()}，{line()}。" for _ in range(2)]} for number in range(_POEMS))
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def kill_a_finetuning(folder: Path, random: Random) -> int:
    """Kill the training of an adapter, some times; the last one goes on from the checkpoint."""
    for _ in range(random.randint(1, 3)):
        _kill_one(("finetune", _FINETUNE, "--root", folder), folder, random.randint(1, 8), random)
    _completed("finetune", _FINETUNE, "--root", folder)
    return _lost(_finetuned(), files_of(folder))


@cache
def _finetuned() -> dict[str, bytes]:
    with TemporaryDirectory(prefix="versebench-finetune-") as folder:
        _completed("finetune", _FINETUNE, "--root", Path(folder))
        return files_of(Path(folder))


def _kill_one(command: tuple[str | Path, ...], folder: Path, changes: int, random: Random) -> None:
    """Kill a command a moment after so many changes of the files below a folder."""
    with started(*command) as process:
        if wait_for(process, _changes(folder, changes)):
            time.sleep(0.05 * random.random())
        process.kill()


def _changes(folder: Path, wanted: int) -> Callable[[], bool]:
    """Comes when files were seen in so many states: a name and the file that it stands for."""
    states: set[tuple[str, int]] = set()

    def come() -> bool:
        with contextlib.suppress(OSError):  # files come and go
            states.update((path.name, path.stat().st_ino) for path in folder.rglob("*"))
        return len(states) >= wanted

    return come


def _completed(*command: str | Path) -> None:
    with started(*command) as process:
        ran = ended(process)
    assert ran.code == 0, ran.err


def _lost(wanted: dict[str, bytes], made: dict[str, bytes]) -> int:
    """The files that are missing, if the others have the wanted bytes."""
    assert {name: content for name, content in made.items() if wanted.get(name) != content} == {}, "other bytes"
    return len(wanted.keys() - made.keys())


FAULTS = {
    "poems: generation": kill_a_generation,
    "poems: index": kill_an_indexing,
    "poems: training": kill_a_finetuning,
}
