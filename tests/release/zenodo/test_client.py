"""Requests that fail for a while, for good, and without telling the token."""

import logging
import traceback

import pytest

from tests.release.zenodo.fake_zenodo import TOKEN, FakeZenodo, Fault, running
from versebench.release.zenodo.client import Access
from versebench.release.zenodo.draft import DEPOSITIONS, check_clock, read_account
from versebench.release.zenodo.errors import RefusedError, ZenodoError
from versebench.storage.http_retry import TransientError

LIST = {"page": 1, "size": 100}
PASSING = [
    Fault("hang", times=2),
    Fault("drop", times=2),
    Fault("cut", times=2),
    Fault("status", status=500, times=2),
    Fault("status", status=503, times=2),
    Fault("status", status=429, times=2, headers=(("Retry-After", "0"),)),
]


@pytest.mark.parametrize("fault", PASSING, ids=lambda fault: f"{fault.kind}-{fault.status}")
def test_what_passes_is_asked_again(fake: FakeZenodo, fault: Fault) -> None:
    fake.faults.append(Fault(fault.kind, times=2, status=fault.status, headers=fault.headers))
    fake.add_record({"a": b"a"})
    client = fake.client(answer_timeout_s=0.1)
    assert len(client.get(DEPOSITIONS, LIST)) == 1
    assert len(fake.asked) == 3


def test_at_some_time_it_is_enough(fake: FakeZenodo) -> None:
    fake.faults.append(Fault("status", times=10))
    with pytest.raises(ZenodoError, match=r"failed \(HTTP 500\): run again later; gave up after 3 attempts"):
        fake.client().get(DEPOSITIONS, LIST)
    assert len(fake.asked) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413])
def test_a_refusal_is_not_asked_again(fake: FakeZenodo, status: int) -> None:
    fake.faults.append(Fault("status", status=status, message="No, because."))
    with pytest.raises(RefusedError) as caught:
        fake.client().get(DEPOSITIONS, LIST)
    assert caught.value.status == status
    assert "token" in str(caught.value) if status == 401 else "No, because." in str(caught.value)
    assert len(fake.asked) == 1


def test_the_server_says_how_long_to_wait(fake: FakeZenodo) -> None:
    fake.rate = (2, 0.9)
    client = fake.client()
    for _ in range(3):
        client.get(DEPOSITIONS, LIST)
    assert len(fake.asked) == 4


def test_a_wait_that_is_too_long_is_told(fake: FakeZenodo) -> None:
    fake.faults.append(Fault("status", status=429, headers=(("Retry-After", "86400"),)))
    with pytest.raises(RefusedError, match="accepts no requests for 86400 s"):
        fake.client().get(DEPOSITIONS, LIST)


def test_the_client_keeps_below_the_limit_by_itself(fake: FakeZenodo) -> None:
    client = fake.client(requests_per_minute=3)
    for _ in range(3):
        client.get(DEPOSITIONS, LIST)
    assert not client._limiter.try_acquire("zenodo", blocking=False)


def test_an_expired_token(fake: FakeZenodo) -> None:
    fake.tokens.clear()
    with pytest.raises(RefusedError, match="does not accept the token: it may have expired"):
        fake.client().get(DEPOSITIONS, LIST)


def test_what_is_no_answer_of_zenodo(fake: FakeZenodo) -> None:
    fake.faults.append(Fault("status", status=200))
    with pytest.raises(ZenodoError, match="does not answer like Zenodo"):
        read_account(fake.client())


@pytest.mark.parametrize("hours", [-1.1, 1.1, -30.0])
def test_a_wrong_clock(fake: FakeZenodo, hours: float) -> None:
    fake.clock_error_s = hours * 3600
    client = fake.client()
    check_clock(client)
    client.get(DEPOSITIONS, LIST)
    with pytest.raises(
        ZenodoError, match=rf"{abs(hours)} hours {'ahead of' if hours > 0 else 'behind'} the clock of 127"
    ):
        check_clock(client)


def test_a_clock_that_is_nearly_right(fake: FakeZenodo) -> None:
    fake.clock_error_s = 3500
    client = fake.client()
    client.get(DEPOSITIONS, LIST)
    check_clock(client)


def test_the_date_is_that_of_the_server(fake: FakeZenodo) -> None:
    fake.clock_error_s = 3 * 86400
    client = fake.client()
    before = client.today
    client.get(DEPOSITIONS, LIST)
    assert client.today < before


@pytest.mark.parametrize("url", ["http://zenodo.org", "ftp://127.0.0.1", "zenodo.org", "", "https://", "http://[::"])
def test_a_token_is_sent_over_https_alone(url: str) -> None:
    with pytest.raises(ZenodoError, match="begins with https://"):
        Access(url)


def test_nothing_is_sent_to_an_address_elsewhere(fake: FakeZenodo) -> None:
    with pytest.raises(ZenodoError, match=r"refers to an address on another host, evil\.example"):
        fake.client().get("https://evil.example/api/files/bucket")
    assert not fake.asked


def test_a_redirect_to_a_host_that_is_not_listed_is_not_followed(fake: FakeZenodo) -> None:
    with running() as other:
        for address in (f"{other.url}/api/records/1", "http://evil.example/", "https://127.0.0.1:1/"):
            fake.faults.append(Fault("status", status=302, headers=(("Location", address),)))
            with pytest.raises(ZenodoError, match=r"redirects to another host, .*: no request was sent there; if you"):
                fake.client().get(DEPOSITIONS, LIST)
        assert not other.asked


def test_a_redirect_to_a_listed_host_goes_without_the_token(fake: FakeZenodo) -> None:
    with running() as other:
        fake.faults.append(Fault("status", status=302, headers=(("Location", f"{other.url}/api/records/1"),)))
        with pytest.raises(RefusedError):
            fake.client(redirect_hosts=(other.url.removeprefix("http://"),)).get(DEPOSITIONS, LIST)
        assert "Authorization" not in other.asked[0].headers
        assert fake.asked[0].headers["Authorization"] == f"Bearer {TOKEN}"


def test_an_answer_is_bounded(fake: FakeZenodo) -> None:
    number = fake.add_record({"a": b"1"}, title="x" * (1 << 24)).id
    with pytest.raises(ZenodoError, match="sends more than 16777216 bytes as an answer"):
        fake.client(None).get(f"/api/records/{number}")
    fake.faults.append(Fault("raw", message="[" * 100_000, times=3))
    with pytest.raises(ZenodoError, match="gave an answer that is not JSON"):
        fake.client(None).get("/api/records/1")


def test_the_token_is_in_the_header_and_nowhere_else(fake: FakeZenodo, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    said = []
    faults = (
        Fault("status", status=400, message=f"Bad {TOKEN}"),
        Fault("status", status=500, times=3),
        Fault("hang", times=3),
        Fault("expire"),
    )
    fake.client().get(DEPOSITIONS, LIST)
    for fault in faults:
        fake.faults = [fault]
        # Only a fault that hangs is waited for so briefly: a busy machine may answer late too, and is asked again then.
        client = fake.client(answer_timeout_s=0.1) if fault.kind == "hang" else fake.client()
        with pytest.raises(ZenodoError) as caught:
            client.get(DEPOSITIONS, LIST)
        said += [
            "".join(traceback.format_exception(caught.value)),
            repr(caught.value),
            repr(client),
            str(client.access),
        ]
    with pytest.raises(TransientError) as passing:
        fake.client(url="http://127.0.0.1:9").ask("GET", DEPOSITIONS)
    said += [repr(passing.value.__context__), "".join(traceback.format_exception(passing.value))]
    assert caplog.records, "the library logs, and was heard"
    assert TOKEN not in "".join([*said, caplog.text, *(str(one.__dict__) for one in caplog.records)])
    assert "[hidden]" in said[0]
    assert all(TOKEN not in one.path + one.query for one in fake.asked)
    assert {name for one in fake.asked for name, value in one.headers.items() if TOKEN in value} == {"Authorization"}
