"""A release of ids and spans alone, and the full tables made of it again."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from tests.pipelines.conftest import Sample
from tests.pipelines.lifecycle.test_takedown import contents
from tests.pipelines.running import SAMPLE, make_release, recipe_values, versebench_here
from tests.pipelines.stages.test_sampling import table_of
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.lifecycle.rebuild import differing, holders_recipe, rebuild
from versebench.pipelines.lifecycle.release import Released
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.score_pairs import committed_pairs
from versebench.release.folder.withheld import COLUMNS, Held, restore, withhold
from versebench.storage.manifest import read_manifest, read_table

SOURCE = [f"sample={SAMPLE}"]


def tables_of(folder: Path, shard: int = 0) -> dict[str, pa.Table]:
    manifest = read_manifest(str(folder))
    assert manifest is not None
    return {name: read_table(str(folder), manifest, name, shard) for name in manifest.tables}


def held(sample: Sample, shard: int = 0) -> Held:
    """What somebody has who ran the same recipe over the same source."""
    ingested, cleaned, annotated = (tables_of(sample.stage(name), shard) for name in ("ingest", "clean", "annotate"))
    rejects = pa.concat_tables([ingested["rejects"], cleaned["rejects"]])
    return Held(cleaned["poems"], annotated["annotation"], rejects)


@pytest.fixture(scope="session")
def withheld(sample: Sample, tmp_path_factory: pytest.TempPathFactory) -> Released:
    """The sample as a release of ids and spans alone."""
    folder = tmp_path_factory.mktemp("withheld")
    shutil.copytree(sample.root, folder / "root", ignore=shutil.ignore_patterns("releases", "records"))
    return make_release(folder, recipe_values(texts="withheld"))


def test_no_file_of_the_release_holds_a_line_of_a_poem(withheld: Released, sample: Sample) -> None:
    files, before = contents(Path(withheld.folder)), contents(sample.release)
    lines = {line for text in table_of(sample.release, "poems").column("text").to_pylist() for line in text.split("\n")}
    lines |= {line for row in table_of(sample.release, "pairs").to_pylist() for line in row["corrupted"].split("\n")}
    for line in lines:
        written = json.dumps(line, ensure_ascii=False)[1:-1]
        assert any(written in text for text in before.values())
        assert not [name for name, text in files.items() if written in text], line
    assert "harness.zip" not in files
    assert "versebench rebuild . --source NAME=FILE" in files["README.md"]


def test_it_is_intact_and_its_ids_and_spans_are_those_of_the_full_one(withheld: Released, sample: Sample) -> None:
    assert list(verify(withheld.folder)) == []
    for name, entry in sample.released.manifest.tables.items():
        full, given = table_of(sample.release, name), table_of(withheld.folder, name)
        left = [column for column in full.column_names if column not in COLUMNS.get(name, ())]
        assert given.select(left).equals(full.select(left)), name
        assert (withheld.manifest.tables[name].content_hash == entry.content_hash) == (name not in COLUMNS)


def test_who_holds_the_source_makes_the_full_tables_again(withheld: Released, sample: Sample) -> None:
    root = str(Path(withheld.folder).parents[2])
    made = rebuild(withheld.folder, SOURCE, root, Runner())
    assert made.run.stage == "rebuild"
    for name, content in withheld.manifest.made_of["full_tables"].items():
        assert made.manifest.tables[name].content_hash == content
    assert table_of(made.run.directory, "pairs").equals(table_of(sample.release, "pairs"))
    assert list(verify(made.run.directory)) == []
    assert committed_pairs(made.run.directory, root, Runner()).manifest == made.manifest
    again = versebench_here("rebuild", withheld.folder, "--source", *SOURCE, "--root", root, "--json")
    said = json.loads(again.out)
    assert (again.code, said["directory"], said["made"]) == (0, made.run.directory, False)


def test_texts_that_are_not_held_are_counted(sample: Sample) -> None:
    full, there = tables_of(sample.stage("assemble")), held(sample)
    whole, missing = restore(withhold(full), there)
    assert all(whole[name].equals(full[name]) for name in full)
    assert not missing
    other = there.poems.column("text_id").to_pylist()
    other[0] = "0" * 20
    text_changed = there.poems.set_column(1, there.poems.schema.field(1), pa.array(other))
    gone = Held(text_changed.slice(0, len(text_changed) - 1), there.annotation, there.rejects.slice(0, 0))
    made, missing = restore(withhold(full), gone)
    lost = {there.poems.column("work_id")[place].as_py() for place in (0, len(there.poems) - 1)}
    works = pa.array(lost, pa.string())
    for name in ("poems", "annotation", "pairs"):
        assert missing.get(name, 0) == pc.sum(pc.is_in(full[name].column("work_id"), works)).as_py()
    assert missing["rejects"] == len(full["rejects"])
    assert [row["text"] for row in made["poems"].to_pylist() if row["work_id"] in lost] == ["", ""]


def test_another_source_is_told_from_that_of_the_release(withheld: Released) -> None:
    made = withheld.manifest
    wrong = {**made.made_of["full_tables"], "outcomes": "0"}
    assert "outcomes: the rows differ from those of the release" in differing(wrong, made)
    assert differing({name: entry.content_hash for name, entry in made.tables.items()}, made) == []
    lacking = replace(made, counts={"missing/outcomes": 3})
    assert f"outcomes: the texts of 3 of {made.tables['outcomes'].rows} rows are missing" in differing(wrong, lacking)


@pytest.mark.parametrize(
    ("sources", "problem"),
    [
        ([], r"--source sample=\.\.\.: the release has the sources sample; give each once"),
        (["other=x", *SOURCE], r"--source other=\.\.\.: the release has the sources sample"),
        (["sample"], "--source sample: write NAME=FILE"),
    ],
)
def test_sources_that_are_not_named(withheld: Released, tmp_path: Path, sources: list[str], problem: str) -> None:
    with pytest.raises(RecipeError, match=problem):
        rebuild(withheld.folder, sources, str(tmp_path), Runner())


def test_a_release_with_texts_has_nothing_to_rebuild(sample: Sample, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="contains its texts, so there is nothing to rebuild"):
        rebuild(str(sample.release), SOURCE, str(tmp_path), Runner())


def test_references_are_not_scored(withheld: Released, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="its texts are withheld; make its full tables with versebench rebuild"):
        committed_pairs(withheld.folder, str(tmp_path), Runner())


def test_the_holders_recipe_reads_and_cleans_as_that_of_the_release(withheld: Released) -> None:
    stated: dict[str, Any] = dict(withheld.manifest.made_of["recipe"])
    recipe = holders_recipe(stated, {"sample": "poems.json"})
    assert recipe.sources[0].path == "poems.json"
    assert (recipe.ingest.rows_per_shard, recipe.splits, recipe.kind) == (90, None, "corpus")
    assert [one.model_dump(mode="json") for one in recipe.clean.applied] == stated["clean"]["filters"]
