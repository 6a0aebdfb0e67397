"""A folder of messy files becomes a recipe and a release in which every row is accounted for."""

import json
import os
import shutil
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.pipelines.running import REPOSITORY, versebench_here
from versebench.models.simplified import simplified
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.init.look import look
from versebench.pipelines.recipe.init.run import init
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner

MESSY = REPOSITORY / "tests" / "corpora" / "messy"

SOURCES = {
    "array": ("oedilf-json", None, 1, 2),
    "book": ("gutenberg", None, 2, 1),
    "excel-europe": ("csv", "windows-1252", 2, 2),
    "lines": ("jsonl", None, 1, 3),
    "old-mac": ("text", "windows-1252", 2, 1),
    "one-each": ("one-poem", None, 2, 1),
    "tabs": ("csv", None, 2, 0),
    "utf16": ("text", "utf-16", 2, 3),
    "verses": ("tei", None, 2, 1),
    "web": ("csv", None, 2, 1),
    "workbook": ("xlsx", None, 2, 2),
}
"""Format and encoding of each source, and how many of its rows are kept and refused."""

LEFT_OUT = {
    "archive.csv": "is a zip archive; unpack it",
    "empty.csv": "is empty",
    "page.html": "is a web page or other XML; save it as plain text",
    "picture.bin": "is neither text nor a format that versebench reads",
}


def test_every_file_is_a_source_or_left_out_with_a_reason(tmp_path: Path) -> None:
    made = init(str(MESSY), str(tmp_path / "messy.yaml"))
    assert made["left_out"] == [f"left out: {MESSY / name}: {problem}" for name, problem in LEFT_OUT.items()]
    recipe = load_recipe(str(tmp_path / "messy.yaml"), [])
    assert {source.name: (source.format, source.encoding) for source in recipe.sources} == {
        name: (layout, encoding) for name, (layout, encoding, *_) in SOURCES.items()
    }
    text = (tmp_path / "messy.yaml").read_text()
    assert all(f"{name}: {problem}." in text for name, problem in LEFT_OUT.items())


def test_the_recipe_runs_at_once_and_every_row_is_accounted_for(tmp_path: Path) -> None:
    recipe, root = str(tmp_path / "messy.yaml"), tmp_path / "root"
    assert versebench_here("init", str(MESSY), "--out", recipe).code == 0
    ran = versebench_here("release", recipe, "--root", str(root))
    assert ran.code == 0, ran.err
    folder = root / "releases" / "messy" / "1.0.0"
    poems, rejects = (
        [row for path in folder.glob(f"{table}-*.parquet") for row in pq.read_table(path).to_pylist()]
        for table in ("poems", "rejects")
    )
    kept, refused = (Counter(row["source"] for row in rows) for rows in (poems, rejects))
    assert {name: (kept[name], refused[name]) for name in {*kept, *refused}} == {
        name: row[2:] for name, row in SOURCES.items()
    }
    texts = "".join(row["text"] for row in poems)
    assert not any(mark in texts for mark in ("<", ">", "&", "_"))
    assert {row["author"] for row in poems if row["source"] in ("tabs", "verses")} == {"Ann Marsh", "Alice Brook"}
    assert {row["author"] for row in poems if row["source"] == "excel-europe"} == {"Zoë Müller", "José Núñez"}
    assert {row["title"] for row in poems if row["source"] == "one-each"} == {"The Hermit", "Stew"}
    assert [row["author"] for row in poems if row["source"] == "workbook"] == ["A. Brook"] * 2

    shown = versebench_here("rejects", folder, "--json")
    assert len(json.loads(shown.out)) == len(rejects)
    (zoned,) = json.loads(versebench_here("rejects", folder, "--like", "ADVERTISEMENT", "--json").out)
    assert (zoned["source"], zoned["reason"]) == ("web", "form.lines")

    work = poems[0]["work_id"]
    shutil.move(root, tmp_path / "moved")
    here = os.getcwd()
    try:
        os.chdir(tmp_path)
        asked = versebench_here("why", work, "--root", "moved")
    finally:
        os.chdir(here)
    assert asked.code == 0, asked.err
    assert "kept" in asked.err


@pytest.mark.parametrize(
    ("part", "content", "problem"),
    [
        ("word/document.xml", "<a/>", "is a document of a word processor; save it as plain text, UTF-8"),
        ("mimetype", "application/vnd.oasis.opendocument.text", "is a document of a word processor"),
        ("mimetype", "application/epub+zip", "is a zip archive; unpack it"),
    ],
)
def test_documents_of_word_processors_are_named(part: str, content: str, problem: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.csv", "w") as archive:
        archive.writestr(part, content)
    assert str(look(tmp_path / "a.csv").problem).startswith(problem)


def test_a_pdf_is_named(tmp_path: Path) -> None:
    (tmp_path / "poems.txt").write_bytes(b"%PDF-1.4\nThere was an old man")
    assert look(tmp_path / "poems.txt").problem == "is a PDF; copy its poems into a text file"


def chinese_folder(folder: Path, write: Callable[[str], str]) -> Path:
    """A CSV of Chinese headers and semicolons, and a file in the layout of chinese-poetry."""
    couplets = [write(f"{line}，孤燈接夜明。") for line in ("鐵軌穿雲去", "長笛隔山鳴", "歸人倚月行")]
    folder.mkdir()
    rows = [f'{write("夜車")};{write("無名")};"{couplet}"' for couplet in couplets]
    (folder / write("詩.csv")).write_text("\n".join([write("題目;作者;內容"), *rows]), encoding="utf-8")
    objects = [{"title": write("夜車"), "paragraphs": [couplet, couplet]} for couplet in couplets]
    (folder / "poems.json").write_text(json.dumps(objects, ensure_ascii=False), encoding="utf-8")
    return folder


@pytest.mark.parametrize("write", [str, simplified], ids=["traditional", "simplified"])
def test_chinese_poems_are_read_in_either_script(tmp_path: Path, write: Callable[[str], str]) -> None:
    folder, path = chinese_folder(tmp_path / "poems", write), tmp_path / "poems.yaml"
    assert init(str(folder), str(path))["left_out"] == []
    assert write("內容") in path.read_text(encoding="utf-8"), "columns are readable"
    recipe = load_recipe(str(path), [])
    assert [(source.format, source.language) for source in recipe.sources] == [
        ("csv", "classical-chinese"),
        ("chinese-poetry", "classical-chinese"),
    ]
    assert recipe.sources[0].fields == {"text": write("內容"), "author": "作者", "title": write("題目")}
    is_simplified = write is simplified
    assert recipe.ingest.simplified == ("accept" if is_simplified else "refuse")
    assert recipe.clean.applied[0].filter == ("chinese_text.v1" if is_simplified else "classical_text.v1")
    chain = Chain(recipe, str(tmp_path / "root"), Runner())
    assert chain.clean().manifest.tables["poems"].rows == 6


def test_a_folder_without_poems_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "empty.txt").touch()
    with pytest.raises(DataError, match=r"no file with poems; check the folder\n.*empty.txt: is empty"):
        init(str(tmp_path / "in"), str(tmp_path / "out.yaml"))
    with pytest.raises(RecipeError, match="is not a folder"):
        init(str(tmp_path / "absent"), str(tmp_path / "out.yaml"))


def test_a_recipe_that_exists_stays(tmp_path: Path) -> None:
    out = tmp_path / "mine.yaml"
    out.write_text("mine")
    with pytest.raises(RecipeError, match="exists"):
        init(str(MESSY), str(out))
    assert out.read_text() == "mine"


@pytest.mark.parametrize(
    ("content", "expected"),
    [("Ein Gedicht über Äpfel".encode("cp1252"), "windows-1252"), ("naïve".encode(), None), (b"plain", None)],
)
def test_encodings(tmp_path: Path, content: bytes, expected: str | None) -> None:
    (tmp_path / "file.txt").write_bytes(content)
    assert look(tmp_path / "file.txt").encoding == expected
