"""Poems: let every poet write for every title, and gather the poems of the test."""

import os
import tempfile
from typing import Any

from versebench.models.model_settings import CandidateModelSettings
from versebench.models.poets.contract import PoetSettings
from versebench.pipelines.recipe.proftap import ProftapRecipe
from versebench.pipelines.runners.runner import Runner
from versebench.pipelines.stages.ghostwriting.write import checkpoint_folder
from versebench.pipelines.stages.proftap.line_index import OpenDatabase, OpenIndex, database_hashes, line_index
from versebench.pipelines.stages.stage import Committed, run_stage, stage_run
from versebench.schemas.proftap import POEM_ATTEMPTS, REUSE, TEST_POEMS, TITLES
from versebench.schemas.studies import ITEMS
from versebench.storage import filesystem
from versebench.transforms.proftap.poem_shard import GatherPoems
from versebench.transforms.proftap.poem_text import VERSION as POEM_TEXT
from versebench.transforms.proftap.prompts import messages
from versebench.transforms.proftap.write_shard import WritePoems

WRITING, GATHERING = "write-poems.v2", "test-poems.v1"


def write_poems(
    recipe: ProftapRecipe, root: str, runner: Runner, kept: Committed, titles: Committed
) -> dict[str, Committed]:
    """The attempts of every poet by its name, each in a run of its own, under ``<root>/write-poems``."""
    database = line_index(recipe, root)
    return {poet.name: _written(recipe, root, runner, (kept, titles), poet, database) for poet in recipe.poets}


def _written(
    recipe: ProftapRecipe,
    root: str,
    runner: Runner,
    inputs_of: tuple[Committed, Committed],
    poet: PoetSettings,
    database: OpenDatabase,
) -> Committed:
    kept, titles = inputs_of
    prompt = recipe.prompt_of(poet)
    inputs: dict[str, Any] = {
        "version": [WRITING, POEM_TEXT],
        "tables": {POEM_ATTEMPTS.name: POEM_ATTEMPTS.version},
        "inputs": {
            "titles": titles.manifest.tables[TITLES.name].content_hash,
            "kept": kept.manifest.tables["poems"].content_hash,
        },
        "poet": poet.model_dump(mode="json"),
        "files": dict(poet.files()),
        "prompt": [[message.role, message.content] for message in messages(prompt, "{{title}}", "{{form}}")],
        "database": database_hashes(recipe),
        "reuse": recipe.reuse.model_dump(exclude={"database"}),
        "seed": recipe.seed,
    }
    run = stage_run(root, "write-poems", titles.run.shards, inputs)
    folder = checkpoint_folder(root, run)
    # On an object store's root, answers are kept by the machine that gets them: below its own temporary folder.
    kept_in = folder if filesystem.is_local(root) else os.path.relpath(folder, tempfile.gettempdir())
    task = WritePoems(
        titles.run.directory,
        titles.manifest,
        (kept.run.directory, kept.manifest),
        poet,
        prompt,
        recipe.reuse.model_copy(update={"database": []}),  # the index has it
        OpenIndex(database),
        recipe.seed,
        kept_in,
    )
    written = run_stage(run, inputs, task, runner, _hints(poet), title=f"write-poems: {poet.name}")
    filesystem.delete_folder(folder)
    return written


def _hints(poet: PoetSettings) -> dict[str, str]:
    """Beam's resource hints for the work of a poet."""
    if not isinstance(poet, CandidateModelSettings):
        return {}
    named = {"accelerator": poet.accelerator, "min_ram": poet.min_ram}
    return {name: value for name, value in named.items() if value is not None}


def gather_poems(
    recipe: ProftapRecipe, root: str, runner: Runner, kept: Committed, titles: Committed, written: dict[str, Committed]
) -> Committed:
    """The poems of the test, what they repeat, and what judges can be asked, under ``<root>/test-poems``."""
    inputs: dict[str, Any] = {
        "version": GATHERING,
        "tables": {table.name: table.version for table in (TEST_POEMS, REUSE, ITEMS)},
        "inputs": {
            "titles": titles.manifest.tables[TITLES.name].content_hash,
            "kept": kept.manifest.tables["poems"].content_hash,
            "written": {name: run.manifest.tables[POEM_ATTEMPTS.name].content_hash for name, run in written.items()},
        },
        "database": database_hashes(recipe),
    }
    task = GatherPoems(
        (titles.run.directory, titles.manifest),
        (kept.run.directory, kept.manifest),
        {name: (run.run.directory, run.manifest) for name, run in written.items()},
        line_index(recipe, root),
    )
    return run_stage(stage_run(root, "test-poems", titles.run.shards, inputs), inputs, task, runner)
