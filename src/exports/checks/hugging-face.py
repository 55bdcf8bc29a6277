def resolve():
    from datasets import load_dataset

    return list(load_dataset(str(EXPORT / "dataset"), split=GIVEN["split"])["instance_id"])
