"""The checkpoint over a whole run and its pages: their content, and that it is reproducible byte for byte."""

import hashlib
import html
import io
import json
import os
import re
import subprocess
import sys
import zipfile

import pytest

from tests.expectations.tables import good_counts
from versebench.expectations import engine, suites
from versebench.expectations.checkpoint import Checkpoint, run_checkpoint
from versebench.expectations.data_docs import INDEX, data_docs, page_name, zipped
from versebench.expectations.summary import SummaryRow, summarise
from versebench.expectations.whole import frame_table, validate_whole

SUMMARY = [
    SummaryRow("poems", "ExpectColumnValuesToMatchRegex(regex=^<i>&)", "Because <b>.", 2, 7, 0, True, (), ()),
]

RUN_DETAILS = {
    "a year": re.compile(r"\b20[2-9]\d-"),
    "a random id": re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"),
    "a folder": re.compile(r"/tmp|versebench-checkpoint|\.parquet"),
    "a version": re.compile(r"\b1\.\d+\.\d+\b"),
}

PROGRAM = "from tests.expectations.test_checkpoint import sha256; print(sha256())"


@pytest.fixture(scope="module")
def checkpoint() -> Checkpoint:
    return validate_whole("small", good_counts())


def bytes_of(checkpoint: Checkpoint) -> bytes:
    """Both documents of a checkpoint."""
    return json.dumps(checkpoint.document()).encode() + data_docs(checkpoint, SUMMARY)


def sha256() -> str:
    """Hash of the documents of a checkpoint with three suites, one of which fails."""
    counts = {name: good_counts()[name] for name in ("label_balance", "summary")}
    return hashlib.sha256(bytes_of(validate_whole("small", {**counts, "drift": []}))).hexdigest()


def pages(checkpoint: Checkpoint) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data_docs(checkpoint, SUMMARY))) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_its_verdicts_are_those_of_the_engine_for_shards(checkpoint: Checkpoint) -> None:
    expected = [
        verdict
        for name, rows in good_counts().items()
        for verdict in engine.run(suites.load(name), frame_table(name, rows).to_pandas(), None)
    ]
    assert checkpoint.verdicts == expected
    assert all(verdict.success for verdict in expected)


def test_its_document_has_every_expectation_with_its_reason_and_no_details_of_the_run(checkpoint: Checkpoint) -> None:
    document = checkpoint.document()
    assert (document["name"], document["success"]) == ("small", True)
    assert [suite["suite"] for suite in document["suites"]] == list(good_counts())
    for suite in document["suites"]:
        expected = [(entry.type, entry.why) for entry in suites.load(suite["suite"]).expectations]
        assert [(result["type"], result["why"]) for result in suite["results"]] == expected
        assert suite["statistics"]["evaluated_expectations"] == len(expected)
    text = json.dumps(document)
    assert {name for name, pattern in RUN_DETAILS.items() if pattern.search(text)} == set()


def test_a_failure_is_in_the_document() -> None:
    counts = {"conservation": good_counts()["conservation"] * 2, "task_conservation": []}
    document = validate_whole("small", counts).document()
    assert document["success"] is False
    assert [suite["success"] for suite in document["suites"]] == [True, False]


def test_a_missing_column_and_an_empty_table_fail_loudly() -> None:
    handovers = frame_table("handovers", good_counts()["handovers"])
    checkpoint = run_checkpoint(
        "small", {"handovers": handovers.drop_columns("taken"), "drift": frame_table("drift", [])}
    )
    raised = [verdict for verdict in checkpoint.verdicts if verdict.error]
    assert [verdict.expectation for verdict in raised] == [
        "ExpectColumnPairValuesToBeEqual(column_A=given, column_B=taken)"
    ]
    assert "taken" in (raised[0].error or "")
    failed = [(verdict.table, verdict.examples) for verdict in checkpoint.verdicts if not verdict.success]
    assert failed == [("handovers", ()), ("drift", ("observed: 0",))]


def test_there_is_a_page_for_every_suite_and_an_index_of_all(checkpoint: Checkpoint) -> None:
    documents = pages(checkpoint)
    assert set(documents) == {INDEX, *(page_name(name) for name in good_counts())}
    assert all(f'href="{page_name(name)}"' in documents[INDEX] for name in good_counts())
    assert "ExpectColumnValuesToMatchRegex(regex=^&lt;i&gt;&amp;)" in documents[INDEX]
    assert "Because &lt;b&gt;." in documents[INDEX]
    for name in good_counts():
        assert f'href="{INDEX}"' in documents[page_name(name)]


def test_the_index_says_why_every_expectation_exists(checkpoint: Checkpoint) -> None:
    with zipfile.ZipFile(io.BytesIO(data_docs(checkpoint, summarise(checkpoint.verdicts)))) as archive:
        index = html.unescape(archive.read(INDEX).decode())
    entries = [entry for name in good_counts() for entry in suites.load(name).expectations]
    assert {entry.why for entry in entries if f"<td>{entry.label}</td><td>{entry.why}</td>" not in index} == set()


def test_a_page_loads_nothing_and_has_no_details_of_the_run(checkpoint: Checkpoint) -> None:
    for name, page in pages(checkpoint).items():
        assert {link for link in re.findall(r'(?:src|href)="([^"]*)"', page) if "//" in link} == set(), name
        assert "<script" not in page
        assert "url(" not in page
        assert {detail for detail, pattern in RUN_DETAILS.items() if pattern.search(page)} == set(), name


def test_another_process_makes_the_same_bytes() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-c", PROGRAM]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert ran.stdout.strip() == sha256()


def test_a_zip_depends_on_its_pages_only() -> None:
    assert zipped({"a.html": "1", "b.html": "2"}) == zipped({"b.html": "2", "a.html": "1"})
    with zipfile.ZipFile(io.BytesIO(zipped({"a.html": "é"}))) as archive:
        (entry,) = archive.infolist()
        assert (entry.date_time, archive.read(entry).decode()) == ((1980, 1, 1, 0, 0, 0), "é")
