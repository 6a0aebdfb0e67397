"""Makes ``copies.jsonl``: poems that repeat lines of the sample on purpose. ``python samples/chinese/make_copies.py``.

For each title the first poem is that of another title, word for word; the second has one character of every line
replaced by one of another poem, so that only ``near.v1`` finds it. Every third title has no second poem.
"""

import json
import random
from pathlib import Path

HERE = Path(__file__).parent
MARKS = "，。？！、；："


def main() -> None:
    """Write the file beside this script."""
    poems = [row for row in json.loads((HERE / "poems.json").read_text(encoding="utf-8")) if row["expect"] == "kept"]
    rows = []
    for number, poem in enumerate(poems):
        other = poems[(number + 17) % len(poems)]
        rows.append({"title": poem["title"], "paragraphs": other["paragraphs"]})
        if number % 3:
            draws = random.Random(number)
            rows.append(
                {"title": poem["title"], "paragraphs": [changed(part, draws, poems) for part in other["paragraphs"]]}
            )
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (HERE / "copies.jsonl").write_text(lines, encoding="utf-8")


def changed(couplet: str, draws: random.Random, poems: list[dict[str, list[str]]]) -> str:
    """A couplet with one character of each line replaced."""
    lines = [list(line) for line in couplet.rstrip("。").split("，")]
    for line in lines:
        place = draws.randrange(len(line))
        others = [char for char in draws.choice(poems)["paragraphs"][0] if char not in MARKS and char != line[place]]
        line[place] = draws.choice(others)
    return "，".join("".join(line) for line in lines) + "。"


if __name__ == "__main__":
    main()
