import { groupBy, sumOf } from '../lists/lists.js';
import type { Warning } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import { countOf, formatCount, visibleText } from '../text/words.js';
import { filterOutcomes } from './task-result.js';

/** In longer lists, retries are not looked for. */
const mostResults = 1_000_000;

interface ScoredRun {
  readonly index: number;
  readonly task: string;
  readonly system: string;
  readonly run: string;
  readonly attempt: number;
  readonly isFailed: boolean;
}

/**
 * Drops the runs of tasks that were run again only because they had failed: counting them would raise the level of a
 * system. Runs are such retries if every task with more runs than the others failed its first ones.
 */
export function withoutRetries(results: RunResults): RunResults {
  if (results.outcomes.length > mostResults) {
    const message = `the results have more than ${formatCount(mostResults)} rows, so they were not checked for tasks that were run again only after failing.`;
    return { ...results, warnings: [...results.warnings, { code: 'retries-unchecked', message }] };
  }
  const scored: ScoredRun[] = [];
  let index = -1;
  for (const { benchmark, taskId, configuration, run, attempt, reward, status } of results.outcomes) {
    index += 1;
    if (reward === undefined) continue;
    const task = JSON.stringify([benchmark, taskId]);
    scored.push({ index, task, system: configuration, run, attempt, isFailed: status === 'failed' });
  }
  const dropped = new Set<number>();
  const warnings: Warning[] = [];
  for (const [system, runs] of groupBy(scored, (each) => each.system)) {
    const sizes = new Map([...groupBy(runs, ({ run }) => run)].map(([run, own]) => [run, own.length]));
    const sizeOf = ({ run }: ScoredRun) => sizes.get(run) ?? 0;
    // The run with the most tasks comes first: a rerun has only some of them.
    const inOrder = runs.toSorted((a, b) => a.attempt - b.attempt || sizeOf(b) - sizeOf(a) || a.index - b.index);
    const tasks = [...groupBy(inOrder, ({ task }) => task).values()];
    const usual = Math.min(...tasks.map(({ length }) => length));
    const again = tasks.filter(({ length }) => length > usual);
    const isRetried = again.every((own) => own.slice(0, usual).every(({ isFailed }) => isFailed));
    const hasPassed = tasks.some((own) => own.length === usual && own.some(({ isFailed }) => !isFailed));
    if (again.length === 0 || !isRetried || !hasPassed) continue;
    for (const own of again) for (const { index: extra } of own.slice(usual)) dropped.add(extra);
    const extras = sumOf(again, ({ length }) => length - usual);
    const first = usual === 1 ? 'first run' : `first ${usual} runs`;
    const message = `${visibleText(system, 80)}: ${countOf(again.length, 'task')} ${again.length === 1 ? 'was' : 'were'} run again after failing. Only the ${first} of each task ${usual === 1 ? 'counts' : 'count'}. Winnow skips ${countOf(extras, 'retry', 'retries')}, because repeating only failures raises the level. To count repeats, run every task the same number of times.`;
    warnings.push({ code: 'retried-failures', message, system });
  }
  if (dropped.size === 0) return results;
  let place = -1;
  const isKept = () => {
    place += 1;
    return !dropped.has(place);
  };
  return {
    ...results,
    outcomes: filterOutcomes(results.outcomes, isKept),
    warnings: [...results.warnings, ...warnings],
  };
}
