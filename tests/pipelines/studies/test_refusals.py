"""What planners and operators get wrong: one message that says what to do, and nothing is written."""

import shutil
from pathlib import Path

import pytest

from tests.pipelines.studies.plans import committed_plan
from tests.studies.made_up import item_rows
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.studies.folder import write_tables
from versebench.pipelines.studies.operate import invite, status
from versebench.pipelines.studies.plan import plan_study
from versebench.pipelines.studies.spec_file import load_spec
from versebench.schemas.studies import ITEMS

SAMPLES = Path(__file__).parents[3] / "samples" / "studies"
CHINESE = "鐵軌穿雲去\n孤燈接夜明"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A committed run with a table of items."""
    rows = sorted(item_rows(16), key=lambda row: str(row["item"]))
    return Path(write_tables(str(tmp_path), "made-up", {ITEMS: [ITEMS.build_rows(rows)]}, {})[0].directory)


def sample(folder: Path, name: str, *changes: tuple[str, str]) -> str:
    """The path of a copy of a sample with changes."""
    shutil.copytree(SAMPLES, folder / "samples", dirs_exist_ok=True)
    path = folder / "samples" / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return str(path)


def refusal(release: Path, spec: str, root: Path) -> str:
    with pytest.raises((DataError, RecipeError)) as refused:
        plan_study(str(release), load_spec(spec), str(root), write=True)
    assert not (root / "studies").exists()
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_damaged_release(release: Path, tmp_path: Path) -> None:
    [file] = release.glob("*.parquet")
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    said = refusal(release, sample(tmp_path, "styles"), tmp_path / "out")
    assert "is damaged" in said
    assert "make the release again" in said


def test_a_release_without_what_the_protocols_need(release: Path, tmp_path: Path) -> None:
    said = refusal(release, sample(tmp_path, "limericks"), tmp_path / "out")
    assert "choose_original.v1, altered_or_not.v1 need the table pairs, which" in said


def test_too_few_items_with_those_for_practice_and_attention(release: Path, tmp_path: Path) -> None:
    gold = ("practice: 0", "practice: 0\ngold: {one_in: 5, at_least: 0.8}")
    said = refusal(release, sample(tmp_path, "styles", gold), tmp_path / "out")
    assert "16 items of match_style.v1, 0 for practice and 1 that check attention" in said
    assert said.endswith("has 16; ask for fewer")


def test_a_placeholder_in_a_consent(release: Path, tmp_path: Path) -> None:
    spec = sample(tmp_path, "styles")
    (tmp_path / "samples" / "styles.consent.de.md").write_text("Sie schreiben an [NAME].")
    said = refusal(release, spec, tmp_path / "out")
    assert "consent.de: styles.consent.de.md contains the placeholder '[NAME]'; write what judges consent to" in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no Chinese at all", "has a text without a Chinese character; leave it out, or choose its language"),
        ("铁轨穿云去", "has characters that are not traditional: 铁轨; convert the poems, or choose zh-Hans"),
    ],
)
def test_an_item_without_a_character_in_the_chosen_script(
    text: str, message: str, release: Path, tmp_path: Path
) -> None:
    spec = sample(tmp_path, "chinese")
    path = tmp_path / "samples" / "chinese.items.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()
    first = lines[0].partition('"texts": ["')
    assert first[1], lines[0]
    lines[0] = first[0] + first[1] + text + '"' + first[2][first[2].index("]") :]
    path.write_text("\n".join(lines), encoding="utf-8")
    said = refusal(release, spec, tmp_path / "out")
    assert said.startswith("poems.language: item ")
    assert message in said


def test_the_database_of_another_plan(tmp_path: Path) -> None:
    first, other = (committed_plan(tmp_path / name, judge_items=items) for name, items in (("a", 8), ("b", 4)))
    database = f"sqlite:///{tmp_path}/study.db"
    invite(first, database, 1)
    with pytest.raises(DataError, match=r"is of study .*; name the database of this plan, or an empty one"):
        invite(other, database, 1)


def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    plan = committed_plan(tmp_path)
    for address in ("postgresql://nobody:secret@127.0.0.1:1/none", f"sqlite:///{tmp_path}/missing/study.db"):
        with pytest.raises(DataError, match=r"the database cannot be used: .*check --database") as refused:
            status(plan, address)
        assert "secret" not in str(refused.value)
    (tmp_path / "study.db").write_bytes(b"this is no database" * 100)
    with pytest.raises(DataError, match="file is not a database"):
        status(plan, f"sqlite:///{tmp_path}/study.db")
