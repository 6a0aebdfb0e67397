"""What was published and fetched, for people and for machines."""

from typing import Any

from versebench.pipelines.publishing.fetch import Fetched
from versebench.pipelines.publishing.publish import Publication
from versebench.pipelines.runners.console import console


def print_publication(made: Publication) -> None:
    """Where a draft or record lies, and what is to be done with it."""
    files = f"{made.sent} files sent, {made.linked} linked, {made.deleted} deleted"
    console.print(f"[bold]{'Published' if made.published else 'Draft'}[/bold]: {files}", highlight=False)
    console.print(f"  {made.address}\n  DOI {made.doi}\n  {made.folder}", highlight=False, markup=False, soft_wrap=True)
    if not made.published:
        console.print("Look at the draft; the same command with --publish publishes it.", highlight=False)


def fetched_values(fetched: Fetched) -> dict[str, Any]:
    """What was fetched, for machines."""
    return {
        "record": fetched.record.id,
        "doi": fetched.record.doi,
        "directory": fetched.folder,
        "downloaded": fetched.downloaded,
        "release": fetched.is_release,
        "sources": [dict(one.source) for one in fetched.proposals],
    }


def print_fetched(fetched: Fetched) -> None:
    """What a record holds, with the lines of a recipe that make a source of it."""
    files = f"{len(fetched.record.files)} files, {fetched.downloaded} downloaded now"
    console.print(
        f"{fetched.folder}: {files}, all as the record has them", highlight=False, markup=False, soft_wrap=True
    )
    if fetched.is_release:
        console.print(
            "A release of versebench, and intact: versebench show, report and score read it.", highlight=False
        )
        return
    if not fetched.proposals:
        console.print("No file holds rows that a source could be made of; see docs/RECIPE.md.", highlight=False)
        return
    console.print("As a source of a recipe:\n", highlight=False)
    for proposal in fetched.proposals:
        console.print(proposal.lines(), highlight=False, markup=False, soft_wrap=True)
    if not all(proposal.sure for proposal in fetched.proposals):
        console.print("Map text, source_id, author, title and licence under fields, each to a field of the rows.")
    if any(proposal.source["licence"] == "unknown" for proposal in fetched.proposals):
        console.print("The record names no licence: write its licence there.", highlight=False)
