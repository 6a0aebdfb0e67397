"""Tables of poems that models write from titles, beside those of people (ProFTAP, Deng, Yang and Wang 2024)."""

import pyarrow as pa

from versebench.schemas.table import Table, column

HUMAN = "human"
"""Stands for the writer of the poems that people wrote."""

YAN = ("5-yan", "7-yan", "others")
"""Kinds of line length: all lines have five characters, all have seven, or neither."""

TITLE_ID = column(
    "title_id", pa.string(), "Id of a title: the work_id of the poem by a person that has it", "20 hex digits"
)
WRITER = column("writer", pa.string(), "human, or the name of a poet in the recipe")
_FORM = column("form", pa.string(), "绝句, 律诗, 排律, 古风, 四言 or 六言, as the number and length of lines suggest")
_YAN = column(
    "yan", pa.string(), "5-yan, 7-yan or others: whether all lines have five characters, all seven, or neither"
)


def _whole(name: str, description: str, unit: str, *, nullable: bool = False) -> pa.Field:
    return column(name, pa.int32(), description, unit, nullable=nullable)


TITLES = Table(
    name="titles",
    version="1.0.0",
    description="One row per title for which poets were asked.",
    key=("title_id",),
    schema=pa.schema(
        [
            TITLE_ID,
            column("title", pa.string(), "Title as poets were asked for it, in simplified characters"),
            column("source_title", pa.string(), "Title as the source gives it"),
            column("author", pa.string(), "Author as the source gives it", nullable=True),
            _FORM,
            _YAN,
            _whole("place", "Place of the title in the order of drawing, from 1", "titles"),
            column("asked_form", pa.string(), "Form that is asked for by prompts that name one: 古风, 律诗 or 绝句"),
            column(
                "training_unknown", pa.list_(pa.string()), "Poets that do not say on which titles they were trained"
            ),
        ]
    ),
)

POEM_ATTEMPTS = Table(
    name="poem_attempts",
    version="1.0.0",
    description="One row per answer of a poet: its text, the poem in it, and why it was refused.",
    key=("title_id", "writer", "attempt"),
    schema=pa.schema(
        [
            TITLE_ID,
            WRITER,
            _whole("attempt", "Number of the attempt, from 1", "attempts"),
            column("prompt", pa.string(), "Prompt by its name in versebench, or the template of the recipe"),
            column("answer", pa.string(), "What the poet answered, as it is", "text"),
            column(
                "text",
                pa.string(),
                "The poem in it, a couplet a line; null for none",
                "text",
                nullable=True,
            ),
            column(
                "reason",
                pa.string(),
                "Why the attempt was refused, such as plagiarised, no_poem or refusal; null for the poem of the test",
                nullable=True,
            ),
            column("exact_reuse", pa.bool_(), "Whether exact.v1 finds reuse; null without a poem", nullable=True),
            column("near_reuse", pa.bool_(), "Whether near.v1 finds reuse; null without a poem", nullable=True),
            _whole("tokens", "Tokens of the answer, if the poet counts them", "tokens", nullable=True),
        ]
    ),
)

TEST_POEMS = Table(
    name="test_poems",
    version="1.0.0",
    description="One row per poem of the test: for each title that of a person, and at most one of each poet.",
    key=("title_id", "writer"),
    schema=pa.schema(
        [
            TITLE_ID,
            WRITER,
            column("item_id", pa.string(), "Id of the poem, by which judgements name it", "20 hex digits"),
            column("title", pa.string(), "Title as poets were asked for it, in simplified characters"),
            column("text", pa.string(), "A couplet a line, in simplified characters, marks ，。？！ alone", "text"),
            _FORM,
            _YAN,
            _whole("lines", "Lines of verse, two of which make a line of the text", "lines"),
            _whole("characters", "Characters without marks", "characters"),
            column("patterned", pa.bool_(), "Whether all lines have five or all have seven characters"),
            _whole("repeated_characters", "Characters that stand twice, doubled ones (青青) excepted", "characters"),
            column("one_level_rhyme", pa.bool_(), "Whether the even lines share one level rhyme, under some reading"),
            column("regulated", pa.bool_(), "Whether tones keep the pattern of regulated verse too"),
            column("exact_reuse", pa.bool_(), "Whether exact.v1 finds reuse of another work of the database"),
            column("near_reuse", pa.bool_(), "Whether near.v1 finds reuse of another work of the database"),
            _whole("attempts", "Attempts of the poet for this title; 0 for people", "attempts"),
        ]
    ),
)

REUSE = Table(
    name="reuse",
    version="1.0.0",
    description="One row per line that a rule of reuse counts, and line of the database that it repeats; several "
    "records of one work count as one.",
    key=("title_id", "writer", "attempt", "line", "poem_there", "line_there"),
    schema=pa.schema(
        [
            TITLE_ID,
            WRITER,
            _whole("attempt", "Number of the attempt, from 1; 0 for the poem of a person", "attempts"),
            _whole("line", "Line of the poem, from 1", "lines"),
            column("text", pa.string(), "The line, as lines are compared", "text"),
            _whole("poem_there", "Poem of the database, from 1", "poems"),
            column("id_there", pa.string(), "Id of that poem in its file"),
            column("title_there", pa.string(), "Title of that poem; empty if it has none"),
            column("author_there", pa.string(), "Author of that poem; empty if it has none"),
            _whole("line_there", "Line of that poem, from 1", "lines"),
            column("text_there", pa.string(), "That line, as lines are compared", "text"),
            _whole("distance", "In how many characters the lines differ, 0 or 1", "characters"),
        ]
    ),
)

PROFTAP_TABLES = (TITLES, POEM_ATTEMPTS, TEST_POEMS, REUSE)
