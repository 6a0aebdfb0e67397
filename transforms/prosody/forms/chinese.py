"""The forms of classical Chinese poems: lines of one length in regulated verse (絕句, 律詩, 排律), and older verse."""

from collections.abc import Sequence

from versebench.transforms.prosody.forms.contract import Form, LineCheck, LineCount, any_scheme
from versebench.transforms.prosody.forms.registry import form
from versebench.transforms.text.chinese import characters

LANGUAGE = "classical-chinese"
REGULATED = "level and oblique tones alternate at places 2, 4 and 6"


def even_lines(lines: int) -> tuple[str, ...]:
    """The schemes in which every second line rhymes, with and without the first line."""
    return "AA" + "xA" * (lines // 2 - 1), "xA" * (lines // 2)


def lines_of(*lengths: int) -> LineCheck:
    """A check that all lines have the same length in characters, and that it is one of ``lengths``."""

    def check(lines: Sequence[str]) -> str | None:
        counts = sorted({len(characters(line)) for line in lines})
        if len(counts) == 1 and counts[0] in lengths:
            return None
        allowed = " or ".join(map(str, lengths))
        actual = ", ".join(map(str, counts)) or "no"
        return f"line_length: lines of {actual} characters; all lines must have the same length, {allowed}"

    return check


_REGULATED_LENGTHS = (lines_of(5, 7),)

JUEJU = form(
    Form(
        name="jueju",
        title="Jueju (絕句)",
        language=LANGUAGE,
        lines=LineCount(4, 4),
        schemes=even_lines,
        aliases=("絕句", "五絕", "七絕", "五言絕句", "七言絕句", "绝句", "五绝", "七绝", "五言绝句", "七言绝句"),
        metre=REGULATED,
        checks=_REGULATED_LENGTHS,
    )
)

LUSHI = form(
    Form(
        name="lushi",
        title="Lushi (律詩)",
        language=LANGUAGE,
        lines=LineCount(8, 8),
        schemes=even_lines,
        aliases=("律詩", "五律", "七律", "五言律詩", "七言律詩", "律诗", "五言律诗", "七言律诗"),
        metre=REGULATED,
        checks=_REGULATED_LENGTHS,
    )
)

PAILU = form(
    Form(
        name="pailu",
        title="Pailu (排律)",
        language=LANGUAGE,
        lines=LineCount(10, None, multiple=2),
        schemes=even_lines,
        aliases=("排律", "長律", "长律", "五排", "七排", "五言排律", "七言排律"),
        metre=REGULATED,
        checks=_REGULATED_LENGTHS,
    )
)

GUFENG = form(
    Form(
        name="gufeng",
        title="Gufeng (古風)",
        language=LANGUAGE,
        lines=LineCount(2),
        schemes=any_scheme,
        aliases=(
            *("古風", "古詩", "古體", "古體詩", "五古", "七古", "五言古詩", "七言古詩", "雜言", "雜言古詩"),
            *("古风", "古诗", "古体", "古体诗", "五言古诗", "七言古诗", "杂言", "杂言古诗"),
        ),
    )
)

SIYAN = form(
    Form(
        name="siyan",
        title="Siyan (四言)",
        language=LANGUAGE,
        lines=LineCount(4),
        schemes=any_scheme,
        aliases=("四言", "四言詩", "四言诗"),
        checks=(lines_of(4),),
    )
)

LIUYAN = form(
    Form(
        name="liuyan",
        title="Liuyan (六言)",
        language=LANGUAGE,
        lines=LineCount(4, None, multiple=2),
        schemes=even_lines,
        aliases=("六言", "六絕", "六言絕句", "六言律詩", "六言詩", "六绝", "六言绝句", "六言律诗", "六言诗"),
        checks=(lines_of(6),),
    )
)
