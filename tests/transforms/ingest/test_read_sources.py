import json
from pathlib import Path

import pytest

from tests.transforms.ingest.small_ingest import RULES, SourcePart, ingest
from versebench.transforms.ingest.read_sources import Unreadable, read_file, read_note
from versebench.transforms.ingest.source_file import SourceFile
from versebench.transforms.ingest.spill import read_partition
from versebench.transforms.mapping.failure import RecoverableError
from versebench.transforms.readers.contract import ORIGINAL_LIMIT
from versebench.transforms.sources.source import Source
from versebench.transforms.text.keys import shard_of

EMOJI, CHINESE = "🙂 🙃\n👩‍👩‍👧 x", "床前明月光\n疑是地上霜"


def source(path: Path, format_: str) -> SourceFile:
    settings = {"name": "s", "path": str(path), "format": format_, "licence": "CC0-1.0"}
    return SourceFile(0, str(path), Source.model_validate(settings).of_form("verse"))


def test_what_is_read_of_a_file_is_counted_by_reason_with_the_first_row(tmp_path: Path) -> None:
    path = tmp_path / "poems.jsonl"
    path.write_text('{"text": "x"}\n{"a": 1}\n{"text": ""}\n{"b": 1}\n{\n{"text": "y"}\n')
    read = read_note(read_file(source(path, "jsonl"), str(tmp_path), RULES, 1 << 16, 3), 3)
    assert (read.poems, read.unreadable) == (2, 4)
    assert read.reasons[0] == Unreadable("missing_field", 2, 2, "no text in field 'text'; the row has a")
    assert [(one.reason, one.rows, one.first) for one in read.reasons[1:]] == [
        ("empty_text", 1, 3),
        ("malformed_json", 1, 5),
    ]


def test_partitions_hold_every_row_once_and_equal_texts_together(tmp_path: Path) -> None:
    path = tmp_path / "poems.jsonl"
    path.write_text("".join(json.dumps({"text": f"poem {number % 50}"}) + "\n" for number in range(200)))
    read = read_note(read_file(source(path, "jsonl"), str(tmp_path), RULES, 1 << 16, 7), 7)
    rows = [(partition, row) for partition in range(7) for row in read_partition([read.spill], partition).to_pylist()]
    assert sorted(row["row"] for _, row in rows) == list(range(1, 201))
    assert all(shard_of(row["text_id"], 7) == partition for partition, row in rows)


def test_odd_texts_are_kept_as_they_are() -> None:
    ingested = ingest([SourcePart("s", [{"text": EMOJI}, {"text": CHINESE}])])
    assert {poem["text"] for poem in ingested.rows("poems")} == {EMOJI, CHINESE}


def test_bad_rows_keep_their_original_and_their_size() -> None:
    lines = ['{"text": "x\\u0000y"}', '{"text": ""}', '{"text": 3}', '{"text": "\\ud800"}', "{" + "x" * 70_000]
    rejects = {reject["reason"]: reject for reject in ingest([SourcePart("s", lines)]).rows("rejects")}
    assert sorted(rejects) == ["control_characters", "empty_text", "invalid_unicode", "row_too_large", "wrong_type"]
    assert json.loads(rejects["control_characters"]["original"]) == {"text": "x\0y"}
    assert rejects["invalid_unicode"]["original"] == '{"text": "\\ud800"}'
    assert len(rejects["row_too_large"]["original"]) == ORIGINAL_LIMIT
    assert rejects["row_too_large"]["original_size"] == 70_001


def test_a_file_that_is_not_in_its_format_is_named_with_its_source(tmp_path: Path) -> None:
    path = tmp_path / "poems.json"
    path.write_text('{"text": "x"}\n')
    with pytest.raises(RecoverableError, match=f"^{path} \\(source 's'\\): begins with .* use format jsonl"):
        read_file(source(path, "oedilf-json"), str(tmp_path), RULES, 1 << 16, 1)
    assert not list(tmp_path.glob("*.json.*"))
    assert not (tmp_path / "read-00000.json").exists()
