"""The command as a user meets it: help, results for machines, exit codes."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.pipelines.conftest import Sample
from tests.pipelines.running import files_of, recipe_values, versebench, versebench_here, write_recipe
from versebench.pipelines.commands.app import app
from versebench.pipelines.recipe.recipe import load_recipe

COMMANDS = [
    command.name or command.callback.__name__.replace("_", "-")
    for command in app.registered_commands
    if command.callback
]


@pytest.mark.parametrize("command", [None, *COMMANDS])
def test_every_command_has_help(command: str | None) -> None:
    ran = CliRunner().invoke(app, [*([command] if command else []), "--help"])
    assert ran.exit_code == 0
    assert "Usage:" in ran.output
    if command is None:
        assert all(name in ran.output for name in COMMANDS)


def test_the_commands() -> None:
    assert set(COMMANDS) >= {
        *("release", "ingest", "clean", "annotate", "corrupt", "score", "validate", "verify"),
        *("why", "show", "report", "tasks", "models", "docs", "ls", "gc", "takedown", "rebuild"),
    }


@pytest.mark.parametrize(
    "arguments", [["nothing"], ["release"], ["release", "x.yaml", "--nosuch"], ["release", "x.yaml", "--workers", "0"]]
)
def test_a_wrong_command_line_exits_with_2(arguments: list[str]) -> None:
    ran = CliRunner().invoke(app, arguments)
    assert ran.exit_code == 2


@pytest.mark.parametrize("command", ["release", "ingest", "score", "validate"])
def test_json_alone_on_standard_output(scored: Sample, command: str) -> None:
    ran = versebench(command, scored.folder / "recipe.yaml", "--root", scored.root, "--json")
    said = json.loads(ran.out)
    assert ran.code == 0
    assert "Traceback" not in ran.err
    if command == "release":
        assert said["release"] == str(scored.release)
        assert said["made"] is False
        assert {row["model"] for row in said["results"]} == {"gpt2-verse"}
        assert said["counts"]["ingest/in"] == 260
    elif command == "validate":
        assert all(row["success"] for row in said)
    else:
        runs = said if command == "score" else [said]
        assert [run["directory"] for run in runs] == [str(scored.stage(command))]
        assert runs[0]["counts"]["in"] > 0


def test_a_recipe_without_models_has_no_scores(sample: Sample) -> None:
    ran = versebench_here("score", sample.folder / "recipe.yaml", "--root", sample.root, "--json")
    assert (ran.code, json.loads(ran.out)) == (0, [])


@pytest.mark.parametrize("command", [["tasks"], ["models"]])
def test_lists_as_json(command: list[str]) -> None:
    ran = versebench_here(*command, "--json")
    assert ran.code == 0
    assert len(json.loads(ran.out)) >= 1


def test_show_and_report(scored: Sample) -> None:
    shown = versebench_here("show", scored.release, "--rows", "2", "--json")
    assert len(json.loads(shown.out)) == 2
    assert shown.err == ""
    results = json.loads(versebench_here("report", scored.release, "--json").out)
    assert {row["task"] for row in results} == {"swap_lines.v1", "delete_words.v1:words=1"}
    people = versebench_here("show", scored.release, "--table", "poems")
    assert (people.code, people.out) == (0, "")
    assert "text_id" in people.err
    unknown = versebench_here("show", scored.release, "--table", "nothing")
    assert unknown.code == 1
    assert "there is no table 'nothing'; there are: annotation, " in unknown.message


def test_nothing_to_do_is_said(sample: Sample) -> None:
    ran = versebench_here("release", sample.folder / "recipe.yaml", "--root", sample.root)
    assert (ran.code, ran.out) == (0, "")
    assert "Nothing to do: this is released already" in ran.err


def test_set_and_beams_options_are_passed_on(sample: Sample, tmp_path: Path) -> None:
    (source,) = recipe_values()["sources"]
    recipe = write_recipe(tmp_path, recipe_values(sources=[{**source, "path": "nowhere.json"}]))
    ran = versebench_here(
        *("clean", recipe, "--root", tmp_path / "root", "--set", f"sources.0.path={source['path']}", "--json"),
        *("--", "--runner=FnApiRunner", "--direct_num_workers=1"),
    )
    assert ran.code == 0, ran.err
    directory = json.loads(ran.out)["directory"]
    assert files_of(directory) == files_of(sample.stage("clean"))


def test_another_recipe_under_a_released_version_is_refused(sample: Sample) -> None:
    ran = versebench_here("release", sample.folder / "recipe.yaml", "--root", sample.root, "--set", "title=Other")
    assert ran.code == 1
    assert ran.message.strip() == (
        f"versebench: {sample.release} is already released with other data or another recipe; "
        "raise the recipe's version, or choose another --root"
    )


def test_overrides_reach_lists_and_new_keys(tmp_path: Path) -> None:
    path = str(write_recipe(tmp_path, recipe_values()))
    recipe = load_recipe(path, ["sources.0.name=other", "ear.pronunciations=cmudict", "tasks.0.pairs=all", "seed=9"])
    assert (recipe.sources[0].name, recipe.tasks[0].pairs, recipe.seed) == ("other", "all", 9)
