"""Both layouts of a checkpoint, and what is said of one that cannot be loaded."""

import json
import pickle
import shutil
from collections import Counter, OrderedDict
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from hypothesis import given  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from safetensors.torch import save_file  # noqa: E402

from tests.models.scorers.transformer_xl.fixture import (  # noqa: E402
    CASES,
    PUBLISHED,
    TOLERANCE,
    WORDS,
    tensors,
)
from versebench.models.scorers.contract import ModelLoadError, TextScore  # noqa: E402
from versebench.models.scorers.identity import ModelIdentity, identify  # noqa: E402
from versebench.models.scorers.transformer_xl import loader  # noqa: E402
from versebench.models.scorers.transformer_xl.convention import LineEndConvention  # noqa: E402
from versebench.models.scorers.transformer_xl.loader import (  # noqa: E402
    WordVocabulary,
    load_transformer_xl,
    load_transformer_xl_vocabulary,
)
from versebench.models.scorers.transformer_xl.scorer import TransformerXlScorer  # noqa: E402
from versebench.models.scorers.transformer_xl.tokenizer import WordTokenizer  # noqa: E402

TEXT = "w36 the w7\nw2, w50."
PICKLED = {"idx2sym": WORDS, "sym2idx": OrderedDict(zip(WORDS, range(60), strict=True)), "counter": Counter(WORDS)}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Our own layout."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(CASES["published_shape"]["config"]))
    save_file(tensors("published_shape"), folder / "model.safetensors")
    (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n")
    return folder


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """What transformers 4.57.6 saved, with the vocabulary as the first checkpoints have it."""
    folder = Path(shutil.copytree(PUBLISHED, tmp_path / "published"))
    (folder / "vocab.pkl").unlink()
    torch.save(PICKLED, folder / "vocab.bin", _use_new_zipfile_serialization=False)
    return folder


def load(folder: Path) -> TransformerXlScorer:
    return load_transformer_xl(identify(str(folder), None), LineEndConvention())


def failure(folder: Path) -> str:
    with pytest.raises(ModelLoadError) as caught:
        load(folder)
    return str(caught.value)


def numbers(scorer: TransformerXlScorer) -> list[float]:
    [[score]] = scorer.score_units([[TEXT]])[0].values()
    assert isinstance(score, TextScore)
    return list(score.token_log_probabilities)


def unknown(folder: Path, text: str) -> int:
    identity = ModelIdentity("own", str(folder), "", on_hub=False)
    return load_transformer_xl_vocabulary(identity, LineEndConvention()).unknown_tokens(text)


def change(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_both_layouts_give_the_same_numbers(own: Path, published: Path) -> None:
    assert numbers(load(own)) == pytest.approx(numbers(load(published)), abs=TOLERANCE)
    assert len(numbers(load(own))) == 8


def test_a_model_on_the_hub_is_fetched_at_its_commit(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def fetch(location: str, revision: str, allow_patterns: list[str]) -> str:
        asked.append((location, revision))
        assert {path.name for path in own.iterdir()} < set(allow_patterns)
        return str(own)

    monkeypatch.setattr(loader, "snapshot_download", fetch)
    scorer = load_transformer_xl(ModelIdentity("a/b", "a/b", "0" * 40, on_hub=True), LineEndConvention())
    assert numbers(scorer) == numbers(load(own))
    assert asked == [("a/b", "0" * 40)]


def test_of_a_vocabulary_no_weights_are_fetched(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("config.json", "model.safetensors"):
        (own / name).unlink()
    asked: list[str] = []

    def fetch(location: str, revision: str, allow_patterns: list[str]) -> str:
        asked.extend(allow_patterns)
        return str(own)

    monkeypatch.setattr(loader, "snapshot_download", fetch)
    on_hub = load_transformer_xl_vocabulary(ModelIdentity("a/b", "a/b", "0" * 40, on_hub=True), LineEndConvention())
    assert sorted(asked) == ["tokenizer_config.json", "vocab.bin", "vocab.json", "vocab.pkl", "vocab.txt"]
    here = ModelIdentity("own", str(own), "", on_hub=False)
    assert on_hub == load_transformer_xl_vocabulary(here, LineEndConvention())


@given(st.lists(st.sampled_from(["the", "w1", "zebra", "quagga"]), max_size=8))
def test_words_outside_the_vocabulary_are_counted(words: list[str]) -> None:
    for vocabulary in (WordVocabulary(WordTokenizer(WORDS), LineEndConvention(kept)) for kept in ("kept", "space")):
        for separator in (" ", "\n"):
            unknown = vocabulary.unknown_tokens(separator.join(words))
            assert unknown == words.count("zebra") + words.count("quagga")


def test_a_hub_that_cannot_be_reached_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(*_: Any, **__: Any) -> str:
        raise OSError("no route")

    monkeypatch.setattr(loader, "snapshot_download", fetch)
    with pytest.raises(ModelLoadError, match="a/b cannot be fetched: no route; it must be an id on a hub"):
        load_transformer_xl(ModelIdentity("a/b", "a/b", "0" * 40, on_hub=True), LineEndConvention())


@pytest.mark.parametrize("name", ["vocab.json", "vocab.txt", "vocab.bin", "vocab.pkl"])
def test_every_kind_of_vocabulary_is_read(own: Path, name: str) -> None:
    expected = numbers(load(own))
    (own / "vocab.txt").unlink()
    if name == "vocab.json":
        (own / name).write_text(json.dumps(WORDS))
    elif name == "vocab.txt":
        (own / name).write_text("\n".join(WORDS))
    elif name == "vocab.bin":
        torch.save(PICKLED, own / name)
    else:
        (own / name).write_bytes(pickle.dumps(PICKLED))
    assert numbers(load(own)) == expected


def test_whether_text_is_lowered_is_read_from_either_file(own: Path) -> None:
    assert unknown(own, "The") == 1
    (own / "tokenizer_config.json").write_text('{"lower_case": true}')
    assert unknown(own, "The") == 0
    (own / "tokenizer_config.json").unlink()
    (own / "vocab.json").write_text(json.dumps({"idx2sym": WORDS, "lower_case": True}))
    assert unknown(own, "The") == 0


def test_the_vocabulary_that_transformers_4_57_6_saves_holds_code_and_is_refused() -> None:
    message = failure(PUBLISHED)
    assert message.startswith(f"{PUBLISHED / 'vocab.pkl'} asks for re._compile, but ")
    assert message.endswith(
        "convert it with the program that made it: weights to model.safetensors, words to vocab.txt, one per line"
    )


def test_weights_that_hold_code_are_refused(published: Path) -> None:
    torch.save({"a": Path("code")}, published / "pytorch_model.bin")
    assert failure(published).startswith(f"{published / 'pytorch_model.bin'} asks for pathlib")


@pytest.mark.parametrize("content", [[1, 2], {"a": 1}])
def test_weights_that_are_no_tensors_are_refused(published: Path, content: Any) -> None:
    torch.save(content, published / "pytorch_model.bin")
    assert "does not contain named tensors" in failure(published)


@pytest.mark.parametrize("damage", [b"", bytes(100)])
def test_damaged_weights_are_told_with_the_remedy(own: Path, damage: bytes) -> None:
    (own / "model.safetensors").write_bytes(damage)
    message = failure(own)
    assert message.startswith(f"{own / 'model.safetensors'} cannot be read (")
    assert message.endswith("fetch it again")


def rewrite(folder: Path, **changes: Any) -> None:
    weights = tensors("published_shape")
    weights.update(changes)
    save_file({name: value for name, value in weights.items() if value is not None}, folder / "model.safetensors")


def test_a_missing_tensor_is_named(own: Path) -> None:
    rewrite(own, **{"crit.cluster_bias": None})
    assert failure(own).startswith("own: its weights lack crit.cluster_bias; ")


def test_a_tensor_of_another_shape_is_named(own: Path) -> None:
    rewrite(own, **{"crit.cluster_bias": torch.zeros(3)})
    assert "crit.cluster_bias has the shape (3,), but config.json asks for (2,)" in failure(own)


def test_a_tensor_without_a_place_is_named(own: Path) -> None:
    rewrite(own, **{"transformer.layers.2.extra": torch.zeros(1), "transformer.pos_emb.inv_freq": torch.zeros(8)})
    assert "its weights contain transformer.layers.2.extra and 0 more" in failure(own)


def test_tied_tensors_that_differ_are_refused(own: Path) -> None:
    rewrite(own, **{"crit.out_layers.1.weight": torch.zeros(20, 4)})
    assert "crit.out_layers.1.weight differs from transformer.word_emb.emb_layers.1.weight" in failure(own)


@pytest.mark.parametrize("name", ["model.safetensors", "vocab.txt"])
def test_a_missing_file_is_told_with_those_that_would_do(own: Path, name: str) -> None:
    (own / name).unlink()
    message = failure(own)
    assert message.startswith(f"{own} has no ")
    assert name in message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"attn_type": 2}, "attn_type: "),
        ({"n_layer": 0}, "n_layer: "),
        ({"cutoffs": [30, 10]}, "must rise"),
        ({"cutoffs": [10, 60]}, "must rise"),
        ({"cutoffs": [10, 20, 30]}, "too narrow for 4 clusters"),
        ({"d_model": 15}, "must be even"),
        ({"mem_len": 0}, "leaves tokens nothing to attend to"),
        ({"ext_len": 4}, "ext_len: "),
        ({"adaptive": False}, "adaptive: "),
    ],
)
def test_a_config_of_something_else_is_refused(own: Path, changes: dict[str, Any], message: str) -> None:
    change(own / "config.json", **changes)
    found = failure(own)
    assert found.startswith(f"{own / 'config.json'}: ")
    assert message in found
    assert found.endswith("it must describe a Transformer-XL")


def test_a_config_that_is_no_json_is_told(own: Path) -> None:
    (own / "config.json").write_text("not json")
    assert "config.json cannot be read as JSON" in failure(own)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("not json", "cannot be read as JSON"),
        ('{"words": []}', "has no list of words under idx2sym"),
        ("[1, 2]", "has no list of words under idx2sym"),
        ('["a", "a"]', "it contains a word twice"),
        ('["<eos>", "<unk>"]', "its vocabulary has 2 words, but config.json says 60"),
    ],
)
def test_a_vocabulary_that_does_not_fit_is_refused(own: Path, content: str, message: str) -> None:
    (own / "vocab.json").write_text(content)
    assert message in failure(own)


def test_a_word_list_that_is_no_utf_8_is_told(own: Path) -> None:
    (own / "vocab.txt").write_bytes(b"\xff\n")
    assert "is not UTF-8" in failure(own)


def test_a_tokenizer_config_that_is_no_object_is_told(own: Path) -> None:
    (own / "tokenizer_config.json").write_text("[]")
    assert "does not contain a JSON object" in failure(own)
