from pathlib import Path

import pytest

from versebench.release.zenodo.errors import TokenError
from versebench.release.zenodo.token import VARIABLE, read_token


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "token"
    path.write_text("t0ken-0f-file\n")
    path.chmod(0o600)
    return path


def test_a_file_goes_before_the_environment(file: Path) -> None:
    assert read_token({VARIABLE: "other"}, VARIABLE, str(file)) == "t0ken-0f-file"


def test_the_environment() -> None:
    assert read_token({VARIABLE: " t0ken\n"}, VARIABLE, None) == "t0ken"


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o606, 0o610])
def test_a_file_that_others_may_use_is_refused(file: Path, mode: int) -> None:
    file.chmod(mode)
    with pytest.raises(TokenError, match=rf"mode {mode:04o}\): run chmod 600 {file}"):
        read_token({}, VARIABLE, str(file))


@pytest.mark.parametrize("environment", [{}, {VARIABLE: ""}, {VARIABLE: "  "}])
def test_no_token(environment: dict[str, str]) -> None:
    with pytest.raises(TokenError, match=rf"no token in {VARIABLE}: create one .* --token-file"):
        read_token(environment, VARIABLE, None)


def test_an_empty_file(file: Path) -> None:
    file.write_text("\n")
    with pytest.raises(TokenError, match=f"no token in {file}"):
        read_token({VARIABLE: "t0ken"}, VARIABLE, str(file))


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(TokenError, match="cannot be read: No such file"):
        read_token({}, VARIABLE, str(tmp_path / "none"))


@pytest.mark.parametrize("content", [b"tw0 words", b"t\xc3\xb6ken", b"\xff\xfe", b"a\x00b"])
def test_something_else_than_a_token_is_not_quoted(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(TokenError, match="does not contain a token") as caught:
        read_token({}, VARIABLE, str(file))
    assert content.decode(errors="replace") not in str(caught.value)
