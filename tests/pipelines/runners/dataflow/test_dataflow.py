"""Every graph of a release as Dataflow would be given it, and what is refused there before anything runs."""

import json
import pickle
from pathlib import Path
from typing import Any

import apache_beam as beam
import pytest

from tests.pipelines.proftap.recipes import proftap_values
from tests.pipelines.running import SAMPLE, recipe_values, sample_rows, versebench, write_recipe
from tests.pipelines.translating import DATAFLOW, Translated, Translating, local_paths, translate
from tests.s3_server import SECRET, S3Server
from versebench.models.scorers.identity import identify
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.chain.dataflow_reach import IMAGE_MODELS, check_dataflow
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.release import release
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.beam_options import check_beam_options
from versebench.pipelines.runners.runner import Runner, create

GPU = {"accelerator": "type:nvidia-l4;count:1;install-nvidia-driver", "min_ram": "4GB"}
HINTS = {"accelerator": GPU["accelerator"], "min_ram_bytes": "4000000000"}
SECRETS = {
    "AWS_SECRET_ACCESS_KEY": SECRET,
    "AWS_SESSION_TOKEN": "NotATokenOfAnybodyButLongEnough",
    "MERRIAM_WEBSTER_KEY": "11111111-2222-3333-4444-555555555555",
    "HF_TOKEN": "hf_NotATokenOfAnybodyButLongEnough",
}
TASKS = (
    {"task": "delete_words.v1", "words": 1, "pairs": 8},
    {"task": "complete_line_beam.v1", "beams": 4, "poems": 1},
    {"task": "replace_end_word.v1", "poems": 8},
)
GRAPHS = {
    "ingest: reading",
    "ingest: dropping duplicates",
    "ingest",
    "words",
    "lexicon",
    "clean",
    "split: near-duplicates",
    "split",
    "annotate",
    "wanted",
    "complete",
    "rank-synonyms",
    "eligibility",
    "corrupt",
    "score",
    "precision-sample",
    "rescore",
    "decide",
    "compare",
    "assemble",
    "validate",
    "validate: the whole",
}
ON_GPU = {"complete", "rank-synonyms", "score", "precision-sample", "rescore"}


def values(source: str, **changes: Any) -> dict[str, Any]:
    models = [
        {"model": "gpt2-verse", "precision": "bf16-then-fp32", "engine": {"name": "torch", **GPU}},
        {"model": "gpt2-verse", "start": "absent", "engine": {"name": "torch", **GPU}},
    ]
    selectors = {"masked": {"model": "bert-verse", **GPU}, "causal": {"model": "gpt2-verse"}, "may_score": True}
    asked = {
        "sources": [{"name": "sample", "path": source, "format": "oedilf-json", "licence": "CC0-1.0"}],
        "ingest": {"rows_per_shard": 20},
        "splits": {},
        "tasks": list(TASKS),
        "generator": {"model": "gpt2-writer", **GPU},
        "selectors": selectors,
        "models": models,
    }
    return recipe_values(**{**asked, **changes})


def chain(folder: Path, root: str, source: str, *arguments: str, **changes: Any) -> Chain:
    recipe = load_recipe(str(write_recipe(folder, values(source, **changes))), [])
    return Chain(recipe, root, Runner(beam_args=arguments))


@pytest.fixture(scope="session")
def graphs(s3: S3Server, tmp_path_factory: pytest.TempPathFactory) -> list[Translated]:
    """The graphs of a release on an object store, each of which ran."""
    bucket = s3.bucket("dataflow")
    rows = json.dumps(sample_rows()[:40]).encode()
    s3.api().put_object(Bucket="dataflow", Key="poems/rows.json", Body=rows)
    recipe = write_recipe(tmp_path_factory.mktemp("recipe"), values(f"{bucket}/poems/*.json"))
    runner = Translating()
    with pytest.MonkeyPatch.context() as environment:
        for name, value in SECRETS.items():
            environment.setenv(name, value)
        environment.delenv("AWS_SESSION_TOKEN")  # moto refuses what it did not give
        release(Chain(load_recipe(str(recipe), []), f"{bucket}/base", runner))
    return runner.graphs


def test_every_graph_of_a_release_is_translated(graphs: list[Translated]) -> None:
    assert {graph.title for graph in graphs} >= GRAPHS


def test_every_step_has_a_label_of_ours(graphs: list[Translated]) -> None:
    assert {graph.title: graph.unlabelled() for graph in graphs if graph.unlabelled()} == {}


def test_the_models_alone_ask_for_an_accelerator(graphs: list[Translated]) -> None:
    asking = {graph.title: graph.hints() for graph in graphs if graph.hints()}
    assert asking == {title: {"MapShards/CommitShard": HINTS} for title in ON_GPU}


def test_nothing_of_this_machine_and_no_secret_travels(graphs: list[Translated]) -> None:
    forbidden = [*local_paths(), *SECRETS.values()]
    assert {(graph.title, text) for graph in graphs for text in forbidden if text in graph.texts()} == set()
    # The texts are all there is: what should travel is found in them.
    assert all("s3://dataflow/" in graph.texts() for graph in graphs)
    assert all("gpt2-verse" in graph.texts() for graph in graphs if graph.title in ("score", "rescore"))


def test_what_must_not_travel_would_be_found(tmp_path: Path) -> None:
    def build(pipeline: beam.Pipeline) -> None:
        _ = create(pipeline, "Leaks", [str(tmp_path / "x"), SECRET]) | beam.Map(lambda leak: leak)

    leaking = translate("leaking", build)
    assert any(folder in leaking.texts() for folder in local_paths())
    assert SECRET in leaking.texts()
    assert len(leaking.unlabelled()) == 1


def test_a_shipped_model_travels_by_its_name_and_is_found_where_it_is_unpacked() -> None:
    identity = identify("gpt2-verse", None)
    travelling = pickle.dumps(identity)
    assert identity.location.encode() not in travelling
    assert pickle.loads(travelling) == identity


def test_a_model_of_ones_own_keeps_its_folder(tmp_path: Path) -> None:
    (tmp_path / "gpt2-verse").mkdir()
    (tmp_path / "gpt2-verse" / "config.json").write_text("{}")
    identity = identify(str(tmp_path / "gpt2-verse"), None)
    assert pickle.loads(pickle.dumps(identity)) == identity


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"models": [{"model": "FOLDER"}]}, "models.0.model: Dataflow's workers do not have FOLDER"),
        ({"generator": {"model": "gpt2-writer", "training_lines": "lines.parquet"}}, "generator.training_lines"),
        ({"models": [{"model": "gpt2-verse", "unigrams": "counts.json"}]}, "models.0.unigrams"),
        ({"sources": [{**recipe_values()["sources"][0], "name": "here"}]}, "source 'here': Dataflow's workers"),
        (
            {"studies": [{"name": "readers", "path": "FOLDER"}]},
            "study 'readers': Dataflow's workers cannot read FOLDER",
        ),
    ],
)
def test_what_no_worker_can_reach_is_refused(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    named = json.loads(json.dumps(changes).replace("FOLDER", str(folder)))
    with pytest.raises(RecipeError) as raised:
        chain(tmp_path, "gs://bucket/root", "gs://bucket/x.json", *DATAFLOW, **named)
    assert str(raised.value).startswith(message.replace("FOLDER", str(folder)))


def test_poets_of_a_file_are_refused_and_models_are_taken(tmp_path: Path) -> None:
    sources = values("gs://bucket/x.json")["sources"]
    given = proftap_values(tmp_path, sources=[{**sources[0], "format": "chinese-poetry"}])
    with pytest.raises(RecipeError, match=r"poets\.0\.path: Dataflow's workers do not have .*new\.jsonl; "):
        check_dataflow(load_recipe(str(write_recipe(tmp_path, given)), []), "gs://bucket/root", DATAFLOW)
    given["poets"] = [{"poet": "causal.v1", "name": "tang", "model": "gpt2-tang"}]
    check_dataflow(load_recipe(str(write_recipe(tmp_path, given)), []), "gs://bucket/root", DATAFLOW)
    given["poets"][0]["adapter"] = "mine"
    with pytest.raises(RecipeError, match=r"poets\.0\.adapter: Dataflow's workers do not have mine"):
        check_dataflow(load_recipe(str(write_recipe(tmp_path, given)), []), "gs://bucket/root", DATAFLOW)


def test_an_export_in_a_bucket_is_taken(tmp_path: Path) -> None:
    studies = [{"name": "readers", "path": "gs://bucket/exports/readers"}]
    recipe = load_recipe(str(write_recipe(tmp_path, values("gs://bucket/x.json", studies=studies))), [])
    check_dataflow(recipe, "gs://bucket/root", DATAFLOW)


def test_a_folder_of_the_image_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "models" / "mine"
    folder.mkdir(parents=True)
    (folder / "config.json").write_text("{}")
    recipe = load_recipe(str(write_recipe(tmp_path, values("gs://bucket/x.json", models=[{"model": str(folder)}]))), [])
    monkeypatch.setenv(IMAGE_MODELS, f"{tmp_path}/models")
    check_dataflow(recipe, "gs://bucket/root", DATAFLOW)
    monkeypatch.setenv(IMAGE_MODELS, f"{tmp_path}/mod")
    with pytest.raises(RecipeError, match="do not have"):
        check_dataflow(recipe, "gs://bucket/root", DATAFLOW)


@pytest.mark.parametrize(
    ("left_out", "message"),
    [("--project", "needs --project"), ("--temp", "needs --temp_location"), ("--sdk", "give --sdk_container_image")],
)
def test_an_option_that_dataflow_needs(left_out: str, message: str) -> None:
    with pytest.raises(RecipeError, match=message):
        check_beam_options([option for option in DATAFLOW if not option.startswith(left_out)])


def test_a_secret_is_no_option_of_a_job() -> None:
    with pytest.raises(RecipeError, match="would be visible in the description of the job"):
        check_beam_options([*DATAFLOW, "--s3_secret_access_key=x"])


def test_a_dry_run_translates_the_first_graph_and_says_so(s3: S3Server, tmp_path: Path) -> None:
    bucket = s3.bucket("dry-run")
    s3.api().put_object(Bucket="dry-run", Key="rows.json", Body=SAMPLE.read_bytes())
    recipe = write_recipe(tmp_path, recipe_values(sources=values(f"{bucket}/rows.json")["sources"]))
    ran = versebench("release", recipe, "--root", f"{bucket}/root", "--", *DATAFLOW)
    assert (ran.code, "Traceback" in ran.err) == (0, False)
    assert "ingest: reading: translated for Dataflow but not run" in ran.message


def test_a_root_on_this_machine_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=f"^--root: Dataflow's workers cannot read {tmp_path}; put it on gs://$"):
        chain(tmp_path, str(tmp_path), "gs://bucket/x.json", *DATAFLOW)


def test_other_runners_may_use_what_is_here(tmp_path: Path) -> None:
    chain(tmp_path, str(tmp_path), str(SAMPLE), "--runner=FnApiRunner")
