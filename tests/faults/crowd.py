"""Two releases on one root at once."""

from pathlib import Path
from random import Random

from tests.faults.processes import ended, python, random_moment, started, wait_for
from tests.faults.trial import VALUES, Undisturbed
from tests.pipelines.running import make_release

_UNLOCKED = """
import sys
from versebench.pipelines.chain.chain import Chain
from versebench.pipelines.recipe.recipe import load_recipe
from versebench.pipelines.lifecycle.release import release
from versebench.pipelines.runners.runner import Runner

release(Chain(load_recipe(sys.argv[1], []), sys.argv[2], Runner()))
"""
"""A release as a library makes it, which takes no lock."""


def two_at_once(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """The one that comes to the root later waits for the other, says so, and finds everything done."""
    trial = undisturbed.begun(folder)
    command = "release", trial.recipe, "--root", trial.root
    with started(*command) as first:
        wait_for(first, random_moment(trial.root, 8, random))
        with started(*command) as second:
            ran, other = ended(first), ended(second)
    assert (ran.code, other.code) == (0, 0), ran.err + other.err
    said = [
        f"waiting for another run on {trial.root} (process {holder.pid})" in waited.err.replace("\n", "")
        for holder, waited in ((first, other), (second, ran))
    ]
    assert sorted(said) == [False, True], ran.err + other.err
    made = make_release(folder, VALUES)
    assert not made.made
    return trial.compared(made)


def two_without_a_lock(undisturbed: Undisturbed, folder: Path, random: Random) -> int:
    """As on an object store, where nothing is locked: both write the same bytes."""
    trial = undisturbed.begun(folder)
    first, second = (python(_UNLOCKED, trial.recipe, trial.root) for _ in range(2))
    both = [ended(process) for process in (first, second)]
    # What one packages while the other looks may stop one of them with a message; it never damages the other.
    assert 0 in [ran.code for ran in both], "".join(ran.err for ran in both)
    return trial.completed()
