import { entry, flag, list, number, numberOrNull, text } from '../../manifest/json-forms.js';
import { ResultsError } from '../../model/errors.js';
import { roundTo } from '../../text/round-to.js';
import { visibleText } from '../../text/visible-text.js';
import { figureColumn, line, type Section, tableOf, wordColumn } from '../question/answer.js';
import type { Question } from '../question/question.js';
import { assessMisfit, type Misfit } from './assess-misfit.js';

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
