"""What is hidden in messages, logs and records: known secrets in any form, and what looks like one."""

import io
import json
from pathlib import Path
from typing import TextIO, cast
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from versebench.storage import secrets
from versebench.storage.secret_shapes import HIDDEN, without_shapes
from versebench.storage.secrets import SafeStream, remember, values_without_secrets, without_secrets

TOKEN = "fake/secret+of-a-test=="


@pytest.fixture(autouse=True)
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "_loaded", set())
    monkeypatch.setattr("sys.argv", ["versebench"])


def test_in_every_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "credentials.json"
    file.touch()
    monkeypatch.setenv("A_PASSWORD", 'quote"d')
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(file))
    monkeypatch.setenv("SOME_TOKEN", "short")
    monkeypatch.setattr("sys.argv", ["versebench", "--s3_session_token", "of two words", "--api_key=ofoneword"])
    quoted = json.dumps('quote"d')
    assert without_secrets(f"a {quoted} b") == f'a "{HIDDEN}" b'
    assert without_secrets('c quote"d') == f"c {HIDDEN}"
    assert without_secrets("?key=fake%2Fsecret%2Bof-a-test%3D%3D&x") == f"?key={HIDDEN}&x"
    assert without_secrets("of two words, ofoneword, of+two+words") == f"{HIDDEN}, {HIDDEN}, {HIDDEN}"
    assert without_secrets(f"{file}: a short story") == f"{file}: a short story"


@pytest.mark.parametrize(
    "name",
    "PGPASS DB_PASS GITHUB_PAT AUTHORIZATION SSH_PRIVATE MW_KEYS MERRIAM_WEBSTER_KEY AWS_SECRET_ACCESS_KEY "
    "AWS_SESSION_TOKEN HF_TOKEN ZENODO_TOKEN ZENODO_SANDBOX_TOKEN MYSQL_PWD".split(),
)
def test_variables_that_are_named_like_secrets(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "wiggly8")
    assert without_secrets("a wiggly8 line") == f"a {HIDDEN} line"


@pytest.mark.parametrize("name", ["TOKENIZERS_PARALLELISM", "KEY_FILE", "SSH_AUTH_SOCK", "MONKEY", "GIT_AUTHOR_NAME"])
def test_variables_that_are_not(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "wiggly8")
    assert without_secrets("a wiggly8 line") == "a wiggly8 line"


def test_a_path_is_no_secret_even_if_the_file_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_PRIVATE", str(tmp_path / "gone"))
    assert without_secrets(f"{tmp_path}/poems.jsonl is missing") == f"{tmp_path}/poems.jsonl is missing"


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "AWS_ENDPOINT_URL", "VERSEBENCH_ZENODO_URL", "DATABASE_URL"])
def test_the_password_of_an_address_in_a_variable(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "https://user:hunter%2F22@host.invalid/x")
    assert without_secrets("the password hunter/22, hunter%2F22") == f"the password {HIDDEN}, {HIDDEN}"


def test_what_was_loaded_from_a_file() -> None:
    assert remember("four") == "four"
    assert without_secrets("one, four") == f"one, {HIDDEN}"


def test_the_lines_of_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "-----BEGIN THING-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\nAASCBKcwggSjAgEAAoIBAQC7VJTU\n-----END THING-----"
    monkeypatch.setenv("SSH_PRIVATE", key)
    assert without_secrets("line 2 is AASCBKcwggSjAgEAAoIBAQC7VJTU") == f"line 2 is {HIDDEN}"


LONG = "qX7pZt0LmN4vRb8sKc2Wd6YhGf1Uj3Ea"


@pytest.mark.parametrize(
    "cut", [LONG[:-1], LONG[1:], LONG[:12], LONG[10:24], quote(LONG[:12]), LONG[:20] + "%" + LONG[20:]]
)
def test_a_cut_secret(cut: str) -> None:
    remember(LONG)
    shown = without_secrets(f"the server said {cut}...")
    assert shown.startswith(f"the server said {HIDDEN}")
    assert all(LONG[start : start + 10] not in shown for start in range(len(LONG) - 9))


WORDS = "sampling-monkey-versebench"


@pytest.mark.parametrize("text", ["versebench: done", "corrupt: sampling", "a sampling monk", "VERSEBENCH/Sampling"])
def test_a_secret_does_not_hide_the_words_in_it(text: str) -> None:
    for secret in (
        WORDS,
        "versebench-2026-qX7pZt0LmN4v",
        "Sampling!LmNvRbsKcWd",
        "VERSEBENCH"[:9] + "KEY",
        "versebenching",
    ):
        remember(secret)
    assert without_secrets(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"a {WORDS} b", f"a {HIDDEN} b"),
        (quote(WORDS, safe="").replace("-", "%2D"), HIDDEN),
        ("sampling-monkey-ve...", f"{HIDDEN}..."),
        ("cut: sampling%2Dmonkey%2Dverse", f"cut: {HIDDEN}"),
    ],
)
def test_a_secret_of_words_is_hidden_whole_and_in_long_parts(text: str, shown: str) -> None:
    remember(WORDS)
    assert without_secrets(text) == shown


@pytest.mark.parametrize("part", ["LmNvRbsKcW", "2026-qX7p", "versebench-2026"])
def test_a_part_that_is_no_word_is_hidden(part: str) -> None:
    remember("versebench-2026-qX7pZt0LmN4v")
    remember("Sampling!LmNvRbsKcWd")
    assert without_secrets(f"got {part}") == f"got {HIDDEN}"


@given(
    secret=st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=6, max_size=60),
    before=st.text(max_size=20),
    after=st.text(max_size=20),
    encode=st.sampled_from([str, quote_plus, quote, lambda text: quote(text, safe=""), lambda t: json.dumps(t)[1:-1]]),
)
def test_no_form_of_a_secret_stays(secret: str, before: str, after: str, encode: object) -> None:
    secrets._loaded.clear()
    remember(secret)
    encoded = encode(secret)  # type: ignore[operator]
    shown = without_secrets(f"{before} {encoded} {after}")
    if secret not in HIDDEN and encoded not in f"{before} {after} {HIDDEN}":
        assert encoded not in shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://u:hunter22@evil.example/x?y", f"http://{HIDDEN}@evil.example/x?y"),
        ("postgres://u:p@ss@host:5432/db", f"postgres://{HIDDEN}@host:5432/db"),
        ("https://ghp_0123456789abcdefABCD@github.invalid/a", f"https://{HIDDEN}@github.invalid/a"),
        ("GET /x?access_token=abc&y=1", f"GET /x?access_token={HIDDEN}&y=1"),
        ("?X-Amz-Signature=0a1b&X-Amz-Date=2", f"?X-Amz-Signature={HIDDEN}&X-Amz-Date=2"),
        ("Authorization: Bearer abc.def-123", f"Authorization: Bearer {HIDDEN}"),
        ("Authorization: Basic dTpwYXNz", f"Authorization: Basic {HIDDEN}"),
        ('{"password=hunter22"}', f'{{"password={HIDDEN}"}}'),
        ("hf_" + "aB3" * 11, HIDDEN),
        ("ghp_" + "aB3" * 12, HIDDEN),
        ("github_pat_11ABCDEFG0_" + "aB3" * 12, HIDDEN),
        ("the key AKIAIOSFODNN7EXAMPLE is", f"the key {HIDDEN} is"),
        ("aws_secret_access_key = wJalrXUtnFEMI/K7MDENG", f"aws_secret_access_key = {HIDDEN}"),
        ("token " + "aB3dE" * 12 + ".", f"token {HIDDEN}."),
        ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn\nNzaC1r", HIDDEN),
    ],
)
def test_the_shape_of_a_secret(text: str, shown: str) -> None:
    assert without_shapes(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "https://doi.org/10.5072/zenodo.7: see a@b.example, or https://host/a@b",
        "0123456789abcdef" * 4,  # a sha256
        "0123456789abcdef0123456789abcdef01234567",  # a commit
        "convention: start_token=<bos>; the token: check it; Basic checks; key=value",
        "hf_transfer is not installed; set HF_TOKEN, or give a file with --token-file",
        "s3://bucket/key/poems.jsonl and gs://bucket/releases",
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert without_shapes(text) == text


def test_in_json_only_values_change() -> None:
    remember("status")
    value = {"status": ["status 1", 2, None, {"a": "hf_" + "a" * 20}], "n": 1.5}
    assert values_without_secrets(value) == {"status": [f"{HIDDEN} 1", 2, None, {"a": HIDDEN}], "n": 1.5}


def test_a_stream_without_secrets() -> None:
    remember(TOKEN)
    inner = io.StringIO()
    stream = cast(TextIO, SafeStream(inner))
    assert stream.write(f"a {TOKEN}\n") == len(TOKEN) + 3
    stream.writelines(["b ", TOKEN])
    print("c", TOKEN, file=stream)
    stream.flush()
    assert inner.getvalue() == f"a {HIDDEN}\nb {HIDDEN}c {HIDDEN}\n"
    assert not stream.isatty()


def test_an_option_after_a_flag_is_not_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["versebench", "--no_auth", "--project=versebench-test"])
    assert without_secrets("versebench: dry run of versebench-test") == "versebench: dry run of versebench-test"


def test_the_id_of_a_key_is_not_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "versebench-at-work")
    assert without_secrets("versebench: done") == "versebench: done"
