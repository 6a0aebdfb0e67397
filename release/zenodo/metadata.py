"""The metadata of a release for Zenodo's deposit API."""

import html
import json
import re
from collections.abc import Mapping
from typing import Any

from versebench.release.zenodo.errors import ZenodoError
from versebench.storage.manifest import Manifest

NAME = ".zenodo.json"

_SPDX = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*")
_PAPER = "10.48694/jcls.117"
_KEYWORDS = {
    "pairs": ("minimal pairs", "benchmark"),
    "corpus": ("corpus",),
    "proftap": ("poem generation", "classical Chinese", "plagiarism"),
    "ghostwriting": ("verse generation", "rhyme"),
}
"""Keywords of a release by the kind of its recipe. The recipe of an older release has no kind and makes pairs."""


def recipe_of(manifest: Manifest) -> Mapping[str, Any]:
    """The recipe of a release. Raises :class:`ZenodoError` if the manifest does not belong to a release."""
    recipe = manifest.made_of.get("recipe")
    if manifest.stage != "release" or not isinstance(recipe, Mapping):
        raise ZenodoError("this is a run, not a release: give the folder that versebench release printed")
    return recipe


def mark(name: str) -> str:
    """The keyword that identifies the versions of a release."""
    return f"versebench:{name}"


def check_sources(recipe: Mapping[str, Any]) -> None:
    """Raise :class:`ZenodoError` if a source of the release has no licence."""
    for source in recipe["sources"]:
        if not str(source.get("licence") or "").strip():
            raise ZenodoError(
                f"the source {source['name']} has no licence: add its licence to the recipe, and release again under a "
                "new version"
            )


def check_licence(recipe: Mapping[str, Any]) -> None:
    """Raise :class:`ZenodoError` if the licence of the release is not an identifier that Zenodo may know."""
    licence = str(recipe.get("licence") or "")
    if not _SPDX.fullmatch(licence):
        raise ZenodoError(
            f"the licence {licence!r} is not an SPDX identifier, such as CC-BY-4.0: give one in the recipe, and "
            "release again under a new version"
        )


def deposit_metadata(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata of a deposit; the date of publication is left out, because it is not part of a release."""
    about = [recipe.get("description") or recipe["title"], f"Version {recipe['version']} of {recipe['name']}."]
    about += [f"Its texts come from {source['name']}: {_source(source)}" for source in recipe["sources"]]
    return {
        "upload_type": "dataset",
        "title": recipe["title"],
        "version": recipe["version"],
        "description": "".join(f"<p>{html.escape(' '.join(text.split()))}</p>" for text in about),
        "creators": [{"name": name} for name in recipe["creators"]],
        "access_right": "open",
        # In lower case: the server reads some identifiers in capitals as older versions of the licence.
        "license": recipe["licence"].lower(),
        "keywords": [
            "poetry",
            recipe["form"],
            *_KEYWORDS[recipe.get("kind", "pairs")],
            "versebench",
            mark(recipe["name"]),
        ],
        "related_identifiers": [{"identifier": _PAPER, "relation": "references"}],
    }


def render_metadata(recipe: Mapping[str, Any], doi: str | None = None) -> str:
    """The text of .zenodo.json: the metadata of the deposit, with its DOI if there is one."""
    value = {**deposit_metadata(recipe), **({"doi": doi} if doi else {})}
    return json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def _source(source: Mapping[str, Any]) -> str:
    cite = f" Cite: {source['citation']}" if source.get("citation") else ""
    return f"{source['licence']}.{cite}"
