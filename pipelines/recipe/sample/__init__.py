"""The sample recipe with its poems, which are installed with the package."""

from importlib.resources import files
from pathlib import Path

from versebench.pipelines.errors import DataError

FILES = {"sample.yaml": "recipes/sample.yaml", "limericks.json": "samples/limericks.json"}
"""The files by their names here, and where the recipe expects them."""


def write_sample(folder: Path) -> list[Path]:
    """Write the recipe and its poems below a folder, and return their paths.

    Raises :class:`DataError` if a file is there already with another content; the same content stays as it is.
    """
    contents = {folder / path: files(__name__).joinpath(name).read_bytes() for name, path in FILES.items()}
    for path, content in contents.items():
        if path.exists() and path.read_bytes() != content:
            raise DataError(f"{path} is there already, with another content; name an empty folder")
    for path, content in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return list(contents)
