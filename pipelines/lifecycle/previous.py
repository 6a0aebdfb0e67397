"""The release that a recipe names as the previous one: found, and refused where it is damaged or another's."""

import glob
from dataclasses import dataclass

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.lifecycle.release_folders import VERSION, release_folder, released_versions
from versebench.pipelines.lifecycle.release_rows import REMEDY, ReleaseRows
from versebench.pipelines.recipe.recipe import AUTO, LATEST, Recipe
from versebench.release.changes.version import numbers
from versebench.release.folder import checksums
from versebench.release.folder.seal import sums_of
from versebench.storage import filesystem
from versebench.storage.commit import DamagedShardError
from versebench.storage.manifest import NAME, Manifest, read_manifest


@dataclass(frozen=True)
class Previous:
    """The previous release: its folder, and its manifest."""

    folder: str
    manifest: Manifest

    @property
    def version(self) -> str:
        """Its version."""
        return str(self.manifest.made_of["recipe"]["version"])

    @property
    def rows(self) -> ReleaseRows:
        """Its rows, in as many shards as they are asked for."""
        return ReleaseRows(self.folder, self.manifest)

    def document(self, name: str) -> bytes | None:
        """A document; None where it has none. Raises ``ValueError`` where that is not the one that was released."""
        listed = next((one for one in self.manifest.documents if one.name == name), None)
        if listed is None:
            return None
        content = filesystem.read_bytes(filesystem.join(self.folder, name))
        if checksums.sha256(content) != listed.sha256:
            raise ValueError("its sha256 is not the one that was released")
        return content


def previous_of(recipe: Recipe, root: str) -> Previous | None:
    """The previous release of a recipe; None where it names none, or asks for the latest and there is none yet.

    The latest is the newest of the recipe's name under the root, of those below its version where it declares one: so
    a release that is made again has the same previous one. What is checked are manifest, sums and sizes; hashes are
    checked where files are read.

    Raises :class:`RecipeError` where there is no such release, or one of another name, and :class:`DataError` where it
    is damaged.
    """
    folder = _folder(recipe, root)
    if folder is None:
        return None
    previous = Previous(folder, _manifest(folder))
    _check_files(previous)
    if (name := previous.manifest.made_of["recipe"]["name"]) != recipe.name:
        raise RecipeError(f"previous: {folder} is a release of {name!r}, and not of {recipe.name!r}; name another one")
    return previous


def _folder(recipe: Recipe, root: str) -> str | None:
    named = recipe.follows
    if named is None:
        return None
    if named == LATEST:
        versions = released_versions(root, recipe.name)
        below = [one for one in versions if recipe.version == AUTO or numbers(one) < numbers(recipe.version)]
        return release_folder(root, recipe.name, below[-1]) if below else None
    return named_folder(recipe) or release_folder(root, recipe.name, named)


def named_folder(recipe: Recipe) -> str | None:
    """The folder that a recipe names as the previous release, where it names one by its folder."""
    named = recipe.previous
    return None if named is None or named == LATEST or VERSION.fullmatch(named) else named


def _manifest(folder: str) -> Manifest:
    try:
        manifest = read_manifest(folder)
    except DamagedShardError as error:
        raise _damaged(folder, str(error)) from None
    if manifest is None:
        raise RecipeError(
            f"previous: {folder} holds no release, as there is no {NAME} in it; name the folder of a release, "
            f"a version under this root, {LATEST}, or none"
        )
    if manifest.stage != "release":
        raise RecipeError(f"previous: {folder} is a run of the stage {manifest.stage}, and no release; name a release")
    return manifest


def _check_files(previous: Previous) -> None:
    """Manifest, sums and sizes agree. Raises :class:`DataError` that names the first file that does not."""
    folder, manifest = previous.folder, previous.manifest
    try:
        sums = checksums.read(filesystem.read_bytes(filesystem.join(folder, checksums.NAME)).decode())
    except FileNotFoundError:
        raise _damaged(folder, f"{checksums.NAME} is missing") from None
    except ValueError:
        raise _damaged(folder, f"{checksums.NAME} cannot be read") from None
    listed = sums_of(manifest, filesystem.read_bytes(filesystem.join(folder, NAME)))
    if differing := sorted(name for name in listed.keys() | sums.keys() if listed.get(name) != sums.get(name)):
        raise _damaged(folder, f"{checksums.NAME} and {NAME} do not agree about {differing[0]}")
    sizes = _sizes(folder)
    for file in manifest.contents:
        if file.name not in sizes:
            raise _damaged(folder, f"{file.name} is missing")
        if sizes[file.name] != file.size:
            raise _damaged(folder, f"{file.name} has {sizes[file.name]} bytes, and {file.size} were released")


def _sizes(folder: str) -> dict[str, int]:
    """The sizes of the files in a folder, in bytes, of hidden ones too."""
    there = glob.escape(folder) if filesystem.is_local(folder) else folder
    found = (*filesystem.glob(filesystem.join(there, "*")), *filesystem.glob(filesystem.join(there, ".*")))
    return {path.rsplit("/", 1)[-1]: size for path, size in found}


def _damaged(folder: str, problem: str) -> DataError:
    return DataError(f"the previous release {folder} is damaged: {problem}; {REMEDY}")
