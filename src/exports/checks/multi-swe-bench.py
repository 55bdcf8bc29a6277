def resolve():
    from multi_swe_bench.harness.dataset import Dataset
    from multi_swe_bench.harness.image import Config
    from multi_swe_bench.harness.instance import Instance
    from multi_swe_bench.harness import repos  # its list of repositories
    from multi_swe_bench.harness.report import Report  # noqa: F401

    found = []
    for line in (EXPORT / "dataset.jsonl").read_text(encoding="utf-8").splitlines():
        row = Dataset.from_json(line)
        try:
            Instance.create(row, Config(need_clone=False, global_env=None, clear_env=True))
        except Exception as problem:
            problems.append(f"{row.id}: {told(problem)}")
            continue
        found.append(row.id)
    patches = EXPORT / "patches.jsonl"
    if patches.is_file():
        rows = [json.loads(line) for line in patches.read_text(encoding="utf-8").splitlines()]
        others = {f"{row['org']}/{row['repo']}:pr-{row['number']}" for row in rows} - set(found)
        if others:
            problems.append(f"patches for tasks that are not in the dataset: {shown(others)}")
    return found
