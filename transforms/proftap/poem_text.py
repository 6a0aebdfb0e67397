"""From the answer of a model to the poem in it (ProFTAP, 3.3), and one typography for all poems.

The paper says that "words explaining the poem are removed by programs with certain rules" and gives none; these are
ours. They never look at who wrote a poem, and people's poems get the same marks and lines, so that nobody can tell
models by their typography.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from versebench.models.simplified import simplified
from versebench.transforms.proftap.titles import title_key
from versebench.transforms.text.chinese import characters, is_character

VERSION = "poem_text.v1"
LONGEST_LINE = 15
"""Characters between two marks; more are prose."""
FEWEST_LINES, MOST_LINES = 2, 60
_MOST_HEADINGS = 2
"""Lines before a poem: its title and its author."""

REASONS = ("refusal", "no_poem", "not_chinese", "too_long", "prompt_repeated")

_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_MARKDOWN = re.compile(
    r"^\s*(#+\s*|>\s*|[-*+]\s+|[\d０-９]+[.．)）、:：]\s*|[(（]\d+[)）]\s*|[\u2460-\u2473]\s*)|[*_`~]+|<br\s*/?>",
    re.IGNORECASE,
)
_READING = re.compile(r"[(（\[【][^()（）\[\]【】\u3400-\u9fff]*[)）\]】]")
_PINYIN = re.compile("[āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]", re.IGNORECASE)
_WITHIN = re.compile("[「」『』“”‘’\"'、]+")
"""Marks within a line of verse: quotation marks, and a pause, which ends no line."""
_SPACES = re.compile(r"[\s/|／｜]+")
_COUPLET = re.compile(r"^(首联|颔联|颈联|尾联|第[一二三四五六七八][句联])[:：]")
_STOP = re.compile(
    r"^【?(注([释解\d:：】]|$)|译([文注:：】]|$)|赏析|解析|解释|释义|说明|简析|翻译|创作(背景|说明|思路)|作品(赏析|说明|简析|解读))"
    r"|^(这|此|本|该)首?诗|^希望(这|您|你|此|能|对)|^以上(是|为|诗|这)"
)
_AUTHOR = re.compile(
    r"^(作者|诗人|文)[:：]|^[\[【（(〔]?(唐|宋|元|明|清|魏|晋|汉|今|现代|当代|佚名)([·.・:：\]】）)〕]|$)"
)
_TITLE = re.compile(r"^(题目?|诗题|标题)?[:：]?《[^》]*》([·.・]?.{0,8})$")
_LABEL = re.compile(r"^(题目?|诗题|标题)[:：]")
_PREAMBLE = re.compile(r"^(好的|当然|没问题|可以)([，。！,.!]|$)|^(以下|下面)(是|为)|[:：]$")
_REFUSED = re.compile(
    r"抱歉|对不起|很遗憾|(无法|不能)(创作|生成|提供|完成|满足)|(无法|不能)为[您你](写|创作|生成|提供|完成)"
    r"|作为(一个|一名)?(AI|人工智能|语言模型)|\b(I'?m sorry|I am sorry|I can(no|')t|As an AI|unable to)\b",
    re.IGNORECASE,
)
_ENDS = {"，": "，", ",": "，", "；": "，", ";": "，", "：": "，", ":": "，"} | {
    "。": "。",
    ".": "。",
    "．": "。",
    "？": "？",
    "?": "？",
    "！": "！",
    "!": "！",
}
_PIECE = re.compile(f"([^{re.escape(''.join(_ENDS))}]+)([{re.escape(''.join(_ENDS))}]*)")

Piece = tuple[str, str]
"""A line of verse and the mark after it, which may be empty."""


@dataclass(frozen=True)
class PoemText:
    """A poem, or the reason why there is none."""

    text: str | None
    reason: str | None = None


def poem_text_v1(raw: str, title: str, prompt: str = "") -> PoemText:
    """The longest run of lines of verse in an answer: couplets joined by line breaks, in simplified characters.

    Title, author, thoughts, marks of Markdown and everything after a note are left out. Reasons: ``refusal``,
    ``no_poem``, ``not_chinese``, ``too_long`` (more than 60 lines), ``prompt_repeated``. Rare characters are kept if
    Unicode has them as Chinese characters; a line with a private or missing one (□) is no verse.
    """
    answer = _THOUGHT.sub("", raw)
    repeated = bool(prompt.strip()) and prompt.strip() in answer
    answer = simplified(answer.replace(prompt.strip(), "\n") if repeated else answer)
    run = _longest_run(answer, title)
    if len(run) > MOST_LINES:
        return PoemText(None, "too_long")
    if len(run) >= FEWEST_LINES:
        return PoemText(couplets(run))
    if _REFUSED.search(answer):
        return PoemText(None, "refusal")
    if repeated and not characters(answer):
        return PoemText(None, "prompt_repeated")
    letters = sum(char.isalpha() and not is_character(char) for char in answer)
    return PoemText(None, "not_chinese" if letters > len(characters(answer)) else "no_poem")


def normalised_poem(paragraphs: Sequence[str]) -> str:
    """A poem of people in the typography of all poems. Marks other than ，。？！ become one of these."""
    lines = (line for part in paragraphs for line in _parted(_WITHIN.sub("", simplified(part))))
    return couplets([piece for line in lines for piece in _pieces(line)])


def couplets(pieces: Sequence[Piece]) -> str:
    """Two lines of verse in each line of text; the first ends with ，, ？ or ！, the second with 。, ？ or ！."""
    lines = []
    for first, second in zip(pieces[::2], [*pieces[1::2], None], strict=False):
        if second is None:
            lines.append(first[0] + _end(first[1], "。"))
        else:
            lines.append(first[0] + _end(first[1], "，") + second[0] + _end(second[1], "。"))
    return "\n".join(lines)


def poem_lines(text: str) -> tuple[str, ...]:
    """The lines of verse of a normalised poem, without marks."""
    return tuple("".join(characters(piece)) for piece, _ in _pieces(text.replace("\n", "")))


def _end(mark: str, usual: str) -> str:
    return mark if mark in ("？", "！") else usual


def _pieces(line: str) -> list[Piece]:
    return [(piece, _ENDS[marks[0]] if marks else "") for piece, marks in _PIECE.findall(line)]


def _longest_run(answer: str, title: str) -> list[Piece]:
    """The lines of verse that follow one another, from the place where most do; of equals the first.

    Blank lines and lines of pinyin do not part them.
    """
    best: list[Piece] = []
    run: list[Piece] = []
    for line in (part for each in answer.splitlines() for part in _parted(_plain(each))):
        if not line or (_PINYIN.search(line) and not characters(line)):
            continue
        pieces = _pieces(line)
        if pieces and all(map(_is_verse, pieces)) and not _is_prose(line) and not _is_heading(line, title):
            run = [*run, *pieces]
            continue
        best, run = max(best, _without_heading(run), key=len), []
        if _STOP.match(line) and len(best) >= FEWEST_LINES:
            break
    return max(best, _without_heading(run), key=len)


def _plain(line: str) -> str:
    """A line without numbers, marks of Markdown, readings in brackets, quotation marks and pauses (、)."""
    return _COUPLET.sub("", _WITHIN.sub("", _READING.sub("", _MARKDOWN.sub("", line))))


def _parted(line: str) -> list[str]:
    """The parts of a line between spaces and strokes; one line if these stand between single characters."""
    parts = [part for part in _SPACES.split(line) if part]
    return ["".join(parts)] if all(len(characters(part)) <= 1 for part in parts) else parts


def _without_heading(run: list[Piece]) -> list[Piece]:
    """A run without a title and an author before it, which have no marks.

    They are known by the lines after them: all have marks, but for the last one, or all have another length.
    """
    for place in range(1, min(_MOST_HEADINGS, len(run) - FEWEST_LINES) + 1):
        heading, rest = run[:place], run[place:]
        if any(mark for _, mark in heading):
            break
        marked = all(mark for _, mark in rest[:-1])
        lengths = {len(text) for text, _ in rest}
        if marked or (len(lengths) == 1 and all(len(text) not in lengths for text, _ in heading)):
            return rest
    return run


def _is_heading(line: str, title: str) -> bool:
    """Whether a line is the title of a poem or names its author."""
    is_title = bool(title) and line[-1] not in _ENDS and title_key(_LABEL.sub("", line)) == title_key(title)
    return is_title or bool(_TITLE.match(line)) or bool(_AUTHOR.match(line))


def _is_prose(line: str) -> bool:
    """Whether a line speaks about a poem, or refuses one."""
    return bool(_STOP.match(line) or _PREAMBLE.search(line) or _REFUSED.search(line))


def _is_verse(piece: Piece) -> bool:
    text, _ = piece
    return 2 <= len(text) <= LONGEST_LINE and all(map(is_character, text))
