def resolve():
    from inspect_ai._eval.loader import load_tasks
    from inspect_ai._eval.task.util import resolve_task_sample_ids, slice_dataset

    given = json.loads((EXPORT / "eval_set.json").read_text(encoding="utf-8"))
    tasks = load_tasks(given["tasks"])
    names = [task.name for task in tasks]
    return [
        f"{task.name}:{sample.id}"
        for task in tasks
        for sample in slice_dataset(task.dataset, None, resolve_task_sample_ids(task.name, given["sample_id"], names))
    ]
