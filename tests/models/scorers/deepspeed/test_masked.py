"""Another family under DeepSpeed: masked models."""

from pathlib import Path

from tests.models.scorers.deepspeed.conftest import Open, by_torch, difference
from tests.models.scorers.masked import tiny
from versebench.models.scorers.engines import DeepspeedEngine
from versebench.models.scorers.masked.settings import Masked


def test_a_masked_model_with_weights_in_memory_gives_the_scores_of_plain_torch(
    tmp_path: Path, open_scorer: Open
) -> None:
    folder = tmp_path / "tiny-bert"
    tiny.model("bert").save_pretrained(folder)
    tiny.tokenizer("bert").save_pretrained(folder)
    settings = Masked(family="masked", model=str(folder), engine=DeepspeedEngine(offload="cpu"))
    assert difference(open_scorer(settings), by_torch(settings)) <= 1e-4
