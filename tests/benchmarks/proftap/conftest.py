"""A folder of made-up poems and stored cases, as the benchmark reads them."""

import gzip
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.proftap.cases import CASES
from benchmarks.proftap.lines import POEMS

CHARACTERS = [chr(code) for code in range(0x4E00, 0x4F00)]


def made_up(count: int) -> list[dict[str, Any]]:
    draws = Random(3)
    rows: list[dict[str, Any]] = []
    for number in range(count):
        lines = ["".join(draws.choices(CHARACTERS, k=5 + 2 * (number % 2))) for _ in range(8)]
        couplets = [f"{first}，{second}。" for first, second in zip(lines[::2], lines[1::2], strict=True)]
        rows.append({"id": str(number), "title": "題", "author": "人", "paragraphs": couplets})
    return rows


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = made_up(60)
    with gzip.open(tmp_path / POEMS, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    with gzip.open(tmp_path / CASES, "wt", encoding="utf-8") as file:
        text = "".join(map(str, rows[0]["paragraphs"]))
        case = {"kind": "copy", "text": text, "exact_rule": True, "near_rule": True}
        file.writelines(json.dumps({**case, "exact_rule": exact}) + "\n" for exact in (True, False))
    return tmp_path
