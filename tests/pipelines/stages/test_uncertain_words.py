"""Words on which two taggers differ, from the recipe to the outcomes of a release."""

from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa

from tests.pipelines.running import recipe_values, write_recipe
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.runners.runner import Runner
from versebench.storage.manifest import read_table


def reasons(folder: Path, tagger: str, **options: str) -> Counter[str | None]:
    """How many poems of the sample gave no swapped end words, by reason; None are those that did."""
    task: dict[str, Any] = {"task": "swap_end_words.v1", "pairs": "all", **options}
    recipe = load_recipe(str(write_recipe(folder, recipe_values(tasks=[task], tagger=tagger))), [])
    made = Chain(recipe, str(folder / "root"), Runner()).corrupt()
    shards = (read_table(made.run.directory, made.manifest, "outcomes", shard) for shard in range(made.run.shards))
    return Counter(pa.concat_tables(shards).column("reason").to_pylist())


def test_swaps_of_words_of_uncertain_parts_of_speech_are_refused_and_counted(tmp_path: Path) -> None:
    one, two = reasons(tmp_path, "verse-tagger.v1"), reasons(tmp_path, "verse-tagger.v2", uncertain="refused")
    assert one.total() == two.total()
    assert one["uncertain_part_of_speech"] == 0
    assert two["uncertain_part_of_speech"] > 0
    assert 0 < two[None] < one[None]
