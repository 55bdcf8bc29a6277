def resolve():
    from inspect_ai._eval.loader import load_tasks
    from inspect_ai._eval.task.util import resolve_task_sample_ids, slice_dataset

    config = json.loads((EXPORT / "run.json").read_text(encoding="utf-8"))["eval_config"]
    tasks = load_tasks([(ARGUMENTS or [GIVEN["task"]])[0]], GIVEN["arguments"])
    names = [task.name for task in tasks]
    return [
        str(sample.id)
        for task in tasks
        for sample in slice_dataset(task.dataset, None, resolve_task_sample_ids(task.name, config["sample_id"], names))
    ]
