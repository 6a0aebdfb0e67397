"""Package: write the folder of a release from its assembled and validated tables."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from importlib import resources
from typing import Any

from versebench.expectations import suites
from versebench.models.thesaurus.registry import PRIVATE
from versebench.pipelines.chain.assemble import assemble
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.counts import stage_counts, task_counts
from versebench.pipelines.chain.defects import defects, fallbacks
from versebench.pipelines.chain.result_tables import result_tables
from versebench.pipelines.errors import DataError
from versebench.pipelines.lifecycle.facts.gather import gather
from versebench.pipelines.lifecycle.harness import harness
from versebench.pipelines.lifecycle.release_folders import is_finished, release_folder
from versebench.pipelines.lifecycle.tombstones import order_values, tombstone_documents, tombstones_of
from versebench.pipelines.lifecycle.versioning import change_facts, changes_page
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.stages.candidates import resolved
from versebench.pipelines.stages.judgements import stated_studies
from versebench.pipelines.stages.score import identify_models
from versebench.pipelines.stages.stage import Committed
from versebench.pipelines.validation.validate import Validation, validation_documents
from versebench.release.documents import citation, croissant, notice
from versebench.release.documents.card import render_card
from versebench.release.documents.facts import ReleaseFacts
from versebench.release.documents.licence import render_licence
from versebench.release.documents.report import render_report
from versebench.release.documents.schema_page import schema_page
from versebench.release.folder.package import Contents, write_release
from versebench.release.folder.withheld import without_texts
from versebench.release.zenodo import metadata as zenodo
from versebench.release.zenodo.errors import ZenodoError
from versebench.storage.commit import ShardFile
from versebench.storage.manifest import Manifest, read_manifest

OF_THE_MACHINE: dict[str, Any] = {
    "engine": {"shared", "accelerator", "min_ram", "nvme_path"},
    "unigrams": True,
    "padding": True,
}
"""Settings of a model that mean nothing on other machines; the convention states a padding text by its hash."""

LOCKED = ("requirements.lock", "sbom.cdx.json")
"""The locked packages, as pip and as CycloneDX write them. Links in :mod:`versebench.release.folder` put them into the
wheel, and every release contains them."""


def package(
    chain: Chain, tables: Committed, assembled: Committed, validation: Validation
) -> tuple[str, Manifest, bool]:
    """Write a release: its folder, its manifest, and whether it was made now.

    Raises :class:`DataError` if the same version was released with other data, or if the release is too large for a
    record of Zenodo.
    """
    recipe = chain.recipe
    folder = release_folder(chain.root, recipe.name, recipe.version)
    contents = _contents(chain, tables, validation, release_inputs(chain, tables, assembled))
    if (manifest := read_manifest(folder)) is not None:
        if manifest.run_id != contents.release_id:
            raise DataError(
                f"{folder} is already released with other data or another recipe; "
                "raise the recipe's version, or choose another --root"
            )
        if is_finished(folder):
            return folder, manifest, False
    try:
        return folder, write_release(folder, contents), True
    except ZenodoError as error:
        raise DataError(str(error)) from None


def resolved_recipe(chain: Chain) -> dict[str, Any]:
    """The recipe as :func:`stated_recipe` gives it, with the version of the previous release."""
    previous = chain.previous()
    return {**stated_recipe(chain.recipe), "previous": None if previous is None else previous.version}


def stated_recipe(recipe: Recipe) -> dict[str, Any]:
    """A recipe with its overrides and defaults, but without the paths of its sources, which mean nothing elsewhere."""
    value = recipe.model_dump(mode="json", exclude={"previous": True, "sources": {"__all__": {"path"}}, "models": True})
    models = [
        {**model.model_dump(mode="json", exclude=OF_THE_MACHINE), "model": identity.name, "revision": identity.revision}
        for model, identity in zip(recipe.models, identify_models(recipe.models), strict=True)
    ]
    keys = type(recipe).model_fields
    value |= {key: stated for key, stated in {**resolved(recipe), "models": models}.items() if key in keys}
    value["studies"] = stated_studies(recipe)
    if not recipe.studies:
        del value["studies"]  # so that releases without studies stay what they were before there were any
    value["takedowns"] = order_values(recipe)
    value["clean"]["filters"] = [filter_.model_dump(mode="json") for filter_ in recipe.clean.applied]
    return value


def release_inputs(chain: Chain, tables: Committed, assembled: Committed) -> dict[str, Any]:
    """Everything that can change the contents of a release; its id follows from these.

    ``tables`` are those that the release holds, ``assembled`` those with texts, which are validated.
    """
    previous = chain.previous()
    stated: dict[str, Any] = {
        "recipe": resolved_recipe(chain),
        "tables": tables.manifest.content_hashes,
        "models": [
            {"name": series.identity.name, "revision": series.identity.revision, "convention": series.convention}
            for series in chain.score()
        ],
        "suites": suites.fingerprints(),
    }
    if (judged := chain.judgements()) is not None:
        stated["judgements"] = judged.manifest.content_hashes
    if chain.recipe.texts == "withheld":
        stated["full_tables"] = assembled.manifest.content_hashes
    if previous is not None:
        stated["previous"] = {"version": previous.version, "release": previous.manifest.run_id}
    return stated


def _contents(chain: Chain, assembled: Committed, validation: Validation, inputs: Mapping[str, Any]) -> Contents:
    return Contents(
        assembled_folder=assembled.run.directory,
        assembled=assembled.manifest,
        whole=result_tables(chain),
        made_of=inputs,
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
    if (judged := chain.judgements()) is not None:
        counts.update({f"judgements/{name}": count for name, count in judged.manifest.counts.items()})
    counts.update({f"{defect.step}/raised": defect.failed for defect in defects(chain)})
    counts.update({f"{fallback.step}/fallback/{fallback.what}": fallback.times for fallback in fallbacks(chain)})
    return counts


def _documents(
    chain: Chain, assembled: Committed, validation: Validation, files: Sequence[ShardFile]
) -> Mapping[str, str | bytes]:
    tombstones = tombstones_of(chain)
    works = 0 if tombstones is None else len(tombstones.works)
    facts = replace(_facts(chain, validation, files), tombstones=works, changes=change_facts(chain, assembled))
    languages = {str(source.language) for source in chain.recipe.placed_sources}
    return {
        "README.md": render_card(facts),
        "report.html": render_report(facts),
        "LICENSE": render_licence(facts.title, facts.licence, facts.sources),
        notice.NAME: notice.render_notice(facts.title, facts.version, languages, chain.recipe.thesaurus),
        "SCHEMAS.md": schema_page(),
        "recipe.json": _pretty(resolved_recipe(chain)),
        "validation.json": _pretty([asdict(row) for row in validation.summary]),
        **validation_documents(validation),
        croissant.NAME: croissant.render_croissant(facts),
        citation.NAME: citation.render_citation(resolved_recipe(chain)),
        zenodo.NAME: zenodo.render_metadata(resolved_recipe(chain)),
        **{name: (resources.files("versebench.release.folder") / name).read_text(encoding="utf-8") for name in LOCKED},
        **changes_page(chain, assembled, works),
        **tombstone_documents(tombstones),
        **_harness(facts, assembled),
    }


def _harness(facts: ReleaseFacts, assembled: Committed) -> dict[str, bytes]:
    """The archive for evaluation harnesses; empty without pairs, or if texts are withheld."""
    if facts.withheld or not facts.tasks:
        return {}
    return harness(facts.name, facts.version, [task.task for task in facts.tasks], assembled)


def _facts(chain: Chain, validation: Validation, files: Sequence[ShardFile]) -> ReleaseFacts:
    """The facts of the pages, from the full tables; without examples of what the release may not hold."""
    facts = gather(chain, assemble(chain), validation.summary, files)
    if chain.recipe.thesaurus in PRIVATE:
        facts = replace(facts, synonyms=tuple(replace(task, examples=()) for task in facts.synonyms))
    return facts if chain.recipe.texts == "released" else without_texts(facts)


def _pretty(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
