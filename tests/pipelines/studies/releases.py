"""Made-up exports of studies about what a release holds."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.pipelines.studies.test_analyse import written_export
from tests.transforms.judgements.exports import STUDY, Rows, choice, item, judgement, style_choice
from versebench.release.folder.read import stream_release_table
from versebench.storage.manifest import read_manifest
from versebench.transforms.text.draws import Draws

Row = dict[str, Any]
JUDGES = ("j000", "j001", "j002")


def rows_of(folder: str | Path, table: str) -> list[Row]:
    """The rows of a table of a release."""
    manifest = read_manifest(str(folder))
    assert manifest is not None
    return [row for shard in stream_release_table(str(folder), manifest, table) for row in shard.to_pylist()]


def pair_rows(release: str | Path, pairs: int, judges: int = 3) -> Rows:
    """Every judge chooses between the texts of the first pairs of a task, one in ten wrongly."""
    task = "swap_lines.v1"
    chosen = [row for row in rows_of(release, "pairs") if row["task"] == task][:pairs]
    items = [
        item(
            f"i{place:04d}",
            "choose_original.v1",
            task=task,
            pair_id=row["pair_id"],
            work_id=row["work_id"],
            text_ids=[row["original_text_id"], row["corrupted_text_id"]],
            texts=["", ""],
            roles=["original", "corrupted"],
            answer="first",
        )
        for place, row in enumerate(chosen)
    ]
    draws = Draws(1, "right", "made up", 0)
    answers = [choice(f"j{judge:03d}", of, right=draws.uniform() < 0.9) for judge in range(judges) for of in items]
    return {"items": items, "judgements": answers}


def poem_rows(release: str | Path, poems: int) -> Rows:
    """Three judges say how probable it is that people wrote the poems; every second one counts as a model's."""
    items = [
        item(
            f"h{place:04d}",
            "probability_human.v1",
            writer="gpt" if place % 2 else "human",
            title=f"title {place // 2}",
            work_id=row["work_id"],
            text_ids=[row["text_id"]],
            texts=[row["text"]],
            roles=["poem"],
        )
        for place, row in enumerate(rows_of(release, "poems")[:poems])
    ]
    draws = Draws(1, "human", "made up", 0)
    answers = [judgement(name, of, answer="x", probability=draws.below(101) / 100) for name in JUDGES for of in items]
    return {"items": items, "judgements": answers}


def page_rows(release: str | Path) -> Rows:
    """Three judges rate the lines and match the styles of all items of a ghostwriting release."""
    items = [{**row, "study": STUDY, "simulated": True} for row in rows_of(release, "items")]
    draws = Draws(1, "pages", "made up", 0)
    rows: Rows = {"items": items, "judgements": [], "line_ratings": []}
    for name in JUDGES:
        for of in items:
            if of["protocol"] == "match_style.v1":
                shown = of["authors"][1:]
                artist = of["authors"][0] if draws.uniform() < 0.5 else draws.choice(shown)
                rows["judgements"].append(style_choice(name, of, artist))
            else:
                rows["judgements"].append(judgement(name, of, answer="rated"))
                rows["line_ratings"] += _ratings(name, of, draws)
    return rows


def _ratings(name: str, of: Row, draws: Draws) -> Iterator[Row]:
    keys = {key: of[key] for key in ("study", "item", "work_id", "simulated")}
    for line in range(1, 1 + len(of["texts"][0].split("\n"))):
        fluency, coherence = (draws.choice(["strong", "weak", "not"]) for _ in range(2))
        coherent = None if line == 1 else coherence
        yield {**keys, "judge": name, "line": line, "fluency": fluency, "coherence": coherent, "ruled": False}


def export_of(folder: Path, rows: Rows) -> str:
    """The folder of an export."""
    return str(written_export(folder, rows, shards=1))
