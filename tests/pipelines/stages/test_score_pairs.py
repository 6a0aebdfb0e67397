"""Scoring pairs that are there already, as a user asks for it."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.models.scorers import saved
from tests.pipelines.conftest import Sample
from tests.pipelines.running import times_of, versebench, versebench_here
from tests.pipelines.scoring import decisions, rows, scorer, table, write_rows
from versebench.pipelines.commands.app import app
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.score_pairs import committed_pairs, score_pairs, scorer_of

PUBLISHED_TRANSFORMER_XL = Path(__file__).parents[2] / "models/scorers/fixtures/transformer_xl/published_shape"


@pytest.fixture(scope="module")
def gpt2(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return saved.causal(tmp_path_factory.mktemp("models") / "tiny-gpt2")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_rows(tmp_path / "pairs.jsonl", rows(12))


# --- the scorer that a command line describes


def test_the_family_is_detected_from_the_files_of_the_model(gpt2: Path, tmp_path: Path) -> None:
    families = {
        gpt2: "causal",
        saved.masked(tmp_path / "bert"): "masked",
        saved.xlnet(tmp_path / "xlnet"): "xlnet",
        PUBLISHED_TRANSFORMER_XL: "transformer-xl",
    }
    assert {folder: scorer(folder).family for folder in families} == families


def test_a_family_that_is_named_is_taken(gpt2: Path) -> None:
    assert scorer_of(str(gpt2), {"family": "masked", "revision": None}, []).family == "masked"


def test_keys_of_a_model_are_set_as_in_a_recipe(gpt2: Path) -> None:
    asked = scorer_of(
        str(gpt2), {"precision": "bf16"}, ["start=absent", "reductions=[sum, pen_lp]", "engine.min_ram=2GB"]
    )
    assert (asked.precision, asked.reductions, asked.engine.min_ram) == ("bf16", ("sum", "pen_lp"), "2GB")
    assert asked.conventions == ("bos-absent+line-breaks-kept",)


@pytest.mark.parametrize(
    ("values", "overrides", "said"),
    [
        (
            {"family": "causl"},
            [],
            r"--family: unknown name 'causl'; did you mean 'causal'\? Choose from: causal, masked",
        ),
        ({"precision": "fp16"}, [], "--model .*: precision: input should be 'fp32', 'bf16' or 'bf16-then-fp32'"),
        ({"engine": {"name": "tensorrt"}}, [], r"engine: unknown name 'tensorrt'.* Choose from: torch, deepspeed"),
        ({}, ["sart=absent"], r"unknown key 'sart'; did you mean 'start'\?"),
        ({}, ["reductions=[som]"], r"reductions\.0: unknown name 'som'; did you mean 'sum'"),
        ({}, ["reductions=[slor]"], "slor needs the counts of a corpus; set unigrams to own or to a file, or leave"),
        ({}, ["start"], "--set start: write KEY=VALUE"),
        ({"engine": {"name": "deepspeed"}}, ["engine.offload=nvme"], "offload nvme and nvme_path go together"),
    ],
    ids=str,
)
def test_an_impossible_scorer_is_reported(gpt2: Path, values: dict[str, Any], overrides: list[str], said: str) -> None:
    with pytest.raises(RecipeError, match=said):
        scorer_of(str(gpt2), values, overrides)


def test_a_missing_model_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"--model: 'gpt9' is neither a shipped model .* nor a folder"):
        scorer("gpt9")
    with pytest.raises(RecipeError, match=r"--model: .* has no config\.json"):
        scorer(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps({"architectures": ["BertModel"]}))
    with pytest.raises(RecipeError, match=r"--model: .* cannot detect its family .*architectures: BertModel"):
        scorer(tmp_path)


# --- pairs


def test_pairs_of_a_file_are_scored_and_the_second_time_nothing_is_done(gpt2: Path, file: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    [one] = score_pairs(str(file), [scorer(gpt2)], str(root), Runner())
    assert len({pair for pair, _ in decisions(one)}) == 12
    before = times_of(root)
    [again] = score_pairs(str(file), [scorer(gpt2)], str(root), Runner())
    assert (again.scores.made, again.decisions.made) == (False, False)
    assert times_of(root) == before
    file.rename(tmp_path / "elsewhere.jsonl")
    [moved] = score_pairs(str(tmp_path / "elsewhere.jsonl"), [scorer(gpt2)], str(root), Runner())
    assert moved.scores.run == one.scores.run


def test_a_gzipped_file_gives_the_same_scores(gpt2: Path, file: Path, tmp_path: Path) -> None:
    zipped = tmp_path / "pairs.gz"
    zipped.write_bytes(gzip.compress(file.read_bytes()))
    [one], [other] = (score_pairs(str(path), [scorer(gpt2)], str(tmp_path / "r"), Runner()) for path in (file, zipped))
    assert other.scores.run == one.scores.run


def test_a_large_file_has_several_shards_zipped_or_not(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "pairs.jsonl", ({**row, "field": "x" * 3_000} for row in rows(2_100)))
    zipped = tmp_path / "pairs.jsonl.gz"
    zipped.write_bytes(gzip.compress(path.read_bytes()))
    for one in (path, zipped):
        assert committed_pairs(str(one), str(tmp_path / one.name[-2:]), Runner()).run.shards == 2


def test_rows_that_are_no_pairs_are_rejects(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "pairs.jsonl", [*rows(3), {"text": "x"}, rows(1)[0]])
    found = committed_pairs(str(path), str(tmp_path / "root"), Runner())
    assert dict(found.manifest.counts) == {
        "in": 5,
        "out": 3,
        "rejected.missing_field": 1,
        "rejected.duplicate_pair": 1,
    }
    assert len(table(found, "pairs")) + len(table(found, "rejects")) == 5


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "none of its 0 rows is a pair; each line must be a JSON object with sentence_good, sentence_bad and UID"),
        (b"\x89PNG\r\n\x1a\n\0\0", "none of its . rows is a pair"),
        (b'{"text": "x"}\n{"text": "y"}\n', "none of its 2 rows is a pair"),
        (b"sentence_good,sentence_bad\na,b\n", "none of its 2 rows is a pair"),
    ],
)
def test_a_file_without_pairs_is_reported(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "pairs").write_bytes(content)
    with pytest.raises(DataError, match=said):
        committed_pairs(str(tmp_path / "pairs"), str(tmp_path / "root"), Runner())


def test_a_damaged_gzip_is_reported(tmp_path: Path, file: Path) -> None:
    (tmp_path / "pairs.gz").write_bytes(gzip.compress(file.read_bytes())[:-20])
    with pytest.raises(DataError, match=r"pairs\.gz: the end of the file is missing or damaged; fetch it"):
        committed_pairs(str(tmp_path / "pairs.gz"), str(tmp_path / "root"), Runner())


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    for pairs, said in (
        (tmp_path / "none.jsonl", "file or folder not found; give a release, or a file of JSON lines"),
        (tmp_path, "has no table of pairs; give a release of pairs, or a run of the stage corrupt"),
    ):
        with pytest.raises(DataError, match=f"{pairs}: {said}"):
            committed_pairs(str(pairs), str(tmp_path / "root"), Runner())


def test_a_shard_alone_is_not_taken(scored: Sample, tmp_path: Path) -> None:
    shard = next(scored.release.rglob("pairs-*.parquet"))
    with pytest.raises(DataError, match="is a single shard; give its folder"):
        committed_pairs(str(shard), str(tmp_path / "root"), Runner())


def test_the_pairs_of_a_release_are_scored_as_in_it(scored: Sample, tmp_path: Path) -> None:
    [found] = score_pairs(str(scored.release), [scorer("gpt2-verse")], str(tmp_path / "root"), Runner())
    own = scored.stage("score")
    assert Path(found.scores.run.directory).name == own.name
    assert {path.name for path in own.iterdir()} == {path.name for path in Path(found.scores.run.directory).iterdir()}
    assert not (tmp_path / "root" / "import-pairs").exists()


# --- the command


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, ["score", *map(str, arguments)])


def test_json_stands_alone_on_standard_output(gpt2: Path, file: Path, tmp_path: Path) -> None:
    ran = versebench("score", file, "--model", gpt2, "--root", tmp_path / "root", "--precision", "bf16", "--json")
    assert ran.code == 0, ran.err
    said = json.loads(ran.out)
    assert {row["task"] for row in said["results"]} == {"order", "omission"}
    assert {(row["model"], row["precision"]) for row in said["results"]} == {("tiny-gpt2", "bf16")}
    [scores] = said["scores"]
    assert scores["model"] == "tiny-gpt2"
    assert (Path(scores["directory"]) / "manifest.json").exists()


def test_people_see_accuracies_and_the_folder_of_the_scores(gpt2: Path, file: Path, tmp_path: Path) -> None:
    ran = versebench_here("score", file, "--model", gpt2, "--root", tmp_path / "root")
    assert (ran.code, ran.out) == (0, "")
    for part in ("How often the good text is preferred", "order", "omission", "all", "12", "scores of tiny-gpt2: "):
        assert part in ran.err
    assert "Traceback" not in ran.err


def test_the_same_model_twice_is_refused(gpt2: Path, file: Path, tmp_path: Path) -> None:
    ran = run(file, "--model", gpt2, "--model", gpt2, "--root", tmp_path / "root")
    assert isinstance(ran.exception, RecipeError)
    assert "the model 'tiny-gpt2' is listed twice under bos-given+line-breaks-kept; list each once" in str(
        ran.exception
    )


@pytest.mark.parametrize("option", [("--family", "causal"), ("--precision", "bf16"), ("--engine", "torch")])
def test_an_option_of_a_model_needs_one(file: Path, option: tuple[str, str]) -> None:
    ran = run(file, *option)
    assert ran.exit_code == 2
    assert "needs a model; name it with" in " ".join(ran.output.split())


def test_an_unknown_engine_is_reported(gpt2: Path, file: Path, tmp_path: Path) -> None:
    ran = run(file, "--model", gpt2, "--engine", "tensorrt", "--root", tmp_path / "root")
    assert isinstance(ran.exception, RecipeError)
    assert "unknown name 'tensorrt'" in str(ran.exception)
    assert not (tmp_path / "root").exists()
