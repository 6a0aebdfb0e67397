"""Scoring through the real pipeline, with tiny models and the shipped ones."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apache_beam as beam
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers import saved
from tests.pipelines.conftest import Sample
from tests.pipelines.running import files_of, recipe_values, times_of, write_recipe
from tests.pipelines.scoring import (
    by_text,
    decisions,
    imported,
    log_probabilities,
    scored,
    scorer,
    table,
)
from versebench.models.scorers import loaded
from versebench.models.scorers.rescore import SAFETY
from versebench.models.scorers.settings import ScorerSettings
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import DataError, StageError
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.score import Series, results, scored_once
from versebench.pipelines.stages.stage import Committed
from versebench.transforms.scoring import scoring


@dataclass(frozen=True)
class Models:
    """Tiny models in folders."""

    gpt2: Path
    bert: Path
    xlnet: Path


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Models:
    folder = tmp_path_factory.mktemp("models")
    return Models(
        saved.causal(folder / "tiny-gpt2"), saved.masked(folder / "tiny-bert"), saved.xlnet(folder / "tiny-xlnet")
    )


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Committed:
    """So many that a sample says how far bf16 is off, and some are not in it."""
    return imported(tmp_path_factory.mktemp("pairs"), 500)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Committed:
    return imported(tmp_path_factory.mktemp("few"), 40)


def run_of(root: Path, stage: str) -> Path:
    (run,) = (path for path in (root / stage).iterdir() if path.is_dir())
    return run


# --- bf16-then-fp32


def check_bf16_then_fp32(root: Path, pairs: Committed, ask: Callable[[str], ScorerSettings]) -> Series:
    """Everything that the mode promises, beside the runs in either precision alone; returns the mixed series."""
    [mixed], [high] = (scored(root, pairs, ask(name)) for name in ("bf16-then-fp32", "fp32"))
    [low] = scored(root, pairs, ask("bf16"))

    rows, exact, rough = by_text(mixed.scores), log_probabilities(high.scores), log_probabilities(low.scores)
    assert rows.keys() == exact.keys() == rough.keys()
    precisions: dict[str, set[str]] = {}
    for key, row in rows.items():
        precisions.setdefault(key[0], set()).add(row["precision"])
        assert row["log_probability"] == {"fp32": exact, "bf16": rough}[row["precision"]][key]
    assert all(len(found) == 1 for found in precisions.values())
    assert {name for found in precisions.values() for name in found} == {"bf16", "fp32"}
    assert {row["precision"] for row in by_text(low.scores).values()} == {"bf16"}

    decided, of_high, of_low = decisions(mixed), decisions(high), decisions(low)
    assert decided.keys() == of_high.keys()
    assert [decided[key]["correct"] for key in decided] == [of_high[key]["correct"] for key in decided]
    assert [decided[key]["tie"] for key in decided] == [of_high[key]["tie"] for key in decided]

    sample = run_of(root, "precision-sample")
    manifest = json.loads((sample / "manifest.json").read_text())
    stored = json.loads((run_of(root, "rescore") / "manifest.json").read_text())["made_of"]["bounds"]
    margins = read(sample, "precision_sample")
    largest: dict[str, float] = {}
    for row in margins:
        pair = (row["pair_id"], row["reduction"])
        assert (row["margin_bf16"], row["margin_fp32"]) == (of_low[pair]["margin"], of_high[pair]["margin"])
        off = abs(row["margin_bf16"] - row["margin_fp32"])
        largest[row["reduction"]] = max(off, largest.get(row["reduction"], 0.0))
        assert precisions[row["work_id"]] == {"fp32"}
    assert manifest["counts"]["pairs"] == len({row["pair_id"] for row in margins}) >= 100
    bounds = {name: bound for name, bound in stored[mixed.convention].items() if bound is not None}
    assert bounds == {name: off * SAFETY for name, off in largest.items()}

    for pair, row in decided.items():
        if row["precision"] == "bf16":
            assert abs(of_low[pair]["margin"]) > bounds[row["reduction"]]
    counts = mixed.scores.manifest.counts
    assert counts["units"] == len(precisions)
    assert counts["units_in_fp32"] == sum(found == {"fp32"} for found in precisions.values())
    assert {row["precision"] for row in results([mixed]).to_pylist()} == {"bf16-then-fp32"}
    assert {row["precision"] for row in results([low]).to_pylist()} == {"bf16"}
    return mixed


def read(run: Path, name: str) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    return [row for path in sorted(run.glob(f"{name}-*.parquet")) for row in pq.read_table(path).to_pylist()]


@pytest.mark.parametrize("family", ["gpt2", "bert"])
def test_bf16_then_fp32_decides_as_fp32(tmp_path: Path, models: Models, pairs: Committed, family: str) -> None:
    model = getattr(models, family)
    check_bf16_then_fp32(tmp_path, pairs, lambda precision: scorer(model, precision=precision))


def test_bf16_then_fp32_is_made_once(tmp_path: Path, models: Models, pairs: Committed) -> None:
    asked = scorer(models.gpt2, precision="bf16-then-fp32")
    [one] = scored(tmp_path, pairs, asked)
    before = times_of(tmp_path)
    [again] = scored(tmp_path, pairs, asked)
    assert (again.scores.made, again.decisions.made) == (False, False)
    assert times_of(tmp_path) == before
    other_shards = imported(tmp_path / "other", 500, shards=2)
    [other] = scored(tmp_path / "other", other_shards, asked)
    assert by_text(other.scores) == by_text(one.scores)


@pytest.fixture(scope="module")
def poems(tmp_path_factory: pytest.TempPathFactory) -> Chain:
    """The pairs of two tasks on every poem of the sample."""
    folder = tmp_path_factory.mktemp("poems")
    return corrupted(folder, [SWAPS, DELETIONS])


SWAPS = {"task": "swap_lines.v1", "pairs": "all"}
DELETIONS = {"task": "delete_words.v1", "words": 1, "pairs": "all", "edits_per_poem": 2}


def corrupted(folder: Path, tasks: list[dict[str, Any]], **changes: Any) -> Chain:
    recipe = load_recipe(str(write_recipe(folder, recipe_values(tasks=tasks, **changes))), [])
    chain = Chain(recipe, str(folder / "root"), Runner())
    chain.corrupt()
    return chain


@pytest.mark.sweep
def test_bf16_then_fp32_of_the_shipped_model_on_the_sample(tmp_path: Path, poems: Chain) -> None:
    check_bf16_then_fp32(tmp_path, poems.corrupt(), lambda precision: scorer("gpt2-verse", precision=precision))


def test_bf16_then_fp32_of_the_shipped_model(tmp_path: Path, pairs: Committed) -> None:
    check_bf16_then_fp32(tmp_path, pairs, lambda precision: scorer("gpt2-verse", precision=precision))


@pytest.mark.sweep
def test_bf16_then_fp32_of_the_shipped_masked_model(tmp_path: Path, pairs: Committed) -> None:
    check_bf16_then_fp32(tmp_path, pairs, lambda precision: scorer("bert-verse", precision=precision))


def test_with_too_few_pairs_for_a_bound_all_are_scored_again(tmp_path: Path, models: Models, few: Committed) -> None:
    [series] = scored(tmp_path, few, scorer(models.gpt2, precision="bf16-then-fp32"))
    [plain] = scored(tmp_path, few, scorer(models.gpt2))
    counts = series.scores.manifest.counts
    assert counts["units_in_fp32"] == counts["units"]
    hashes = [one.scores.manifest.tables["scores"].content_hash for one in (series, plain)]
    assert hashes[0] == hashes[1]


def test_texts_without_a_score_in_bf16_are_asked_again_and_none_is_lost(tmp_path: Path, few: Committed) -> None:
    broken = saved.with_nan(tmp_path / "broken")
    for precision in ("bf16-then-fp32", "fp32"):
        [series] = scored(tmp_path / "root", few, scorer(broken, precision=precision))
        assert series.scores.manifest.counts["out"] == len(decisions(series)) == 0
        assert series.decisions.manifest.counts["undecided"] == 40
        assert len(results([series])) == 0


# --- same bytes


@pytest.mark.parametrize("family", ["gpt2", "bert", "xlnet"])
def test_scores_do_not_depend_on_shards_or_workers(tmp_path: Path, models: Models, few: Committed, family: str) -> None:
    asked = scorer(getattr(models, family), token_scores=True)
    [one] = scored(tmp_path / "3", few, asked)
    for shards in (1, 5):
        [other] = scored(tmp_path / str(shards), imported(tmp_path / str(shards), 40, shards), asked)
        assert by_text(other.scores) == by_text(one.scores)
        assert decisions(other) == decisions(one)
    [threads] = scored(tmp_path / "threads", few, asked, runner=Runner(workers=2, mode="multi_threading"))
    assert files_of(threads.scores.run.directory) == files_of(one.scores.run.directory)
    assert threads.scores.run.run_id == one.scores.run.run_id


@pytest.mark.parametrize("model", ["tiny", pytest.param("gpt2-verse", marks=pytest.mark.sweep)])
def test_a_further_task_leaves_the_scores_of_earlier_texts_as_they_are(
    tmp_path: Path, models: Models, poems: Chain, model: str
) -> None:
    """The one more stands earlier in the registry, so that its texts come before others of the poem."""
    asked = scorer(models.gpt2 if model == "tiny" else model)
    more = corrupted(Path(poems.root).parent, [SWAPS, DELETIONS, {"task": "swap_end_words.v1", "pairs": "all"}])
    one, other = (
        log_probabilities(series.scores)
        for chain in (poems, more)
        for series in scored(tmp_path, chain.corrupt(), asked)
    )
    assert other.items() > one.items()


def test_a_further_model_leaves_the_runs_of_the_others_as_they_are(
    tmp_path: Path, models: Models, few: Committed
) -> None:
    [one] = scored(tmp_path, few, scorer(models.gpt2))
    again, other = scored(tmp_path, few, scorer(models.gpt2), scorer(models.xlnet))
    assert (again.scores.made, again.decisions.made, other.scores.made) == (False, False, True)
    assert again.scores.run == one.scores.run


@pytest.mark.parametrize(
    ("change", "scores", "decided"),
    [
        ({"engine": {"shared": "machine", "min_ram": "1GB"}}, False, False),
        ({"reductions": ["sum"]}, False, True),
        ({"token_scores": True}, True, True),
        ({"start": "absent"}, True, True),
        ({"precision": "bf16"}, True, True),
    ],
    ids=str,
)
def test_what_can_change_a_byte_makes_another_run(
    tmp_path: Path, models: Models, few: Committed, change: dict[str, Any], scores: bool, decided: bool
) -> None:
    [one], [other] = scored(tmp_path, few, scorer(models.gpt2)), scored(tmp_path, few, scorer(models.gpt2, **change))
    assert (other.scores.made, other.decisions.run != one.decisions.run) == (scores, decided)


# --- resume


def test_a_scoring_that_stopped_goes_on_at_the_next_shard(tmp_path: Path, models: Models) -> None:
    pairs = imported(tmp_path, 40, shards=4)
    lost = Path(pairs.run.path(pairs.run.table_name("pairs", 2)))
    asked = scorer(models.gpt2)
    lost.rename(tmp_path / "aside")
    with pytest.raises(DataError, match=r"score \(shard 2\)"):
        scored(tmp_path / "root", pairs, asked)
    run = run_of(tmp_path / "root", "score")
    before = {path.name: path.stat().st_mtime_ns for path in run.iterdir()}
    assert sorted(name for name in before if name.startswith("shard-")) == [
        f"shard-{shard:05}-of-00004.json" for shard in committed_shards(run)
    ]
    assert 2 not in committed_shards(run)
    assert not (run / "manifest.json").exists()
    (tmp_path / "aside").rename(lost)
    [made] = scored(tmp_path / "root", pairs, asked)
    after = {path.name: path.stat().st_mtime_ns for path in run.iterdir()}
    assert {name: after[name] for name in before} == before
    [whole] = scored(tmp_path / "whole", pairs, asked)
    assert files_of(made.scores.run.directory) == files_of(whole.scores.run.directory)


def committed_shards(run: Path) -> list[int]:
    return sorted(int(path.name[6:11]) for path in run.glob("shard-*.json"))


def test_lost_shards_alone_are_scored_again(tmp_path: Path, models: Models) -> None:
    pairs, asked = imported(tmp_path, 40, shards=4), scorer(models.gpt2)
    [made] = scored(tmp_path / "root", pairs, asked)
    run = Path(made.scores.run.directory)
    content = files_of(run)
    (run / "manifest.json").unlink()
    (run / "shard-00001-of-00004.json").unlink()
    before = times_of(run)
    scored(tmp_path / "root", pairs, asked)
    assert files_of(run) == content
    changed = {Path(name).name for name, time in times_of(run).items() if before.get(name) != time}
    assert changed == {
        *("manifest.json", "shard-00001-of-00004.json"),
        *("scores-00001-of-00004.parquet", "rejects-00001-of-00004.parquet"),
    }


# --- the loaded model


def test_the_model_is_loaded_once_a_process_and_released_at_the_end(
    tmp_path: Path, models: Models, few: Committed, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads, load = [], loaded._load

    def noted(*key: Any) -> Any:
        loads.append(key)
        return load(*key)

    monkeypatch.setattr(loaded, "_load", noted)
    scored(tmp_path, few, scorer(models.gpt2))
    assert len(loads) == 1
    assert loaded._LOADED == {}


def test_processes_that_share_a_model_write_the_same_bytes(
    tmp_path: Path, models: Models, few: Committed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    asked = scorer(models.gpt2, engine={"shared": "machine"})
    [one] = scored(tmp_path / "own", few, scorer(models.gpt2))
    [other] = scored(tmp_path / "shared", few, asked, runner=Runner(workers=2, mode="multi_processing"))
    assert other.scores.run.run_id == one.scores.run.run_id
    assert files_of(other.scores.run.directory) == files_of(one.scores.run.directory)
    assert list((tmp_path / "tmp").rglob("*.address")) == []


# --- resource hints


class _Built(Exception):  # noqa: N818
    """The pipeline, instead of its run."""


@dataclass(frozen=True)
class _Building(Runner):
    """Builds a graph and does not run it."""

    def run(self, title: str, elements: int, build: Callable[[beam.Pipeline], None], done: Callable[[], int]) -> None:
        pipeline = beam.Pipeline(options=self.options(elements))
        build(pipeline)
        raise _Built(pipeline.to_runner_api())


def test_the_scoring_transform_alone_carries_the_resource_hints(tmp_path: Path, models: Models, few: Committed) -> None:
    engine = {"accelerator": "type:nvidia-l4;count:1;install-nvidia-driver", "min_ram": "16GB"}
    with pytest.raises(_Built) as raised:
        scored(tmp_path, few, scorer(models.gpt2, engine=engine), runner=_Building())
    components = raised.value.args[0].components
    hints = {
        one.unique_name: dict(components.environments[one.environment_id].resource_hints)
        for one in components.transforms.values()
        if one.environment_id
    }
    mine = {name: found for name, found in hints.items() if found}
    assert mine
    assert all("CommitShard" in name for name in mine), mine
    for found in mine.values():
        assert {key.split(":")[2]: value for key, value in found.items()} == {
            "accelerator": engine["accelerator"].encode(),
            "min_ram_bytes": b"16000000000",
        }
    assert [name for name in hints if "CommitShard" not in name]


def test_without_hints_no_transform_carries_any(tmp_path: Path, models: Models, few: Committed) -> None:
    with pytest.raises(_Built) as raised:
        scored(tmp_path, few, scorer(models.gpt2), runner=_Building())
    environments = raised.value.args[0].components.environments.values()
    assert [dict(one.resource_hints) for one in environments] == [{}] * len(environments)


# --- several conventions, and every family


def test_conventions_of_a_model_share_a_run_of_scores_and_are_decided_apart(
    tmp_path: Path, models: Models, few: Committed
) -> None:
    kinds = ["original", "within-word-l2r"]
    series = scored(tmp_path, few, scorer(models.bert, pseudo_log_likelihood=kinds))
    assert len({one.convention for one in series}) == len(series) == 2
    assert [one.scores.run for one in scored_once(series)] == [series[0].scores.run]
    for one in series:
        assert {row["convention"] for row in decisions(one).values()} == {one.convention}
        [alone] = scored(tmp_path, few, scorer(models.bert, pseudo_log_likelihood=[kinds[series.index(one)]]))
        assert decisions(alone) == decisions(one)
    assert {row["convention"] for row in results(series).to_pylist()} == {one.convention for one in series}


def test_one_model_twice_under_two_conventions_is_distinguished(tmp_path: Path, models: Models, few: Committed) -> None:
    series = scored(tmp_path, few, scorer(models.gpt2), scorer(models.gpt2, start="absent"))
    assert [one.label for one in series] == [f"tiny-gpt2, {one.convention}" for one in series]
    assert len({one.scores.run for one in series}) == 2


def test_rarity_goes_into_the_run_by_its_content(tmp_path: Path, few: Committed) -> None:
    folder = saved.with_unigrams(saved.causal(tmp_path / "rare"), [1] * 300)
    asked = scorer(folder, unigrams="own", reductions=["slor", "sum"])
    [one] = scored(tmp_path / "root", few, asked)
    assert {row["reduction"] for row in decisions(one).values()} == {"slor", "sum"}
    assert table(one.scores, "scores").column("unigram_log_probability").null_count == 0
    saved.with_unigrams(folder, [2] * 300)
    [other] = scored(tmp_path / "root", few, asked)
    assert other.scores.run != one.scores.run


def test_the_release_says_how_it_was_scored(scored: Sample) -> None:
    rows = read(scored.release, "scores")
    assert {(row["model"], row["family"], row["precision"]) for row in rows} == {("gpt2-verse", "causal", "fp32")}
    assert all(row["words"] > 0 and row["characters"] > row["words"] and row["token_pieces"] is None for row in rows)


def test_the_log_of_a_defect_holds_its_type_and_traceback(
    tmp_path: Path, few: Committed, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(scoring, "load_scorer", broken)
    with pytest.raises(
        StageError, match=r"ZeroDivisionError: broken; this is a defect of versebench: .* the log, "
    ) as told:
        scored(tmp_path, few, scorer(models.gpt2))
    log = Path(str(told.value).rsplit(" ", 1)[1])
    assert "Traceback (most recent call last)" in log.read_text()
    assert "in broken" in log.read_text()
    log.unlink()
