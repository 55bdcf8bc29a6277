import type { Fault } from '../core/model/fault.js';
import { taskKey } from '../core/outcomes/match-outcomes.js';
import { type Shard, shardOfTasks, waveOrder } from '../core/schedule/schedule.js';
import { compareText } from '../core/text/compare-text.js';
import { countOf } from '../core/text/count-of.js';
import { didYouMean } from '../core/text/nearest-name.js';
import type { ExportRequest } from './make-export.js';
import type { Runner } from './runners/runner.js';
import type { ExportTask, LeftOut, NamedTask } from './tasks/export-task.js';
import { shownName, shownNames } from './tasks/shown-names.js';

/** Which part of what can be run is exported. */
export interface Portion {
  /** The first so many in the order of waves. */
  readonly limit?: number | undefined;
  /** Of those, one of several equal parts. */
  readonly shard?: Shard | undefined;
}

/** The part that is asked for, by benchmark and id: first the limit, then the shard of what it leaves. */
export function chosenTasks(
  named: readonly NamedTask[],
  { limit, shard }: Portion,
  seed: string,
): readonly NamedTask[] {
  const of = new Map(named.map((each) => [each.task, each]));
  let tasks: readonly ExportTask[] = named.map(({ task }) => task);
  if (limit !== undefined) tasks = waveOrder(tasks, seed).slice(0, limit);
  if (shard !== undefined) tasks = shardOfTasks(tasks, shard, seed);
  return tasks
    .toSorted((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id))
    .flatMap((task) => of.get(task) ?? []);
}

/** What is wrong with a portion. */
export function portionFaults({ limit, shard }: Portion, repeat: number): Fault[] {
  const faults: Fault[] = [];
  if (limit !== undefined && !isCount(limit)) {
    faults.push({ code: 'export/limit', message: `the limit is ${limit}; it must be a whole number of at least 1.` });
  }
  if (shard !== undefined && !(isCount(shard.count) && isCount(shard.index) && shard.index <= shard.count)) {
    const message = `shard ${shard.index} of ${shard.count} is none: expected K/N with K from 1 to N.`;
    faults.push({ code: 'export/shard', message });
  }
  if (!isCount(repeat) || repeat > mostRepeats) {
    const message = `each task is to be run ${countOf(repeat, 'time')}; expected a whole number from 1 to ${mostRepeats}.`;
    faults.push({ code: 'export/repeat', message });
  }
  return faults;
}

const mostRepeats = 1000;

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1;
}

/**
 * The tasks that the request speaks of; those of other benchmarks are left out, with a reason.
 *
 * @param canRun Whether the runner can run some of the tasks.
 */
export function scopedTasks(
  all: readonly ExportTask[],
  runner: Runner,
  { benchmarks, only, dataset, settings = {} }: ExportRequest,
  canRun: (tasks: readonly ExportTask[]) => boolean,
): { readonly tasks: readonly ExportTask[]; readonly leftOut: readonly LeftOut[]; readonly faults: readonly Fault[] } {
  const asked = only === undefined ? all : all.filter((task) => only.has(taskKey(task)));
  const names = [...new Set(all.map(({ benchmark }) => benchmark))];
  if (benchmarks === undefined) {
    const present = new Set(asked.map(({ benchmark }) => benchmark));
    // Nothing tells whose ids the runner's data set has: a guess might run something else.
    const isOne = runner.takesOneDataset && runner.spansBenchmarks?.(settings) !== true;
    const isOpen = isOne && dataset === undefined && present.size > 1;
    const able = isOpen
      ? [...present].filter((name) => canRun(asked.filter(({ benchmark }) => benchmark === name)))
      : [];
    return { tasks: asked, leftOut: [], faults: isOpen ? [whichBenchmark(runner, [...present], able)] : [] };
  }
  const unknown = benchmarks.filter((name) => !names.includes(name));
  const faults = unknown.map((name) => ({
    code: 'export/benchmark',
    message: `the selection has no task of ${shownName(name)}.${didYouMean(name, names)} It has: ${shownNames(names)}.`,
  }));
  const wanted = new Set(benchmarks);
  const reason = `its benchmark was not asked for (--benchmark ${benchmarks.join(', ')})`;
  return {
    tasks: asked.filter(({ benchmark }) => wanted.has(benchmark)),
    leftOut: asked.filter(({ benchmark }) => !wanted.has(benchmark)).map((task) => ({ task, reason })),
    faults,
  };
}

function whichBenchmark({ name, title, reads }: Runner, benchmarks: readonly string[], able: readonly string[]): Fault {
  const orDataset = reads.includes('dataset') ? ', or give the rows of its data set with --dataset' : '';
  return {
    code: 'export/which-benchmark',
    message: `the selection has tasks of ${countOf(benchmarks.length, 'benchmark')} (${shownNames(benchmarks)}), and ${title} runs one data set.`,
    hint: `${able.length > 1 ? `Export each by itself (--to ${able.map((each) => `${name}:${each}`).join(',')}), or say` : 'Say'} which benchmark it is with --benchmark${able.length === 1 ? ` ${able[0]}` : ''}${orDataset}; the tasks of the others are then listed as left out.`,
  };
}
