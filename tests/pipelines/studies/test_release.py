"""Releases with the judgements of studies: tables, versions, workers, withheld texts, and bad input."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser import browser, problems
from tests.pipelines.ghostwriting.test_items import released_with_items
from tests.pipelines.running import files_of, make_release, recipe_values
from tests.pipelines.studies.releases import export_of, page_rows, pair_rows, poem_rows, rows_of
from tests.pipelines.studies.test_analyse import written_export
from tests.transforms.judgements.exports import choices, judge, pair_items
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.runner import Runner

TASKS = [{"task": "swap_lines.v1", "pairs": 20}]
MODELS = [{"model": "gpt2-verse"}]


def values(*exports: str, **changes: Any) -> dict[str, Any]:
    studies = [{"name": f"readers-{place}", "path": path} for place, path in enumerate(exports)]
    named = {"studies": studies} if studies else {}
    return recipe_values(tasks=TASKS, version="auto", **named, **changes)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with a release without studies."""
    made = tmp_path_factory.mktemp("judged")
    make_release(made, values())
    return made


def first(folder: Path) -> Path:
    return folder / "root" / "releases" / "small" / "1.0.0"


def test_new_judgements_are_a_minor_version_and_withdrawn_ones_a_major_one(folder: Path) -> None:
    rows = pair_rows(first(folder), 12)
    others = pair_items(3)
    rows["items"] += [{**of, "item": f"z{place}"} for place, of in enumerate(others)]
    rows["judgements"] += list(choices(1, rows["items"][-3:], 1.0))
    released = make_release(folder, values(export_of(folder / "a", rows)))
    assert Path(released.folder).name == "1.1.0"
    assert list(verify(released.folder)) == []
    judged = rows_of(released.folder, "judgements")
    assert len(judged) == 36
    assert {row["pair_id"] for row in judged} <= {row["pair_id"] for row in rows_of(released.folder, "pairs")}
    counts = released.manifest.counts
    assert counts["judgements/readers-0/judgements/not_in_release"] == 3
    assert counts["judgements/readers-0/items_lacking"] == 3
    (accuracy,) = [
        row
        for row in rows_of(released.folder, "human_results")
        if (row["measure"], row["group"], row["with_excluded"]) == ("accuracy", "all", False)
    ]
    assert accuracy["value"] == pytest.approx(sum(row["correct"] for row in judged) / 36)

    fewer = {**rows, "judgements": rows["judgements"][1:]}
    withdrawn = make_release(folder, values(export_of(folder / "b", fewer)))
    assert Path(withdrawn.folder).name == "2.0.0"
    assert "judgements: 1 row removed" in (Path(withdrawn.folder) / "CHANGES.md").read_text()


def test_two_workers_make_the_same_bytes_and_the_folder_of_an_export_does_not_matter(
    folder: Path, tmp_path: Path
) -> None:
    rows = pair_rows(first(folder), 12)
    one = make_release(tmp_path / "one", values(export_of(tmp_path / "a", rows), models=MODELS))
    two = make_release(tmp_path / "two", values(export_of(tmp_path / "b", rows), models=MODELS), Runner(workers=2))
    assert files_of(one.folder) == files_of(two.folder)
    compared = rows_of(one.folder, "human_comparisons")
    assert {(row["model"], row["people"], row["pairs"]) for row in compared} >= {("gpt2-verse", "majority", 12)}


@pytest.mark.parametrize("texts", ["withheld"])
def test_judgements_are_released_without_texts(folder: Path, tmp_path: Path, texts: str) -> None:
    rows = pair_rows(first(folder), 6)
    released = make_release(tmp_path, values(export_of(tmp_path / "a", rows), texts=texts))
    assert list(verify(released.folder)) == []
    assert len(rows_of(released.folder, "judgements")) == 18


def test_scorers_answer_whether_a_human_wrote_a_poem(folder: Path, tmp_path: Path) -> None:
    rows = poem_rows(first(folder), 12)
    study = {"name": "poets", "path": export_of(tmp_path / "a", rows), "scorers": ["gpt2-verse"]}
    released = make_release(tmp_path, values(studies=[study]))
    assert list(verify(released.folder)) == []
    given = rows_of(released.folder, "scorer_judgements")
    assert {row["item"] for row in given} == {row["item"] for row in rows["items"]}
    assert sum(row["probability"] for row in given) == pytest.approx(6)
    beside = {row["measure"]: row["of"] for row in rows_of(released.folder, "human_results")}
    assert beside["auc_of_model"] == "gpt2-verse"
    assert "Scorers that answer the same items" in (Path(released.folder) / "report.html").read_text()
    stated = released.manifest.made_of["recipe"]["studies"][0]["scorers"]
    assert [set(of) for of in stated] == [{"model", "revision"}]
    two = make_release(tmp_path / "two", values(studies=[study]), Runner(workers=2))
    assert files_of(two.folder) == files_of(released.folder)


def test_scorers_without_such_items_are_one_message(folder: Path, tmp_path: Path) -> None:
    study = {"name": "readers", "path": export_of(tmp_path / "a", pair_rows(first(folder), 4))}
    for scorers, message in ((["gpt2-verse"], "has no item of probability_human.v1"), (["no-such-model"], "no item")):
        with pytest.raises(RecipeError, match=message):
            make_release(tmp_path, values(studies=[{**study, "scorers": scorers}]))
    poems = {"name": "poets", "path": export_of(tmp_path / "b", poem_rows(first(folder), 4))}
    with pytest.raises(RecipeError, match="no-such-model"):
        make_release(tmp_path, values(studies=[{**poems, "scorers": ["no-such-model"]}]))


def refused(folder: Path, *exports: str) -> str:
    with pytest.raises(RecipeError) as raised:
        make_release(folder, values(*exports))
    return str(raised.value)


def test_a_bad_export_is_one_message(folder: Path, tmp_path: Path) -> None:
    rows = pair_rows(first(folder), 4)
    good = export_of(tmp_path / "good", rows)
    assert "it has no manifest.json" in refused(tmp_path, str(tmp_path))
    assert "the export has no judgement" in refused(tmp_path, export_of(tmp_path / "no", {"items": rows["items"]}))
    again = export_of(tmp_path / "again", {**rows, "judgements": rows["judgements"][:2]})
    assert "are exports of one study" in refused(tmp_path, good, again)
    mixed = [{**row, "simulated": row["judge"] == "j000"} for row in rows["judgements"]]
    assert "mixes simulated judges" in refused(tmp_path, export_of(tmp_path / "mixed", {**rows, "judgements": mixed}))
    whole = {**rows, "judges": [judge(f"j{number:03d}") for number in range(3)]}
    people = {name: [{**row, "simulated": False, "study": "other"} for row in of] for name, of in whole.items()}
    assert "make a release of each" in refused(tmp_path, good, export_of(tmp_path / "people", people))
    assert "is listed twice" in refused(tmp_path, good, good)


def test_an_export_about_other_items_is_one_message(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the release has none of the 30 items"):
        make_release(folder, values(str(written_export(tmp_path))))


def test_a_ghostwriting_release_shows_styles_and_grades_of_lines(tmp_path: Path) -> None:
    with_items = released_with_items(tmp_path)
    rows = page_rows(with_items.folder)
    assert {of["protocol"] for of in rows["items"]} == {"rate_lines.v1", "match_style.v1"}
    studies = [{"name": "styles", "path": export_of(tmp_path / "a", rows)}]
    released = released_with_items(tmp_path, studies=studies, version="1.1.0", previous="1.0.0")
    assert list(verify(released.folder)) == []
    assert len(rows_of(released.folder, "judgements")) == len(rows["judgements"])
    assert len(rows_of(released.folder, "line_ratings")) == len(rows["line_ratings"])
    assert {row["judged_by"] for row in rows_of(released.folder, "confusions")} == {"people"}
    beside = {row["measure"]: row["of"] for row in rows_of(released.folder, "human_results")}
    assert {beside["confusion_pearson"], beside["agreement_with_model"]} == {"trigrams.v1"}
    report = (Path(released.folder) / "report.html").read_text()
    for shown in ("Simulated judges", "Matching where judges agree (eq. 3)", "macro mean", "Table 4 of the paper"):
        assert shown in report
    assert "simulated judges" in (Path(released.folder) / "croissant.json").read_text()
    assert "The judges are simulated" in (Path(released.folder) / "README.md").read_text()
    with browser() as opened:
        assert problems(Path(released.folder) / "report.html", opened) == []
