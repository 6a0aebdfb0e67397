"""The tables of the database of a study. Texts are in the plan only; a database is useless without it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

METADATA = MetaData()

STUDY = Table(
    "study",
    METADATA,
    Column("study", String(16), primary_key=True),
    Column("state", String(8), nullable=False),  # open or closed
    Column("simulated", Boolean),  # None until the first invitation
)

ITEMS = Table(
    "items",
    METADATA,
    Column("item", String(32), primary_key=True),
    Column("protocol", String(64), nullable=False),
    Column("stratum", String(200), nullable=False),
    Column("work", String(1000), nullable=False),
    Column("side", Integer, nullable=False),  # of protocols whose sides are items; else -1
    Column("gold", Boolean, nullable=False),
    Column("rank", BigInteger, nullable=False),
    Column("answered", Integer, nullable=False),  # judgements that count
    Column("leased", Integer, nullable=False),  # open assignments
)
Index("items_by_stratum", ITEMS.c.protocol, ITEMS.c.stratum, ITEMS.c.gold)

INVITATIONS = Table(
    "invitations",
    METADATA,
    Column("code_hash", String(64), primary_key=True),
    Column("simulated", Boolean, nullable=False),
    Column("judge", Integer, unique=True),  # the judge who took it
)

JUDGES = Table(
    "judges",
    METADATA,
    Column("judge", Integer, primary_key=True, autoincrement=True),
    Column("pseudonym", String(16), nullable=False, unique=True),
    Column("code_hash", String(64), nullable=False, unique=True),
    Column("salt", BigInteger, nullable=False),
    Column("language", String(16), nullable=False),
    Column("consent_hash", String(64), nullable=False),
    Column("consent_day", String(10), nullable=False),
    Column("state", String(16), nullable=False),  # code, questions, items, lookup or finished
    Column("practised", Integer, nullable=False),
    Column("looked_up", Boolean),
    Column("simulated", Boolean, nullable=False),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("token_hash", String(64), primary_key=True),
    Column("judge", Integer, ForeignKey("judges.judge", ondelete="CASCADE"), nullable=False, index=True),
)

ASSIGNMENTS = Table(
    "assignments",
    METADATA,
    Column("assignment", String(32), primary_key=True),
    Column("judge", Integer, ForeignKey("judges.judge"), nullable=False),
    Column("item", String(32), ForeignKey("items.item"), nullable=False),
    Column("work", String(1000), nullable=False),
    Column("place", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("state", String(8), nullable=False),  # open, expired or answered
    Column("sent", Float, nullable=False),
    Column("lease", Float, nullable=False),
    Column("extensions", Integer, nullable=False, default=0, server_default=text("0")),  # of a time limit
    UniqueConstraint("judge", "item"),
    UniqueConstraint("judge", "work"),
    UniqueConstraint("judge", "place"),
    Index(
        "one_open",
        "judge",
        unique=True,
        sqlite_where=text("state <> 'answered'"),
        postgresql_where=text("state <> 'answered'"),
    ),
    Index("open_leases", "state", "lease"),
)

JUDGEMENTS = Table(
    "judgements",
    METADATA,
    Column("assignment", String(32), ForeignKey("assignments.assignment"), primary_key=True),
    Column("answer", String(32), nullable=False),
    Column("chosen_text_id", String(64)),
    Column("probability", Float),
    Column("correct", Boolean),
    Column("known", Boolean, nullable=False),
    Column("late", Boolean, nullable=False),
    Column("client_ms", BigInteger),
    Column("server_ms", BigInteger, nullable=False),
)

LINE_RATINGS = Table(
    "line_ratings",
    METADATA,
    Column("assignment", String(32), ForeignKey("assignments.assignment"), primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("fluency", String(8), nullable=False),
    Column("coherence", String(8)),
    Column("ruled", Boolean, nullable=False),
)

COMMENTS = Table(
    "comments",
    METADATA,
    Column("assignment", String(32), ForeignKey("assignments.assignment"), primary_key=True),
    Column("comment", Text, nullable=False),
)

QUESTIONNAIRE = Table(
    "questionnaire",
    METADATA,
    Column("judge", Integer, ForeignKey("judges.judge"), primary_key=True),
    Column("question", String(64), primary_key=True),
    Column("answer", String(1000)),
)

WITHDRAWALS = Table(
    "withdrawals",
    METADATA,
    Column("withdrawal", Integer, primary_key=True, autoincrement=True),
    Column("day", String(10), nullable=False),
    Column("opened", Integer, nullable=False),
    Column("answered", Integer, nullable=False),
)

AUDIT = Table(
    "audit",
    METADATA,
    Column("entry", Integer, primary_key=True, autoincrement=True),
    Column("day", String(10), nullable=False),
    Column("act", String(16), nullable=False),
    Column("detail", String(1000), nullable=False),
)
