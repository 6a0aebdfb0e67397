"""Draw with matplotlib as SVG for use inside an HTML page, in the colours of the page."""

from __future__ import annotations

import html
import re
import warnings
from collections.abc import Callable
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.typing import RcKeyType

WIDTH = 460
"""Width of a drawing in points."""

SERIES = 8
"""The number of colours. After the last, the first is used again."""

# matplotlib has no style sheets: it draws in these placeholders, which are replaced by the variables of the page.
INK, RULE, PAGE = "#010203", "#010204", "#010205"
_SETTINGS: dict[RcKeyType, Any] = {
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans"],
    "font.size": 11,
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": RULE,
    "xtick.color": RULE,
    "xtick.labelcolor": INK,
    "path.simplify": False,
}


def draw(figure: Callable[[], Figure], salt: str, description: str) -> str:
    """The SVG of a figure, without a style sheet and without unused ids. ``salt`` makes its ids unique in a page."""
    import matplotlib as mpl

    with mpl.rc_context(), warnings.catch_warnings():
        # Equal facts give equal bytes, whatever the user's matplotlibrc contains.
        mpl.rcdefaults()
        mpl.rcParams.update({**_SETTINGS, "svg.hashsalt": f"versebench-{salt}"})
        # The browser sets the text, so glyphs that matplotlib's font lacks are not a problem.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        drawn = _svg(figure())
    return _inline(drawn, description)


def series_colour(place: int) -> str:
    """The colour of a series."""
    return f"#0102{0x10 + place % SERIES:02x}"


def heading(axes: Axes, text: str, y: float) -> None:
    """Text in bold at the left, over what is drawn there."""
    # The box keeps lines from crossing the letters.
    box = {"facecolor": PAGE, "edgecolor": "none", "pad": 2}
    axes.text(0, y, text, transform=axes.get_yaxis_transform(), va="center", weight="bold", bbox=box)


def _svg(figure: Figure) -> str:
    target = StringIO()
    figure.savefig(target, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    return target.getvalue()


def _inline(svg: str, description: str) -> str:
    body = svg[svg.index("<svg") :]
    box = re.search(r'viewBox="([^"]*)"', body)
    # A style element would style the whole page; comments repeat the labels.
    inner = re.sub(r"<!--.*?-->|<style.*?</style>", "", body[body.index(">") + 1 :], flags=re.DOTALL)
    colours = {INK: "currentColor", RULE: "var(--rule)", PAGE: "var(--page)"}
    colours |= {series_colour(place): f"var(--series-{place})" for place in range(SERIES)}
    inner = re.sub(r"#0102[01][0-9a-f]", lambda match: colours.get(match[0], match[0]), inner)
    view = box[1] if box else f"0 0 {WIDTH} {WIDTH}"
    return f'<svg viewBox="{view}" role="img" aria-label="{html.escape(description)}">{_without_ids(inner)}'


def _without_ids(svg: str) -> str:
    # An id may occur once in a page with several plots, so only ids with a reference are kept.
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    return re.sub(r' id="([^"]*)"', lambda match: match[0] if match[1] in used else "", svg)
