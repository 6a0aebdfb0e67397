"""Tasks that need models, through the chain: completions and synonyms of the sample corpus."""

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from tests.pipelines.conftest import Sample, shared_sample
from tests.pipelines.running import REPOSITORY, recipe_values, versebench_here, write_recipe
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.stage import Committed
from versebench.storage.manifest import read_table
from versebench.transforms.text.words import end_word

BEAM = {"task": "complete_line_beam.v1", "beams": 30, "poems": 6}
DELAYED = {"task": "complete_line_delayed_beam.v1", "runs": 8, "poems": 6}
RHYMING = {"task": "complete_line_rhyme_constrained.v1", "beams": 16, "poems": 6}
SYNONYM = {"task": "replace_end_word.v1", "poems": 20}
WRITER = {"model": "gpt2-writer"}
SELECTORS = {"masked": {"model": "bert-verse"}, "causal": {"model": "gpt2-verse"}}


def values(*tasks: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return recipe_values(**{"tasks": list(tasks), "generator": WRITER, "selectors": SELECTORS, **changes})


def chain_of(folder: Path, recipe: dict[str, Any], runner: Runner | None = None) -> Chain:
    return Chain(load_recipe(str(write_recipe(folder, recipe)), []), str(folder / "root"), runner or Runner())


def rows_of(committed: Committed, table: str) -> list[dict[str, Any]]:
    shards = (read_table(committed.run.directory, committed.manifest, table, n) for n in range(committed.run.shards))
    rows: list[dict[str, Any]] = pa.concat_tables(shards).to_pylist()
    return sorted(rows, key=lambda row: tuple(row.values())[:3])


@pytest.fixture(scope="module")
def offered(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return shared_sample(tmp_path_factory, "offered", values(BEAM, DELAYED, RHYMING, SYNONYM))


@pytest.fixture(scope="module")
def chain(offered: Sample) -> Chain:
    return chain_of(offered.folder, values(BEAM, DELAYED, RHYMING, SYNONYM))


def test_every_poem_has_an_attempt_and_as_many_are_tried_as_the_recipe_says(chain: Chain) -> None:
    poems = len(rows_of(chain.clean(), "poems"))
    for one in chain.candidates():
        attempts = rows_of(one.committed, "attempts")
        assert len(attempts) == poems
        tried = [row for row in attempts if row["reason"] is None]
        assert len(tried) == one.task.poems
        assert all(row["found"] == row["kept"] + sum(row["refused_counts"]) for row in attempts)
        assert {row["reason"] for row in attempts} <= {
            None,
            "not_tried",
            "end_words_not_in_dictionary",
            "no_rhyme_known",
        }


def test_completions_rhyme_end_well_and_come_from_the_tried_poems(chain: Chain) -> None:
    texts = {row["work_id"]: row["text"] for row in rows_of(chain.clean(), "poems")}
    for one in chain.candidates()[:3]:
        tried = {row["work_id"] for row in rows_of(one.committed, "attempts") if row["reason"] is None}
        found = rows_of(one.committed, "completions")
        assert {row["work_id"] for row in found} <= tried
        for row in found:
            assert row["line"].rstrip("\"”’')]")[-1] in ".!?"
            ends = [(end_word(line) or "").lower() for line in texts[row["work_id"]].split("\n")[:2]]
            assert row["end_word"].lower() not in ends


def test_the_rhyme_constrained_generator_finds_lines_for_most_poems(chain: Chain) -> None:
    [constrained] = [one for one in chain.candidates() if one.task.task == RHYMING["task"]]
    assert len({row["work_id"] for row in rows_of(constrained.committed, "completions")}) >= 4


def test_pairs_differ_in_the_last_line_or_in_one_end_word(chain: Chain) -> None:
    pairs = rows_of(chain.corrupt(), "pairs")
    assert {row["task"].partition(":")[0] for row in pairs} >= {RHYMING["task"], SYNONYM["task"]}
    for row in pairs:
        ours, theirs = row["original"].split("\n"), row["corrupted"].split("\n")
        changed = [line for line, both in enumerate(zip(ours, theirs, strict=True), 1) if both[0] != both[1]]
        assert changed == row["lines"]
        assert len(changed) == 1
        if row["task"].startswith("complete"):
            assert changed == [5]
        else:
            assert end_word(ours[changed[0] - 1]) == row["words"][0]
            assert end_word(theirs[changed[0] - 1]) == row["words"][1]


def test_outcomes_say_why_there_is_no_pair(chain: Chain) -> None:
    outcomes = rows_of(chain.corrupt(), "outcomes")
    reasons = Counter(row["reason"] for row in outcomes if row["task"].startswith("complete_line_rhyme"))
    poems = len(rows_of(chain.clean(), "poems"))
    assert reasons["not_tried"] + reasons["end_words_not_in_dictionary"] == poems - 6


def test_other_shards_workers_and_tasks_give_the_same_candidates(chain: Chain, tmp_path: Path) -> None:
    recipe = values(RHYMING, DELAYED, SYNONYM, ingest={"rows_per_shard": 300})
    other = chain_of(tmp_path, recipe)
    for mine in other.candidates():
        [theirs] = [one for one in chain.candidates() if one.task.offered_as == mine.task.offered_as]
        for table in mine.committed.manifest.tables:
            assert rows_of(mine.committed, table) == rows_of(theirs.committed, table)


def test_two_processes_give_the_same_candidates(offered: Sample, chain: Chain, tmp_path: Path) -> None:
    for stage in ("ingest", "words", "lexicon", "clean", "annotate"):
        shutil.copytree(offered.root / stage, tmp_path / "root" / stage)
    [mine] = chain_of(tmp_path, values(DELAYED), Runner(workers=2, mode="multi_processing")).candidates()
    [theirs] = [one for one in chain.candidates() if one.task == mine.task]
    assert mine.committed.made
    assert mine.committed.manifest == theirs.committed.manifest


def test_more_poems_leave_those_before_as_they_are(chain: Chain, tmp_path: Path) -> None:
    [fewer] = [one for one in chain.candidates() if one.task.task == DELAYED["task"]]
    [more] = chain_of(tmp_path, values({**DELAYED, "poems": 9})).candidates()
    works = {row["work_id"] for row in rows_of(fewer.committed, "attempts") if row["reason"] is None}
    found = [row for row in rows_of(more.committed, "completions") if row["work_id"] in works]
    assert found == rows_of(fewer.committed, "completions")


def test_why_tells_what_was_tried(offered: Sample, chain: Chain) -> None:
    tried = next(row for row in rows_of(chain.candidates()[2].committed, "attempts") if row["reason"] is None)
    said = versebench_here("why", tried["work_id"], "--root", offered.root, "--json")
    [step] = [one for one in json.loads(said.out) if one["stage"].startswith("candidates complete_line_rhyme")]
    assert step["outcome"] == f"{tried['kept']} kept"
    assert step["detail"].startswith(f"of {tried['found']} candidates")


def test_the_command_prints_what_was_offered(offered: Sample) -> None:
    said = versebench_here("candidates", offered.folder / "recipe.yaml", "--root", offered.root)
    assert said.code == 0
    assert "complete" in said.err
    assert "rank-synonyms" in said.err


@pytest.mark.parametrize(
    ("tasks", "changes", "message"),
    [
        ([BEAM], {"generator": None}, "complete_line_beam.v1 needs a model; set generator"),
        ([SYNONYM], {"selectors": None}, "replace_end_word.v1 needs a model; set selectors"),
        ([{**DELAYED, "top_p": 0.0}], {}, "top_p"),
        ([{**DELAYED, "top_p": 1.5}], {}, "top_p"),
        ([{**BEAM, "beams": 0}], {}, "beams"),
        ([{**BEAM, "poems": 0}], {}, "poems"),
        ([BEAM], {"generator": {"model": "gpt2-writer", "beam": 4}}, "unknown key 'generator.beam'"),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_in_words(
    tmp_path: Path, tasks: list[dict[str, Any]], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(RecipeError, match=message):
        load_recipe(str(write_recipe(tmp_path, values(*tasks, **changes))), [])


def test_a_generator_is_no_scorer_under_whatever_name(tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / "models/resources/gpt2-verse", tmp_path / "innocent")
    recipe = values(BEAM, generator={"model": str(tmp_path / "innocent")}, models=[{"model": "gpt2-verse"}])
    with pytest.raises(RecipeError, match=r"innocent is also the scorer models\.0"):
        chain_of(tmp_path, recipe)


@pytest.mark.parametrize(
    ("scorer", "message"),
    [
        (
            {"model": "gpt2-verse"},
            r"selectors\.causal: gpt2-verse is also the scorer models\.0, .*selectors\.may_score",
        ),
        ({"family": "masked", "model": "bert-verse"}, r"selectors\.masked: bert-verse is also the scorer models\.0"),
    ],
    ids=["causal", "masked"],
)
def test_a_selector_is_no_scorer_unless_the_recipe_allows_it(
    tmp_path: Path, scorer: dict[str, Any], message: str
) -> None:
    with pytest.raises(RecipeError, match=message):
        chain_of(tmp_path, values(SYNONYM, models=[scorer]))
    chain_of(tmp_path, values(SYNONYM, models=[scorer], selectors={**SELECTORS, "may_score": True}))


def test_a_missing_generator_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"generator: the folder .* does not exist"):
        chain_of(tmp_path, values(BEAM, generator={"model": "./nowhere"}))


def test_more_beams_than_tokens_are_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"beams.*4,?096"):
        chain_of(tmp_path, values({**BEAM, "beams": 5000})).candidates()
