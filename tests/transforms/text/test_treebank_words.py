"""``treebank.v1`` beside the tokens of NLTK 3.10.4, which are stored, and its rules one by one."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from versebench.transforms.lyrics.tokenizers import TOKENIZERS, as_written, tokenized, written
from versebench.transforms.text.treebank_words import line_tokens, treebank_tokens

NLTK: Any = json.loads(gzip.decompress((Path(__file__).parent / "nltk_words.json.gz").read_bytes()))


def test_every_line_of_the_samples_has_the_tokens_of_nltk() -> None:
    lines, expected = NLTK["lines"], NLTK["tokens"]
    assert len(lines) > 500
    assert [(line, treebank_tokens(line)) for line in lines] == list(map(tuple, zip(lines, expected, strict=True)))


@pytest.mark.parametrize(
    ("line", "tokens"),
    [
        ("I can't and cannot.", "i ca n't and can not ."),
        ('"Stop," she\'d said.', "`` stop , '' she 'd said ."),
        ("at 10:30, for 3,000 or so", "at 10:30 , for 3,000 or so"),
        ("Mr. Poe... no -- yes", "mr. poe ... no -- yes"),
        ("'Twas the dogs' bone", "' twas the dogs ' bone"),
        ("rock (it) [now] {x}", "rock ( it ) [ now ] { x }"),
        ("it’s “so”", "it ’ s “ so ”"),
        ("", ""),
        ("🌊🔥 🌊", "🌊🔥 🌊"),
    ],
)
def test_rules(line: str, tokens: str) -> None:
    assert list(line_tokens(line)) == tokens.split()


def test_it_is_a_tokenizer_of_verses_whose_tokens_can_be_written() -> None:
    assert list(TOKENIZERS["treebank.v1"]("Don't")) == ["do", "n't"]
    verse = tokenized("\n".join(NLTK["lines"]), "treebank.v1")
    assert as_written(written(verse)) == verse


def test_a_line_of_ten_megabytes_takes_linear_time() -> None:
    assert len(treebank_tokens("wave " * 200_000 + "'" * 200_000 + '"' * 200_000)) > 200_000
