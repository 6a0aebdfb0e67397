"""The token of an account, from the environment or from a file that only its owner may read."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from versebench.release.zenodo.errors import TokenError
from versebench.storage.secrets import remember

VARIABLE = "ZENODO_TOKEN"
SANDBOX_VARIABLE = "ZENODO_SANDBOX_TOKEN"

_PLAIN = re.compile(r"[!-~]+")


HOW = "create one on the site under Applications, with the scopes deposit:write and deposit:actions"
"""How a user gets a token of Zenodo."""


def read_token(environment: Mapping[str, str], variable: str, file: str | None, how: str = HOW) -> str:
    """The token in ``file`` or, without a file, in an environment variable; ``how`` says how to create one.

    Raises :class:`TokenError`. No message contains any part of a token, which is hidden from now on.
    """
    where, token = (file, _of_file(file)) if file else (variable, environment.get(variable, "").strip())
    if not token:
        raise TokenError(f"there is no token in {where}: {how}, and set {variable}, or give a file with --token-file")
    if not _PLAIN.fullmatch(token):
        raise TokenError(f"{where} does not contain a token: a token is one word of plain ASCII")
    return remember(token)


def _of_file(file: str) -> str:
    try:
        mode = os.stat(file).st_mode
        if mode & 0o077:
            raise TokenError(f"{file} can be read by other users (mode {mode & 0o777:04o}): run chmod 600 {file}")
        return Path(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise TokenError(f"--token-file {file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise TokenError(f"{file} does not contain a token: it is not a text file") from None
