#!/bin/sh
# The programs of others that tests ask about a release: lm-eval, in an environment that lies over the project's, as both
# need the same torch; cffconvert, which pins old packages, in one of its own; Chromium, which opens reports and the
# pages of studies, with a font for Chinese; PostgreSQL, for studies; and the headers of libaio with DeepSpeed's reader of
# weights on a disk, which is compiled once, in minutes.
#   sh benchmarks/peers/checkers.sh
set -eu
cd "$(dirname "$0")/../.."
python=.venv/bin/python
packages=""
[ -e /usr/include/libaio.h ] || packages="libaio-dev"
[ -n "$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null)" ] || packages="$packages postgresql"
command -v chromium >/dev/null || packages="$packages chromium fonts-noto-cjk"
if [ -n "$packages" ]; then
  if [ "$(id -u)" = 0 ]; then
    apt-get install --yes -qq $packages || { apt-get update -qq && apt-get install --yes -qq $packages; }
  else
    echo "weights on a disk and the tests of reports and studies need packages: sudo apt-get install $packages" >&2
    exit 1
  fi
fi
DS_ACCELERATOR=cpu $python -c 'from deepspeed.ops.op_builder import AsyncIOBuilder; AsyncIOBuilder().load(verbose=False)'
for peers in citation-peers harness-peers; do
  $python -m venv --clear ".venv-$peers"
  printf '*\n' > ".venv-$peers/.gitignore"
  options=""
  [ "$peers" = citation-peers ] || options="--no-deps"
  ".venv-$peers/bin/python" -m pip install --quiet $options --requirement "requirements-$peers.lock"
done
# After the installation, so that pip did not count what lies below.
$python -c 'import sys; print(*[path for path in sys.path if path.endswith("site-packages")], sep="\n")' \
  > "$(echo .venv-harness-peers/lib/python3*/site-packages)/project.pth"
