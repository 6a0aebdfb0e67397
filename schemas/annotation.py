"""What the ear and the tagger say of each cleaned poem."""

import pyarrow as pa

from schemas.poems import WORK_ID
from schemas.table import UPOS, Table, column

ANNOTATION = Table(
    name="annotation",
    version="1.0.0",
    description="One row per cleaned poem: its words as flat parallel lists, and its rhyme scheme.",
    key=("work_id",),
    schema=pa.schema(
        [
            WORK_ID,
            column("scheme", pa.string(), "Rhyme group of each line, one letter a line, e.g. AABBA"),
            column("word_line", pa.list_(pa.int16()), "Line of each word, from 0", "lines"),
            column("token_start", pa.list_(pa.int32()), "Where the word with its opening marks starts", "characters"),
            column("word_start", pa.list_(pa.int32()), "Where the word itself starts", "characters"),
            column("word_end", pa.list_(pa.int32()), "Where the word itself ends", "characters"),
            column("token_end", pa.list_(pa.int32()), "Where the word with its closing marks ends", "characters"),
            column("word_upos", pa.list_(pa.uint8()), "Part of speech: index into " + " ".join(UPOS), "code"),
        ]
    ),
)
