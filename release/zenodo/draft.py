"""A draft of a new record or of a new version: find or create, describe, publish or discard it.

A request that creates something is never repeated blindly. Each attempt first checks whether the previous one succeeded
even though its answer was lost.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from versebench.release.zenodo.answers import Deposition, Record, read_answer
from versebench.release.zenodo.client import ZenodoClient
from versebench.release.zenodo.errors import RefusedError, ZenodoError
from versebench.release.zenodo.metadata import mark
from versebench.release.zenodo.record import record_id
from versebench.storage.http_retry import TransientError

DEPOSITIONS = "/api/deposit/depositions"

_PAGE = 100
_GONE = frozenset({404, 410})
_LONGEST_CLOCK_ERROR_S = 3600.0
_SANDBOX_HOST, _SANDBOX_PREFIX, _PREFIX = "sandbox.zenodo.org", "10.5072/", "10.5281/"


@dataclass(frozen=True)
class Account:
    """All drafts and published records of the token's account, in all versions."""

    depositions: tuple[Deposition, ...]

    def published(self, name: str) -> list[Deposition]:
        """The published versions of the release of this name."""
        return [record for record in self.depositions if record.submitted and mark(name) in record.metadata.keywords]

    def draft(self, name: str, version: str, concept: str | None) -> Deposition | None:
        """The draft of a new version of the concept; without a concept, of a new record of this name and version."""
        drafts = [draft for draft in self.depositions if not draft.submitted]
        if concept is not None:
            return next((draft for draft in drafts if draft.concept == concept), None)
        concepts = {record.concept for record in self.depositions if record.submitted}
        mine = (each for each in drafts if mark(name) in each.metadata.keywords and each.metadata.version == version)
        return next((draft for draft in mine if draft.concept not in concepts), None)


def read_account(client: ZenodoClient) -> Account:
    """The drafts and records of the account, with one attempt for each page."""
    return Account(tuple(_depositions(client)))


def _depositions(client: ZenodoClient) -> Iterator[Deposition]:
    page = 1
    while True:
        params = {"page": page, "size": _PAGE, "sort": "mostrecent", "all_versions": "true"}
        depositions = read_answer(list[Deposition], client.ask("GET", DEPOSITIONS, params=params))
        yield from depositions
        if len(depositions) < _PAGE:
            return
        page += 1


def check_clock(client: ZenodoClient) -> None:
    """Raise :class:`ZenodoError` if the clocks of this machine and the server differ by more than an hour."""
    if abs(client.clock_error_s) > _LONGEST_CLOCK_ERROR_S:
        direction = "ahead of" if client.clock_error_s > 0 else "behind"
        raise ZenodoError(
            f"the clock of this machine is {abs(client.clock_error_s) / 3600:.1f} hours {direction} the clock of "
            f"{client.site}: set it, or tokens and dates will be wrong"
        )


def latest_version(client: ZenodoClient, concept: str, name: str) -> Deposition:
    """The newest published version of a concept, given the id of the concept or of any version.

    Raises :class:`ZenodoError` if there is none, or if it belongs to another release or another account.
    """
    try:
        record = read_answer(Record, client.get(f"/api/records/{record_id(concept)}"))
        latest = read_answer(Record, client.get(record.links.get("latest", f"/api/records/{record.id}")))
    except RefusedError as error:
        if error.status not in _GONE:
            raise
        raise ZenodoError(
            f"{client.site} has no record {concept}: give --concept the id under 'Cite all versions' on the page of "
            "the record"
        ) from None
    if mark(name) not in latest.metadata.keywords:
        raise ZenodoError(
            f"record {concept} of {client.site} is {latest.metadata.title!r}, not a release of {name} (it lacks the "
            f"keyword {mark(name)}): give --concept the id of the earlier versions, or leave it out for a new record"
        )
    try:
        return read_answer(Deposition, client.get(f"{DEPOSITIONS}/{latest.id}"))
    except RefusedError as error:
        if error.status not in {403, 404}:
            raise
        raise ZenodoError(
            f"record {concept} of {client.site} belongs to another account: use a token of its owner, or leave out "
            "--concept for a new record"
        ) from None


def open_draft(client: ZenodoClient, name: str, metadata: Mapping[str, Any], latest: Deposition | None) -> Deposition:
    """The draft of this release: from an earlier attempt, or a new one.

    The draft of a new version starts with the files of the previous version.
    """
    version, concept = metadata["version"], latest.concept if latest else None

    def find_or_make() -> Deposition:
        if (draft := read_account(client).draft(name, version, concept)) is not None:
            return draft
        if latest is None:
            return read_answer(Deposition, client.ask("POST", DEPOSITIONS, json=_described(client, metadata)))
        made = client.ask("POST", f"{DEPOSITIONS}/{latest.id}/actions/newversion")
        # By the documentation, the answer is the old version; in fact it is the new one. Both have this link.
        return read_answer(Deposition, client.ask("GET", read_answer(Deposition, made).links["latest_draft"]))

    return client.retried(find_or_make)


def describe_draft(client: ZenodoClient, draft: Deposition, metadata: Mapping[str, Any]) -> Deposition:
    """Set the metadata of a draft. Returns the updated draft with its files and reserved DOI."""
    address = f"{DEPOSITIONS}/{draft.id}"
    client.retried(lambda: client.ask("PUT", address, json=_described(client, metadata)))
    now = read_answer(Deposition, client.get(address))
    doi = reserved_doi(client.site, now)
    if not doi or "bucket" not in now.links:
        raise ZenodoError(f"{client.site} reserved no DOI for draft {draft.id}, or gave no address for its files")
    return now.model_copy(update={"doi": doi})


def _described(client: ZenodoClient, metadata: Mapping[str, Any]) -> dict[str, Any]:
    return {"metadata": {**metadata, "prereserve_doi": True, "publication_date": client.today}}


def reserved_doi(site: str, draft: Deposition) -> str:
    """The DOI that a draft will have. The sandbox reserves it with the real site's prefix but registers its own."""
    doi = draft.doi or draft.reserved_doi or ""
    if site != _SANDBOX_HOST:
        return doi
    return doi.replace(_PREFIX, _SANDBOX_PREFIX)


def publish_draft(client: ZenodoClient, draft: Deposition) -> Deposition:
    """Publish a draft. Returns the published record."""

    def publish() -> Deposition:
        now = read_answer(Deposition, client.ask("GET", f"{DEPOSITIONS}/{draft.id}"))
        if now.submitted:
            return now
        client.ask("POST", f"{DEPOSITIONS}/{draft.id}/actions/publish")
        now = read_answer(Deposition, client.ask("GET", f"{DEPOSITIONS}/{draft.id}"))
        if not now.submitted:
            raise TransientError(f"{client.site} has not published draft {draft.id} yet: look at {page_of(draft)}")
        return now

    return client.retried(publish)


def check_doi(client: ZenodoClient, draft: Deposition, published: Deposition) -> None:
    """Raise :class:`ZenodoError` if the DOI of a record is not the reserved one."""
    if published.doi != draft.doi:
        raise ZenodoError(
            f"{client.site} published the release as {published.doi}, but its card names {draft.doi}: contact the "
            "site's support, because a published record cannot be changed"
        )


def discard_draft(client: ZenodoClient, draft: Deposition) -> None:
    """Delete a draft. Do nothing if it is already deleted."""
    try:
        client.retried(lambda: client.ask("DELETE", f"{DEPOSITIONS}/{draft.id}"))
    except RefusedError as error:
        if error.status not in _GONE:
            raise


def page_of(deposition: Deposition) -> str:
    """The address of a draft or record for people."""
    return deposition.links.get("record_html") or deposition.links.get("html", "")
