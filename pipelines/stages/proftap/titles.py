"""Titles: choose the poems whose titles poets are asked for."""

from collections.abc import Iterator
from typing import Any

from versebench.models.poets.contract import PoetError
from versebench.models.scorers.identity import UnknownModelError
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.proftap import TITLES
from versebench.storage.manifest import read_table
from versebench.transforms.proftap.title_shard import OfferTitles, TakeTitles, choose, lines_of_works

VERSION = "titles.v1"


def check_poets(recipe: Recipe) -> None:
    """Raise :class:`RecipeError` if a poet cannot write: a file, a model or a key is missing."""
    if isinstance(recipe, ProftapRecipe):
        for place, poet in enumerate(recipe.poets):
            try:
                poet.check()
                poet.files()
                poet.trained_on()
            except (PoetError, UnknownModelError) as error:
                raise RecipeError(f"poets.{place}: {error}") from None


def choose_titles(recipe: ProftapRecipe, root: str, runner: Runner, kept: Committed) -> Committed:
    """The chosen titles, under ``<root>/titles``. Raises :class:`DataError` if there are fewer than asked."""
    offered = _offered(recipe, root, runner, kept)
    rows = [row for shard in _shards(offered) for row in shard]
    ids = frozenset(row["title_id"] for row in rows)
    lines = dict(lines_of_works(_texts(kept, ids)))
    chosen = choose(rows, lines, recipe.titles, recipe.seed)
    if len(chosen) < recipe.titles.number:
        raise DataError(_too_few(recipe, offered, len(chosen)))
    places = {row["title_id"]: place for place, row in enumerate(chosen, 1)}
    inputs: dict[str, Any] = {
        "version": VERSION,
        "tables": {TITLES.name: TITLES.version},
        "inputs": {"offered": offered.manifest.tables[TITLES.name].content_hash},
        "chosen": list(places),
    }
    run = stage_run(root, "titles", offered.run.shards, inputs)
    return run_stage(run, inputs, TakeTitles(offered.run.directory, offered.manifest, places), runner)


def _offered(recipe: ProftapRecipe, root: str, runner: Runner, kept: Committed) -> Committed:
    known = {poet.name: poet.trained_on() for poet in recipe.poets}
    trained_on = frozenset[int]().union(*(titles for titles in known.values() if titles is not None))
    unknown = tuple(name for name, titles in known.items() if titles is None)
    inputs: dict[str, Any] = {
        "version": VERSION,
        "tables": {TITLES.name: TITLES.version},
        "inputs": {"kept": kept.manifest.tables["poems"].content_hash},
        "titles": recipe.titles.model_dump(),
        "poets": {poet.name: dict(poet.files()) for poet in recipe.poets},
        "seed": recipe.seed,
    }
    task = OfferTitles(kept.run.directory, kept.manifest, recipe.titles, trained_on, unknown, recipe.seed)
    run = stage_run(root, "offered-titles", kept.run.shards, inputs)
    return run_stage(run, inputs, task, runner, title="titles: offered")


def _shards(committed: Committed) -> Iterator[list[dict[str, Any]]]:
    for shard in range(committed.run.shards):
        yield read_table(committed.run.directory, committed.manifest, TITLES.name, shard).to_pylist()


def _texts(kept: Committed, ids: frozenset[str]) -> Iterator[dict[str, str]]:
    for shard in range(kept.run.shards):
        rows = read_table(kept.run.directory, kept.manifest, "poems", shard, ["work_id", "text"]).to_pylist()
        yield {row["work_id"]: row["text"] for row in rows if row["work_id"] in ids}


def _too_few(recipe: ProftapRecipe, offered: Committed, chosen: int) -> str:
    counts = offered.manifest.counts
    reasons = {name.removeprefix("left_out/"): count for name, count in counts.items() if name.startswith("left_out/")}
    said = ", ".join(f"{reason} {count:,}" for reason, count in sorted(reasons.items())) or "none"
    strata = " in lines of five and seven characters alike" if recipe.titles.strata == "yan" else ""
    return (
        f"titles: {recipe.titles.number} are asked for{strata}, and {chosen} can be had (left out: {said}); lower "
        "titles.number, add sources, or leave out the poet that was trained on them"
    )
