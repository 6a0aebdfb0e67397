"""Package: the release folder of a recipe, from its assembled and validated tables."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pipelines.candidates import resolved
from pipelines.chain import Chain
from pipelines.counts import stage_counts, task_counts
from pipelines.errors import DataError
from pipelines.facts import gather
from pipelines.result_tables import result_tables
from pipelines.schema_page import schema_page
from pipelines.score import identify_models
from pipelines.stage import Committed
from pipelines.validate import Validation
from release import checksums
from release.card import render_card
from release.licence import render_licence
from release.package import Contents, write_release
from release.report import render_report
from transforms.shards import storage
from transforms.shards.commit import ShardFile
from transforms.shards.manifest import Manifest, read_manifest

OF_THE_MACHINE: dict[str, Any] = {
    "engine": {"shared", "accelerator", "min_ram", "nvme_path"},
    "unigrams": True,
    "padding": True,
}
"""What a recipe says of a model that means nothing elsewhere; a padding text stands in the convention by its hash."""


def release_folder(root: str, name: str, version: str) -> str:
    """Where a release lies."""
    return storage.join(root, "releases", name, version)


def package(chain: Chain, assembled: Committed, validation: Validation) -> tuple[str, Manifest, bool]:
    """The folder and manifest of the release, and whether it was made now.

    Raises :class:`DataError` where the same version was released with other data.
    """
    recipe = chain.recipe
    folder = release_folder(chain.root, recipe.name, recipe.version)
    contents = _contents(chain, assembled, validation)
    if (there := read_manifest(folder)) is not None:
        if there.run_id != contents.release_id:
            raise DataError(
                f"{folder} is already released with other data or another recipe; "
                "raise the recipe's version, or choose another --root"
            )
        if _is_finished(folder):
            return folder, there, False
    return folder, write_release(folder, contents), True


def _is_finished(folder: str) -> bool:
    """Whether a release with a manifest is all there: on an object store it may have been stopped before its sums."""
    return storage.is_local(folder) or storage.exists(storage.join(folder, checksums.NAME))


def resolved_recipe(chain: Chain) -> dict[str, Any]:
    """The recipe with its overrides and defaults, but for the paths of its sources, which mean nothing elsewhere."""
    value = chain.recipe.model_dump(mode="json", exclude={"sources": {"__all__": {"path"}}, "models": True})
    value.update(resolved(chain.recipe))
    value["models"] = [
        {**model.model_dump(mode="json", exclude=OF_THE_MACHINE), "model": identity.name, "revision": identity.revision}
        for model, identity in zip(chain.recipe.models, identify_models(chain.recipe.models), strict=True)
    ]
    value["clean"]["filters"] = [filter_.model_dump(mode="json") for filter_ in chain.recipe.clean.applied]
    return value


def _contents(chain: Chain, assembled: Committed, validation: Validation) -> Contents:
    judged = chain.score()
    entries = assembled.manifest.tables
    return Contents(
        shards=assembled.run.shards,
        shard_folder=assembled.run.directory,
        shard_files=[file for entry in entries.values() for file in entry.files],
        tables=result_tables(chain),
        made_of={
            "recipe": resolved_recipe(chain),
            "tables": {name: entry.content_hash for name, entry in entries.items()},
            "models": [
                {"name": one.identity.name, "revision": one.identity.revision, "convention": one.convention}
                for one in judged
            ],
            "suites": validation.committed.manifest.made_of["suites"],
        },
        counts=_counts(chain),
        render=lambda files: _documents(chain, assembled, validation, files),
    )


def _counts(chain: Chain) -> dict[str, int]:
    counts = {}
    for stage in stage_counts(chain):
        counts.update({f"{stage.stage}/{name}": getattr(stage, f"rows_{name}") for name in ("in", "out")})
        counts[f"{stage.stage}/rejected"] = stage.rejected
    for task in task_counts(chain):
        counts.update(
            {f"{task.task}/{name}": getattr(task, name) for name in ("pairs", "not_sampled", "not_applicable")}
        )
    return counts


def _documents(
    chain: Chain, assembled: Committed, validation: Validation, files: Sequence[ShardFile]
) -> Mapping[str, str]:
    facts = gather(chain, assembled, validation.summary, files)
    return {
        "README.md": render_card(facts),
        "report.html": render_report(facts),
        "LICENSE": render_licence(facts.title, facts.licence, facts.sources),
        "SCHEMAS.md": schema_page(),
        "recipe.json": _pretty(resolved_recipe(chain)),
        "validation.json": _pretty([asdict(row) for row in validation.summary]),
    }


def _pretty(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
