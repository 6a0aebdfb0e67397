"""Records are downloaded whole, from where it stopped, and nowhere but into their folder."""

from collections import Counter
from pathlib import Path

import pytest

from tests.release.zenodo.fake_zenodo import FakeZenodo, Fault
from versebench.release.zenodo.answers import RemoteFile
from versebench.release.zenodo.errors import ZenodoError
from versebench.release.zenodo.record import PART, check_room, download, is_there, places, read_record, record_id

CONTENT = bytes(range(256)) * 4000


def remote(name: str) -> RemoteFile:
    return RemoteFile.model_validate({"key": name, "size": 1, "checksum": "md5:0"})


@pytest.fixture
def file(fake: FakeZenodo) -> RemoteFile:
    made = fake.add_record({"poems.json": CONTENT})
    return read_record(fake.client(None), made.id).files[0]


def fetched(fake: FakeZenodo, file: RemoteFile, folder: Path) -> Counter[str]:
    told = Counter[str]()
    download(fake.client(None), file, folder / file.name, lambda name, size: told.update({name: size}))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"poems.json": CONTENT}
    return told


@pytest.mark.parametrize(
    "named",
    ["zenodo:5722527", "5722527", "zenodo:10.5281/zenodo.5722527", "10.5281/zenodo.5722527", "https://doi.org/10.5281/zenodo.5722527"],
)  # fmt: skip
def test_how_a_record_is_named(named: str) -> None:
    assert record_id(named) == 5722527


@pytest.mark.parametrize("named", ["", "zenodo:", "zenodo:abc", "10.1000/182", "zenodo:-1", "zenodo:1/../2"])
def test_what_names_no_record(named: str) -> None:
    with pytest.raises(ZenodoError, match="is not the id of a record: write zenodo:5722527"):
        record_id(named)


def test_a_file_arrives_without_a_token(fake: FakeZenodo, file: RemoteFile, tmp_path: Path) -> None:
    assert fetched(fake, file, tmp_path) == {"poems.json": len(CONTENT)}
    assert is_there(file, tmp_path / "poems.json")
    assert not any("Authorization" in one.headers for one in fake.asked)


@pytest.mark.parametrize("there", [1, len(CONTENT) - 1, len(CONTENT), len(CONTENT) + 9])
@pytest.mark.parametrize("ranges", [True, False])
def test_it_goes_on_where_it_stopped(
    fake: FakeZenodo, file: RemoteFile, tmp_path: Path, there: int, ranges: bool
) -> None:
    fake.ranges = ranges
    (tmp_path / f"poems.json{PART}").write_bytes((CONTENT + b"123456789")[:there])
    told = fetched(fake, file, tmp_path)
    if there < len(CONTENT):
        assert fake.asked[-1].headers["Range"] == f"bytes={there}-"
        assert told["poems.json"] == len(CONTENT)
    if there == len(CONTENT):
        assert fake.count("GET", "content") == 0


def test_a_part_of_something_else_is_dropped(fake: FakeZenodo, file: RemoteFile, tmp_path: Path) -> None:
    (tmp_path / f"poems.json{PART}").write_bytes(b"something else")
    fetched(fake, file, tmp_path)
    assert fake.count("GET", "content") == 2


def test_a_connection_cut_in_the_middle_goes_on_there(fake: FakeZenodo, file: RemoteFile, tmp_path: Path) -> None:
    fake.faults.append(Fault("cut", "GET", "content"))
    assert fetched(fake, file, tmp_path) == {"poems.json": len(CONTENT)}
    assert fake.asked[-1].headers["Range"] == f"bytes={len(CONTENT) // 2}-"


@pytest.mark.parametrize("kind", ["hang", "drop", "status"])
def test_a_server_that_fails_is_asked_again(fake: FakeZenodo, file: RemoteFile, tmp_path: Path, kind: str) -> None:
    fake.faults.append(Fault(kind, "GET", "content"))
    download(fake.client(None, answer_timeout_s=0.2), file, tmp_path / "poems.json", lambda *_: None)
    assert is_there(file, tmp_path / "poems.json")


def test_another_md5_than_the_record_names(fake: FakeZenodo, file: RemoteFile, tmp_path: Path) -> None:
    wrong = file.model_copy(update={"md5": "0" * 32})
    with pytest.raises(
        ZenodoError, match=r"the content of poems\.json from .* does not match its md5; gave up after 3 attempts"
    ):
        download(fake.client(None), wrong, tmp_path / "poems.json", lambda *_: None)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file(fake: FakeZenodo, tmp_path: Path) -> None:
    made = fake.add_record({"empty": b""})
    download(fake.client(None), read_record(fake.client(None), made.id).files[0], tmp_path / "empty", lambda *_: None)
    assert (tmp_path / "empty").read_bytes() == b""


def test_a_concept_leads_to_its_newest_version(fake: FakeZenodo) -> None:
    old, new = fake.add_record({"a": b"1"}), fake.add_record({"a": b"2"})
    new.concept = old.concept
    assert read_record(fake.client(None), old.concept).id == new.id
    assert read_record(fake.client(None), old.id).id == old.id


def test_no_such_record_and_one_without_files(fake: FakeZenodo) -> None:
    with pytest.raises(ZenodoError, match="has no public record 1: check the number, and --sandbox"):
        read_record(fake.client(None), 1)
    closed = fake.add_record({})
    with pytest.raises(ZenodoError, match="has no public files"):
        read_record(fake.client(None), closed.id)


@pytest.mark.parametrize(
    "name",
    [
        "../a",
        "/etc/passwd",
        "a/../../b",
        "..",
        ".",
        "",
        "a//b",
        "a\\b",
        "c:a",
        "a\nb",
        "a\x00b",
        "x" * 300,
        "a.part",
        "\ud800",
    ],
)
def test_unsafe_names(tmp_path: Path, name: str) -> None:
    with pytest.raises(ZenodoError, match=r"unsafe name .*: nothing was downloaded"):
        places([remote("good"), remote(name)], str(tmp_path))


def test_a_link_that_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "data").symlink_to("/tmp")
    with pytest.raises(ZenodoError, match="unsafe name"):
        places([remote("data/poems.json")], str(tmp_path / "out"))


def test_names_that_are_one_file_on_some_machines(tmp_path: Path) -> None:
    with pytest.raises(ZenodoError, match="differ only in case"):
        places([remote("README.md"), remote("readme.md")], str(tmp_path))

    with pytest.raises(ZenodoError, match="differ only in case"):
        places([remote("\u00e9.json"), remote("e\u0301.json")], str(tmp_path))


@pytest.mark.parametrize("folder", ["a.json/b.json", "a.json/b/c.json", "A.JSON/b.json"])
def test_a_name_that_is_also_a_folder(tmp_path: Path, folder: str) -> None:
    with pytest.raises(ZenodoError, match=r"the name of its folder: nothing was downloaded"):
        places([remote("a.json"), remote(folder)], str(tmp_path))


@pytest.mark.parametrize("what", ["data", "data/a.json", "data/a.json.part"])
def test_a_place_that_is_taken(tmp_path: Path, what: str) -> None:
    if what == "data":
        (tmp_path / "data").touch()
    else:
        (tmp_path / what).mkdir(parents=True)
    with pytest.raises(ZenodoError, match=r"is there and is not a f.*: nothing was downloaded; choose another --out"):
        places([remote("data/a.json")], str(tmp_path))


def test_a_server_that_sends_more_than_the_record_states_is_stopped(
    fake: FakeZenodo, file: RemoteFile, tmp_path: Path
) -> None:
    small = file.model_copy(update={"size": 31})
    told = Counter[str]()
    with pytest.raises(ZenodoError, match=r"sends more than the 31 bytes that the record states for poems\.json"):
        download(fake.client(None), small, tmp_path / "poems.json", lambda name, size: told.update({name: size}))
    assert list(tmp_path.iterdir()) == []
    assert told["poems.json"] == 0
    assert fake.count("GET", "content") == 1


def test_files_for_which_there_is_no_room(tmp_path: Path) -> None:
    check_room([remote("a")], str(tmp_path / "not/there"))
    with pytest.raises(ZenodoError, match=r"has room for [0-9]+: choose another --out"):
        check_room([remote("a").model_copy(update={"size": 1 << 60})], str(tmp_path / "not/there"))


def test_folders_of_a_record(tmp_path: Path) -> None:
    found = places([remote("data/a b ü.json"), remote(".zenodo.json")], str(tmp_path))
    assert found == {"data/a b ü.json": tmp_path / "data" / "a b ü.json", ".zenodo.json": tmp_path / ".zenodo.json"}
