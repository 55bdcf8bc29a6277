def resolve():
    import pandas

    path = EXPORT / GIVEN["samples"]
    rows = pandas.read_json(path, lines=True) if path.suffix == ".jsonl" else pandas.read_csv(path)
    found = list(rows.fillna("").set_index("instance_id", drop=False).index)
    without = [name for name in found if not (Path("run_scripts") / name).is_dir()]
    if without:
        problems.append(f"{len(without)} tasks are missing from run_scripts/: {shown(without)}")
    patches = EXPORT / "patches.json"
    others = {each["instance_id"] for each in json.loads(patches.read_text())} - set(found) if patches.is_file() else set()
    if others:
        problems.append(f"patches for tasks that are not in the samples: {shown(others)}")
    return found
