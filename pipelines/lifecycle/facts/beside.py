"""The facts of the page that sets a user's models beside those of a release."""

from collections.abc import Sequence

from versebench.pipelines.lifecycle.result_rows import paired_test, result
from versebench.pipelines.stages.beside.beside import Beside, Column
from versebench.pipelines.stages.beside.selection import Selected
from versebench.pipelines.stages.score import Series
from versebench.pipelines.stages.stage import Committed
from versebench.release.documents.beside.facts import BesideFacts, ColumnFacts, SelectionFacts


def beside_facts(release: Committed, selected: Selected, series: Sequence[Series], beside: Beside) -> BesideFacts:
    """The facts of the page."""
    recipe = release.manifest.made_of.get("recipe") or {}
    name = str(recipe.get("name", release.run.directory.rpartition("/")[2]))
    selection = selected.selection
    mine: list[Series | None] = [*series]
    padded = mine + [None] * (len(beside.columns) - len(mine))
    return BesideFacts(
        release=name,
        title=str(recipe.get("title") or name),
        version=str(recipe.get("version", "")),
        pairs_hash=selected.pairs.manifest.tables["pairs"].content_hash,
        selection=SelectionFacts(selection.tasks, selection.split, selection.limit, selected.count, selected.whole),
        columns=tuple(_column(column, each) for column, each in zip(beside.columns, padded, strict=True)),
        results=tuple(map(result, beside.results)),
        groups=tuple(map(result, beside.groups)),
        tests=tuple(map(paired_test, beside.comparisons)),
    )


def _column(column: Column, series: Series | None) -> ColumnFacts:
    """A column of the page; ``series`` is None for a model of the release."""
    return ColumnFacts(
        column.name,
        column.yours,
        column.revision,
        column.family,
        column.convention,
        column.precision,
        on_hub=series is not None and series.identity.on_hub,
        undecided=0 if series is None else series.decisions.manifest.counts.get("undecided", 0),
    )
