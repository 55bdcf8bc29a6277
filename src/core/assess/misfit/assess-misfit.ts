import type { Selection } from '../../model/selection.js';
import { benjaminiHochberg } from '../../statistics/tests/benjamini-hochberg.js';
import { lowerRankSumTest } from '../../statistics/tests/rank-sum-test.js';
import { compareText } from '../../text/compare-text.js';
import { countOf } from '../../text/count-of.js';
import { meanReward, type PoolResults } from '../question/pool-results.js';

/** Tasks that stronger systems fail more often than weaker ones. */
export interface Misfit {
  readonly systems: readonly string[];
  /** Tasks that some systems solve and others do not: only those can be tested. */
  readonly tested: number;
  /** Of the tasks found, at most this share is expected to be found by chance. */
  readonly falseDiscoveryRate: number;
  /** Those found, by p-value, then benchmark and id. */
  readonly found: readonly MisfitTask[];
  readonly conclusion: string;
  readonly notes: readonly string[];
}

/** A task that misbehaves. */
interface MisfitTask {
  readonly benchmark: string;
  readonly id: string;
  readonly selected: boolean;
  /** Systems with a score, and those of them that solve it. */
  readonly systems: number;
  readonly solvedBy: readonly string[];
  readonly pValue: number;
  /** Adjusted for the number of tasks tested (Benjamini and Hochberg 1995). */
  readonly adjusted: number;
}

const falseDiscoveryRate = 0.05;

/** With fewer systems even the clearest task is as likely by chance as one in 70. */
const fewSystems = 8;

/**
 * Tests each eligible task for whether those that solve it are weaker than chance would have them: a permutation test on
 * the ranks of the systems by their mean over all other tasks. Pure.
 */
export function assessMisfit(selection: Selection, results: PoolResults | undefined, whyNone?: string): Misfit {
  const configurations = results?.configurations ?? [];
  const systems = configurations.map(({ name }) => name);
  const tasks = eligibleTasks(selection);
  const rewards = tasks.map(({ task }) => configurations.map((configuration) => meanReward(configuration, task)));
  const totals = configurations.map((_, s) => {
    const own = rewards.flatMap((row) => row[s] ?? []);
    return { sum: own.reduce((sum, reward) => sum + reward, 0), count: own.length };
  });
  const candidates = tasks.flatMap(({ task, selected }, i) => {
    const known = (rewards[i] ?? []).flatMap((reward, s) => {
      const { sum, count } = totals[s] ?? { sum: 0, count: 0 };
      // A task is not held against itself.
      return reward === undefined || count < 2 ? [] : [{ s, reward, strength: (sum - reward) / (count - 1) }];
    });
    const solved = known.map(({ reward }) => reward >= 0.5);
    if (!solved.includes(true) || !solved.includes(false)) return [];
    const pValue = lowerRankSumTest(
      known.map(({ strength }) => Number(strength.toPrecision(12))),
      solved,
    );
    const solvedBy = known.filter((_, at) => solved[at] === true).map(({ s }) => systems[s] ?? '');
    return [{ benchmark: task.benchmark, id: task.id, selected, systems: known.length, solvedBy, pValue }];
  });
  const adjusted = benjaminiHochberg(candidates.map(({ pValue }) => pValue));
  const found = candidates
    .map((task, i): MisfitTask => ({ ...task, adjusted: adjusted[i] ?? 1 }))
    .filter((task) => task.adjusted <= falseDiscoveryRate)
    .sort((a, b) => a.pValue - b.pValue || compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
  const facts = { systems, tested: candidates.length, falseDiscoveryRate, found };
  return { ...facts, conclusion: conclusionOf(facts), notes: notesOf(facts, whyNone, results) };
}

function eligibleTasks({ benchmarks }: Selection) {
  return benchmarks.flatMap(({ groups, choices }) => {
    const chosen = new Set(choices.map(({ task }) => task));
    return groups.flatMap(({ ranking }) => ranking.map((task) => ({ task, selected: chosen.has(task) })));
  });
}

type Facts = Omit<Misfit, 'conclusion' | 'notes'>;

function conclusionOf({ systems, tested, found }: Facts): string {
  if (tested === 0) return 'Cannot say: no task is solved by some systems and failed by others.';
  if (systems.length < fewSystems) {
    return `Cannot say: ${countOf(systems.length, 'system')} ${systems.length === 1 ? 'is' : 'are'} too few. Tasks that misbehave are not detectable below about ${fewSystems}.`;
  }
  const of = `${countOf(tested, 'task')} that some systems solve and others do not`;
  if (found.length === 0) return `Of ${of}, none is failed by stronger systems more often than chance explains.`;
  const selected = found.filter((task) => task.selected).length;
  return `Of ${of}, ${found.length} ${found.length === 1 ? 'is' : 'are'} failed by stronger systems and solved by weaker ones more often than chance explains (${selected} selected): look at ${found.length === 1 ? 'its' : 'their'} tests and instructions.`;
}

function notesOf({ tested, found }: Facts, whyNone: string | undefined, results: PoolResults | undefined): string[] {
  const notes: string[] = [];
  if (whyNone !== undefined) notes.push(`The results cannot be used: ${whyNone}`);
  if (tested > 0) {
    notes.push(
      'Copies of one system count as several and make chance look like a finding: give each system once. A mean reward of at least 0.5 counts as solved.',
    );
  }
  if (found.length > 0) {
    notes.push('A task found here is suspect, not broken: exclude it only for a fault of its own, with evidence.');
  }
  return [...notes, ...(results?.warnings ?? []).map(({ message }) => message)];
}
