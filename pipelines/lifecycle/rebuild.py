"""Rebuild: the full tables of a release without texts, by whoever holds its sources."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.lifecycle.release_rows import ReleaseRows
from versebench.pipelines.recipe.recipe import Recipe, recipe_of
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.release.folder.read import WHOLE_TABLES
from versebench.release.folder.withheld import Held, is_withheld, restore
from versebench.storage.commit import ShardOutput
from versebench.storage.manifest import NAME, Manifest, read_manifest

VERSION = "rebuild.v1"

_OF_THE_POEMS = "name version title creators licence form ingest ear clean tagger thesaurus".split()
"""Keys of a recipe by which poems are read, cleaned and annotated, and those that no recipe can do without."""


@dataclass(frozen=True)
class RebuildShard:
    """The full tables of a shard of a release, from the stages of a holder of the texts."""

    released: ReleaseRows
    ingested: ReleaseRows
    cleaned: ReleaseRows
    annotated: ReleaseRows

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``missing/<table>``, rows whose text is not held."""
        shards = self.released.manifest.shards
        names = [name for name in self.released.manifest.tables if name not in WHOLE_TABLES]
        rejects = (stage.shard("rejects", shard, shards) for stage in (self.ingested, self.cleaned))
        held = Held(
            self.cleaned.shard("poems", shard, shards),
            self.annotated.shard("annotation", shard, shards),
            pa.concat_tables(rejects),
        )
        tables, missing = restore({name: self.released.shard(name, shard, shards) for name in names}, held)
        return ShardOutput(tables, {f"missing/{name}": count for name, count in missing.items()})


def rebuild(release: str, sources: Sequence[str], root: str, runner: Runner) -> Committed:
    """The full tables of a release, under ``<root>/rebuild``; ``sources`` say ``NAME=FILE`` for each of its sources.

    Raises :class:`RecipeError` where a source is not named, and :class:`DataError` where what was made is not what the
    release was made without.
    """
    manifest = _withheld(release)
    recipe = holders_recipe(manifest.made_of["recipe"], dict(map(_named, sources)))
    chain = Chain(recipe, root, runner)
    stages = [chain.ingest(), chain.clean(), chain.annotate()]
    made_of: dict[str, Any] = {
        "version": VERSION,
        "release": manifest.run_id,
        "inputs": [{name: one.content_hash for name, one in stage.manifest.tables.items()} for stage in stages],
    }
    rows = (ReleaseRows(stage.run.directory, stage.manifest) for stage in stages)
    run = stage_run(root, "rebuild", manifest.shards, made_of)
    made = run_stage(run, made_of, RebuildShard(ReleaseRows(release, manifest), *rows), runner)
    if problems := differing(manifest.made_of["full_tables"], made.manifest):
        raise DataError(
            f"{release} cannot be rebuilt from these sources: {'; '.join(problems)}; give the very files that it was "
            f"made from (recipe.json names the sources); what could be made is in {made.run.directory}"
        )
    return made


def _withheld(release: str) -> Manifest:
    manifest = read_manifest(release)
    if manifest is None:
        raise DataError(f"{release}: there is no {NAME}; give the folder of a release")
    if not is_withheld(manifest):
        raise DataError(f"{release} withholds no text: there is nothing to rebuild")
    return manifest


def _named(text: str) -> tuple[str, str]:
    name, equals, path = text.partition("=")
    if not equals or not name or not path:
        raise RecipeError(f"--source {text}: write NAME=FILE, as in --source oedilf=poems.json")
    return name, path


def holders_recipe(stated: Mapping[str, Any], paths: Mapping[str, str]) -> Recipe:
    """The recipe of a release as far as it makes its poems, over the files of a holder of the texts."""
    names = [source["name"] for source in stated["sources"]]
    if wrong := sorted(set(names) ^ set(paths)):
        raise RecipeError(f"--source {wrong[0]}=...: the release has the sources {', '.join(names)}; name each once")
    said = {key: stated[key] for key in _OF_THE_POEMS}
    sources = [{**source, "path": paths[source["name"]]} for source in stated["sources"]]
    return recipe_of({**said, "kind": "corpus", "sources": sources})


def differing(wanted: Mapping[str, str], made: Manifest) -> list[str]:
    """One phrase for each table that is not the one that the release was made without."""
    return [
        f"{name}: {made.counts.get(f'missing/{name}', 0)} of {made.tables[name].rows} rows have no text here"
        if made.counts.get(f"missing/{name}")
        else f"{name}: other rows than the release was made from"
        for name, content in wanted.items()
        if made.tables[name].content_hash != content
    ]
