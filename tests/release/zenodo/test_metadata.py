import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.release.zenodo.small_release import small_recipe, write_small_release
from versebench.release.zenodo.errors import ZenodoError
from versebench.release.zenodo.metadata import (
    check_licence,
    check_sources,
    deposit_metadata,
    mark,
    recipe_of,
    render_metadata,
)
from versebench.storage.manifest import read_manifest


def test_the_metadata_say_what_the_recipe_says() -> None:
    assert deposit_metadata(small_recipe()) == {
        "upload_type": "dataset",
        "title": "Small & fine",
        "version": "1.0.0",
        "description": "<p>A release for tests.</p><p>Version 1.0.0 of small.</p>"
        "<p>Its texts come from mine: CC0-1.0. Cite: My source, 1846.</p>",
        "creators": [{"name": "Doe, Jane"}, {"name": "Roe, Richard"}],
        "access_right": "open",
        "license": "cc-by-4.0",
        "keywords": ["poetry", "limerick", "minimal pairs", "benchmark", "versebench", mark("small")],
        "related_identifiers": [{"identifier": "10.48694/jcls.117", "relation": "references"}],
    }


def test_what_a_recipe_says_is_no_markup() -> None:
    assert "<script>" not in deposit_metadata(small_recipe(description="<script>"))["description"]


def test_the_text_is_what_is_sent() -> None:
    assert json.loads(render_metadata(small_recipe())) == deposit_metadata(small_recipe())
    assert json.loads(render_metadata(small_recipe(), "10.5072/zenodo.7"))["doi"] == "10.5072/zenodo.7"


@pytest.mark.parametrize("source", [{"name": "a"}, {"name": "a", "licence": ""}, {"name": "a", "licence": None}])
def test_a_source_without_a_licence(source: dict[str, Any]) -> None:
    with pytest.raises(ZenodoError, match="the source a has no licence: add its licence to the recipe"):
        check_sources(small_recipe(sources=[{"name": "b", "licence": "CC0-1.0"}, source]))


@pytest.mark.parametrize("licence", ["", "public domain", None])
def test_a_licence_that_zenodo_cannot_know(licence: str | None) -> None:
    with pytest.raises(ZenodoError, match="is not an SPDX identifier, such as"):
        check_licence(small_recipe(licence=licence))


def test_a_run_is_no_release(tmp_path: Path) -> None:
    manifest = read_manifest(str(write_small_release(tmp_path / "release")))
    assert manifest is not None
    with pytest.raises(ZenodoError, match="a run, not a release"):
        recipe_of(replace(manifest, stage="clean"))
