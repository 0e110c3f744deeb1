"""Other people's rating libraries, for comparison only: installed beside the benchmarks, pinned, no part of Arpad."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

PINS = ("riix==0.0.6", "elote==1.5.1", "numpy==2.4.6", "scipy==1.17.1", "tqdm==4.70.1")
FOLDER = Path(sys.prefix) / "bench-peers"


def install() -> None:
    """Once, into a folder of the virtual environment; nothing of Arpad can import it by accident."""
    stamp = FOLDER / "pins.txt"
    if not stamp.exists() or stamp.read_text() != "\n".join(PINS):
        print(f"Installing {', '.join(PINS)} for comparison ...", file=sys.stderr, flush=True)
        command = (
            sys.executable,
            "-m",
            "pip",
            "install",
            "-qq",
            "--no-deps",
            "--upgrade",
            "--target",
            str(FOLDER),
            *PINS,
        )
        subprocess.run(command, check=True)
        stamp.write_text("\n".join(PINS))
    sys.path.append(str(FOLDER))
    sys.modules.setdefault("polars", SimpleNamespace(DataFrame=object))  # type: ignore[arg-type]  # riix reads tables with it
