"""Loads a generator."""

from typing import Any

from transformers import AutoModelForCausalLM

from versebench.models.generators.generator import CausalGenerator
from versebench.models.generators.line_ends import LineEnds, NoLineBreakError
from versebench.models.generators.settings import GeneratorSettings
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.packed.blocks import BLOCK_ROWS
from versebench.models.scorers.packed.convention import TokenSequence
from versebench.models.scorers.packed.engine import Engine, choose_engine
from versebench.models.scorers.packed.gpt2_trunk import Gpt2Trunk
from versebench.models.scorers.packed.trunk import TransformersTrunk, Trunk
from versebench.models.scorers.pretrained import load_pretrained
from versebench.models.scorers.threads import one_thread

FAMILY = "a causal model"
_OTHERS = "an encoder does not have these weights"
_CHECK = (
    "The kettle sang low on the hob,\nAnd the clock in the hall gave a sob;\n",
    "The kettle sang low on the hob,\nBut nobody heard,\n",
    "The kettle sang low, and not a bird,\n",
)


def load_causal_generator(settings: GeneratorSettings, identity: ModelIdentity, *, threads: int = 1) -> CausalGenerator:
    """Load a causal model: GPT-2, Llama, Qwen and similar models. Raises :class:`ModelLoadError` with the remedy."""
    options = LoadOptions(settings.precision, settings.device, settings.run_code_of_the_model)
    model, tokenizer = load_pretrained(identity, AutoModelForCausalLM, FAMILY, _OTHERS, options=options)
    start = _start_token(identity, tokenizer, settings.start_token)
    try:
        ends = LineEnds.of(tokenizer)
    except NoLineBreakError as error:
        raise ModelLoadError(f"{identity.name}: {error}") from None
    checked = [(start, *tokenizer.encode(text, add_special_tokens=False)) for text in _CHECK]
    engine = packed_engine(identity, model, checked, BLOCK_ROWS)
    context = int(getattr(model.config, "max_position_embeddings", 0) or 1 << 30)
    return CausalGenerator(
        model,
        trunk_of(engine, model, BLOCK_ROWS),
        tokenizer,
        ends,
        start=start,
        context=context if engine.longest is None else min(context, engine.longest),
        threads=threads,
        unlike_planned=engine.fallbacks,
    )


def _start_token(identity: ModelIdentity, tokenizer: Any, named: str | None) -> int:
    if named is None:
        if tokenizer.bos_token_id is None:
            raise ModelLoadError(f"{identity.name}: the tokenizer has no start token; set start_token")
        return int(tokenizer.bos_token_id)
    found = tokenizer.convert_tokens_to_ids(named)
    if found is None or (found == tokenizer.unk_token_id and named != tokenizer.unk_token):
        raise ModelLoadError(
            f"{identity.name}: the tokenizer has no token {named!r}; set start_token to one of its tokens"
        )
    return int(found)


def packed_engine(identity: ModelIdentity, model: Any, check: list[tuple[int, ...]], block_rows: int) -> Engine:
    """Return the engine that computes shared beginnings once, with the bits of separate computation.

    ``check`` are tokens of texts that share beginnings. Raises :class:`ModelLoadError` if there is no such engine.
    """
    context = int(getattr(model.config, "max_position_embeddings", 0) or 1 << 30)
    with one_thread():
        engine = choose_engine(model, [TokenSequence(tokens[:context], 1) for tokens in check], block_rows)
    if engine.kind == "plain":
        raise ModelLoadError(
            f"{identity.name}: it cannot compute shared beginnings of lines once ({engine.reason}); "
            "choose another model"
        )
    return engine


def trunk_of(engine: Engine, model: Any, block_rows: int) -> Trunk:
    """Return the model without its head, as an engine computes it."""
    return Gpt2Trunk(model, block_rows) if engine.kind == "gpt2" else TransformersTrunk(model, block_rows)
