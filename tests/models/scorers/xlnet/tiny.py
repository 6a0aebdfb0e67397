"""A tiny XLNet with random weights, and a Unigram tokenizer trained on a few lines."""

from functools import lru_cache
from typing import Any

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

VERSE = [
    "There was an Old Man with a beard, Who said, It is just as I feared!",
    "Two Owls and a Hen, four Larks and a Wren, Have all built their nests in my beard!",
    "A river is rain with a plan: past the mill, through the reeds, it began,",
    "low to the ground as it goes, unbelievable light, and the mill-wheel's refrain.",
]
SPECIAL = ["<unk>", "<s>", "</s>", "<cls>", "<sep>", "<pad>", "<mask>", "<eod>", "<eop>"]


@lru_cache
def tokenizer(left_out: str = "") -> Any:
    """Laid out as XLNet's own: the text, then <sep> and <cls>. ``left_out`` is a special token it is to lack."""
    special = [token for token in SPECIAL if token != left_out]
    made = Tokenizer(models.Unigram())
    made.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    made.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=120, special_tokens=special, unk_token="<unk>", show_progress=False)
    made.train_from_iterator(VERSE, trainer)
    named = {f"{name}_token": f"<{name}>" for name in ("unk", "cls", "sep", "pad", "mask") if f"<{name}>" != left_out}
    if left_out not in ("<sep>", "<cls>"):
        ids = [(token, made.token_to_id(token)) for token in ("<sep>", "<cls>")]
        made.post_processor = processors.TemplateProcessing(single="$A:0 <sep>:0 <cls>:2", special_tokens=ids)
    return transformers.PreTrainedTokenizerFast(tokenizer_object=made, bos_token="<s>", eos_token="</s>", **named)


@lru_cache
def model() -> Any:
    """Weights ten times the usual size, so that log-probabilities differ from one token to the next."""
    torch.manual_seed(11)
    config = transformers.XLNetConfig(
        vocab_size=len(tokenizer()), d_model=32, n_layer=2, n_head=2, d_inner=48, initializer_range=0.2
    )
    made = transformers.XLNetLMHeadModel(config).eval()
    torch.nn.init.normal_(made.transformer.mask_emb, std=0.2)
    return made
