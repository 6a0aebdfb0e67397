"""Print what was published or fetched, for people and for machines."""

from typing import Any

from versebench.pipelines.publishing.fetch import Fetched
from versebench.pipelines.publishing.publish import Publication
from versebench.pipelines.runners.console import console


def print_publication(made: Publication) -> None:
    """Print the address of a draft or record, and what to do next."""
    files = f"{made.sent} files sent, {made.linked} linked, {made.deleted} deleted"
    console.print(f"[bold]{'Published' if made.published else 'Draft'}[/bold]: {files}", highlight=False)
    console.print(f"  {made.address}\n  DOI {made.doi}\n  {made.folder}", highlight=False, markup=False, soft_wrap=True)
    if not made.published:
        console.print("Check the draft; the same command with --publish publishes it.", highlight=False)


def fetched_values(fetched: Fetched) -> dict[str, Any]:
    """What was fetched, as JSON values."""
    return {
        "record": fetched.record.id,
        "doi": fetched.record.doi,
        "directory": fetched.folder,
        "downloaded": fetched.downloaded,
        "release": fetched.is_release,
        "sources": [dict(proposal.source) for proposal in fetched.proposals],
    }


def print_fetched(fetched: Fetched) -> None:
    """Print the files of a record, and the lines of a recipe that use them as sources."""
    files = f"{len(fetched.record.files)} files, {fetched.downloaded} downloaded now"
    console.print(f"{fetched.folder}: {files}, all as in the record", highlight=False, markup=False, soft_wrap=True)
    if fetched.is_release:
        console.print(
            "It is an intact release of versebench; versebench show, report and score can read it.", highlight=False
        )
        return
    if not fetched.proposals:
        console.print("No file has rows that a recipe can read; see the formats in docs/RECIPE.md.", highlight=False)
        return
    console.print("As a source of a recipe:\n", highlight=False)
    for proposal in fetched.proposals:
        console.print(proposal.lines(), highlight=False, markup=False, soft_wrap=True)
    if not all(proposal.sure for proposal in fetched.proposals):
        console.print("Under fields, map text, source_id, author, title and licence to fields of the rows.")
    if any(proposal.source["licence"] == "unknown" for proposal in fetched.proposals):
        console.print("The record names no licence; replace unknown by its licence.", highlight=False)
