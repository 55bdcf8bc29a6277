import { estimateRequired, type RequiredOptions } from '../../src/core/estimate/requirements.js';
import { at } from '../../src/core/lists/lists.js';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import type { Outcome } from '../../src/core/model/outcome.js';

/** The rewards of one configuration by task; one for each run. */
export type Rewards = Readonly<Record<string, number | readonly number[] | undefined>>;

/** What one configuration, or several, made of the selected tasks; a task without a reward has no result. */
export function estimate(manifest: Manifest, byName: Readonly<Record<string, Rewards>>, options: RequiredOptions = {}) {
  const outcomes = Object.entries(byName).flatMap(([configuration, rewards]) =>
    Object.entries(rewards).flatMap(([taskId, given]) =>
      (given === undefined ? [] : [given].flat()).map((reward, run): Outcome => {
        const status = reward === 1 ? 'passed' : 'failed';
        return { taskId, configuration, run: '', attempt: run + 1, place: {}, status, reward };
      }),
    ),
  );
  return estimateRequired(manifest, { outcomes, files: [], faults: [], warnings: [] }, options);
}

/** The level of one configuration, with what goes with it. */
export function levelOf(manifest: Manifest, rewards: Rewards, options: RequiredOptions = {}) {
  const found = estimate(manifest, { new: rewards }, options);
  const { readings } = at(found.configurations, 0);
  const { pool, parts } = at(readings, 0);
  if (pool === undefined) throw new Error('no figure for the pool');
  return { pool, parts, readings, warnings: found.warnings, found };
}

/** Every selected task by its id, with a result by its place. */
export function rewardsOf(
  { tasks }: Manifest,
  rule: (place: number) => number | readonly number[] | undefined,
): Rewards {
  return Object.fromEntries(tasks.map(({ task_id: id }, place) => [id, rule(place)]));
}
