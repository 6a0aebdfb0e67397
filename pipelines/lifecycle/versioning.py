"""The version of a release: chosen or checked by what changed since the previous release."""

from dataclasses import replace

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
from versebench.schemas.registry import STUDY_TABLES, TABLES


def resolve_version(chain: Chain, assembled: Committed) -> None:
    """Choose the version of a release if the recipe's version is ``auto``; otherwise check the declared version.

    Raises :class:`DataError` if the declared version is too low, with what changed and the version to write.
    """
    recipe, previous = chain.recipe, chain.previous()
    needed = FIRST if previous is None else _needed(previous, _difference(chain, previous, assembled))
    if recipe.version == AUTO:
        chain.recipe = recipe.of_version(needed)
    elif previous is not None and numbers(recipe.version) < numbers(needed):
        raise DataError(_too_low(recipe.version, previous, needed, sentences(_difference(chain, previous, assembled))))


def change_facts(chain: Chain, assembled: Committed) -> ChangeFacts | None:
    """The changes since the previous release, for report and card; None if there is none."""
    previous = chain.previous()
    if previous is None:
        return None
    return ChangeFacts(previous.version, tuple(sentences(_difference(chain, previous, assembled))))


def changes_page(chain: Chain, assembled: Committed, taken_down: int) -> dict[str, str]:
    """CHANGES.md by its name; empty if the recipe does not follow a release.

    ``taken_down`` is the number of works with a tombstone.
    """
    recipe, previous = chain.recipe, chain.previous()
    if recipe.follows is None:
        return {}
    if previous is None:
        return {NAME: render_first(recipe.name, recipe.version)}
    difference = _difference(chain, previous, assembled)
    needed, older = _needed(previous, difference), _document(previous, NAME)
    changes = Changes(recipe.name, recipe.version, previous.version, difference, needed, older, taken_down)
    return {NAME: render_changes(changes)}


def _difference(chain: Chain, previous: Previous, assembled: Committed) -> Difference:
    """How an assembled run differs from the previous release; computed once, then read from the root."""
    after = ReleaseRows(assembled.run.directory, assembled.manifest)
    compared = compare_releases(previous.rows, after, chain.root, chain.runner, frozenset(WHOLE_TABLES))
    return {**compared, **_judged_difference(chain, previous, assembled)}


def _judged_difference(chain: Chain, previous: Previous, assembled: Committed) -> Difference:
    """How the answers of judges and their figures differ; nothing if neither release has any."""
    released = previous.manifest.tables
    if (taken := chain.judgements()) is None and not STUDY_TABLES.keys() & released.keys():
        return {}
    others = frozenset((TABLES.keys() | released.keys()) - STUDY_TABLES.keys())
    if taken is None:
        after = ReleaseRows(assembled.run.directory, replace(assembled.manifest, tables={}))
    else:
        filled = {name: entry for name, entry in taken.manifest.tables.items() if entry.rows}
        after = ReleaseRows(taken.run.directory, replace(taken.manifest, tables=filled))
    return compare_releases(previous.rows, after, chain.root, chain.runner, others)


def _needed(previous: Previous, difference: Difference) -> str:
    return next_version(previous.version, change_of(difference))


def _too_low(version: str, previous: Previous, needed: str, changes: list[str]) -> str:
    what = "".join(f"\n  {sentence}" for sentence in changes) or "\n  nothing that decides a version"
    return (
        f"version {version} is too low after {previous.version} ({previous.folder}). Changes since then:{what}\n"
        f"set version: {needed} in the recipe, or version: {AUTO}"
    )


def _document(previous: Previous, name: str) -> str:
    """A page of the previous release, empty if it has none. Raises :class:`DataError` if it is damaged."""
    try:
        return (previous.document(name) or b"").decode()
    except ValueError:
        raise DataError(
            f"the release {previous.folder} is damaged: {name} differs from what was released; {REMEDY}"
        ) from None
