"""Reads a command with the parser of OpenHands' benchmarks and the data set with its reader; lists the ids."""

import json
import sys

from benchmarks.utils.args_parser import get_parser
from benchmarks.utils.dataset import get_dataset

# uv run PROGRAM …
args = get_parser().parse_args(sys.argv[4:])
assert args.n_critic_runs == 1
rows = get_dataset(args.dataset, args.split, args.n_limit, args.select)
print("RAN " + json.dumps(list(rows["instance_id"])))
