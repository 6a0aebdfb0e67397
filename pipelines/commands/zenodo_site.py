"""The client for the site that the options of a command name."""

import os
from collections.abc import Sequence
from dataclasses import replace

from versebench.pipelines.errors import RecipeError
from versebench.release.zenodo.client import PRODUCTION, SANDBOX, Access, ZenodoClient
from versebench.release.zenodo.errors import ZenodoError
from versebench.release.zenodo.token import SANDBOX_VARIABLE, VARIABLE, read_token


def site_client(*, sandbox: bool, site: str | None, redirect_hosts: Sequence[str] = ()) -> ZenodoClient:
    """A client without a token, for public records, which follows redirects to some other hosts."""
    return ZenodoClient(replace(_access(sandbox=sandbox, site=site), redirect_hosts=tuple(redirect_hosts)))


def account_client(*, sandbox: bool, site: str | None, token_file: str | None) -> ZenodoClient:
    """A client with the token of an account. Raises :class:`RecipeError` if there is no token."""
    access = _access(sandbox=sandbox, site=site)
    variable = SANDBOX_VARIABLE if sandbox else VARIABLE
    try:
        return ZenodoClient(access, read_token(os.environ, variable, token_file))
    except ZenodoError as error:
        raise RecipeError(str(error)) from None


def _access(*, sandbox: bool, site: str | None) -> Access:
    if sandbox and site:
        raise RecipeError(f"--sandbox and --site {site} exclude each other; give only one of them")
    try:
        return Access(site or (SANDBOX if sandbox else PRODUCTION))
    except ZenodoError as error:
        raise RecipeError(str(error)) from None
