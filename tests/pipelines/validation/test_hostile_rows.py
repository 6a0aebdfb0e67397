"""Bad rows of sources are refused, each with its reason, and never stop a release."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tests.pipelines.running import SAMPLE, make_release, recipe_values, sample_rows
from versebench.pipelines.roots.verify import verify
from versebench.storage.manifest import read_table


def sources(folder: Path) -> list[dict[str, Any]]:
    """The sample, equal texts without ids, a row with an undecodable byte, and times that Python does not know."""
    equal = [{"text": text} for text in ("* * *", "* * *", "* * *", "* * *", "FINIS", "FINIS", "[Illustration]")]
    lines = b"".join(json.dumps(row).encode() + b"\n" for row in equal) + b'{"text": "caf\xe9\n'
    (folder / "equal.jsonl").write_bytes(lines)
    texts = [row["limerick"] for row in sample_rows()[:3]]
    times = pa.array([0, 2**62, 2**62], pa.timestamp("us"))
    pq.write_table(pa.table({"text": [f"{text} again" for text in texts], "made": times}), folder / "times.parquet")
    common = {"licence": "CC0-1.0", "fields": {"text": "text"}}
    return [
        {"name": "sample", "path": str(SAMPLE), "format": "oedilf-json", "licence": "CC0-1.0"},
        {"name": "equal", "path": str(folder / "equal.jsonl"), "format": "jsonl", **common},
        {"name": "times", "path": str(folder / "times.parquet"), "format": "parquet", **common},
    ]


def test_hostile_rows_are_refused_and_do_not_stop_a_release(tmp_path: Path) -> None:
    values = recipe_values(sources=sources(tmp_path), tasks=[{"task": "swap_lines.v1", "pairs": 40}])
    made = make_release(tmp_path, values)
    shards = range(made.manifest.shards)
    rejects = [
        row
        for shard in shards
        for row in read_table(made.folder, made.manifest, "rejects", shard).to_pylist()
        if row["source"] != "sample" and row["stage"] == "ingest"
    ]
    reasons = Counter((row["source"], row["reason"]) for row in rejects)
    assert reasons["equal", "malformed_json"] == 1
    assert reasons["times", "unreadable_value"] == 2
    assert reasons["equal", "duplicate_text"] == 4
    assert len({row["reject_id"] for row in rejects}) == len(rejects)
    assert any(row["reject_id"].endswith(".2") for row in rejects)
    assert all(row["original_size"] >= len(row["original"]) for row in rejects)
    assert list(verify(made.folder)) == []
