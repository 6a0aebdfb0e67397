"""Which model is meant, and which revision of it."""

import json
import shutil
from pathlib import Path

import pytest

from versebench.models.scorers.identity import SHIPPED, UnknownModelError, identify

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    model = tmp_path / "my-model"
    model.mkdir()
    (model / "config.json").write_text("{}")
    (model / "model.safetensors").write_bytes(b"\0" * (3 << 20))
    return model


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_model_is_found_by_its_name(name: str) -> None:
    found = identify(name, None)
    assert (found.name, found.on_hub, len(found.revision)) == (name, False, 40)
    assert (Path(found.location) / "model.safetensors").is_file()


def test_a_folder_is_named_by_its_last_part(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert identify(str(folder), None).name == identify(f"{folder}/", None).name == "my-model"
    monkeypatch.chdir(folder)
    assert identify(".", None).name == "my-model"


def test_the_revision_is_a_hash_of_names_and_contents_and_not_of_the_place(folder: Path, tmp_path: Path) -> None:
    before = identify(str(folder), None).revision
    copy = tmp_path / "elsewhere"
    shutil.copytree(folder, copy)
    assert identify(str(copy), None).revision == before
    (copy / "README.md").write_text("no part of the model")
    assert identify(str(copy), None).revision == before
    (copy / "tokenizer.json").write_text("{}")
    with_tokenizer = identify(str(copy), None).revision
    (copy / "tokenizer.json").rename(copy / "vocab.json")
    renamed = identify(str(copy), None).revision
    (folder / "model.safetensors").write_bytes(b"\0" * (3 << 20) + b"\1")
    assert len({before, with_tokenizer, renamed, identify(str(folder), None).revision}) == 4


def test_a_golden_revision(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "gpt2"}')
    (tmp_path / "model.safetensors").write_bytes(bytes(range(256)))
    assert identify(str(tmp_path), None).revision == "315e73b28abb3a0a08603c88d86821d4fc253d87"


def test_a_model_on_the_hub_needs_a_full_commit() -> None:
    found = identify("openai-community/gpt2-medium", COMMIT)
    assert (found.name, found.location) == ("openai-community/gpt2-medium", "openai-community/gpt2-medium")
    assert (found.revision, found.on_hub) == (COMMIT, True)


@pytest.mark.parametrize("revision", [None, "main", COMMIT[:12], COMMIT.upper()])
def test_a_hub_id_without_one_is_refused_with_the_remedy(revision: str | None) -> None:
    with pytest.raises(UnknownModelError, match="set its revision to a full commit"):
        identify("openai-community/gpt2-medium", revision)


def test_an_unknown_model_is_refused_with_the_shipped_ones() -> None:
    shipped_and_fetched = (
        r"neither a shipped model \(gpt2-verse, .*\), nor one that .*\(smollm2-135m, .*\), nor a folder"
    )
    with pytest.raises(UnknownModelError, match=f"'gpt9' is {shipped_and_fetched}"):
        identify("gpt9", None)


@pytest.mark.parametrize("path", ["./nowhere", "/nowhere", "a/b/c", "../nowhere"])
def test_a_path_that_is_no_folder_is_refused(path: str) -> None:
    with pytest.raises(UnknownModelError, match=f"the folder {path} does not exist"):
        identify(path, None)


def test_a_folder_without_a_config_is_refused(folder: Path) -> None:
    (folder / "config.json").unlink()
    with pytest.raises(UnknownModelError, match=r"has no config\.json"):
        identify(str(folder), None)


def test_the_revision_covers_files_in_folders_below(folder: Path) -> None:
    before = identify(str(folder), None).revision
    (folder / "sub").mkdir()
    (folder / "sub/m.safetensors").write_bytes(b"weights")
    (folder / "model.safetensors.index.json").write_text('{"weight_map": {"a": "sub/m.safetensors"}}')
    sharded = identify(str(folder), None).revision
    (folder / "sub/m.safetensors").write_bytes(b"zeros..")
    assert len({before, sharded, identify(str(folder), None).revision}) == 3
    (folder / "sub").rename(folder.parent / "elsewhere")
    (folder / "sub").symlink_to(folder.parent / "elsewhere")
    linked = identify(str(folder), None).revision
    (folder / "sub/m.safetensors").write_bytes(b"weights")
    assert identify(str(folder), None).revision == sharded != linked


def test_links_in_a_circle_and_hidden_folders_are_left_out(folder: Path) -> None:
    before = identify(str(folder), None).revision
    (folder / "again").symlink_to(folder)
    (folder / ".git").mkdir()
    (folder / ".git/config.json").write_text("{}")
    assert identify(str(folder), None).revision == before


@pytest.mark.parametrize("name", ["../m.safetensors", "/tmp/m.safetensors", "no.safetensors", "sub/../m.safetensors"])
def test_an_index_that_names_a_file_elsewhere_is_refused(folder: Path, name: str) -> None:
    (folder.parent / "m.safetensors").write_bytes(b"weights")
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": {"a": name}}))
    with pytest.raises(UnknownModelError, match=r"index\.json names '.*', which is not a file of the folder"):
        identify(str(folder), None)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"weight_map": [1]}', '{"weight_map": {"a": 1}}', "[" * 100_000])
def test_a_damaged_index_is_refused(folder: Path, text: str) -> None:
    (folder / "model.safetensors.index.json").write_text(text)
    with pytest.raises(UnknownModelError, match="is not an index of weights"):
        identify(str(folder), None)
