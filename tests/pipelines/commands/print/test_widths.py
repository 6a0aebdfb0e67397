"""Every table fits a terminal of 80 columns."""

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.pipelines.conftest import Sample
from tests.pipelines.running import recipe_values, versebench_here, write_recipe
from versebench.pipelines.runners.console import console

COLUMNS = 80
LOOKING = {
    "show": "show {release}",
    "show a table": "show {release} --table annotation",
    "report": "report {release} --papers",
    "rejects": "rejects {release}",
    "why": "why vb-a-003 --root {root}",
    "tasks": "tasks",
    "models": "models",
    "ls": "ls --root {root}",
    "diff": "diff {release} {release}",
    "scan": "scan samples/limericks.txt",
    "rhymes": "scan --rhymes samples/limericks.txt",
    "plan": "release {recipe} --root {new} --dry-run",
    "score": "score {release} --root {new} --model gpt2-verse --task swap_lines --limit 4",
}


@pytest.mark.parametrize("name", LOOKING)
def test_a_table_fits(name: str, scored: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    poem = tmp_path / "poem.txt"
    poem.write_text("There was an old man with a beard,\nWho said, 'It is just as I feared!\n", encoding="utf-8")
    places = {
        "release": str(scored.release),
        "root": str(scored.root),
        "new": str(tmp_path / "root"),
        "recipe": str(write_recipe(tmp_path, recipe_values(models=[{"model": "transformer-xl-verse"}]))),
    }
    words = [word.format_map(places).replace("samples/limericks.txt", str(poem)) for word in LOOKING[name].split()]
    monkeypatch.setattr(console, "width", COLUMNS)
    ran = versebench_here(*words)
    assert ran.code == 0, ran.err
    table = [line for line in ran.err.split("\n") if re.search("[│┃━─]", line) and "0:0" not in line]
    assert table
    assert [line for line in table if cell_len(line) > COLUMNS] == []
