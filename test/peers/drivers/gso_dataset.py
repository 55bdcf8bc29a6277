"""Has GSO's own reader load an export: a data set folder, or the whole data set with a list of ids. Lists the ids."""

import json
import os
import sys
from pathlib import Path

# The clone keeps its package below src.
sys.path.insert(0, str(Path(os.environ["PYTHONPATH"]) / "src"))

from gso.utils.io import load_gso_dataset

export = Path(os.environ["EXPORT"])
listed = export / "ids.txt"
if listed.exists():
    instances = load_gso_dataset("./suite-gso", "test", listed.read_text().split())
else:
    instances = load_gso_dataset(str(export / "dataset"), "test")
print("RAN " + json.dumps([instance.instance_id for instance in instances]))
