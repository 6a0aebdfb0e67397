"""Commands that publish releases and fetch records."""

from functools import partial
from typing import Annotated

import typer

from versebench.pipelines.commands.options import Json, Root, Sandbox, Site, one_of, print_json

GROUP = "Publish"

app = typer.Typer()
command = partial(app.command, rich_help_panel=GROUP)


@command("publish")
def publish_release(
    directory: Annotated[str, typer.Argument(metavar="DIR", help="Folder of a release.")],
    to: Annotated[
        str,
        typer.Option(
            "--to", metavar="zenodo|huggingface", help="The site.", callback=one_of("--to", ("zenodo", "huggingface"))
        ),
    ] = "zenodo",
    root: Root = "build",
    concept: Annotated[
        str | None, typer.Option("--concept", metavar="ID", help="Zenodo's id of all versions, to add a new version.")
    ] = None,
    repo: Annotated[str | None, typer.Option("--repo", metavar="OWNER/NAME", help="The data set on the hub.")] = None,
    publish: Annotated[
        bool, typer.Option("--publish", help="Make it public, permanently; otherwise it stays a draft.")
    ] = False,
    keep_draft: Annotated[bool, typer.Option("--keep-draft", help="Keep the draft if the upload fails.")] = False,
    token_file: Annotated[
        str | None,
        typer.Option(
            "--token-file", help="File (mode 0600) with the token; else ZENODO_TOKEN, ZENODO_SANDBOX_TOKEN, HF_TOKEN."
        ),
    ] = None,
    sandbox: Sandbox = False,
    site: Site = None,
    as_json: Json = False,
) -> None:
    """Send a release to Zenodo, with its own DOI, or to Hugging Face's hub. It becomes public only with --publish."""
    from dataclasses import asdict

    if to == "huggingface":
        _publish_to_hub(directory, repo, publish=publish, token_file=token_file, as_json=as_json)
        return
    from versebench.pipelines.commands.print.published import print_publication
    from versebench.pipelines.commands.zenodo_site import account_client
    from versebench.pipelines.publishing.publish import publish as run
    from versebench.pipelines.runners.log import log_event

    client = account_client(sandbox=sandbox, site=site, token_file=token_file)
    made = run(client, directory, root, concept=concept, publish=publish, keep_draft=keep_draft)
    log_event("published" if made.published else "drafted", **asdict(made))
    if as_json:
        print_json(asdict(made))
    else:
        print_publication(made)


def _publish_to_hub(directory: str, repo: str | None, *, publish: bool, token_file: str | None, as_json: bool) -> None:
    from versebench.pipelines.publishing.hub import publish_to_hub
    from versebench.pipelines.runners.console import print_line

    address = publish_to_hub(directory, repo, publish=publish, token_file=token_file)
    if as_json:
        print_json({"address": address, "published": publish})
    else:
        print_line(address)


@command()
def fetch(
    record: Annotated[str, typer.Argument(metavar="zenodo:RECORD", help="A record by its number or DOI.")],
    out: Annotated[
        str | None, typer.Option("--out", metavar="DIR", help="Folder for the files; by default zenodo-RECORD.")
    ] = None,
    sandbox: Sandbox = False,
    site: Site = None,
    redirect_hosts: Annotated[
        list[str] | None,
        typer.Option(
            "--redirect-host", metavar="HOST", help="Another host to which the site may redirect; repeatable."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Download a record of Zenodo, check it, and print the lines of a recipe that use it as a source."""
    from versebench.pipelines.commands.print.published import fetched_values, print_fetched
    from versebench.pipelines.commands.zenodo_site import site_client
    from versebench.pipelines.publishing.fetch import fetch as run

    fetched = run(site_client(sandbox=sandbox, site=site, redirect_hosts=redirect_hosts or ()), record, out)
    if as_json:
        print_json(fetched_values(fetched))
    else:
        print_fetched(fetched)
