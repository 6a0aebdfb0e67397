import json
import subprocess
import sys

import pytest

from versebench.pipelines.commands.hear import hear
from versebench.pipelines.errors import RecipeError


def test_a_line_is_heard_word_by_word() -> None:
    heard = hear(["There was an old man with a beard,"], "american", historical=False)
    assert [word.word for word in heard.words] == ["There", "was", "an", "old", "man", "with", "a", "beard"]
    assert heard.words[-1].phones == "B IH1 R D"
    assert heard.syllables == [8]
    assert heard.rhyme is None
    assert heard.scheme is None


def test_two_lines_rhyme_or_do_not() -> None:
    assert "perfect (masculine)" in str(hear(["with a beard", "as I feared"], "american", historical=False).rhyme)
    assert "none" in str(hear(["with a beard", "on a mat"], "american", historical=False).rhyme)


def test_older_rhymes_are_a_setting() -> None:
    lines = ["the course of love", "will never prove"]
    assert "perfect" not in str(hear(lines, "american", historical=False).rhyme)
    assert "perfect" in str(hear(lines, "american", historical=True).rhyme)


def test_a_poem_has_a_scheme() -> None:
    poem = "Two bricks were discussing a wall:\nI can't see the point of it all.\nNor I, said his friend,\n"
    poem += "But they say, in the end,\nThat if either one leaves it will fall."
    assert hear([poem], "american", historical=False).scheme == "aabba"


@pytest.mark.parametrize("text", ["!!!", "123", "春眠不覺曉", "🎉", "x" * 5_000])
def test_odd_words_have_an_answer(text: str) -> None:
    for word in hear([text], "american", historical=False).words:
        assert word.phones or word.origin.startswith("no pronunciation: ")


def test_nothing_to_hear_is_a_clear_error() -> None:
    with pytest.raises(RecipeError, match="nothing to hear"):
        hear([" \n "], "american", historical=False)


def test_the_command_prints_json_alone() -> None:
    command = [
        sys.executable,
        "-c",
        "from versebench.pipelines.commands.app import main; main()",
        "hear",
        "a cat",
        "a hat",
        "--json",
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(result.stdout)["rhyme"].startswith("perfect")
