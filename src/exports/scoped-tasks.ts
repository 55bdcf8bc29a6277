import type { Fault } from '../core/model/fault.js';
import { taskKey } from '../core/outcomes/match-outcomes.js';
import { countOf } from '../core/text/count-of.js';
import { didYouMean } from '../core/text/nearest-name.js';
import type { ExportTask } from './export-task.js';
import type { ExportRequest } from './make-export.js';
import type { LeftOut, Runner } from './runner.js';
import { shownName, shownNames } from './shown-names.js';

/** The tasks that the request speaks of; those of other benchmarks are left out, with a reason. */
export function scopedTasks(
  all: readonly ExportTask[],
  runner: Runner,
  { benchmarks, only, dataset }: ExportRequest,
): { readonly tasks: readonly ExportTask[]; readonly leftOut: readonly LeftOut[]; readonly faults: readonly Fault[] } {
  const asked = only === undefined ? all : all.filter((task) => only.has(taskKey(task)));
  const names = [...new Set(all.map(({ benchmark }) => benchmark))];
  if (benchmarks === undefined) {
    const present = new Set(asked.map(({ benchmark }) => benchmark));
    // Nothing tells whose ids the runner's data set has: a guess might run something else.
    const isOpen = runner.takesOneDataset && dataset === undefined && present.size > 1;
    return { tasks: asked, leftOut: [], faults: isOpen ? [whichBenchmark(runner, [...present])] : [] };
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

function whichBenchmark({ title, reads }: Runner, benchmarks: readonly string[]): Fault {
  const orDataset = reads.includes('dataset') ? ', or give the rows of its data set with --dataset' : '';
  return {
    code: 'export/which-benchmark',
    message: `the selection has tasks of ${countOf(benchmarks.length, 'benchmark')} (${shownNames(benchmarks)}), and ${title} runs one data set.`,
    hint: `Say which benchmark it is with --benchmark${orDataset}. The tasks of the others are then listed as left out.`,
  };
}
