"""The state of a local cluster: one file in its folder, which every cluster command reads."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from versebench.pipelines.runners.flink.processes import ProcessIdentity

ROLES = ("worker_pool", "job_manager", "task_managers", "job_server")
"""Kinds of processes of a cluster, in the order in which they start."""

NAME = "state.json"


@dataclass(frozen=True)
class Ports:
    """The ports of the processes, on localhost only: Flink's RPC, its REST API, Beam's job server, Beam's workers."""

    rpc: int
    rest: int
    jobs: int
    pool: int


@dataclass(frozen=True)
class Cluster:
    """A local cluster: ``processes`` by role, and the ``slots`` of one task manager."""

    folder: Path
    ports: Ports
    slots: int
    parallelism: int
    processes: Mapping[str, tuple[ProcessIdentity, ...]]

    def pids(self, role: str) -> list[int]:
        """The process ids of a role, including processes that are gone."""
        return [process.pid for process in self.processes[role]]

    def gone(self) -> list[str]:
        """The processes that are gone, each as role and process id."""
        return [
            f"{role} {process.pid}" for role in ROLES for process in self.processes[role] if process.process() is None
        ]

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
    """The cluster whose state is in a folder; None if there is none."""
    try:
        text = (folder / NAME).read_text()
    except FileNotFoundError:
        return None
    values = json.loads(text)
    processes = {role: tuple(ProcessIdentity(**identity) for identity in values["processes"][role]) for role in ROLES}
    return Cluster(folder, Ports(**values["ports"]), values["slots"], values["parallelism"], processes)


def write_state(cluster: Cluster) -> None:
    """Write the state of a cluster atomically."""
    values = {
        "ports": asdict(cluster.ports),
        "slots": cluster.slots,
        "parallelism": cluster.parallelism,
        "beam_options": cluster.beam_options,
        "processes": {role: [asdict(process) for process in cluster.processes[role]] for role in ROLES},
    }
    attempt = cluster.folder / f"{NAME}.tmp"
    attempt.write_text(json.dumps(values, indent=2) + "\n")
    attempt.replace(cluster.folder / NAME)


def delete_state(folder: Path) -> None:
    """Delete the state of a cluster that is stopped; its logs stay."""
    (folder / NAME).unlink(missing_ok=True)
