"""Paths of code files in what travels to workers."""

import sys

from apache_beam.internal import cloudpickle_pickler


def shorten_code_paths() -> None:
    """Let functions that travel whole, as some of Beam's own do, name their file as below the folder it is found in."""
    cloudpickle_pickler.DEFAULT_CONFIG.filepath_interceptor = _shortened


def _shortened(path: str) -> str:
    folders = [folder.rstrip("/") + "/" for folder in sys.path if folder and path.startswith(folder.rstrip("/") + "/")]
    return path.removeprefix(max(folders, key=len, default=""))
