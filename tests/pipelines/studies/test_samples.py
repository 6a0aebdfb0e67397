"""The sample studies on items: planned, answered by programs over HTTP, and exported."""

from collections import Counter
from pathlib import Path

import pytest

from tests.studies.made_up import item_rows
from tests.studies.web.serving import serving
from versebench.pipelines.errors import RecipeError
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.studies.folder import read_tables, write_tables
from versebench.pipelines.studies.operate import close, export, simulate_judges
from versebench.pipelines.studies.plan import plan_study
from versebench.pipelines.studies.spec_file import load_spec
from versebench.pipelines.studies.study_folder import open_study
from versebench.schemas.studies import EXPORT_TABLES, ITEMS
from versebench.storage.manifest import read_manifest
from versebench.studies.database.engine import Database
from versebench.studies.web.service import make_service

SAMPLES = Path(__file__).parents[3] / "samples" / "studies"
JUDGES = 3


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A committed run with a table of items."""
    rows = sorted(item_rows(16), key=lambda row: str(row["item"]))
    table = ITEMS.build_rows(rows)
    return write_tables(str(tmp_path_factory.mktemp("root")), "made-up", {ITEMS: [table]}, {})[0].directory


@pytest.mark.parametrize(("name", "items", "languages"), [("styles", 5, {"en", "de"}), ("chinese", 8, {"zh-Hant"})])
def test_a_sample_is_planned_answered_and_exported(
    name: str, items: int, languages: set[str], release: str, tmp_path: Path
) -> None:
    planned = plan_study(release, load_spec(str(SAMPLES / f"{name}.yaml")), str(tmp_path), write=True)
    assert planned.directory is not None
    assert list(verify(planned.directory)) == []
    study = open_study(planned.directory)
    assert languages <= set(study.consent)
    database = Database(study.default_database)
    journal = f"{tmp_path}/withdrawals"
    service = make_service(study.study, study.spec, study.consent, study.items, database, journal=journal)
    with serving(service) as url:
        done = simulate_judges(planned.directory, None, url, JUDGES, 10)
    assert (done["finished"], done["answered"]) == (JUDGES, JUDGES * items)
    close(planned.directory, None, "complete")
    exported = export(planned.directory, None, str(tmp_path))
    assert list(verify(exported.directory)) == []
    tables = read_tables(exported.directory, EXPORT_TABLES, {})
    assert len(tables["judgements"]) == JUDGES * items
    works = Counter((row["judge"], row["work_id"]) for row in tables["judgements"].to_pylist())
    assert set(works.values()) == {1}


def test_the_chinese_sample_has_both_writers_equally_under_the_same_titles(release: str, tmp_path: Path) -> None:
    given = load_spec(str(SAMPLES / "chinese.yaml"))
    assert given.items is not None
    titles = Counter(row["title"] for row in given.items)
    assert set(titles.values()) == {2}
    planned = plan_study(release, given, str(tmp_path), write=True)
    assert planned.directory is not None
    main = [item for item in open_study(planned.directory).items if not item["practice"]]
    assert Counter(item["writer"] for item in main) == {"language-model": 20, "mixed-lines": 20}


def copied(tmp_path: Path, old: str = "", new: str = "") -> Path:
    for path in SAMPLES.iterdir():
        if path.is_file():
            (tmp_path / path.name).write_bytes(path.read_bytes())
    spec = tmp_path / "chinese.yaml"
    text = spec.read_text()
    assert old in text
    spec.write_text(text.replace(old, new) if old else text)
    return spec


def test_another_script_or_other_items_are_another_plan_or_none(release: str, tmp_path: Path) -> None:
    spec = copied(tmp_path)
    study = plan_study(release, load_spec(str(spec)), str(tmp_path), write=False).study
    assert study == plan_study(release, load_spec(str(SAMPLES / "chinese.yaml")), str(tmp_path), write=False).study
    items = tmp_path / "chinese.items.jsonl"
    lines = items.read_text().splitlines(keepends=True)
    items.write_text("".join(lines[:-1]))
    assert plan_study(release, load_spec(str(spec)), str(tmp_path), write=False).study != study
    spec = copied(tmp_path, "{language: zh-Hant,", "{language: zh-Hans,")
    with pytest.raises(RecipeError, match=r"item [0-9a-f]+ has characters that are not simplified: .*choose zh-Hant"):
        plan_study(release, load_spec(str(spec)), str(tmp_path), write=False)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 1: is not JSON"),
        ("[1]", "line 1"),
        ('{"protocol": "choose_original.v1", "writer": "x", "texts": ["a"], "roles": ["human"]}', "has no items of a"),
        ('{"protocol": "rate_lines.v1", "writer": "x", "texts": ["a"], "roles": []}', "not as many roles"),
        ('{"protocol": "rate_lines.v1", "writer": "x", "texts": ["a"], "roles": ["human"], "colour": 1}', "colour"),
    ],
)
def test_a_wrong_file_of_items_is_refused_with_its_line(line: str, message: str, tmp_path: Path) -> None:
    spec = copied(tmp_path)
    (tmp_path / "chinese.items.jsonl").write_text(line + "\n")
    with pytest.raises(RecipeError, match=message) as refused:
        load_spec(str(spec))
    assert "\n" not in str(refused.value)


def test_the_areas_of_the_surface_stand_in_the_plan(release: str, tmp_path: Path) -> None:
    spec = copied(tmp_path)
    items = tmp_path / "chinese.items.jsonl"
    lines = items.read_text().splitlines(keepends=True)
    people = [line.replace('"model"', '"human"') if place % 2 else line for place, line in enumerate(lines)]
    items.write_text("".join(people))
    planned = plan_study(release, load_spec(str(spec)), str(tmp_path), write=True)
    manifest = read_manifest(str(planned.directory))
    assert manifest is not None
    areas = {surface.protocol: surface.auc for surface in planned.giveaways if surface.auc is not None}
    stored = {name: count for name, count in manifest.counts.items() if name.startswith("surface_auc")}
    assert list(areas) == ["probability_human.v1"]
    assert stored == {f"surface_auc_per_mille/{name}": round(1000 * area) for name, area in areas.items()}
