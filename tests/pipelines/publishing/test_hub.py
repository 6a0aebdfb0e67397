"""Publishing to Hugging Face's hub by its own client, to a hub on this machine.

Files that the hub wants in its large storage are not shown here: the client sends those elsewhere.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pipelines.publishing.fake_hub import TOKEN, FakeHub, running
from tests.pipelines.running import files_of
from tests.release.zenodo.small_release import write_small_release
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.publishing.hub import TOKEN as VARIABLE
from versebench.pipelines.publishing.hub import publish_to_hub
from versebench.release.zenodo.publishable import write_publishable
from versebench.storage.manifest import read_manifest


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    monkeypatch.setenv(VARIABLE, TOKEN)
    with running() as site:
        yield site


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write_small_release(tmp_path / "releases" / "small" / "1.0.0", {"data.bin": b"data"})


def sent(hub: FakeHub, release: Path, *, publish: bool = False) -> str:
    return publish_to_hub(str(release), "o/n", publish=publish, token_file=None, hub=hub.url)


def test_a_data_set_is_private_until_it_is_published(hub: FakeHub, small: Path) -> None:
    assert sent(hub, small) == f"{hub.url}/datasets/o/n"
    assert (hub.private, hub.files, hub.commits) == (True, files_of(small), ["small 1.0.0"])
    sent(hub, small, publish=True)
    assert (hub.private, hub.files) == (False, files_of(small))


def test_a_data_set_becomes_public_when_its_files_are_there(hub: FakeHub, small: Path) -> None:
    sent(hub, small, publish=True)
    assert (hub.private, hub.files) == (False, files_of(small))
    assert hub.shown == [False]
    assert hub.asked.index("PUT /api/datasets/o/n/settings") > hub.asked.index("POST /api/datasets/o/n/commit/main")


def test_what_is_gone_from_the_release_goes_from_the_data_set(hub: FakeHub, small: Path) -> None:
    hub.files = {"old.parquet": b"old", ".gitattributes": b"kept"}
    sent(hub, small)
    assert hub.files == {**files_of(small), ".gitattributes": b"kept"}


def test_a_draft_is_not_shown_to_all(hub: FakeHub, small: Path) -> None:
    hub.exists, hub.private = True, False
    with pytest.raises(DataError, match="o/n is already public, so everyone would see the draft; use --publish"):
        sent(hub, small)
    assert hub.commits == []


def test_a_release_that_is_not_intact(hub: FakeHub, small: Path) -> None:
    (small / "data.bin").write_bytes(b"atad")
    with pytest.raises(DataError, match="is not intact, so nothing was sent"):
        sent(hub, small)
    assert hub.asked == []


def test_a_source_without_a_licence(hub: FakeHub, tmp_path: Path) -> None:
    release = write_small_release(tmp_path / "releases" / "small" / "1.0.0", sources=[{"name": "theirs"}])
    with pytest.raises(DataError, match="the source theirs has no licence"):
        sent(hub, release)
    assert hub.asked == []


@pytest.mark.parametrize("status", [401, 403])
def test_a_hub_that_refuses(hub: FakeHub, small: Path, status: int) -> None:
    hub.refuse = status
    with pytest.raises(DataError, match=r"the hub refused o/n: .*check the token and the network") as caught:
        sent(hub, small)
    assert TOKEN not in str(caught.value)


@pytest.mark.parametrize("repo", [None, "", "no such name!"])
def test_a_place_that_cannot_be_one(hub: FakeHub, small: Path, repo: str | None) -> None:
    with pytest.raises(RecipeError, match="--repo"):
        publish_to_hub(str(small), repo, publish=False, token_file=None, hub=hub.url)


def test_no_token(hub: FakeHub, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE)
    with pytest.raises(
        RecipeError, match="there is no token in HF_TOKEN: make one with write permission under Access Tokens"
    ):
        sent(hub, small)


def test_the_copy_that_names_a_doi_may_go_there(hub: FakeHub, small: Path, tmp_path: Path) -> None:
    manifest = read_manifest(str(small))
    assert manifest is not None
    write_publishable(str(small), manifest, "10.5072/zenodo.7", str(tmp_path / "copy"))
    sent(hub, tmp_path / "copy", publish=True)
    assert b"https://doi.org/10.5072/zenodo.7" in hub.files["README.md"]
