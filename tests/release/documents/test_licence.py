from versebench.release.documents.facts import SourceFacts
from versebench.release.documents.licence import render_licence


def test_each_source_has_its_licence_its_citation_and_its_poems() -> None:
    sources = [
        SourceFacts("mine", "CC0-1.0", "My source, 1846.", 2000, 1500),
        SourceFacts("other", "copyright of the authors", None, 3, 1),
    ]
    assert render_licence("Small", "CC-BY-4.0", sources).splitlines() == [
        "Small is released under CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/legalcode).",
        "",
        "Its texts come from:",
        "",
        "- mine, 1,500 poems: CC0-1.0 (https://creativecommons.org/publicdomain/zero/1.0/legalcode). "
        "Cite: My source, 1846.",
        "- other, 1 poem: copyright of the authors.",
        "",
        "The tables were made with data of others, which keep their licences: see NOTICE.",
    ]
