"""Where Java and Beam's job server for Flink lie on this machine."""

import shutil
from pathlib import Path

from versebench.pipelines.errors import RecipeError
from versebench.pipelines.runners.flink.config import SHORT_LIVED_JAVA

JOB_SERVER = Path(__file__).resolve().parents[3] / "build" / "flink" / "beam-flink-job-server.jar"
"""What ``make flink`` makes: a jar that names those of Flink and Beam in the folder ``lib`` beside it."""

_MAIN = "org.apache.beam.runners.flink.FlinkJobServerDriver"
# Flink and Beam ask these classes for their class loader, and Java's own classes have none.
_SENT = ("beam-runners-flink-", "flink-clients-", "flink-java-", "flink-optimizer-", "flink-streaming-java-")


def find_java(launcher: str = "java") -> str:
    """The Java launcher. Raises :class:`RecipeError` that says how to get one."""
    if (java := shutil.which(launcher)) is None:
        raise RecipeError(f"Flink needs Java 17, and there is no {launcher}; on Debian: apt install openjdk-17-jdk")
    return java


def find_job_server() -> Path:
    """The jar that ``make flink`` makes. Raises :class:`RecipeError` that says how to make it."""
    if not JOB_SERVER.is_file():
        raise RecipeError(f"there is no {JOB_SERVER}; make it once, with a JDK 17 and Maven: make flink")
    return JOB_SERVER


def job_server_command(java: str, jar: Path, master: str, port: int, artifacts: Path) -> list[str]:
    """How the job server of a cluster from the same jars is started; its other two ports are any free ones.

    A job server sends all jars with each job that it finds in its class path, and Flink loads all classes anew. As the
    cluster has them already, those that can be are hidden from that search by the path of Java's own classes.
    """
    jars = sorted(map(str, (jar.parent / "lib").glob("*.jar")))
    sent = [one for one in jars if Path(one).name.startswith(_SENT)]
    hidden = [one for one in jars if one not in sent]
    paths = ["-cp", ":".join(sent), f"-Xbootclasspath/a:{':'.join(hidden)}"]
    where = ["--flink-master", master, "--artifacts-dir", str(artifacts), "--job-port", str(port)]
    return [java, *SHORT_LIVED_JAVA, *paths, _MAIN, *where, "--artifact-port", "0", "--expansion-port", "0"]
