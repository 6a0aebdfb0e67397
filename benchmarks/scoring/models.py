"""Models that scoring is measured on: the shipped one, and shapes of well-known ones with random weights.

Random weights take as long as others. What they say of a text means nothing.
"""

from importlib.resources import files
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
from transformers import (
    AutoTokenizer,
    BertConfig,
    BertForMaskedLM,
    GPT2Config,
    GPT2LMHeadModel,
    PreTrainedTokenizerFast,
)

from benchmarks.scoring.texts import poems

LONG_CONTEXT = 4096
SHAPES = {
    "small": GPT2Config(),
    "long": GPT2Config(n_positions=LONG_CONTEXT),
    "bert": BertConfig(),
    "bert-long": BertConfig(max_position_embeddings=LONG_CONTEXT),
}
"""GPT-2 small and BERT-base, and the same with a longer context."""

_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def shipped() -> str:
    """The folder of the causal model that comes with the project."""
    return str(files("models") / "resources" / "gpt2-verse")


def prepare(name: str, folder: Path) -> str:
    """The folder of the shipped model (``verse``), or of one of :data:`SHAPES` made under a folder."""
    if name == "verse":
        return shipped()
    config, place = SHAPES[name], folder / name
    torch.manual_seed(1)
    masked = isinstance(config, BertConfig)
    (BertForMaskedLM if masked else GPT2LMHeadModel)(config).save_pretrained(place)
    tokenizer = word_pieces(config.vocab_size) if masked else AutoTokenizer.from_pretrained(shipped())
    tokenizer.save_pretrained(place)
    return str(place)


def word_pieces(size: int) -> Any:
    """A cased WordPiece tokenizer, as BERT's, of the pieces of the sample's limericks: at most ``size``."""
    made = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=False)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=size, special_tokens=list(_SPECIAL), show_progress=False)
    made.train_from_iterator(poems(), trainer)
    ends = [(piece, made.token_to_id(piece)) for piece in ("[CLS]", "[SEP]")]
    made.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    names = {f"{piece.strip('[]').lower()}_token": piece for piece in _SPECIAL}
    return PreTrainedTokenizerFast(tokenizer_object=made, **names)
