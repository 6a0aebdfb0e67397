"""The distinct words of a corpus, and how each of them sounds."""

import pyarrow as pa

from versebench.schemas.table import Table, column

WORD_ID = column("word_id", pa.string(), "Hash of the word as written", "20 hex digits")
WORD = column("word", pa.string(), "The word as written, without marks around it")

WORDS = Table(
    name="words",
    version="1.0.0",
    description="The distinct words of a shard's poems that have the form's number of lines.",
    key=("word_id",),
    schema=pa.schema([WORD_ID, WORD, column("occurrences", pa.int64(), "How often it stands in the shard", "words")]),
)

LEXICON = Table(
    name="lexicon",
    version="1.0.0",
    description="One row per distinct word of the corpus with all its pronunciations, the most usual first.",
    key=("word_id",),
    schema=pa.schema(
        [
            WORD_ID,
            WORD,
            column("occurrences", pa.int64(), "How often it stands in the corpus", "words"),
            column("pronunciations", pa.list_(pa.string()), "ARPAbet phones with stress digits, joined by spaces"),
            column("origins", pa.list_(pa.string()), "Where each pronunciation comes from"),
            column("syllables", pa.int16(), "By the recipe's counter; 0 where it does not know the word", "syllables"),
        ]
    ),
)
