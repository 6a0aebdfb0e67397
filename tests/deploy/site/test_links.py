"""Links of documents on the site."""

import pytest

from deploy.site.links import on_site, relinked, targets

TEXT = """See [a](../README.md), [b](CORPUS.md#text), [c](../recipes/sample.yaml), [d](https://example.org/x),
[e](#below).

```md
[f](../README.md)
```

[g](../deploy/flink/README.md#a-cluster)
"""


def test_targets_are_files_of_the_repository() -> None:
    assert list(targets(TEXT, "docs/RELEASE.md")) == [
        "README.md",
        "docs/CORPUS.md",
        "recipes/sample.yaml",
        "deploy/flink/README.md",
    ]


def test_links_lead_to_the_places_on_the_site() -> None:
    changed = relinked(TEXT, "docs/RELEASE.md")
    assert "[a](index.md), [b](CORPUS.md#text), [c](repository/recipes/sample.yaml.md)" in changed
    assert "[d](https://example.org/x),\n[e](#below)." in changed
    assert "```md\n[f](../README.md)\n```" in changed
    assert "[g](repository/deploy/flink/README.md#a-cluster)" in changed


@pytest.mark.parametrize(
    ("path", "target", "changed"),
    [
        ("README.md", "docs/CORPUS.md", "CORPUS.md"),
        ("README.md", "LICENSE", "repository/LICENSE.md"),
        ("docs/tutorials/humanist.md", "../CORPUS.md", "../CORPUS.md"),
        ("docs/tutorials/humanist.md", "../../CONTRIBUTING.md", "../repository/CONTRIBUTING.md"),
        ("CONTRIBUTING.md", "docs/ARCHITECTURE.md", "../ARCHITECTURE.md"),
        ("samples/README.md", "verse/README.md", "verse/README.md"),
    ],
)
def test_a_link_is_relative_to_its_page(path: str, target: str, changed: str) -> None:
    assert relinked(f"[x]({target})", path) == f"[x]({changed})"


def test_a_place_for_every_file() -> None:
    assert [on_site(path) for path in ("README.md", "docs/api/contracts.md", "NOTICE", "samples/README.md")] == [
        "index.md",
        "api/contracts.md",
        "repository/NOTICE.md",
        "repository/samples/README.md",
    ]
