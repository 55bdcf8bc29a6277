"""Has OpenHands' reader of data sets load a data set folder by its path; lists the ids."""

import json
import os
import sys

from benchmarks.utils.dataset import get_dataset

path = sys.argv[sys.argv.index("--subset") + 1]
print("RAN " + json.dumps(list(get_dataset(os.path.abspath(path), "test")["instance_id"])))
