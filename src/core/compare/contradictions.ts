import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import { compareText } from '../text/compare-text.js';
import { roundTo } from '../text/round-to.js';
import { designContradictions } from './design-contradictions.js';
import { averageScore, counted, countTasks, taskKey } from './recount.js';

/** Everything in a manifest that another part of the same manifest contradicts: counts, sums, order, names. */
export function manifestContradictions(manifest: Manifest, partDecimals?: number): Difference[] {
  return [
    ...totals(manifest),
    ...statistics(manifest),
    ...benchmarks(manifest),
    ...taskList(manifest),
    ...scoreContradictions(manifest, partDecimals),
    ...designContradictions(manifest),
  ];
}

function totals({ metadata, tasks, benchmarks: list }: Manifest): Difference[] {
  const available = list.reduce((sum, benchmark) => sum + benchmark.available, 0);
  return [
    ...unequal('sum/total-selected', 'metadata.total_selected', metadata.total_selected, tasks.length, 'it lists'),
    ...unequal(
      'sum/total-available',
      'metadata.total_available',
      metadata.total_available,
      available,
      'its benchmarks have',
    ),
  ];
}

function statistics(manifest: Manifest): Difference[] {
  const differences = counted.flatMap(({ key, nameOf }) => {
    const found = new Map(Object.entries(manifest.statistics[key]));
    const recount = countTasks(manifest.tasks, nameOf);
    const names = new Set([...found.keys(), ...recount.keys()]);
    return [...names].flatMap((name) =>
      unequal(
        'sum/statistics',
        `statistics.${key}.${name}`,
        found.get(name) ?? 0,
        recount.get(name) ?? 0,
        'a recount of its tasks gives',
      ),
    );
  });
  const { avg_mcp_benefit_score: average } = manifest.statistics;
  const path = 'statistics.avg_mcp_benefit_score';
  return [...differences, ...unequal('sum/average', path, average, averageScore(manifest), 'its tasks give')];
}

function benchmarks({ benchmarks: list, tasks, task_hashes }: Manifest): Difference[] {
  const selected = countTasks(tasks, (task) => task.benchmark);
  const hashes = new Map(Object.entries(task_hashes));
  return list.flatMap(({ name, selected: said, available, fingerprint }) => [
    ...unequal('sum/benchmark-selected', `benchmarks.${name}.selected`, said, selected.get(name) ?? 0, 'it lists'),
    ...unequal(
      'sum/benchmark-available',
      `benchmarks.${name}.available`,
      // Of a large pool the selected tasks alone are hashed.
      fingerprint === undefined ? available : said,
      Object.keys(hashes.get(name) ?? {}).length,
      'task_hashes has',
    ),
  ]);
}

function taskList({ tasks, exclusions, task_hashes, methodology }: Manifest): Difference[] {
  const pools = new Map(Object.entries(task_hashes).map(([name, pool]) => [name, new Set(Object.keys(pool))]));
  const excluded = new Set(exclusions.map(taskKey));
  const phases = new Set(methodology.sdlc_phases);
  const seen = new Set<string>();
  const differences: Difference[] = [];
  const say = (code: string, message: string) => differences.push({ code, message });
  for (const task of tasks) {
    const key = taskKey(task);
    if (seen.has(key)) say('sum/duplicate-task', `${key} is listed more than once.`);
    else if (excluded.has(key)) say('sum/excluded-task', `${key} is both selected and excluded.`);
    if (pools.get(task.benchmark)?.has(task.task_id) !== true)
      say('sum/unknown-task', `${key} is selected, but task_hashes does not have it.`);
    if (!phases.has(task.sdlc_phase))
      say('sum/unknown-phase', `${key} has phase "${task.sdlc_phase}", which sdlc_phases does not list.`);
    seen.add(key);
  }
  const misplaced = tasks.find((task, i) => {
    const before = tasks[i - 1];
    if (before === undefined) return false;
    return (compareText(before.benchmark, task.benchmark) || compareText(before.task_id, task.task_id)) > 0;
  });
  if (misplaced !== undefined)
    say('sum/order', `the tasks are not in order of benchmark and id: ${taskKey(misplaced)} comes too late.`);
  return differences;
}

function unequal(code: string, path: string, found: number, expected: number, source: string): Difference[] {
  if (found === expected) return [];
  return [{ code, message: `${path} is ${found}, but ${source} ${expected}.`, path }];
}

// What floating point may add to a sum of a few products.
const slack = 1e-9;

/**
 * Scores that are not the weighted sum of their parts, and weights that do not sum to 1.
 *
 * @param partDecimals To how many decimals the parts were rounded; where it is not known, the most that any part has,
 *   which never finds fault with a right score.
 */
function scoreContradictions(manifest: Manifest, partDecimals?: number): Difference[] {
  const { methodology, tasks } = manifest;
  const weights = new Map(Object.entries(methodology.mcp_scoring_weights));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const unit = 10 ** -(partDecimals ?? mostDecimals(tasks.flatMap((task) => Object.values(task.mcp_breakdown))));
  const allowed = (unit + 10 ** -methodology.score.decimals) / 2 + slack;
  const differences: Difference[] = [];
  if (Math.abs(total - 1) > slack) {
    differences.push({
      code: 'sum/weights',
      message: `the weights in selection.json sum to ${roundTo(total, 6)}; they must sum to 1.`,
      path: 'methodology.mcp_scoring_weights',
    });
  }
  for (const task of tasks) {
    const path = `tasks.${taskKey(task)}.mcp_benefit_score`;
    const parts = Object.entries(task.mcp_breakdown);
    const strange = parts.map(([component]) => component).filter((component) => !weights.has(component));
    const sum = parts.reduce((soFar, [component, value]) => soFar + (weights.get(component) ?? 0) * value, 0);
    if (strange.length > 0 || parts.length !== weights.size) {
      const message = `the parts of the score of ${taskKey(task)} are not the components that have a weight.`;
      differences.push({ code: 'sum/score', message, path });
    } else if (!(Math.abs(sum - task.mcp_benefit_score) <= allowed)) {
      const message = `the score of ${taskKey(task)} is ${task.mcp_benefit_score}; its parts and the weights give ${roundTo(sum, methodology.score.decimals)}.`;
      differences.push({ code: 'sum/score', message, path });
    }
  }
  return differences;
}

function mostDecimals(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, (String(value).split('.')[1] ?? '').length), 0);
}
