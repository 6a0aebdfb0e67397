from pathlib import Path

import pytest

from versebench.models.thesaurus.answer_cache import AnswerCache


@pytest.mark.parametrize("word", ["cat", "..", "a/b", "", "猫", "x" * 5000, "con"])
def test_an_answer_is_kept_under_any_word(tmp_path: Path, word: str) -> None:
    cache = AnswerCache(tmp_path / "new" / "folder")
    assert cache.read(word) is None
    cache.write(word, [{"ä": 1}])
    assert cache.read(word) == [{"ä": 1}]
    assert AnswerCache(tmp_path / "new" / "folder").read(word) == [{"ä": 1}]


def test_an_empty_answer_is_an_answer(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path)
    cache.write("vloon", [])
    assert cache.read("vloon") == []


@pytest.mark.parametrize(
    "damaged", [b"", b'{"word": "cat", "ans', b"[]", b'{"word": "dog", "answer": []}', b"\xff\xfe"]
)
def test_a_damaged_file_counts_as_not_there(tmp_path: Path, damaged: bytes) -> None:
    cache = AnswerCache(tmp_path)
    cache.write("cat", [])
    [path] = tmp_path.rglob("*.json")
    path.write_bytes(damaged)
    assert cache.read("cat") is None


def test_an_answer_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path)
    with pytest.raises(TypeError):
        cache.write("cat", [object()])
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert cache.read("cat") is None
