import json

import pytest
from rich.console import Console

from tests.pipelines.running import REPOSITORY, versebench, versebench_here
from versebench.pipelines.commands.print import rhymes as printing
from versebench.pipelines.commands.print.rhymes import bracketed, letters, print_rhymes
from versebench.pipelines.commands.scans.rhymes import Piece, scan_rhymes
from versebench.pipelines.errors import DataError, RecipeError
from versebench.transforms.prosody.rhyme_density.registry import DEFAULT

SONG = "samples/ghostwriting/song.txt"
COUPLET = "The baker, of bread!\n\nIs a maker. In bed"


def brackets(text: str) -> list[str]:
    return [bracketed(line) for verse in scan_rhymes(text, DEFAULT).verses for line in verse.lines]


def test_rhymes_are_shown_in_their_places() -> None:
    assert brackets(COUPLET) == ["The [a:ba][b:ker], of [c:bread]!", "", "Is a [a:ma][b:ker]. In [c:bed]"]


def test_no_character_of_a_verse_is_lost() -> None:
    text = "  “Don’t—stop,” he SAID… 'tis\n\n(the top) \t of it; rock'n'roll"
    pieces = [line for verse in scan_rhymes(text, DEFAULT).verses for line in verse.lines]
    assert "\n".join("".join(piece.text for piece in line) for line in pieces) == text.strip()


def test_a_song_is_shown_by_its_verses() -> None:
    scanned = scan_rhymes((REPOSITORY / SONG).read_text(), DEFAULT)
    assert [verse.heading for verse in scanned.verses] == ["Verse One", "Verse Two: The Night Potter", "Verse Three"]
    assert ("Bridge: The Apprentice", "bridge") in scanned.left_out
    assert all(verse.rhymes.density and verse.rhymes.density > 0.2 for verse in scanned.verses)
    assert scanned.density == pytest.approx(sum(verse.rhymes.density or 0 for verse in scanned.verses) / 3)
    assert scanned.weighted["evenness"] == pytest.approx(
        sum((verse.rhymes.weighted["evenness"] or (0, 0))[0] for verse in scanned.verses) / 3
    )


@pytest.mark.parametrize(
    ("text", "detector", "error", "message"),
    [
        (
            "a cat",
            "verse-rhyme.v1",
            RecipeError,
            "--detector: unknown name 'verse-rhyme.v1'; did you mean 'verse-rhymes.v1'",
        ),
        ("🙂 🙂", DEFAULT, RecipeError, "no verse with a word that can be pronounced"),
        ("", DEFAULT, RecipeError, "no verse"),
        ("[Chorus]\nla la", DEFAULT, RecipeError, "no verse"),
        ("[Verse\nla la", DEFAULT, DataError, "line 1: the section mark"),
        ("word " * 5_001, DEFAULT, RecipeError, "5,001 words"),
    ],
)
def test_what_cannot_be_scanned(text: str, detector: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        scan_rhymes(text, detector)


def test_letters_of_groups() -> None:
    assert [letters(group) for group in (0, 25, 26, 27, 701, 702)] == ["a", "z", "aa", "ab", "zz", "aaa"]
    assert bracketed([Piece("a "), Piece("cat", 0), Piece("!")]) == "a [a:cat]!"


def test_colours_on_a_terminal_and_brackets_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    scanned = scan_rhymes(COUPLET, DEFAULT)

    def printed(*, plain: bool, colours: bool) -> str:
        shown = Console(force_terminal=colours, color_system="standard" if colours else None, width=140, record=True)
        monkeypatch.setattr(printing, "console", shown)
        monkeypatch.setattr(
            printing, "print_line", lambda text, style=None: shown.print(text, markup=False, highlight=False)
        )
        monkeypatch.setattr(printing, "print_table", lambda *_: None)
        print_rhymes(scanned, plain=plain)
        return shown.export_text(styles=True)

    coloured = printed(plain=False, colours=True)
    assert "\x1b[1;31mba\x1b[0m" in coloured
    assert "[a:" not in coloured
    assert "[a:ba][b:ker]" in printed(plain=True, colours=True)
    assert "[a:ba][b:ker]" in printed(plain=False, colours=False)


def test_the_command() -> None:
    shown = versebench("scan", "--rhymes", SONG)
    assert shown.code == 0
    assert "[a:turn] the [b:wheel]" in shown.err
    assert "left out: [Bridge: The Apprentice] (bridge)" in shown.err
    assert "evenness" in shown.err


def test_the_command_gives_json() -> None:
    (verse,) = json.loads(versebench_here("scan", "--rhymes", "--json", "the cat", "the hat").out)["verses"]
    assert verse["rhymes"]["density"] == 0.5
    assert verse["rhymes"]["marks"][0]["origin"] == "entry"


def test_an_unknown_detector_ends_the_command_with_a_remedy() -> None:
    ran = versebench_here("scan", "--rhymes", "--detector", "rhyme-factor", "the cat", "the hat")
    assert ran.code == 2
    assert "did you mean 'rhyme-factor.v1'" in ran.message
