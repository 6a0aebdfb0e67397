"""The padding text."""

from pathlib import Path

import pytest

from versebench.models.scorers.xlnet.padding import PaddingError, own_padding, read_padding


def test_our_own_is_a_paragraph_on_one_line() -> None:
    assert 90 <= len(own_padding().split()) <= 120
    assert "\n" not in own_padding()
    assert own_padding().isascii()


def test_a_file_of_the_user_is_read_as_one_line(tmp_path: Path) -> None:
    file = tmp_path / "padding.txt"
    file.write_text(" One line,\n\nand  another. \n", encoding="utf-8")
    assert read_padding(file) == "One line, and another."


@pytest.mark.parametrize("content", [b"", b" \n ", b"\xff\xfe\xfa"])
def test_a_file_without_text_is_told_with_the_remedy(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "padding.txt"
    file.write_bytes(content)
    with pytest.raises(PaddingError, match=r"padding\.txt .*(give a text file in UTF-8|write a paragraph)"):
        read_padding(file)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(PaddingError, match=r"nowhere\.txt cannot be read"):
        read_padding(tmp_path / "nowhere.txt")
