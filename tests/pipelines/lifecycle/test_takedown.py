"""A takedown as a user sees it: in the recipe, in the next release, and on the command line."""

import datetime
import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml

from tests.pipelines.conftest import Sample
from tests.pipelines.running import (
    jsonl_recipe,
    make_release,
    recipe_values,
    sample_rows,
    versebench_here,
    write_recipe,
)
from tests.pipelines.stages.test_sampling import table_of
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.lifecycle.release import Released
from versebench.pipelines.lifecycle.tombstones import check_orders, tombstones_of, unmatched_orders
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.roots.inventory import read_root
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.ingest import ingest
from versebench.release.changes.tombstones import read_tombstones

ON = {"on": "2026-01-31", "reason": "legal"}


AUTHOR = "Ms Quill"


def poems_of(sample: Sample) -> list[dict[str, Any]]:
    """Six poems of the sample: five that are hers from now on, and one that leaves its source."""
    return table_of(sample.release, "poems").to_pylist()[:6]  # type: ignore[no-any-return]


@pytest.fixture(scope="session")
def later(sample: Sample, tmp_path_factory: pytest.TempPathFactory) -> Released:
    """The release after the sample, without an author and without a poem that has left its source."""
    folder = tmp_path_factory.mktemp("later")
    shutil.copytree(sample.root, folder / "root")
    *hers, gone = (poem["source_id"] for poem in poems_of(sample))
    rows = [{**row, **({"author": AUTHOR} if row["id"] in hers else {})} for row in sample_rows() if row["id"] != gone]
    (folder / "rows.json").write_text(json.dumps(rows))
    source = {"name": "sample", "path": f"{folder}/rows.json", "format": "oedilf-json", "licence": "CC0-1.0"}
    takedowns = [{"author": AUTHOR.upper(), **ON}, {"source_id": gone, "source": "sample", **ON}]
    values = recipe_values(sources=[source], version="2.0.0", previous="1.0.0", takedowns=takedowns)
    return make_release(folder, values)


def contents(folder: Path) -> dict[str, str]:
    """What the files of a release hold, as text."""
    return {path.name: content(path) for path in sorted(folder.iterdir())}


def content(path: Path) -> str:
    if path.suffix == ".parquet":
        return json.dumps(pq.read_table(path).to_pylist(), default=str, ensure_ascii=False)
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            return "\n".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    return path.read_bytes().decode("utf-8", "replace")


def test_nothing_of_it_is_in_the_next_release(later: Released, sample: Sample) -> None:
    before, now = contents(sample.release), contents(Path(later.folder))
    for poem in poems_of(sample):
        beginning = json.dumps("\n".join(poem["text"].split("\n")[:2]), ensure_ascii=False)[1:-1]
        assert any(beginning in text for text in before.values())
        assert not [name for name, text in now.items() if beginning in text]
        assert {name.split("-")[0] for name, text in now.items() if poem["work_id"] in text} <= {
            "rejects",
            "tombstones.json",
            "TOMBSTONES.md",
            "CHANGES.md",
        }
    assert not [name for name, text in now.items() if AUTHOR.casefold() in text.casefold()]
    assert list(verify(later.folder)) == []


def test_the_release_says_what_was_taken_down(later: Released, sample: Sample) -> None:
    found = read_tombstones(Path(later.folder, "tombstones.json").read_bytes())
    assert {work.work_id for work in found.works} >= {poem["work_id"] for poem in poems_of(sample)}
    by_author, by_row = sorted(found.orders, key=lambda order: order.kind)
    assert (by_author.kind, by_row.kind, by_row.rows) == ("author", "row", 0)
    assert by_author.rows == len(found.works) - 1
    assert {(work.on, work.reason) for work in found.works} == {("2026-01-31", "legal")}
    card = Path(later.folder, "README.md").read_text()
    assert f"list {len(found.works)} works with date and reason" in card
    assert "| Not a duplicate, not taken down |" in card
    recipe = json.loads(Path(later.folder, "recipe.json").read_text())
    assert [set(one) for one in recipe["takedowns"]] == [{"order", "kind", "on", "reason", "lifted"}] * 2


def test_the_record_names_every_run_that_was_used(later: Released) -> None:
    inventory = read_root(str(Path(later.folder).parents[2]))
    assert [(one.version, one.previous) for one in inventory.releases] == [("1.0.0", None), ("2.0.0", "1.0.0")]
    assert not [run.item.path for run in inventory.runs if not run.releases]


def test_the_releases_after_it_keep_its_tombstones(later: Released, tmp_path: Path) -> None:
    found = read_tombstones(Path(later.folder, "tombstones.json").read_bytes())
    folder = Path(later.folder).parents[3]
    values = yaml.safe_load((folder / "recipe.yaml").read_text()) | {"version": "3.0.0", "previous": "2.0.0"}
    (gone,) = (order for order in found.orders if order.kind == "row")

    def works(values: dict[str, Any]) -> set[str]:
        recipe = load_recipe(str(write_recipe(tmp_path, values)), [])
        next_one = tombstones_of(Chain(recipe, str(folder / "root"), Runner()))
        assert next_one is not None
        return {work.work_id for work in next_one.works}

    assert works(values) == {work.work_id for work in found.works}
    values["takedowns"][1]["lifted"] = "2026-02-01"
    assert works(values) == {work.work_id for work in found.works if gone.order not in work.orders}


def recipe_of(folder: Path, *takedowns: dict[str, Any], **changes: Any) -> Any:
    return load_recipe(str(write_recipe(folder, recipe_values(takedowns=list(takedowns), **changes))), [])


def test_an_order_of_the_previous_release_may_be_lifted_and_not_lost(
    later: Released, sample: Sample, tmp_path: Path
) -> None:
    after = {"version": "3.0.0", "previous": later.folder}
    author = {"author": AUTHOR, **ON}
    row = {"source_id": poems_of(sample)[-1]["source_id"], "source": "sample", **ON}
    kept = recipe_of(tmp_path, author, {**row, "lifted": "2026-02-01"}, **after)
    check_orders(kept, Chain(kept, str(tmp_path / "root"), Runner()).previous())
    lost = recipe_of(tmp_path, author, **after)
    with pytest.raises(RecipeError, match=r"\(row, 2026-01-31, legal\) of the previous release is not in the recipe"):
        check_orders(lost, Chain(lost, str(tmp_path / "root"), Runner()).previous())


def test_a_date_and_a_reason_run_nothing_again_and_a_name_does(tmp_path: Path) -> None:
    rows = [json.dumps({"text": f"poem {number}", "id": number, "author": f"A{number}"}) for number in range(4)]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows))

    def ingested(*takedowns: dict[str, Any]) -> Any:
        values = jsonl_recipe(f"{tmp_path}/rows.jsonl", takedowns=list(takedowns))
        recipe = load_recipe(str(write_recipe(tmp_path, values)), [])
        committed = ingest(recipe, str(tmp_path / "root"), Runner())
        return committed, list(unmatched_orders(recipe, committed))

    none, told = ingested()
    assert told == []
    one, told = ingested({"author": "a2", **ON}, {"author": "a9", **ON})
    assert one.run.run_id != none.run.run_id
    assert one.manifest.counts["rejected.taken_down"] == 1
    assert len(told) == 1
    assert told[0].startswith("takedowns.1 (author, since 2026-01-31) matches no row of the sources")
    again, _ = ingested({"author": "A9", "on": "2020-01-01", "reason": "other"}, {"author": "A2", **ON})
    assert (again.run.run_id, again.made) == (one.run.run_id, False)
    lifted, _ = ingested({"author": "A2", **ON, "lifted": "2026-02-01"})
    assert (lifted.run.run_id, lifted.made) == (none.run.run_id, False)


def test_a_corpus_of_which_everything_is_taken_down(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps({"text": "a poem", "author": "A"}))
    recipe = write_recipe(tmp_path, jsonl_recipe(f"{tmp_path}/rows.jsonl", takedowns=[{"author": "A", **ON}]))
    ran = versebench_here("ingest", recipe, "--root", tmp_path / "root")
    assert ran.code == 1
    assert "every poem of every source is taken down, so there is nothing left to release" in ran.message


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"author": "A"}, "the key 'takedowns.0.on' is missing"),
        ({"author": "A", **ON, "why": "x"}, "unknown key 'takedowns.0.why'"),
        ({**ON}, "takedowns.0: give exactly one of work_id, author and source_id"),
        ({"author": "A", "on": "soon", "reason": "legal"}, "takedowns.0.on: input should be a valid date"),
        ({"author": "A", "on": "2026-01-31", "reason": "dull"}, "takedowns.0.reason: input should be 'legal'"),
    ],
)
def test_a_wrong_entry(tmp_path: Path, entry: dict[str, Any], problem: str) -> None:
    with pytest.raises(RecipeError, match=problem):
        recipe_of(tmp_path, entry)


def test_the_command_prints_lines_that_a_recipe_takes(tmp_path: Path) -> None:
    ran = versebench_here("takedown", "--author", "Äda", "--reason", "author", "--on", "2026-01-31")
    assert ran.code == 0
    (entry,) = yaml.safe_load(ran.out)["takedowns"]
    assert entry == {"author": "Äda", "on": datetime.date(2026, 1, 31), "reason": "author"} or entry == {
        "author": "Äda",
        "on": "2026-01-31",
        "reason": "author",
    }
    (order,) = recipe_of(tmp_path, entry).takedowns
    assert f"id of the order in releases: {order.order}" in ran.err
    wrong = versebench_here("takedown", "--reason", "author")
    assert wrong.code == 2
    assert "give exactly one of work_id, author and source_id" in wrong.message
