"""Every mistake becomes one message with its place and its remedy, and an exit code, and leaves nothing unfinished."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.models.scorers import saved
from tests.pipelines.running import (
    REPOSITORY,
    VERSEBENCH,
    Ran,
    jsonl_recipe,
    recipe_values,
    sample_rows,
    versebench,
    versebench_here,
    write_recipe,
)
from tests.pipelines.scoring import rows, write_rows
from tests.pipelines.stages.test_sampling import table_of
from versebench.pipelines.recipe.recipe import load_recipe

CHINESE, EMOJI = "床前明月光\n疑是地上霜\n举头望明月\n低头思故乡\n好", "🙂\n🙃\n👩‍👩‍👧\n🎉\n🙂 x"
GPT2 = REPOSITORY / "models/resources/gpt2-verse"


def check(ran: Ran, code: int, root: Path, *parts: str) -> None:
    """One message at the end with these parts, no traceback, and nothing unfinished."""
    assert ran.code == code, ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert ran.err.count("versebench: ") == 1, ran.err
    for part in parts:
        assert part in ran.message, ran.message
    assert len(ran.message) < 3_000
    assert not list(root.rglob("*.tmp"))
    assert not list(root.rglob("spill*"))
    assert not (root / "releases").exists()
    for manifest in root.rglob("manifest.json"):
        for table in json.loads(manifest.read_text())["tables"].values():
            assert all((manifest.parent / file["name"]).exists() for file in table["files"])


def source_of(path: object, **changes: Any) -> list[dict[str, Any]]:
    return [{**recipe_values()["sources"][0], "path": str(path), **changes}]


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"sources": source_of("no/such.json")}, ["source 'sample': there is no file no/such.json; check the path"]),
        ({"sources": source_of("no/*.json")}, ["no file matches no/*.json; check the pattern"]),
        ({"sources": source_of("samples")}, ["samples is a folder; name its files, as in samples/*.json"]),
        ({"sead": 1}, ["recipe.yaml: unknown key 'sead'; did you mean 'seed'?"]),
        (
            {"form": "jueju", "clean": {"profile": "classical"}, "tasks": [{"task": "replace_end_word.v1"}]},
            ["replace_end_word.v1 (", "supports english only, but the poems are in classical-chinese; did you mean "],
        ),
        ({"clean": {"profil": "ranlp2021"}}, ["unknown key 'clean.profil'; did you mean 'profile'?"]),
        ({"seed": "seven"}, ["recipe.yaml: seed: input should be a valid integer"]),
        ({"seed": -1}, ["seed: input should be greater than or equal to 0"]),
        ({"tasks": [{"task": "swap_line.v1"}]}, ["unknown name 'swap_line.v1'; did you mean 'swap_lines.v1'?"]),
        ({"clean": {"filters": [{"filter": "six_lines.v1"}]}}, ["'six_lines.v1'", "did you mean 'five_lines.v1'?"]),
        (
            {"vocabulary_filter": ["replace_end_word.v1"]},
            ["vocabulary_filter names 'replace_end_word.v1', which is not a task of this recipe; choose from: "],
        ),
        ({"models": [{"model": "gpt9"}]}, ["models.0: 'gpt9' is neither a shipped model (gpt2-verse, "]),
        ({"tagger": "nobody"}, ["tagger: unknown tagger 'nobody': use \"verse-tagger.v1\""]),
        ({"version": 1.0}, ["version: 1.0 is a number; write three numbers, as in 1.0.0"]),
        ({"name": "My Corpus"}, ["name: 'My Corpus' is not a valid name; use lower-case letters, ", "as in my-corpus"]),
        ({"sources": []}, ["recipe.yaml: sources: is empty; name at least one source"]),
        ({"tasks": ["swap_lines.v1"]}, ["tasks.0: 'swap_lines.v1' has no key; write {task: swap_lines.v1}"]),
        (
            {"clean": {"filters": ["five_lines.v1"]}},
            ["clean.filters.0: 'five_lines.v1' has no key; write {filter: five_lines.v1}"],
        ),
        ({"models": ["gpt2-verse"]}, ["models.0: 'gpt2-verse' has no key; write {model: gpt2-verse}"]),
        ({"clean": "verse"}, ["clean: must have keys with values, not just 'verse'"]),
        ({"tasks": "swap_lines.v1"}, ["tasks: must be a list; start each item with '- ', or write [...]"]),
        ({"creators": "A. Editor"}, ["recipe.yaml: creators: must be a list, as in [A. Editor]"]),
        (
            {"sources": source_of("x", fields={"poem": "x"})},
            ["unknown key 'sources.0.fields.poem'; choose one of text, source_id, "],
        ),
        ({"sources": source_of("x", format="json")}, ["sources.0.format: input should be ", "; did you mean 'jsonl'?"]),
        ({"clean": {"profile": "vers"}}, ["clean.profile: input should be ", "; did you mean 'verse'?"]),
        (
            {"writer": {"model": "gpt2-writer"}, "generator": {"model": "gpt2-writer"}},
            ["has 'writer' and 'generator', its new name; keep 'generator' only"],
        ),
        ({"licence": None}, ["recipe.yaml: licence: input should be a valid string"]),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_a_wrong_recipe(tmp_path: Path, changes: dict[str, Any], parts: list[str]) -> None:
    root = tmp_path / "root"
    ran = versebench_here("release", write_recipe(tmp_path, recipe_values(**changes)), "--root", root)
    check(ran, 2, root, *parts)
    assert not root.exists()


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("name: [", "is not valid YAML: while parsing"),
        ("", "a recipe must be a mapping of keys to values, as in recipes/sample.yaml"),
        ("- name: x", "a recipe must be a mapping of keys"),
        ("\0", "is not valid YAML"),
        ("a: &a [*a]", "nested too deeply, or contains itself"),
    ],
)
def test_a_file_that_is_not_a_recipe(tmp_path: Path, text: str, part: str) -> None:
    (tmp_path / "recipe.yaml").write_text(text)
    check(versebench_here("release", tmp_path / "recipe.yaml"), 2, tmp_path, f"{tmp_path}/recipe.yaml: ", part)


def test_no_recipe(tmp_path: Path) -> None:
    check(versebench_here("release", tmp_path / "none.yaml"), 2, tmp_path, "file not found; recipes/sample.yaml")


def test_a_folder_instead_of_a_recipe(tmp_path: Path) -> None:
    ran = versebench_here("release", tmp_path)
    check(ran, 2, tmp_path, f"{tmp_path} is a folder; name a recipe in it, as in recipes/sample.yaml")


def test_renamed_keys_are_read_with_one_warning_each(tmp_path: Path) -> None:
    source = source_of("no/such.json", fields={"is_limerick": "is_limerick"})
    values = recipe_values(writer={"model": "gpt2-writer", "training_lines": "own"}, sources=source)
    path = write_recipe(tmp_path, values)
    ran = versebench("release", path, "--root", tmp_path / "root", "--dry-run")
    assert ran.err.count("warning: ") == 2, ran.err
    assert f"warning: {path}: 'writer' is now 'generator'; rename the key\n" in ran.err
    assert "warning: source 'sample': 'fields.is_limerick' is now 'attributes.is_limerick'; move the key\n" in ran.err


def test_a_renamed_key_of_an_override_changes_no_other_key(tmp_path: Path) -> None:
    path = write_recipe(tmp_path, recipe_values(generator={"model": "gpt2-writer", "training_lines": "own"}))
    with pytest.warns(FutureWarning, match="--set writer.training_lines: 'writer' is now 'generator'"):
        recipe = load_recipe(str(path), ["writer.training_lines=null"])
    assert recipe.generator is not None
    assert (recipe.generator.model, recipe.generator.training_lines) == ("gpt2-writer", None)


def test_a_wrong_override(tmp_path: Path) -> None:
    ran = versebench_here("release", write_recipe(tmp_path, recipe_values()), "--set", "title=[")
    check(ran, 2, tmp_path, "--set title: '[' is not valid YAML", "quote it")


def jsonl(tmp_path: Path, lines: list[str], **changes: Any) -> tuple[Path, Path]:
    """A recipe over some lines, and the root for it."""
    (tmp_path / "rows.jsonl").write_text("\n".join(lines))
    return write_recipe(tmp_path, jsonl_recipe(f"{tmp_path}/rows.jsonl", **changes)), tmp_path / "root"


def good_lines() -> list[str]:
    return [json.dumps({"text": row["limerick"], "id": row["id"]}) for row in sample_rows()[:150]]


def test_odd_rows_are_refused_or_kept_and_none_is_lost(tmp_path: Path) -> None:
    odd = [
        '{"text": "x", "id": "unclosed"',
        json.dumps({"text": "a" * 50_000_000}),
        '{"text": "nul \\u0000 byte"}',
        '{"text": "raw \0 nul"}',
        json.dumps({"text": EMOJI, "id": "emoji"}),
        json.dumps({"text": "", "id": "empty"}),
        json.dumps({"text": CHINESE, "id": "chinese"}),
    ]
    good = good_lines()
    recipe, root = jsonl(tmp_path, [*good[:70], *odd, *good[70:]])
    ran = versebench_here("clean", recipe, "--root", root, "--json")
    assert ran.code == 0, ran.err
    (run,) = (path for path in (root / "ingest").iterdir() if path.is_dir())
    rejects, poems = table_of(run, "rejects").to_pylist(), table_of(run, "poems").to_pylist()
    assert len(rejects) + len(poems) == len(good) + len(odd)
    reasons = sorted(reject["reason"] for reject in rejects)
    assert reasons == ["control_characters", "empty_text", "malformed_json", "malformed_json", "row_too_large"]
    assert {poem["text"] for poem in poems} >= {EMOJI, CHINESE}
    large = next(reject for reject in rejects if reject["reason"] == "row_too_large")
    assert (len(large["original"]), large["original_size"]) == (65_536, len(odd[1]))
    places = {place["row_id"]: place["row"] for place in table_of(run, "provenance").to_pylist()}
    assert sorted(places[reject["reject_id"]] for reject in rejects) == [71, 72, 73, 74, 76]
    refused = table_of(json.loads(ran.out)["directory"], "rejects").to_pylist()
    assert {row["source_id"] for row in refused} >= {"emoji", "chinese"}


def test_no_usable_row(tmp_path: Path) -> None:
    recipe, root = jsonl(tmp_path, ['{"limerick": "x"}', "{", '{"limerick": "y"}'])
    parts = ["source 'mine'", "none of its 3 rows can be read, most often for missing_field (2 rows)"]
    parts += [f"as row 1 of {tmp_path}/rows.jsonl: no text in field 'text'; the row has limerick; check its format"]
    check(versebench_here("release", recipe, "--root", root), 1, root, *parts)


def test_an_empty_source(tmp_path: Path) -> None:
    recipe, root = jsonl(tmp_path, [])
    check(
        versebench_here("release", recipe, "--root", root), 1, root, "no usable rows: it has no rows; check its format"
    )


def test_too_many_unreadable_rows(tmp_path: Path) -> None:
    recipe, root = jsonl(tmp_path, [*good_lines()[:20], *["{"] * 10])
    parts = ["10 of 30 rows cannot be read, most often for malformed_json (10 rows), as row 21 of"]
    parts += ["more than ingest.max_unreadable_share = 0.05 allows: fix the source"]
    check(versebench_here("release", recipe, "--root", root), 1, root, *parts)


def test_a_corpus_of_which_nothing_is_kept(tmp_path: Path) -> None:
    recipe, root = jsonl(tmp_path, [json.dumps({"text": "one\ntwo"}), json.dumps({"text": "x"})])
    parts = ["clean: the filters kept none of 2 poems (five_lines", "check the form, clean.filters"]
    check(versebench_here("release", recipe, "--root", root), 1, root, *parts)


def test_a_file_in_another_format(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"limerick": "x"}\n')
    recipe, root = write_recipe(tmp_path, recipe_values(sources=source_of(tmp_path / "rows.jsonl"))), tmp_path / "root"
    parts = [f"ingest ({tmp_path}/rows.jsonl)", "begins with", "use format jsonl"]
    check(versebench_here("release", recipe, "--root", root), 1, root, *parts)


def test_two_models_of_one_name(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        shutil.copytree(GPT2, tmp_path / folder / "scorer")
    models = [{"model": f"{tmp_path}/{folder}/scorer"} for folder in ("a", "b")]
    recipe = write_recipe(tmp_path, recipe_values(models=models))
    ran = versebench_here("release", recipe, "--root", tmp_path / "root")
    check(ran, 2, tmp_path / "root", "two models would have the name 'scorer' in the tables; rename a folder")


def test_a_model_with_truncated_weights(tmp_path: Path) -> None:
    shutil.copytree(GPT2, tmp_path / "scorer")
    weights = tmp_path / "scorer/model.safetensors"
    weights.write_bytes(weights.read_bytes()[:100_000])
    tasks = [{"task": "swap_lines.v1", "pairs": 2}]
    values = recipe_values(models=[{"model": f"{tmp_path}/scorer"}], tasks=tasks)
    ran = versebench_here("release", write_recipe(tmp_path, values), "--root", tmp_path / "root")
    check(ran, 1, tmp_path / "root", "score (shard ", "scorer", "fetch them again")


# The interpreter may lie in root's own folder, where another user could not start it: so the user stays root, but
# without the power to ignore permissions.
UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")


def can_drop_privileges() -> bool:
    command = [*UNPRIVILEGED, str(VERSEBENCH), "--help"]
    return os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0


unprivileged = pytest.mark.skipif(not can_drop_privileges(), reason="needs root, to drop privileges")


@unprivileged
def test_a_root_that_cannot_be_written(tmp_path: Path) -> None:
    recipe, root = write_recipe(tmp_path, recipe_values()), tmp_path / "root"
    root.mkdir(mode=0o555)
    ran = versebench("release", recipe, "--root", root, prefix=UNPRIVILEGED)
    check(ran, 1, root, f"{root}/", "permission is denied; choose another --root or fix its permissions")
    assert list(root.iterdir()) == []


@unprivileged
def test_a_source_that_cannot_be_read(tmp_path: Path) -> None:
    rows, root = tmp_path / "rows.json", tmp_path / "root"
    rows.write_text("[]")
    rows.chmod(0)
    ran = versebench(
        *("release", write_recipe(tmp_path, recipe_values(sources=source_of(rows))), "--root", root),
        prefix=UNPRIVILEGED,
    )
    check(ran, 2, root, f"{rows}: cannot be read: Permission denied; check its permissions")


def can_mount() -> bool:
    command = ["unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"]
    return os.geteuid() == 0 and subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("size", ["40k", "200k", "500k"])
@pytest.mark.skipif(not can_mount(), reason="needs root and a private mount namespace")
def test_a_full_disk(tmp_path: Path, size: str) -> None:
    recipe, root = write_recipe(tmp_path, recipe_values()), tmp_path / "root"
    root.mkdir()
    script = (
        f'mount -t tmpfs -o size={size} none {root} && "$@"; code=$?; '
        f"find {root} -name '*.tmp' -o -name 'spill*' -o -name releases; exit $code"
    )
    ran = versebench("release", recipe, "--root", root, prefix=("unshare", "-m", "sh", "-c", script, "sh"))
    check(ran, 1, root, "the disk is full; free some space and run again: committed shards are kept")


def test_a_file_over_the_limit_of_the_process(tmp_path: Path) -> None:
    recipe, root = write_recipe(tmp_path, recipe_values()), tmp_path / "root"
    ran = versebench("ingest", recipe, "--root", root, prefix=("prlimit", "--fsize=20000"))
    check(ran, 1, root, "the file is larger than this process may write; raise the limit and run again")


@pytest.mark.parametrize("run_it", [False, True], ids=["by_default", "when_asked"])
def test_a_model_with_python_code_of_its_own(tmp_path: Path, run_it: bool) -> None:
    pytest.importorskip("torch")
    folder = saved.with_own_code(tmp_path / "scorer")
    pairs = write_rows(tmp_path / "pairs.jsonl", rows(2))
    asked = ["--set", f"run_code_of_the_model={json.dumps(run_it)}", "--family", "causal"]
    ran = versebench_here("score", pairs, "--model", folder, "--root", tmp_path / "root", *asked)
    assert (folder / "has_run").exists() == run_it
    if run_it:
        assert ran.code == 0, ran.err
        return
    parts = ["score (shard 0): scorer needs its own Python code, which is not run by default; if you trust its author"]
    check(ran, 1, tmp_path / "root", *parts, "set run_code_of_the_model to true")
