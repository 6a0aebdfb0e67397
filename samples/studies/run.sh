#!/bin/sh
# Plan the sample study, serve it, let 12 programs answer over HTTP, close, export, analyse, and make the next version of
# the release with their answers: run.sh VERSEBENCH ROOT
set -eu
versebench=$1 root=$2
release=$root/releases/bpomp-sample/1.0.0
[ -e "$release/manifest.json" ] || "$versebench" release recipes/sample.yaml --root "$root" --workers 2
made=$root/study
port=${STUDY_PORT:-8765}
rm -rf "$made"
"$versebench" study plan "$release" --spec samples/studies/limericks.yaml --root "$made"
"$versebench" study serve "$made/studies/limericks" --port "$port" &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
"$versebench" study simulate "$made/studies/limericks" --url "http://127.0.0.1:$port" --judges 12 --wait 60
"$versebench" study status "$made/studies/limericks"
"$versebench" study close "$made/studies/limericks"
"$versebench" study export "$made/studies/limericks" --out "$made/exports"
"$versebench" study analyse "$made"/exports/study-export/* --release "$release" --root "$made"
export=$(ls -d "$made"/exports/study-export/*)
# A version by name takes all stages from 1.0.0. If it is there already, the next one has the splits of the last release.
version=1.1.0
[ ! -e "$root/releases/bpomp-sample/$version" ] || version=auto
"$versebench" release recipes/sample.yaml --root "$root" --workers 2 --set "version=$version" \
  --set "studies=[{name: simulated-readers, path: $export}]"
