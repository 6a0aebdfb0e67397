import subprocess
import sys

import pytest

HEAVY = (
    "apache_beam",
    "torch",
    "transformers",
    "great_expectations",
    "matplotlib",
    "spacy",
    "scipy",
    "starlette",
    "sqlalchemy",
)


@pytest.mark.parametrize(
    "module",
    [
        "versebench.pipelines",
        "versebench.pipelines.chain.chain",
        "versebench.pipelines.lifecycle.release",
        "versebench.pipelines.commands.app",
        "versebench.pipelines.recipe.recipe",
        "versebench.pipelines.commands.studies.study",
    ],
)
def test_importing_loads_nothing_heavy(module: str) -> None:
    program = f"import sys, {module}; print(*[name for name in {HEAVY} if name in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
