"""Tables of the distinct words of a corpus and their pronunciations."""

import pyarrow as pa

from versebench.schemas.table import Table, column

WORD_ID = column("word_id", pa.string(), "Hash of the language and the word as written", "20 hex digits")
LANGUAGE = column("language", pa.string(), "Language of the word, by its name in versebench")
WORD = column("word", pa.string(), "The word as written, without marks around it")

WORDS = Table(
    name="words",
    version="2.0.0",
    description="The distinct words of a shard, from poems with a number of lines that their form allows.",
    key=("word_id",),
    schema=pa.schema(
        [WORD_ID, LANGUAGE, WORD, column("occurrences", pa.int64(), "How often it stands in the shard", "words")]
    ),
)

LEXICON = Table(
    name="lexicon",
    version="2.0.0",
    description="One row per distinct word of each language with all its pronunciations, the most usual first.",
    key=("word_id",),
    schema=pa.schema(
        [
            WORD_ID,
            LANGUAGE,
            WORD,
            column("occurrences", pa.int64(), "How often it stands in the corpus", "words"),
            column(
                "pronunciations",
                pa.list_(pa.string()),
                "ARPAbet phones with stress digits, or tone and rhyme of a Chinese character, joined by spaces",
            ),
            column("origins", pa.list_(pa.string()), "Where each pronunciation comes from"),
            column("syllables", pa.int16(), "By the recipe's counter; 0 where it does not know the word", "syllables"),
        ]
    ),
)
