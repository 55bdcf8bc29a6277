import { stringify } from 'yaml';
import { type Manifest, makeManifest, manifestText } from '../../src/core/manifest/manifest.js';
import type { Plan } from '../../src/core/model/plan.js';
import type { Task } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';

/** A task for a manifest that a test makes. */
export interface MadeTask {
  readonly benchmark?: string;
  readonly id: string;
  readonly taskDir?: string | undefined;
  readonly aliases?: readonly string[];
  readonly repo?: string;
}

const plans = new Map<string, Plan>();

/** Read once: a property asks for the same plan hundreds of times. */
function planOf(text: string): Plan {
  const plan = plans.get(text) ?? readPlan(text);
  plans.set(text, plan);
  return plan;
}

/** For tests: the manifest of a selection that takes exactly these tasks, all of each benchmark, by repository. */
export function manifestWith(tasks: readonly MadeTask[], { seed }: { readonly seed?: number } = {}): Manifest {
  const names = [...new Set(tasks.map(({ benchmark = 'mine' }) => benchmark))];
  const plan = planOf(
    stringify({
      name: 'small',
      seed: seed ?? 7,
      phases: ['Fix'],
      phase: 'Fix',
      score: { name: 'size', weights: { size: 1 }, components: { size: { ramp: 'files_changed', full: 20 } } },
      benchmarks: Object.fromEntries(
        names.map((name) => [
          name,
          { source: { embedded: 'none' }, distinct: true, select: { take: 'all', group: { by: 'repo' } } },
        ]),
      ),
    }),
  );
  const poolOf = (name: string): Task[] =>
    tasks
      .filter(({ benchmark = 'mine' }) => benchmark === name)
      .map(({ id, taskDir, aliases = [], repo = 'a/a' }) => ({
        benchmark: name,
        id,
        aliases: [...aliases],
        taskDir,
        fields: { files_changed: 3, repo },
      }));
  const pools = new Map(names.map((name) => [name, { tasks: poolOf(name), problems: [] }]));
  return JSON.parse(manifestText(makeManifest(runPlan(plan, pools), 'test'))) as Manifest;
}
