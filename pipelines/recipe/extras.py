"""Installed extras, checked before the work that needs them starts."""

from importlib.util import find_spec

from versebench.pipelines.errors import RecipeError

EXTRAS = {
    "score": ("torch", "transformers", "safetensors"),
    "real": ("gguf", "accelerate"),
    "finetune": ("torch", "transformers", "peft", "bitsandbytes", "accelerate"),
    "release": ("great_expectations", "pandas", "jinja2", "matplotlib", "scipy"),
    "serve": ("starlette", "uvicorn", "jinja2"),
    "studies": ("starlette", "uvicorn", "python_multipart", "jinja2", "sqlalchemy", "alembic", "markdown_it", "scipy"),
    "studies-postgres": ("psycopg",),
}
"""Packages by which an installed extra of setup.py is recognised."""


def require(extra: str, purpose: str) -> None:
    """Raise :class:`RecipeError`, which says what to install, if an extra is missing."""
    missing = [package for package in EXTRAS[extra] if find_spec(package) is None]
    if missing:
        raise RecipeError(f'{purpose} needs {", ".join(missing)}; install "versebench[{extra}]"')
