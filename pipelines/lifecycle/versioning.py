"""The version of a release: chosen, or checked, by what is different since the previous one."""

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.compare_releases import compare_releases
from versebench.pipelines.lifecycle.previous import Previous
from versebench.pipelines.lifecycle.release_rows import REMEDY, ReleaseRows
from versebench.pipelines.recipe.recipe import AUTO
from versebench.pipelines.stages.stage import Committed
from versebench.release.changes.difference import Difference
from versebench.release.changes.page import NAME, Changes, render_changes, render_first, sentences
from versebench.release.changes.version import FIRST, change_of, next_version, numbers
from versebench.release.documents.facts import ChangeFacts
from versebench.release.folder.read import WHOLE_TABLES


def settle_version(chain: Chain, assembled: Committed) -> None:
    """Give a chain whose recipe asks for it the version that its tables need; check the version that others declare.

    Raises :class:`DataError` where that one is lower than it must be, with what changed and the version to write.
    """
    recipe, previous = chain.recipe, chain.previous()
    needed = FIRST if previous is None else _asked(previous, _difference(chain, previous, assembled))
    if recipe.version == AUTO:
        chain.recipe = recipe.of_version(needed)
    elif previous is not None and numbers(recipe.version) < numbers(needed):
        raise DataError(_too_low(recipe.version, previous, needed, sentences(_difference(chain, previous, assembled))))


def change_facts(chain: Chain, assembled: Committed) -> ChangeFacts | None:
    """What report and card say of the previous release; None where there is none."""
    previous = chain.previous()
    if previous is None:
        return None
    return ChangeFacts(previous.version, tuple(sentences(_difference(chain, previous, assembled))))


def changes_page(chain: Chain, assembled: Committed, taken_down: int) -> dict[str, str]:
    """CHANGES.md by its name, where the recipe names a previous release; so many works have a tombstone."""
    recipe, previous = chain.recipe, chain.previous()
    if recipe.follows is None:
        return {}
    if previous is None:
        return {NAME: render_first(recipe.name, recipe.version)}
    found = _difference(chain, previous, assembled)
    asked, older = _asked(previous, found), _document(previous, NAME)
    return {
        NAME: render_changes(Changes(recipe.name, recipe.version, previous.version, found, asked, older, taken_down))
    }


def _difference(chain: Chain, previous: Previous, assembled: Committed) -> Difference:
    """What an assembled run differs in; the second time it is read and not compared."""
    after = ReleaseRows(assembled.run.directory, assembled.manifest)
    return compare_releases(previous.rows, after, chain.root, chain.runner, frozenset(WHOLE_TABLES))


def _asked(previous: Previous, found: Difference) -> str:
    return next_version(previous.version, change_of(found))


def _too_low(version: str, previous: Previous, needed: str, said: list[str]) -> str:
    what = "".join(f"\n  {sentence}" for sentence in said) or "\n  nothing that decides a version"
    return (
        f"version {version} is too low after {previous.version} ({previous.folder}), since which there changed:{what}\n"
        f"set version: {needed} in the recipe, or version: {AUTO}"
    )


def _document(previous: Previous, name: str) -> str:
    """A page of the previous release; empty where it has none. Raises :class:`DataError` where it is damaged."""
    try:
        return (previous.document(name) or b"").decode()
    except ValueError:
        raise DataError(
            f"the release {previous.folder} is damaged: {name} is not what was released; {REMEDY}"
        ) from None
