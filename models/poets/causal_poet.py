"""Loads the model of ``causal.v1``, and answers prompts with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

import numpy as np
from transformers import AutoModelForCausalLM

from versebench.models.generators.head import Head
from versebench.models.generators.load import packed_engine, trunk_of
from versebench.models.generators.room import nodes_in_bound
from versebench.models.ghostwriters.adapters import AdapterError, add_adapter
from versebench.models.ghostwriters.hashed_draws import key_of, streams
from versebench.models.poets.causal_drawing import context_of, used
from versebench.models.poets.causal_settings import CausalPoetModel
from versebench.models.poets.contract import Answer, Message, PoetError, Request, plain_text
from versebench.models.poets.sample import BLOCK_ROWS, Sampling, sample
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity, identify
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.memory import is_out_of_memory
from versebench.models.scorers.packed.trunk import Trunk
from versebench.models.scorers.pretrained import load_pretrained

_CHECK = ("绝句《夜车》\n铁轨穿云去，孤灯接夜明。", "绝句《夜车》\n铁轨穿山去，", "绝句《港灯》\n")
"""Texts on which the way of computing shared beginnings is checked against the plain one."""


@dataclass(frozen=True)
class PoetModel:
    """A loaded model without its head, and what it needs."""

    trunk: Trunk
    head: Head
    tokenizer: Any
    start: int | None
    context: int
    room: int
    sampling: Sampling
    lock: Lock = field(default_factory=Lock)
    """Held while the model is computed: its products are written to memory that the threads of a worker share."""

    def prompt(self, messages: Sequence[Message]) -> list[int]:
        """The tokens of a prompt: by the chat template of the tokenizer, else as plain text after the start token."""
        if getattr(self.tokenizer, "chat_template", None):
            chat = [{"role": message.role, "content": message.content} for message in messages]
            encoded = self.tokenizer.apply_chat_template(chat, add_generation_prompt=True, tokenize=False)
            return list(self.tokenizer.encode(encoded, add_special_tokens=False))
        tokens = list(self.tokenizer.encode(plain_text(messages), add_special_tokens=False))
        return tokens if self.start is None else [self.start, *tokens]


@dataclass(frozen=True)
class CausalPoet:
    """A model with the seed and the name from which its draws follow."""

    settings: CausalPoetModel
    seed: int
    model: PoetModel

    def write(self, requests: Sequence[Request]) -> list[Answer]:
        """Answer each request; one whose prompt leaves no room is answered by the problem ``prompt_too_long``."""
        how, answers = self.model.sampling, [Answer("", problem="prompt_too_long")] * len(requests)
        prompts = [self.model.prompt(request.messages) for request in requests]
        fits = [place for place, prompt in enumerate(prompts) if len(prompt) + how.most_tokens <= self.model.context]
        keys = np.array([self._key(requests[place]) for place in fits], np.uint64)
        try:
            asked = [prompts[place] for place in fits]
            with self.model.lock:
                drawn = sample(self.model.trunk, self.model.head, asked, keys, how, self.model.room)
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            raise PoetError(
                f"memory ran out with the model {self.settings.model}; choose a smaller model or bf16, a smaller "
                "most_tokens, or fewer workers"
            ) from error
        for place, text in zip(fits, drawn, strict=True):
            decoded = self.model.tokenizer.decode(text.tokens, skip_special_tokens=True)
            answers[place] = Answer(str(decoded), len(text.tokens), text.ended)
        return answers

    def _key(self, request: Request) -> int:
        key = key_of(self.seed, self.settings.name, request.title_id, request.attempt)
        return int(streams(key, np.array([0]))[0])


_LOADED: dict[tuple[object, ...], PoetModel] = {}
_LOADING = Lock()


def load_poet(settings: CausalPoetModel, seed: int) -> CausalPoet:
    """The model with its adapter, loaded once per process; one that was loaded before is released."""
    identity = identify(settings.model, settings.revision)
    of_model = (identity, settings.adapter, settings.precision, settings.device, settings.run_code_of_the_model)
    key = (*of_model, settings.temperature, settings.top_p, settings.most_tokens)
    with _LOADING:
        if key not in _LOADED:
            _LOADED.clear()
            options = LoadOptions(settings.precision, settings.device, settings.run_code_of_the_model)
            try:
                _LOADED[key] = load_model(settings, identity, options)
            except ModelLoadError as error:
                raise PoetError(str(error)) from None
        return CausalPoet(settings, seed, _LOADED[key])


def load_model(settings: CausalPoetModel, identity: ModelIdentity, options: LoadOptions) -> PoetModel:
    """The model with its adapter. Raises :class:`ModelLoadError` with the remedy."""
    others = "an encoder does not have these weights"
    try:
        options, adapter = _adapted(options, settings.adapter)
        model, tokenizer = load_pretrained(identity, AutoModelForCausalLM, "a causal model", others, options=options)
        if adapter is not None:
            add_adapter(model, adapter)
    except AdapterError as error:
        raise ModelLoadError(str(error)) from None
    start = tokenizer.bos_token_id
    before = [] if start is None else [start]
    checked = [(*before, *tokenizer.encode(text, add_special_tokens=False)) for text in _CHECK]
    engine = packed_engine(identity, model, checked, BLOCK_ROWS)
    how = _sampling(settings, model, tokenizer)
    trunk, head = trunk_of(engine, model, BLOCK_ROWS), Head(model, BLOCK_ROWS)
    return PoetModel(trunk, head, tokenizer, start, context_of(model.config), nodes_in_bound(model), how)


def _adapted(options: LoadOptions, adapter: str | None) -> tuple[LoadOptions, str | None]:
    """Options that add an adapter before a model is wrapped, as weights cannot be changed after; or what is to add."""
    wrap = options.wrap
    if wrap is None or adapter is None:
        return options, adapter

    def add_and_wrap(model: Any) -> Any:
        add_adapter(model, adapter)
        return wrap(model)

    return replace(options, wrap=add_and_wrap), None


def _sampling(settings: CausalPoetModel, model: Any, tokenizer: Any) -> Sampling:
    stated = getattr(model, "generation_config", None)
    ends = getattr(stated, "eos_token_id", None)
    listed = ends if isinstance(ends, list) else [ends]
    known = frozenset(int(end) for end in (*listed, tokenizer.eos_token_id) if end is not None)
    if not known:
        raise ModelLoadError(
            f"{settings.model}: the tokenizer has no end token, so no poem would end; choose another model"
        )
    return Sampling(settings.temperature, *used(settings, model.config, stated), known)
