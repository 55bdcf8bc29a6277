def resolve():
    from swebench.harness.utils import load_swebench_dataset

    if GIVEN["rows"]:
        rows = load_swebench_dataset(str(EXPORT / "dataset.jsonl"), GIVEN["split"])
    else:
        names = [task["exported_as"] for task in PROVENANCE["tasks"]]
        rows = load_swebench_dataset((ARGUMENTS or [GIVEN["dataset"]])[0], GIVEN["split"], names)
    found = [row["instance_id"] for row in rows]
    predictions = EXPORT / "predictions.jsonl"
    if predictions.is_file():
        told = {json.loads(line)["instance_id"] for line in predictions.read_text().splitlines()}
        if told - set(found):
            problems.append(f"predictions for tasks that are not in the dataset: {shown(told - set(found))}")
    return found
