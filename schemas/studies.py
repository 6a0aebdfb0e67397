"""Tables of studies in which people judge texts: what a study exports, and what follows from it.

A figure that cannot be computed is null, and ``why_null`` states the reason. The words ``all`` and ``people`` stand in
key columns where a row is about no single task, judge, model or artist.
"""

import pyarrow as pa

from versebench.schemas.probabilities import CALIBRATION, CUES, ROC, SCORER_JUDGEMENTS
from versebench.schemas.scores import CONVENTION, MODEL, REDUCTION
from versebench.schemas.study_columns import (
    GROUP,
    ITEM,
    JUDGE,
    OF_TASK,
    PAIR,
    PROTOCOL,
    SIMULATED,
    STUDY,
    TASK,
    WHY_NULL,
    WITH_EXCLUDED,
    WORK,
    share,
)
from versebench.schemas.table import Table, column

ITEMS = Table(
    name="items",
    version="1.0.0",
    description="What judges are asked about, one row per item of a study, or of a release for later studies.",
    key=("study", "item"),
    schema=pa.schema(
        [
            STUDY,
            ITEM,
            PROTOCOL,
            TASK,
            PAIR,
            WORK,
            column("stratum", pa.string(), "Part of the study that the item was sampled for"),
            column(
                "writer",
                pa.string(),
                "Who wrote the verse or poem that is judged: human or the name of a model; null for pairs",
                nullable=True,
            ),
            column(
                "texts", pa.list_(pa.string()), "Texts that are shown; of a style page the judged verse comes first"
            ),
            column("text_ids", pa.list_(pa.string()), "Hash of each text", "20 hex digits"),
            column(
                "roles",
                pa.list_(pa.string()),
                "Role of each text: original, corrupted, human, model, evaluated, target or other",
            ),
            column("authors", pa.list_(pa.string()), "Author of each text, where the items have some", nullable=True),
            column("title", pa.string(), "Title that is shown with the text", nullable=True),
            column("form", pa.string(), "Form of the poem", nullable=True),
            column("answer", pa.string(), "Right answer, as judgements spell it; null if none is right", nullable=True),
            column("gold", pa.bool_(), "Whether the item only checks attention; such items are in no figure"),
            column("practice", pa.bool_(), "Whether the item is for practice; such items are in no figure"),
            SIMULATED,
        ]
    ),
)

JUDGEMENTS = Table(
    name="judgements",
    version="1.0.0",
    description="One row per judge and item: the answer.",
    key=("study", "judge", "item"),
    schema=pa.schema(
        [
            STUDY,
            JUDGE,
            ITEM,
            PROTOCOL,
            TASK,
            PAIR,
            WORK,
            column("place", pa.int32(), "Place of the item among those of the judge, from 1", "items"),
            column(
                "position", pa.int32(), "Position of the right text on the page, from 1; 0 if there is none", "texts"
            ),
            column("chosen_text_id", pa.string(), "Text that was chosen", "20 hex digits", nullable=True),
            column("answer", pa.string(), "The answer as the protocol spells it"),
            column(
                "probability",
                pa.float64(),
                "Probability that a human wrote the text, of protocols that ask for one",
                "share",
                nullable=True,
            ),
            column("correct", pa.bool_(), "Whether the answer is right; null if none is", nullable=True),
            column("known", pa.bool_(), "Whether the judge says that they know the poem"),
            column("late", pa.bool_(), "Whether the answer came after its lease or its time limit"),
            column("client_ms", pa.int64(), "Time on the visible page, by the browser", "milliseconds", nullable=True),
            column("server_ms", pa.int64(), "Time from page sent to answer stored", "milliseconds"),
            column("language", pa.string(), "Language of the pages"),
            column("excluded", pa.string(), "Why the plan excludes the judgement; null if it does not", nullable=True),
            SIMULATED,
        ]
    ),
)

LINE_RATINGS = Table(
    name="line_ratings",
    version="1.0.0",
    description="One row per judge, verse and line: how fluent the line is, and how coherent with the line before.",
    key=("study", "judge", "item", "line"),
    schema=pa.schema(
        [
            STUDY,
            JUDGE,
            ITEM,
            column("line", pa.int32(), "Line of the verse, from 1", "lines"),
            WORK,
            column("fluency", pa.string(), "strong, weak or not"),
            column("coherence", pa.string(), "strong, weak or not; null for the first line", nullable=True),
            column("ruled", pa.bool_(), "Whether coherence was not asked but graded by rule, because the line repeats"),
            SIMULATED,
        ]
    ),
)

JUDGES = Table(
    name="judges",
    version="1.0.0",
    description="One row per judge.",
    key=("study", "judge"),
    schema=pa.schema(
        [
            STUDY,
            JUDGE,
            column("items", pa.int32(), "Items that the judge was to answer", "items"),
            column("answered", pa.int32(), "Items that the judge answered", "items"),
            column("gold_asked", pa.int32(), "Items that check attention, answered", "items"),
            column("gold_right", pa.int32(), "Items that check attention, answered rightly", "items"),
            column("known", pa.int32(), "Items whose poem the judge knows", "items"),
            column("looked_up", pa.bool_(), "Whether the judge says that they looked something up", nullable=True),
            column("language", pa.string(), "Language of the pages"),
            column("excluded", pa.string(), "Why the plan excludes the judge; null if it does not", nullable=True),
            column("finished", pa.bool_(), "Whether the judge reached the end"),
            SIMULATED,
        ]
    ),
)

JUDGE_ANSWERS = Table(
    name="judge_answers",
    version="1.0.0",
    description="One row per judge and question of the questionnaire.",
    key=("study", "judge", "question"),
    schema=pa.schema(
        [
            STUDY,
            JUDGE,
            column("question", pa.string(), "Name of the question"),
            column(
                "answer", pa.string(), "The answer; null if it was not given, or is too rare to publish", nullable=True
            ),
            SIMULATED,
        ]
    ),
)

HUMAN_RESULTS = Table(
    name="human_results",
    version="1.0.0",
    description="Figures about judges: accuracies, agreement, fluency, style, and how far texts pass for human ones.",
    key=("study", "protocol", "task", "group", "measure", "of", "with_excluded"),
    schema=pa.schema(
        [
            STUDY,
            PROTOCOL,
            OF_TASK,
            GROUP,
            column("measure", pa.string(), "Name of the figure; docs/STUDIES.md defines each"),
            column("of", pa.string(), "Model or artist that the figure is about; all for several of them"),
            WITH_EXCLUDED,
            column("value", pa.float64(), "The figure; null where it cannot be computed", nullable=True),
            column("low", pa.float64(), "Lower end of the interval; null where there is none", nullable=True),
            column("high", pa.float64(), "Upper end of the interval; null where there is none", nullable=True),
            column("method", pa.string(), "How the figure and its interval are computed"),
            column("judgements", pa.int64(), "Judgements that the figure rests on", "judgements"),
            column("items", pa.int64(), "Items that these are about", "items"),
            column("poems", pa.int64(), "Poems or verses that the items show", "poems"),
            column("judges", pa.int64(), "Judges who gave them", "judges"),
            WHY_NULL,
            SIMULATED,
        ]
    ),
)

HUMAN_COMPARISONS = Table(
    name="human_comparisons",
    version="1.0.0",
    description="People beside each model of a release, over the pairs that both decided.",
    key=("study", "protocol", "task", "model", "convention", "reduction", "people", "with_excluded"),
    schema=pa.schema(
        [
            STUDY,
            PROTOCOL,
            column("task", pa.string(), "Task that made the pairs"),
            MODEL,
            CONVENTION,
            REDUCTION,
            column("people", pa.string(), "majority, or the pseudonym of a judge"),
            WITH_EXCLUDED,
            column("pairs", pa.int64(), "Pairs that both decided", "pairs"),
            column("poems", pa.int64(), "Poems that these pairs come from", "poems"),
            column("both_correct", pa.int64(), "Pairs that both decide correctly; a tie is not correct", "pairs"),
            column("only_people", pa.int64(), "Pairs that only the people decide correctly", "pairs"),
            column("only_model", pa.int64(), "Pairs that only the model decides correctly", "pairs"),
            column("neither", pa.int64(), "Pairs that neither decides correctly", "pairs"),
            column(
                "squared_differences",
                pa.int64(),
                "Sum over poems of (only_people - only_model) squared, from which p_clustered follows",
                "squared pairs",
            ),
            share("p_exact", "Exact two-sided McNemar test of all pairs as if independent"),
            share("p_clustered", "McNemar test of Obuchowski (1998), which knows that pairs can share a poem"),
            share("p_holm", "Larger of the two, corrected after Holm (1979) among the models of the task"),
            share("people_share", "Share of the pairs that the people decide correctly"),
            share("model_accuracy", "Share of the pairs that the model decides correctly"),
            column(
                "spearman",
                pa.float64(),
                "Rank correlation over pairs of the share of judges who are right with the model's margin",
                nullable=True,
            ),
            column("low", pa.float64(), "Lower end of the 95 % interval of spearman, by poems", nullable=True),
            column("high", pa.float64(), "Upper end of the 95 % interval of spearman, by poems", nullable=True),
            column(
                "reliability",
                pa.float64(),
                "Reliability of the share of judges who are right; spearman can hardly exceed its square root",
                nullable=True,
            ),
            WHY_NULL,
            SIMULATED,
        ]
    ),
)

MODEL_ERRORS = Table(
    name="model_errors",
    version="1.0.0",
    description="Pairs that every judge decided correctly and a model did not.",
    key=("study", "protocol", "task", "model", "convention", "reduction", "with_excluded", "item"),
    schema=pa.schema(
        [
            STUDY,
            PROTOCOL,
            column("task", pa.string(), "Task that made the pair"),
            MODEL,
            CONVENTION,
            REDUCTION,
            WITH_EXCLUDED,
            ITEM,
            column("pair_id", pa.string(), "Pair of the release", "20 hex digits"),
            WORK,
            column("judges", pa.int64(), "Judges who decided the item", "judges"),
            column("margin", pa.float64(), "Reduced score of the original minus that of the corruption", "nats"),
            SIMULATED,
        ]
    ),
)

CONFUSIONS = Table(
    name="confusions",
    version="1.0.0",
    description="How often verses of one artist were taken for those of another: equation 4 of the ghostwriting paper.",
    key=("study", "protocol", "task", "judged_by", "evaluated", "chosen", "with_excluded"),
    schema=pa.schema(
        [
            STUDY,
            PROTOCOL,
            column("task", pa.string(), "Who wrote the judged verses: human or a model"),
            column("judged_by", pa.string(), "people, or the name of a scorer that answered the same pages"),
            column("evaluated", pa.string(), "Artist of the verse that was judged"),
            column("chosen", pa.string(), "Artist whose verse was shown as an answer"),
            WITH_EXCLUDED,
            column("times_shown", pa.int64(), "Answers on pages that showed a verse of this artist", "judgements"),
            column("times_chosen", pa.int64(), "Answers that chose it", "judgements"),
            share("share", "times_chosen / times_shown"),
            share("symmetric_share", "Mean of both directions"),
            SIMULATED,
        ]
    ),
)

EXPORT_TABLES: dict[str, Table] = {
    table.name: table for table in (ITEMS, JUDGEMENTS, LINE_RATINGS, JUDGES, JUDGE_ANSWERS)
}
"""The tables of an export of a study."""

ANALYSIS_TABLES: dict[str, Table] = {
    table.name: table
    for table in (
        HUMAN_RESULTS,
        HUMAN_COMPARISONS,
        MODEL_ERRORS,
        CONFUSIONS,
        ROC,
        CALIBRATION,
        SCORER_JUDGEMENTS,
        CUES,
    )
}
"""The tables that follow from an export."""
