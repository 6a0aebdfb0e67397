"""Every shell and Python block of a document works: it is run, or its commands are parsed by the real parser.

The rules, by the first word of a command:

- ``versebench``: the command line is parsed by the command itself. The commands in ``RUN`` are also run, on a release
  that this test run has made; of the others ``PARSED`` states why not. A recipe of the repository that the command
  names is loaded, with the keys of ``--set``.
- ``make``: make plans the target, and runs nothing.
- ``python -m``: the module exists.
- ``pip``: the files of requirements exist.
- Any other program is in ``OTHERS``, with the reason why it is not run.

A word in capitals (``ROOT``, ``FILE``) stands for a name that the reader has; such a command is parsed, not run.
"""

import importlib.util
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import typer.main

from tests.documents.snippets import REPOSITORY, Block, blocks, commands
from tests.pipelines.conftest import Sample
from tests.pipelines.running import versebench_here
from versebench.pipelines.commands.app import app
from versebench.pipelines.finetune.recipe import load_finetune
from versebench.pipelines.notebook.opened_release import open_release
from versebench.pipelines.recipe.recipe import load_recipe

RUN = {"scan", "tasks", "models", "show", "report", "ls", "verify", "init", "why", "completion"}
PARSED = {
    "release": "it takes minutes; tests/pipelines makes releases",
    "clean": "it takes minutes; tests/pipelines runs the stages",
    "score": "it loads models; tests/pipelines/commands scores releases",
    "rejects": "it is run with the tutorial for humanists",
    "serve": "it serves until it is stopped; tests/pipelines/commands/web opens its page",
    "line-index": "tests/pipelines/reuse makes indexes",
    "reuse": "it needs an index; tests/pipelines/reuse asks one",
    "finetune": "it trains for a minute; tests/pipelines/finetune trains with fewer poems",
    "diff": "it needs two versions; tests/pipelines/lifecycle compares some",
    "takedown": "tests/pipelines/lifecycle takes works down",
    "rebuild": "it needs a release without texts; tests/pipelines/lifecycle rebuilds one",
    "sign": "it needs a key; tests/pipelines/roots signs a release",
    "gc": "it may delete; tests/pipelines/roots runs it",
    "cluster": "it starts Flink; tests/pipelines/runners does so",
    "study": "it serves until it is stopped; tests/pipelines/studies runs a study",
    "publish": "it needs an account; tests/pipelines/publishing has a server",
    "fetch": "it needs a network; tests/pipelines/publishing has a server",
    "models get": "it needs a network; tests/models/fetched has a registry",
}
_WHOLE = re.compile(r"(kind: .*\n)?name: ")
"""The start of a recipe that is printed whole."""
OTHERS = {
    "gcloud": "needs a Google project",
    "xargs": "gives gcloud its arguments",
    "timeout": "kills a release; tests/pipelines/chain resumes what was killed",
    "sed": "prepares a recipe for gcloud",
    "cat": "writes a file for gcloud",
    "zcat": "reads a corpus that is not part of the repository",
    "grep": "reads a corpus that is not part of the repository",
    "ssh-keygen": "makes a key; tests/pipelines/roots signs with one",
    "echo": "writes the signers; tests/pipelines/roots has some",
    "python3 -m venv": "fetches packages into a new environment",
    "pip-audit": "asks a service about vulnerabilities",
    "useradd": "changes the machine",
    "install": "changes the machine",
    "cp": "changes the machine",
    "systemctl": "changes the machine",
    "journalctl": "reads the journal of a machine with the service",
}
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b|…|\.\.\.|\$")
FILES = {".gz", ".jsonl", ".txt", ".yaml"}
SAMPLE = "build/releases/bpomp-sample/1.0.0"
HUMANISTS = "docs/tutorials/humanist.md"
SHELL = list(blocks("sh", "bash"))


def is_for_example(arguments: list[str]) -> bool:
    """Whether a word stands for another, or for a file that only the reader has or an earlier command made."""
    files = [word for word in arguments if word.startswith("build/") or Path(word).suffix in FILES]
    written = {arguments[place + 1] for place, word in enumerate(arguments) if word == "--out"}
    here = [word in written or word == SAMPLE or (REPOSITORY / word).is_file() for word in files]
    return bool(PLACEHOLDER.search(" ".join(arguments))) or not all(here)


def words_of(command: list[str]) -> list[str]:
    """The words after the program, if this is a command of versebench; otherwise none."""
    return command[1:] if Path(command[0]).name in ("versebench", "$V") else []


def name_of(arguments: list[str]) -> str:
    """The command in ``RUN`` or ``PARSED``."""
    arguments = arguments[2:] if arguments[0] == "--log" else arguments
    return " ".join(arguments[:2]) if arguments[:2] == ["models", "get"] else arguments[0]


@pytest.mark.parametrize("block", SHELL, ids=str)
def test_a_shell_block_is_valid(block: Block) -> None:
    """Its syntax, and each of its commands by its rule."""
    checked = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    if block.text.lstrip().startswith("--"):
        return  # options of the block before
    for command in commands(block.text):
        if arguments := words_of(command):
            assert name_of(arguments) in RUN | PARSED.keys(), f"{block}: {command}: run it, or state why not"
            parse(arguments)
        else:
            check(command)


def check(command: list[str]) -> None:
    """A command of another program, by its rule."""
    program = Path(command[0]).name
    if program == "make":
        subprocess.run(["make", "--dry-run", *command[1:]], cwd=REPOSITORY, check=True, capture_output=True)
    elif program.startswith("python") and command[1] == "-m" and command[2] != "venv":
        assert importlib.util.find_spec(command[2]), command
    elif program == "pip":
        files = [command[place + 1] for place, word in enumerate(command) if word == "-r"]
        assert all((REPOSITORY / file).is_file() for file in files), command
    else:
        known = {program, " ".join([program, *command[1:3]])}
        assert known & OTHERS.keys(), f"{command}: no rule checks this program; add one, or state why it is not run"


def parse(arguments: list[str]) -> None:
    """Parse a command line as versebench does, and load the recipe that it names."""
    command: Any = typer.main.get_command(app)
    rest = list(arguments)
    context = command.make_context("versebench", rest)
    while rest and hasattr(command, "commands"):
        rest = rest[2:] if rest[0] == "--log" else rest
        _, command, rest = command.resolve_command(context, rest)
        context = command.make_context(str(command.name), list(rest), parent=context)
    recipe = str(context.params.get("recipe", ""))
    if recipe and (REPOSITORY / recipe).is_file() and not is_for_example(arguments):
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(REPOSITORY)
            if command.name == "finetune":
                load_finetune(recipe)
            else:
                load_recipe(recipe, list(context.params.get("overrides") or ()))


RUNNABLE = sorted(
    {
        shlex.join(arguments)
        for block in SHELL
        if block.document != HUMANISTS
        for command in commands(block.text)
        if (arguments := words_of(command)) and name_of(arguments) in RUN and not is_for_example(arguments)
    }
)


@pytest.mark.parametrize("line", RUNNABLE)
def test_a_command_that_looks_is_run(
    line: str, scored: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the repository, with a release of a small recipe in place of the sample's."""
    monkeypatch.chdir(REPOSITORY)
    places = {SAMPLE: str(scored.release), "build": str(scored.root)}
    arguments = [places.get(word) or re.sub(r"^build/", f"{tmp_path}/", word) for word in shlex.split(line)]
    ran = versebench_here(*arguments)
    assert ran.code == 0, ran.err


def test_the_tutorial_for_humanists_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command in its order, and each result as the page shows it."""
    monkeypatch.chdir(REPOSITORY)
    page = (REPOSITORY / HUMANISTS).read_text(encoding="utf-8")
    printed = {}
    for block in SHELL:
        if block.document == HUMANISTS:
            for arguments in map(words_of, commands(block.text)):
                ran = versebench_here(*(re.sub(r"^build\b", str(tmp_path), word) for word in arguments))
                assert ran.code == 0, ran.err
                printed[" ".join(arguments)] = ran.out + ran.err
    [example] = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    assert set(example.splitlines()) <= set(printed["init tests/corpora/messy --out build/messy.yaml"].splitlines())
    rejects = open_release(str(tmp_path / "releases" / "messy" / "1.0.0")).arrow("rejects").to_pylist()
    rows = {(row["source"], row["reason"], row["detail"]) for row in rejects}
    shown = re.findall(r"^\| `([\w-]+)` \| `([\w.]+)` \| (.*?) \|", page, re.MULTILINE)
    assert len(shown) == 3
    assert set(shown) <= rows
    assert "kept" in printed["why w2 --root build"]
    assert "web.csv" in printed["why w2 --root build"]


# --- Python

ELSEWHERE = {"CONTRIBUTING.md": "tests/pipelines/test_other_packages.py and others run what it defines"}


@pytest.mark.parametrize("document", sorted({block.document for block in blocks("python")} - ELSEWHERE.keys()))
def test_the_python_of_a_document_runs(
    document: str, scored: Sample, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All its blocks in one namespace, in their order, where the samples are and a release of a small recipe."""
    (tmp_path / "samples").symlink_to(REPOSITORY / "samples")
    release = tmp_path / SAMPLE
    release.parent.mkdir(parents=True)
    shutil.copytree(scored.release, release)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks("python"):
        if block.document == document:
            exec(compile(block.text, str(block), "exec"), names)
    if document == "README.md":
        assert "perfect (masculine), distance 0.00" in capsys.readouterr().out


@pytest.mark.parametrize("block", [block for block in blocks("yaml") if _WHOLE.match(block.text)], ids=str)
def test_a_whole_recipe_is_loaded(block: Block, tmp_path: Path) -> None:
    path = tmp_path / "recipe.yaml"
    path.write_text(block.text)
    load_recipe(str(path), [])


def test_every_block_names_its_language() -> None:
    """So that no command hides in a block without one."""
    assert [str(block) for block in blocks("")] == []


def test_the_readme_is_short() -> None:
    assert len((REPOSITORY / "README.md").read_text(encoding="utf-8").splitlines()) <= 200


def test_every_program_and_command_with_a_reason_is_used() -> None:
    """A rule that no document needs any more goes."""
    programs, names = set(), set()
    for block in SHELL:
        for command in [] if block.text.lstrip().startswith("--") else commands(block.text):
            program = Path(command[0]).name
            programs |= {program, " ".join([program, *command[1:3]])}
            names |= {name_of(arguments) for arguments in [words_of(command)] if arguments}
    assert OTHERS.keys() <= programs
    assert RUN | PARSED.keys() == names


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("scan --rime x", "No such option"),
        ("releas recipes/sample.yaml", "No such command"),
        ("score x --model", "requires an argument"),
        ("study plam x", "No such command"),
        ("init a b", "unexpected extra argument"),
        ("release recipes/sample.yaml --set sed=8", "seed"),
    ],
)
def test_a_wrong_command_line_fails(arguments: str, message: str) -> None:
    with pytest.raises(Exception, match=message):
        parse(arguments.split())
