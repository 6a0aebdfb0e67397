"""The stage over shards, with the shipped generator: the same bits however the poems are dealt out."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.transforms.candidates.stand_in import StandIn
from tests.transforms.tasks.completions.corpus import SEED, Corpus, corpus, sample
from versebench.models.generators import registry
from versebench.models.generators.settings import GeneratorSettings
from versebench.models.scorers.identity import ModelIdentity, identify
from versebench.models.scorers.memory import NotEnoughMemoryError
from versebench.schemas.candidates import ATTEMPTS, COMPLETIONS
from versebench.storage.commit import ShardOutput
from versebench.transforms.candidates.complete_shard import CompleteShard, Completions
from versebench.transforms.candidates.contract import Request
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.mapping.map_shards import Releasable
from versebench.transforms.tasks.completions.accept import ACCEPTANCE
from versebench.transforms.tasks.completions.beam import CompleteLineBeam
from versebench.transforms.tasks.completions.complete_line import CompleteLine
from versebench.transforms.tasks.completions.delayed_beam import CompleteLineDelayedBeam
from versebench.transforms.tasks.completions.rhyme_constrained import CompleteLineRhymeConstrained
from versebench.transforms.tasks.completions.well_formed import WELL_FORMED
from versebench.transforms.text.draws import rank
from versebench.transforms.text.keys import work_id

PLAIN = GeneratorSettings(model="gpt2-writer")
WRITER = GeneratorSettings(model="gpt2-writer", training_lines="own")
UNKNOWN = """There was a young man with a sloon
Who dreamt he was eating a vloon;
He woke up at night
In a terrible fright,
And howled like a dog at the moon."""
SAMPLE = sample(4)
TEXTS = [*SAMPLE, UNKNOWN]
TASKS: tuple[CompleteLine, ...] = (
    CompleteLineBeam(beams=20),
    CompleteLineDelayedBeam(runs=6, beams=5),
    CompleteLineRhymeConstrained(beams=16),
)


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Corpus]:
    root = tmp_path_factory.mktemp("corpus")
    return {shards: corpus(root, shards, TEXTS) for shards in (1, 3)}


def stage(where: Corpus, task: CompleteLine, generator: GeneratorSettings = WRITER, **changes: Any) -> CompleteShard:
    identity = identify(generator.model, None)
    made = CompleteShard(where.source, where.recall, task, generator, identity, SEED, where.tried(task))
    return replace(made, **changes)


def outputs(asked: CompleteShard, shards: int) -> list[ShardOutput]:
    return [asked(shard) for shard in range(shards)]


def added(made: list[ShardOutput]) -> dict[str, int]:
    names = sorted({name for one in made for name in one.counts})
    return {name: sum(one.counts.get(name, 0) for one in made) for name in names}


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.task)
def test_completions_and_attempts_are_the_same_for_any_sharding(task: CompleteLine, dealt: dict[int, Corpus]) -> None:
    one, three = (outputs(stage(where, task), shards) for shards, where in dealt.items())
    for table in (COMPLETIONS, ATTEMPTS):
        whole = one[0].tables[table.name]
        assert whole.schema.equals(table.schema)
        assert pa.concat_tables([made.tables[table.name] for made in three]).combine_chunks().equals(whole)
        keys = list(zip(*(whole.column(name).to_pylist() for name in table.key), strict=True))
        assert keys == sorted(set(keys))
    assert added(one) == added(three)
    # By chance the small generator may find no rhyme; among rhyming words it finds some.
    assert added(one)["out"] > 0 or not isinstance(task, CompleteLineRhymeConstrained)


def test_the_rules_of_acceptance_decide_which_run_is_reused(dealt: dict[int, Corpus]) -> None:
    where, identities = dealt[1], {"generator": identify("gpt2-writer", None)}
    rules = {}
    for lines in ("any", "well_formed"):
        task = CompleteLineBeam.model_validate({"beams": 20, "lines": lines})
        asked = Request(task, where.source, where.recall, where.tried(task), SEED, "synonyms", PLAIN, identities)
        rules[lines] = Completions().inputs(asked)["acceptance"]
    assert rules == {"any": [ACCEPTANCE], "well_formed": [ACCEPTANCE, WELL_FORMED]}


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.task)
def test_every_poem_has_an_attempt_and_every_hypothesis_is_counted(
    task: CompleteLine, dealt: dict[int, Corpus]
) -> None:
    [made] = outputs(stage(dealt[1], task), 1)
    completions, attempts = (made.tables[name].to_pylist() for name in ("completions", "attempts"))
    assert len(attempts) == made.counts["in"] == len(TEXTS)
    for attempt in attempts:
        mine = [row for row in completions if row["work_id"] == attempt["work_id"]]
        assert attempt["found"] == attempt["kept"] + sum(attempt["refused_counts"])
        assert [row["completion"] for row in mine] == list(range(attempt["kept"]))
        assert (attempt["reason"] is None) == (attempt["runs"] > 0)
        assert all(row["tokens"] <= attempt["most_tokens"] and row["run"] < attempt["runs"] for row in mine)
    untried = [attempt["reason"] for attempt in attempts if attempt["reason"] is not None]
    assert untried == ["end_words_not_in_dictionary"]
    assert made.counts["tried"] == len(TEXTS) - len(untried)
    assert made.counts["out"] == len({row["work_id"] for row in completions})
    assert made.counts["runs"] == sum(attempt["runs"] for attempt in attempts)
    assert {(row["generator"], type(row["copied"])) for row in completions} <= {("gpt2-writer", bool)}


def test_without_training_lines_no_copy_is_told(dealt: dict[int, Corpus]) -> None:
    [made] = outputs(stage(dealt[1], TASKS[2], PLAIN), 1)
    assert set(made.tables["completions"].column("copied").to_pylist()) == {None}


def test_only_the_first_poems_in_the_order_of_sampling_are_tried(dealt: dict[int, Corpus]) -> None:
    task, where = CompleteLineBeam(beams=5), dealt[3]
    ranks = {work: rank(SEED, task.sample_name, work, 0) for work in (work_id("sample", None, text) for text in SAMPLE)}
    first = sorted(ranks, key=lambda work: ranks[work])[:2]
    made = outputs(stage(where, task, tried=where.tried(task, limit=ranks[first[1]])), 3)
    reasons = {row["work_id"]: row["reason"] for one in made for row in one.tables["attempts"].to_pylist()}
    assert sorted(work for work, reason in reasons.items() if reason is None) == sorted(first)
    assert Counter(reasons.values()) == {None: 2, "not_tried": 2, "end_words_not_in_dictionary": 1}
    assert added(made)["tried"] == 2


def test_no_generator_is_loaded_where_nothing_is_tried(dealt: dict[int, Corpus]) -> None:
    task, where = CompleteLineBeam(beams=5), dealt[1]
    nowhere = ModelIdentity("nowhere", "/nowhere", "0" * 40, on_hub=False)
    made = stage(where, task, PLAIN, tried=where.tried(task, limit=0), identity=nowhere)(0)
    assert (len(made.tables["attempts"]), len(made.tables["completions"])) == (len(TEXTS), 0)
    assert made.counts == {"in": len(TEXTS), "tried": 0, "out": 0, "runs": 0}


# --- what a user can fix


def message(asked: CompleteShard) -> str:
    with pytest.raises(RecoverableError) as raised:
        asked(0)
    return str(raised.value)


def test_a_generator_that_cannot_be_loaded(dealt: dict[int, Corpus]) -> None:
    nowhere = ModelIdentity("nowhere", "/nowhere", "0" * 40, on_hub=False)
    assert "nowhere" in message(stage(dealt[1], TASKS[0], PLAIN, identity=nowhere))


def test_a_file_of_training_lines_that_is_not_there(dealt: dict[int, Corpus], tmp_path: Path) -> None:
    settings = WRITER.model_copy(update={"training_lines": str(tmp_path / "none.parquet")})
    assert "none.parquet" in message(stage(dealt[1], TASKS[0], settings))


def test_more_beams_than_the_generator_has_tokens(dealt: dict[int, Corpus]) -> None:
    said = message(stage(dealt[1], CompleteLineBeam(beams=100_000)))
    assert said.startswith("gpt2-writer: ")
    assert "100000" in said


def test_want_of_memory_and_of_a_package(dealt: dict[int, Corpus], monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither can be brought about here: what the generator would raise is raised in its place."""
    for error, said in (
        (NotEnoughMemoryError("run fewer workers"), "gpt2-writer: run fewer workers"),
        (ImportError("no torch", name="torch"), "completions need torch; install versebench[score]"),
    ):
        monkeypatch.setattr(StandIn, "beam", _raising(error))
        monkeypatch.setattr("versebench.transforms.candidates.complete_shard.load_generator", lambda *_: StandIn())
        assert message(stage(dealt[1], TASKS[0])) == said


def _raising(error: Exception) -> Any:
    def fail(*_: object) -> None:
        raise error

    return fail


def test_release_lets_go_of_the_generator(dealt: dict[int, Corpus]) -> None:
    asked = stage(dealt[1], CompleteLineBeam(beams=2))
    assert isinstance(asked, Releasable)
    asked(0)
    assert registry._LOADED
    asked.release()
    assert not registry._LOADED
