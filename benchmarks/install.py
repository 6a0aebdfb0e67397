"""How long ``pip install`` of the wheel takes in a fresh environment, and how much it writes.

    python -m benchmarks.install [--extra release] [--folder DIR]

The wheel is made first; the time is that of pip alone, with nothing cached, from the index that pip is configured for.
The environment is deleted afterwards. The goals are those of the base.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_SECONDS, MOST_MB, MOST_WHEEL_MB = 60, 800, 60
SHOWN = 8


def size_of(path: Path) -> int:
    """Bytes of all files below a folder, links apart."""
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file() and not file.is_symlink())


def largest(packages: Path, many: int = SHOWN) -> list[tuple[str, int]]:
    """The largest folders of a folder of packages, with their bytes."""
    sizes = [(folder.name, size_of(folder)) for folder in packages.iterdir() if folder.is_dir()]
    return sorted(sizes, key=lambda named: (-named[1], named[0]))[:many]


def _run(*command: str | Path, cwd: Path | None = None) -> None:
    subprocess.run([str(word) for word in command], cwd=cwd, check=True, stdout=subprocess.DEVNULL)


def _wheel(folder: Path) -> Path:
    """The wheel of the committed tree."""
    source = folder / "source"
    source.mkdir()
    archive = folder / "source.tar"
    _run("git", "archive", "--output", archive, "HEAD", cwd=ROOT)
    _run("tar", "xf", archive, "-C", source)
    _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source)
    return next(folder.glob("versebench-*.whl"))


def main(argv: Sequence[str] | None = None) -> None:
    """Install, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extra", help="an extra of the package, such as release; by default the base alone")
    parser.add_argument("--folder", type=Path, help="where the environment is made; by default among temporary files")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(dir=options.folder) as temporary:
        folder = Path(temporary)
        wheel, environment = _wheel(folder), folder / "environment"
        _run(sys.executable, "-m", "venv", environment)
        packages = next(environment.glob("lib/python*/site-packages"))
        before, begun = size_of(packages), time.perf_counter()
        wanted = f"{wheel}[{options.extra}]" if options.extra else str(wheel)
        _run(environment / "bin/python", "-m", "pip", "install", "--quiet", "--no-cache-dir", wanted)
        seconds, written = time.perf_counter() - begun, size_of(packages) - before
        _print(f"wheel        {wheel.stat().st_size / 1e6:6.1f} MB  (goal: {MOST_WHEEL_MB})")
        _print(f"pip install  {seconds:6.1f} s   (goal of the base: {MOST_SECONDS})")
        _print(f"written      {written / 1e6:6.1f} MB  (goal of the base: {MOST_MB})")
        for name, size in largest(packages):
            _print(f"  {name:<24} {size / 1e6:6.1f} MB")


def _print(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
