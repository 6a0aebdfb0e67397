"""Plan a study from a release: verify it, sample items, and commit them as a data set that never changes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.extras import require
from versebench.pipelines.roots.manifest_of import manifest_of
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.studies.folder import folder_id, write_tables
from versebench.pipelines.studies.margins import margins_of
from versebench.pipelines.studies.spec_file import StudySpec
from versebench.release.folder.read import stream_release_table
from versebench.schemas.studies import ITEMS
from versebench.storage.manifest import Manifest
from versebench.storage.run import run_id
from versebench.studies.errors import SpecError
from versebench.studies.plan.design import judges_needed, minutes_of_judge
from versebench.studies.plan.estimate import Estimate, Power, half_width, mcnemar_power
from versebench.studies.plan.giveaways import Giveaway, giveaways
from versebench.studies.plan.items import rows_of_items, rows_of_pairs
from versebench.studies.plan.sample import Sampled, sample_pairs
from versebench.studies.plan.script import check_script, rare_characters
from versebench.studies.protocols.registry import PROTOCOLS
from versebench.studies.spec import Spec

VERSION = 1
"""Version of the planner: a change that can change a plan needs a new one."""

STAGE = "studies"
_SHOWN = 3
_PAIR_KEY = ("task", "pair_id", "work_id")
_PAIR_TEXTS = (*_PAIR_KEY, "original", "corrupted", "original_text_id", "corrupted_text_id")
_DECISIONS = ("pair_id", "task", "model", "convention", "reduction", "correct")


@dataclass(frozen=True)
class StudyPlan:
    """A committed plan, and what it says about judges and figures. ``directory`` is None if nothing was written."""

    study: str
    directory: str | None
    items: int
    practice: int
    gold: int
    shared_poems: int
    judges_needed: int
    judges: int
    minutes_of_judge: float
    rare_characters: str
    giveaways: list[Giveaway]
    estimates: list[Estimate]
    power: list[Power]


def plan_study(release: str, given: StudySpec, root: str, *, write: bool) -> StudyPlan:
    """Verify the release, sample the items, and commit them below ``root/studies/NAME``.

    Raises :class:`DataError` if the release is damaged, and :class:`RecipeError` if the study cannot be done.
    """
    require("studies", "study plan")
    spec = given.spec
    manifest = manifest_of(release)
    if damaged := list(verify(release)):
        raise DataError(
            f"{release} is damaged: {'; '.join(damaged[:_SHOWN])}; make the release again, and plan from that"
        )
    try:
        rows = _rows(release, manifest, given)
        check_script(spec.poems, rows)
        needed = judges_needed(spec, rows)
    except SpecError as error:
        raise RecipeError(str(error)) from None
    stage = f"{STAGE}/{spec.name}"
    made_of = _made_of(manifest, given)
    study = folder_id(stage, made_of)
    rows = sorted(rows, key=lambda row: str(row["item"]))
    table = ITEMS.build_rows([{"study": study, **row} for row in rows])
    surface = giveaways(rows)
    figures = {
        f"surface_auc_per_mille/{each.protocol}": round(1000 * each.auc) for each in surface if each.auc is not None
    }
    directory = write_tables(root, stage, {ITEMS: [table]}, made_of, figures)[0].directory if write else None
    main = [row for row in rows if not row["gold"] and not row["practice"]]
    works = [work for _, work in {(row["pair_id"] or row["item"], row["work_id"]) for row in main}]
    return StudyPlan(
        study=study,
        directory=directory,
        items=len(main),
        practice=sum(row["practice"] for row in rows),
        gold=sum(row["gold"] for row in rows),
        shared_poems=len(works) - len(set(works)),
        judges_needed=needed,
        judges=spec.judges.most,
        minutes_of_judge=round(minutes_of_judge(spec), 1),
        estimates=_estimates(spec, main, needed),
        rare_characters=rare_characters(spec.poems, rows),
        giveaways=surface,
        power=_power(release, manifest, spec, main),
    )


def _made_of(manifest: Manifest, given: StudySpec) -> dict[str, object]:
    """Everything that can change the plan. The texts of consent stand in place of the names of their files."""
    spec = given.spec
    values = spec.model_dump(mode="json") | {"consent": dict(given.consent)}
    if given.items is not None:
        values["items"] = run_id({"items": sorted(row["item"] for row in given.items)})
    protocols = [part.protocol for part in spec.protocols]
    return {"version": VERSION, "release": dict(manifest.content_hashes), "spec": values, "protocols": protocols}


def _rows(release: str, manifest: Manifest, given: StudySpec) -> list[dict[str, Any]]:
    spec = given.spec
    sources = {PROTOCOLS[part.protocol].source for part in spec.protocols}
    for source in sources:
        if source not in manifest.tables and not (source == "items" and given.items is not None):
            names = [part.protocol for part in spec.protocols if PROTOCOLS[part.protocol].source == source]
            raise SpecError(f"protocols: {', '.join(names)} need the table {source}, which {release} does not have")
    rows = []
    if "pairs" in sources:
        keys = (tuple(row[name] for name in _PAIR_KEY) for row in _stream(release, manifest, "pairs", _PAIR_KEY))
        sampled = sample_pairs(
            spec, ((task, pair, work) for task, pair, work in keys), margins_of(release, manifest, spec)
        )
        rows += rows_of_pairs(spec, sampled, _texts(release, manifest, sampled))
    if "items" in sources:
        table = given.items
        rows += rows_of_items(spec, _stream(release, manifest, "items", ITEMS.schema.names) if table is None else table)
    return rows


def _stream(release: str, manifest: Manifest, table: str, columns: tuple[str, ...] | list[str]) -> Iterator[Any]:
    for shard in stream_release_table(release, manifest, table, list(columns)):
        yield from shard.to_pylist()


def _texts(release: str, manifest: Manifest, sampled: list[Sampled]) -> dict[tuple[str, str], dict[str, Any]]:
    wanted = pa.array(sorted({sample.pair_id for sample in sampled}), pa.string())
    texts = {}
    for shard in stream_release_table(release, manifest, "pairs", list(_PAIR_TEXTS)):
        for row in shard.filter(pc.is_in(shard["pair_id"], value_set=wanted)).to_pylist():
            texts[row["task"], row["pair_id"]] = row
    return texts


def _estimates(spec: Spec, main: list[dict[str, Any]], judges: int) -> list[Estimate]:
    """What the study shows of each task; of protocols with a right answer."""
    counted: dict[tuple[str, str], int] = {}
    for row in main:
        if PROTOCOLS[row["protocol"]].chance is not None:
            counted[row["protocol"], row["stratum"]] = counted.get((row["protocol"], row["stratum"]), 0) + 1
    accuracy, each = spec.expected_accuracy, spec.judges.judgements_per_item
    return [
        Estimate(*key, items, items * each, accuracy, round(half_width(judges, items, items * each, accuracy), 3))
        for key, items in sorted(counted.items())
    ]


def _power(release: str, manifest: Manifest, spec: Spec, main: list[dict[str, Any]]) -> list[Power]:
    """The power against each model of the release, on the pairs that were sampled."""
    sampled = {row["pair_id"] for row in main if row["protocol"] == "choose_original.v1"}
    if "decisions" not in manifest.tables or not sampled:
        return []
    right: dict[tuple[str, str, str, str], list[bool]] = {}
    wanted = pa.array(sorted(sampled), pa.string())
    for shard in stream_release_table(release, manifest, "decisions", list(_DECISIONS)):
        for row in shard.filter(pc.is_in(shard["pair_id"], value_set=wanted)).to_pylist():
            key = (row["task"], row["model"], row["convention"], row["reduction"])
            right.setdefault(key, []).append(bool(row["correct"]))
    return [_power_of(spec, key, right[key]) for key in sorted(right)]


def _power_of(spec: Spec, key: tuple[str, str, str, str], right: list[bool]) -> Power:
    accuracy = sum(right) / len(right)
    power = mcnemar_power(len(right), spec.expected_accuracy, accuracy)
    return Power(*key, len(right), round(accuracy, 3), round(power, 3))
