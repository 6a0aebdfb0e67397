"""The index of the lines that poets must not repeat, made once for the files that a recipe names."""

import contextlib
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.reuse.index_folder import MANIFEST, IndexFolder, build_index, index_name, open_index
from versebench.storage import filesystem
from versebench.transforms.reuse.index import LineIndex

_FOLDER = "line-index"


@dataclass(frozen=True)
class OpenDatabase:
    """Opens the index in a worker; a process opens it once."""

    folder: str

    def __call__(self) -> IndexFolder:
        """The index with the works of its poems."""
        return _opened(self.folder)


@dataclass(frozen=True)
class OpenIndex:
    """Opens the index alone."""

    database: OpenDatabase

    def __call__(self) -> LineIndex:
        """The index."""
        return self.database().index


@cache
def _opened(folder: str) -> IndexFolder:
    return open_index(Path(folder) if filesystem.is_local(folder) else _fetched(folder))


def _fetched(folder: str) -> Path:
    """An index of an object store on this machine, as its arrays are mapped into memory; copied once."""
    here = _folder_here(folder.rstrip("/").rpartition("/")[2])
    if not (here / MANIFEST).is_file():
        with filesystem.temporary_folder(str(here)) as attempt:
            for name in filesystem.list_names(folder):
                filesystem.write_bytes(filesystem.join(attempt, name), filesystem.read_bytes(f"{folder}/{name}"))
            with contextlib.suppress(OSError):  # another process was faster
                Path(attempt).rename(here)
    return here


def _shared(index: Path, folder: str) -> None:
    """Copy an index to an object store, unless it is there; the manifest comes last."""
    if not filesystem.exists(filesystem.join(folder, MANIFEST)):
        for path in sorted(index.iterdir(), key=lambda path: path.name == MANIFEST):
            filesystem.write_bytes(filesystem.join(folder, path.name), path.read_bytes())


def _folder_here(name: str) -> Path:
    return Path(tempfile.gettempdir()) / "versebench" / _FOLDER / name


def check_database(recipe: Recipe) -> None:
    """Raise :class:`RecipeError` if a file of the database cannot be read."""
    if isinstance(recipe, ProftapRecipe):
        database_hashes(recipe)


def database_hashes(recipe: ProftapRecipe) -> list[str]:
    """The hash of each file of the database, in the order of the recipe."""
    hashes = []
    for place, path in enumerate(recipe.reuse.database):
        try:
            hashes.append(filesystem.sha256_of(path))
        except OSError as error:
            raise RecipeError(
                f"reuse.database.{place}: {path} cannot be read: {error.strerror or error}; name a file of poems"
            ) from None
    return hashes


def line_index(recipe: ProftapRecipe, root: str) -> OpenDatabase:
    """Make the index below the root, unless it is there already.

    For a root on an object store it is made on this machine, copied there, and fetched by the machines of workers.

    Raises :class:`DataError` for a database without a line.
    """
    name = index_name(database_hashes(recipe))
    shared = filesystem.join(root, _FOLDER, name)
    folder = Path(shared) if filesystem.is_local(root) else _folder_here(name)
    try:
        _built(recipe, folder)
        if not filesystem.is_local(root):
            _shared(folder, shared)
    except OSError as error:
        raise DataError(f"{folder}: the index cannot be written: {error.strerror or error}; choose a root") from None
    return OpenDatabase(shared)


def database_counts(recipe: ProftapRecipe, root: str) -> dict[str, int]:
    """How many poems and lines the database has, and how many of its poems have no line."""
    name = index_name(database_hashes(recipe))
    return _built(recipe, Path(root) / _FOLDER / name if filesystem.is_local(root) else _folder_here(name))


def _built(recipe: ProftapRecipe, folder: Path) -> dict[str, int]:
    return build_index([Path(path) for path in recipe.reuse.database], folder)
