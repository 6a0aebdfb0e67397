"""Indexes of lines on disk: the same bytes, the same answers for any ranges, damage, and bad input."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from tests.pipelines.running import REPOSITORY, files_of, versebench_here
from versebench.pipelines.errors import DataError
from versebench.pipelines.reuse.ask import reuse_of
from versebench.pipelines.reuse.index_folder import MANIFEST, build_index, open_index

POEMS = REPOSITORY / "samples/chinese/poems.json"
CASES = REPOSITORY / "samples/chinese/reuse_cases.jsonl"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("index") / "lines"
    build_index([POEMS], folder)
    return folder


def test_the_same_files_give_the_same_bytes_and_an_index_is_not_made_twice(index: Path, tmp_path: Path) -> None:
    counts = build_index([POEMS], tmp_path / "again")
    assert files_of(tmp_path / "again") == files_of(index)
    before = {path.name: path.stat().st_mtime_ns for path in index.iterdir()}
    assert build_index([POEMS], index) == counts
    assert {path.name: path.stat().st_mtime_ns for path in index.iterdir()} == before


def test_ranges_of_keys_change_no_answer(index: Path, tmp_path: Path) -> None:
    build_index([POEMS], tmp_path / "ranges", keys_in_a_range=100)
    assert len(open_index(tmp_path / "ranges").index.ranges) > 20
    assert reuse_of(tmp_path / "ranges", CASES) == reuse_of(index, CASES)


def test_the_verdicts_of_the_sample_are_right(index: Path) -> None:
    asked = reuse_of(index, CASES)
    assert len(asked) == 48
    assert not any(poem.differs for poem in asked)
    copy = next(poem for poem in asked if poem.poem_id == "copy-0")
    assert [line.poem_id for line in copy.lines] == ["vb-c-018"] * 4


def test_the_command_shows_differing_characters_and_fails_for_another_verdict(index: Path, tmp_path: Path) -> None:
    ran = versebench_here("reuse", index, CASES)
    assert ran.code == 0
    assert "48 poems: 24 repeat two lines exactly (exact.v1), 20 nearly (near.v1)" in ran.err
    rows = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    other = tmp_path / "other.jsonl"
    other.write_text("".join(json.dumps({**row, "near_rule": False}) + "\n" for row in rows))
    ran = versebench_here("reuse", index, other, "--json")
    assert ran.code == 1
    assert sum(poem["differs"] for poem in json.loads(ran.out)) == 20


def test_tables_of_poems_are_read_and_other_endings_are_refused(index: Path, tmp_path: Path) -> None:
    table = tmp_path / "POEMS.CSV"
    table.write_text(
        'id;title;text\na;夜車;"鐵軌穿雲去，孤燈接夜明。\n一聲長笛後，千里是歸程。"\nb;空;\n', encoding="utf-8"
    )
    asked = reuse_of(index, table)
    assert [(poem.poem_id, poem.title, bool(poem.problem)) for poem in asked] == [
        ("a", "夜車", False),
        ("b", "空", True),
    ]
    assert asked[0].exact
    table.rename(tmp_path / "poems.docx")
    with pytest.raises(DataError, match=r"poems.docx: files that end in .docx are not read; give it the ending"):
        reuse_of(index, tmp_path / "poems.docx")


def test_a_database_under_another_name_has_the_same_index(index: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(index, tmp_path / "index"))
    renamed = Path(shutil.copy(POEMS, tmp_path / "renamed.json"))
    before = files_of(folder)
    assert build_index([renamed], folder) == build_index([POEMS], folder)
    assert files_of(folder) == before


def test_rows_without_a_text_are_counted_and_stop_nothing(tmp_path: Path) -> None:
    source = tmp_path / "poems.jsonl.gz"
    rows = ['{"paragraphs": ["鐵軌穿雲去，孤燈接夜明。"]}', '{"title": "空"}', "[broken", '{"text": 7}']
    source.write_bytes(gzip.compress("\n".join(rows).encode()))
    counts = build_index([source], tmp_path / "index")
    assert (counts["poems"], counts["without_lines"], counts["lines"]) == (4, 3, 2)
    asked = reuse_of(tmp_path / "index", source)
    assert [bool(poem.problem) for poem in asked] == [False, True, True, True]
    assert asked[0].exact
    assert asked[0].near


def test_a_build_that_was_stopped_is_made_again_and_nothing_else_is_removed(index: Path, tmp_path: Path) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    for name in ("codes.bin", "spill-003.bin", "works.parquet"):
        (folder / name).write_bytes(b"half")
    build_index([POEMS], folder)
    assert files_of(folder) == files_of(index)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("years of work")
    with pytest.raises(DataError, match=r"holds thesis\.txt; choose another folder"):
        build_index([POEMS], mine)
    assert (mine / "thesis.txt").read_text() == "years of work"


def test_damage_and_bad_input_are_one_message(index: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the index of other files"):
        build_index([CASES], index)
    with pytest.raises(DataError, match=f"it has no {MANIFEST}"):
        open_index(tmp_path)
    prose = tmp_path / "prose.txt"
    prose.write_text("no verse in Chinese")
    with pytest.raises(DataError, match="no line of verse in Chinese characters"):
        build_index([prose], tmp_path / "none")
    with pytest.raises(DataError, match="no line of verse in Chinese characters"):
        reuse_of(index, prose)
    for content in (b"\xff\xfe\x00", b""):
        prose.write_bytes(content)
        with pytest.raises(DataError):
            reuse_of(index, prose)
    with pytest.raises(DataError, match="has no poem; name a file of poems"):
        reuse_of(index, prose)  # its last content is empty
    (tmp_path / "none.jsonl").write_text('{"title": "a"}\n[broken\n')
    with pytest.raises(DataError, match=r"none.jsonl.* \(row 1: no line in Chinese characters\); name a file"):
        reuse_of(index, tmp_path / "none.jsonl")
    whole = gzip.compress(POEMS.read_bytes())
    for content in (whole[:-30], whole[:200] + b"0000" + whole[204:]):
        (tmp_path / "cut.json.gz").write_bytes(content)
        with pytest.raises(DataError, match=r"cut.json.gz is cut or damaged \(.+\); fetch it again"):
            reuse_of(index, tmp_path / "cut.json.gz")
    with pytest.raises(DataError, match="cannot be read"):
        reuse_of(index, tmp_path / "missing.json")
    (tmp_path / "html.json").write_text("<html>")
    with pytest.raises(DataError, match="but a JSON array begins with"):
        reuse_of(index, tmp_path / "html.json")
    build_index([POEMS], tmp_path / "damaged")
    keys = tmp_path / "damaged/keys-00000.bin"
    keys.write_bytes(keys.read_bytes()[:-8] + b"12345678")
    with pytest.raises(DataError, match=r"keys-00000.bin is not the file that was indexed"):
        open_index(tmp_path / "damaged")


def test_the_command_and_a_folder_of_one_index_or_several(index: Path, tmp_path: Path) -> None:
    made = versebench_here("line-index", POEMS, "--out", tmp_path / "indexes", "--json")
    folder = Path(json.loads(made.out)["index"])
    assert folder.parent == tmp_path / "indexes"
    assert files_of(folder) == files_of(index)
    assert reuse_of(tmp_path / "indexes", CASES) == reuse_of(folder, CASES)
    other = json.loads(versebench_here("line-index", CASES, "--out", tmp_path / "indexes", "--json").out)["index"]
    names = sorted([folder.name, Path(other).name])
    with pytest.raises(DataError, match=rf"holds 2 indexes; name one of its folders: {', '.join(names)}"):
        reuse_of(tmp_path / "indexes", CASES)
    ran = versebench_here("line-index", tmp_path / "missing.json", "--out", tmp_path / "indexes")
    assert (ran.code, "missing.json cannot be read" in ran.err) == (1, True)


@pytest.mark.parametrize("cut_at", [-3, -200, 5000])
def test_a_cut_array_is_refused_and_not_indexed_as_far_as_it_goes(index: Path, tmp_path: Path, cut_at: int) -> None:
    cut = tmp_path / "cut.json"
    cut.write_bytes(POEMS.read_bytes()[:cut_at])
    said = f"{cut} is cut: the file ends before the ']' that closes the array; fetch it again"
    for command in (("line-index", cut, "--out", tmp_path / "indexes"), ("reuse", index, cut)):
        ran = versebench_here(*command)
        assert ran.code == 1
        assert said in " ".join(ran.message.split())
        assert "Traceback" not in ran.err
    assert not list(tmp_path.glob(f"indexes/**/{MANIFEST}"))
    cut.write_bytes(POEMS.read_bytes().rstrip())
    assert build_index([cut], tmp_path / "whole")["poems"] > 0
