"""What is known of a local cluster: one file in its folder, which every command on it reads."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from versebench.pipelines.runners.flink.processes import Known

ROLES = ("worker_pool", "job_manager", "task_managers", "job_server")
"""Kinds of processes of a cluster, in the order in which they start."""

NAME = "state.json"


@dataclass(frozen=True)
class Ports:
    """Where the processes listen, on localhost alone: Flink's own calls, its REST, Beam's jobs, Beam's workers."""

    rpc: int
    rest: int
    jobs: int
    pool: int


@dataclass(frozen=True)
class Cluster:
    """A local cluster: ``processes`` are those of each role, ``slots`` those of one task manager."""

    folder: Path
    ports: Ports
    slots: int
    parallelism: int
    processes: Mapping[str, tuple[Known, ...]]

    def pids(self, role: str) -> list[int]:
        """The process ids of a role, also of processes that are gone."""
        return [known.pid for known in self.processes[role]]

    def gone(self) -> list[str]:
        """What is not running any more: role and process id."""
        return [f"{role} {known.pid}" for role in ROLES for known in self.processes[role] if known.process() is None]

    @property
    def beam_options(self) -> list[str]:
        """Beam's options for a command that is to run on the cluster."""
        return [
            "--runner=FlinkRunner",
            f"--flink_master=localhost:{self.ports.rest}",
            f"--job_endpoint=localhost:{self.ports.jobs}",
            "--environment_type=EXTERNAL",
            f"--environment_config=localhost:{self.ports.pool}",
            f"--parallelism={self.parallelism}",
        ]


def read_state(folder: Path) -> Cluster | None:
    """The cluster whose state lies in a folder; None where there is none."""
    try:
        text = (folder / NAME).read_text()
    except FileNotFoundError:
        return None
    values = json.loads(text)
    processes = {role: tuple(Known(**one) for one in values["processes"][role]) for role in ROLES}
    return Cluster(folder, Ports(**values["ports"]), values["slots"], values["parallelism"], processes)


def write_state(cluster: Cluster) -> None:
    """Write down what is known of a cluster, whole or not at all."""
    values = {
        "ports": asdict(cluster.ports),
        "slots": cluster.slots,
        "parallelism": cluster.parallelism,
        "beam_options": cluster.beam_options,
        "processes": {role: [asdict(one) for one in cluster.processes[role]] for role in ROLES},
    }
    attempt = cluster.folder / f"{NAME}.tmp"
    attempt.write_text(json.dumps(values, indent=2) + "\n")
    attempt.replace(cluster.folder / NAME)


def forget(folder: Path) -> None:
    """Delete the state of a cluster that is stopped; its logs stay."""
    (folder / NAME).unlink(missing_ok=True)
