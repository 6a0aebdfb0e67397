from benchmarks.ear.grouping import START, fit, scorer
from benchmarks.ear.rhyme import Annotated
from tests.transforms.prosody.rhymes.sounds import pronouncer
from versebench.transforms.prosody.rhymes.cluster import Reach


def test_a_constant_changes_only_if_the_mean_gains_enough() -> None:
    def f1(_poet: str, reach: Reach) -> float:
        return 0.9 + 0.05 * (reach.near == 3) + 0.0005 * (reach.licensed == 6)

    fitted = fit(["a", "b"], f1, {"near": (2, 3, 4), "licensed": (5, 6)})
    assert (fitted.near, fitted.licensed) == (3, START.licensed)


def test_the_scorer_uses_the_constants() -> None:
    stanza = Annotated(("the cat", "a dog", "the tree", "the moon", "the hat"), ("a", "b", "c", "d", "a"))
    f1 = scorer({"poet": [stanza]}, pronouncer())
    assert f1("poet", START) == 1.0
    assert f1("poet", Reach(full=2, returning=2, licensed=2, near=2)) == 0.0
