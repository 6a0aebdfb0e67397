"""Tables of poems, of the places where they were read, and of refused rows."""

import pyarrow as pa

from versebench.schemas.table import Table, column

WORK_ID = column(
    "work_id",
    pa.string(),
    "Stable id of the work: hash of source and source id, or of the text",
    "20 hex digits",
)

POEMS = Table(
    name="poems",
    version="2.0.0",
    description="One row per poem that was kept: a whole work, or a unit that was cut from a longer one.",
    key=("work_id",),
    schema=pa.schema(
        [
            WORK_ID,
            column(
                "text_id", pa.string(), "Hash of the text without stanza breaks; equal for duplicates", "20 hex digits"
            ),
            column(
                "parent_id", pa.string(), "work_id of the work that a unit was cut from", "20 hex digits", nullable=True
            ),
            column("first_line", pa.int32(), "Line of that work, from 1, at which it starts", "lines", nullable=True),
            column("source", pa.string(), "Name of the source in the recipe"),
            column("source_id", pa.string(), "Id of the poem in its source", nullable=True),
            column("author", pa.string(), "Author as the source gives it", nullable=True),
            column("title", pa.string(), "Title as the source gives it", nullable=True),
            column("licence", pa.string(), "Licence of the text"),
            column("language", pa.string(), "Language, by its name in versebench"),
            column("form", pa.string(), "Form that the poem is meant to have, by its name in versebench"),
            column("text", pa.string(), "Lines joined by a newline, normalised to Unicode NFC", "text"),
            column("attributes", pa.string(), "What else its source states, as the recipe maps it", "JSON object"),
            column("topics", pa.list_(pa.string()), "Topics that the source gives"),
            column("included_words", pa.list_(pa.string()), "Words that the source says the poem defines or includes"),
        ]
    ),
)

PROVENANCE = Table(
    name="provenance",
    version="1.0.0",
    description="Where each row was read. Kept apart, so that the order of a source does not change the poems.",
    key=("row_id",),
    schema=pa.schema(
        [
            column("row_id", pa.string(), "work_id of a poem, reject_id of a reject"),
            column("file", pa.string(), "Path of the file"),
            column("row", pa.int64(), "Place of the row in the file, from 1", "rows"),
        ]
    ),
)

REJECTS = Table(
    name="rejects",
    version="1.0.0",
    description="One row per row that a stage refused, with the reason and the original.",
    key=("reject_id",),
    schema=pa.schema(
        [
            column("reject_id", pa.string(), "Id of the refusal: the work_id after ingest, else a hash of the row"),
            column(
                "work_id", pa.string(), "Work that was refused, where one could be read", "20 hex digits", nullable=True
            ),
            column("stage", pa.string(), "Stage that refused the row"),
            column("reason", pa.string(), "Machine-readable reason; the part before a dot names the check"),
            column("detail", pa.string(), "What was found, for people"),
            column("source", pa.string(), "Name of the source in the recipe"),
            column("source_id", pa.string(), "Id of the row in its source, where one could be read", nullable=True),
            column("kept_work_id", pa.string(), "Work that was kept in place of this one (duplicates)", nullable=True),
            column("original", pa.string(), "The row as it was, cut after 65,536 characters", "text"),
            column("original_size", pa.int64(), "Size of the row before it was cut", "characters"),
        ]
    ),
)
