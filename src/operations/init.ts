import { figureColumn, line, plainTable, quietLine, type Section, tableOf, wordColumn } from '../core/blocks/blocks.js';
import { type InitDocument, initSchema } from '../core/contracts/command-documents.js';
import { documentOf } from '../core/documents/forms.js';
import { largest } from '../core/lists/lists.js';
import { PlanError } from '../core/model/errors.js';
import { purposes } from '../core/purposes/purposes.js';
import { countOf, formatCount, visibleText } from '../core/text/words.js';
import type { PlanAim } from '../inspect/draft-plan.js';
import { type InitResult, initPlan } from '../inspect/init-plan.js';
import type { LearnedPurpose } from '../inspect/learn-purpose.js';
import {
  argumentList,
  commandOf,
  countOption,
  flagOption,
  type InputOf,
  operation,
  textOption,
  textsOption,
} from './declare/operation.js';
import { purposeAim } from './inputs/purpose-aim.js';
import { settingOptions, settingsOf } from './inputs/results.js';
import { idOption } from './inspect.js';

const names = purposes.map(({ name }) => name);

const input = {
  paths: argumentList('files or folders of tasks', { path: 'read' }),
  out: textOption('file', 'the plan to write', { short: 'o', default: 'plan.yaml', path: 'write' }),
  id: idOption,
  sample: countOption('n', 'draw a random sample of this many tasks'),
  rankBy: textOption('field', 'take the tasks with the highest values of a field, or with "FIELD asc" the lowest'),
  take: countOption('n', 'the total number of tasks to take', { default: 'about a fifth' }),
  purpose: textOption('purpose', `the purpose of the results: ${names.join(', ')}; needs --prior`),
  prior: textsOption('path', 'results of earlier systems on these tasks', { path: 'read' }),
  precision: textOption('points', "enough tasks for a level within '4 points' (95%)"),
  detect: textOption('points', "enough tasks to detect a difference of '10 points' (80% power)"),
  budget: textOption('amount', "as many tasks as '$300' or '6 hours' pay for, at the costs in the earlier results"),
  name: textOption('name', 'the name of the plan', { default: 'from the path', notForAgents: true }),
  dryRun: flagOption('print the plan instead of writing it', { short: 'n', notForAgents: true }),
  force: flagOption('replace an existing file', { short: 'f', notForAgents: true }),
  ...settingOptions,
};

type InitInput = InputOf<typeof input>;

export const init = operation({
  name: 'init',
  group: 'Build',
  summary: 'Write a starter plan for tasks in files and folders',
  description:
    'The plan runs as written, unless the tasks have duplicate ids. Its comments and the output explain the choices made.',
  input,
  output: { init: initSchema },
  writes: true,
  run: (given, ports) =>
    ports.reading((onProgress) =>
      initPlan(given.paths, {
        out: given.out ?? 'plan.yaml',
        name: given.name,
        dryRun: given.dryRun === true,
        force: given.force === true,
        aim: aimOf(given),
        idColumn: given.id,
        onProgress,
      }),
    ),
  document: (result, { dryRun }) => documentOf(initSchema(), dataOf(result, dryRun === true)),
  text: ({ text }, { dryRun }) => (dryRun === true ? text : undefined),
  view: viewOf,
  // A name without a suffix would be that of a built-in plan.
  next: ({ out }) => commandOf('select', /[/\\]|\.(ya?ml|json)$/i.test(out) ? out : `./${out}`),
  forAgents: true,
  examples: [
    { words: 'Write a plan for a folder of tasks', command: 'winnow init tasks/' },
    { words: 'Plan a random sample of 40 tasks', command: 'winnow init tasks.csv --sample 40' },
  ],
});

function viewOf({ out, draft, leftOut, divisions, purpose }: InitResult): readonly Section[] {
  const { benchmarks } = draft;
  const total = benchmarks.reduce((sum, { tasks }) => sum + tasks, 0);
  const digits = largest(benchmarks.map(({ tasks }) => formatCount(tasks).length));
  const cells = benchmarks.map(({ key, tasks, found: format, select }) => {
    if (draft.total !== undefined) return [visibleText(key, 40), formatCount(tasks).padStart(digits), format];
    const take = formatCount(takeOf(key, select.take === 'all' ? tasks : select.take, purpose)).padStart(digits);
    return [visibleText(key, 40), `${take} / ${formatCount(tasks).padStart(digits)}`, format];
  });
  const counts =
    draft.total === undefined ? 'take / tasks' : `tasks; ${formatCount(draft.total)} are shared among them`;
  const open = benchmarks.flatMap(({ key, open: questions }) => questions.map((each) => `${key}: ${each}`));
  return [
    {
      blocks: [
        line([
          'Wrote ',
          { strong: visibleText(out) },
          `: ${countOf(benchmarks.length, 'benchmark')}, ${countOf(total, 'task')}`,
        ]),
      ],
    },
    {
      title: [{ strong: 'Benchmark' }, ' ', { text: `(${counts})`, tone: 'quiet' }],
      blocks: [plainTable('Benchmarks', cells), ...divisions.map((note) => quietLine(visibleText(note, 400)))],
    },
    ...columnSections(draft),
    ...(purpose === undefined ? [] : designSections(purpose)),
    ...list(`Open (${formatCount(open.length)})`, open),
    ...list('Not in the plan', leftOut),
  ];
}

const mostColumns = 12;

/** The columns that the plan could use, and how. */
function columnSections({ columns, rank, benchmarks }: InitResult['draft']): readonly Section[] {
  const isOpen = rank === undefined && benchmarks.every(({ select }) => select.purpose === undefined);
  if (!isOpen || columns.length === 0) return [];
  const shown = columns.slice(0, mostColumns).map((each) => visibleText(each, 40));
  const more = columns.length > mostColumns ? ` and ${formatCount(columns.length - mostColumns)} more` : '';
  return [
    {
      blocks: [
        line([{ strong: 'Columns' }, `  ${shown.join(', ')}${more}`]),
        quietLine('Add "rank: COLUMN" to take the highest first, or "by: COLUMN" to give each value its share.'),
      ],
    },
  ];
}

const mostLines = 20;

function list(title: string, lines: readonly string[]): Section[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, mostLines).map((each) => line(visibleText(each, 400)));
  const left = lines.length - mostLines;
  const more = left > 0 ? [line(`and ${formatCount(left)} more, listed in the plan`)] : [];
  return [{ title: [{ strong: title, tone: 'warning' }], blocks: [...shown, ...more] }];
}

/** The designs that each benchmark could have, beside each other, with the one to take. */
function designSections({ name, benchmarks }: LearnedPurpose): readonly Section[] {
  const share = (value: number | undefined) => (value === undefined ? '-' : (100 * value).toFixed(1));
  const columns = [
    wordColumn('design', '  design'),
    ...['tasks', 'level +-', 'difference', 'tau', 'as random'].map((each) => figureColumn(each)),
  ];
  return benchmarks.map(({ benchmark, systems, designs, recommendation }) => {
    const rows = designs.map((each) => [
      `${each.isRecommended ? '> ' : '  '}${each.name}`,
      formatCount(each.tasks),
      share(each.halfWidth),
      share(each.detectable),
      each.tau === undefined ? '-' : each.tau.toFixed(2),
      each.equivalent === undefined ? '-' : formatCount(Math.round(each.equivalent)),
    ]);
    const about = `: ${visibleText(benchmark, 60)}, learned from ${countOf(systems, 'earlier system')}`;
    return {
      blocks: [
        line([{ strong: `Purpose ${name}` }, about]),
        tableOf('Designs', columns, rows),
        line(`Recommended: ${visibleText(recommendation, 600)}`),
        quietLine(
          'Level and difference in points (95% interval; 80% power); "as random": the number of random tasks that are as precise.',
        ),
      ],
    };
  });
}

/** The design comparison as data. */
export function designsEntry({ name, benchmarks }: LearnedPurpose): NonNullable<InitDocument['purpose']> {
  return {
    name,
    benchmarks: benchmarks.map((each) => ({
      ...each,
      designs: each.designs.map(({ name: design, equivalent, isRecommended, ...rest }) => ({
        ...rest,
        design,
        equivalentRandomTasks: equivalent,
        recommended: isRecommended,
      })),
    })),
  };
}

/** How many tasks a benchmark gives, from its purpose or its draft. */
function takeOf<Take>(key: string, drafted: Take, purpose: InitResult['purpose']): Take | number {
  return purpose?.benchmarks.find(({ benchmark }) => benchmark === key)?.take ?? drafted;
}

/** The kind of plan that the options ask for. @throws PlanError if they contradict each other. */
function aimOf({ sample, rankBy, ...flags }: InitInput): PlanAim {
  const { take } = flags;
  const purpose = purposeAim({ ...flags, reading: settingsOf(flags) });
  if (purpose !== undefined && (sample !== undefined || rankBy !== undefined)) {
    const message = `--purpose chooses the design; it cannot be combined with ${sample === undefined ? '--rank-by' : '--sample'}.`;
    throw new PlanError([{ code: 'usage', message, hint: 'Give one of them.' }]);
  }
  if (purpose !== undefined) return { atRandom: true, purpose };
  if (sample !== undefined && (take !== undefined || rankBy !== undefined)) {
    const message = `--sample draws that many tasks at random; it cannot be combined with ${rankBy === undefined ? '--take' : '--rank-by'}.`;
    throw new PlanError([{ code: 'usage', message, hint: 'Give one of them.' }]);
  }
  if (sample !== undefined) return { take: sample, atRandom: true };
  if (rankBy === undefined) return { take };
  // The name of a column may have spaces: "LOC changed desc".
  const [, field = '', direction = 'desc'] = /^\s*(.*?)(?:\s+(asc|desc))?\s*$/s.exec(rankBy) ?? [];
  if (field === '') {
    const message = `--rank-by must have the form "FIELD", "FIELD desc" or "FIELD asc"; found "${rankBy}".`;
    throw new PlanError([{ code: 'usage', message }]);
  }
  return { take, rankBy: { field, direction: direction === 'asc' ? 'asc' : 'desc' } };
}

/** What was written, as data. */
function dataOf({ out, text, draft, leftOut, divisions, purpose }: InitResult, dryRun: boolean): InitDocument {
  return {
    ...draft,
    plan: out,
    text: dryRun ? text : undefined,
    benchmarks: draft.benchmarks.map(({ key, tasks, found, select, open }) => ({
      name: key,
      tasks,
      format: found,
      take: draft.total === undefined ? takeOf(key, select.take, purpose) : undefined,
      open,
    })),
    purpose: purpose === undefined ? undefined : designsEntry(purpose),
    leftOut,
    divisions,
  };
}
