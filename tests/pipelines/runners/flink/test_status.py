"""What `versebench cluster status` shows of processes that are gone."""

from pathlib import Path

from tests.pipelines.running import versebench_here
from versebench.pipelines.runners.flink.processes import ProcessIdentity
from versebench.pipelines.runners.flink.state import ROLES, Cluster, Ports, write_state


def test_process_ids_are_shown_without_commas(tmp_path: Path) -> None:
    processes = {role: (ProcessIdentity(4_194_300, 1.0),) for role in ROLES}
    write_state(Cluster(tmp_path, Ports(1, 2, 3, 4), 1, 1, processes))
    ran = versebench_here("cluster", "status", "--folder", tmp_path)
    assert ran.code == 1
    assert ran.err.count("pid 4194300") == len(ROLES)
    assert "has lost" in ran.err
