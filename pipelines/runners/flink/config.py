"""Configuration and commands of the Java processes of a local Flink cluster."""

from collections.abc import Mapping
from pathlib import Path

import yaml

from versebench.pipelines.runners.flink.state import Ports

_JOB_MANAGER = "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint"
_TASK_MANAGER = "org.apache.flink.runtime.taskexecutor.TaskManagerRunner"

# Flink reaches into these packages of Java, which are closed since Java 17.
_OPEN_PACKAGES = (
    "java.util",
    "java.lang",
    "java.nio",
    "sun.nio.ch",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "java.time",
)

SHORT_LIVED_JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""Options with which Java compiles less: the work is done in Python, and jobs end before thorough compilation pays."""

WORKING_FOLDER = "working_folder"
"""The experiment among Beam's options that gives the workers of a cluster the folder for relative paths."""


def flink_settings(folder: Path, ports: Ports, slots: int) -> dict[str, object]:
    """Flink's configuration, the same for all processes of a cluster.

    Memory is given part by part, as Flink's shell scripts, which compute the parts from a total, are not used.
    """
    return {
        "jobmanager.rpc.address": "localhost",
        "jobmanager.rpc.port": ports.rpc,
        "jobmanager.bind-host": "localhost",
        "rest.address": "localhost",
        "rest.bind-address": "localhost",
        "rest.port": ports.rest,
        "rest.bind-port": str(ports.rest),
        "taskmanager.host": "localhost",
        "taskmanager.bind-host": "localhost",
        "taskmanager.numberOfTaskSlots": slots,
        "taskmanager.load-balance.mode": "SLOTS",
        "taskmanager.cpu.cores": float(slots),
        "taskmanager.memory.task.heap.size": "256m",
        "taskmanager.memory.task.off-heap.size": "128m",
        "taskmanager.memory.managed.size": "128m",
        "taskmanager.memory.network.min": "256m",
        "taskmanager.memory.network.max": "256m",
        "taskmanager.memory.framework.heap.size": "128m",
        "taskmanager.memory.framework.off-heap.size": "128m",
        "taskmanager.memory.jvm-metaspace.size": "256m",
        "taskmanager.memory.jvm-overhead.min": "192m",
        "taskmanager.memory.jvm-overhead.max": "192m",
        "restart-strategy.type": "fixed-delay",
        "restart-strategy.fixed-delay.attempts": 3,
        "restart-strategy.fixed-delay.delay": "1 s",
        "heartbeat.timeout": 8000,
        "heartbeat.interval": 2000,
        # A job without slots fails after this time, in milliseconds; the default is five minutes.
        "slot.request.timeout": 30000,
        # The jars that a job brings are those of the cluster: nothing is loaded twice.
        "classloader.resolve-order": "parent-first",
        "io.tmp.dirs": str(folder / "tmp"),
        "web.submit.enable": False,
    }


def write_settings(folder: Path, settings: Mapping[str, object]) -> Path:
    """Write Flink's configuration, and return the folder for its option --configDir."""
    directory = folder / "conf"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "config.yaml").write_text(yaml.safe_dump(dict(settings)))
    return directory


def job_manager_command(java: str, jars: Path, configuration: Path) -> list[str]:
    """The command that starts the job manager."""
    return [*_java(java, jars), "-Xmx512m", _JOB_MANAGER, "--configDir", str(configuration)]


def task_manager_command(java: str, jars: Path, configuration: Path) -> list[str]:
    """The command that starts a task manager; Java's limits are the sums of the parts in its settings."""
    limits = ["-Xmx384m", "-XX:MaxDirectMemorySize=512m", "-XX:MaxMetaspaceSize=256m"]
    return [*_java(java, jars), *limits, _TASK_MANAGER, "--configDir", str(configuration)]


def _java(java: str, jars: Path) -> list[str]:
    opened = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPEN_PACKAGES]
    log = ["-Dorg.slf4j.simpleLogger.showDateTime=true", "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS"]
    return [java, *SHORT_LIVED_JAVA, *opened, *log, "-cp", f"{jars}/*"]
