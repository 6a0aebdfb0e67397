"""The functions of ``import versebench``: the same bits as a release, and no Beam for the small ones."""

import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

import versebench as vb
from tests.pipelines.conftest import Sample
from tests.pipelines.running import recipe_values, write_recipe
from versebench.models.scorers.contract import TextScore, Unscored
from versebench.pipelines.errors import DataError, RecipeError
from versebench.transforms.scoring.texts import units

POEM = """A baker who lived by the sea
Put salt in the bread and the tea;
When his guests asked him why
He said with a sigh,
"It is cheaper than sugar for me."
"""


def test_scores_equal_those_of_a_release_in_every_bit(scored: Sample) -> None:
    release = vb.open_release(str(scored.release))
    asked = units(release.arrow("pairs"))[:40]
    models = set(release.arrow("scores").column("model").to_pylist())
    model = "gpt2-verse" if "gpt2-verse" in models else sorted(models)[0]
    stored = {
        (row["work_id"], row["text_id"]): (row["log_probability"], row["tokens"])
        for row in release.arrow("scores").to_pylist()
        if row["model"] == model
    }
    answers = vb.score_units([[text.text for text in unit] for unit in asked], model)
    for unit, scores in zip(asked, answers, strict=True):
        for text, score in zip(unit, scores, strict=True):
            assert isinstance(score, TextScore)
            assert (score.log_probability, len(score.token_log_probabilities)) == stored[text.work_id, text.text_id]


def test_pairs_equal_those_of_a_release(sample: Sample) -> None:
    released = vb.open_release(str(sample.release)).arrow("pairs").to_pylist()
    by_task: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for row in released:
        by_task[row["task"]][row["work_id"]] = row
    for label, name, parameters in (
        ("swap_lines.v1", "swap_lines.v1", {}),
        ("delete_words.v1:words=1", "delete_words.v1", {"words": 1, "edits_per_poem": 2}),
    ):
        poems = {work: row["original"] for work, row in by_task[label].items()}
        made = vb.pairs(poems, name, form="limerick", seed=7, **parameters)
        texts: dict[str, set[str | None]] = defaultdict(set)
        for pair in made:
            texts[pair.work_id].add(pair.corrupted)
        assert all(row["corrupted"] in texts[work] for work, row in by_task[label].items())


def test_a_poem_without_a_pair_states_the_reason() -> None:
    (pair,) = vb.pairs(["One line"], "swap_lines.v1")
    assert pair.corrupted is None
    assert pair.reason


def test_a_text_that_is_too_long_states_the_reason() -> None:
    short, long = vb.score([POEM, POEM * 200], "gpt2-verse")
    assert isinstance(short, TextScore)
    assert isinstance(long, Unscored)


def test_rhymes_and_scan() -> None:
    assert vb.rhymes("frame", "claim").rhymes
    assert not vb.rhymes("frame", "dog").rhymes
    assert vb.rhymes("love", "prove", historical=True).rhymes > vb.rhymes("love", "prove").rhymes
    printed = str(vb.scan(POEM))
    assert printed.splitlines()[-1] == "metre: limerick (anapaestic, 3-3-2-2-3 beats)"
    assert [line[-1] for line in printed.splitlines()[1:10:2]] == list("aabba")


def test_a_release_is_read_as_tables(scored: Sample) -> None:
    release = vb.open_release(str(scored.release))
    pairs = release.arrow("pairs")
    assert release.pandas("pairs")["pair_id"].tolist() == pairs.column("pair_id").to_pylist()
    assert release.polars("pairs", ["pair_id"]).to_series().to_list() == pairs.column("pair_id").to_pylist()
    assert "pairs (" in repr(release)


def test_the_joined_view_has_a_row_for_each_decision(scored: Sample) -> None:
    release = vb.open_release(str(scored.release))
    joined = release.joined()
    assert len(joined) == len(release.arrow("decisions"))
    sums = joined.to_pandas().query("reduction == 'sum'")
    assert len(sums)
    assert (sums.original_log_probability - sums.corrupted_log_probability).round(9).equals(sums.margin.round(9))


def test_a_release_is_made(tmp_path: Path) -> None:
    recipe = write_recipe(tmp_path, recipe_values(tasks=[{"task": "swap_lines.v1", "pairs": 5}]))
    release = vb.make_release(str(recipe), root=str(tmp_path / "root"), overrides=["tasks.0.pairs=4"])
    assert len(release.arrow("pairs")) == 4


def test_mistakes_say_what_to_do(sample: Sample, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is no release"):
        vb.open_release(str(tmp_path))
    with pytest.raises(DataError, match=r"has no table 'pear'; it has .*pairs"):
        vb.open_release(str(sample.release)).arrow("pear")
    with pytest.raises(RecipeError, match=r"did you mean 'swap_lines\.v1'"):
        vb.pairs([POEM], "swap_line.v1")
    with pytest.raises(RecipeError, match="unknown form 'limerik'"):
        vb.pairs([POEM], "swap_lines.v1", form="limerik")
    with pytest.raises(RecipeError, match="candidates of other models"):
        vb.pairs([POEM], "replace_end_word.v1")
    with pytest.raises(RecipeError, match="put the poem into a list"):
        vb.pairs(POEM, "swap_lines.v1")
    with pytest.raises(RecipeError, match="--model"):
        vb.score([POEM], "gpt2-verses")


def test_the_small_functions_import_no_beam() -> None:
    script = (
        "import sys, versebench as vb; assert 'versebench.pipelines' not in sys.modules; vb.scan('An old man sat'); "
        "vb.rhymes('sea', 'tea'); vb.pairs(['One line'], 'swap_lines.v1'); vb.score(['One line'], 'gpt2-verse'); "
        "assert 'apache_beam' not in sys.modules; assert 'great_expectations' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
