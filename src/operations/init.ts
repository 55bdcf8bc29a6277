import { figureColumn, line, plainTable, quietLine, type Section, tableBy, wordColumn } from '../core/blocks/blocks.js';
import { type InitDocument, initSchema } from '../core/contracts/command-documents.js';
import { documentOf } from '../core/documents/forms.js';
import { largest } from '../core/lists/lists.js';
import { type Fault, PlanError } from '../core/model/errors.js';
import { budgetPattern, pointsPattern } from '../core/model/select-rule.js';
import { purposes } from '../core/purposes/purposes.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { countOf, formatCount, visibleText } from '../core/text/words.js';
import type { PlanAim, PurposeAim } from '../inspect/draft-plan.js';
import { type InitResult, initPlan } from '../inspect/init-plan.js';
import type { LearnedPurpose } from '../inspect/learn-purpose.js';
import { commandOf, type InputOf, operation, option, rare } from './declare/operation.js';
import { firstOf, section, sectionsOf, under } from './declare/sections.js';
import { settingOptions, settingsOf } from './inputs/results.js';
import { idOption } from './inspect.js';

const names = purposes.map(({ name }) => name);

const input = {
  paths: option.argumentList('files or folders with tasks', { path: 'read' }),
  out: option.text('file', 'the plan to write', { short: 'o', default: 'plan.yaml', path: 'write' }),
  id: idOption,
  sample: option.count('n', 'draw a random sample of this many tasks'),
  rankBy: option.text('field', 'take the tasks with the highest values of a field ("FIELD asc": the lowest)'),
  take: option.count('n', 'the total number of tasks to take', { default: 'about a fifth' }),
  purpose: option.text('purpose', `the purpose of the results: ${names.join(', ')}; needs --prior`),
  prior: option.texts('path', 'results of earlier systems on these tasks', { path: 'read' }),
  precision: option.text('points', "take enough tasks to estimate the level to within '4 points' (95%)"),
  detect: option.text('points', "take enough tasks to detect a difference of '10 points' (80% power)"),
  budget: option.text('amount', "take as many tasks as '$300' or '6 hours' buy, at the costs in the earlier results"),
  name: rare.text('name', 'the name of the plan', { default: 'from the path' }),
  dryRun: rare.flag('print the plan instead of writing it', { short: 'n' }),
  force: rare.flag('replace an existing file', { short: 'f' }),
  ...settingOptions,
};

type InitInput = InputOf<typeof input>;

export const init = operation({
  name: 'init',
  group: 'Build',
  summary: 'Write a starter plan for tasks in files and folders',
  description:
    'The plan is ready to run unless the tasks have duplicate ids. Comments in the plan and the output explain the\n' +
    'choices made.',
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
  // Without an extension, the name would be taken for a built-in plan.
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
    draft.total === undefined ? 'take / tasks' : `tasks; ${formatCount(draft.total)} will be selected in total`;
  const open = benchmarks.flatMap(({ key, open: questions }) => questions.map((each) => `${key}: ${each}`));
  const size = `: ${countOf(benchmarks.length, 'benchmark')}, ${countOf(total, 'task')}`;
  return sectionsOf(
    section(line(['Wrote ', { strong: visibleText(out) }, size])),
    under(
      [{ strong: 'Benchmark' }, ' ', { text: `(${counts})`, tone: 'quiet' }],
      plainTable('Benchmarks', cells),
      divisions.map((note) => quietLine(visibleText(note, 400))),
    ),
    columnSection(draft),
    purpose && designSections(purpose),
    list(`Open questions (${formatCount(open.length)})`, open),
    list('Notes', leftOut),
  );
}

const mostColumns = 12;

function columnSection({ columns, rank, benchmarks }: InitResult['draft']): Section | undefined {
  const isOpen = rank === undefined && benchmarks.every(({ select }) => select.purpose === undefined);
  if (!isOpen || columns.length === 0) return undefined;
  const shown = columns.slice(0, mostColumns).map((each) => visibleText(each, 40));
  const more = columns.length > mostColumns ? ` and ${formatCount(columns.length - mostColumns)} more` : '';
  return section(
    line([{ strong: 'Columns' }, `  ${shown.join(', ')}${more}`]),
    quietLine(
      'To take the highest values first, add "rank: COLUMN". To spread the tasks over the values of a column, add "by: COLUMN".',
    ),
  );
}

const mostLines = 20;

function list(title: string, lines: readonly string[]): readonly Section[] {
  const shown = lines.map((each) => visibleText(each, 400));
  const rest = (left: number) => `and ${formatCount(left)} more, listed in the plan`;
  return under([{ strong: title, tone: 'warning' }], firstOf(shown, mostLines, rest));
}

function designSections({ name, benchmarks }: LearnedPurpose): readonly Section[] {
  const share = (value: number | undefined) => (value === undefined ? '-' : (100 * value).toFixed(1));
  return benchmarks.map(({ benchmark, systems, designs, recommendation }) => {
    const about = `: ${visibleText(benchmark, 60)}, learned from ${countOf(systems, 'earlier system')}`;
    return section(
      line([{ strong: `Purpose ${name}` }, about]),
      tableBy('Designs', designs, [
        [wordColumn('design', '  design'), (each) => `${each.isRecommended ? '> ' : '  '}${each.name}`],
        [figureColumn('tasks'), ({ tasks }) => formatCount(tasks)],
        [figureColumn('level +-'), ({ halfWidth }) => share(halfWidth)],
        [figureColumn('difference'), ({ detectable }) => share(detectable)],
        [figureColumn('tau'), ({ tau }) => (tau === undefined ? '-' : tau.toFixed(2))],
        [figureColumn('as random'), ({ equivalent: n }) => (n === undefined ? '-' : formatCount(Math.round(n)))],
      ]),
      `Recommended: ${visibleText(recommendation, 600)}`,
      quietLine(
        'In points: "level +-" is half the width of the 95% interval, and "difference" is detectable with 80% power. "as random" is the number of random tasks with the same precision.',
      ),
    );
  });
}

function designsEntry({ name, benchmarks }: LearnedPurpose): NonNullable<InitDocument['purpose']> {
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

/** The number of tasks to take from a benchmark, by its purpose or its draft. */
function takeOf<Take>(key: string, drafted: Take, purpose: InitResult['purpose']): Take | number {
  return purpose?.benchmarks.find(({ benchmark }) => benchmark === key)?.take ?? drafted;
}

/** The kind of plan to write. @throws PlanError if the options contradict each other. */
function aimOf({ sample, rankBy, ...flags }: InitInput): PlanAim {
  const { take } = flags;
  const purpose = purposeAim(flags);
  if (purpose !== undefined && (sample !== undefined || rankBy !== undefined)) {
    const other = sample === undefined ? '--rank-by' : '--sample';
    throw onlyOne(`--purpose decides how tasks are selected, so ${other} cannot be used with it.`);
  }
  if (purpose !== undefined) return { atRandom: true, purpose };
  if (sample !== undefined && (take !== undefined || rankBy !== undefined)) {
    const reason = rankBy === undefined ? 'sets the number of tasks, so --take' : 'draws at random, so --rank-by';
    throw onlyOne(`--sample ${reason} cannot be used with it.`);
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

function onlyOne(message: string): PlanError {
  return new PlanError([{ code: 'usage', message, hint: 'Use only one of them.' }]);
}

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

/** The purpose set by the flags, if any. @throws PlanError with every invalid flag. */
export function purposeAim({ purpose, prior = [], ...flags }: Partial<InitInput>): PurposeAim | undefined {
  const faults: Fault[] = [];
  const fault = (message: string, hint: string) => faults.push({ code: 'usage', message, hint });
  const names = purposes.map(({ name }) => name);
  const reading = settingsOf(flags);
  const { take, precision, detect, budget } = flags;
  const given = Object.entries({ take, precision, detect, budget }).filter(([, value]) => value !== undefined);
  if (purpose === undefined) {
    const alone = [
      ...(prior.length > 0 ? ['prior'] : []),
      ...Object.keys(reading).map((key) => key.replace('_', '-')),
      ...given.map(([key]) => key).filter((key) => key !== 'take'),
    ];
    for (const key of alone) fault(`--${key} only works with --purpose.`, `Add --purpose ${names.join('|')}.`);
  } else {
    if (!names.includes(purpose))
      fault(`unknown purpose "${purpose}".${didYouMean(purpose, names)}`, `Known: ${names.join(', ')}.`);
    if (prior.length === 0) fault('--purpose needs results of earlier systems.', 'Add --prior RESULTS.');
    if (given.length > 1)
      fault(`${given.map(([key]) => `--${key}`).join(' and ')} both set the number of tasks.`, 'Use only one of them.');
    for (const [key, value] of [
      ['precision', precision],
      ['detect', detect],
    ] as const)
      if (value !== undefined && !pointsPattern.test(value))
        fault(`--${key} must have the form "4 points"; found "${value}".`, `For example: --${key} '4 points'.`);
    if (budget !== undefined && !budgetPattern.test(budget))
      fault(`--budget must have the form "$300" or "6 hours"; found "${budget}".`, "For example: --budget '$300'.");
  }
  if (faults.length > 0) throw new PlanError(faults);
  return purpose === undefined ? undefined : { name: purpose, prior, reading, size: Object.fromEntries(given) };
}
