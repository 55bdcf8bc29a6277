def expected(task):
    return Path(task["exported_as"]).name


def resolve():
    from terminal_bench.dataset import Dataset
    from terminal_bench.handlers.trial_handler import Task

    found = []
    for path in Dataset.from_yaml(EXPORT / "dataset.yaml"):
        try:
            Task.from_yaml(path / "task.yaml")
        except Exception as problem:
            problems.append(f"{path.name}: {told(problem)}")
            continue
        found.append(path.name)
    return found
