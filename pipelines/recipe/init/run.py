"""The command ``versebench init``."""

from pathlib import Path

from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.recipe.init.survey import survey
from versebench.pipelines.recipe.init.write import recipe_text
from versebench.storage import filesystem


def init(folder: str, out: str) -> dict[str, list[str]]:
    """Write a recipe for the files of a folder; returns a line for each source and for each file that is none.

    Raises :class:`RecipeError` if the folder is missing or the recipe exists, and :class:`DataError` if no file has a
    poem.
    """
    if not Path(folder).is_dir():
        raise RecipeError(f"{folder} is not a folder; name the folder that holds your files")
    if Path(out).exists():
        raise RecipeError(f"{out} exists; name another file with --out, or delete it")
    found = survey(folder)
    unusable = [f"left out: {source.path}: {source.problem}" for source in found.sources if source.problem is not None]
    unusable += [f"left out: {file.path}: {file.problem}" for file in found.left_out]
    if len(found.sources) == sum(source.problem is not None for source in found.sources):
        reasons = "\n  ".join(unusable[:8]) or "it has no files"
        raise DataError(f"{folder}: no file with poems; check the folder\n  {reasons}")
    filesystem.write_bytes(out, recipe_text(folder, found).encode())
    named = [
        f"{source.path}: {source.format}, {source.encoding or 'utf-8'}, {source.form}, "
        f"{source.poems} {'poem' if source.poems == 1 else 'poems'} among the first rows"
        for source in found.sources
        if source.problem is None
    ]
    return {"sources": named, "left_out": unusable}
