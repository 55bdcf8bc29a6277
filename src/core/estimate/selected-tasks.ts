import type { Manifest } from '../manifest/manifest.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import type { Sample, SampledTask } from './sample.js';

/** Every selected task: those of the sample as they were drawn, the ranked ones each for itself alone. */
export function selectedTasks(manifest: Manifest, sample: Sample): readonly SampledTask[] {
  const drawn = new Map(sample.tasks.map((task) => [taskKey(task), task]));
  return manifest.tasks.map((task): SampledTask => {
    const { benchmark, task_id: id, aliases, group } = task;
    const own = drawn.get(taskKey({ benchmark, id }));
    if (own !== undefined) return own;
    const text = (value: string | number | null) => (value === null ? '' : String(value));
    return {
      benchmark,
      id,
      aliases,
      labels: {
        benchmark,
        phase: task.sdlc_phase,
        language: text(task.language),
        difficulty: text(task.difficulty),
        category: text(task.category),
        repo: text(task.repo),
      },
      probability: 1,
      weight: 1,
      stratum:
        group.by === null
          ? benchmark
          : group.value === null
            ? `${benchmark} (no ${group.by})`
            : `${benchmark}/${group.value}`,
      stratumSize: group.size,
      variance: 'even',
      difficultyPlace: undefined,
      balance: [],
    };
  });
}
