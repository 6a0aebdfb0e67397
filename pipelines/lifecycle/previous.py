"""Find the previous release of a recipe. A damaged one, or one of another name, is refused."""

from dataclasses import dataclass

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.lifecycle.damage import damage_of
from versebench.pipelines.lifecycle.release_folders import VERSION, release_folder, released_versions
from versebench.pipelines.lifecycle.release_rows import REMEDY, ReleaseRows
from versebench.pipelines.recipe.recipe import AUTO, LATEST, Recipe
from versebench.release.changes.version import numbers
from versebench.release.folder import checksums
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
        """The version of the release."""
        return str(self.manifest.made_of["recipe"]["version"])

    @property
    def rows(self) -> ReleaseRows:
        """Its rows, which can be read in any number of shards."""
        return ReleaseRows(self.folder, self.manifest)

    def document(self, name: str) -> bytes | None:
        """A document of the release; None if it has none of this name. Raises ``ValueError`` if it was changed."""
        listed = next((document for document in self.manifest.documents if document.name == name), None)
        if listed is None:
            return None
        content = filesystem.read_bytes(filesystem.join(self.folder, name))
        if checksums.sha256(content) != listed.sha256:
            raise ValueError("its sha256 is not the one that was released")
        return content


def previous_of(recipe: Recipe, root: str) -> Previous | None:
    """The previous release of a recipe; None if it names none, or asks for the latest and there is none yet.

    The latest is the newest release of the recipe's name under the root. If the recipe declares a version, only lower
    versions count, so that a release that is made again has the same previous one. Manifest, checksum file and sizes
    are checked here, the hashes when files are read.

    Raises :class:`RecipeError` if there is no such release or it has another name, :class:`DataError` if it is damaged.
    """
    folder = _folder(recipe, root)
    if folder is None:
        return None
    previous = Previous(folder, _manifest(folder))
    if (problem := damage_of(folder, previous.manifest)) is not None:
        raise _damaged(folder, problem)
    if (name := previous.manifest.made_of["recipe"]["name"]) != recipe.name:
        raise RecipeError(f"previous: {folder} is a release of {name!r}, not of {recipe.name!r}; name another release")
    return previous


def _folder(recipe: Recipe, root: str) -> str | None:
    named = recipe.follows
    if named is None:
        return None
    if named == LATEST:
        versions = released_versions(root, recipe.name)
        below = [
            version for version in versions if recipe.version == AUTO or numbers(version) < numbers(recipe.version)
        ]
        return release_folder(root, recipe.name, below[-1]) if below else None
    return named_folder(recipe) or release_folder(root, recipe.name, named)


def named_folder(recipe: Recipe) -> str | None:
    """The folder that a recipe names as the previous release; None if it names a version, the latest, or none."""
    named = recipe.previous
    return None if named is None or named == LATEST or VERSION.fullmatch(named) else named


def _manifest(folder: str) -> Manifest:
    try:
        manifest = read_manifest(folder)
    except DamagedShardError as error:
        raise _damaged(folder, str(error)) from None
    if manifest is None:
        raise RecipeError(
            f"previous: {folder} is not a release: it has no {NAME}; name the folder of a release, a version under "
            f"this root, or {LATEST}, or leave the key out"
        )
    if manifest.stage != "release":
        raise RecipeError(f"previous: {folder} is a run of the stage {manifest.stage}, not a release; name a release")
    return manifest


def _damaged(folder: str, problem: str) -> DataError:
    return DataError(f"the previous release {folder} is damaged: {problem}; {REMEDY}")
