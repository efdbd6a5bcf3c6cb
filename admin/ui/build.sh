#!/usr/bin/env bash
# Builds the console into a folder, or does nothing where it stands there already and nothing has changed.
#   build.sh FOLDER           builds it
#   build.sh FOLDER gates     builds it and checks types, rules, format and tests
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$(dirname "$1")"
out=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
gates=${2:-none}
installed=$here/node_modules/.feige-installed
built=$out.built
checked=$out.checked

# Two builds may ask for it at a time.
if command -v flock >/dev/null; then
  exec 9>"${TMPDIR:-/tmp}/feige-console-$(id -u).lock"
  flock 9
fi

is_newer_than() {
  [ ! -f "$1" ] || [ -n "$(find "$here" "$here/../api" \
    \( -name node_modules -o -name 'target*' -o -path "$here/src/api/schema.ts" -o -path "$here/src/api/operations.ts" \) -prune \
    -o -type f -newer "$1" -print -quit)" ]
}

require_node() {
  if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "The console needs Node 20 or newer and npm: apt-get install nodejs npm (Debian 13 or newer; else see nodejs.org)" >&2
    exit 1
  fi
  if ! node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major > 20 || (major == 20 && minor >= 19) ? 0 : 1)'; then
    echo "The console needs Node 20.19 or newer, and this is $(node --version): see nodejs.org, or Debian 13 and newer" >&2
    exit 1
  fi
}

install() {
  if [ ! -f "$installed" ] || [ package-lock.json -nt "$installed" ]; then
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --silent --no-fund --no-audit
    touch "$installed"
  fi
}

cd "$here"
if is_newer_than "$built" || [ ! -f "$out/index.html" ]; then
  require_node
  started=$(mktemp)
  install
  npm run --silent generate >/dev/null
  FEIGE_UI_OUT=$out npm run --silent build
  # Maven copies what is there and takes nothing away: files of the build before have other names.
  rm -rf "$(dirname "$out")/classes/io/feige/admin/ui"
  # Its time is the start of the build: what changed since then is newer.
  touch -r "$started" "$built"
  rm -f "$started"
fi

if [ "$gates" = gates ] && is_newer_than "$checked"; then
  require_node
  started=$(mktemp)
  install
  npm run --silent generate >/dev/null
  npm run --silent gates
  touch -r "$started" "$checked"
  rm -f "$started"
fi
