"""Drafts are found again and never made twice."""

from typing import Any

import pytest

from tests.release.zenodo.fake_zenodo import OTHER_TOKEN, FakeZenodo, Fault
from tests.release.zenodo.small_release import small_recipe
from versebench.release.zenodo.answers import Deposition
from versebench.release.zenodo.draft import (
    check_doi,
    describe_draft,
    discard_draft,
    latest_version,
    open_draft,
    page_of,
    publish_draft,
    read_account,
    reserved_doi,
)
from versebench.release.zenodo.errors import RefusedError, ZenodoError
from versebench.release.zenodo.metadata import deposit_metadata, mark

METADATA = deposit_metadata(small_recipe())
OWN: dict[str, Any] = {"keywords": [mark("small")], "version": "0.9.0"}


def opened(fake: FakeZenodo, latest: Deposition | None = None, metadata: dict[str, Any] = METADATA) -> Deposition:
    client = fake.client()
    return describe_draft(client, open_draft(client, "small", metadata, latest), metadata)


def test_a_new_draft_has_a_doi_a_bucket_and_the_metadata(fake: FakeZenodo) -> None:
    draft = opened(fake)
    (made,) = fake.drafts
    assert draft.doi == f"10.5072/zenodo.{made.id}"
    assert made.metadata["prereserve_doi"] is True
    assert made.metadata["publication_date"] == fake.client().today
    assert {name: made.metadata[name] for name in METADATA} == METADATA
    assert page_of(draft) == f"{fake.url}/deposit/{made.id}"


def test_it_is_found_again(fake: FakeZenodo) -> None:
    assert opened(fake).id == opened(fake).id
    assert fake.count("POST") == 1


def test_a_draft_behind_a_hundred_others_is_found(fake: FakeZenodo) -> None:
    first = opened(fake)
    for number in range(120):
        fake.add_record({"a": b"a"}, title=f"Other {number}").published = number % 2 == 0
    assert opened(fake).id == first.id


@pytest.mark.parametrize("kind", ["lose", "drop", "hang"])
def test_a_lost_answer_makes_no_second_draft(fake: FakeZenodo, kind: str) -> None:
    fake.faults.append(Fault(kind, "POST", "/depositions$"))
    draft = open_draft(fake.client(answer_timeout_s=0.2), "small", METADATA, None)
    assert [one.id for one in fake.drafts] == [draft.id]


def test_other_drafts_are_left_alone(fake: FakeZenodo) -> None:
    others = [
        fake.add_record({"a": b"a"}, keywords=[mark("other")], version="1.0.0"),
        fake.add_record({"a": b"a"}, keywords=[mark("small")], version="2.0.0"),
        fake.add_record({"a": b"a"}, owner="bob", keywords=[mark("small")], version="1.0.0"),
    ]
    for other in others:
        other.published = False
    before = [dict(other.metadata) for other in others]
    assert opened(fake).id not in {other.id for other in others}
    assert [other.metadata for other in others] == before


def test_a_new_version_begins_with_the_files_before(fake: FakeZenodo) -> None:
    old = fake.add_record({"a": b"a", "b": b"b"}, **OWN)
    draft = opened(fake, latest_version(fake.client(), str(old.concept), "small"))
    assert draft.concept == str(old.concept)
    assert draft.id != old.id
    assert sorted(one.name for one in draft.files) == ["a", "b"]
    assert fake.deposits[draft.id].metadata["version"] == "1.0.0"
    assert old.metadata["version"] == "0.9.0"


@pytest.mark.parametrize("kind", ["lose", "drop"])
def test_a_lost_answer_makes_no_second_version(fake: FakeZenodo, kind: str) -> None:
    old = fake.add_record({"a": b"a"}, **OWN)
    fake.faults.append(Fault(kind, "POST", "newversion"))
    draft = opened(fake, latest_version(fake.client(), str(old.id), "small"))
    assert [one.id for one in fake.drafts] == [draft.id]
    assert opened(fake, latest_version(fake.client(), str(old.id), "small")).id == draft.id


def test_the_latest_version_by_any_id_of_the_record(fake: FakeZenodo) -> None:
    old = fake.add_record({"a": b"a"}, **OWN)
    new = fake.add_record({"a": b"a"}, **{**OWN, "version": "0.9.5"})
    new.concept = old.concept
    found = [latest_version(fake.client(), str(number), "small").id for number in (old.concept, old.id, new.id)]
    assert found == [new.id] * 3


def test_a_concept_that_is_none(fake: FakeZenodo) -> None:
    with pytest.raises(ZenodoError, match="no record 77: give --concept the id under 'Cite all versions'"):
        latest_version(fake.client(), "77", "small")


def test_a_concept_that_is_no_number(fake: FakeZenodo) -> None:
    with pytest.raises(ZenodoError, match="'small' is not the id of a record: write zenodo:5722527"):
        latest_version(fake.client(), "small", "small")
    assert not fake.asked


def test_a_concept_of_something_else(fake: FakeZenodo) -> None:
    other = fake.add_record({"a": b"a"}, title="Birds")
    with pytest.raises(ZenodoError, match=r"is 'Birds', not a release of small .* leave it out for a new record"):
        latest_version(fake.client(), str(other.concept), "small")


def test_a_record_of_another_account(fake: FakeZenodo) -> None:
    old = fake.add_record({"a": b"a"}, **OWN)
    with pytest.raises(ZenodoError, match="belongs to another account: use a token of its owner"):
        latest_version(fake.client(OTHER_TOKEN), str(old.concept), "small")


def test_publishing_although_the_answer_is_lost(fake: FakeZenodo) -> None:
    draft = opened(fake)
    fake.client().ask("PUT", f"{draft.links['bucket']}/a", content=b"a")
    fake.faults.append(Fault("lose", "POST", "publish"))
    published = publish_draft(fake.client(), draft)
    assert published.doi == draft.doi
    assert [one.id for one in fake.records] == [draft.id]
    assert fake.count("POST", "publish") == 1
    assert page_of(published) == f"{fake.url}/record/{draft.id}"


def test_another_doi_than_was_reserved(fake: FakeZenodo) -> None:
    draft = opened(fake)
    other = draft.model_copy(update={"doi": "10.5072/other"})
    with pytest.raises(ZenodoError, match=r"as 10\.5072/other, but its card names 10\.5072/zenodo"):
        check_doi(fake.client(), draft, other)


def test_what_cannot_be_published_is_said(fake: FakeZenodo) -> None:
    draft = opened(fake, metadata={**METADATA, "creators": []})
    with pytest.raises(RefusedError, match=r"validation error.*metadata\.creators: Missing data"):
        publish_draft(fake.client(), draft)


@pytest.mark.parametrize("kind", [None, "lose"])
def test_discarding(fake: FakeZenodo, kind: str | None) -> None:
    draft = opened(fake)
    if kind:
        fake.faults.append(Fault(kind, "DELETE"))
    discard_draft(fake.client(), draft)
    assert not fake.deposits


def test_account_tells_published_from_drafts(fake: FakeZenodo) -> None:
    fake.add_record({"a": b"a"}, **OWN)
    opened(fake)
    assert [one.metadata.version for one in read_account(fake.client()).published("small")] == ["0.9.0"]


def test_the_sandbox_names_its_dois_wrongly() -> None:
    draft = Deposition.model_validate({"id": 7, "metadata": {"prereserve_doi": {"doi": "10.5281/zenodo.7"}}})
    assert reserved_doi("sandbox.zenodo.org", draft) == "10.5072/zenodo.7"
    assert reserved_doi("zenodo.org", draft) == "10.5281/zenodo.7"


def test_a_draft_without_a_doi_is_none(fake: FakeZenodo, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = opened(fake)
    nothing = fake.deposition(fake.deposits[draft.id]) | {"metadata": {}}
    monkeypatch.setattr(fake, "deposition", lambda _: nothing)
    with pytest.raises(ZenodoError, match=f"reserved no DOI for draft {draft.id}"):
        describe_draft(fake.client(), draft, METADATA)
