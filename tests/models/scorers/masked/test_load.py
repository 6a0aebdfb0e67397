"""How a masked scorer is loaded from a folder."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("transformers")

from safetensors.torch import load_file, save_file

from tests.models.scorers.masked import tiny
from tests.models.scorers.xlnet import tiny as tiny_xlnet
from versebench.models.scorers.contract import ModelLoadError, Precision, TextScore
from versebench.models.scorers.identity import ModelIdentity, identify
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.masked.convention import KINDS, MaskedConvention
from versebench.models.scorers.masked.load import load_masked, load_masked_vocabulary
from versebench.models.scorers.masked.scorer import MaskedScorer

TEXT = "There was an Old Man with a beard"
PRECISIONS: tuple[Precision, ...] = ("bf16", "fp32")
CONVENTIONS = tuple(MaskedConvention(kind=kind) for kind in KINDS)


def saved(folder: Path, family: str) -> Path:
    tiny.model(family).save_pretrained(folder)
    tiny.tokenizer(family).save_pretrained(folder)
    return folder


def failure(folder: Path) -> str:
    with pytest.raises(ModelLoadError) as caught:
        load_masked(identify(str(folder), None), CONVENTIONS, LoadOptions())
    return str(caught.value)


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_a_folder_is_loaded_and_scores_as_the_model_that_was_saved(tmp_path: Path, family: str) -> None:
    identity = identify(str(saved(tmp_path / family, family)), None)
    loaded = load_masked(identity, CONVENTIONS, LoadOptions())
    assert loaded.full_forward_because is None
    built = MaskedScorer(tiny.model(family), tiny.tokenizer(family), CONVENTIONS, family, LoadOptions())
    assert loaded.score_units([[TEXT]]) == built.score_units([[TEXT]])


@pytest.mark.parametrize("family", tiny.FAMILIES)
def test_bf16_is_near_fp32(tmp_path: Path, family: str) -> None:
    identity = identify(str(saved(tmp_path / family, family)), None)
    low, high = (load_masked(identity, CONVENTIONS, LoadOptions(precision)) for precision in PRECISIONS)
    assert low.full_forward_because is high.full_forward_because is None
    [one], [other] = low.score_units([[TEXT]]), high.score_units([[TEXT]])
    for name in one:
        [near], [exact] = one[name], other[name]
        assert isinstance(near, TextScore)
        assert isinstance(exact, TextScore)
        assert near.log_probability == pytest.approx(exact.log_probability, rel=0.02)
        assert near.log_probability != exact.log_probability


def test_what_an_engine_makes_of_the_model_is_computed_with(tmp_path: Path) -> None:
    identity = identify(str(saved(tmp_path / "bert", "bert")), None)
    made: list[tiny.Engine] = []

    def wrap(model: Any) -> tiny.Engine:
        made.append(tiny.Engine(model))
        return made[0]

    wrapped = load_masked(identity, CONVENTIONS, LoadOptions(wrap=wrap))
    before = made[0].calls
    assert wrapped.score_units([[TEXT]]) == load_masked(identity, CONVENTIONS, LoadOptions()).score_units([[TEXT]])
    assert made[0].calls > before


def test_a_vocabulary_needs_a_tokenizer_alone(tmp_path: Path) -> None:
    for family, unknown in (("bert", 3), ("roberta", 0)):
        tiny.tokenizer(family).save_pretrained(tmp_path / family)
        identity = ModelIdentity(family, str(tmp_path / family), "", on_hub=False)
        vocabulary = load_masked_vocabulary(identity, CONVENTIONS[0], own_code=False)
        assert vocabulary.unknown_tokens("a beard") == 0
        assert vocabulary.unknown_tokens("春 a 🎂\n眠") == unknown


def test_a_folder_without_a_tokenizer_has_no_vocabulary(tmp_path: Path) -> None:
    with pytest.raises(ModelLoadError, match="empty cannot be loaded as a masked model"):
        load_masked_vocabulary(ModelIdentity("empty", str(tmp_path), "", on_hub=False), CONVENTIONS[0], own_code=False)


def test_weights_that_lack_a_part_are_refused_and_not_drawn_at_random(tmp_path: Path) -> None:
    file = saved(tmp_path / "lacking", "bert") / "model.safetensors"
    weights = load_file(file)
    del weights["cls.predictions.transform.dense.weight"]
    save_file(weights, file, metadata={"format": "pt"})
    message = failure(tmp_path / "lacking")
    assert "lacking: its weights lack cls.predictions.transform.dense.weight and 0 more" in message
    assert message.endswith("or choose a masked model (other kinds of model do not have these weights)")


def test_damaged_weights_are_told_with_the_remedy(tmp_path: Path) -> None:
    file = saved(tmp_path / "damaged", "bert") / "model.safetensors"
    file.write_bytes(file.read_bytes()[:1000])
    message = failure(tmp_path / "damaged")
    assert message.startswith("damaged: its weights cannot be read (")
    assert message.endswith("; fetch them again")


def test_pickled_weights_are_not_opened(tmp_path: Path) -> None:
    folder = saved(tmp_path / "pickled", "bert")
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    message = failure(folder)
    assert message.startswith("pickled cannot be loaded as a masked model: ")
    assert message.endswith("with safetensors and a tokenizer")


def test_another_family_is_refused(tmp_path: Path) -> None:
    tiny_xlnet.model().save_pretrained(tmp_path / "xlnet")
    tiny_xlnet.tokenizer().save_pretrained(tmp_path / "xlnet")
    assert failure(tmp_path / "xlnet").startswith("xlnet cannot be loaded as a masked model: ")


@pytest.mark.parametrize("key", ["is_decoder"])
def test_a_decoder_is_refused_with_the_remedy(tmp_path: Path, key: str) -> None:
    folder = saved(tmp_path / "decoder", "bert")
    config: Any = tiny.model("bert").config.to_dict() | {key: True}
    type(tiny.model("bert").config).from_dict(config).save_pretrained(folder)
    assert "describes a decoder" in failure(folder)
