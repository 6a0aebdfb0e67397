"""What transformers 4.57.6, the last with Transformer-XL, says of small random models: the fixture of our port.

    python3 -m venv build/transformer-xl-env
    build/transformer-xl-env/bin/python -m pip install --requirement requirements-transformer-xl.lock
    PYTHONHASHSEED=0 build/transformer-xl-env/bin/python tests/models/scorers/make_transformer_xl_fixture.py

Writes ``tests/models/scorers/fixtures/transformer_xl``: the weights of every case, drawn here from a seed, and the
log-probability of each word of a random text in nats, read in segments; the words that its tokenizer finds in texts and
in poems of the sample corpus; and one case as ``save_pretrained`` writes it, with the pickles of a published
checkpoint. Made on CPython 3.11; the last digits of log-probabilities depend on the processor.

As released, 4.57.6 cannot run the network: it calls ``Tensor.type_as`` with a ``dtype``, which no version of PyTorch
takes. That one call is fixed here, to what it says: the tensor in that type.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ["TRUST_REMOTE_CODE"] = "1"  # its tokenizer asks for this before it touches any pickle

import torch
from safetensors.torch import save_file
from transformers import TransfoXLConfig, TransfoXLLMHeadModel, TransfoXLTokenizer, __version__

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent / "fixtures" / "transformer_xl"
PUBLISHED = "published_shape"

SHAPE = {"vocab_size": 60, "d_model": 16, "d_embed": 16, "n_head": 2, "d_head": 8, "d_inner": 24, "n_layer": 2}
CASES: dict[str, dict[str, Any]] = {
    PUBLISHED: {"div_val": 4, "cutoffs": [10, 30], "mem_len": 12, "clamp_len": 9, "same_length": True, "tgt_len": 7},
    "div_val_2": {"div_val": 2, "cutoffs": [8, 20, 41], "mem_len": 50, "clamp_len": 1000, "same_length": True},
    "div_val_1": {"div_val": 1, "cutoffs": [10, 30], "mem_len": 8, "clamp_len": -1, "same_length": False},
    "div_val_1_projected": {"div_val": 1, "cutoffs": [10, 30], "d_embed": 12, "mem_len": 20, "clamp_len": 6},
    "memory_shorter_than_segment": {"div_val": 2, "cutoffs": [10, 30], "mem_len": 3, "same_length": True},
    "no_memory": {"div_val": 2, "cutoffs": [10, 30], "mem_len": 0, "clamp_len": 4, "same_length": False},
    "one_bias_for_all_layers": {"div_val": 2, "cutoffs": [10, 30], "mem_len": 16, "untie_r": False, "n_layer": 3},
    "norm_first_untied_projections": {
        "div_val": 2,
        "cutoffs": [10, 30],
        "mem_len": 10,
        "pre_lnorm": True,
        "proj_share_all_but_first": False,
        "n_head": 3,
        "d_head": 5,
        "tgt_len": 1,
    },
    "no_clusters": {"div_val": 1, "cutoffs": [], "mem_len": 9, "same_length": True, "tgt_len": 64},
}
DEFAULTS = {"clamp_len": -1, "same_length": False, "tgt_len": 7, "pre_lnorm": False, "untie_r": True}
TEXT_LENGTH = 38

TEXTS = [
    "1,000 and 2.5, or 3,000.00; v1.2.3, 1,2a, 7, 1,",
    "don't the dog's 'tis o'er they'll \"quoted\" ‘curly’ “double” it’s O’Brien’s 1990's '90s",
    "'Twas the cats' 'em rock 'n' roll. 'And so,' he said, 'Go.'",
    "well-known word--word — dash – en-dash word—word word–word -x y- - --",
    "Mr. Smith went. to e.g. Paris. and U.S. He. No. 5. No. He. Art. 5 pp. 7 St. Ltd. Inc. etc.",
    "so did I. We. so did I",
    "wait... what?! .... a..b … 3. 3.14. He x.y.' end",
    '"come", he said. "go". He ``tick\'\' ´´a´´ «guil» „low‚',
    "(paren) [br] {c} <d> a/b a&b @ # $5 50% x_y ^ ~ ` | \\ * + = € ½ x²",
    "line\nbreak\n\ntwo  \t spaces\x05 \x1c 1\xa0000 a\xa0b return\r\nre\rturn",
    "straße naïve Ärger émigré ÉMIGRÉ. était. Était. καλός слово 🎂",
    ",7 ',' a,,b 1,,2 a' b 1' b 1'1 a'1 ys's s' s can't've",
    "",
]


def fix_type_as() -> None:
    """Let ``Tensor.type_as`` take the ``dtype`` that transformers calls it with."""
    released = torch.Tensor.type_as

    def type_as(tensor: torch.Tensor, other: torch.Tensor | None = None, dtype: Any = None) -> torch.Tensor:
        return tensor.to(dtype) if other is None else released(tensor, other)

    torch.Tensor.type_as = type_as  # type: ignore[method-assign,assignment]


def draw(model: TransfoXLLMHeadModel, seed: int) -> None:
    """Weights of our own, exact in half precision: normal, of a spread that makes words differ in probability."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in sorted(model.named_parameters()):
            start = 1.0 if name.endswith("layer_norm.weight") else 0.0
            weight.copy_((start + 0.3 * torch.randn(weight.shape, generator=generator)).half())


@torch.no_grad()
def log_probabilities(model: TransfoXLLMHeadModel, words: list[int], segment: int) -> list[float]:
    """Of each word after the first, given all before it as far as they are remembered."""
    found, memory = [], None
    for start in range(0, len(words) - 1, segment):
        given = torch.tensor([words[start : start + segment + 1]])
        output = model(given[:, :-1], mems=memory)
        memory = output.mems
        found += output.prediction_scores[0].gather(1, given[0, 1:, None])[:, 0].tolist()
    return [round(value, 6) for value in found]


def case(name: str, seed: int) -> tuple[dict[str, Any], dict[str, torch.Tensor], TransfoXLLMHeadModel]:
    """A case as it stands in the fixture, its weights without those that are tied, and its model."""
    settings = SHAPE | DEFAULTS | CASES[name]
    model = TransfoXLLMHeadModel(TransfoXLConfig(**settings, dropout=0.0, dropatt=0.0)).eval()
    draw(model, seed)
    generator = torch.Generator().manual_seed(seed)
    words = torch.randint(settings["vocab_size"], (TEXT_LENGTH + 1,), generator=generator).tolist()
    content = {
        "config": settings,
        "words": words,
        "log_probabilities": log_probabilities(model, words, settings["tgt_len"]),
    }
    return content, {key: value.half() for key, value in model.named_parameters()}, model


def vocabulary(size: int) -> list[str]:
    """A vocabulary of the published kind: by falling frequency, with its special words among them."""
    return ["<eos>", "the", "<unk>", ",", ".", "<formula>", "@-@", "'s", *(f"w{number}" for number in range(size - 8))]


def tokens(words: list[str]) -> dict[str, Any]:
    """What the tokenizer finds in texts, and in every third poem of the sample corpus."""
    listed = FOLDER / "words.txt"
    listed.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    os.chdir(FOLDER)  # what is saved holds the path as given
    tokenizer = TransfoXLTokenizer(vocab_file=listed.name)
    lowering = TransfoXLTokenizer(vocab_file=listed.name, lower_case=True)
    tokenizer.save_pretrained(PUBLISHED)
    listed.unlink()
    poems = json.loads((ROOT / "samples/limericks.json").read_text(encoding="utf-8"))
    return {
        "texts": {text: tokenizer.tokenize(text) for text in TEXTS},
        "lowered": {text: lowering.tokenize(text) for text in TEXTS},
        "poems": {poem["limerick"]: " ".join(tokenizer.tokenize(poem["limerick"])) for poem in poems[::3]},
    }


def main() -> int:
    """Run the command line."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    fix_type_as()
    cases: dict[str, Any] = {}
    weights: dict[str, torch.Tensor] = {}
    for seed, name in enumerate(CASES):
        cases[name], drawn, model = case(name, seed)
        weights |= {f"{name}/{key}": value for key, value in drawn.items()}
        if name == PUBLISHED:
            model.save_pretrained(FOLDER / PUBLISHED, safe_serialization=False)
    save_file(weights, FOLDER / "weights.safetensors")
    written = {"cases.json": cases, "tokens.json": tokens(vocabulary(SHAPE["vocab_size"]))}
    for file, content in written.items():
        about = {"made_by": f"tests/models/scorers/make_transformer_xl_fixture.py, transformers {__version__}"}
        text = json.dumps(about | content, ensure_ascii=False, indent=1 if file == "tokens.json" else None)
        (FOLDER / file).write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
