"""``causal.v1``: verses by the shipped GPT-2, with and without examples, and with an adapter."""

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from pydantic import ValidationError
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM

from versebench.models.ghostwriters.adapters import CONFIG, WEIGHTS, AdapterError, add_adapter, hash_of_adapter
from versebench.models.ghostwriters.causal import CausalSettings
from versebench.models.ghostwriters.contract import GeneratedVerse, GhostwriterError
from versebench.models.ghostwriters.registry import GHOSTWRITERS, write, write_from_texts
from versebench.models.scorers.identity import UnknownModelError, identify
from versebench.transforms.lyrics.tokenizers import TOKENIZERS

SPLIT = TOKENIZERS["verse-words.v1"]
TEXTS = [
    f"The {first} went over the hill in the {last},\nAnd nobody saw it again;\nThe wind in the {last} was bitter\n"
    f"And cold was the {first} in the rain."
    for first, last in (("sheep", "morning"), ("lark", "evening"), ("ship", "winter"), ("moon", "heather"))
]
LAYER = "transformer.h.0.attn.c_attn"


def settings(**values: object) -> CausalSettings:
    given = {"generator": "causal.v1", "model": "gpt2-writer", "examples": [0, 2], "verses": 2, "most_tokens": 30}
    return CausalSettings.model_validate({**given, **values})


def verses(folder: Path, *, artist: str = "A. Poet", seed: int = 1, **values: object) -> list[GeneratedVerse]:
    return list(write_from_texts(settings(**values), artist, TEXTS, SPLIT, seed, folder))


def model() -> Any:
    return AutoModelForCausalLM.from_pretrained(identify("gpt2-writer", None).location, local_files_only=True)


def write_adapter(folder: Path, *, size: float, layer: str = LAYER, columns: int = 160, **config: object) -> str:
    """An adapter of rank 2 for one layer of the shipped model."""
    folder.mkdir(parents=True)
    generator = torch.Generator().manual_seed(3)
    tensors = {
        f"base_model.model.{layer}.lora_A.weight": torch.randn(2, columns, generator=generator) * size,
        f"base_model.model.{layer}.lora_B.weight": torch.randn(480, 2, generator=generator) * size,
    }
    save_file(tensors, folder / WEIGHTS)
    given = {"peft_type": "LORA", "r": 2, "lora_alpha": 6, "target_modules": ["c_attn"], "bias": "none"}
    (folder / CONFIG).write_text(json.dumps({**given, **config}))
    return str(folder)


def test_it_writes_every_verse_of_every_point(tmp_path: Path) -> None:
    made = verses(tmp_path)
    assert [(verse.point_value, verse.number) for verse in made] == [(0, 0), (0, 1), (2, 0), (2, 1)]
    assert len({verse.lines for verse in made}) == 4
    for verse in made:
        assert (verse.generator, verse.artist) == ("causal.v1", "A. Poet")
        assert 0 < sum(map(len, verse.lines)) <= 30
        assert all(verse.lines)
        assert [tuple(SPLIT(" ".join(line))) for line in verse.lines] == list(verse.lines)


def test_a_verse_is_the_same_whatever_is_drawn_beside_it(tmp_path: Path) -> None:
    whole = {(verse.point_value, verse.number): verse for verse in verses(tmp_path, verses=3, examples=[0, 1, 2])}
    for verse in verses(tmp_path):
        assert verse == whole[verse.point_value, verse.number]


def test_seed_and_artist_change_the_verses(tmp_path: Path) -> None:
    made = [verse.lines for verse in verses(tmp_path)]
    assert made != [verse.lines for verse in verses(tmp_path, seed=2)]
    assert made != [verse.lines for verse in verses(tmp_path, artist="B. Poet")]


def test_examples_change_the_verses_and_no_examples_need_no_verses(tmp_path: Path) -> None:
    shown = [verse.lines for verse in verses(tmp_path, examples=[1])]
    others = [text.upper() for text in TEXTS]
    changed = list(write_from_texts(settings(examples=[1]), "A. Poet", others, SPLIT, 1, tmp_path))
    assert shown != [verse.lines for verse in changed]
    alone = list(write_from_texts(settings(examples=[0]), "A. Poet", others, SPLIT, 1, tmp_path))
    assert [verse.lines for verse in alone] == [verse.lines for verse in verses(tmp_path, examples=[0])]


def test_a_verse_longer_than_the_context_goes_on(tmp_path: Path) -> None:
    many = settings(examples=[4], verses=1, most_tokens=400, temperature=1.5)
    (verse,) = write_from_texts(many, "A. Poet", TEXTS * 20, SPLIT, 5, tmp_path)
    assert verse.ended == "verse" or sum(map(len, verse.lines)) == 400


def test_a_verse_has_at_most_its_tokens_and_says_what_ended_it(tmp_path: Path) -> None:
    short = verses(tmp_path, most_tokens=3, examples=[0], verses=3)
    assert {verse.ended for verse in short} == {"length"}
    assert {sum(map(len, verse.lines)) for verse in short} == {3}
    longer = verses(tmp_path, most_tokens=3_000, examples=[1], verses=3)
    assert {verse.ended for verse in longer} == {"verse"}


def test_verses_of_tokens_are_shown_with_spaces(tmp_path: Path) -> None:
    tokens = [tuple(tuple(line.split()) for line in text.split("\n")) for text in TEXTS]
    made = list(write(settings(), "A. Poet", tokens, 1, tmp_path))
    assert made == list(write_from_texts(settings(), "A. Poet", TEXTS, str.split, 1, tmp_path))


def test_an_adapter_adds_its_product_to_the_weights(tmp_path: Path) -> None:
    folder = write_adapter(tmp_path / "adapter", size=0.5)
    plain, adapted = model(), model()
    add_adapter(adapted, folder)
    hidden = torch.randn(4, 160, generator=torch.Generator().manual_seed(1))
    first = hidden @ torch_tensor(folder, "lora_A").T
    expected = plain.get_submodule(LAYER)(hidden) + 3 * first @ torch_tensor(folder, "lora_B").T
    assert torch.allclose(adapted.get_submodule(LAYER)(hidden), expected, atol=1e-4)


def torch_tensor(folder: str, name: str) -> torch.Tensor:
    from safetensors.torch import load_file

    (tensor,) = (value for key, value in load_file(Path(folder) / WEIGHTS).items() if name in key)
    assert isinstance(tensor, torch.Tensor)
    return tensor


def test_an_adapter_is_of_its_artist_alone(tmp_path: Path) -> None:
    adapters = {"A. Poet": write_adapter(tmp_path / "adapter", size=0.5)}
    plain = [verse.lines for verse in verses(tmp_path)]
    assert plain != [verse.lines for verse in verses(tmp_path, adapters=adapters)]
    other = [verse.lines for verse in verses(tmp_path, artist="B. Poet")]
    assert other == [verse.lines for verse in verses(tmp_path, artist="B. Poet", adapters=adapters)]
    nothing = {"A. Poet": write_adapter(tmp_path / "nothing", size=0.0)}
    assert plain == [verse.lines for verse in verses(tmp_path, adapters=nothing)]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"config": {"use_dora": True}}, "use_dora = true, which is not supported"),
        ({"config": {"peft_type": "IA3"}}, "peft_type"),
        ({"config": {"r": None}}, "has no rank r"),
        ({"layer": "transformer.h.9.attn.c_attn"}, "has no place in the model"),
        ({"columns": 64}, "the model's is"),
    ],
)
def test_an_adapter_of_another_kind_is_one_message(values: dict[str, Any], message: str, tmp_path: Path) -> None:
    config = values.pop("config", {})
    folder = write_adapter(tmp_path / "adapter", size=1.0, **values, **config)
    with pytest.raises(AdapterError, match=message):
        add_adapter(model(), folder)
    with pytest.raises(GhostwriterError, match=message):
        verses(tmp_path, adapters={"A. Poet": folder})


def test_files_are_known_by_their_contents(tmp_path: Path) -> None:
    folder = write_adapter(tmp_path / "adapter", size=1.0)
    files = settings(adapters={"A": folder}).files()
    assert files == {"model": identify("gpt2-writer", None).revision, "adapters.A": hash_of_adapter(folder)}
    (Path(folder) / CONFIG).write_text("{}")
    assert files != settings(adapters={"A": folder}).files()
    with pytest.raises(UnknownModelError, match=r"has no adapter_config\.json"):
        settings(adapters={"A": str(tmp_path)}).files()


def test_a_model_that_is_no_causal_model_is_one_message(tmp_path: Path) -> None:
    with pytest.raises(GhostwriterError, match="bert-verse"):
        verses(tmp_path, model="bert-verse")
    with pytest.raises(GhostwriterError, match="set start_token"):
        verses(tmp_path, start_token="<none>")


@pytest.mark.parametrize("values", [{"examples": [1, 1]}, {"examples": []}, {"examples": [-1]}, {"top_p": 0}])
def test_settings_that_mean_nothing_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        settings(**values)


def test_it_is_in_the_registry() -> None:
    assert GHOSTWRITERS["causal.v1"] is CausalSettings
