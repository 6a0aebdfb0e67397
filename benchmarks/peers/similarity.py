"""The largest similarities by scikit-learn, and the time that they take. Run in an environment that has it.

    python benchmarks/peers/similarity.py < VERSES

In: JSON with ``artist`` and ``verses``, two lists of texts whose tokens stand between spaces, and ``rounds``. Out: JSON
with the largest cosine of every verse, the seconds of the processor that ``linear_kernel`` takes
in each round, and the version.
"""

import json
import sys
import time

import sklearn
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.metrics.pairwise import linear_kernel


def main() -> None:
    """Read the verses and print the similarities."""
    work = json.load(sys.stdin)
    vectorizer = TfidfVectorizer(analyzer=str.split)
    artist, verses = vectorizer.fit_transform(work["artist"]), vectorizer.transform(work["verses"])
    seconds = []
    for _ in range(work.get("rounds", 1)):
        start = time.process_time()
        cosines = linear_kernel(verses, artist)
        seconds.append(time.process_time() - start)
    largest = cosines.max(1).tolist()
    print(json.dumps({"largest": largest, "seconds": seconds, "version": sklearn.__version__}))  # noqa: T201


if __name__ == "__main__":
    main()
