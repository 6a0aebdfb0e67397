"""``datasets.map`` over the same rows with the same functions, in an environment of its own (``make peers``)."""

import json
import os
import shutil
import subprocess
import sysconfig
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.scale.job import Job, remembered
from benchmarks.scale.memory import peaks
from versebench.storage.manifest import read_manifest

ROOT = Path(__file__).parents[2]
PEER_PYTHON = ROOT / ".venv-scale-peers" / "bin" / "python"


def peer(job: Job) -> dict[str, Any]:
    """Seconds, rows and memory of the maps, and whether as much came of them as of our stages, which are committed."""
    return remembered(job, "peer", partial(_peer, job))


def _peer(job: Job) -> dict[str, Any]:
    folder = Path(job.folder) / "flat"
    shutil.rmtree(folder, ignore_errors=True)
    # The project's own packages come first, so that both sides have one version of each.
    path = os.pathsep.join([str(ROOT), sysconfig.get_paths()["purelib"]])
    environment = {**os.environ, "PYTHONPATH": path, "HF_HOME": str(folder / "home"), "HF_HUB_OFFLINE": "1"}
    command = [str(PEER_PYTHON), "-W", "ignore", "-m", "benchmarks.peers.scale"]
    with peaks() as found:
        ran = subprocess.run(
            command,
            input=json.dumps(asdict(job)),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            cwd=ROOT,
            env=environment,
        )
    shutil.rmtree(folder)
    figures: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    made = {name: one["out"] for name, one in figures["stages"].items()}
    return {**figures, "memory": found.values(), "equal": made == _ours(job)}


def _ours(job: Job) -> dict[str, int]:
    """Poems kept, edits that can be made, and pairs."""
    counts = {}
    for stage in ("clean", "eligibility", "corrupt"):
        (directory,) = (path for path in (Path(job.root) / stage).iterdir() if path.is_dir())
        manifest = read_manifest(str(directory))
        assert manifest is not None
        counts[stage] = manifest.counts
    return {
        "clean": counts["clean"]["out"],
        "eligibility": _sum(counts["eligibility"], "eligible/"),
        "pairs": _sum(counts["corrupt"], "pair/"),
    }


def _sum(counts: Any, prefix: str) -> int:
    return sum(count for name, count in counts.items() if name.startswith(prefix))
