def resolve():
    from harbor.models.job.config import JobConfig
    from harbor.models.task.task import Task

    try:
        from harbor.publisher.packager import Packager
    except ImportError:
        Packager = None
    config = JobConfig.model_validate_json((EXPORT / "job.json").read_text(encoding="utf-8"))
    digests = {task["exported_as"]: task.get("digest") for task in PROVENANCE["tasks"]}
    found = []
    for task in config.tasks:
        is_local = task.path is not None and getattr(task, "git_url", None) is None
        name = str(task.path if task.path is not None else task.name)
        found.append(name)
        if not is_local:
            continue
        try:
            Task(task.path)
        except Exception as problem:
            problems.append(f"{name}: {told(problem)}")
            found.pop()
            continue
        digest = digests.get(name)
        if digest and Packager and "sha256:" + Packager.compute_content_hash(Path(name))[0] != digest:
            problems.append(f"{name} was changed since it was exported")
    return found
