"""Trains the second tagger from UD English EWT: ``python -m training.train_second_tagger``, minutes on one core.

An averaged perceptron (``versebench.models.tagger.perceptron``). More than half of the sentences are seen broken into
lines that begin in capitals. Seeded: the same environment makes the same weights. Weights below 1 are left out. The
card
says how often the two shipped taggers are right where they agree, on the development part, by the perceptron's margin.
"""

import argparse
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from training.train_tagger import LINE, Sentence, read_conllu
from versebench.models.tagger.contract import Tagger
from versebench.models.tagger.perceptron import (
    BREAK_TAG,
    FOLDER,
    LINE_BREAK,
    START,
    WEIGHTS,
    AveragedPerceptron,
    features,
)
from versebench.models.tagger.spacy_tagger import load_tagger
from versebench.models.tagger.two_opinions import opinions_on
from versebench.schemas.table import UPOS

SEED = 5
EPOCHS = 5
BROKEN = 0.6
"""The share of sentences that are broken into lines."""
LEAST_WEIGHT = 1.0
MARGINS = (0, 4, 6, 8, 10)
OPEN = ("NOUN", "VERB", "ADJ", "ADV")
TAGS = tuple(sorted(UPOS))

CARD = """# second-tagger

Universal parts of speech of English verse and prose: an averaged perceptron over words, endings, neighbours and the
parts
of speech that a dictionary (LemmInflect's lexicon) allows. With `verse-tagger.v1` it makes `verse-tagger.v2`, which
leaves a word without a part of speech if the two differ or this one is not sure.

- Data: UD English EWT, train part ({sentences:,} sentences), {broken:.0%} of it seen broken into lines with capitals.
- Licence of the data: CC BY-SA 4.0 (Universal Dependencies, English Web Treebank: N. Silveira and others, 2014). The
  weights are made from it and shipped under the same licence.
- {weights:,} weights of at least {least:g}, seed {seed}, {epochs} epochs.
- Remake: `python -m training.train_second_tagger --data DIR`, DIR with the files `en_ewt-ud-*.conllu.gz`.

UPOS accuracy on EWT test, gold tokens: {test:.4f}.

Nouns, verbs, adjectives and adverbs at the ends of the lines that the development part was broken into:

| least margin | both taggers agree | of these right |
|---|---|---|
{rows}

`samples/end_words_upos.csv`, end words of limericks labelled by hand, was used neither for the weights nor for the
margin;
with its figures in view too, so they flatter it a little. `python -m benchmarks.ear` measures a tagger on it.
"""

Tagged = list[tuple[str, str]]
"""Words with their parts of speech, line breaks among them."""


def plain(sentence: Sentence) -> Tagged:
    """The words of a sentence of the treebank."""
    return [(word.form, word.upos) for word in sentence]


def broken(words: Tagged, draw: random.Random) -> Tagged:
    """The words broken into lines that begin in capitals; no line begins with a mark."""
    result: Tagged = []
    left = draw.randint(*LINE)
    for form, upos in words:
        if result and left <= 0 and upos != "PUNCT":
            result.append((LINE_BREAK, BREAK_TAG))
            form, left = form[:1].upper() + form[1:], draw.randint(*LINE)
        result.append((form, upos))
        left -= 1
    return result


class Perceptron:
    """Weights in training, with the sums from which their averages follow."""

    def __init__(self) -> None:
        self.weights: dict[str, dict[str, float]] = {}
        self._sums: dict[tuple[str, str], float] = {}
        self._since: dict[tuple[str, str], int] = {}
        self._step = 0

    def learn(self, words: Tagged) -> None:
        """Tag a text from left to right, and correct the weights after each mistake."""
        forms = [form for form, _ in words]
        before = earlier = START
        for place, (_, gold) in enumerate(words):
            found = BREAK_TAG
            if gold != BREAK_TAG:
                present = features(forms, place, before, earlier)
                sums = self._summed(present)
                found = min(TAGS, key=lambda tag: (-sums.get(tag, 0.0), tag))
                self._correct(present, gold, found)
            earlier, before = before, found

    def averaged(self) -> dict[str, dict[str, float]]:
        """The averages of the weights over all steps; small ones are left out."""
        kept: dict[str, dict[str, float]] = {}
        for feature, of_tags in self.weights.items():
            for tag, weight in of_tags.items():
                name = feature, tag
                total = self._sums.get(name, 0.0) + (self._step - self._since.get(name, 0)) * weight
                if abs(mean := total / self._step) >= LEAST_WEIGHT:
                    kept.setdefault(feature, {})[tag] = round(mean, 2)
        return kept

    def _summed(self, present: Iterable[str]) -> dict[str, float]:
        sums: dict[str, float] = {}
        for feature in present:
            for tag, weight in self.weights.get(feature, {}).items():
                sums[tag] = sums.get(tag, 0.0) + weight
        return sums

    def _correct(self, present: Iterable[str], gold: str, found: str) -> None:
        self._step += 1
        if found == gold:
            return
        for feature in present:
            self._add(feature, gold, 1.0)
            self._add(feature, found, -1.0)

    def _add(self, feature: str, tag: str, value: float) -> None:
        of_tags = self.weights.setdefault(feature, {})
        name, weight = (feature, tag), of_tags.get(tag, 0.0)
        self._sums[name] = self._sums.get(name, 0.0) + (self._step - self._since.get(name, 0)) * weight
        self._since[name] = self._step
        of_tags[tag] = weight + value


def train(sentences: Sequence[Sentence], epochs: int, seed: int) -> dict[str, dict[str, float]]:
    """The weights after some epochs."""
    draw, perceptron, texts = random.Random(seed), Perceptron(), [plain(sentence) for sentence in sentences]
    for epoch in range(1, epochs + 1):
        draw.shuffle(texts)
        for words in texts:
            perceptron.learn(broken(words, draw) if draw.random() < BROKEN else words)
        print(f"epoch {epoch}", file=sys.stderr)  # noqa: T201
    return perceptron.averaged()


def write(weights: dict[str, dict[str, float]], out: Path) -> None:
    """Write the weights, sorted."""
    rows = [(feature, tag, value) for feature in sorted(weights) for tag, value in sorted(weights[feature].items())]
    columns = list(zip(*rows, strict=True))
    table = pa.table(
        {
            "feature": pa.array(columns[0], pa.string()),
            "upos": pa.array(columns[1]).dictionary_encode(),
            "weight": pa.array(columns[2], pa.float32()),
        }
    )
    out.mkdir(parents=True, exist_ok=True)
    parquet.write_table(table, out / WEIGHTS, compression="zstd", compression_level=19)


def accuracy(weights: dict[str, dict[str, float]], sentences: Sequence[Sentence]) -> float:
    """The share of gold tokens with the right part of speech."""
    tagger = AveragedPerceptron(weights, TAGS)
    pairs = [
        (opinion.upos, word.upos)
        for sentence in sentences
        for opinion, word in zip(tagger.opinions([word.form for word in sentence]), sentence, strict=True)
    ]
    return sum(found == gold for found, gold in pairs) / len(pairs)


def line_ends(sentences: Sequence[Sentence], first: Tagger) -> Iterator[tuple[str, str, str, float]]:
    """The gold part of speech of each last word of a line, those of both taggers, and the margin of the second."""
    for number, sentence in enumerate(sentences):
        words = broken(plain(sentence), random.Random(number))
        text, starts = "", []
        for form, _ in words:
            starts.append(len(text))
            text += form if form == LINE_BREAK else f"{form} "
        tokens = first.tag([text])[0]
        found = {token.start: (token.upos, token, place) for place, token in enumerate(tokens)}
        second = opinions_on(text, tokens)
        spoken = [place for place, (_, upos) in enumerate(words) if upos not in ("PUNCT",)]
        for place, following in pairwise(spoken):
            form, gold = words[place]
            mine = found.get(starts[place])
            if words[following][1] == BREAK_TAG and gold in OPEN and mine and mine[1].end - mine[1].start == len(form):
                yield gold, mine[0], second[mine[2]].upos, second[mine[2]].margin


def rows_of(ends: Sequence[tuple[str, str, str, float]]) -> str:
    """The rows of the card: agreement, and how often it is right, by margin."""
    rows = []
    for margin in MARGINS:
        agreed = [(gold, one) for gold, one, other, sure in ends if one == other and sure >= margin]
        right = sum(gold == one for gold, one in agreed) / len(agreed)
        rows.append(f"| {margin} | {len(agreed) / len(ends):.3f} | {right:.4f} |")
    return "\n".join(rows)


def main(argv: Sequence[str] | None = None) -> None:
    """Trains, writes the weights and their card, and prints the card."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/ud-ewt"), help="folder of *.conllu.gz")
    args = parser.parse_args(argv)
    parts = {part: list(read_conllu(args.data / f"en_ewt-ud-{part}.conllu.gz")) for part in ("train", "dev", "test")}
    weights = train(parts["train"], EPOCHS, SEED)
    write(weights, FOLDER)
    card = CARD.format(
        sentences=len(parts["train"]),
        broken=BROKEN,
        weights=sum(map(len, weights.values())),
        least=LEAST_WEIGHT,
        seed=SEED,
        epochs=EPOCHS,
        test=accuracy(weights, parts["test"]),
        rows=rows_of(list(line_ends(parts["dev"], load_tagger("verse-tagger.v1")))),
    )
    (FOLDER / "CARD.md").write_text(card, encoding="utf-8")
    print(card)  # noqa: T201


if __name__ == "__main__":
    main()
