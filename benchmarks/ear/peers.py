"""The peers of pronunciation and rhyme detection: programs in an environment of their own, run by worker scripts.

``make peers`` makes the environment; without it the peers are left out of every figure.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PEERS_PYTHON = ROOT / ".venv-peers" / "bin" / "python"


def ask(worker: str, *arguments: str, given: object) -> Any:
    """The answer of a worker of ``benchmarks/peers`` to JSON. Raises ``CalledProcessError`` if the worker fails."""
    command = [str(PEERS_PYTHON), "-W", "ignore", str(ROOT / "benchmarks" / "peers" / f"{worker}.py"), *arguments]
    answer = subprocess.run(command, input=json.dumps(given), stdout=subprocess.PIPE, text=True, check=True).stdout
    return json.loads(answer.splitlines()[-1])  # a peer may print before it


def versions() -> dict[str, str]:
    """Of every peer."""
    found: dict[str, str] = ask("versions", given=None)
    return found
