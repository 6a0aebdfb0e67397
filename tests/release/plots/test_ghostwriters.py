"""Plots of ghostwriters: what is drawn, and what is said of it."""

import html
import re

import pytest

from versebench.release.plots.copying_curves import copying_curves
from versebench.release.plots.panels import WriterPoints
from versebench.release.plots.point_lines import point_lines

ARTIST = WriterPoints(
    artist="A & B <i>",
    x=[1, 2, 3],
    density=[0.1, None, 0.3],
    similarity=[0.2, 0.4, 0.6],
    copied=[0.0, 0.25, 0.5],
    identical=[0.0, 0.0, None],
    density_line=(0.0, 0.1),
    similarity_line=(0.0, 0.2),
    target=0.15,
    crossing=(1.5, 0.3),
    status="inside",
)
NOTHING = WriterPoints("C", [], [], [], [], [])
AWAY = WriterPoints("D", [1, 2], [0.1, 0.2], [0.5, 0.5], [0.0, 0.0], [0.0, 0.0], crossing=(9.0, 0.5))


def description(svg: str) -> str:
    """What a screen reader says."""
    found = re.search('aria-label="([^"]*)"', svg)
    assert found is not None
    return html.unescape(found[1])


def test_the_drawing_says_where_lines_cross() -> None:
    said = description(point_lines("n-grams", "n", [ARTIST, NOTHING, AWAY]))
    assert said == (
        "Density and similarity of n-grams at each point. A & B <i>: similarity 0.300 at 1.5 (inside). "
        "C: no crossing. D: similarity 0.500 at 9.0 (flat)."
    )


def test_every_known_value_is_a_marker() -> None:
    svg = point_lines("n-grams", "n", [ARTIST])
    assert svg.count("<use") - point_lines("n-grams", "n", [NOTHING]).count("<use") >= 5
    assert "<i>" not in svg
    for series in (0, 1):
        assert f"var(--series-{series})" in svg


def test_a_ring_is_drawn_only_for_a_crossing_within_the_panel() -> None:
    rings = [point_lines("n-grams", "n", [artist]).count("fill: var(--page)") for artist in (ARTIST, AWAY, NOTHING)]
    assert rings[0] > rings[1] == rings[2]


def test_copying_has_its_first_and_last_share() -> None:
    svg = copying_curves("LSTM", "iterations", [ARTIST, NOTHING])
    assert description(svg) == (
        "Copying of LSTM, first and last point. A & B <i>: 0.000 to 0.500 of the tokens copied. "
        "C: an unknown share of the tokens copied."
    )
    assert "var(--series-2)" in svg
    assert "var(--series-3)" in svg


@pytest.mark.parametrize("plot", [point_lines, copying_curves])
def test_equal_points_give_equal_bytes_and_any_number_of_artists_fits(plot: object) -> None:
    assert callable(plot)
    for artists in ([ARTIST], [ARTIST] * 4, [ARTIST] * 11):
        svg = plot("n-grams", "n", artists)
        assert svg == plot("n-grams", "n", artists)
        assert svg.count("A &amp; B &lt;i&gt;") == 2 * len(artists)
