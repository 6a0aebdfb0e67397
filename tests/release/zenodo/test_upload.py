"""Files are sent once, whole, and as they were packaged."""

from collections import Counter
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.release.zenodo.fake_zenodo import TOKEN, FakeZenodo, Fault, Stored
from tests.release.zenodo.small_release import DATA, small_recipe, write_small_release
from versebench.release.zenodo.answers import Deposition
from versebench.release.zenodo.draft import open_draft
from versebench.release.zenodo.errors import RefusedError, ZenodoError
from versebench.release.zenodo.limits import MOST_BYTES, check_limits
from versebench.release.zenodo.metadata import deposit_metadata
from versebench.release.zenodo.upload import ChangedFileError, check_draft, compare, inventory, upload

MIB = 1 << 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_small_release(tmp_path / "release")


@pytest.fixture
def draft(fake: FakeZenodo) -> Deposition:
    return open_draft(fake.client(), "small", deposit_metadata(small_recipe()), None)


def sent(fake: FakeZenodo, draft: Deposition, folder: Path) -> Counter[str]:
    """Upload a folder; the bytes that the progress ends on, by file."""
    files, told = inventory(str(folder)), Counter[str]()
    client = fake.client()
    difference = compare(files, Deposition.model_validate(fake.deposition(fake.deposits[draft.id])).files)
    upload(client, draft, difference, lambda name, size: told.update({name: size}))
    check_draft(client, draft, files)
    return told


def held(fake: FakeZenodo, draft: Deposition) -> dict[str, bytes]:
    return {name: stored.content for name, stored in fake.deposits[draft.id].files.items()}


def in_folder(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_every_file_arrives(fake: FakeZenodo, draft: Deposition, folder: Path) -> None:
    told = sent(fake, draft, folder)
    assert held(fake, draft) == in_folder(folder)
    assert told == {name: len(content) for name, content in in_folder(folder).items()}
    puts = [one for one in fake.asked if one.method == "PUT" and "files" in one.path]
    assert {one.headers["Content-Length"] for one in puts} >= {str(len(content)) for content in DATA.values()}
    assert not any("Transfer-Encoding" in one.headers for one in puts)


FAULTS = [
    Fault("drop", "PUT", "data-two", after=MIB),
    Fault("hang", "PUT", "data-two"),
    Fault("status", "PUT", "data-two", status=500),
    Fault("status", "PUT", "data-two", status=429, headers=(("Retry-After", "0"),)),
    Fault("corrupt", "PUT", "data-two"),
    Fault("lose", "PUT", "data-two"),
    Fault("cut", "PUT", "data-two"),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.kind)
def test_a_file_is_sent_again_where_it_did_not_arrive(
    fake: FakeZenodo, draft: Deposition, folder: Path, fault: Fault
) -> None:
    fake.faults.append(Fault(**vars(fault)))
    told = sent(fake, draft, folder)
    assert held(fake, draft) == in_folder(folder)
    assert fake.count("PUT", "data-two") == 2
    assert fake.count("PUT", "data-one") == 1
    assert told["data-two.bin"] == len(DATA["data-two.bin"])


def test_the_connection_was_cut_in_the_middle_of_a_file(fake: FakeZenodo, draft: Deposition, folder: Path) -> None:
    fake.faults.append(Fault("drop", "PUT", "data-two", after=MIB))
    sent(fake, draft, folder)
    broken, whole = [one.received for one in fake.asked if one.method == "PUT" and "data-two" in one.path]
    assert (broken, whole) == (MIB, len(DATA["data-two.bin"]))


def test_a_server_that_always_holds_something_else(fake: FakeZenodo, draft: Deposition, folder: Path) -> None:
    fake.faults.append(Fault("corrupt", "PUT", "data-two", times=9))
    with pytest.raises(
        ZenodoError, match=r"has other bytes for data-two\.bin than those sent \(md5 \w{32}\); gave up after 3 attempts"
    ):
        sent(fake, draft, folder)


@pytest.mark.parametrize("status", [400, 403, 409])
def test_a_refused_file_is_not_sent_again(fake: FakeZenodo, draft: Deposition, folder: Path, status: int) -> None:
    fake.faults.append(Fault("status", "PUT", "data-two", status=status))
    with pytest.raises(RefusedError):
        sent(fake, draft, folder)
    assert fake.count("PUT", "data-two") == 1


def test_going_on_sends_only_what_is_missing(fake: FakeZenodo, draft: Deposition, folder: Path) -> None:
    fake.faults.append(Fault("status", "PUT", "data-two", status=409))
    with pytest.raises(RefusedError):
        sent(fake, draft, folder)
    there = set(held(fake, draft))
    assert there == {"README.md", "SHA256SUMS", "data-one.bin"}
    before = len(fake.asked)
    sent(fake, draft, folder)
    again = {one.path.rsplit("/", 1)[1] for one in fake.asked[before:] if one.method == "PUT"}
    assert again == set(in_folder(folder)) - there


def test_a_file_that_is_there_but_broken_is_sent_again(fake: FakeZenodo, draft: Deposition, folder: Path) -> None:
    fake.deposits[draft.id].files["data-one.bin"] = Stored("1", b"eno" * 1000)
    sent(fake, draft, folder)
    assert held(fake, draft) == in_folder(folder)


@pytest.mark.parametrize("fault", [None, "lose", "drop"])
def test_what_does_not_belong_there_is_deleted(
    fake: FakeZenodo, draft: Deposition, folder: Path, fault: str | None
) -> None:
    fake.deposits[draft.id].files["old.parquet"] = Stored("1", b"old")
    if fault:
        fake.faults.append(Fault(fault, "DELETE"))
    sent(fake, draft, folder)
    assert held(fake, draft) == in_folder(folder)


def test_a_draft_that_another_changes_is_not_taken_for_ours(fake: FakeZenodo, draft: Deposition, folder: Path) -> None:
    sent(fake, draft, folder)
    fake.deposits[draft.id].files["README.md"] = Stored("1", b"hello")
    fake.deposits[draft.id].files["more.txt"] = Stored("2", b"more")
    with pytest.raises(ZenodoError, match=r"other files than those sent \(README\.md, more\.txt\)"):
        check_draft(fake.client(), draft, inventory(str(folder)))


def test_a_file_changed_before(folder: Path) -> None:
    (folder / "data-one.bin").write_bytes(b"other" * 600)
    with pytest.raises(ChangedFileError, match=r"data-one\.bin is not the file that was packaged"):
        inventory(str(folder))


@pytest.mark.parametrize("change", [lambda old: b"X" + old[1:], lambda old: old[:-1], lambda old: old + b"X"])
@pytest.mark.parametrize("name", ["data-one.bin", "data-two.bin"])
def test_a_file_changed_meanwhile_never_arrives(  # type: ignore[no-untyped-def]
    fake: FakeZenodo, draft: Deposition, folder: Path, name: str, change
) -> None:
    files = inventory(str(folder))
    (folder / name).write_bytes(change(DATA[name]))
    with pytest.raises(ChangedFileError, match="has changed since"):
        upload(fake.client(), draft, compare(files, []), lambda *_: None)
    assert name not in held(fake, draft)
    assert fake.count("PUT", name) <= 1


def test_an_empty_file(fake: FakeZenodo, draft: Deposition, tmp_path: Path) -> None:
    folder = write_small_release(tmp_path / "empty", {"empty.txt": b""})
    sent(fake, draft, folder)
    assert held(fake, draft)["empty.txt"] == b""


def test_a_name_that_needs_quoting(fake: FakeZenodo, draft: Deposition, tmp_path: Path) -> None:
    folder = write_small_release(tmp_path / "odd", {"ä b?c#d%.txt": b"odd"})
    sent(fake, draft, folder)
    assert held(fake, draft)["ä b?c#d%.txt"] == b"odd"


def test_the_limits_of_a_record() -> None:
    check_limits({f"{number}": MOST_BYTES // 100 for number in range(100)})
    with pytest.raises(ZenodoError, match=r"101 files, but Zenodo accepts only 100 per record: release again under"):
        check_limits({f"{number}": 1 for number in range(101)})
    with pytest.raises(ZenodoError, match=r"50\.1 GB, but Zenodo accepts only 50 GB"):
        check_limits({"a": MOST_BYTES, "b": 10**8})


def test_the_fake_has_the_same_limits(fake: FakeZenodo, draft: Deposition) -> None:
    client = fake.client()
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Length": str(MOST_BYTES + 1)}
    raw = HTTPConnection(fake.url.removeprefix("http://"))
    raw.request("PUT", f"/api/files/bucket-{draft.id}/large", headers=headers)
    assert b"at most 50000000000 bytes" in raw.getresponse().read()
    fake.deposits[draft.id].files.update({str(number): Stored("1", b"") for number in range(100)})
    with pytest.raises(RefusedError, match="at most 100 files"):
        client.ask("PUT", f"{draft.links['bucket']}/one-more", content=b"a")
    fake.deposits[draft.id].published = True
    with pytest.raises(RefusedError, match="published record cannot be changed"):
        client.ask("PUT", f"{draft.links['bucket']}/1", content=b"a")
    with pytest.raises(RefusedError, match="The draft does not exist"):
        client.ask("PUT", draft.links["self"], json={"metadata": {}})
