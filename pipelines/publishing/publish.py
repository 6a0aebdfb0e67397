"""Publish: send a release to Zenodo, as a draft or as a published record with a DOI."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.roots.records import note_publication
from versebench.pipelines.roots.verify import verify
from versebench.pipelines.runners.console import console
from versebench.release.zenodo.answers import Deposition
from versebench.release.zenodo.client import ZenodoClient
from versebench.release.zenodo.draft import (
    Account,
    check_clock,
    check_doi,
    describe_draft,
    discard_draft,
    latest_version,
    open_draft,
    page_of,
    publish_draft,
    read_account,
)
from versebench.release.zenodo.errors import TokenError, ZenodoError
from versebench.release.zenodo.limits import check_limits
from versebench.release.zenodo.metadata import check_licence, check_sources, deposit_metadata, recipe_of
from versebench.release.zenodo.publishable import check_without_doi, record_sizes, write_publishable
from versebench.release.zenodo.upload import Difference, check_draft, compare, inventory, upload
from versebench.release.zenodo.upload import Progress as Advance
from versebench.storage import filesystem
from versebench.storage.manifest import NAME, Manifest, read_manifest
from versebench.transforms.mapping.failure import explain_os_error

_SHOWN = 5  # Problems that a message names.


@dataclass(frozen=True)
class Publication:
    """What is on the site now. ``folder`` is the copy that states the DOI; the counts are of files."""

    doi: str
    address: str
    folder: str
    published: bool
    sent: int
    linked: int
    deleted: int


def published_folder(root: str, name: str, version: str) -> str:
    """The folder of the copy of a release that states its DOI."""
    return filesystem.join(root, "published", name, version)


def publish(
    client: ZenodoClient,
    release: str,
    root: str,
    *,
    concept: str | None = None,
    publish: bool = False,
    keep_draft: bool = False,
) -> Publication:
    """Upload a release to a draft, and publish the draft if asked to.

    A release that Zenodo would refuse, or that is damaged, is refused before anything is sent. If the upload fails, the
    draft is discarded; if the user stops it, the draft is kept. The same command continues an earlier one.

    Args:
        client: A client with the token of an account.
        release: The folder of the release.
        root: Root under which the copy that states the DOI is written.
        concept: Zenodo's id of all versions of the record, for a new version; None for a new record.
        publish: Whether to publish the draft.
        keep_draft: Whether to keep the draft if the upload fails.

    Raises :class:`DataError` or :class:`RecipeError`, which say what to do.
    """
    with zenodo_errors():
        manifest = _checked(release)
        recipe = recipe_of(manifest)
        account = client.retried(lambda: read_account(client))
        check_clock(client)
        latest = _latest(client, account, recipe, concept)
        folder = published_folder(root, recipe["name"], recipe["version"])
        if latest is not None and latest.metadata.version == recipe["version"]:
            return _published_before(release, manifest, latest, folder)
        metadata = deposit_metadata(recipe)
        opened = open_draft(client, recipe["name"], metadata, latest)
        with _discarding(client, opened, keep=keep_draft):
            draft = describe_draft(client, opened, metadata)
            difference = _fill(client, draft, release, manifest, folder)
            record = publish_draft(client, draft) if publish else draft
        if publish:
            check_doi(client, draft, record)
            note_publication(folder, draft.doi or "", page_of(record))
        counts = len(difference.send), len(difference.linked), len(difference.delete)
        return Publication(draft.doi or "", page_of(record), folder, publish, *counts)


@contextmanager
def zenodo_errors() -> Iterator[None]:
    """Turn errors of Zenodo's client into errors of the command line."""
    try:
        yield
    except TokenError as error:
        raise RecipeError(str(error)) from None
    except ZenodoError as error:
        raise DataError(str(error)) from None


def release_manifest(release: str) -> Manifest:
    """The manifest of a release whose sources all have a licence.

    Raises :class:`DataError` if there is no release, :class:`ZenodoError` if a source has no licence.
    """
    manifest = read_manifest(release)
    if manifest is None:
        raise DataError(f"{release} has no {NAME}; name the folder that versebench release printed")
    check_sources(recipe_of(manifest))
    return manifest


def check_intact(release: str) -> None:
    """Raise :class:`DataError` if a release differs from what was packaged."""
    if problems := list(verify(release)):
        more = f"; and {len(problems) - _SHOWN} more" * (len(problems) > _SHOWN)
        raise DataError(
            f"{release} is not intact, so nothing was sent: {'; '.join(problems[:_SHOWN])}{more}; make it again with "
            "versebench release"
        )


def _checked(release: str) -> Manifest:
    """The manifest of a release, after all checks that need no network."""
    manifest = release_manifest(release)
    check_licence(recipe_of(manifest))
    check_without_doi(release, manifest)
    check_limits(record_sizes(manifest))
    check_intact(release)
    return manifest


def _latest(
    client: ZenodoClient, account: Account, recipe: Mapping[str, Any], concept: str | None
) -> Deposition | None:
    """This version of the release if it is published, otherwise the newest one; None for a new record."""
    published = account.published(recipe["name"])
    if concept is not None:
        latest = latest_version(client, concept, recipe["name"])
        versions = (deposition for deposition in published if deposition.concept == latest.concept)
        return next((version for version in versions if version.metadata.version == recipe["version"]), latest)
    if not published:
        return None
    same = next((deposition for deposition in published if deposition.metadata.version == recipe["version"]), None)
    if same is None:
        raise DataError(
            f"{recipe['name']} is already published as record {published[0].id} of {client.site}; publish this as "
            f"a new version of it, with --concept {published[0].concept}"
        )
    return same


def _published_before(release: str, manifest: Manifest, latest: Deposition, folder: str) -> Publication:
    """The publication of this version. Raises :class:`DataError` if it was published with other files."""
    doi = latest.doi or ""
    with filesystem.temporary_folder(folder) as attempt:
        write_publishable(release, manifest, doi, attempt)
        difference = compare(inventory(attempt), latest.files)
    if difference.send or difference.delete:
        raise DataError(
            f"version {latest.metadata.version} is already published as {doi} with other files, which cannot change; "
            "raise the recipe's version, and release again"
        )
    write_publishable(release, manifest, doi, folder)
    note_publication(folder, doi, page_of(latest))
    return Publication(doi, page_of(latest), folder, True, 0, len(difference.linked), 0)


def _fill(client: ZenodoClient, draft: Deposition, release: str, manifest: Manifest, folder: str) -> Difference:
    """Send the copy of the release that states the DOI of the draft, and check that it arrived."""
    write_publishable(release, manifest, draft.doi or "", folder)
    files = inventory(folder)
    difference = compare(files, draft.files)
    with transfer("Sending", sum(file.size for file in difference.send)) as advance:
        upload(client, draft, difference, advance)
    check_draft(client, draft, files)
    return difference


@contextmanager
def _discarding(client: ZenodoClient, draft: Deposition, *, keep: bool) -> Iterator[None]:
    """Discard the draft if the block fails. Ctrl-C keeps it, and the same command continues with it."""
    try:
        yield
    except (ZenodoError, OSError) as error:
        if keep:
            end = f"the draft is kept at {page_of(draft)}; run the same command again to continue with it"
        else:
            end = _discarded(client, draft)
        problem = explain_os_error(error) if isinstance(error, OSError) else error
        raise DataError(f"{problem}; {end}") from None


def _discarded(client: ZenodoClient, draft: Deposition) -> str:
    try:
        discard_draft(client, draft)
    except ZenodoError as error:
        return (
            f"the draft could not be discarded ({error}); delete it at {page_of(draft)}, or continue by running again"
        )
    return "the draft was discarded (--keep-draft keeps it)"


@contextmanager
def transfer(title: str, total: int) -> Iterator[Advance]:
    """Show a progress bar of ``total`` bytes; gives the function that advances it by the bytes of a file."""
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=console, transient=not console.is_terminal) as progress:
        bar = progress.add_task(title, total=total)

        def advance(name: str, size: int) -> None:
            progress.update(bar, advance=size, description=f"{title} {name}")

        yield advance
