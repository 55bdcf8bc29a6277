import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { assessResults } from '../core/assess/question/pool-results.js';
import {
  type Answer,
  type AssessInput,
  optionsOf,
  type Question,
  type QuestionOption,
} from '../core/assess/question/question.js';
import { questions } from '../core/assess/questions.js';
import { cardOptions, cardSchema, type ReportCard, reportCard } from '../core/assess/report-card.js';
import { line, type Picture, quietLine, type Section, tableOf, wordColumn } from '../core/blocks/blocks.js';
import { kindWords } from '../core/describe/selection-words.js';
import type { Form } from '../core/documents/forms.js';
import { readManifest } from '../core/manifest/read-manifest.js';
import { ManifestError, ResultsError } from '../core/model/errors.js';
import type { Selection } from '../core/model/selection.js';
import { sourceFields } from '../core/model/task.js';
import { namesInPool, type RunParts } from '../core/outcomes/task-index.js';
import { chartSvg } from '../core/pictures/chart.js';
import { didYouMean } from '../core/text/nearest-name.js';
import type { LongText } from '../core/text/text-pieces.js';
import { countOf, visibleText } from '../core/text/words.js';
import { existsSync } from '../disk/file-access.js';
import { choiceOf, findPlanFiles, type PlanChoice, planToUse } from '../disk/find-plan.js';
import { loadPlanFiles } from '../disk/load-plan.js';
import { readRegularText } from '../disk/open-regular.js';
import { findSelection } from '../disk/read-selection.js';
import { writePictureFiles } from '../disk/write-together.js';
import {
  type InputOf,
  type InputShape,
  type Operation,
  operation,
  option,
  type Ports,
  rare,
  UsageError,
} from './declare/operation.js';
import { firstOf, section, sectionsOf, under } from './declare/sections.js';
import { faultOf, refuseEarlierVersion } from './inputs/manifests.js';
import { partsWithoutTier } from './inputs/measured-selection.js';
import {
  type RunInput,
  readPlanFields,
  runOptions,
  runPlanOptions,
  selectFromPools,
  timeLimitOption,
  withOptimiser,
} from './inputs/plan-pools.js';
import { readResults, resultOptions, resultPaths } from './inputs/results.js';
import { planLine } from './inputs/used-plan.js';

const shared = {
  selection: option.optionalArgument('a selection.json, its folder, a plan, or a built-in plan', { path: 'read' }),
  results: option.texts('path', 'results: tables, SWE-bench, Harbor, Terminal-Bench, Inspect …', {
    short: 'r',
    path: 'read',
  }),
  ...resultOptions,
  pictures: rare.text('dir', 'write the charts as SVG files into this folder', { path: 'write' }),
  plan: rare.text('plan', 'the plan of the selection, if it is in another folder', { short: 'p', path: 'read' }),
  ...runPlanOptions,
  timeLimit: timeLimitOption,
};

type AssessedInput = InputOf<typeof shared>;

interface Reply {
  readonly about: Assessed;
  readonly given: { readonly answer: Answer } | { readonly card: ReportCard };
  readonly written: readonly string[] | undefined;
}

/** One question of `assess` as an operation: `winnow assess power`. */
function partOf(question: Question): Operation {
  const { name, summary, description, schema, example } = question;
  return operation({
    name: `assess ${name}`,
    group: 'Check',
    summary,
    description,
    input: { ...shared, ...optionShape(optionsOf(question)) } as typeof shared,
    output: { [`assess-${name}`]: schema as () => Form<unknown> },
    writes: false,
    run: (given, ports) => ask(question, given, ports),
    document: documentOf,
    view: (reply) => viewOf(reply, false),
    forAgents: false,
    examples: [
      question.needsResults
        ? { words: 'Assess a selection with results', command: `winnow assess ${name} selection --results results.csv` }
        : {
            words: 'Assess the built-in plan ccb',
            command: `winnow assess ${name} ccb${example === undefined ? '' : ` ${example}`}`,
          },
    ],
  }) as unknown as Operation;
}

async function ask(question: Question, given: AssessedInput, ports: Ports): Promise<Reply> {
  const about = await assessInput(given, ports, question.reads);
  const own = valuesOf(given, optionsOf(question));
  const answer = await ports.working(`assessing ${question.name}`, () => question.ask(about.input, own));
  return { about, given: { answer }, written: writePictures(answer.pictures, given, about) };
}

const names = questions.map((question) => question.name);

export const assess = operation({
  name: 'assess',
  group: 'Check',
  summary: 'Assess a selection: power, balance, validity and more',
  description:
    'Prints a report card for a selection. Add the name of a part for its details.\n' +
    'Parts that need results are skipped without them. Only --pictures writes files.\n' +
    'Without SELECTION, Winnow assesses the selection in this folder, or plan.yaml, or,\n' +
    'in an empty folder, the built-in plan "ccb".',
  input: {
    ...shared,
    full: option.flag('print every part in full below the card', { commandOnly: true }),
    question: option.of(z.optional(z.enum(names)), 'the part to assess (default: all)', { part: true }),
    ...optionShape(cardOptions(questions)),
  } as typeof shared & {
    readonly full: z.ZodMiniOptional<z.ZodMiniBoolean>;
    readonly question: z.ZodMiniOptional<z.ZodMiniEnum>;
  },
  output: { assess: cardSchema },
  writes: false,
  run: async (given, ports): Promise<Reply> => {
    const asked = questions.find(({ name }) => name === given.question);
    if (asked !== undefined) return ask(asked, given, ports);
    const about = await assessInput(given, ports);
    const card = await ports.working('assessing', () => reportCard(about.input, questions, given));
    return { about, given: { card }, written: writePictures(card.pictures, given, about) };
  },
  document: documentOf,
  view: (reply, { full }) => viewOf(reply, full === true),
  forAgents: true,
  parts: questions.map(partOf),
  examples: [
    { words: 'Print a report card of the built-in plan ccb', command: 'winnow assess ccb' },
    { words: 'Show the smallest difference it can detect', command: 'winnow assess power ccb' },
  ],
});

/** A word that is not a part of `assess`, and the word after it. */
export function unknownPart(name: string, next?: string): UsageError {
  const way = names.some((each) => each === next)
    ? `Name the part first: winnow assess ${next} ${name}`
    : `Parts: ${names.join(', ')}. Give a part and a selection, or just a selection`;
  return new UsageError(`"${name}" is not a part of assess.${didYouMean(name, names)} ${way}`);
}

function optionShape(options: readonly (readonly [string, QuestionOption])[]): InputShape {
  return Object.fromEntries(
    options.map(([key, { kind, value, help, default: words }]) => {
      const flag = words === undefined ? {} : { default: words };
      if (kind === 'number') return [key, rare.number(value, help, flag)];
      if (kind === 'text') return [key, rare.text(value, help, flag)];
      if (kind === 'file') return [key, rare.text(value, help, { ...flag, path: 'read' })];
      return [key, rare.of(z.optional(z.array(z.number())), help, { value, fromText: numbersFrom, ...flag })];
    }),
  );
}

const largestBytes = 10_000_000;

function numbersFrom(text: string): readonly number[] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.some(Number.isNaN)) throw new Error('Expected numbers separated by commas.');
  return numbers;
}

function valuesOf(given: object, options: readonly (readonly [string, QuestionOption])[]): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(given));
  return Object.fromEntries(
    options.flatMap(([key, { kind }]) => {
      const value = values.get(key);
      if (value === undefined) return [];
      return [[key, kind === 'file' ? readRegularText(String(value), { largestBytes, followLinks: true }) : value]];
    }),
  );
}

function documentOf({ given }: Reply): object {
  return 'answer' in given ? given.answer.document : given.card.document;
}

function writePictures(pictures: readonly Picture[], given: AssessedInput, { choice }: Assessed) {
  const { pictures: folder, selection, plan } = given;
  if (folder === undefined) return undefined;
  const results = resultPaths(given.results, given) ?? [];
  const inputs = [selection ?? choice.plan, ...results, ...(plan === undefined ? [] : [plan])];
  const files = pictures
    .filter(({ detail }) => detail !== true)
    .map((picture) => ({ name: `${picture.name}.svg`, text: chartSvg(picture) }));
  return files.length === 0 ? [] : writePictureFiles(folder, files, inputs);
}

function viewOf({ given, about, written }: Reply, isFull: boolean): readonly Section[] {
  const { choice, input } = about;
  const wrote = written?.length === 0 ? 'No charts to write.' : `Wrote ${written?.join(', ')}`;
  return sectionsOf(
    'answer' in given ? answerSections(given.answer) : cardSections(input.selection, given.card, isFull),
    section(written && wrote),
    section(planLine({ ...choice, name: input.selection.plan.name })),
  );
}

const mostNotes = 30;

function answerSections({ sections, notes, method }: Answer): Section[] {
  const shown = notes.map((note) => visibleText(note, 500));
  const rest = (left: number) => `and ${left} more (--json lists all)`;
  return [
    ...sections,
    ...under([{ strong: `Notes (${notes.length})`, tone: 'warning' }], firstOf(shown, mostNotes, rest)),
    ...(method === undefined ? [] : [section(quietLine(method))]),
  ];
}

const marks = { good: 'ok', look: 'warn', unknown: '-   ' } as const;
const tones = { good: 'accent', look: 'warning', unknown: 'quiet' } as const;

function cardSections({ plan, kind, statistics }: Selection, { rows }: ReportCard, isFull: boolean): Section[] {
  const selected = `: ${statistics.selected} of ${countOf(statistics.available, 'task')}, ${kindWords[kind]}`;
  const columns = [
    wordColumn('question', ''),
    { ...wordColumn('grade', ''), look: 'tone' as const },
    { ...wordColumn('verdict', ''), wrapAt: 96 },
  ];
  const cells = rows.map(({ name, grade, verdict }) => ({
    cells: [name, marks[grade], visibleText(verdict, 600)],
    tone: tones[grade],
  }));
  return [
    { title: [{ strong: visibleText(plan.name) }, selected], blocks: [tableOf('Report card', columns, cells)] },
    ...(isFull ? rows : []).flatMap(({ name, answer }) =>
      answer === undefined ? [] : [section(line([{ strong: name.toUpperCase() }])), ...answerSections(answer)],
    ),
    section(quietLine('For the figures behind a line, run winnow assess PART. For all figures, add --full.')),
  ];
}

interface Assessed {
  readonly input: AssessInput;
  readonly choice: PlanChoice;
}

async function assessInput(flags: AssessedInput, ports: Ports, reads: readonly string[] = []): Promise<Assessed> {
  const { selection: word } = flags;
  if (word !== undefined && didYouMean(word, names) !== '' && !existsSync(word)) throw unknownPart(word);
  const { choice, parts, ...asked } = await assessedSelection(flags.selection, flags, ports, reads);
  return { input: { ...asked, results: await resultsFor(asked.selection, parts, flags, ports) }, choice };
}

async function resultsFor(selection: Selection, parts: RunParts, flags: AssessedInput, ports: Ports) {
  const paths = resultPaths(flags.results, flags) ?? [];
  if (paths.length === 0 && flags.runs === undefined) return undefined;
  const about = { settings: selection.plan.results, tasks: namesInPool(selection), parts };
  const outcomes = await readResults(paths, flags, about, ports);
  if (outcomes.faults.length > 0) throw new ResultsError(outcomes.faults);
  return assessResults(selection, outcomes);
}

/** Runs a plan; for a saved selection its plan, which must give the same tasks: questions are also about the pool. */
async function assessedSelection(
  argument: string | undefined,
  flags: AssessedInput,
  ports: Ports,
  reads: readonly string[],
): Promise<Omit<AssessInput, 'results'> & { readonly parts: RunParts; readonly choice: PlanChoice }> {
  const source = argument === undefined ? undefined : await findSelection(argument);
  if (source?.kind !== 'manifest') {
    const choice = await planToUse(source?.plan ?? flags.plan, { use: 'answer' });
    const { plan } = await loadPlanFiles(choice.plan);
    return { ...(await runNamed(withFields(plan, reads), flags, ports)), choice };
  }
  const { mark, tier, tasks } = statedIn(source);
  if (flags.plan === undefined) await refuseEarlierVersion(source, mark);
  const loaded = await (flags.plan === undefined
    ? findPlanFiles(mark, dirname(source.file))
    : loadPlanFiles(flags.plan));
  const { plan } = loaded;
  const run = await runNamed(withFields(plan, reads), { ...flags, tier }, ports);
  if (!isSame(tasks, run.selection)) {
    const message = `its tasks differ from those that the plan "${plan.name}" selects now.`;
    const hint = 'If another plan made it, add --plan PLAN. To see the differences, run "winnow check".';
    throw new ManifestError([{ code: 'assess/other-selection', message, place: { file: source.file }, hint }]);
  }
  return { ...run, choice: choiceOf(loaded) };
}

/** A plan that also reads these standard fields; its selection is the same. */
function withFields(plan: Selection['plan'], names: readonly string[]): Selection['plan'] {
  const more = sourceFields.filter(({ name }) => names.includes(name) && !plan.fields.has(name));
  return more.length === 0
    ? plan
    : { ...plan, fields: new Map([...plan.fields, ...more.map((field) => [field.name, field] as const)]) };
}

async function runNamed(plan: Selection['plan'], flags: RunInput, ports: Ports) {
  const pools = await readPlanFields(plan, flags, ports);
  const options = await withOptimiser(plan, { ...runOptions(flags), expectUplift: false });
  const selection = await selectFromPools(plan, pools, options, ports);
  return { selection, parts: partsWithoutTier(plan, pools, selection), optimiser: options.optimiser };
}

/** The plan, tier and tasks of a manifest; the rest is released while the plan runs. */
function statedIn({ file, text }: { readonly file: string; readonly text: LongText }) {
  const { manifest, differences } = readManifest(text);
  if (manifest === undefined) throw new ManifestError(differences.map((each) => faultOf(each, file)));
  const { metadata, tasks } = manifest;
  const ids = new Set(tasks.map(({ benchmark, task_id: id }) => `${benchmark}/${id}`));
  return { mark: metadata.plan, tier: metadata.tier?.name, tasks: { count: tasks.length, ids } };
}

function isSame({ count, ids }: ReturnType<typeof statedIn>['tasks'], { choices }: Selection): boolean {
  return count === choices.length && choices.every(({ task }) => ids.has(`${task.benchmark}/${task.id}`));
}
