#!/bin/sh
# Plan a study of a release of a sample recipe, serve it, let programs answer over HTTP, close, export, analyse, and make
# the next version of the release with their answers:
# run.sh VERSEBENCH ROOT [RELEASE STUDY RECIPE JUDGES]
set -eu
versebench=$1 root=$2
name=${3:-bpomp-sample} study=${4:-limericks} recipe=${5:-recipes/sample.yaml} judges=${6:-12}
release=$root/releases/$name/1.0.0
[ -e "$release/manifest.json" ] || "$versebench" release "$recipe" --root "$root" --workers 2
made=$root/study-$study exports=$root/exports
[ "$study" = limericks ] || exports=$made/exports
port=${STUDY_PORT:-8765}
rm -rf "$made" "$exports"
"$versebench" study plan "$release" --spec "samples/studies/$study.yaml" --root "$made"
"$versebench" study serve "$made/studies/$study" --port "$port" &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
"$versebench" study simulate "$made/studies/$study" --url "http://127.0.0.1:$port" --judges "$judges" --wait 60
"$versebench" study status "$made/studies/$study"
"$versebench" study close "$made/studies/$study"
"$versebench" study export "$made/studies/$study" --out "$exports"
"$versebench" study analyse "$exports" --release "$release" --root "$made"
export=$(ls -d "$exports"/study-export/*)
# A version by name takes all stages from 1.0.0. If it is there already, the next one has the splits of the last release.
version=1.1.0
[ ! -e "$root/releases/$name/$version" ] || version=auto
"$versebench" release "$recipe" --root "$root" --workers 2 --set "version=$version" \
  --set "studies=[{name: simulated-readers, path: $export}]"
