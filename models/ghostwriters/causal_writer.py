"""Draws the verses of ``causal.v1``: each alone, token by token, by hashes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np
import torch
from transformers import AutoModelForCausalLM

from versebench.models.generators.line_ends import LineEnds, NoLineBreakError
from versebench.models.generators.nucleus import Nucleus
from versebench.models.ghostwriters.adapters import AdapterError, add_adapter
from versebench.models.ghostwriters.causal_settings import CausalModel
from versebench.models.ghostwriters.contract import Ended, GeneratedVerse, GhostwriterError, Lines, Split, in_lines
from versebench.models.ghostwriters.hashed_draws import key_of, ranks, streams, uniforms
from versebench.models.scorers.contract import ModelLoadError
from versebench.models.scorers.identity import ModelIdentity, identify
from versebench.models.scorers.load_options import LoadOptions
from versebench.models.scorers.memory import is_out_of_memory
from versebench.models.scorers.pretrained import load_pretrained
from versebench.models.scorers.threads import one_thread
from versebench.models.splitmix import Hashes

BREAK, BETWEEN = "\n", "\n\n"
"""What ends a line, and what stands between two verses: an empty line ends a verse."""

_TOKENS_OF_A_WORD = 8
"""Most tokens of the model for each word that a verse may have, so that every verse ends."""

_UNREADABLE = "\ufffd"


@dataclass(frozen=True)
class CausalWriter:
    """A loaded model. ``context`` is how many tokens it sees; ``ends`` are the tokens that end a text."""

    model: Any
    tokenizer: Any
    start: int
    ends: frozenset[int]
    context: int

    def tokens(self, text: str) -> list[int]:
        """The tokens of a text."""
        return list(self.tokenizer.encode(text, add_special_tokens=False))

    def text(self, tokens: Sequence[int]) -> str:
        """The text of tokens, without what is no whole character."""
        decoded = self.tokenizer.decode(tokens, skip_special_tokens=True, clean_up_tokenization_spaces=False)
        return str(decoded).replace(_UNREADABLE, "")

    def draws(self, prompt: str, of: Hashes, *, temperature: float, top_p: float) -> Iterator[int]:
        """Draw tokens after a prompt without end; those that end a text are drawn too.

        If the context is full, the model sees the start token and the later half of it, and goes on.
        """
        half = max(1, self.context // 2)
        seen = [self.start, *self.tokens(prompt)[1 - half :]] if half > 1 else [self.start]
        fresh, cache, step = seen, None, 0
        while True:
            with torch.inference_mode(), one_thread():
                inputs = torch.tensor([fresh], device=self.model.device)
                made = self.model(input_ids=inputs, past_key_values=cache, use_cache=True)
                logits = made.logits[0, -1].float().cpu().numpy()
            cache = made.past_key_values
            token = Nucleus(logits / temperature, top_p).draw(float(uniforms(of, step)[0]))
            yield token
            step += 1
            seen = [*seen, token]
            fresh = [token]
            if len(seen) > self.context:
                seen = [self.start, *seen[1:][1 - half :]] if half > 1 else [token]
                fresh, cache = seen, None


def write_after_examples(
    settings: CausalModel, artist: str, texts: Sequence[str], split: Split, seed: int
) -> Iterator[GeneratedVerse]:
    """Write the verses of all points. Raises :class:`GhostwriterError`."""
    try:
        writer = _loaded(settings, settings.adapters.get(artist))
        most = settings.longest([in_lines(text, split) for text in texts])
        for count, verses in settings.points:
            key = key_of(seed, settings.generator, artist, count)
            for number in range(verses):
                prompt = _prompt(texts, count, key_of(seed, f"{settings.generator} examples {number}", artist, count))
                of = streams(key, np.array([number]))
                lines, ended = _verse(writer, settings, prompt, of, split, most)
                yield GeneratedVerse(settings.generator, artist, count, number, lines, ended)
    except (ModelLoadError, AdapterError) as error:
        raise GhostwriterError(str(error)) from None
    except (RuntimeError, MemoryError) as error:
        if not is_out_of_memory(error):
            raise
        raise GhostwriterError(
            f"memory ran out with the model {settings.model}; choose a smaller model or bf16, or run fewer workers"
        ) from error


def _prompt(texts: Sequence[str], count: int, key: int) -> str:
    """So many verses, drawn by hash, each followed by an empty line."""
    order = np.argsort(ranks(key, len(texts)), kind="stable")[:count]
    return "".join(texts[place] + BETWEEN for place in order.tolist())


def _verse(
    writer: CausalWriter, settings: CausalModel, prompt: str, of: Hashes, split: Split, most: int
) -> tuple[Lines, Ended]:
    """Draw one verse, of at most ``most`` tokens of the tokenizer of verses."""
    drawn: list[int] = []
    draws = writer.draws(prompt, of, temperature=settings.temperature, top_p=settings.top_p)
    for token, _ in zip(draws, range(_TOKENS_OF_A_WORD * (most + 1)), strict=False):
        is_end = token in writer.ends
        if not is_end:
            drawn.append(token)
        text = writer.text(drawn).lstrip()
        first, empty, _ = text.partition(BETWEEN)
        lines = in_lines(first, split)
        if sum(map(len, lines)) > most:
            return _cut(lines, most), "length"
        if is_end or empty:
            return lines, "verse"
    return in_lines(writer.text(drawn), split), "length"


def _cut(lines: Lines, most: int) -> Lines:
    """The first tokens of lines, so many in all."""
    kept = []
    for line in lines:
        kept.append(line[:most])
        most -= len(kept[-1])
    return tuple(filter(None, kept))


_LOADED: dict[tuple[object, ...], CausalWriter] = {}
_LOADING = Lock()


def _loaded(settings: CausalModel, adapter: str | None) -> CausalWriter:
    """The model with its adapter, loaded once per process; one that was loaded before is released."""
    identity = identify(settings.model, settings.revision)
    key = (identity, adapter, settings.precision, settings.device, settings.run_code_of_the_model, settings.start_token)
    with _LOADING:
        if key not in _LOADED:
            _LOADED.clear()
            _LOADED[key] = _load(settings, identity, adapter)
        return _LOADED[key]


def _load(settings: CausalModel, identity: ModelIdentity, adapter: str | None) -> CausalWriter:
    options = LoadOptions(settings.precision, settings.device, settings.run_code_of_the_model)
    others = "an encoder does not have these weights"
    model, tokenizer = load_pretrained(identity, AutoModelForCausalLM, "a causal model", others, options=options)
    try:
        LineEnds.of(tokenizer)
    except NoLineBreakError as error:
        raise ModelLoadError(f"{identity.name}: {error}") from None
    if adapter is not None:
        add_adapter(model, adapter)
    start = tokenizer.bos_token_id
    if settings.start_token is not None:
        start = tokenizer.get_vocab().get(settings.start_token)
    if start is None:
        raise ModelLoadError(
            f"{identity.name}: the tokenizer has no start token {settings.start_token or ''}".rstrip()
            + "; set start_token to one of its tokens"
        )
    ends = frozenset(filter(lambda token: token is not None, (start, tokenizer.eos_token_id)))
    context = int(getattr(model.config, "max_position_embeddings", 0) or 1 << 30)
    return CausalWriter(model, tokenizer, int(start), ends, context)
