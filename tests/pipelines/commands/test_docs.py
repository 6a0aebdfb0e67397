import json
from pathlib import Path

import pytest
import yaml

from tests.pipelines.running import REPOSITORY, recipe_values, versebench
from versebench.pipelines.commands.docs import pages
from versebench.pipelines.recipe.kinds import KINDS


@pytest.mark.parametrize("path", list(pages()))
def test_the_page_is_up_to_date(path: str) -> None:
    assert (REPOSITORY / path).read_text() == pages()[path], "run versebench docs --write"


def test_stale_pages_are_named_and_written(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    ran = versebench("docs", cwd=tmp_path)
    assert ran.code == 1
    assert ran.message.startswith(
        "versebench: out of date: docs/SCHEMAS.md, docs/RECIPE.md, docs/STAGES.md, docs/recipe.schema.json; run"
    )
    assert versebench("docs", "--write", cwd=tmp_path).code == 0
    assert {path: (tmp_path / path).read_text() for path in pages()} == pages()


def test_the_json_schema_takes_the_sample_recipe_and_refuses_mistakes() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema comes with great-expectations")
    validator = jsonschema.Draft202012Validator(json.loads((REPOSITORY / "docs/recipe.schema.json").read_text()))
    validator.check_schema(validator.schema)
    recipes = [yaml.safe_load(path.read_text()) for path in (REPOSITORY / "recipes").glob("*.yaml")]
    for recipe in recipes:
        assert "base" in recipe or list(validator.iter_errors(recipe)) == []  # with a base: of versebench finetune
    assert list(validator.iter_errors(recipe_values())) == []
    for mistake in ({"sed": 1}, {"seed": "x"}, {"tasks": [{"task": "nothing.v1"}]}, {"licence": None}):
        assert list(validator.iter_errors({**recipe_values(), **mistake}))


def test_every_key_is_explained() -> None:
    page = pages()["docs/RECIPE.md"]
    for kind, recipe in KINDS.items():
        assert f"## `kind: {kind}`\n" in page
        for name, field in recipe.model_fields.items():
            assert f"| `{name}` |" in page
            assert (field.description or "") in page
