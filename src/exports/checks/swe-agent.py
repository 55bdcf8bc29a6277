def resolve():
    from sweagent.run.batch_instances import InstancesFromFile, SWEBenchInstances

    if GIVEN["rows"]:
        instances = InstancesFromFile(path=EXPORT / "instances.json")
    else:
        instances = SWEBenchInstances(
            subset=(ARGUMENTS or [GIVEN["dataset"]])[0],
            split=GIVEN["split"],
            filter=(EXPORT / "filter.txt").read_text(encoding="utf-8").removesuffix("\n"),
        )
    return [instance.problem_statement.id for instance in instances.get_instance_configs()]
