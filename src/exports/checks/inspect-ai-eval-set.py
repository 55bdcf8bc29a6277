"""Run the selected samples of several tasks as one eval set: python eval_set.py MODEL LOG_DIR"""

import json
import sys
from pathlib import Path

from inspect_ai import eval_set

if __name__ == "__main__":
    given = json.loads((Path(__file__).resolve().parent / "eval_set.json").read_text(encoding="utf-8"))
    success, _ = eval_set(
        tasks=given["tasks"],
        sample_id=given["sample_id"],
        epochs=given["epochs"],
        model=sys.argv[1],
        log_dir=sys.argv[2],
    )
    sys.exit(0 if success else 1)
