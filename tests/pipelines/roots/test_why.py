import json
import shutil
from pathlib import Path

import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.running import REPOSITORY, SAMPLE, jsonl_recipe, make_release, sample_rows, versebench_here
from tests.pipelines.stages.test_registry import corpus_values
from tests.pipelines.stages.test_sampling import table_of
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.roots.why import why

VERSE = REPOSITORY / "samples/verse/poems.jsonl"


def place_of(source_id: str) -> int:
    return next(place for place, row in enumerate(sample_rows(), 1) if row["id"] == source_id)


def test_a_kept_poem_by_work_id_prefix_and_source_id(scored: Sample) -> None:
    pair = table_of(scored.release, "pairs").to_pylist()[0]
    steps = why(str(scored.root), pair["work_id"], None)
    assert [(step.stage, step.outcome) for step in steps[:2]] == [("ingest", "kept"), ("clean", "kept")]
    outcome = next(step for step in steps if step.stage == pair["task"] and step.outcome == "pair")
    assert pair["pair_id"] in outcome.detail
    decided = [step for step in steps if step.stage == f"{pair['task']} / gpt2-verse"]
    assert decided
    assert {step.outcome for step in decided} <= {"right", "wrong", "tie"}
    assert all("margin" in step.detail for step in decided)
    poems = table_of(scored.release, "poems").to_pylist()
    source_id = next(poem["source_id"] for poem in poems if poem["work_id"] == pair["work_id"])
    assert f"read from {SAMPLE}, row {place_of(source_id)}" in steps[0].detail
    for name in (pair["work_id"][:8], pair["work_id"][:13], source_id):
        assert why(str(scored.root), name, None) == steps


def test_a_refused_poem(sample: Sample) -> None:
    steps = why(str(sample.root), "vb-x-001", None)
    assert [(step.stage, step.outcome) for step in steps] == [("ingest", "kept"), ("clean", "rejected")]
    assert steps[1].detail.startswith("five_lines")


def test_a_duplicate_is_found_by_its_source_id_its_reject_id_and_its_work_id(sample: Sample) -> None:
    (reject,) = (
        row for row in table_of(sample.stage("ingest"), "rejects").to_pylist() if row["source_id"] == "vb-x-032"
    )
    (step,) = why(str(sample.root), "vb-x-032", None)
    assert (step.stage, step.outcome) == ("ingest", "rejected")
    assert step.detail == (
        f"duplicate_text: the same text as {reject['kept_work_id']} (read from {SAMPLE}, row {place_of('vb-x-032')})"
    )
    for name in (reject["reject_id"], reject["reject_id"][:8], reject["work_id"]):
        assert why(str(sample.root), name, None) == [step]
    assert why(str(sample.root), reject["kept_work_id"], None)[0].outcome == "kept"


def test_rows_that_could_not_be_read_and_two_texts_of_one_id(tmp_path: Path) -> None:
    rows = [json.dumps({"text": row["limerick"], "id": row["id"], "author": "x"}) for row in sample_rows()[:60]]
    rows += ["{", json.dumps({"text": "another\ntext", "id": "vb-a-003"}), json.dumps({"text": "b", "id": "12345678"})]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows))
    values = jsonl_recipe(f"{tmp_path}/rows.jsonl", tasks=[{"task": "swap_lines.v1", "pairs": 5}])
    made = make_release(tmp_path, {**values, "ingest": {"rows_per_shard": 21}})
    root = str(tmp_path / "root")
    rejects = {row["reason"]: row for row in table_of(made.folder, "rejects").to_pylist() if row["stage"] == "ingest"}
    (step,) = why(root, rejects["malformed_json"]["reject_id"], None)
    assert step.detail.startswith("malformed_json: ")
    assert f"(read from {tmp_path}/rows.jsonl, row 61)" in step.detail
    both = why(root, "vb-a-003", None)
    assert {step.outcome for step in both if step.stage == "ingest"} == {"kept", "rejected"}
    assert "an unknown file" not in str(both)
    (conflict,) = why(root, rejects["duplicate_source_id"]["reject_id"], None)
    assert conflict.detail.startswith("duplicate_source_id: another text has the id vb-a-003 in mine")
    # An id of eight digits in the source looks like a work id.
    assert why(root, "12345678", None)[0].outcome == "kept"


def test_units_of_a_work_are_shown_with_their_lines_and_schemes(tmp_path: Path) -> None:
    pieces = [json.loads(line) for line in VERSE.read_text(encoding="utf-8").splitlines()]
    piece = next(piece for piece in pieces if piece["form"] == "common-metre")
    rows = [piece, *(piece for piece in pieces if piece["form"] == "sonnet")]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    values = corpus_values(clean={"profile": "verse"})
    source = {**values["sources"][0], "path": f"{tmp_path}/rows.jsonl", "format": "jsonl", "form": "verse"}
    made = make_release(tmp_path, {**values, "sources": [{**source, "fields": {"form": "form"}}]})
    units = [row for row in table_of(made.folder, "poems").to_pylist() if row["source_id"] == piece["id"]]
    units.sort(key=lambda row: row["first_line"])
    parent = units[0]["parent_id"]
    schemes = {row["work_id"]: row for row in table_of(made.folder, "annotation").to_pylist()}
    steps = why(str(tmp_path / "root"), piece["id"], None)
    spans = [step.detail.split(", ")[0] for step in steps if step.stage == "ingest"]
    assert spans == [f"lines {4 * place + 1} to {4 * place + 4} of {parent}" for place in range(len(units))]
    assert len(units) == 4
    annotated = [(step.outcome, step.detail) for step in steps if step.stage == "annotate"]
    assert annotated == [
        (row["scheme"], f"rhyme scheme of the form; by sound alone {row['heard_scheme']}; metre {row['metre']}")
        for row in (schemes[unit["work_id"]] for unit in units)
    ]
    assert why(str(tmp_path / "root"), parent, None) == steps
    (alone,) = (step for step in why(str(tmp_path / "root"), units[1]["work_id"], None) if step.stage == "ingest")
    assert alone.detail.startswith(f"lines 5 to 8 of {parent}, unit {units[1]['work_id']}, read from ")


def test_a_poem_by_its_words(sample: Sample) -> None:
    poem = next(row for row in table_of(sample.stage("ingest"), "poems").to_pylist() if row["source_id"] == "vb-x-001")
    first, second = poem["text"].splitlines()[:2]
    steps = why(str(sample.root), "vb-x-001", None)
    assert why(str(sample.root), f"{first.upper().rstrip('.,;:!')} / {second}", None) == steps
    assert why(str(sample.root), poem["text"], None) == steps
    (reject,) = (
        row for row in table_of(sample.stage("ingest"), "rejects").to_pylist() if row["source_id"] == "vb-x-032"
    )
    both = why(str(sample.root), reject["original"], None)
    assert {step.outcome for step in both if step.stage == "ingest"} == {"kept", "rejected"}
    with pytest.raises(
        DataError, match=r"\d+ poems have the text 'the'; write more of it, or an id, as of [0-9a-f]{20} \("
    ):
        why(str(sample.root), "the", None)
    for nothing in ("", "!?"):
        with pytest.raises(DataError, match="no row has the work id"):
            why(str(sample.root), nothing, None)


def test_unknown_ids_and_roots(sample: Sample, tmp_path: Path) -> None:
    for unknown in ("no such words", "ffffffff", "f" * 20, "00000000.7"):
        with pytest.raises(DataError, match=f"no row has the work id, reject id, source id or text '{unknown}'; "):
            why(str(sample.root), unknown, None)
    with pytest.raises(RecipeError, match="there is no record of a release; run versebench release first"):
        why(str(tmp_path), "x", None)


def test_several_releases_in_one_root(sample: Sample, tmp_path: Path) -> None:
    root = tmp_path / "root"
    shutil.copytree(sample.root, root)
    shutil.copy(root / "records/small-1.0.0.json", root / "records/small-1.1.0.json")
    with pytest.raises(RecipeError, match=r"several releases: small-1.0.0, small-1.1.0; choose one with --release"):
        why(str(root), "vb-x-001", None)
    assert why(str(root), "vb-x-001", "small-1.1.0") == why(str(sample.root), "vb-x-001", None)
    with pytest.raises(RecipeError, match=r"there is no record of small-9\.0\.0; "):
        why(str(root), "vb-x-001", "small-9.0.0")


def test_the_command(sample: Sample) -> None:
    ran = versebench_here("why", "vb-x-001", "--root", sample.root, "--json")
    assert [step["outcome"] for step in json.loads(ran.out)] == ["kept", "rejected"]
    unknown = versebench_here("why", "no such words", "--root", sample.root)
    assert (unknown.code, unknown.out) == (1, "")
    assert unknown.err.startswith(
        f"versebench: {sample.root}: no row has the work id, reject id, source id or text 'no such words'"
    )
