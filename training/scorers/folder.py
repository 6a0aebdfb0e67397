"""The folder of a trained scorer: weights in fp16, token counts, and a card with the figures of the run."""

from __future__ import annotations

import json
import os
import tempfile
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from transformers import PreTrainedTokenizerFast

from training.scorers.corpus import CHARACTERS_PER_POEM, HELD_OUT_MODULUS, SHARED_WORDS, Corpus
from training.scorers.trainee import HeldOut, Progress, Trainee

MOST_BYTES = 5_000_000
"""Of a folder: the package carries all of them."""

CARD = """# {name}

{summary}
{state}
| | |
|---|---|
| architecture | {architecture} |
| parameters | {parameters:,}, stored in fp16 and computed with in fp32; safetensors |
| vocabulary | {vocabulary} |
| training data | {train_poems:,} poems, {tokens:,} tokens |
| training sequences | {sequences} |
| tokens read | {read:,}: {epochs:.2f} times the data; {predicted:,} of them predicted |
| schedule | {step:,} of {steps:,} steps of at most {batch_tokens:,} tokens |
| optimiser | AdamW, warm-up, then cosine from {learning_rate:g}; seed {seed}; products in bf16 |
| training time | {minutes:.0f} minutes, {speed:,.0f} tokens/s on one CPU thread |
{measures}

{perplexity}

## Data
Verse in English, some of it translated: the texts of the collection facjure/public-domain-poetry, as one file
`poems.jsonl.gz`. Of each poem the first {characters:,} characters are used, to the end of a stanza.

- Held out: {held_out_poems:,} poems, one in {modulus} by the hash of the path.
- Left out of training: {leaking:,} poems that share {shared} consecutive words with a held-out poem.
- Left out of both: {excluded:,} poems that share {shared} consecutive words with an excluded text: the limericks kept
  for testing, and those that come with the project.

Texts are in NFC with straight quotes and without indentation; where the source had lost a byte (mostly an apostrophe),
an apostrophe stands. `unigrams.json` holds how often each token occurs in the training poems.

## Use
{use}

## Limits
Small, and trained briefly: good for running the whole system and its tests, not for claims about language models. It
knows mostly verse from before 1930, with the views of that time, and hardly any prose. Curly quotes are foreign to it:
make them straight first.
{limits}

## Licence
The weights and the tokenizer are this project's own work, under Apache-2.0 or CC0-1.0, as you prefer. No text is part
of them. The collection that they were trained on calls its texts public domain. In the United States that is so for
whatever was published before 1931 (as of 2026). Where copyright ends 70 years after an author's death, some of its
authors are protected still: `NOTICE` names them and the years. Nobody looked up when each poem was published.

## Make it again
```
python -m training.train_scorers --model {name} --data DIR --exclude LIMERICKS.jsonl --steps {steps}
```
The same data, locked environment and instruction set should give the same weights; elsewhere they differ slightly.
"""


ORIGIN = (
    " Trained from scratch by `training/train_scorers.py`. Every figure below was measured by the run that wrote these "
    "weights, and with the weights as they are stored."
)


def filled(text: str) -> str:
    """A paragraph in lines as long as those of the other documents."""
    return textwrap.fill(text, width=120, break_on_hyphens=False)


def render_card(trainee: Trainee, corpus: Corpus, progress: Progress, held_out: HeldOut) -> str:
    """The model card."""
    account, schedule = trainee.account(), trainee.schedule
    final = progress.step == schedule.steps
    tokens = sum(trainee.counts)
    rows = {
        "held-out perplexity per token": f"**{held_out.token_perplexity:.2f}** over {held_out.tokens:,} tokens",
        "held-out perplexity per word": f"**{held_out.word_perplexity:.1f}** over {held_out.words:,} words",
        **account.measures,
    }
    return CARD.format(
        name=trainee.name,
        summary=filled(account.summary + ORIGIN),
        state=""
        if final
        else "\n**A checkpoint of a run that has not ended; its held-out figures are of a sample.**\n",
        architecture=account.architecture,
        parameters=sum(value.numel() for value in trainee.parameters.values()),
        vocabulary=account.vocabulary,
        train_poems=len(corpus.train),
        tokens=tokens,
        sequences=account.sequences,
        read=progress.read,
        epochs=progress.read / tokens,
        predicted=progress.predicted,
        step=progress.step,
        steps=schedule.steps,
        batch_tokens=schedule.batch_tokens,
        learning_rate=schedule.learning_rate,
        seed=schedule.seed,
        minutes=progress.seconds / 60,
        speed=progress.read / progress.seconds,
        measures="\n".join(f"| {label} | {value} |" for label, value in rows.items()),
        perplexity=filled(account.perplexity),
        characters=CHARACTERS_PER_POEM,
        held_out_poems=len(corpus.held_out),
        modulus=HELD_OUT_MODULUS,
        leaking=corpus.leaking,
        shared=SHARED_WORDS,
        excluded=corpus.excluded,
        use=filled(account.use),
        limits=filled(account.limits),
    )


def unigrams(trainee: Trainee, corpus: Corpus) -> dict[str, Any]:
    """How often each token occurs in the training poems."""
    text = (
        f"The {len(corpus.train):,} training poems of facjure/public-domain-poetry, of each the first "
        f"{CHARACTERS_PER_POEM:,} characters to the end of a stanza."
    )
    return {"corpus": text, "tokens": sum(trainee.counts), "counts": trainee.counts}


@contextmanager
def rounded(parameters: dict[str, torch.Tensor]) -> Iterator[dict[str, torch.Tensor]]:
    """Weights in fp16, with which the model computes until the end, so that what is measured is what ships."""
    exact = {name: value.detach().clone() for name, value in parameters.items()}
    halves = {name: value.half().contiguous() for name, value in exact.items()}
    with torch.no_grad():
        for name, value in parameters.items():
            value.copy_(halves[name])
    try:
        yield halves
    finally:
        with torch.no_grad():
            for name, value in parameters.items():
                value.copy_(exact[name])


def save(trainee: Trainee, corpus: Corpus, progress: Progress, out: Path, every: int) -> HeldOut:
    """Measures, writes the whole folder aside, and moves each file into place: a reader never sees half a file."""
    out.mkdir(parents=True, exist_ok=True)
    with (
        rounded(trainee.parameters) as halves,
        torch.no_grad(),
        tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{out.name}-") as name,
    ):
        held_out = trainee.measure(every)
        aside = Path(name)
        trainee.write(aside)
        save_file(halves, aside / "model.safetensors", metadata={"format": "pt"})
        counts = json.dumps(unigrams(trainee, corpus), separators=(",", ":"))
        (aside / "unigrams.json").write_text(counts, encoding="utf-8")
        (aside / "CARD.md").write_text(render_card(trainee, corpus, progress, held_out), encoding="utf-8")
        files = sorted(aside.iterdir())
        total = sum(file.stat().st_size for file in files)
        if total > MOST_BYTES:
            raise ValueError(
                f"{trainee.name} has {total:,} bytes, but only {MOST_BYTES:,} are allowed; make it smaller"
            )
        for file in files:
            file.chmod(0o644)  # safetensors writes for its owner only
            os.replace(file, out / file.name)
        for stale in {file.name for file in out.iterdir()} - {file.name for file in files}:
            (out / stale).unlink()
    return held_out


def write_hugging_face(folder: Path, model: Any, tokenizer: PreTrainedTokenizerFast) -> None:
    """Config and tokenizer in the layout of transformers; the tokenizer without indentation, as bytes are few."""
    model.config.architectures = [type(model).__name__]
    # fp16 is how the weights are stored, and fp32 what is to be computed in.
    model.config.dtype = torch.float32
    model.config.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    (folder / "tokenizer.json").write_text(tokenizer.backend_tokenizer.to_str(pretty=False), encoding="utf-8")
