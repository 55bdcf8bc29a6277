import { taskDifficulty } from '../learning/task-difficulty.js';
import { at } from '../lists/at.js';
import type { Manifest } from '../manifest/manifest.js';
import { poolTasks } from '../manifest/pool-tasks.js';
import { ResultsError } from '../model/errors.js';
import type { Fault, Warning } from '../model/fault.js';
import type { RunResults } from '../model/outcome.js';
import { matchOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { taskResult } from '../outcomes/task-result.js';
import { mean } from '../statistics/summary.js';
import { countOf } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import type { Scope } from './design-variance.js';
import type { Sample } from './sample.js';

/** How easy the eligible tasks of a benchmark were for earlier systems, in log odds; NaN for a task that none of them ran. */
export interface Assistance {
  readonly easeOf: (id: string) => number;
  /** The ease of every eligible task. */
  readonly pool: readonly number[];
}

/** What assists the levels, by the benchmark it is of, and what a reader must know of it. */
export interface Assistances {
  readonly byBenchmark: ReadonlyMap<string, Assistance>;
  readonly warnings: readonly Warning[];
}

/**
 * The earlier results that the levels of samples may lean on: what the selection was drawn with, which is in the manifest,
 * or for other samples the results given.
 *
 * @throws ResultsError when the manifest contradicts itself, or the results given are of no task of the pool.
 */
export function assistancesOf(manifest: Manifest, sample: Sample, prior: RunResults | undefined): Assistances {
  const sampled = manifest.benchmarks.filter(({ kind }) => kind === 'representative');
  const drawnWith = sampled.flatMap((entry) => {
    const own = fromManifest(manifest, entry);
    return own === undefined ? [] : [{ name: entry.name, own }];
  });
  const faults = drawnWith.flatMap(({ own }) => ('fault' in own ? [own.fault] : []));
  if (faults.length > 0) throw new ResultsError(faults);
  const byBenchmark = new Map(drawnWith.flatMap(({ name, own }) => ('fault' in own ? [] : [[name, own] as const])));
  if (prior === undefined) return { byBenchmark, warnings: [] };
  const others = sampled.filter(({ name }) => !byBenchmark.has(name));
  const large = others.find(({ fingerprint }) => fingerprint !== undefined);
  if (large !== undefined) throw new ResultsError([untoldPool(large)]);
  const given = fromResults(
    manifest,
    sample,
    prior,
    others.map(({ name }) => name),
  );
  return {
    byBenchmark: new Map([...byBenchmark, ...given.byBenchmark]),
    warnings: [...notNeeded([...byBenchmark.keys()]), ...given.warnings],
  };
}

type Entry = Manifest['benchmarks'][number];

function fromManifest(manifest: Manifest, entry: Entry): Assistance | { readonly fault: Fault } | undefined {
  const { name, learned, eligible, available, fingerprint } = entry;
  if (learned === undefined) return undefined;
  const counts = [...learned.ease.map(([, count = Number.NaN]) => count), learned.ease_unknown];
  const told = counts.reduce((sum, count) => sum + count, 0);
  // Of a large pool the selected tasks alone are hashed.
  const tasks = fingerprint === undefined ? Object.keys(manifest.task_hashes[name] ?? {}).length : available;
  if (counts.some((count) => !Number.isInteger(count) || count < 0) || told !== eligible || told > tasks) {
    const message = `benchmark "${name}": the manifest tells the ease of ${told} tasks; ${eligible} are eligible.`;
    return { fault: { code: 'estimate/learned', message, hint: 'Write the selection again with "winnow select".' } };
  }
  const ease = new Map(
    manifest.tasks
      .filter(({ benchmark }) => benchmark === name)
      .map(({ task_id: id, design }) => [id, design?.ease ?? Number.NaN]),
  );
  const known = learned.ease.flatMap(([x = Number.NaN, count = 0]) => Array.from({ length: count }, () => x));
  const unknown = Array.from({ length: learned.ease_unknown }, () => Number.NaN);
  return { easeOf: (id) => ease.get(id) ?? Number.NaN, pool: [...known, ...unknown] };
}

/** Which tasks a large pool has, the manifest does not say; so nobody knows how hard the others were. */
function untoldPool({ name }: Entry): Fault {
  return {
    code: 'estimate/prior-large',
    message: `benchmark "${name}": of a pool of more than 100,000 tasks the manifest names the selected ones alone, so that earlier results on the others cannot assist the estimate.`,
    hint: 'Leave --prior out; or give the results to the plan as "prior" and select with "purpose: level", so that the manifest tells how hard every task was.',
  };
}

function notNeeded(names: readonly string[]): Warning[] {
  if (names.length === 0) return [];
  const message = `${joinWords(names)}: the earlier results given are not used, for the selection was drawn with some of its own.`;
  return [{ code: 'prior-not-used', message }];
}

/** Each benchmark's ease from results on the pool; a benchmark without any stays as it is. */
function fromResults(manifest: Manifest, sample: Sample, prior: RunResults, names: readonly string[]): Assistances {
  const selected = manifest.tasks.map(({ benchmark, task_id: id, aliases }) => ({ benchmark, id, aliases }));
  const isSelected = new Set(selected.map(taskKey));
  const pool = [...selected, ...poolTasks(manifest).filter((task) => !isSelected.has(taskKey(task)))];
  const { configurations, faults } = matchOutcomes(pool, pool, prior.outcomes);
  if (faults.length > 0) throw new ResultsError(faults);
  const byBenchmark = new Map<string, Assistance>();
  const warnings: Warning[] = [];
  for (const name of names) {
    const tasks = sample.populationIds.filter(({ benchmark }) => benchmark === name);
    const rows = configurations.map(({ byTask }) =>
      tasks.map((task) => {
        const { rewards } = taskResult(byTask.get(taskKey(task)));
        return rewards.length === 0 ? Number.NaN : mean(rewards);
      }),
    );
    const told = rows.filter((row) => row.some((reward) => !Number.isNaN(reward)));
    if (told.length === 0) continue;
    const ease = taskDifficulty(told);
    const byId = new Map(tasks.map(({ id }, i) => [id, at(ease, i)]));
    byBenchmark.set(name, { easeOf: (id) => byId.get(id) ?? Number.NaN, pool: ease });
    const unknown = ease.filter(Number.isNaN).length;
    if (unknown > 0) {
      const message = `${name}: ${countOf(unknown, 'task')} of ${ease.length} ${unknown === 1 ? 'has' : 'have'} no earlier result; ${unknown === 1 ? 'it is' : 'they are'} estimated apart, by the plain mean.`;
      warnings.push({ code: 'prior-unknown', message, benchmark: name });
    }
  }
  if (byBenchmark.size === 0 && names.length > 0) {
    const message = 'no task of the pool has an earlier result.';
    throw new ResultsError([{ code: 'estimate/prior', message, hint: 'Give results on the same tasks.' }]);
  }
  return { byBenchmark, warnings };
}

/** What is assisted, and what is not. */
export function assistanceWords(names: readonly string[], sampled: number): string | undefined {
  if (names.length === 0) return undefined;
  const who =
    names.length === sampled ? (sampled === 1 ? '' : ' and of each benchmark') : ` and of ${joinWords(names)}`;
  return `the level of the pool${who} leans on how hard earlier systems found each task; by phase, language and other labels, and for differences, figures are plain weighted means`;
}

/** That figures stay plain though earlier results are known. */
export function notAssisted(known: Assistances['byBenchmark'], scope: Scope): Warning[] {
  if (known.size === 0) return [];
  const why =
    scope === 'beyond'
      ? 'beyond the pool nothing is known of how hard tasks were'
      : 'weights moved by labels take their place';
  return [{ code: 'not-assisted', message: `earlier results do not assist the figures: ${why}.` }];
}
