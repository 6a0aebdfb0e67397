"""Publish to Hugging Face's hub: upload a release as a data set, which is private until it is published."""

import os
from importlib.util import find_spec

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.publishing.publish import check_intact, release_manifest, zenodo_errors
from versebench.release.zenodo.token import read_token
from versebench.storage import filesystem
from versebench.storage.secrets import without_secrets

TOKEN = "HF_TOKEN"

_HOW = "make one with write permission under Access Tokens in the settings of the hub"


def publish_to_hub(
    release: str, repo: str | None, *, publish: bool, token_file: str | None, hub: str | None = None
) -> str:
    """Upload a release to a data set of the hub, and return its address.

    Files of the data set that the release does not contain are deleted.

    Args:
        release: The folder of the release.
        repo: The data set, as OWNER/NAME.
        publish: Whether to make the data set public; otherwise it stays private.
        token_file: File with the token; by default the token is read from HF_TOKEN.
        hub: Address of the hub; by default the one that HF_ENDPOINT names.

    Raises :class:`DataError` or :class:`RecipeError`, which say what to do.
    """
    if find_spec("huggingface_hub") is None:
        raise RecipeError('--to huggingface needs huggingface_hub; install "versebench[score]"')
    import httpx2
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalTokenNotFoundError

    if not repo:
        raise RecipeError("--to huggingface needs the name of a data set; give --repo OWNER/NAME")
    with zenodo_errors():
        manifest = release_manifest(release)
        check_intact(release)
        token = read_token(os.environ, TOKEN, token_file, _HOW)
    if not filesystem.is_local(release):
        raise RecipeError(f"{release}: only local folders can be uploaded to the hub; copy the release to this machine")
    recipe = manifest.made_of["recipe"]
    api = HfApi(endpoint=hub, token=token)
    try:
        # A data set becomes public only when all files are there.
        address = api.create_repo(repo, repo_type="dataset", private=True, exist_ok=True)
        if not publish and not api.repo_info(repo, repo_type="dataset").private:
            raise DataError(
                f"{repo} is already public, so everyone would see the draft; use --publish, or another --repo"
            )
        api.upload_folder(
            repo_id=repo,
            repo_type="dataset",
            folder_path=release,
            commit_message=f"{recipe['name']} {recipe['version']}",
            delete_patterns="*",
        )
        if publish:
            api.update_repo_settings(repo, repo_type="dataset", private=False)
    except (HFValidationError, LocalTokenNotFoundError) as error:
        raise RecipeError(f"--repo {repo}: {_first_line(error)}") from None
    except (HfHubHTTPError, httpx2.HTTPError) as error:
        reason = without_secrets(_first_line(error))
        raise DataError(f"the hub refused {repo}: {reason}; check the token and the network, and run again") from None
    return str(address)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
