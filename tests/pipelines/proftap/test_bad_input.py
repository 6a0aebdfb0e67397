"""Recipes of poems by title that cannot work: one message, which says what to do."""

from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.proftap.recipes import SAMPLE, proftap_values
from tests.pipelines.running import versebench_here, write_recipe


def message_of(folder: Path, values: dict[str, Any]) -> str:
    ran = versebench_here("release", write_recipe(folder, values), "--root", folder / "root")
    assert ran.code in (1, 2), ran.err
    assert "Traceback" not in ran.err
    message = " ".join(ran.message.split())
    assert message.count("versebench:") == 1
    return message


def test_more_titles_than_there_are_name_the_number_that_can_be_had(tmp_path: Path) -> None:
    message = message_of(tmp_path, proftap_values(tmp_path, titles={"number": 500}))
    assert "500 are asked for" in message
    assert "lower titles.number" in message


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"prompt": "写一首诗"}, ("{{title}}", "proftap2024.v1")),
        ({"reuse": {"database": ["nowhere.json"]}}, ("nowhere.json", "name a file of poems")),
        ({"texts": "withheld"}, ("texts",)),
        ({"poets": []}, ("poets",)),
        ({"equivalence": 0.7}, ("equivalence",)),
    ],
)
def test_a_wrong_value_is_one_message(tmp_path: Path, changes: dict[str, Any], parts: tuple[str, ...]) -> None:
    message = message_of(tmp_path, proftap_values(tmp_path, **changes))
    for part in parts:
        assert part in message


def test_a_poet_without_its_file_is_named_before_anything_runs(tmp_path: Path) -> None:
    values = proftap_values(tmp_path)
    values["poets"][1]["path"] = str(tmp_path / "gone.jsonl")
    message = message_of(tmp_path, values)
    assert "poets.1" in message
    assert "gone.jsonl" in message
    assert not (tmp_path / "root" / "ingest").exists()


def test_a_database_that_is_cut_is_one_message(tmp_path: Path) -> None:
    cut = tmp_path / "cut.json"
    cut.write_bytes(SAMPLE.read_bytes()[:-40])
    message = message_of(tmp_path, proftap_values(tmp_path, reuse={"database": [str(cut)]}))
    assert f"{cut} is cut" in message
    assert "fetch it again" in message


def test_two_poets_of_one_name_and_one_called_human_are_refused(tmp_path: Path) -> None:
    values = proftap_values(tmp_path)
    values["poets"][1]["name"] = "new"
    assert "listed twice" in message_of(tmp_path, values)
    values["poets"][1]["name"] = "human"
    assert "stands for people" in message_of(tmp_path, values)


@pytest.mark.parametrize("option", ["--workers=1", "--dry-run"])
@pytest.mark.parametrize(
    ("changes", "key", "said"),
    [
        (
            {"url": "http://127.0.0.1:9/v1?key=secret"},
            "sk-4711",
            "poets.1.chat.v1.url: is no address that can be asked",
        ),
        ({}, "", "poets.1: the server at http://127.0.0.1:9/v1 needs a key; set the variable POET_ACCESS to it"),
        ({}, "sk\u2013secret", "poets.1: the key in POET_ACCESS has characters that no key has; set it again"),
    ],
)
def test_a_server_that_cannot_be_asked_is_named_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, changes: dict[str, Any], key: str, said: str
) -> None:
    monkeypatch.setenv("POET_ACCESS", key)
    server = {"poet": "chat.v1", "name": "served", "url": "http://127.0.0.1:9/v1", "model": "m"}
    values = proftap_values(tmp_path)
    values["poets"][1] = {**server, "key_from": "POET_ACCESS", **changes}
    ran = versebench_here("release", write_recipe(tmp_path, values), "--root", tmp_path / "root", option)
    assert ran.code == 2, ran.err
    assert said in " ".join(ran.message.split())
    assert "Traceback" not in ran.err
    assert "secret" not in ran.out + ran.err
    assert not (tmp_path / "root" / "ingest").exists()
