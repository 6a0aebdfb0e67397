"""Another package adds to a release: one file and one line for each thing, as CONTRIBUTING.md writes them."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.running import REPOSITORY, recipe_values, versebench, write_recipe
from versebench.storage.manifest import read_manifest, read_table

THINGS = {"DoubleWord": "double_word", "NoRepeatedLine": "no_repeated_line", "TERCET": "tercet"}

BRAND = Path(__file__).parent / "brand_package.py"
LATIN = Path(__file__).parent / "language_package.py"
LETTERS = Path(__file__).parent / "scorer_package.py"


def examples() -> dict[str, str]:
    """The modules of CONTRIBUTING.md, by the thing that each defines."""
    blocks = re.findall(r"```python\n(.*?)```", (REPOSITORY / "CONTRIBUTING.md").read_text(), re.DOTALL)
    return {module: next(block for block in blocks if thing in block) for thing, module in THINGS.items()}


def install(folder: Path, modules: dict[str, str]) -> None:
    """A package with a file and an entry point for each module, as an installer leaves it."""
    package, info = folder / "my_verse", folder / "my_verse-1.0.dist-info"
    package.mkdir()
    info.mkdir()
    (package / "__init__.py").write_text("")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-verse\nVersion: 1.0\n")
    lines = ["[versebench.modules]", *(f"{name} = my_verse.{name}" for name in modules)]
    (info / "entry_points.txt").write_text("\n".join(lines))
    for name, text in modules.items():
        (package / f"{name}.py").write_text(text)


def values(poems: Path, **changes: Any) -> dict[str, Any]:
    given = {
        "sources": [{"name": "mine", "path": str(poems), "format": "jsonl", "licence": "CC0-1.0"}],
        "form": "tercet",
        "clean": {"filters": [{"filter": "form.v1"}, {"filter": "no_repeated_line.v1"}]},
        "tasks": [{"task": "swap_lines.v1"}, {"task": "double_word.v1"}],
        "ingest": {"rows_per_shard": 3},
    }
    return recipe_values(**{**given, **changes})


def write_poems(path: Path) -> None:
    texts = [
        f"A {animal} of the town\nWent up and came down\nIn a {colour} gown"
        for animal, colour in zip(
            ("dog", "fox", "hen", "cow", "owl"), ("red", "blue", "pink", "grey", "old"), strict=True
        )
    ]
    texts.append("The sun is so high\nThe sun is so high\nUp there in the sky")
    path.write_text("".join(json.dumps({"id": str(number), "text": text}) + "\n" for number, text in enumerate(texts)))


def read_rows(folder: Path | str, *tables: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of some tables of a release."""
    manifest = read_manifest(str(folder))
    assert manifest is not None
    return {
        name: [
            row
            for shard in range(manifest.shards)
            for row in read_table(str(folder), manifest, name, shard).to_pylist()
        ]
        for name in tables
    }


def test_a_release_with_the_things_of_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, {**examples(), "brand": BRAND.read_text()})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    write_poems(tmp_path / "poems.jsonl")
    tasks = [{"task": "swap_lines.v1"}, {"task": "double_word.v1"}, {"task": "name_brand.v1", "poems": 3}]
    recipe = write_recipe(tmp_path, values(tmp_path / "poems.jsonl", tasks=tasks))
    ran = versebench("release", recipe, "--root", tmp_path / "root", "--workers", "2")
    assert ran.code == 0, ran.err
    folder = str(tmp_path / "root" / "releases" / "small" / "1.0.0")
    assert versebench("verify", folder).code == 0
    rows = read_rows(folder, "pairs", "rejects")
    doubled = [row for row in rows["pairs"] if row["task"] == "double_word.v1"]
    assert len(doubled) == 5
    for row in doubled:
        [word] = row["words"]
        assert row["corrupted"].count(f"{word} {word}") == 1
    branded = [row["corrupted"] for row in rows["pairs"] if row["task"] == "name_brand.v1:brand=Acme"]
    assert len(branded) == 3
    assert all(text.split("\n")[0].endswith(" of the Acme") for text in branded)
    assert [row["reason"] for row in rows["rejects"]] == ["no_repeated_line"]


def test_a_release_in_the_language_of_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, {"latin": LATIN.read_text()})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    texts = [
        "Parva rosa floret.\nSol in alto moret.",
        "Luna super mare.\nDocet nos cantare.",
        "Nox est alta\nStella clara",
    ]
    texts.append("Parva rosa lucet\nSöl in alto ducet")
    rows = "".join(json.dumps({"id": str(number), "text": text}) + "\n" for number, text in enumerate(texts))
    (tmp_path / "poems.jsonl").write_text(rows)
    latin: dict[str, Any] = {"form": "disticho", "clean": {"profile": "verse"}, "tasks": [{"task": "swap_lines.v1"}]}
    latin["ingest"] = {"max_unreadable_share": 0.5}
    recipe = write_recipe(tmp_path, values(tmp_path / "poems.jsonl", **latin))
    ran = versebench("release", recipe, "--root", tmp_path / "root")
    assert ran.code == 0, ran.err
    folder = tmp_path / "root" / "releases" / "small" / "1.0.0"
    read = read_rows(folder, "poems", "annotation", "pairs", "rejects")
    assert {row["language"] for row in read["poems"]} == {"latin"}
    assert {row["scheme"] for row in read["annotation"]} == {"AA"}
    assert {row["corrupted"] for row in read["pairs"]} == {"\n".join(text.split("\n")[::-1]) for text in texts[:2]}
    assert sorted(row["reason"] for row in read["rejects"]) == ["rhyme_scheme.no_rhyme", "script"]
    assert "\n- la\n" in (folder / "README.md").read_text()
    refused = values(tmp_path / "poems.jsonl", **{**latin, "tasks": [{"task": "swap_end_words.v1"}]})
    ran = versebench("release", write_recipe(tmp_path, refused), "--root", tmp_path / "root")
    assert ran.code == 2
    assert "needs a tagger, but latin has none: no tagger of Latin is installed" in ran.message


def test_a_release_scored_by_a_family_of_another_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, {**examples(), "letters": LETTERS.read_text()})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    write_poems(tmp_path / "poems.jsonl")
    model = tmp_path / "english-letters"
    model.mkdir()
    shares = {"e": 0.5, "d": 0.25, "w": 0.125}
    (model / "config.json").write_text(json.dumps(shares))
    models = [{"family": "letters", "model": str(model), "reductions": ["sum", "per_root"], "token_scores": True}]
    recipe = write_recipe(tmp_path, values(tmp_path / "poems.jsonl", models=models))
    ran = versebench("release", recipe, "--root", tmp_path / "root", "--workers", "2")
    assert ran.code == 0, ran.err
    folder = str(tmp_path / "root" / "releases" / "small" / "1.0.0")
    assert versebench("verify", folder).code == 0
    rows = read_rows(folder, "pairs", "decisions")
    pairs = {row["pair_id"]: row for row in rows["pairs"]}
    assert len(pairs) == 10
    assert [row["reduction"] for row in rows["decisions"]].count("per_root") == 10
    for decision in rows["decisions"]:
        if decision["reduction"] == "per_root":
            continue
        pair = pairs[decision["pair_id"]]
        difference = sum(
            math.log(share) * (pair["original"].count(letter) - pair["corrupted"].count(letter))
            for letter, share in shares.items()
        )
        assert decision["margin"] == pytest.approx(difference)
    (model / "config.json").unlink()
    ran = versebench("release", recipe, "--root", tmp_path / "other")
    assert ran.code == 2
    assert "english-letters has no config.json; name a folder" in ran.message


def test_the_command_line_lists_them_after_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, examples())
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    listed = json.loads(versebench("tasks", "--json").out)
    assert listed[-1]["task"] == "double_word.v1"
    assert listed[-1]["title"] == "Doubled word"
    assert "the the duke" in listed[-1]["example"]


def test_without_the_package_its_names_are_unknown(tmp_path: Path) -> None:
    write_poems(tmp_path / "poems.jsonl")
    ran = versebench("release", write_recipe(tmp_path, values(tmp_path / "poems.jsonl")), "--root", tmp_path / "root")
    assert ran.code == 2
    assert "unknown name 'double_word.v1'" in ran.message


def test_a_package_that_cannot_be_imported_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, {"broken": "import no_such_module\n"})
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    ran = versebench("tasks")
    assert ran.code == 2
    assert ran.message.startswith("versebench: my-verse: its entry point broken = my_verse.broken cannot be imported")
    assert "Traceback" not in ran.err
