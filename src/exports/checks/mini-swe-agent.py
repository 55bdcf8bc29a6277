def resolve():
    from datasets import load_dataset
    from minisweagent.run.benchmarks.swebench import DATASET_MAPPING, filter_instances

    subset = (ARGUMENTS or [GIVEN["dataset"]])[0]
    rows = list(load_dataset(DATASET_MAPPING.get(subset, subset), split=GIVEN["split"]))
    filter_spec = (EXPORT / "filter.txt").read_text(encoding="utf-8").removesuffix("\n")
    return [row["instance_id"] for row in filter_instances(rows, filter_spec=filter_spec)]
