"""kill -9 of the training of an LSTM, between checkpoints and while one is written: the same verses and checkpoint."""

import json
import time
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.faults.processes import python
from versebench.models.ghostwriters.checkpoints import NAME

ITERATIONS, EVERY, CHECKPOINT = 120, 5, 8

_PROGRAM = f"""
import json, sys
from dataclasses import asdict
from pathlib import Path
from tests.models.ghostwriters.verses import made_up
from versebench.models.ghostwriters.lstm import LstmSettings
from versebench.models.ghostwriters.registry import write

folder = Path(sys.argv[1])
settings = LstmSettings(
    generator="lstm.v1", embedding=16, width=64, iterations={ITERATIONS}, every={EVERY}, checkpoint={CHECKPOINT}
)
verses = [asdict(verse) for verse in write(settings, "A. Poet", made_up(40), 1, folder / "checkpoints")]
(folder / "verses.json").write_text(json.dumps(verses))
"""
_SECONDS = 300
_POLL = 0.0002


def kill_a_trainer(folder: Path, random: Random) -> int:
    """Kill the training some times; the last one is left alone and writes all verses."""
    wanted = _undisturbed()
    for _ in range(random.randint(1, 3)):
        _kill_one(folder, random)
    made = _trained(folder)
    assert made.keys() == wanted.keys(), sorted(made)
    assert made == wanted, "the training has other bytes"
    return len(json.loads(wanted["verses.json"])) - len(json.loads(made["verses.json"]))


@cache
def _undisturbed() -> dict[str, bytes]:
    """The files of a training that nothing disturbs."""
    with TemporaryDirectory(prefix="versebench-trainer-") as folder:
        return _trained(Path(folder))


def _trained(folder: Path) -> dict[str, bytes]:
    """The files of a training that is left alone."""
    with python(_PROGRAM, folder) as process:
        _, error = process.communicate(timeout=_SECONDS)
    assert process.returncode == 0, error
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _kill_one(folder: Path, random: Random) -> None:
    """Kill it while it writes a checkpoint, or some time after one."""
    checkpoints = folder / "checkpoints"
    moment = checkpoints / random.choice([NAME, f"{NAME}.partial"])
    wanted, seen, last = random.randint(1, ITERATIONS // CHECKPOINT // 2), 0, _stamp(moment)
    with python(_PROGRAM, folder) as process:
        try:
            end = time.monotonic() + _SECONDS
            while process.poll() is None and seen < wanted:
                assert time.monotonic() < end, "it never came"
                now = _stamp(moment)
                seen += now is not None and now != last
                last = now
                time.sleep(_POLL)
            if moment.name == NAME:
                time.sleep(0.1 * random.random())
        finally:
            process.kill()
            process.communicate()
    assert process.returncode in (0, -9), process.returncode


def _stamp(path: Path) -> int | None:
    """What changes if a file is another one."""
    try:
        return path.stat().st_ino
    except FileNotFoundError:
        return None
