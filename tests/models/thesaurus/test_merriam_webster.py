import logging
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from tests.models.thesaurus.service import EYE, INVALID_KEY, KEY, RUN, Answer, Service, entry, running, said
from versebench.models.thesaurus.contract import ThesaurusError
from versebench.models.thesaurus.merriam_webster import MerriamWebsterThesaurus
from versebench.models.thesaurus.webster_client import Access

FAILURE = Answer(b"<html>down</html>", status=500)
BUSY = Answer(b"slow down", status=429)


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.fixture(autouse=True)
def key_stays_secret(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> Iterator[None]:
    """Whatever a test does, no log and no file holds the key."""
    with caplog.at_level(logging.DEBUG):
        yield
    assert KEY not in logged(caplog, "call")
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


def logged(caplog: pytest.LogCaptureFixture, when: Literal["setup", "call", "teardown"]) -> str:
    return "\n".join(f"{record.getMessage()} {vars(record)}" for record in caplog.get_records(when))


def thesaurus(
    service: Service, folder: Path, *, key: str | None = KEY, timeout_s: float = 5.0
) -> MerriamWebsterThesaurus:
    access = Access(service.url, timeout_s, attempts=3, first_wait_s=0.001, longest_wait_s=2, requests_per_second=1000)
    return MerriamWebsterThesaurus(folder, key, access)


def words(one: MerriamWebsterThesaurus, word: str, upos: str) -> list[str]:
    return [candidate.word for candidate in one.synonyms(word, upos)]


def everything_told(error: BaseException | None) -> str:
    """The text of an exception and of all that it came from."""
    told = ""
    while error is not None:
        told += f"{error!r} {error} {vars(error)} {getattr(error, 'request', '')!r}"
        error = error.__cause__ or error.__context__
    return told


def failing(service: Service, folder: Path, timeout_s: float = 5.0) -> str:
    with pytest.raises(ThesaurusError) as caught:
        thesaurus(service, folder, timeout_s=timeout_s).synonyms("eye", "NOUN")
    assert KEY not in everything_told(caught.value)
    assert not any(folder.rglob("*.json"))
    return str(caught.value)


# ---- what is read ----


def test_synonyms_by_part_of_speech(tmp_path: Path) -> None:
    with running(said(*EYE)) as service:
        eye = thesaurus(service, tmp_path)
        assert words(eye, "eye", "NOUN") == ["ring", "circle", "scrutiny", "navel", "vision"]
        assert words(eye, "Eye", "VERB") == ["deliberate", "sight", "watch", "wrestle"]
        assert words(eye, "eye", "ADJ") == words(eye, "eye", "PROPN") == []
        assert eye.holds("EYE")
        third = eye.synonyms("eye", "NOUN")[2]
    assert (third.sense, third.origin) == ("eye:1.noun.2", "merriam-webster:synonym")
    assert service.asked == ["eye"]
    assert service.keys == [KEY]


def test_inflected_words_get_inflected_synonyms(tmp_path: Path) -> None:
    with running(said(*EYE)) as service:
        eye = thesaurus(service, tmp_path)
        assert words(eye, "eyes", "NOUN") == ["rings", "circles", "scrutinies", "navels", "visions"]
        assert words(eye, "eyes", "VERB") == ["deliberates", "sights", "watches", "wrestles"]
    with running(said(RUN)) as service:
        assert words(thesaurus(service, tmp_path), "ran", "VERB") == ["fled", "went", "drove"]


def test_an_entry_that_only_mentions_the_word_does_not_count(tmp_path: Path) -> None:
    with running(said(entry("blue-sky", "noun", [["dreamy"]], ["blue-sky"]))) as service:
        assert words(thesaurus(service, tmp_path), "sky", "NOUN") == []
        assert not thesaurus(service, tmp_path).holds("sky")


def test_another_spelling_of_the_headword_counts(tmp_path: Path) -> None:
    with running(said(entry("color", "noun", [["hue"]], ["color", "colors", "colour", "colours"]))) as service:
        assert words(thesaurus(service, tmp_path), "colours", "NOUN") == ["hues"]


def test_other_parts_of_speech_are_known_too(tmp_path: Path) -> None:
    with running(said(entry("hello", "interjection", [["hi", "howdy"]]))) as service:
        assert words(thesaurus(service, tmp_path), "hello", "INTJ") == ["hi", "howdy"]


def test_an_entry_without_synonyms_is_not_held(tmp_path: Path) -> None:
    with running(said(entry("eye", "noun", [[], []]))) as service:
        assert not thesaurus(service, tmp_path).holds("eye")


def test_an_unknown_word_gets_suggestions_and_no_synonyms(tmp_path: Path) -> None:
    with running(said("balloon", "saloon")) as service:
        assert words(thesaurus(service, tmp_path), "vloon", "NOUN") == []
        assert not thesaurus(service, tmp_path).holds("vloon")
    assert service.asked == ["vloon"]


@pytest.mark.parametrize(
    "word", ["", " ", "a" * 5000, "42", "3rd", "猫", "кошка", "🐈", "two words", "../eye", "eye?key=x"]
)
def test_odd_words_are_never_asked_for(tmp_path: Path, word: str) -> None:
    with running(FAILURE) as service:
        assert words(thesaurus(service, tmp_path), word, "NOUN") == []
        assert not thesaurus(service, tmp_path).holds(word)
    assert service.asked == []


def test_a_word_with_marks_reaches_the_service_whole(tmp_path: Path) -> None:
    with running(said()) as service:
        for word in ("naïve", "o’clock", "hot-dog"):
            thesaurus(service, tmp_path).holds(word)
    assert service.asked == ["naïve", "o'clock", "hot-dog"]


# ---- the cache ----


def test_what_is_kept_is_not_asked_for_again_and_needs_no_key(tmp_path: Path) -> None:
    with running(said(*EYE)) as service:
        first = thesaurus(service, tmp_path).synonyms("eye", "NOUN")
    with running(FAILURE) as service:
        again = thesaurus(service, tmp_path, key=None)
        assert again.synonyms("eye", "NOUN") == first
        assert again.holds("eye")
    assert service.asked == []


def test_a_damaged_answer_on_disk_is_fetched_again(tmp_path: Path) -> None:
    with running(said(*EYE)) as service:
        for damage in ('{"wor', '{"word": "eye", "answer": {"meta": 3}}'):
            thesaurus(service, tmp_path).holds("eye")
            [path] = tmp_path.rglob("*.json")
            path.write_text(damage)
        assert thesaurus(service, tmp_path).holds("eye")
    assert service.asked == ["eye"] * 3


# ---- failures that pass ----


@pytest.mark.parametrize(
    "failure",
    [
        BUSY,
        Answer(b"", status=429, headers=(("Retry-After", "0"),)),
        Answer(b"", status=429, headers=(("Retry-After", "Wed, 21 Oct 2026 07:28:00 GMT"),)),
        FAILURE,
        Answer(b"", status=503),
        Answer(said(*EYE).body, cut=40),
        Answer(said(*EYE).body[:-40]),
        Answer(b"", drop=True),
        Answer(b""),
        Answer(b"\xff\xfe\x00"),
    ],
)
def test_a_failure_that_passes_is_overcome(tmp_path: Path, failure: Answer) -> None:
    with running(failure, failure, said(*EYE)) as service:
        assert "ring" in words(thesaurus(service, tmp_path), "eye", "NOUN")
    assert service.asked == ["eye"] * 3


def test_a_time_out_is_overcome(tmp_path: Path) -> None:
    with running(Answer(b"", hang=True), said(*EYE)) as service:
        assert thesaurus(service, tmp_path, timeout_s=0.3).holds("eye")
    assert service.asked == ["eye"] * 2


def test_the_wait_that_the_service_asks_for_is_kept(tmp_path: Path) -> None:
    with running(Answer(b"", status=429, headers=(("Retry-After", "1"),)), said(*EYE)) as service:
        start = time.monotonic()
        assert thesaurus(service, tmp_path).holds("eye")
    assert time.monotonic() - start >= 1


def test_requests_keep_to_the_rate(tmp_path: Path) -> None:
    with running(said()) as service:
        slow = MerriamWebsterThesaurus(tmp_path, KEY, Access(service.url, requests_per_second=2))
        start = time.monotonic()
        for word in ("one", "two", "three"):
            slow.holds(word)
    assert time.monotonic() - start >= 0.9


# ---- failures that stay ----


@pytest.mark.parametrize("key", [None, "", "  "])
def test_without_a_key_nothing_is_asked(tmp_path: Path, key: str | None) -> None:
    with (
        running(said(*EYE)) as service,
        pytest.raises(ThesaurusError, match=r"needs a key: get one .* MERRIAM_WEBSTER_KEY"),
    ):
        thesaurus(service, tmp_path, key=key).holds("eye")
    assert service.asked == []


@pytest.mark.parametrize(
    "refusal", [Answer(INVALID_KEY), Answer(b"Key is required."), Answer(b"", 403), Answer(b"", 401)]
)
def test_an_invalid_key_is_told_at_once(tmp_path: Path, refusal: Answer) -> None:
    with running(refusal) as service:
        assert "does not accept the key in MERRIAM_WEBSTER_KEY" in failing(service, tmp_path)
    assert service.asked == ["eye"]


@pytest.mark.parametrize(
    "refusal",
    [Answer(b"", 429, (("Retry-After", "86400"),)), Answer(b"Daily limit exceeded"), Answer(b"Query LIMIT reached")],
)
def test_the_daily_limit_is_told_at_once(tmp_path: Path, refusal: Answer) -> None:
    with running(refusal) as service:
        assert "limit for this key is reached: what was fetched is kept, so run again" in failing(service, tmp_path)
    assert service.asked == ["eye"]


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (FAILURE, r"failed (HTTP 500): run again later (3 attempts for 'eye')"),
        (BUSY, "refuses more queries for now: what was fetched is kept"),
        (Answer(b'[{"meta": '), "not JSON: run again later"),
        (Answer(said(*EYE).body, cut=10), "an incomplete answer (RemoteProtocolError): check the network"),
        (Answer(b"", drop=True), "check the network"),
    ],
)
def test_a_failure_that_stays_is_told_after_all_attempts(tmp_path: Path, failure: Answer, told: str) -> None:
    with running(failure) as service:
        assert told in failing(service, tmp_path)
    assert service.asked == ["eye"] * 3


def test_time_outs_that_stay_are_told(tmp_path: Path) -> None:
    with running(Answer(b"", hang=True)) as service:
        assert "(ReadTimeout): check the network (3 attempts" in failing(service, tmp_path, timeout_s=0.2)


def test_no_service_at_all_is_told(tmp_path: Path) -> None:
    with running(FAILURE) as service:
        pass
    assert "(ConnectError): check the network (3 attempts" in failing(service, tmp_path)


@pytest.mark.parametrize(
    "answer", [Answer(b"{}"), Answer(b"null"), Answer(b'[{"meta": {"id": 3}}]'), Answer(b"[1, 2]")]
)
def test_an_answer_of_another_shape_is_told_at_once(tmp_path: Path, answer: Answer) -> None:
    with running(answer) as service:
        assert "answered 'eye' with something that is neither a list of entries nor a list of words" in failing(
            service, tmp_path
        )
    assert service.asked == ["eye"]


@pytest.mark.parametrize("status", [301, 404])
def test_another_address_is_never_followed(tmp_path: Path, status: int) -> None:
    with running(Answer(b"", status, (("Location", "http://127.0.0.1:9/"),))) as service:
        assert f"answered HTTP {status}: check the service's address" in failing(service, tmp_path)


def test_an_answer_that_quotes_the_key_is_not_told(tmp_path: Path) -> None:
    with running(Answer(f"{KEY} is an invalid API key".encode())) as service:
        assert "does not accept the key" in failing(service, tmp_path)


def test_the_libraries_log_the_request_without_the_key(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(said(*EYE)) as service:
        thesaurus(service, tmp_path).holds("eye")
    assert f"{service.url}/eye" in logged(caplog, "call")
    assert service.keys == [KEY]


def test_the_proxy_of_the_environment_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(said(*EYE)) as service:
        monkeypatch.setenv("http_proxy", service.url)
        distant = MerriamWebsterThesaurus(tmp_path, KEY, Access("http://thesaurus.invalid/json", attempts=1))
        assert distant.holds("eye")
    assert service.asked == ["eye"]


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(ValueError, match="'ftp://x' is not the address of a service"):
        Access("ftp://x")


def test_the_name_has_a_version_and_no_key(tmp_path: Path) -> None:
    one = MerriamWebsterThesaurus(tmp_path, KEY)
    assert one.name.startswith("merriam-webster.v1+lemminflect-")
    assert KEY not in repr(one)
