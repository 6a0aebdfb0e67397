"""How a release is cited, in the Citation File Format 1.2.0."""

from collections.abc import Mapping
from typing import Any

import yaml
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

from versebench.release.documents.creators import person

NAME = "CITATION.cff"


def render_citation(recipe: Mapping[str, Any], doi: str | None = None) -> str:
    """The text of CITATION.cff. It can only state a single SPDX licence; any other licence is left out."""
    value = {
        "cff-version": "1.2.0",
        "message": "Please cite this release as below.",
        "type": "dataset",
        "title": recipe["title"],
        **({"abstract": recipe["description"]} if recipe.get("description") else {}),
        "version": recipe["version"],
        "authors": [_author(name) for name in recipe["creators"]],
        **({"license": recipe["licence"]} if _is_spdx(recipe["licence"]) else {}),
        **({"doi": doi} if doi else {}),
    }
    return yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=10**6)


def _author(name: str) -> dict[str, str]:
    names = person(name)
    return {"family-names": names[0], "given-names": names[1]} if names else {"name": name}


def _is_spdx(licence: str) -> bool:
    """Whether a licence is a single SPDX identifier in its canonical spelling."""
    try:
        return " " not in licence and canonicalize_license_expression(licence) == licence
    except InvalidLicenseExpression:
        return False
