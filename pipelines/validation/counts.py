"""Counts of a whole run, for the suites that check what no single shard shows."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from versebench.expectations.counts import (
    DecidedPairs,
    Handover,
    LabelCount,
    Leak,
    MetreCount,
    PairCount,
    ScoredTexts,
    StageCount,
    TaskCount,
    UniqueIds,
)
from versebench.expectations.rows import SEPARATOR
from versebench.expectations.verdict import MOST_EXAMPLES
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.counts import (
    generator_counts,
    poet_counts,
    rejected,
    stage_counts,
    study_counts,
    task_counts,
)
from versebench.pipelines.stages.score import Series, scored_once
from versebench.pipelines.stages.stage import Committed
from versebench.pipelines.validation.facts import Facts
from versebench.schemas.annotation import ANNOTATION
from versebench.schemas.ghostwriting import VERSES
from versebench.schemas.poems import POEMS
from versebench.schemas.scores import SCORES
from versebench.storage.manifest import Manifest
from versebench.transforms.prosody.scansion.claim import Claim


def counts_of_stages(chain: Chain, assembled: Committed) -> dict[str, Sequence[Any]]:
    """What the stages counted, by the suite that checks it."""
    stages, tasks = stage_counts(chain), task_counts(chain)
    return {
        "conservation": stages,
        **({"task_conservation": tasks} if tasks else {}),
        **({"generator_conservation": generators} if (generators := generator_counts(chain)) else {}),
        **({"title_conservation": poets} if (poets := poet_counts(chain)) else {}),
        **({"study_conservation": studies} if (studies := study_counts(chain)) else {}),
        "handovers": list(handovers(stages, tasks, assembled.manifest)),
    }


def counts_of_facts(chain: Chain, assembled: Committed, facts: Facts) -> dict[str, Sequence[Any]]:
    """What the released tables contain as a whole, by the suite that checks it."""
    tasks, series = task_counts(chain), chain.score()
    counts: dict[str, Sequence[Any]] = {
        "unique_ids": unique_ids(assembled.manifest, facts),
    }
    if tasks:
        counts["pair_integrity"] = [pair_count(task, facts) for task in tasks]
        counts["label_balance"] = [count for task in tasks for count in label_counts(task.task, facts)]
    if chain.recipe.as_claimed is not None and (of_metre := metre_counts(facts, chain.recipe.as_claimed)):
        counts["metre_claims"] = of_metre
    if "splits" in assembled.manifest.tables:
        counts["split_leakage"] = [leak(facts)]
    if series:
        counts["scored_texts"] = [scored_texts(each, series, facts) for each in scored_once(series)]
        counts["decided_pairs"] = [count for each in series for count in decided_pairs(each, facts)]
    return counts


def handovers(stages: Sequence[StageCount], tasks: Sequence[TaskCount], assembled: Manifest) -> Iterator[Handover]:
    """Rows that each stage wrote and the next one read, up to the released tables."""
    scoring = [stage for stage in stages if stage.keeps == SCORES.name]
    of_poems = [stage for stage in stages if stage.keeps in (POEMS.name, ANNOTATION.name)]
    of_verses = [stage for stage in stages if stage.keeps == VERSES.name]
    for before, after in pairwise(of_poems):
        yield Handover(f"poems, {before.stage} to {after.stage}", before.rows_out, after.rows_in)
    rows = {name: entry.rows for name, entry in assembled.tables.items()}
    last = of_poems[-1]
    for task in tasks:
        yield Handover(f"poems, {last.stage} to {task.task}", last.rows_out, task.poems)
    yield Handover("poems, released", last.rows_in, rows["poems"])
    yield Handover("annotation, released", last.rows_out, rows["annotation"])
    if tasks:
        yield Handover("pairs, released", sum(task.pairs for task in tasks), rows["pairs"])
        yield Handover("outcomes, released", sum(task.expected for task in tasks), rows["outcomes"])
    for before, after in pairwise(of_verses):
        yield Handover(f"verses, {before.stage} to {after.stage}", before.rows_out, after.rows_in)
    if of_verses:
        yield Handover("verses, released", of_verses[-1].rows_out, rows["verses"])
    yield Handover("rejects, released", sum(stage.rejected for stage in stages), rows["rejects"])
    if tasks:
        yield Handover("scores, released", sum(stage.rows_out for stage in scoring), rows.get("scores", 0))


def unique_ids(assembled: Manifest, facts: Facts) -> list[UniqueIds]:
    """Every id that must be unique in the whole, with the rows of its table."""
    return [
        UniqueIds(name, assembled.tables[table].rows, ids.rows, ids.distinct)
        for name, ids in facts.ids.items()
        if (table := name.partition(".")[0]) in assembled.tables
    ]


def pair_count(task: TaskCount, facts: Facts) -> PairCount:
    """A task's pairs in the tables, and as the task counted them."""
    counts = {name: labels.get(task.task, 0) for name, labels in facts.pair_counts.items()}
    return PairCount(
        task=task.task,
        counted=task.pairs,
        pairs=counts["pairs"],
        outcomes=counts["outcomes"],
        outcomes_pair=counts["outcomes_pair"],
        expected=task.expected,
        edited_lines=counts["edited_lines"],
    )


def label_counts(task: str, facts: Facts) -> list[LabelCount]:
    """A task's pairs in each split, or in all if there are no splits."""
    pairs = facts.pair_counts["pairs"].get(task, 0)
    contradicted = facts.ids["poems.text_id"].shared.get(task, 0)
    sides = facts.distributions.get("poems_by_split", {})
    if not sides:
        return [LabelCount(task, "all", pairs, pairs, contradicted, 1.0)]
    by_split: Mapping[str, int] = facts.distributions.get(f"pairs_by_split/{task}", {})
    poems = sum(sides.values())
    return [LabelCount(task, side, pairs, by_split.get(side, 0), contradicted, sides[side] / poems) for side in sides]


def metre_counts(facts: Facts, least: float) -> list[MetreCount]:
    """The poems of each form that claims a metre, but for those whose language no scanner reads."""
    counts = []
    for form, claims in sorted(facts.claims.items()):
        checked = sum(poems for claim, poems in claims.items() if claim != Claim.UNCHECKED)
        if checked:
            counts.append(MetreCount(form, checked, claims.get(Claim.AS_CLAIMED, 0), least))
    return counts


def leak(facts: Facts) -> Leak:
    """Clusters in two splits. No poem is in two: a shard has its row once, and no two shards have its text."""
    poems = sum(facts.distributions["poems_by_split"].values())
    return Leak("clusters of near-duplicates", poems, len(facts.leaks))


def explain(facts: Facts) -> list[str]:
    """The ids that occur twice, and the clusters in two splits, at most five of each."""
    lines = [f"  {name} occurs twice: {', '.join(ids.examples)}" for name, ids in facts.ids.items() if ids.examples]
    if facts.leaks:
        lines.append(f"  clusters in two splits, by their first digits: {', '.join(facts.leaks[:MOST_EXAMPLES])}")
    return lines


def scored_texts(scored: Series, series: Sequence[Series], facts: Facts) -> ScoredTexts:
    """The texts that a run of scores should score, and how many were scored or refused."""
    conventions = [each.convention for each in series if each.scores.run == scored.scores.run]
    scores = facts.pair_counts["scores"]
    return ScoredTexts(
        model=scored.label,
        texts=facts.pair_counts["texts"]["all"],
        conventions=len(conventions),
        scored=sum(scores.get(label(scored.identity.name, convention), 0) for convention in conventions),
        refused=sum(rejected(scored.scores).values()),
    )


def decided_pairs(series: Series, facts: Facts) -> Iterator[DecidedPairs]:
    """The decisions of a series under each reduction, in the table and as counted."""
    name = (series.identity.name, series.convention)
    counted = series.decisions.manifest.counts
    for reduction in series.settings.reductions:
        yield DecidedPairs(
            series=", ".join(name),
            reduction=reduction,
            counted=sum(n for of, n in counted.items() if of.startswith("pairs/") and of.endswith(f"/{reduction}")),
            decisions=facts.pair_counts["decisions"].get(label(*name, reduction), 0),
            scored_pairs=facts.pair_counts["scored_pairs"].get(label(*name), 0),
        )


def label(*names: str) -> str:
    """The label of a count by the values of several columns."""
    return SEPARATOR.join(names)
