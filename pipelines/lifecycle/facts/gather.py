"""Gather the facts that the documents of a release state, from the runs of its stages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from versebench.expectations.summary import SummaryRow
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.counts import not_applicable, refused_by_filter, rejected
from versebench.pipelines.chain.defects import defects, fallbacks
from versebench.pipelines.chain.result_tables import result_tables
from versebench.pipelines.lifecycle.facts.ghostwriting import ghostwriter_models, ghostwriting_facts
from versebench.pipelines.lifecycle.facts.people import people_facts
from versebench.pipelines.lifecycle.facts.proftap import poet_models, proftap_facts
from versebench.pipelines.lifecycle.facts.refused import refused_facts
from versebench.pipelines.lifecycle.result_rows import paired_test, result
from versebench.pipelines.recipe.recipe import Recipe
from versebench.pipelines.stages.candidates import identify_generator, identify_selectors, is_scorer
from versebench.pipelines.stages.stage import Committed
from versebench.release.documents.completions import completion_facts
from versebench.release.documents.examples import choose_examples
from versebench.release.documents.facts import (
    CandidateModel,
    Check,
    ContestedFacts,
    ExamplePair,
    FileFacts,
    FunnelStep,
    GroupStatistics,
    ModelFacts,
    ReleaseFacts,
    SourceFacts,
    SplitFacts,
    TaskFacts,
)
from versebench.release.documents.statistics import corpus_statistics, group_statistics, pronounced_words
from versebench.release.documents.summary.refused_poem import RefusedPoem
from versebench.release.documents.synonyms import synonym_facts
from versebench.release.documents.verse_statistics import verse_by_author
from versebench.schemas.splits import SPLIT_NAMES
from versebench.storage.commit import ShardFile
from versebench.storage.manifest import read_table
from versebench.transforms.candidates.registry import SOURCES
from versebench.transforms.ingest.takedown import TAKEN_DOWN
from versebench.transforms.splits.shard import ACROSS, NEAR_DUPLICATES, SPLIT
from versebench.transforms.tasks.contract import Task
from versebench.transforms.tasks.model_task import model_tasks

DUPLICATES = ("duplicate_text", "duplicate_source_id")
"""Reasons by which ingest refuses a row that it could read."""


def gather(
    chain: Chain, assembled: Committed, checks: Sequence[SummaryRow], files: Sequence[ShardFile]
) -> ReleaseFacts:
    """The facts of a release whose stages are all committed."""
    recipe, ingested = chain.recipe, chain.ingest()
    refused = rejected(ingested)
    labels = [task.label for task in recipe.tasks]
    tables = result_tables(chain)
    return ReleaseFacts(
        name=recipe.name,
        version=recipe.version,
        title=recipe.title,
        description=recipe.description,
        creators=tuple(recipe.creators),
        licence=recipe.licence,
        seed=recipe.seed,
        form=recipe.form,
        profile=recipe.clean.profile if recipe.clean.filters is None else None,
        rows_read=ingested.manifest.counts["in"],
        unreadable={name: count for name, count in refused.items() if name not in (*DUPLICATES, TAKEN_DOWN)},
        duplicates=sum(refused.get(reason, 0) for reason in DUPLICATES),
        taken_down=refused.get(TAKEN_DOWN, 0),
        sources=_sources(chain),
        funnel=(*funnel(chain), *_split_step(chain)),
        splits=_splits(chain),
        statistics=corpus_statistics(_shards(chain.kept(), "poems")),
        pronounced=pronounced_words(_shards(chain.annotate(), "annotation")),
        tasks=tuple(_task(chain, task) for task in recipe.tasks),
        generators=_generators(recipe),
        selectors=_selectors(recipe),
        completions=completion_facts(_candidates_in(recipe, "completions"), _candidates(assembled, "completions")),
        synonyms=synonym_facts(_candidates_in(recipe, "synonyms"), _candidates(assembled, "synonyms")),
        models=tuple(
            ModelFacts(
                series.identity.name,
                series.identity.revision,
                series.convention,
                series.settings.family,
                series.precision,
            )
            for series in chain.score()
        ),
        results=tuple(result(row) for row in _rows(tables, "results")),
        contested=tuple(_contested(chain)),
        uncontested_results=tuple(result(row) for row in _rows(tables, "uncontested_results")),
        tests=tuple(paired_test(row) for row in _rows(tables, "comparisons")),
        examples=_examples(assembled, labels),
        checks=tuple(Check(row.table, row.expectation, row.why, row.shards, row.rows, row.success) for row in checks),
        defects=defects(chain),
        fallbacks=fallbacks(chain),
        refused=_refused(recipe, assembled),
        files=tuple(FileFacts(file.name, file.table, file.rows, file.size, file.sha256, file.split) for file in files),
        has_pairs=bool(recipe.tasks),
        groups=() if recipe.tasks else _groups(chain),
        ghostwriting=(artists := ghostwriting_facts(chain, assembled, tables)),
        proftap=proftap_facts(chain, assembled),
        people=people_facts(chain, tables, artists),
        verse=() if recipe.tasks else verse_by_author(_annotated_poems(chain)),
    )


def _refused(recipe: Recipe, assembled: Committed) -> tuple[RefusedPoem, ...]:
    languages = frozenset(source.language for source in recipe.placed_sources)
    return refused_facts(recipe, _shards(assembled, "rejects"), languages)


def _groups(chain: Chain) -> tuple[GroupStatistics, ...]:
    return group_statistics(_annotated_poems(chain), chain.recipe.form)


def _annotated_poems(chain: Chain) -> Iterator[tuple[pa.Table, pa.Table]]:
    return zip(_shards(chain.kept(), "poems"), _shards(chain.annotate(), "annotation"), strict=True)


def _examples(assembled: Committed, tasks: list[str]) -> tuple[ExamplePair, ...]:
    if not tasks:
        return ()
    return choose_examples(zip(_shards(assembled, "pairs"), _shards(assembled, "poems"), strict=True), tasks)


def funnel(chain: Chain) -> tuple[FunnelStep, ...]:
    """For each filter in order: the poems that reached it, and those that it refused or raised on."""
    cleaned = chain.clean()
    entered = cleaned.manifest.counts["in"]
    steps = []
    for place, filter_ in enumerate(chain.recipe.clean.applied):
        refused = refused_by_filter(cleaned, place, filter_.filter)
        steps.append(FunnelStep(filter_.filter, entered, refused))
        entered -= sum(refused.values())
    return tuple(steps)


def _split_step(chain: Chain) -> list[FunnelStep]:
    """The poems that reached the split, and the new poems that it refused as they would join two splits."""
    stages = [chain.split()] if chain.recipe.splits is not None else []
    return [FunnelStep(split.run.stage, split.manifest.counts["in"], rejected(split)) for split in stages]


def _splits(chain: Chain) -> SplitFacts | None:
    splits = chain.recipe.splits
    if splits is None:
        return None
    counts = chain.split().manifest.counts
    poems = {name: counts.get(f"{SPLIT}{name}", 0) for name in SPLIT_NAMES}
    return SplitFacts(splits.similarity, tuple(splits.held_out), poems, counts[NEAR_DUPLICATES], counts[ACROSS])


def _shards(committed: Committed, table: str) -> Iterator[pa.Table]:
    for shard in range(committed.run.shards):
        yield read_table(committed.run.directory, committed.manifest, table, shard)


def _sources(chain: Chain) -> tuple[SourceFacts, ...]:
    ingested, kept = (_by_source(_shards(stage, "poems")) for stage in (chain.ingest(), chain.kept()))
    return tuple(
        SourceFacts(
            source.name, source.licence, source.citation, ingested.get(source.name, 0), kept.get(source.name, 0)
        )
        for source in chain.recipe.sources
    )


def _by_source(shards: Iterator[pa.Table]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for shard in shards:
        for item in shard.column("source").value_counts().to_pylist():
            counts[item["values"]] = counts.get(item["values"], 0) + item["counts"]
    return counts


def _candidates_in(recipe: Recipe, table: str) -> list[str]:
    """The names of the candidates that a table contains."""
    tasks = (task for task in model_tasks(recipe.tasks) if SOURCES[task.candidates].table.name == table)
    return list(dict.fromkeys(task.offered_as for task in tasks))


def _candidates(assembled: Committed, table: str) -> Iterator[tuple[pa.Table, pa.Table, pa.Table]]:
    """Candidates, attempts and poems of every shard; nothing if no task has such candidates."""
    if table in assembled.manifest.tables:
        yield from zip(*(_shards(assembled, name) for name in (table, "attempts", "poems")), strict=True)


def _generators(recipe: Recipe) -> tuple[CandidateModel, ...]:
    settings, identity = recipe.generator, identify_generator(recipe)
    if settings is None or identity is None:
        return (*ghostwriter_models(recipe), *poet_models(recipe))
    return (CandidateModel("generator", identity.name, identity.revision, settings.precision),)


def _selectors(recipe: Recipe) -> tuple[CandidateModel, ...]:
    settings, identities = recipe.selectors, identify_selectors(recipe)
    if settings is None or identities is None:
        return ()
    roles = (f"similarity, vectors after layer {settings.masked.layer}", "probability")
    return tuple(
        CandidateModel(
            role + "; also a scorer of this release" * is_scorer(recipe, identity),
            identity.name,
            identity.revision,
            model.precision,
        )
        for role, identity, model in zip(roles, identities, (settings.masked, settings.causal), strict=True)
    )


def _contested(chain: Chain) -> Iterator[ContestedFacts]:
    marked, check = chain.acceptability(), chain.recipe.acceptability
    if marked is None or check is None:
        return
    counts, model = marked.marks.manifest.counts, marked.series.identity
    for task in chain.recipe.tasks:
        if checked := counts.get(f"checked/{task.label}", 0):
            named = task.label, model.name, model.revision, check.least_margin
            yield ContestedFacts(*named, checked, counts.get(f"contested/{task.label}", 0))


def _task(chain: Chain, task: Task) -> TaskFacts:
    corrupted = chain.corrupt()
    counts = corrupted.manifest.counts
    return TaskFacts(
        task=task.label,
        summary=first_line(task),
        paper=task.source,
        pairs=counts.get(f"pair/{task.label}", 0),
        not_sampled=counts.get(f"not_sampled/{task.label}", 0),
        not_applicable=not_applicable(corrupted, task.label),
    )


def first_line(task: Task | type[Task]) -> str:
    """What a task does, from the first line of its documentation."""
    return (task.__doc__ or "").strip().splitlines()[0]


def _rows(tables: Mapping[str, pa.Table], name: str) -> list[dict[str, Any]]:
    return tables[name].to_pylist() if name in tables else []
