"""Scorers say whether a human wrote the texts of an export, through the command."""

import json
from pathlib import Path

from tests.pipelines.running import versebench_here
from tests.pipelines.studies.test_analyse import written_export
from tests.transforms.judgements.exports import Rows, judgement, poem_items

LIMERICK = "There was a young lady of {0},\nWho lived in a house by the {0};\nShe said with a {0}."
WORDS = "sea town hill mill lane pond wood barn tree moor lake road".split()


def rows() -> Rows:
    """Limericks by a program, and letters that no model expects, by people."""
    items = poem_items(12, ["human", "gpt"])
    for place, of in enumerate(items):
        word = WORDS[place // 2]
        of["texts"] = [LIMERICK.format(word) if of["writer"] == "gpt" else f"{word}qz vxk jjq {place} zxw #kq"]
    items[0]["texts"] = [""]
    draws = [0.1, 0.9, 0.4]
    answers = [
        judgement(f"j{number:03d}", of, answer="x", probability=(share + place / 24) % 1)
        for number, share in enumerate(draws)
        for place, of in enumerate(items)
    ]
    return {"items": items, "judgements": answers}


def test_a_scorer_answers_beside_the_judges(tmp_path: Path) -> None:
    export = written_export(tmp_path, rows())
    ran = versebench_here("study", "analyse", export, "--scorer", "gpt2-verse", "--root", tmp_path / "out", "--json")
    assert ran.code == 0, ran.err
    found = {row["measure"]: row for row in json.loads(ran.out)["human_results"] if not row["with_excluded"]}
    assert (found["auc_of_model"]["of"], found["auc_of_model"]["value"]) == ("gpt2-verse", 1)
    assert found["correlation_with_model"]["method"].endswith("3 of 3 judges have one")
    assert -1 < found["correlation_with_judges"]["value"] < 1


def test_a_scorer_that_cannot_answer_is_one_message(tmp_path: Path) -> None:
    export = written_export(tmp_path, rows())
    unknown = versebench_here("study", "analyse", export, "--scorer", "no-such-model", "--root", tmp_path)
    assert unknown.code == 2
    assert "no-such-model" in unknown.message
    pairs = written_export(tmp_path / "pairs")
    none = versebench_here("study", "analyse", pairs, "--scorer", "gpt2-verse", "--root", tmp_path)
    assert none.code in (1, 2)
    assert "has no item of probability_human.v1" in " ".join(none.message.split())
