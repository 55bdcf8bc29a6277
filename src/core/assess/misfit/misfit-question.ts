import { figureColumn, line, type Section, tableOf, wordColumn } from '../../blocks/blocks.js';
import { entry, flag, list, number, numberOrNull, text } from '../../manifest/json-forms.js';
import { ResultsError } from '../../model/errors.js';
import type { Selection } from '../../model/selection.js';
import { benjaminiHochberg, lowerRankSumTest } from '../../statistics/p-values.js';
import { compareText } from '../../text/compare-text.js';
import { countOf } from '../../text/count-of.js';
import { roundTo } from '../../text/round-to.js';
import { visibleText } from '../../text/visible-text.js';
import { meanReward, type PoolResults } from '../question/pool-results.js';
import type { Question } from '../question/question.js';

/** What `assess misfit --json` prints. */
function misfitSchema() {
  return entry({
    conclusion: text(),
    systems: list(text()),
    tested: number('Tasks that some systems solve and others do not.'),
    false_discovery_rate: number('Of the tasks found, at most this share is expected to be found by chance.'),
    found: list(
      entry({
        benchmark: text(),
        task_id: text(),
        selected: flag(),
        systems: number(),
        solved_by: list(text()),
        p_value: numberOrNull(),
        adjusted_p_value: numberOrNull(),
      }),
    ),
    notes: list(text()),
  });
}

/** Which tasks stronger systems fail more often than weaker ones. */
export const misfitQuestion: Question = {
  name: 'misfit',
  title: 'Tasks that misbehave',
  summary: 'which tasks stronger systems fail more often than weaker ones',
  description:
    'Tests each task for whether the systems that solve it are weaker than chance would have them: an exact permutation\n' +
    'test, at most 5% of the tasks found expected by chance. Needs results of about eight systems or more (--results).',
  options: {},
  schema: misfitSchema,
  needsResults: true,
  isQuick: true,
  ask: ({ selection, results }) => {
    if (results === undefined) {
      const message = 'which tasks misbehave is known only from results of runs.';
      throw new ResultsError([{ code: 'assess/no-results', message, hint: 'Give them with --results.' }]);
    }
    const misfit = assessMisfit(selection, results.pool, results.whyNone);
    const isKnown = misfit.tested > 0 && !misfit.conclusion.startsWith('Cannot say');
    return {
      grade: !isKnown ? 'unknown' : misfit.found.length === 0 ? 'good' : 'look',
      verdict: misfit.conclusion,
      document: misfitEntry(misfit),
      sections: sectionsOf(selection.plan.name, misfit),
      notes: misfit.notes,
      pictures: [],
    };
  },
};

function misfitEntry({ conclusion, systems, tested, falseDiscoveryRate, found, notes }: Misfit) {
  return {
    conclusion,
    systems,
    tested,
    false_discovery_rate: falseDiscoveryRate,
    found: found.map((task) => ({
      benchmark: task.benchmark,
      task_id: task.id,
      selected: task.selected,
      systems: task.systems,
      solved_by: task.solvedBy,
      p_value: roundTo(task.pValue, 9),
      adjusted_p_value: roundTo(task.adjusted, 9),
    })),
    notes,
  };
}

const mostRows = 20;

function sectionsOf(plan: string, { conclusion, found }: Misfit): readonly Section[] {
  const columns = [
    { ...wordColumn('task'), isTask: true } as const,
    wordColumn('benchmark'),
    wordColumn('selected'),
    figureColumn('systems'),
    figureColumn('solved'),
    figureColumn('p'),
    figureColumn('adjusted p'),
  ];
  const rows = found.map((task) => ({
    task: { benchmark: task.benchmark, id: task.id },
    cells: [
      visibleText(task.id, 60),
      visibleText(task.benchmark, 40),
      task.selected ? 'yes' : 'no',
      String(task.systems),
      String(task.solvedBy.length),
      task.pValue.toPrecision(2),
      task.adjusted.toPrecision(2),
    ],
  }));
  return [
    { blocks: [line([{ strong: visibleText(plan) }, `: ${visibleText(conclusion, 500)}`], { isVerdict: true })] },
    ...(rows.length === 0
      ? []
      : [{ title: 'Tasks found', blocks: [tableOf('Tasks found', columns, rows, { most: mostRows })] }]),
  ];
}

/** Tasks that stronger systems fail more often than weaker ones. */
interface Misfit {
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
