"""Trains the shipped tagger from UD English EWT: ``python -m training.train_tagger``, about ten minutes on one core.

A convolutional network of spaCy (hashed embeddings, four layers) predicts universal parts of speech. Half of the
training text is turned into something like verse: broken into lines that begin in capitals, with dropped syllables.
Seeded: the same machine and environment make the same weights.
"""

import argparse
import gzip
import os
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

# Read when the numeric libraries are loaded: several threads change sums, and so the weights.
os.environ["OMP_NUM_THREADS"] = "1"

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.training.batchers import minibatch_by_words
from thinc.api import Adam, Config, fix_random_seed

from training.cards import shipped_card, warn_unless_stated, with_rows
from versebench.models.tagger.contract import Tagger
from versebench.models.tagger.spacy_tagger import DEFAULT, SHIPPED, load_tagger
from versebench.models.tagger.verse_tokens import add_verse_tokens
from versebench.schemas.table import UPOS

SEED = 20210901
EPOCHS = 10
LINE = (4, 9)  # tokens in a made-up line of verse
NORMAL = "POS="

CONFIG = """
[model]
@architectures = "spacy.Tagger.v2"
nO = null
normalize = false

[model.tok2vec]
@architectures = "spacy.Tok2Vec.v2"

[model.tok2vec.embed]
@architectures = "spacy.MultiHashEmbed.v2"
width = 96
attrs = ["NORM", "PREFIX", "SUFFIX", "SHAPE"]
rows = [5000, 1000, 2500, 1000]
include_static_vectors = false

[model.tok2vec.encode]
@architectures = "spacy.MaxoutWindowEncoder.v2"
width = 96
depth = 4
window_size = 1
maxout_pieces = 3
"""


@dataclass(frozen=True, slots=True)
class Word:
    """A token of the treebank, its part of speech, and whether a space follows it."""

    form: str
    upos: str
    space: bool


Sentence = tuple[Word, ...]


def read_conllu(path: Path) -> Iterator[Sentence]:
    """The sentences of a treebank file; a contraction is its parts, the space after it that of the whole."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        words: list[Word] = []
        last, space = 0, True  # of the contraction that we are in
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) < 10:
                if words and not line.strip():
                    yield tuple(words)
                    words, last = [], 0
            elif "-" in fields[0]:
                last, space = int(fields[0].split("-")[1]), "SpaceAfter=No" not in fields[9]
            elif "." not in fields[0]:
                number = int(fields[0])
                after = "SpaceAfter=No" not in fields[9] if number > last else number == last and space
                words.append(Word(fields[1], fields[3], after))


def in_lines(words: Sentence, draw: random.Random) -> Sentence:
    """The words broken into lines, most of which begin in capitals."""
    result: list[Word] = []
    left, capitals = draw.randint(*LINE), draw.random() < 0.8
    for word in words:
        if result and left <= 0 and result[-1].space:
            result[-1] = Word(result[-1].form, result[-1].upos, False)
            result.append(Word("\n" if draw.random() < 0.85 else "\n\n", "", False))
            word = Word(word.form[0].upper() + word.form[1:], word.upos, word.space) if capitals else word
            left = draw.randint(*LINE)
        result.append(word)
        left -= 1
    return tuple(result)


def elided(words: Sentence, draw: random.Random) -> Sentence:
    """The words with some syllables dropped: walkin', lov'd, th', and some older forms."""
    return tuple(
        Word(_elide(word, before.form.lower() if before else "", draw), word.upos, word.space)
        for before, word in zip((None, *words), words, strict=False)
    )


def _elide(word: Word, before: str, draw: random.Random) -> str:
    form, chance = word.form, draw.random()
    if form.endswith("ing") and len(form) > 4 and word.upos in {"VERB", "NOUN", "PRON", "AUX"} and chance < 0.15:
        return form[:-1] + "'"
    if form.endswith("ed") and len(form) > 4 and word.upos in {"VERB", "ADJ"} and chance < 0.15:
        return form[:-2] + "'d"
    if form == "are" and before == "you" and chance < 0.3:
        return "art"  # "you" and "thou" are one norm
    older = {"the": "th'", "has": "hath", "does": "doth", "of": "o'", "and": "an'", "over": "o'er", "never": "ne'er"}
    return older.get(form, form) if chance < 0.05 else form


def varied(words: Sentence, draw: random.Random) -> Sentence:
    """The words as they are, or as a poem might hold them."""
    if draw.random() < 0.5:
        words = in_lines(elided(words, draw), draw)
    if len(words) > 3 and words[-1].upos == "PUNCT" and draw.random() < 0.15:
        words = words[:-1]
    chance = draw.random()
    if chance < 0.1:
        return (Word(words[0].form[0].lower() + words[0].form[1:], words[0].upos, words[0].space), *words[1:])
    if chance < 0.13:
        return tuple(Word(word.form.lower(), word.upos, word.space) for word in words)
    if chance < 0.14:
        return tuple(Word(word.form.upper(), word.upos, word.space) for word in words)
    return words


def passages(sentences: Sequence[Sentence], draw: random.Random) -> list[Sentence]:
    """One to three sentences at a time, since a poem is tagged whole."""
    result, start = [], 0
    while start < len(sentences):
        count = draw.choice((1, 1, 2, 3))
        result.append(tuple(word for sentence in sentences[start : start + count] for word in sentence))
        start += count
    return result


def untagged(nlp: Language, words: Sentence) -> Doc:
    """The gold tokens, with the norms that the tokenizer would have given them."""
    doc = Doc(nlp.vocab, [word.form for word in words], [word.space for word in words])
    norms = {(token.idx, len(token)): token.norm_ for token in nlp.make_doc(doc.text)}
    for token in doc:
        token.norm_ = norms.get((token.idx, len(token)), token.norm_)
    return doc


def example(nlp: Language, words: Sentence) -> Example:
    """What the network sees and what it should say; a line break has no part of speech."""
    doc = untagged(nlp, words)
    gold = Doc(nlp.vocab, [word.form for word in words], [word.space for word in words], pos=[w.upos for w in words])
    return Example(doc, gold)


def new_pipeline(weights: bytes | None = None) -> Language:
    """An English pipeline that holds no word of the training data; untrained where no weights are given."""
    nlp = spacy.blank("en")
    add_verse_tokens(nlp)
    tagger: Any = nlp.add_pipe("morphologizer", config={"model": Config().from_str(CONFIG)["model"], "extend": False})
    for upos in sorted(UPOS):
        tagger.add_label(NORMAL + upos)
    nlp.initialize(lambda: [example(nlp, (Word("a", "DET", True), Word("b", "NOUN", True)))])
    if weights is not None:
        tagger.model.from_bytes(weights)
    nlp.meta.update(name="verse_tagger", version="1.0.0", license="CC BY-SA 4.0")
    nlp.meta["description"] = "Universal parts of speech of English verse"
    return nlp


def accuracy(nlp: Language, sentences: Sequence[Sentence]) -> float:
    """The share of gold tokens with the right part of speech, line breaks aside."""
    docs = nlp.pipe([untagged(nlp, words) for words in sentences], batch_size=256)
    pairs = [
        (token.pos_, word.upos)
        for doc, words in zip(docs, sentences, strict=True)
        for token, word in zip(doc, words, strict=True)
        if word.upos
    ]
    return sum(found == gold for found, gold in pairs) / len(pairs)


def recall(tagger: Tagger, sentences: Sequence[Sentence]) -> float:
    """The share of gold tokens that the tagger finds and tags right in the raw text."""
    texts = ["".join(word.form + " " * word.space for word in words) for words in sentences]
    right = total = 0
    for words, tokens in zip(sentences, tagger.tag(texts), strict=True):
        found, start = {(token.start, token.end): token.upos for token in tokens}, 0
        for word in words:
            right += found.get((start, start + len(word.form))) == word.upos
            total += 1
            start += len(word.form) + word.space
    return right / total


def words_per_second(tagger: Tagger, sentences: Sequence[Sentence]) -> float:
    """The best of three runs of the tagger over texts of five sentences, by processor time: machines are shared."""
    groups = [sentences[start : start + 5] for start in range(0, len(sentences), 5)]
    texts = ["\n".join("".join(w.form + " " * w.space for w in words) for words in group) for group in groups]
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        tagger.tag(texts)
        best = min(best, time.process_time() - start)
    return sum(len(words) for words in sentences) / best


def train(train_set: Sequence[Sentence], dev_set: Sequence[Sentence], epochs: int, seed: int) -> tuple[Language, int]:
    """The pipeline of the best epoch on the development part, and that epoch."""
    fix_random_seed(seed)
    nlp, best, weights, best_epoch = new_pipeline(), 0.0, b"", 0
    model: Any = nlp.get_pipe("morphologizer").model  # type: ignore[attr-defined]
    optimizer, draw = Adam(0.001, use_averages=True, L2=0.01, grad_clip=1.0), random.Random(seed)
    for epoch in range(1, epochs + 1):
        # The last third of the epochs learns slower: averages alone leave a few tenths of a percent.
        optimizer.learn_rate = 0.001 * min(1.0, 3 * (epochs - epoch + 1) / epochs)
        examples = [example(nlp, varied(words, draw)) for words in passages(train_set, draw)]
        draw.shuffle(examples)
        for batch in minibatch_by_words(examples, min(250 * epoch, 1000)):
            nlp.update(batch, sgd=optimizer, drop=0.15)
        with nlp.use_params(optimizer.averages):
            score = accuracy(nlp, dev_set)
            if score > best:
                best, best_epoch, weights = score, epoch, model.to_bytes()
        print(f"epoch {epoch:2}: {score:.4f} on the development part", file=sys.stderr)  # noqa: T201
    return new_pipeline(weights), best_epoch


def write_card(out: Path, parts: Mapping[str, Sequence[Sentence]], **run: int) -> str:
    """Measures the pipeline that was written there and puts its card beside it."""
    nlp, tagger = spacy.load(out), load_tagger(f"spacy:{out}")
    broken = [in_lines(words, random.Random(number)) for number, words in enumerate(parts["test"])]
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file() and path.name != "CARD.md") / 1e6
    figures = {
        "UPOS accuracy, EWT test, gold tokens": f"{accuracy(nlp, parts['test']):.4f}",
        "UPOS accuracy, EWT development, gold tokens": f"{accuracy(nlp, parts['dev']):.4f}",
        "UPOS accuracy, EWT test broken into lines with capitals, gold tokens": f"{accuracy(nlp, broken):.4f}",
        "tokens of EWT test found and tagged right from raw text (recall)": f"{recall(tagger, parts['test']):.4f}",
        "size": f"{size:.1f} MB",
        "words a second of processor time, one thread": f"{words_per_second(tagger, parts['test']):,.0f}",
    }
    card = with_rows(shipped_card(SHIPPED[DEFAULT].name), "| figure | value |", figures)
    (out / "CARD.md").write_text(card, encoding="utf-8")
    made = "spaCy {spacy}, seed {seed}, epoch {epoch} of {epochs}".format(spacy=version("spacy"), **run)
    warn_unless_stated(card, [f"train part ({len(parts['train']):,} sentences)", made])
    return card


def main(argv: Sequence[str] | None = None) -> None:
    """Trains, writes the pipeline and its card, and prints the card."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of *.conllu.gz")
    parser.add_argument("--out", type=Path, default=SHIPPED[DEFAULT], help="folder of the trained pipeline")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args(argv)

    parts = {part: list(read_conllu(args.data / f"en_ewt-ud-{part}.conllu.gz")) for part in ("train", "dev", "test")}
    nlp, epoch = train(parts["train"], parts["dev"], args.epochs, args.seed)
    nlp.to_disk(args.out)
    print(write_card(args.out, parts, epoch=epoch, epochs=args.epochs, seed=args.seed))  # noqa: T201


if __name__ == "__main__":
    main()
