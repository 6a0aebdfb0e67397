"""Tables of minimal pairs, and of the outcome of every poem in every task."""

import pyarrow as pa

from versebench.schemas.poems import WORK_ID
from versebench.schemas.table import Table, column

TASK = column("task", pa.string(), "Versioned task with its parameters, e.g. delete_words.v1:words=2")
EDIT = column("edit", pa.int16(), "Number of the edit of this poem in this task, from 0", "edits")

ELIGIBILITY = Table(
    name="eligibility",
    version="1.0.0",
    description="Whether each task can be applied to each poem, and the poem's place in the order of sampling.",
    key=("work_id", "task", "edit"),
    schema=pa.schema(
        [
            WORK_ID,
            TASK,
            EDIT,
            column("reason", pa.string(), "Why the task is not applicable; null where it is", nullable=True),
            column(
                "rank", pa.uint64(), "Hash that orders the poems for sampling; the smallest are taken first", "hash"
            ),
        ]
    ),
)

PAIRS = Table(
    name="pairs",
    version="1.0.0",
    description="One row per minimal pair: an original poem and its corruption.",
    key=("work_id", "task", "edit"),
    schema=pa.schema(
        [
            column("pair_id", pa.string(), "Hash of work, task, edit and both texts", "20 hex digits"),
            WORK_ID,
            TASK,
            EDIT,
            column("original", pa.string(), "The poem, lines joined by a newline", "text"),
            column("corrupted", pa.string(), "The corrupted poem", "text"),
            column("original_text_id", pa.string(), "Hash of the original text", "20 hex digits"),
            column("corrupted_text_id", pa.string(), "Hash of the corrupted text", "20 hex digits"),
            column("lines", pa.list_(pa.int16()), "Lines that were edited, from 1", "lines"),
            column(
                "original_starts", pa.list_(pa.int32()), "Where each edited span starts in the original", "characters"
            ),
            column("original_ends", pa.list_(pa.int32()), "Where each edited span ends in the original", "characters"),
            column(
                "corrupted_starts",
                pa.list_(pa.int32()),
                "Where each edited span starts in the corruption",
                "characters",
            ),
            column(
                "corrupted_ends", pa.list_(pa.int32()), "Where each edited span ends in the corruption", "characters"
            ),
            column(
                "words", pa.list_(pa.string()), "Words concerned: swapped, deleted, or the end words of swapped lines"
            ),
            column("words_removed", pa.int16(), "Words that the corruption lacks (M of the deletion tasks)", "words"),
            column("seed", pa.int64(), "Seed of the recipe"),
        ]
    ),
)

OUTCOMES = Table(
    name="outcomes",
    version="1.0.0",
    description="One row per poem, task and edit: a pair, not sampled, or not applicable with the reason.",
    key=("work_id", "task", "edit"),
    schema=pa.schema(
        [
            WORK_ID,
            TASK,
            EDIT,
            column("outcome", pa.string(), "pair, not_sampled, or not_applicable"),
            column("reason", pa.string(), "Why the task is not applicable", nullable=True),
        ]
    ),
)
