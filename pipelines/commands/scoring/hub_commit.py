"""The commit of a model on the Hugging Face hub to which a branch or tag, or the newest version, leads now."""

import difflib
import os
import re
from pathlib import Path

from versebench.models.fetched.catalogue import CATALOGUE
from versebench.models.scorers.identity import SHIPPED, UnknownModelError

_COMMIT = re.compile(r"[0-9a-f]{40}")
_ID = re.compile(r"[\w.-]+(/[\w.-]+)?")
_SECONDS = 10.0


def is_hub_id(model: str) -> bool:
    """Whether a name can only be a model on the hub: it is none of this machine, nor nearly one that is shipped."""
    known = [*SHIPPED, *CATALOGUE]
    if model in known or Path(model).exists() or model.startswith(".") or not _ID.fullmatch(model):
        return False
    return "/" in model or not difflib.get_close_matches(model, known, 1, 0.8)


def commit_of(model: str, revision: str | None) -> str:
    """The commit to which a revision of a model on the hub leads: a branch, a tag, or a commit; None is the newest.

    Raises :class:`UnknownModelError`, with the remedy, if the hub cannot be asked or has no such model or revision.
    """
    if revision is not None and _COMMIT.fullmatch(revision):
        return revision
    import httpx2
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, OfflineModeIsEnabled

    remedy = "check the name and the network, or give a full commit (40 hex digits) with --revision"
    version = "" if revision is None else f" at {revision}"
    try:
        api = HfApi(endpoint=os.environ.get("HF_ENDPOINT"))
        commit = api.model_info(model, revision=revision, timeout=_SECONDS).sha
    except (HfHubHTTPError, HFValidationError, OfflineModeIsEnabled, httpx2.HTTPError, OSError) as error:
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise UnknownModelError(
            f"{model!r} is no model on this machine, and the hub gave no commit for it{version} ({reason}); {remedy}"
        ) from None
    if commit is None or not _COMMIT.fullmatch(commit):
        raise UnknownModelError(f"the hub states no commit of {model!r}{version}; {remedy}")
    return commit
