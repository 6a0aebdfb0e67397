"""The table of annotations: words, pronunciations, parts of speech and rhymes of each cleaned poem."""

import pyarrow as pa

from versebench.schemas.poems import WORK_ID
from versebench.schemas.table import UPOS, Table, column

ANNOTATION = Table(
    name="annotation",
    version="1.2.0",
    description="One row per cleaned poem: its words as flat parallel lists with how they sound, and its rhymes.",
    key=("work_id",),
    schema=pa.schema(
        [
            WORK_ID,
            column(
                "scheme", pa.string(), "Rhyme group of each line by the form, one letter a line, e.g. AABBA; x: none"
            ),
            column("heard_scheme", pa.string(), "Rhyme group of each line as heard, e.g. aabba; x rhymes with none"),
            column(
                "metre",
                pa.string(),
                "How the metre that the form claims was checked: unchecked; null if the form claims none",
                nullable=True,
            ),
            column("in_thesaurus", pa.list_(pa.bool_()), "Whether the thesaurus holds the end word of each line"),
            column("word_line", pa.list_(pa.int16()), "Line of each word, from 0", "lines"),
            column("token_start", pa.list_(pa.int32()), "Where the word with its opening marks starts", "characters"),
            column("word_start", pa.list_(pa.int32()), "Where the word itself starts", "characters"),
            column("word_end", pa.list_(pa.int32()), "Where the word itself ends", "characters"),
            column("token_end", pa.list_(pa.int32()), "Where the word with its closing marks ends", "characters"),
            column("word_upos", pa.list_(pa.uint8()), "Part of speech: index into " + " ".join(UPOS), "code"),
            column(
                "word_phones", pa.list_(pa.string()), "Most usual pronunciation, as in the lexicon; empty if not known"
            ),
            column("word_origin", pa.list_(pa.string()), "Where the pronunciation comes from; empty where not known"),
            column("word_stresses", pa.list_(pa.string()), "Its stresses: 1 primary, 2 secondary, 0 none; e.g. 102"),
            column("word_syllables", pa.list_(pa.int16()), "By the recipe's counter; 0 where not known", "syllables"),
        ]
    ),
)
