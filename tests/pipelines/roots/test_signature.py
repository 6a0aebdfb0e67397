"""Signatures of releases, by keys that ssh-keygen makes here."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.missing import missing
from tests.pipelines.running import versebench_here
from tests.release.zenodo.small_release import write_small_release
from versebench.pipelines.errors import DataError, RecipeError
from versebench.pipelines.roots.signature import NAME, check_signature, sign

if shutil.which("ssh-keygen") is None:
    missing("ssh-keygen is missing: apt install openssh-client")


def new_key(folder: Path, name: str) -> Path:
    """A key, with its public half beside it."""
    key = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", key], check=True)
    return key


def allow(folder: Path, *keys: Path) -> str:
    """A file of those who may sign."""
    lines = [f"{key.name}@example.org {key.with_suffix('.pub').read_text()}" for key in keys]
    (folder / "signers").write_text("".join(lines))
    return str(folder / "signers")


@pytest.fixture
def ann(tmp_path: Path) -> Path:
    return new_key(tmp_path, "ann")


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return write_small_release(tmp_path / "releases" / "small" / "1.0.0")


def test_a_signed_release_is_intact(release: Path, ann: Path, tmp_path: Path) -> None:
    signers = allow(tmp_path, new_key(tmp_path, "bob"), ann)
    assert versebench_here("sign", release, "--key", ann).code == 0
    assert list(check_signature(str(release), signers)) == []
    ran = versebench_here("verify", release, "--signed-by", signers)
    assert (ran.code, ran.err.strip()) == (0, f"{release} is intact, and signed by a key of {signers}")
    assert versebench_here("verify", release).code == 0


def test_the_same_key_gives_the_same_signature(release: Path, ann: Path) -> None:
    first = Path(sign(str(release), str(ann))).read_bytes()
    assert Path(sign(str(release), str(ann))).read_bytes() == first


def test_a_release_without_a_signature(release: Path, ann: Path, tmp_path: Path) -> None:
    ran = versebench_here("verify", release, "--signed-by", allow(tmp_path, ann))
    assert ran.code == 1
    assert f"{NAME}: is missing, so nobody has signed the release" in ran.err


def test_the_key_of_somebody_else(release: Path, ann: Path, tmp_path: Path) -> None:
    sign(str(release), str(ann))
    signers = allow(tmp_path, new_key(tmp_path, "bob"))
    assert list(check_signature(str(release), signers)) == [f"{NAME}: was not made by a key of {signers}"]


def test_a_release_that_was_changed_and_sealed_again(release: Path, ann: Path, tmp_path: Path) -> None:
    """Its hashes are right again, and only the signature shows the change."""
    sign(str(release), str(ann))
    signature = (release / NAME).read_bytes()
    shutil.rmtree(release)
    write_small_release(release, {"data-one.bin": b"other"})
    (release / NAME).write_bytes(signature)
    assert versebench_here("verify", release).code == 0
    problems = list(check_signature(str(release), allow(tmp_path, ann)))
    assert problems == [f"{NAME}: is not a signature of SHA256SUMS as it is now"]


def test_a_signature_for_another_purpose(release: Path, ann: Path, tmp_path: Path) -> None:
    sums = release / "SHA256SUMS"
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", ann, "-n", "mail", sums], check=True)
    assert len(list(check_signature(str(release), allow(tmp_path, ann)))) == 1


def test_what_is_no_signature(release: Path, ann: Path, tmp_path: Path) -> None:
    (release / NAME).write_text("not a signature\n")
    assert len(list(check_signature(str(release), allow(tmp_path, ann)))) == 1


def test_what_cannot_be_signed_or_checked(release: Path, ann: Path, tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="there is no such file; ssh-keygen -t ed25519"):
        sign(str(release), str(tmp_path / "none"))
    (tmp_path / "poem").write_text("no key")
    with pytest.raises(RecipeError, match="ssh-keygen could not sign with it"):
        sign(str(release), str(tmp_path / "poem"))
    with pytest.raises(RecipeError, match=r"--signed-by .*none: there is no such file"):
        list(check_signature(str(release), str(tmp_path / "none")))
    with pytest.raises(DataError, match="has no SHA256SUMS, so it is no finished release"):
        sign(str(tmp_path), str(ann))
