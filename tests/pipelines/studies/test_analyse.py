"""`study analyse`: exports and releases on disk, what is written, and bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.running import versebench_here
from tests.transforms.judgements.exports import (
    TASK,
    Rows,
    choices,
    export_tables,
    pair_items,
    style_choice,
    style_page,
)
from versebench.pipelines.errors import DataError
from versebench.pipelines.studies.analyse import Analysis, analyse_export
from versebench.pipelines.studies.folder import write_tables
from versebench.schemas.model_answers import MODEL_ANSWERS
from versebench.schemas.scores import DECISIONS
from versebench.schemas.studies import ANALYSIS_TABLES, EXPORT_TABLES
from versebench.storage.manifest import read_manifest, read_table

ITEMS = pair_items(30)


def written_export(root: Path, rows: Rows | None = None, shards: int = 2) -> Path:
    """The folder of an export whose tables have several shards."""
    tables = export_tables(rows or {"items": ITEMS, "judgements": list(choices(3, ITEMS, 0.9))})
    parts = {}
    for name, table in tables.items():
        size = len(table) // shards
        cuts = [table.slice(place * size, size if place < shards - 1 else None) for place in range(shards)]
        parts[EXPORT_TABLES[name]] = [cut.combine_chunks() for cut in cuts]
    return Path(write_tables(str(root), "study-export", parts, {"made": "up"})[0].directory)


def written_release(root: Path, items: list[dict[str, Any]]) -> Path:
    """A folder with decisions of a model, which errs on every third pair."""
    rows = [
        {
            **{name: of[name] for name in ("pair_id", "work_id", "task")},
            "model": "m",
            "convention": "c",
            "precision": "fp32",
            "reduction": "sum",
            "margin": -1.0 if place % 3 == 0 else 0.5 + place,
            "correct": place % 3 != 0,
            "tie": False,
        }
        for place, of in enumerate(items)
    ]
    return Path(
        write_tables(str(root), "release", {DECISIONS: [DECISIONS.build_rows(rows)]}, {"made": "up"})[0].directory
    )


def test_the_tables_are_written_committed_and_the_same_again(tmp_path: Path) -> None:
    export, release = written_export(tmp_path), written_release(tmp_path, ITEMS[:20])
    first, again = (analyse_export(str(export), str(release), str(tmp_path / root)) for root in ("a", "b"))
    assert Path(first.directory).name == Path(again.directory).name
    files = [
        sorted((path.name, path.read_bytes()) for path in Path(each.directory).iterdir()) for each in (first, again)
    ]
    assert files[0] == files[1]
    manifest = read_manifest(first.directory)
    assert manifest is not None
    assert set(manifest.tables) == set(ANALYSIS_TABLES)
    stored = read_table(first.directory, manifest, "human_comparisons", 0)
    assert stored.equals(first.tables["human_comparisons"])
    assert (first.pairs, first.not_in_release) == (30, 10)


def accuracy(analysis: Analysis) -> dict[str, Any]:
    rows: list[dict[str, Any]] = analysis.tables["human_results"].to_pylist()
    wanted = {"measure": "accuracy", "group": "all", "with_excluded": False}
    (row,) = [row for row in rows if wanted.items() <= row.items()]
    return row


def test_the_folder_that_an_export_was_written_to_stands_for_its_only_export(tmp_path: Path) -> None:
    export = written_export(tmp_path)
    named, above = (analyse_export(str(folder), None, str(tmp_path / "out")) for folder in (export, tmp_path))
    assert named.directory == above.directory
    written_export(tmp_path, shards=1)
    with pytest.raises(DataError, match=r"it has no manifest\.json"):
        analyse_export(str(tmp_path), None, str(tmp_path / "out"))


def test_shards_do_not_matter(tmp_path: Path) -> None:
    one, three = (analyse_export(str(written_export(tmp_path / str(n), shards=n)), None, str(tmp_path)) for n in (1, 3))
    assert accuracy(one) == accuracy(three)
    assert accuracy(one)["judgements"] == 90
    assert not len(one.tables["human_comparisons"])


def test_the_command_prints_figures_models_and_errors(tmp_path: Path) -> None:
    export = written_export(tmp_path, {"items": ITEMS, "judgements": list(choices(3, ITEMS, 1.0))})
    release = written_release(tmp_path, ITEMS[:20])
    ran = versebench_here("study", "analyse", export, "--release", release, "--root", tmp_path)
    assert (ran.code, ran.out) == (0, "")
    assert "simulated judges" in ran.err
    assert "The majority beside each model" in ran.err
    assert "every judge gets right and a model wrong: 7 of 7" in ran.err
    assert "10 of 30 judged pairs are not in the release" in ran.err


def test_the_command_prints_json(tmp_path: Path) -> None:
    ran = versebench_here("study", "analyse", written_export(tmp_path), "--root", tmp_path, "--json")
    assert ran.code == 0
    printed = json.loads(ran.out)
    assert {row["task"] for row in printed["human_results"]} == {TASK}
    assert Path(printed["directory"]).is_dir()


def test_a_release_of_verses_sets_its_models_beside_people(tmp_path: Path) -> None:
    pages = [style_page(f"s{number}", artist, "BCD") for number, artist in enumerate("AAAA")]
    judged = [style_choice("j0", of, artist) for of, artist in zip(pages, "AAAB", strict=True)]
    export = written_export(tmp_path, {"items": pages, "judgements": judged}, shards=1)
    rows = [
        {
            "item": f"{number:020x}",
            "protocol": "match_style.v1",
            "model": "trigrams.v1",
            "writer": "human",
            "evaluated": "A",
            "shown": of["authors"][1:],
            "chosen": "A",
            "text_ids": of["text_ids"],
            "chosen_text_id": of["text_ids"][1],
            "correct": True,
            "margin": 0.5,
        }
        for number, of in enumerate(pages)
    ]
    tables = {MODEL_ANSWERS: [MODEL_ANSWERS.build_rows(rows)]}
    release = write_tables(str(tmp_path), "release", tables, {"made": "up"})[0].directory
    results = analyse_export(str(export), release, str(tmp_path)).tables["human_results"].to_pylist()
    found = {row["measure"]: row for row in results if row["of"] == "trigrams.v1" and not row["with_excluded"]}
    assert found["agreement_with_model"]["value"] == 0.75
    assert found["agreement_with_model"]["task"] == "human"
    assert "confusion_pearson" in found


def failure(*arguments: str | Path) -> str:
    """The last message of a command that fails for its data."""
    ran = versebench_here("study", "analyse", *arguments)
    assert ran.code == 1
    assert "Traceback" not in ran.err
    return " ".join(ran.err.split())


def test_bad_input_is_one_message(tmp_path: Path) -> None:
    export = written_export(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "is not an export of a study: it has no manifest.json" in failure(empty, "--root", tmp_path)
    other = written_release(tmp_path / "other", pair_items(40)[30:])
    assert "has decisions on none of the 30 pairs" in failure(export, "--release", other, "--root", tmp_path)
    assert "has no decisions of models" in failure(export, "--release", export, "--root", tmp_path)
    nobody = written_export(tmp_path / "nobody", {"items": ITEMS})
    assert "the export has no judgement" in failure(nobody, "--root", tmp_path)


def test_a_changed_file_or_another_schema_is_refused(tmp_path: Path) -> None:
    export = written_export(tmp_path)
    manifest = json.loads((export / "manifest.json").read_text())
    judgements = manifest["tables"]["judgements"]
    path = export / judgements["files"][0]["name"]
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert "has changed since it was committed" in failure(export, "--root", tmp_path)
    judgements["fingerprint"] = "0" * 16
    (export / "manifest.json").write_text(json.dumps(manifest))
    assert "has other fields than 1.0.0" in failure(export, "--root", tmp_path)


@pytest.mark.parametrize("name", ["line_ratings", "judge_answers"])
def test_a_table_of_other_answers_may_be_missing(tmp_path: Path, name: str) -> None:
    tables = export_tables({"items": ITEMS, "judgements": list(choices(2, ITEMS, 0.8))})
    parts = {EXPORT_TABLES[each]: [table] for each, table in tables.items() if each != name}
    run, _ = write_tables(str(tmp_path), "study-export", parts, {"made": "up"})
    assert accuracy(analyse_export(run.directory, None, str(tmp_path)))["judges"] == 2
