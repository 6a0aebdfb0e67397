"""Rebuild: make the full tables of a release that withholds its texts, from a copy of its sources."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from versebench.pipelines.chain.assemble import assemble
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

_GHOSTWRITING = "ghostwriting"
"""The kind of recipe whose release is made again as a whole: its generated verses follow from the seed."""

_OF_THE_POEMS = "name version title creators licence form ingest ear clean tagger thesaurus".split()
"""Keys of a recipe that decide how poems are read, cleaned and annotated, and keys that every recipe needs."""


@dataclass(frozen=True)
class RebuildShard:
    """Make the full tables of a shard of a release from the stages of someone who has the texts."""

    released: ReleaseRows
    ingested: ReleaseRows
    cleaned: ReleaseRows
    annotated: ReleaseRows

    def __call__(self, shard: int) -> ShardOutput:
        """Counts: ``missing/<table>`` for rows without a text in the sources."""
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
    """Make the full tables of a release, under ``<root>/rebuild``; ``sources`` has ``NAME=FILE`` for each source.

    Raises :class:`RecipeError` if a source is missing, :class:`DataError` if the tables differ from those from which
    the release was made.
    """
    manifest = _withheld(release)
    stated, paths = manifest.made_of["recipe"], dict(map(_named, sources))
    if stated.get("kind") == _GHOSTWRITING:
        return _checked(release, manifest, assemble(Chain(_whole_recipe(stated, paths), root, runner)))
    recipe = holders_recipe(stated, paths)
    chain = Chain(recipe, root, runner)
    stages = [chain.ingest(), chain.clean(), chain.annotate()]
    inputs: dict[str, Any] = {
        "version": VERSION,
        "release": manifest.run_id,
        "inputs": [{name: one.content_hash for name, one in stage.manifest.tables.items()} for stage in stages],
    }
    rows = (ReleaseRows(stage.run.directory, stage.manifest) for stage in stages)
    run = stage_run(root, "rebuild", manifest.shards, inputs)
    return _checked(
        release, manifest, run_stage(run, inputs, RebuildShard(ReleaseRows(release, manifest), *rows), runner)
    )


def _checked(release: str, manifest: Manifest, made: Committed) -> Committed:
    """The tables that were made. Raises :class:`DataError` if they are not those of the release."""
    if problems := differing(manifest.made_of["full_tables"], made.manifest):
        raise DataError(
            f"{release} cannot be rebuilt from these sources: {'; '.join(problems)}; give the same files that the "
            f"release was made from (recipe.json names the sources); the tables made from yours are in "
            f"{made.run.directory}"
        )
    return made


def _withheld(release: str) -> Manifest:
    manifest = read_manifest(release)
    if manifest is None:
        raise DataError(f"{release} is not a release: it has no {NAME}; give the folder of a release")
    if not is_withheld(manifest):
        raise DataError(f"{release} contains its texts, so there is nothing to rebuild")
    return manifest


def _named(text: str) -> tuple[str, str]:
    name, equals, path = text.partition("=")
    if not equals or not name or not path:
        raise RecipeError(f"--source {text}: write NAME=FILE, as in --source oedilf=poems.json")
    return name, path


def holders_recipe(stated: Mapping[str, Any], paths: Mapping[str, str]) -> Recipe:
    """A recipe that makes the poems of a release, as its recipe states them, from files at other paths."""
    kept = {key: stated[key] for key in _OF_THE_POEMS}
    return recipe_of({**kept, "kind": "corpus", "sources": _held_sources(stated, paths)})


def _whole_recipe(stated: Mapping[str, Any], paths: Mapping[str, str]) -> Recipe:
    """The recipe of a release whose verses only its own stages can make again, with files at other paths.

    A release does not name what was taken down, so files that still have it give other tables. Judgements are whole.
    """
    kept = {key: value for key, value in stated.items() if key not in ("previous", "takedowns", "studies")}
    return recipe_of({**kept, "sources": _held_sources(stated, paths)})


def _held_sources(stated: Mapping[str, Any], paths: Mapping[str, str]) -> list[dict[str, Any]]:
    names = [source["name"] for source in stated["sources"]]
    if wrong := sorted(set(names) ^ set(paths)):
        raise RecipeError(f"--source {wrong[0]}=...: the release has the sources {', '.join(names)}; give each once")
    return [{**source, "path": paths[source["name"]]} for source in stated["sources"]]


def differing(wanted: Mapping[str, str], made: Manifest) -> list[str]:
    """One phrase for each table whose content differs from that from which the release was made."""
    return [
        f"{name}: the texts of {made.counts.get(f'missing/{name}', 0)} of {made.tables[name].rows} rows are missing"
        if made.counts.get(f"missing/{name}")
        else f"{name}: the rows differ from those of the release"
        for name, content in wanted.items()
        if made.tables[name].content_hash != content
    ]
