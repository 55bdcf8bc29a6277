def resolve():
    from verifiers.v1.configs.select import SelectConfig
    from verifiers.v1.utils.loaders import load_taskset, taskset_config_type

    config = json.loads((EXPORT / "eval.json").read_text(encoding="utf-8"))
    taskset = (ARGUMENTS or [GIVEN["taskset"]])[0]
    wanted = {task["exported_as"] for task in PROVENANCE["tasks"]}
    found = []
    for task in load_taskset(taskset_config_type(taskset)(id=taskset)).select(SelectConfig(**config["select"])):
        names = [name for name in (task.data.id, task.data.name) if name is not None]
        found.append(next((name for name in names if name in wanted), names[0] if names else str(task.data.idx)))
    return found
