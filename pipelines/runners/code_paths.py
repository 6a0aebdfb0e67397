"""Paths of code files in the functions that are sent to workers."""

import sys

from apache_beam.internal import cloudpickle_pickler


def shorten_code_paths() -> None:
    """Shorten the file names in functions that are pickled by value, as some of Beam's own are.

    A name becomes relative to its folder of ``sys.path``, so that it is the same on every machine.
    """
    cloudpickle_pickler.DEFAULT_CONFIG.filepath_interceptor = _shortened


def _shortened(path: str) -> str:
    folders = [folder.rstrip("/") + "/" for folder in sys.path if folder and path.startswith(folder.rstrip("/") + "/")]
    return path.removeprefix(max(folders, key=len, default=""))
