"""The file of a corpus's counts."""

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.unigrams import read_unigrams, render_unigrams, unigrams_path


@given(st.lists(st.integers(0, 1 << 39), min_size=1), st.text(max_size=20))
def test_what_is_written_is_read_back(tmp_path_factory: pytest.TempPathFactory, counts: list[int], corpus: str) -> None:
    path = tmp_path_factory.getbasetemp() / "unigrams.json"
    path.write_text(render_unigrams(corpus, counts), encoding="utf-8")
    found = read_unigrams(path)
    assert (found.corpus, found.counts.tolist()) == (corpus, counts)
    assert json.loads(path.read_text())["tokens"] == sum(counts)


def test_one_is_added_to_every_count(tmp_path: Path) -> None:
    (tmp_path / "unigrams.json").write_text(render_unigrams("c", [3, 0, 5]))
    found = read_unigrams(tmp_path / "unigrams.json")
    assert found.log_probability((2, 2, 1)) == pytest.approx(2 * math.log(6 / 11) + math.log(1 / 11), rel=1e-14)
    assert found.log_probability(()) == 0.0
    with pytest.raises(
        ModelLoadError, match="3 tokens, but the model has more, so the file belongs to another tokenizer"
    ):
        found.log_probability((3,))


@pytest.mark.parametrize(
    "content",
    [
        *("", "[", "[]", "{}", "7", "null", '"counts"', '{"counts": [1]}', '{"corpus": "c"}', "\ud800"),
        *(
            json.dumps({"corpus": "c", "counts": counts})
            for counts in (None, 3, [], [1.5], [-1], ["3"], [[1], [2]], [True], [None], [1 << 70], {"a": 1}, "12")
        ),
        '{"corpus": "c", "counts": ' + "[" * 100_000,
    ],
    ids=lambda content: content[:40],
)
def test_what_holds_no_counts_is_told_with_the_remedy(tmp_path: Path, content: str) -> None:
    path = tmp_path / "unigrams.json"
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(ModelLoadError) as caught:
        read_unigrams(path)
    assert str(caught.value).startswith(f"{path} does not contain token counts (")
    assert str(caught.value).endswith("; make it with versebench unigrams, or leave slor out")


def test_a_file_that_is_not_there_is_told_with_the_remedy(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(ModelLoadError, match=r"does not contain token counts .* or leave slor out"):
            read_unigrams(path)


def test_own_is_the_file_in_the_folder_of_the_model() -> None:
    identity = ModelIdentity("m", "folder/m", "r", on_hub=False)
    assert unigrams_path(identity, "own") == Path("folder/m/unigrams.json")
    assert unigrams_path(identity, "other/counts.json") == Path("other/counts.json")
