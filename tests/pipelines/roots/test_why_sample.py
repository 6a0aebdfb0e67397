"""What samples/README.md says of the sample is what ``versebench why`` says under the shipped recipe."""

import csv
import json
import re
from pathlib import Path

import pytest
import yaml

from tests.pipelines.running import REPOSITORY, make_release, sample_rows
from versebench.pipelines.roots.why import why
from versebench.storage.manifest import read_manifest

PAGE = (REPOSITORY / "samples" / "README.md").read_text(encoding="utf-8")
TABLE = dict(re.findall(r"^\| (vb-x-\d+) \| (\S+) \|", PAGE, re.MULTILINE))
RARE = {"metronome": "vb-a-037", "soufflé": "vb-a-001", "kettle": "vb-x-036"}
"""Words that CMUdict lacks, as the page names them, each with its poem."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A release of the shipped recipe with one cheap task and no model: ingest and clean do what they always do."""
    values = yaml.safe_load((REPOSITORY / "recipes" / "sample.yaml").read_text(encoding="utf-8"))
    source = {**values["sources"][0], "path": str(REPOSITORY / values["sources"][0]["path"])}
    kept = {name: values[name] for name in values if name not in ("models", "generator", "selectors")}
    small = {**kept, "sources": [source], "tasks": [{"task": "swap_lines.v1", "pairs": 1}]}
    folder = tmp_path_factory.mktemp("shipped")
    make_release(folder, small)
    return str(folder / "root")


def outcome(root: str, poem: str) -> str:
    """The reason for which a poem was refused, without what follows its dot; otherwise ``kept``."""
    steps = [step for step in why(root, poem, None) if step.stage in ("ingest", "clean")]
    refused = [step for step in steps if step.outcome == "rejected"]
    return re.split(r"[.:]", refused[0].detail)[0] if refused else steps[-1].outcome


def test_the_page_has_the_table_of_flaws() -> None:
    with (REPOSITORY / "samples" / "flaws.csv").open(encoding="utf-8") as file:
        assert {row["id"]: row["expect"] for row in csv.DictReader(file)} == TABLE
    assert len(TABLE) == 40


def test_why_says_what_the_page_says_of_every_flaw(root: str) -> None:
    assert {poem: outcome(root, poem) for poem in TABLE} == TABLE


def test_words_that_the_dictionary_lacks_are_kept(root: str) -> None:
    texts = {row["id"]: row["limerick"] for row in sample_rows()}
    for word, poem in RARE.items():
        assert word in PAGE
        assert word in texts[poem].lower()
        assert outcome(root, poem) == "kept"


def test_every_good_poem_is_kept(root: str) -> None:
    good = [row["id"] for row in sample_rows() if row["id"] not in TABLE]
    assert len(good) == 220
    record = json.loads(next((Path(root) / "records").iterdir()).read_text())
    assert {outcome(root, poem) for poem in good[::20]} == {"kept"}
    manifest = read_manifest(str(Path(root) / record["stages"]["clean"]))
    assert manifest is not None
    assert manifest.tables["poems"].rows == 220 + sum(expect == "kept" for expect in TABLE.values())
