"""Trains the small verse model that ships with the project: ``python -m scripts.train_gpt2``.

A GPT-2-shaped causal model and its byte-level BPE tokenizer, both from scratch on public-domain verse, so that the
embedded default scores poems without a download. Everything that shapes the weights is in `Recipe`: the schedule counts
steps, never seconds. One thread is used, because sums differ between thread counts.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import logging
import math
import os
import random
import re
import tempfile
import time
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers
from torch.nn import functional
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
END = "<|endoftext|>"
NEWLINE = "Ċ"  # how byte-level BPE spells the byte 0x0A
IGNORED = -100  # the label of padding

log = logging.getLogger("train_gpt2")


@dataclass(frozen=True)
class Recipe:
    """All that decides the weights, given the data and the locked environment."""

    steps: int = 5400
    seed: int = 1846
    vocab_size: int = 4096
    n_positions: int = 256
    n_embd: int = 128
    n_layer: int = 5
    n_head: int = 4
    block: int = 128
    batch_tokens: int = 2048
    learning_rate: float = 2e-3
    final_share: float = 0.03
    warmup_share: float = 0.03
    weight_decay: float = 0.1
    # A few verse romances are as long as a thousand lyrics and in older English: each poem counts up to this much.
    characters_per_poem: int = 8000
    # One poem in so many is held out, by the hash of its path.
    held_out_modulus: int = 50
    # A poem that shares so many consecutive words with an excluded or held-out text is not trained on.
    shared_words: int = 8
    checkpoint_every: int = 500


@dataclass(frozen=True)
class Poem:
    """A cleaned poem: stanzas of lines."""

    path: str
    stanzas: tuple[tuple[str, ...], ...]

    @property
    def text(self) -> str:
        """The poem with its line breaks, an empty line between stanzas."""
        return "\n\n".join("\n".join(stanza) for stanza in self.stanzas)


@dataclass(frozen=True)
class Corpus:
    """The poems of both splits and what was left out."""

    train: tuple[Poem, ...]
    held_out: tuple[Poem, ...]
    excluded: int
    leaking: int


@dataclass(frozen=True)
class Figures:
    """What the run measured, for the card."""

    step: int
    parameters: int
    train_poems: int
    held_out_poems: int
    excluded_poems: int
    leaking_poems: int
    tokens_available: int
    tokens_seen: int
    seconds: float
    held_out_tokens: int
    held_out_words: int
    held_out_nats: float

    @property
    def token_perplexity(self) -> float:
        """Held-out perplexity per predicted token, line breaks and ends included."""
        return math.exp(self.held_out_nats / self.held_out_tokens)

    @property
    def word_perplexity(self) -> float:
        """Held-out perplexity per whitespace-separated word: the same nats, spread over words."""
        return math.exp(self.held_out_nats / self.held_out_words)


# ---- Data ----

# U+FFFD stands where the source lost a Windows-1252 byte, which was mostly an apostrophe or a quotation mark.
_CHARACTERS = str.maketrans(
    {"‘": "'", "’": "'", "\ufffd": "'", "“": '"', "”": '"', "…": "...", "\t": " ", "\u2028": "\n", "\r": "\n"}
)


def clean_text(raw: str) -> str:
    """NFC, straight quotes, no control characters, no indentation; line breaks stay."""
    text = unicodedata.normalize("NFC", raw).translate(_CHARACTERS)
    text = "".join(char for char in text if char == "\n" or unicodedata.category(char) != "Cc")
    return "\n".join(" ".join(line.split()) for line in text.split("\n")).strip()


def split_stanzas(text: str, limit: int) -> tuple[tuple[str, ...], ...]:
    """Stanzas of lines, as many whole stanzas as begin within `limit` characters."""
    blocks = [tuple(block.split("\n")) for block in re.split(r"\n{2,}", text) if block]
    lone = sum(len(block) == 1 for block in blocks)
    if len(blocks) > 3 and lone > 0.8 * len(blocks):
        # Printed with double spacing: the empty lines are not stanza breaks.
        blocks = [tuple(line for block in blocks for line in block)]
    kept: list[tuple[str, ...]] = []
    used = 0
    for block in blocks:
        if used >= limit:
            break
        kept.append(block)
        used += sum(len(line) + 1 for line in block)
    return tuple(kept)


def read_poems(path: Path, limit: int) -> Iterator[Poem]:
    """The poems of a `poems.jsonl.gz`, cleaned; a text that occurs again is skipped."""
    seen: set[str] = set()
    with gzip.open(path, "rb") as lines:
        for line in lines:
            record = json.loads(line.decode("utf-8", errors="replace"))
            poem = Poem(record["path"], split_stanzas(clean_text(record["text"]), limit))
            key = " ".join(words(poem.text))
            if key and key not in seen:
                seen.add(key)
                yield poem


def words(text: str) -> list[str]:
    """Lower-case letter runs, for comparing texts."""
    return re.findall(r"[^\W\d_]+", text.lower())


def shingles(text: str, size: int) -> set[int]:
    """Hashes of all runs of `size` words; of the whole text if it is shorter."""
    found = words(text)
    return {hash(tuple(found[i : i + size])) for i in range(max(1, len(found) - size + 1))}


def all_shingles(texts: Iterable[str], size: int) -> set[int]:
    """The union of `shingles` over texts."""
    return set().union(*(shingles(text, size) for text in texts))


def read_excluded(paths: Sequence[Path]) -> list[str]:
    """The texts the model is to be tested on: files of JSON objects with `lines`."""
    rows = [json.loads(row) for path in paths for row in path.read_text(encoding="utf-8").splitlines() if row]
    return ["\n".join(row["lines"]) for row in rows]


def is_held_out(path: str, modulus: int) -> bool:
    """Whether a poem is kept from training; depends on its path alone."""
    digest = hashlib.blake2b(path.encode("utf-8"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % modulus == 0


def build_corpus(poems: Iterable[Poem], excluded: Sequence[str], recipe: Recipe) -> Corpus:
    """Splits poems, and leaves out what overlaps with the excluded texts or, in training, with the held-out poems."""
    read = list(poems)
    banned = all_shingles(excluded, recipe.shared_words) if excluded else set()
    kept = [poem for poem in read if banned.isdisjoint(shingles(poem.text, recipe.shared_words))]
    held_out = tuple(poem for poem in kept if is_held_out(poem.path, recipe.held_out_modulus))
    rest = [poem for poem in kept if not is_held_out(poem.path, recipe.held_out_modulus)]
    known = all_shingles((poem.text for poem in held_out), recipe.shared_words)
    train = tuple(poem for poem in rest if known.isdisjoint(shingles(poem.text, recipe.shared_words)))
    return Corpus(train, held_out, len(read) - len(kept), len(rest) - len(train))


# ---- Tokens ----


def train_tokenizer(texts: Iterable[str], vocab_size: int) -> Tokenizer:
    """GPT-2's byte-level BPE with a vocabulary of its own; a line break is always a token by itself."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        special_tokens=[END],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def token_id(tokenizer: Tokenizer, token: str) -> int:
    """The id of a token that must be in the vocabulary."""
    found = tokenizer.token_to_id(token)
    if found is None:
        raise ValueError(f"{token!r} is not in the vocabulary; train the tokenizer with the byte alphabet and {END}")
    return int(found)


def pack(items: Iterable[Sequence[int]], separator: Sequence[int], limit: int) -> list[list[int]]:
    """Joins consecutive items greedily into runs of at most `limit` tokens; cuts an item that is longer by itself."""
    packed: list[list[int]] = []
    for item in items:
        if packed and len(packed[-1]) + len(separator) + len(item) <= limit:
            packed[-1] += [*separator, *item]
        else:
            packed.append(list(item[:limit]))
    return packed


def chunk_poem(stanzas: Sequence[Sequence[Sequence[int]]], newline: int, end: int, block: int) -> list[list[int]]:
    """Training sequences of one poem: BOS, then consecutive stanzas; EOS after the last.

    Every sequence begins where a stanza begins (or, in a stanza longer than the block, a line), so that what follows
    BOS looks like the beginning of a short poem.
    """
    limit = block - 2
    parts = (part for stanza in stanzas for part in pack(stanza, [newline], limit))
    chunks = [[end, *chunk] for chunk in pack(parts, [newline, newline], limit)]
    chunks[-1].append(end)
    return chunks


def encode_poems(poems: Sequence[Poem], tokenizer: Tokenizer, block: int) -> list[list[int]]:
    """The sequences of all poems, in order."""
    newline, end = token_id(tokenizer, NEWLINE), token_id(tokenizer, END)
    chunks: list[list[int]] = []
    for poem in poems:
        stanzas = [[line.ids for line in tokenizer.encode_batch(list(stanza))] for stanza in poem.stanzas]
        chunks += chunk_poem(stanzas, newline, end, block)
    return chunks


def group_by_length(chunks: Sequence[list[int]], batch_tokens: int) -> list[list[list[int]]]:
    """Batches of similar lengths, each at most `batch_tokens` with its padding."""
    groups: list[list[list[int]]] = []
    for chunk in sorted(chunks, key=len, reverse=True):
        if groups and (len(groups[-1]) + 1) * len(groups[-1][0]) <= batch_tokens:
            groups[-1].append(chunk)
        else:
            groups.append([chunk])
    return groups


def training_batches(chunks: Sequence[list[int]], recipe: Recipe) -> Iterator[list[list[int]]]:
    """Batches without end, in an order that only the seed decides."""
    generator = random.Random(recipe.seed)
    pool = 2048  # sorted by length only within a pool, so that batches stay mixed over poets
    while True:
        order = generator.sample(range(len(chunks)), len(chunks))
        for start in range(0, len(order), pool):
            groups = group_by_length([chunks[i] for i in order[start : start + pool]], recipe.batch_tokens)
            generator.shuffle(groups)
            yield from groups


# ---- Model ----


def build_model(recipe: Recipe, end: int) -> Any:
    """A GPT-2 with tied embeddings and without dropout: the data is seen about once."""
    config = GPT2Config(
        vocab_size=recipe.vocab_size,
        n_positions=recipe.n_positions,
        n_embd=recipe.n_embd,
        n_layer=recipe.n_layer,
        n_head=recipe.n_head,
        resid_pdrop=0.0,
        embd_pdrop=0.0,
        attn_pdrop=0.0,
        bos_token_id=end,
        eos_token_id=end,
        use_cache=True,
        tie_word_embeddings=True,
    )
    return GPT2LMHeadModel(config)


def batch_loss(model: Any, batch: Sequence[list[int]]) -> tuple[torch.Tensor, int]:
    """Sum of the negative log-probabilities of all tokens after BOS, in nats, and their number."""
    width = len(max(batch, key=len))
    inputs = torch.tensor([[*chunk[:-1], *[0] * (width - len(chunk))] for chunk in batch])
    labels = torch.tensor([[*chunk[1:], *[IGNORED] * (width - len(chunk))] for chunk in batch])
    # No attention mask is needed: padding is on the right, where a causal model does not look.
    logits = model(input_ids=inputs, use_cache=False).logits
    loss = functional.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=IGNORED, reduction="sum")
    return loss, sum(len(chunk) - 1 for chunk in batch)


def held_out_loss(model: Any, chunks: Sequence[list[int]], batch_tokens: int) -> tuple[float, int]:
    """Nats and tokens over sequences."""
    nats, tokens = 0.0, 0
    model.eval()
    with torch.no_grad():
        for batch in group_by_length(chunks, batch_tokens):
            loss, count = batch_loss(model, batch)
            nats += loss.item()
            tokens += count
    model.train()
    return nats, tokens


def build_optimizer(model: Any, recipe: Recipe) -> torch.optim.AdamW:
    """AdamW; gains, biases and positions are not decayed."""
    named = list(model.named_parameters())
    decayed = [value for name, value in named if value.dim() == 2 and "wpe" not in name]
    free = [value for name, value in named if value.dim() != 2 or "wpe" in name]
    groups = [{"params": decayed, "weight_decay": recipe.weight_decay}, {"params": free, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=recipe.learning_rate, betas=(0.9, 0.95))


def learning_rate(step: int, recipe: Recipe) -> float:
    """Linear warm-up, then a cosine down to `final_share` of the peak; `step` counts from 0."""
    warmup = max(1, round(recipe.warmup_share * recipe.steps))
    if step < warmup:
        return recipe.learning_rate * (step + 1) / warmup
    progress = (step - warmup) / max(1, recipe.steps - warmup)
    share = recipe.final_share + (1 - recipe.final_share) * 0.5 * (1 + math.cos(math.pi * progress))
    return recipe.learning_rate * share


def train_step(model: Any, optimizer: torch.optim.Optimizer, batch: Sequence[list[int]], rate: float) -> float:
    """One update; returns the mean loss of the batch."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    loss, count = batch_loss(model, batch)
    mean = loss / count
    optimizer.zero_grad()
    torch.autograd.backward(mean)
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    return mean.item()


# ---- Output ----

CARD = """# gpt2-verse

A small GPT-2-shaped causal language model of English verse with a byte-level BPE tokenizer of its own, both trained
from scratch by `scripts/train_gpt2.py`. Every figure below was measured by the run that wrote these weights.
{state}
| | |
|---|---|
| architecture | `GPT2LMHeadModel`: {layout} |
| parameters | {f.parameters:,}, fp32, safetensors |
| vocabulary | {r.vocab_size:,}, BOS = EOS = `{end}`; a line break is a token |
| training data | {f.train_poems:,} poems, {f.tokens_available:,} tokens |
| tokens seen | {f.tokens_seen:,}: {epochs:.2f} times the data |
| schedule | {f.step:,} of {r.steps:,} steps of at most {r.batch_tokens:,} tokens, sequences of up to {r.block} |
| optimiser | AdamW, warm-up, then cosine from {r.learning_rate:g}; seed {r.seed} |
| training time | {minutes:.0f} minutes, {speed:,.0f} tokens/s on one CPU thread |
| held-out perplexity per token | **{f.token_perplexity:.2f}** over {f.held_out_tokens:,} tokens |
| held-out perplexity per word | **{f.word_perplexity:.1f}** over {f.held_out_words:,} words |

Line breaks and ends of poems count as tokens. The perplexity per word spreads the same nats over words between spaces.

## Data
Public-domain verse in English, some of it translated: the texts of facjure/public-domain-poetry, as one file
`poems.jsonl.gz`. Of each poem the first {r.characters_per_poem:,} characters are used, to the end of a stanza.

- Held out: {f.held_out_poems:,} poems, one in {r.held_out_modulus} by the hash of the path.
- Left out of training: {f.leaking_poems:,} poems that share {r.shared_words} consecutive words with a held-out poem.
- Left out of both: {f.excluded_poems:,} poems that share {r.shared_words} consecutive words with an excluded text (by
  default the limericks kept for testing).

Texts are in NFC with straight quotes and without indentation; where the source had lost a byte (mostly an apostrophe),
an apostrophe stands. A training sequence is BOS and consecutive stanzas of one poem; EOS follows a poem's last line.

## Use
The embedded default judge: it compares versions of a short poem by the sum of token log-probabilities after BOS, line
breaks kept. It loads offline with `AutoModelForCausalLM` and `AutoTokenizer`. The tokenizer adds no BOS by itself.

## Limits
Small, and trained briefly: good for running the whole system and its tests, not for claims about language models. It
knows mostly verse from before 1930, with the views of that time, and hardly any prose. Curly quotes are foreign to it:
make them straight first. It was trained on sequences of at most {r.block} tokens; positions beyond were never seen.

## Licence
The weights and the tokenizer are this project's own work, under Apache-2.0 or CC0-1.0, as you prefer. The texts they
were trained on are in the public domain.

## Make it again
```
python -m scripts.train_gpt2 --data DIR --exclude LIMERICKS.jsonl --out DIR --steps {r.steps}
```
The same data, locked environment and instruction set should give the same weights; elsewhere they differ slightly.
"""


def render_card(figures: Figures, recipe: Recipe) -> str:
    """The model card."""
    final = figures.step == recipe.steps
    state = "" if final else "\n**A checkpoint of a run that has not ended; its held-out figures are of a sample.**\n"
    r = recipe
    return CARD.format(
        r=recipe,
        f=figures,
        end=END,
        state=state,
        layout=f"{r.n_layer} layers, {r.n_head} heads, width {r.n_embd}, {r.n_positions} positions, tied embeddings",
        epochs=figures.tokens_seen / figures.tokens_available,
        minutes=figures.seconds / 60,
        speed=figures.tokens_seen / figures.seconds,
    )


def save(out: Path, model: Any, tokenizer: Tokenizer, card: str, recipe: Recipe) -> None:
    """Writes the whole folder aside and moves each file into place, so that a reader never sees half a file."""
    out.mkdir(parents=True, exist_ok=True)
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token=END, eos_token=END, unk_token=END, model_max_length=recipe.n_positions
    )
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".gpt2-verse-") as name:
        aside = Path(name)
        model.save_pretrained(aside)
        fast.save_pretrained(aside)
        # The model is a judge: settings for sampling would be noise.
        (aside / "generation_config.json").unlink(missing_ok=True)
        (aside / "CARD.md").write_text(card, encoding="utf-8")
        for file in sorted(aside.iterdir()):
            file.chmod(0o644)  # safetensors writes for its owner only
            os.replace(file, out / file.name)


# ---- The run ----


@dataclass
class Run:
    """A training run: its data, its model, and what has been counted so far."""

    recipe: Recipe
    corpus: Corpus
    tokenizer: Tokenizer
    train: list[list[int]]
    held_out: list[list[int]]
    model: Any
    out: Path
    tokens_seen: int = 0
    seconds: float = 0.0

    @classmethod
    def prepare(cls, corpus: Corpus, recipe: Recipe, out: Path) -> Run:
        """Trains the tokenizer, encodes both splits and initialises the model."""
        tokenizer = train_tokenizer((poem.text for poem in corpus.train), recipe.vocab_size)
        log.info("tokenizer: %d tokens", tokenizer.get_vocab_size())
        train = encode_poems(corpus.train, tokenizer, recipe.block)
        held_out = encode_poems(corpus.held_out, tokenizer, recipe.block)
        torch.manual_seed(recipe.seed)
        model = build_model(recipe, token_id(tokenizer, END))
        return cls(recipe, corpus, tokenizer, train, held_out, model, out)

    def fit(self) -> None:
        """All steps of the schedule, with a checkpoint at times and the final folder at the end."""
        optimizer = build_optimizer(self.model, self.recipe)
        batches = training_batches(self.train, self.recipe)
        smooth = 0.0
        for step in range(self.recipe.steps):
            batch = next(batches)
            started = time.monotonic()
            loss = train_step(self.model, optimizer, batch, learning_rate(step, self.recipe))
            self.seconds += time.monotonic() - started
            self.tokens_seen += sum(len(chunk) - 1 for chunk in batch)
            smooth = loss if step == 0 else 0.98 * smooth + 0.02 * loss
            if (step + 1) % 50 == 0:
                log.info("step %d loss %.4f %.0f tokens/s", step + 1, smooth, self.tokens_seen / self.seconds)
            if (step + 1) % self.recipe.checkpoint_every == 0 and step + 1 < self.recipe.steps:
                self.write(step + 1, self.held_out[::10])
        self.write(self.recipe.steps, self.held_out)

    def write(self, step: int, chunks: Sequence[list[int]]) -> None:
        """Measures on held-out sequences and saves the folder."""
        figures = self.measure(step, chunks)
        log.info(
            "step %d held-out perplexity: %.3f per token, %.2f per word",
            step,
            figures.token_perplexity,
            figures.word_perplexity,
        )
        save(self.out, self.model, self.tokenizer, render_card(figures, self.recipe), self.recipe)

    def measure(self, step: int, chunks: Sequence[list[int]]) -> Figures:
        """The figures of the card."""
        nats, tokens = held_out_loss(self.model, chunks, self.recipe.batch_tokens)
        return Figures(
            step=step,
            parameters=sum(value.numel() for value in self.model.parameters()),
            train_poems=len(self.corpus.train),
            held_out_poems=len(self.corpus.held_out),
            excluded_poems=self.corpus.excluded,
            leaking_poems=self.corpus.leaking,
            tokens_available=sum(len(chunk) - 1 for chunk in self.train),
            tokens_seen=self.tokens_seen,
            seconds=self.seconds,
            held_out_tokens=tokens,
            held_out_words=sum(len(text.split()) for text in self.tokenizer.decode_batch(list(chunks))),
            held_out_nats=nats,
        )


def parse_args(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m scripts.train_gpt2", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA / "verse", help="folder that holds poems.jsonl.gz")
    parser.add_argument(
        "--exclude",
        type=Path,
        nargs="*",
        default=[DATA / "limericks" / "public_domain.jsonl"],
        help="texts to keep out of training: files of JSON objects with `lines`; none to exclude nothing",
    )
    parser.add_argument("--out", type=Path, default=ROOT / "models" / "resources" / "gpt2-verse")
    parser.add_argument("--steps", type=int, default=Recipe.steps)
    args = parser.parse_args(argv)
    for path in (args.data / "poems.jsonl.gz", *args.exclude):
        if not path.is_file():
            parser.error(f"{path} is not there; name the data with --data and --exclude")
    if args.steps < 1:
        parser.error(f"--steps is {args.steps}; it must be at least 1")
    return args


def main(argv: Sequence[str] | None = None) -> None:
    """Reads the data, trains and writes the folder."""
    args = parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    torch.set_num_threads(1)
    recipe = replace(Recipe(), steps=args.steps)
    poems = read_poems(args.data / "poems.jsonl.gz", recipe.characters_per_poem)
    corpus = build_corpus(poems, read_excluded(args.exclude), recipe)
    log.info("%d training poems, %d held out", len(corpus.train), len(corpus.held_out))
    run = Run.prepare(corpus, recipe, args.out)
    log.info("%d sequences, %d held out", len(run.train), len(run.held_out))
    run.fit()


if __name__ == "__main__":
    main()
