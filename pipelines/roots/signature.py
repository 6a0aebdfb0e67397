"""The signature of a release: that of SHA256SUMS by a key of SSH, beside it in the folder.

Hashes show that nothing was damaged. A signature also shows who vouches for them, to those who know the signer's key.
"""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from versebench.pipelines.errors import DataError, RecipeError
from versebench.release.folder import checksums
from versebench.storage import filesystem

NAME = f"{checksums.NAME}.sig"

_NAMESPACE = "versebench-release"
"""What the signature is for: one that was made for anything else is not accepted."""


def sign(folder: str, key: str) -> str:
    """Sign a release with a private key (or a public one whose private key an agent holds), and return the signature.

    Raises :class:`DataError` or :class:`RecipeError`, which say what to do.
    """
    sums = _sums(folder)
    if not Path(key).is_file():
        raise RecipeError(f"--key {key}: there is no such file; ssh-keygen -t ed25519 -f {key} makes a key")
    signature = sums.with_name(NAME)
    signature.unlink(missing_ok=True)
    ran = _ssh_keygen("-q", "-Y", "sign", "-f", key, "-n", _NAMESPACE, str(sums))
    if ran.returncode != 0 or not signature.is_file():
        raise RecipeError(f"--key {key}: ssh-keygen could not sign with it: {_reason(ran)}")
    return str(signature)


def check_signature(folder: str, signers: str) -> Iterator[str]:
    """Yield one sentence if SHA256SUMS is not signed by a key of ``signers``, a file in the layout of allowed_signers.

    Raises :class:`DataError` or :class:`RecipeError` if it cannot be checked.
    """
    sums = _sums(folder)
    signature = sums.with_name(NAME)
    if not Path(signers).is_file():
        raise RecipeError(
            f"--signed-by {signers}: there is no such file; a line of it is a name, and then a public key"
        )
    if not signature.is_file():
        yield f"{NAME}: is missing, so nobody has signed the release"
        return
    found = _ssh_keygen("-Y", "find-principals", "-s", str(signature), "-f", signers)
    names = found.stdout.splitlines() if found.returncode == 0 else []
    checked = ["-n", _NAMESPACE, "-s", str(signature), "-f", signers]
    if not names:
        yield f"{NAME}: was not made by a key of {signers}"
    elif all(_ssh_keygen("-Y", "verify", *checked, "-I", name, given=sums).returncode != 0 for name in names):
        yield f"{NAME}: is not a signature of {checksums.NAME} as it is now"


def _sums(folder: str) -> Path:
    if not filesystem.is_local(folder):
        raise RecipeError(f"{folder}: only local folders can be signed; copy the release to this machine")
    path = Path(folder) / checksums.NAME
    if not path.is_file():
        raise DataError(f"{folder} has no {checksums.NAME}, so it is no finished release")
    return path


def _ssh_keygen(*arguments: str, given: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run ssh-keygen with a file, or nothing, as its input."""
    program = shutil.which("ssh-keygen")
    if program is None:
        raise RecipeError(
            "ssh-keygen is missing, which makes and checks signatures; on Debian: apt install openssh-client"
        )
    content = given.read_text(encoding="utf-8") if given else ""
    return subprocess.run([program, *arguments], input=content, capture_output=True, text=True)


def _reason(ran: subprocess.CompletedProcess[str]) -> str:
    return " ".join((ran.stderr.strip() or "no reason given").splitlines()[-1:])
