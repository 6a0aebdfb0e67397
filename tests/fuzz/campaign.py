"""A parser under fuzz for some time, in a process of its own that may crash or hang."""

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz.corpus_files import CORPUS, write_finding

HANGS = 120.0
"""Seconds for one input, of whatever the machine is busy with, until the process is ended from outside.

The processor time of an input is bounded inside the process; this is for code that no signal reaches, and for waiting.
"""
MOST_FINDINGS = 20
"""Findings after which a parser is left: they are of one kind by then."""
_LOOKS = 0.2


@dataclass
class Fuzzed:
    """What came of a parser: inputs of finished rounds, and a sentence for each finding."""

    parser: str
    inputs: int = 0
    seconds: float = 0.0
    """Since the first input: starting is not counted."""
    findings: list[str] = field(default_factory=list)


def fuzz(
    parser: str,
    seconds: float,
    seed: int,
    corpus: Path = CORPUS,
    *,
    most: int = MOST_FINDINGS,
    module: str = "tests.fuzz.worker",
) -> Fuzzed:
    """Fuzz a parser for so many seconds, or until ``most`` findings; they are written under ``corpus``."""
    fuzzed = Fuzzed(parser)
    while (left := seconds - fuzzed.seconds) > 0 and len(fuzzed.findings) < most:
        with tempfile.TemporaryDirectory() as folder:
            _run(fuzzed, left, seed + fuzzed.inputs + len(fuzzed.findings), Path(folder), corpus, module)
    return fuzzed


def _run(fuzzed: Fuzzed, seconds: float, seed: int, folder: Path, corpus: Path, module: str) -> None:
    """One process until its time is up, it dies, or it hangs."""
    said, errors, start = folder / "said", folder / "errors", time.monotonic()
    command = [sys.executable, "-m", module, fuzzed.parser, str(seed), str(folder), str(corpus)]
    with said.open("wb") as out, errors.open("wb") as err:
        process = subprocess.Popen(command, stdout=out, stderr=err)
        try:
            _await_start(process, folder / "input")
            start = time.monotonic()
            died = _watch(process, folder / "input", seconds)
        finally:
            process.kill()
            process.wait()
            fuzzed.seconds += time.monotonic() - start
    _add_up(fuzzed, said)
    if died and not (folder / "input").exists():
        raise RuntimeError(f"the fuzzer of {fuzzed.parser} did not start: {errors.read_text(errors='replace')[-2000:]}")
    if died:
        path = write_finding(fuzzed.parser, (folder / "input").read_bytes(), corpus)
        fuzzed.findings.append(f"{path}: {died}")


def _await_start(process: subprocess.Popen[bytes], current: Path) -> None:
    while not current.exists() and process.poll() is None:
        time.sleep(_LOOKS)


def _watch(process: subprocess.Popen[bytes], current: Path, seconds: float) -> str:
    """How the process ended before its time, or nothing."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (code := process.poll()) is not None:
            return f"the process ended with {code}"
        if time.time() - current.stat().st_mtime > HANGS:
            return f"no end after {HANGS:g} s"
        time.sleep(_LOOKS)
    return ""


def _add_up(fuzzed: Fuzzed, said: Path) -> None:
    for line in said.read_text().splitlines():
        if line.startswith("{") and line.endswith("}"):  # the last one may be cut off
            told = json.loads(line)
            fuzzed.inputs += told.get("inputs", 0)
            if "finding" in told:
                fuzzed.findings.append(f"{told['finding']}: {told['problem']}")
