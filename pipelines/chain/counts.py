"""The counts of the stages and tasks of a chain, which account for every row."""

import pyarrow.compute as pc

from versebench.expectations.counts import GeneratorCount, PoetCount, StageCount, StudyCount, TaskCount
from versebench.models.poets.training_titles import text_hash
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.ghostwriting import GhostwritingRecipe
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.stages import registry
from versebench.pipelines.stages.judgements import WHAT_BECAME, study_ids, study_tables
from versebench.pipelines.stages.stage import Committed
from versebench.schemas.proftap import TITLES
from versebench.storage.manifest import read_table
from versebench.transforms.filters.clean import filter_prefix
from versebench.transforms.judgements.released import ANSWERS
from versebench.transforms.proftap.titles import title_key


def stage_counts(chain: Chain) -> list[StageCount]:
    """Rows in, out and rejected, for every stage that keeps or refuses rows."""
    return [
        _stage_count(name, stage.keeps, committed)
        for stage in chain.stages
        if stage.keeps is not None
        for name, committed in chain.run(stage.name).items()
        if stage.keeps in committed.manifest.tables
    ]


def _stage_count(name: str, keeps: str, committed: Committed) -> StageCount:
    counts = committed.manifest.counts
    return StageCount(name, counts["in"], counts["out"], sum(rejected(committed).values()), keeps)


def rejected(committed: Committed) -> dict[str, int]:
    """Rejected rows of a stage by reason."""
    return _with_prefix(committed, "rejected.")


def refused_by_filter(cleaned: Committed, place: int, name: str) -> dict[str, int]:
    """Poems that one filter refused or raised on, by reason; ``place`` is its place in the recipe, from 0."""
    return _with_prefix(cleaned, filter_prefix(place, name))


def task_counts(chain: Chain) -> list[TaskCount]:
    """How many edits of each task became pairs, were not sampled, or were not applicable; empty without tasks."""
    if not chain.recipe.tasks:
        return []
    corrupted = chain.corrupt()
    return [
        TaskCount(
            task=task.label,
            edits=task.edits_per_poem,
            poems=corrupted.manifest.counts["in"],
            pairs=corrupted.manifest.counts.get(f"pair/{task.label}", 0),
            not_sampled=corrupted.manifest.counts.get(f"not_sampled/{task.label}", 0),
            not_applicable=sum(not_applicable(corrupted, task.label).values()),
        )
        for task in chain.recipe.tasks
    ]


def generator_counts(chain: Chain) -> list[GeneratorCount]:
    """How many verses each generator wrote, and how many were measured; empty for a recipe without generators."""
    if not isinstance(chain.recipe, GhostwritingRecipe):
        return []
    artists = chain.result(registry.ARTISTS).committed.manifest.counts["artists"]
    written, measured = chain.result(registry.WRITE), chain.result(registry.MEASURE).manifest.counts
    return [
        GeneratorCount(
            generator.generator,
            artists,
            sum(verses for _, verses in generator.points),
            written[generator.generator].manifest.counts["generated"],
            measured.get(f"measured/{generator.generator}", 0),
        )
        for generator in chain.recipe.generators
    ]


def poet_counts(chain: Chain) -> list[PoetCount]:
    """For how many titles each poet has a poem in the test; empty for a recipe without poets."""
    if not isinstance(chain.recipe, ProftapRecipe):
        return []
    written, tested = chain.result(registry.POEMS), chain.result(registry.TEST_POEMS).manifest.counts
    hashes = _title_hashes(chain.result(registry.TITLES))
    return [
        PoetCount(
            poet.name,
            run.manifest.counts["titles"],
            run.manifest.counts["poems"],
            run.manifest.counts["unpaired"],
            tested.get(f"poems/{poet.name}", 0),
            len(hashes & (poet.trained_on() or frozenset())),
        )
        for poet in chain.recipe.poets
        for run in [written[poet.name]]
    ]


def _title_hashes(titles: Committed) -> frozenset[int]:
    """The titles of the test as training data names them."""
    run, manifest = titles.run, titles.manifest
    shards = [read_table(run.directory, manifest, TITLES.name, shard, ["title"]) for shard in range(run.shards)]
    return frozenset(text_hash(title_key(title)) for rows in shards for title in rows["title"].to_pylist())


def study_counts(chain: Chain) -> list[StudyCount]:
    """What became of the answers of every study; empty for a recipe without studies."""
    if (taken := chain.judgements()) is None:
        return []
    counts, tables = taken.manifest.counts, study_tables(taken)
    return [
        StudyCount(
            of=f"{export.name}, {table}",
            **{what: counts[f"{export.name}/{table}/{what}"] for what in WHAT_BECAME},
            rows=pc.sum(pc.equal(tables[table]["study"], study)).as_py() or 0,
        )
        for export, study in zip(chain.recipe.studies, study_ids(chain.recipe), strict=True)
        for table in ANSWERS
    ]


def not_applicable(corrupted: Committed, task: str) -> dict[str, int]:
    """Edits that a task could not make, by reason."""
    return _with_prefix(corrupted, f"not_applicable/{task}/")


def _with_prefix(committed: Committed, prefix: str) -> dict[str, int]:
    counts = committed.manifest.counts
    return {name.removeprefix(prefix): count for name, count in counts.items() if name.startswith(prefix)}
