"""Writes the episodes of a run with verifiers' own classes: every second task has reward 1."""

import asyncio
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, os.getcwd())
from verifiers.v1.configs.agent import AgentConfig
from verifiers.v1.episode import EnvInfo, Episode
from verifiers.v1.task import TaskData
from verifiers.v1.trace import AgentInfo, Reward, Trace, TraceTask
from verifiers.v1.utils.trace_store import append_episode

folder = Path("vf-run")
folder.mkdir(exist_ok=True)
(folder / "traces.jsonl").write_text("")


async def write():
    lock = asyncio.Lock()
    for i, name in enumerate(json.loads(sys.argv[1])):
        task = TraceTask(type="Toy", data=TaskData(idx=i, id=name, prompt="Do it."), key=f"key-{i}")
        rewards = {"solved": Reward(score=0.5 * (i % 2), weight=2.0)}
        agent = AgentInfo(config=AgentConfig(model="vendor/model"))
        trace = Trace(task=task, agent=agent, rewards=rewards, ok=True, is_completed=True)
        await append_episode(folder, Episode(env=EnvInfo(id="toy"), task=task, traces=[trace], ok=True), lock)


asyncio.run(write())
print(f"WROTE {folder.resolve()}/traces.jsonl")
