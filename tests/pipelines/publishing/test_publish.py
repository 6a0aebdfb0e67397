"""Publishing as a user does it, to a Zenodo on this machine."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.pipelines.running import VERSEBENCH, files_of
from tests.release.zenodo.fake_zenodo import OTHER_TOKEN, TOKEN, FakeZenodo, Fault, running
from tests.release.zenodo.small_release import DATA, with_declared_size, write_manifest, write_small_release
from versebench.pipelines.commands.app import app
from versebench.pipelines.commands.print.published import print_publication
from versebench.pipelines.commands.zenodo_site import account_client
from versebench.pipelines.errors import DataError, RecipeError, UserError
from versebench.pipelines.publishing.publish import Publication, publish
from versebench.pipelines.roots.records import published_doi
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners import interrupt
from versebench.release.zenodo.draft import open_draft
from versebench.release.zenodo.limits import MOST_BYTES
from versebench.release.zenodo.metadata import mark
from versebench.release.zenodo.upload import upload
from versebench.storage.manifest import read_manifest


@pytest.fixture
def fake() -> Iterator[FakeZenodo]:
    with running() as site:
        yield site


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_small_release(tmp_path / "releases" / "small" / "1.0.0")


def published(fake: FakeZenodo, release: Path, *, token: str = TOKEN, **asked: Any) -> Publication:
    """Publish a release under its own root."""
    root = str(release.parents[2])
    return publish(fake.client(token), str(release), root, **{"publish": True, **asked})


def next_version(release: Path, version: str, changed: bytes = b"") -> Path:
    """A later version of a release, with one of its files changed."""
    files = {**DATA, **({"data-one.bin": changed} if changed else {})}
    return write_small_release(release.parent / version, files, version=version)


def contents(fake: FakeZenodo, number: int) -> dict[str, bytes]:
    return {name: stored.content for name, stored in fake.deposits[number].files.items()}


# --- What is published -------------------------------------------------------------------------------------------


def test_without_publish_it_stays_a_draft(fake: FakeZenodo, small: Path) -> None:
    made = published(fake, small, publish=False)
    (draft,) = fake.drafts
    assert not fake.records
    assert (made.published, made.address) == (False, f"{fake.url}/deposit/{draft.id}")
    assert published_doi(made.folder) is None
    assert contents(fake, draft.id) == files_of(made.folder)


def test_a_draft_is_published_by_the_next_command(fake: FakeZenodo, small: Path) -> None:
    draft = published(fake, small, publish=False)
    before = fake.count("PUT", "api/files")
    record = published(fake, small)
    assert record.published
    assert record.doi == draft.doi
    assert fake.count("PUT", "api/files") == before
    assert len(fake.records) == 1


def test_a_record_holds_the_copy_with_its_doi(fake: FakeZenodo, small: Path) -> None:
    original = files_of(small)
    made = published(fake, small)
    (record,) = fake.records
    assert made.doi == published_doi(made.folder) == f"10.5072/zenodo.{record.id}"
    assert made.folder == str(small.parents[2] / "published" / "small" / "1.0.0")
    assert contents(fake, record.id) == files_of(made.folder)
    assert made.doi in record.files["README.md"].content.decode()
    assert made.doi in record.files["CITATION.cff"].content.decode()
    assert list(verify(made.folder)) == []
    assert files_of(small) == original


def test_three_versions_with_linked_files(fake: FakeZenodo, small: Path) -> None:
    published(fake, small)
    concept = str(fake.records[0].concept)
    second = published(fake, next_version(small, "1.1.0"), concept=concept)
    third = published(fake, next_version(small, "2.0.0", b"changed"), concept=concept)
    assert [one.metadata["version"] for one in fake.records] == ["1.0.0", "1.1.0", "2.0.0"]
    assert {one.concept for one in fake.records} == {int(concept)}
    assert (second.linked, third.linked) == (2, 1)
    assert fake.count("PUT", "data-two") == 1
    assert fake.count("PUT", "data-one") == 2
    for made, record in zip((second, third), fake.records[1:], strict=True):
        assert contents(fake, record.id) == files_of(made.folder)


def test_a_new_version_loses_what_is_gone(fake: FakeZenodo, small: Path) -> None:
    published(fake, small)
    later = write_small_release(small.parent / "2.0.0", {"data-one.bin": b"one"}, version="2.0.0")
    made = published(fake, later, concept=str(fake.records[0].concept))
    assert made.deleted == 1
    assert "data-two.bin" not in contents(fake, fake.records[-1].id)
    assert "data-two.bin" in contents(fake, fake.records[0].id)


def test_again_does_nothing(fake: FakeZenodo, small: Path) -> None:
    first = published(fake, small)
    before = fake.changes
    for asked in ({}, {"concept": str(fake.records[0].concept)}):
        again = published(fake, small, **asked)
        assert (again.doi, again.published, again.sent) == (first.doi, True, 0)
    assert fake.changes == before


# --- What is refused before anything is sent ----------------------------------------------------------------------


def refused(fake: FakeZenodo, release: Path, match: str, **asked: Any) -> None:
    with pytest.raises(UserError, match=match):
        published(fake, release, **asked)
    assert fake.changes == 0
    assert not (release.parents[2] / "published").exists()


def flip(release: Path) -> None:
    (release / "data-one.bin").write_bytes(b"eno" * 1000)


def drop(release: Path) -> None:
    (release / "data-one.bin").unlink()


def add(release: Path) -> None:
    (release / "notes.txt").write_text("mine")


@pytest.mark.parametrize("harm", [flip, drop, add])
def test_a_release_that_is_not_intact(fake: FakeZenodo, small: Path, harm: Callable[[Path], None]) -> None:
    harm(small)
    refused(fake, small, "is not intact, so nothing was sent: .*make it again with versebench release")


def test_a_hundred_and_one_files(fake: FakeZenodo, tmp_path: Path) -> None:
    # README.md, CITATION.cff, .zenodo.json, manifest.json and SHA256SUMS come to these.
    for number, most in ((95, True), (96, False)):
        files = {f"{name}.txt": b"" for name in range(number)}
        release = write_small_release(tmp_path / str(number) / "releases" / "small" / "1.0.0", files)
        if most:
            assert published(fake, release, publish=False).sent == 100
            fake.asked.clear()
        else:
            refused(fake, release, r"101 files, but Zenodo accepts only 100 per record")


def test_more_than_fifty_gigabytes(fake: FakeZenodo, small: Path) -> None:
    manifest = read_manifest(str(small))
    assert manifest is not None
    write_manifest(small, with_declared_size(manifest, "data-one.bin", MOST_BYTES))
    refused(fake, small, r"50\.0 GB, but Zenodo accepts only 50 GB per record")


@pytest.mark.parametrize("licence", [{"licence": " "}, {"licence": None}, {}])
def test_a_source_without_a_licence(fake: FakeZenodo, tmp_path: Path, licence: dict[str, Any]) -> None:
    sources = [{"name": "mine", "licence": "CC0-1.0"}, {"name": "theirs", **licence}]
    release = write_small_release(tmp_path / "releases" / "small" / "1.0.0", sources=sources)
    refused(fake, release, "the source theirs has no licence")


def test_a_concept_that_does_not_exist(fake: FakeZenodo, small: Path) -> None:
    refused(fake, small, "has no record 4711: give --concept", concept="4711")


@pytest.mark.parametrize("concept", ["", "small", "10.5281/zenodo"])
def test_a_concept_that_is_no_number(fake: FakeZenodo, small: Path, concept: str) -> None:
    refused(fake, small, "is not the id of a record: write zenodo:5722527, or the record's DOI", concept=concept)


def test_a_concept_of_another_data_set(fake: FakeZenodo, small: Path) -> None:
    other = fake.add_record({"a": b"a"}, title="Birds")
    refused(fake, small, "is 'Birds', not a release of small", concept=str(other.concept))


def test_a_record_under_another_account(fake: FakeZenodo, small: Path) -> None:
    old = fake.add_record({"a": b"a"}, keywords=[mark("small")], version="0.9.0")
    refused(fake, small, "belongs to another account", concept=str(old.concept), token=OTHER_TOKEN)


def test_a_new_version_without_its_concept(fake: FakeZenodo, small: Path) -> None:
    old = fake.add_record({"a": b"a"}, keywords=[mark("small")], version="0.9.0")
    refused(fake, small, f"already published as record {old.id} .* --concept {old.concept}")


def test_a_version_that_was_published_with_other_files(fake: FakeZenodo, small: Path) -> None:
    published(fake, small)
    before, copy = fake.changes, files_of(small.parents[2] / "published")
    other = write_small_release(small.parent / "other", {**DATA, "data-one.bin": b"other"})
    with pytest.raises(DataError, match=r"version 1\.0\.0 is already published as .* raise the recipe's version"):
        published(fake, other)
    assert fake.changes == before
    assert files_of(small.parents[2] / "published") == copy


def test_an_older_version_is_not_published_twice(fake: FakeZenodo, small: Path) -> None:
    published(fake, small)
    concept = str(fake.records[0].concept)
    published(fake, next_version(small, "1.1.0"), concept=concept)
    before = fake.changes
    assert published(fake, small, concept=concept).doi == f"10.5072/zenodo.{fake.records[0].id}"
    assert fake.changes == before


@pytest.mark.parametrize(("hours", "said"), [(2, "2.0 hours ahead of"), (-48, "48.0 hours behind")])
def test_a_clock_that_is_wrong(fake: FakeZenodo, small: Path, hours: int, said: str) -> None:
    fake.clock_error_s = hours * 3600
    refused(fake, small, f"the clock of this machine is {said} the clock of 127.*: set it")


def test_an_expired_token(fake: FakeZenodo, small: Path) -> None:
    refused(fake, small, "does not accept the token: it may have expired", token="expired")


def test_what_is_no_release(fake: FakeZenodo, small: Path) -> None:
    (small / "manifest.json").unlink()
    refused(fake, small, "has no manifest.json; name the folder that versebench release printed")


def test_a_published_copy_is_not_published_again(fake: FakeZenodo, small: Path) -> None:
    copy = Path(published(fake, small, publish=False).folder)
    with pytest.raises(DataError, match="is a published copy with the DOI"):
        published(fake, copy)


# --- What fails on the way ----------------------------------------------------------------------------------------


def test_a_failure_discards_the_draft(fake: FakeZenodo, small: Path) -> None:
    fake.faults.append(Fault("status", "PUT", "data-two", status=409, message="Conflict"))
    with pytest.raises(DataError, match=r"HTTP 409\): Conflict; the draft was discarded \(--keep-draft keeps it\)"):
        published(fake, small)
    assert not fake.deposits


def test_metadata_that_are_refused_leave_no_draft(fake: FakeZenodo, small: Path) -> None:
    fake.faults.append(Fault("status", "PUT", "depositions", status=400, message="Invalid creators"))
    with pytest.raises(DataError, match=r"Invalid creators; the draft was discarded"):
        published(fake, small)
    assert not fake.deposits


def test_keep_draft_goes_on_where_it_failed(fake: FakeZenodo, small: Path) -> None:
    fake.faults.append(Fault("drop", "PUT", "data-two", times=3, after=1 << 20))
    with pytest.raises(DataError, match=r"no complete answer .* the draft is kept at http.*/deposit/\d+; run the same"):
        published(fake, small, keep_draft=True)
    (draft,) = fake.drafts
    assert published(fake, small).published
    assert [one.id for one in fake.records] == [draft.id]
    assert fake.count("PUT", "data-one") == 1


def test_a_discarded_version_leaves_the_one_before(fake: FakeZenodo, small: Path) -> None:
    published(fake, small)
    fake.faults.append(Fault("status", "POST", "publish", status=400, message="No."))
    with pytest.raises(DataError, match="the draft was discarded"):
        published(fake, next_version(small, "1.1.0", b"new"), concept=str(fake.records[0].concept))
    assert [one.metadata["version"] for one in fake.deposits.values()] == ["1.0.0"]


def test_a_token_that_expires_in_the_middle(fake: FakeZenodo, small: Path) -> None:
    fake.faults.append(Fault("expire", "PUT", "data-two"))
    with pytest.raises(DataError, match=r"not accept the token.* could not be discarded \(.*\); delete it at http"):
        published(fake, small)


def test_a_file_that_changes_during_the_upload(fake: FakeZenodo, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def change_first(*arguments: Any) -> None:
        copy = small.parents[2] / "published" / "small" / "1.0.0" / "data-two.bin"
        copy.write_bytes(b"owt" * 900_000)
        upload(*arguments)

    monkeypatch.setattr("versebench.pipelines.publishing.publish.upload", change_first)
    with pytest.raises(DataError, match=r"data-two\.bin is not the file that was packaged.*the draft was discarded"):
        published(fake, small)
    assert not fake.deposits


def test_a_file_that_changes_before_the_first_is_sent(
    fake: FakeZenodo, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change_first(*arguments: Any) -> Any:
        flip(small)
        return open_draft(*arguments)

    monkeypatch.setattr("versebench.pipelines.publishing.publish.open_draft", change_first)
    with pytest.raises(DataError, match=r"data-one\.bin is not the file that was packaged.*the draft was discarded"):
        published(fake, small)
    assert not fake.deposits
    assert fake.count("PUT", "api/files") == 0


def test_ctrl_c_keeps_the_draft(fake: FakeZenodo, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: Any) -> None:
        raise interrupt.StoppedError

    with monkeypatch.context() as patched:
        patched.setattr("versebench.pipelines.publishing.publish.check_draft", stopped)
        with pytest.raises(interrupt.StoppedError):
            published(fake, small)
    (draft,) = fake.drafts
    before = fake.count("PUT", "api/files")
    published(fake, small)
    assert [one.id for one in fake.records] == [draft.id]
    assert fake.count("PUT", "api/files") == before


# --- The command --------------------------------------------------------------------------------------------------


def test_the_command_and_its_token_that_no_list_of_processes_shows(fake: FakeZenodo, small: Path) -> None:
    fake.faults.append(Fault("hang"))
    environment = {**os.environ, "VERSEBENCH_ZENODO_URL": fake.url, "ZENODO_TOKEN": TOKEN}
    arguments = [str(VERSEBENCH), "publish", str(small), "--root", str(small.parents[2]), "--publish", "--json"]
    with subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        until = time.monotonic() + 120
        while not fake.asked and process.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        listed = b"".join(path.read_bytes() for path in Path(f"/proc/{process.pid}/task").glob("*/cmdline"))
        fake.released.set()
        out, err = process.communicate()
    assert process.returncode == 0, err
    said = json.loads(out)
    assert (said["published"], said["address"]) == (True, f"{fake.url}/record/{fake.records[0].id}")
    assert fake.asked[0].headers["Authorization"] == f"Bearer {TOKEN}"
    assert b"publish" in listed
    assert TOKEN.encode() not in listed + out + err


def test_people_learn_what_to_do_with_a_draft(
    fake: FakeZenodo, small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    print_publication(published(fake, small, publish=False))
    said = capsys.readouterr().err
    assert "the same command with --publish publishes it" in said
    assert f"{fake.url}/deposit/{fake.drafts[0].id}" in said


@pytest.mark.parametrize("sandbox", [True, False])
def test_each_site_has_a_token_of_its_own(sandbox: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = ("ZENODO_SANDBOX_TOKEN", "ZENODO_TOKEN") if sandbox else ("ZENODO_TOKEN", "ZENODO_SANDBOX_TOKEN")
    monkeypatch.delenv(own, raising=False)
    monkeypatch.setenv(other, "other")
    with pytest.raises(RecipeError, match=f"no token in {own}: create one on the site"):
        account_client(sandbox=sandbox, site=None, token_file=None)
    monkeypatch.setenv(own, "own")
    client = account_client(sandbox=sandbox, site=None, token_file=None)
    assert client.access.url == ("https://sandbox.zenodo.org" if sandbox else "https://zenodo.org")


@pytest.mark.parametrize(("sandbox", "site"), [(True, "https://x.org"), (False, "http://x.org")])
def test_a_site_that_cannot_be_meant(sandbox: bool, site: str) -> None:
    with pytest.raises(RecipeError, match=r"https?://x\.org"):
        account_client(sandbox=sandbox, site=site, token_file=None)


@pytest.mark.parametrize("arguments", [["--to", "nowhere"], ["--sandbox", "--site", "https://x.org"], []])
def test_a_wrong_command(small: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ZENODO_TOKEN", raising=False)
    ran = CliRunner().invoke(app, ["publish", str(small), *arguments])
    assert ran.exit_code == 2 or getattr(ran.exception, "exit_code", None) == 2
