# Sourced by bin/serve, bin/test and .ci/run: Python 3.11 or newer, .venv, the pinned packages.
# Installs only when a requirements file, or the Python, differs from what was installed last.

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3.11 python3.12 python3.13 python3.14 python3; do
        if [ -n "$candidate" ] && "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    echo "Arpad needs Python 3.11 or newer. Install it, or name it: PYTHON=/path/to/python3 $0" >&2
    return 1
}

# What .venv must hold: the interpreter's version and every pin of the given files (with what they include).
fingerprint() {
    { .venv/bin/python -V; cat requirements.txt "$@"; } | .venv/bin/python -c \
        'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())'
}

# prepare requirements.txt | requirements-dev.txt
prepare() {
    local python stamp now
    stamp=".venv/installed-from-$1.sha256"
    if ! .venv/bin/python -c '' 2>/dev/null; then
        python="$(find_python)"
        rm -rf .venv
        "$python" -m venv .venv
    fi
    now="$(fingerprint "$1")"
    if [ "$(cat "$stamp" 2>/dev/null)" != "$now" ]; then
        echo "Installing what $1 names into .venv ..." >&2
        .venv/bin/python -m pip install -qq --disable-pip-version-check --requirement "$1"
        echo "$now" >"$stamp"
    fi
}
