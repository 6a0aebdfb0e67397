"""Tiny masked models with random weights, and tokenizers trained on a few lines."""

from functools import lru_cache
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

VERSE = [
    "There was an Old Man with a beard, Who said, It is just as I feared!",
    "Two Owls and a Hen, four Larks and a Wren, Have all built their nests in my beard!",
    "A river is rain with a plan: past the mill, through the reeds, it began,",
    "low to the ground as it goes, unbelievable light, and the mill-wheel's refrain.",
]
FAMILIES = ("bert", "roberta", "distilbert", "modernbert")
CONTEXT = 48


class Mixing(torch.nn.Module):
    """A head that looks at all positions of a row."""

    def __init__(self, head: torch.nn.Module) -> None:
        super().__init__()
        self.head = head

    def forward(self, hidden: torch.Tensor) -> Any:
        return self.head(hidden - hidden.mean(1, keepdim=True))


class Engine(torch.nn.Module):
    """What an engine makes of a model: it is called in its place, and hides all of it but ``module``."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.module, self.config, self.calls = model, None, 0

    def forward(self, **named: Any) -> Any:
        self.calls += 1
        return self.module(**named)


@lru_cache
def tokenizer(family: str) -> Any:
    return _word_piece() if family in ("bert", "distilbert") else _byte_pairs(trimmed=family == "roberta")


@lru_cache
def bf16_model(family: str) -> Any:
    return model.__wrapped__(family).to(torch.bfloat16)


@lru_cache
def model(family: str) -> Any:
    """Weights ten times the usual size, so that log-probabilities differ from one token to the next."""
    torch.manual_seed(7)
    words = len(tokenizer(family))
    shape: dict[str, Any] = {
        "vocab_size": words,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "intermediate_size": 48,
        "max_position_embeddings": CONTEXT,
        "pad_token_id": tokenizer(family).pad_token_id,
        "initializer_range": 0.2,
    }
    if family == "bert":
        return transformers.BertForMaskedLM(transformers.BertConfig(**shape)).eval()
    if family == "roberta":
        shape["max_position_embeddings"] = CONTEXT + shape["pad_token_id"] + 1
        return transformers.RobertaForMaskedLM(transformers.RobertaConfig(**shape)).eval()
    if family == "distilbert":
        config = transformers.DistilBertConfig(
            vocab_size=words,
            dim=32,
            n_layers=2,
            n_heads=2,
            hidden_dim=48,
            max_position_embeddings=CONTEXT,
            pad_token_id=shape["pad_token_id"],
            initializer_range=0.2,
        )
        return transformers.DistilBertForMaskedLM(config).eval()
    special = {f"{name}_token_id": getattr(tokenizer(family), f"{name}_token_id") for name in ("cls", "sep")}
    special |= {"bos_token_id": special["cls_token_id"], "eos_token_id": special["sep_token_id"]}
    config = transformers.ModernBertConfig(**shape, **special, local_attention=8, global_attn_every_n_layers=2)
    return transformers.ModernBertForMaskedLM(config).eval()


def _word_piece() -> Any:
    made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=False)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    made.train_from_iterator(VERSE, trainers.WordPieceTrainer(vocab_size=130, special_tokens=special))
    made.post_processor = _around(made, "[CLS]", "[SEP]")
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=made,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
    )


def _byte_pairs(trimmed: bool) -> Any:
    """Byte pairs; the place of a token holds the space before a word, unless trimmed."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    trainer = trainers.BpeTrainer(
        vocab_size=330, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()
    )
    made.train_from_iterator(VERSE, trainer)
    start, end = ("<s>", special.index("<s>")), ("</s>", special.index("</s>"))
    trimming = processors.RobertaProcessing(sep=end, cls_token=start, add_prefix_space=False)
    made.post_processor = trimming if trimmed else _around(made, "<s>", "</s>")
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=made,
        bos_token="<s>",
        eos_token="</s>",
        pad_token="<pad>",
        unk_token="<unk>",
        cls_token="<s>",
        sep_token="</s>",
        mask_token="<mask>",
    )


def _around(made: Tokenizer, start: str, end: str) -> processors.TemplateProcessing:
    return processors.TemplateProcessing(
        single=f"{start} $A {end}", special_tokens=[(token, made.token_to_id(token)) for token in (start, end)]
    )
