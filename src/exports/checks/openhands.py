def resolve():
    from benchmarks.utils.dataset import get_dataset

    name = (ARGUMENTS or [GIVEN["dataset"]])[0]
    rows = get_dataset(name, GIVEN["split"], selected_instances_file=str(EXPORT / "select.txt"))
    return list(rows["instance_id"])
