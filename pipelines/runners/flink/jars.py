"""Find Java and Beam's job server for Flink on this machine."""

import shutil
from pathlib import Path

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.runners.flink.config import SHORT_LIVED_JAVA

JOB_SERVER = Path(__file__).resolve().parents[3] / "build" / "flink" / "beam-flink-job-server.jar"
"""The jar that ``make flink`` makes; it refers to those of Flink and Beam in the folder ``lib`` next to it."""

_MAIN = "org.apache.beam.runners.flink.FlinkJobServerDriver"
# Flink and Beam ask these classes for their class loader, and Java's own classes have none.
_SENT = ("beam-runners-flink-", "flink-clients-", "flink-java-", "flink-optimizer-", "flink-streaming-java-")


def find_java(launcher: str = "java") -> str:
    """The Java launcher. Raises :class:`RecipeError`, which says how to install Java, if it is missing."""
    if (java := shutil.which(launcher)) is None:
        raise RecipeError(f"Flink needs Java 17, but {launcher} was not found; on Debian: apt install openjdk-17-jdk")
    return java


def find_job_server() -> Path:
    """The jar that ``make flink`` makes. Raises :class:`RecipeError`, which says how to make it, if it is missing."""
    if not JOB_SERVER.is_file():
        raise RecipeError(f"{JOB_SERVER} is missing; make it once with make flink, which needs a JDK 17 and Maven")
    return JOB_SERVER


def job_server_command(java: str, jar: Path, master: str, port: int, artifacts: Path) -> list[str]:
    """The command that starts the job server of a cluster from the same jars; its other two ports are any free ones.

    A job server sends all jars on its class path with each job, and Flink loads all classes again. As the cluster has
    them already, as many as possible are put on the path of Java's own classes instead, where they are not found.
    """
    jars = sorted(map(str, (jar.parent / "lib").glob("*.jar")))
    sent = [path for path in jars if Path(path).name.startswith(_SENT)]
    hidden = [path for path in jars if path not in sent]
    paths = ["-cp", ":".join(sent), f"-Xbootclasspath/a:{':'.join(hidden)}"]
    where = ["--flink-master", master, "--artifacts-dir", str(artifacts), "--job-port", str(port)]
    return [java, *SHORT_LIVED_JAVA, *paths, _MAIN, *where, "--artifact-port", "0", "--expansion-port", "0"]
