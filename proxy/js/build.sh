#!/usr/bin/env bash
# Builds the browser client and the sample page into a folder, or does nothing where they stand there and nothing has changed.
#   build.sh FOLDER           builds them
#   build.sh FOLDER gates     builds them and checks format and tests
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1"
out=$(cd "$1" && pwd)
gates=${2:-none}
installed=$here/node_modules/.feige-installed

# Two builds may ask for it at a time.
if command -v flock >/dev/null; then
  exec 9>"${TMPDIR:-/tmp}/feige-browser-client-$(id -u).lock"
  flock 9
fi

is_newer_than() {
  [ ! -f "$1" ] || [ -n "$(find "$here" \( -name node_modules -o -name 'target*' \) -prune -o -type f -newer "$1" -print -quit)" ]
}

cd "$here"
mark=$out/.$gates
if is_newer_than "$mark"; then
  if ! command -v npm >/dev/null; then
    echo "The browser client needs Node 20.19 or newer and npm: apt-get install nodejs npm (Debian 13 or newer; else see nodejs.org)" >&2
    exit 1
  fi
  started=$(mktemp)
  if [ ! -f "$installed" ] || [ package-lock.json -nt "$installed" ]; then
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-fund --no-audit
    touch "$installed"
  fi
  npx --no-install tsc --outDir "$out"
  cp chat/* "$out"
  if [ "$gates" = gates ]; then
    npm run --silent gates
  fi
  touch -r "$started" "$mark"
  rm -f "$started"
fi
