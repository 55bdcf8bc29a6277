import { figureColumn, tableOf, titled, verdictLine, wordColumn } from '../../blocks/blocks.js';
import { type DataOf, entry, figure, flag, list, number, text } from '../../documents/forms.js';
import { compact } from '../../lists/lists.js';
import type { Selection } from '../../model/selection.js';
import { benjaminiHochberg, lowerRankSumTest } from '../../statistics/p-values.js';
import { compareText, countOf, visibleText } from '../../text/words.js';
import { eligibleTasks, type PoolResults } from '../question/pool-results.js';
import { answerOf, neededResults, type Question } from '../question/question.js';

function misfitSchema() {
  return entry({
    conclusion: text(),
    systems: list(text()),
    tested: number('Tasks that some systems solve and others fail.'),
    falseDiscoveryRate: number('At most this share of the tasks found is expected to be due to chance.'),
    found: list(
      entry({
        benchmark: text(),
        taskId: text(),
        selected: flag(),
        systems: number('Systems with a score.'),
        solvedBy: list(text()),
        pValue: figure(undefined, 9),
        adjustedPValue: figure('Adjusted for the number of tasks tested (Benjamini and Hochberg 1995).', 9),
      }),
      'By p-value, then benchmark and id.',
    ),
    notes: list(text()),
  });
}

type Misfit = DataOf<typeof misfitSchema>;

export const misfitQuestion: Question = {
  name: 'misfit',
  title: 'Suspicious tasks',
  summary: 'Find tasks that stronger systems fail more often than weaker ones',
  description:
    'Tests whether the systems that solve a task are weaker than chance would explain, with an exact permutation test and a\n' +
    'false discovery rate of 5%. Needs results (--results) from about eight systems or more.',
  schema: misfitSchema,
  needsResults: true,
  isQuick: true,
  ask: (input) => {
    const { selection } = input;
    const { pool, whyNone } = neededResults(input, 'which tasks are suspicious');
    const misfit = assessMisfit(selection, pool, whyNone);
    const { conclusion, found } = misfit;
    return answerOf(misfitSchema(), misfit, {
      grade: !isKnown(misfit) ? 'unknown' : found.length === 0 ? 'good' : 'look',
      sections: [
        { blocks: [verdictLine(selection.plan.name, conclusion)] },
        found.length > 0 && titled(foundTable(misfit)),
      ],
    });
  },
};

const mostRows = 20;

function foundTable({ found }: Misfit) {
  const columns = [
    { ...wordColumn('task'), isTask: true } as const,
    wordColumn('benchmark'),
    wordColumn('selected'),
    ...['systems', 'solved', 'p', 'adjusted p'].map((name) => figureColumn(name)),
  ];
  const rows = found.map(({ benchmark, taskId: id, selected, systems, solvedBy, pValue, adjustedPValue }) => ({
    task: { benchmark, id },
    cells: [
      visibleText(id, 60),
      visibleText(benchmark, 40),
      selected ? 'yes' : 'no',
      String(systems),
      String(solvedBy.length),
      pValue.toPrecision(2),
      adjustedPValue.toPrecision(2),
    ],
  }));
  return tableOf('Tasks found', columns, rows, { most: mostRows });
}

const falseDiscoveryRate = 0.05;

/** With 8 systems the smallest possible p-value is 1/70; with 7 it is already 1/35. */
const fewSystems = 8;

/** Tests for each eligible task whether the systems that solve it are weaker than chance explains. Pure. */
export function assessMisfit(selection: Selection, results: PoolResults | undefined, whyNone?: string): Misfit {
  const configurations = results?.configurations ?? [];
  const systems = configurations.map(({ name }) => name);
  const tasks = eligibleTasks(selection, configurations);
  const totals = configurations.map((_, s) => {
    const own = tasks.flatMap(({ rewards }) => rewards[s] ?? []);
    return { sum: own.reduce((sum, reward) => sum + reward, 0), count: own.length };
  });
  const candidates = tasks.flatMap(({ task, selected, rewards }) => {
    const known = rewards.flatMap((reward, s) => {
      const { sum, count } = totals[s] ?? { sum: 0, count: 0 };
      // A system's strength excludes the tested task.
      return reward === undefined || count < 2 ? [] : [{ s, reward, strength: (sum - reward) / (count - 1) }];
    });
    const solved = known.map(({ reward }) => reward >= 0.5);
    if (!solved.includes(true) || !solved.includes(false)) return [];
    const strengths = known.map(({ strength }) => Number(strength.toPrecision(12)));
    const pValue = lowerRankSumTest(strengths, solved);
    const solvedBy = known.filter((_, at) => solved[at] === true).map(({ s }) => systems[s] ?? '');
    return [{ benchmark: task.benchmark, taskId: task.id, selected, systems: known.length, solvedBy, pValue }];
  });
  const adjusted = benjaminiHochberg(candidates.map(({ pValue }) => pValue));
  const found = candidates
    .map((task, i) => ({ ...task, adjustedPValue: adjusted[i] ?? 1 }))
    .filter(({ adjustedPValue }) => adjustedPValue <= falseDiscoveryRate)
    .sort((a, b) => a.pValue - b.pValue || compareText(a.benchmark, b.benchmark) || compareText(a.taskId, b.taskId));
  const facts = { systems, tested: candidates.length, falseDiscoveryRate, found };
  return { ...facts, conclusion: conclusionOf(facts), notes: notesOf(facts, whyNone, results) };
}

type Facts = Omit<Misfit, 'conclusion' | 'notes'>;

function isKnown({ systems, tested }: Facts): boolean {
  return tested > 0 && systems.length >= fewSystems;
}

function conclusionOf(facts: Facts): string {
  const { systems, tested, found } = facts;
  if (tested === 0) return 'Not assessed: no task is solved by some systems and failed by others.';
  if (!isKnown(facts)) return `Not assessed: needs results from about ${fewSystems} systems (found ${systems.length}).`;
  const of = `the ${countOf(tested, 'task')} that only some systems solve`;
  if (found.length === 0)
    return `No suspicious tasks. Of ${of}, stronger systems fail none more often than chance explains.`;
  const [look, them, their] = found.length === 1 ? ['looks', 'it', 'its'] : ['look', 'them', 'their'];
  const selected = found.filter((task) => task.selected).length;
  return `Of ${of}, ${found.length} ${look} suspicious (${selected} selected): stronger systems fail ${them} more often than chance explains. Check ${their} tests and instructions.`;
}

function notesOf({ tested, found }: Facts, whyNone: string | undefined, results: PoolResults | undefined): string[] {
  return compact([
    whyNone !== undefined && `The results can't be used: ${whyNone}`,
    tested > 0 &&
      'Include each system only once, because duplicates make chance look like a finding. A mean reward of at least 0.5 counts as solved.',
    found.length > 0 &&
      'These tasks are suspicious, not proven broken. Exclude a task only with evidence that it is broken.',
    ...(results?.warnings ?? []).map(({ message }) => message),
  ]);
}
