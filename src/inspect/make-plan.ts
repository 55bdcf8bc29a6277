import { dirname, join, relative, resolve } from 'node:path';
import { Document, type Node, type Pair, type YAMLMap } from 'yaml';
import { PoolError } from '../core/model/errors.js';
import { defaultShare } from '../core/shares/shares.js';
import { countOf } from '../core/text/count-of.js';
import { visibleText } from '../core/text/visible-text.js';
import { statSync } from '../disk/file-access.js';
import { packageRoot } from '../disk/own-package.js';
import { resultsPool } from '../sources/results-pool.js';
import { countDrafts } from './count-drafts.js';
import { divisionNotes, draftBenchmarks, nameOf, type PathSurvey, plainKey, surveyPath } from './draft-benchmarks.js';
import { type BenchmarkDraft, draftPlan, type PlanAim, type PlanDraft } from './draft-plan.js';
import {
  nothingFound,
  type Progress,
  ProgressTeller,
  problemLines,
  refuseMissing,
  withSlashes,
} from './given-paths.js';
import { formatsOfPlan, IdColumn } from './known-formats.js';
import type { LearnedPurpose } from './learn-purpose.js';
import { holdsResults } from './results-found.js';

interface MakeOptions {
  readonly aim: PlanAim;
  readonly idColumn: string | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

interface MadePlan {
  readonly text: string;
  readonly draft: PlanDraft;
  readonly leftOut: readonly string[];
  readonly divisions: readonly string[];
  readonly purpose: LearnedPurpose | undefined;
}

/** Looks at the paths twice: first for what there is, then for what each benchmark of the plan will read. */
export async function makePlan(
  paths: readonly string[],
  out: string,
  name: string | undefined,
  { aim, idColumn: givenId, onProgress }: MakeOptions,
): Promise<MadePlan> {
  const idColumn = givenId === undefined ? undefined : new IdColumn(givenId);
  refuseMissing(paths);
  const given = [...new Map(paths.map((path) => [resolve(path), path])).values()];
  const formats = formatsOfPlan(idColumn);
  const teller = new ProgressTeller(given.length * 2, onProgress);
  const surveys: PathSurvey[] = [];
  for (const path of given) {
    teller.enter(path);
    const survey = await surveyPath(path, formats, teller.found, idColumn);
    const isPool = idColumn === undefined && (await isPoolOfResults(survey));
    surveys.push(isPool ? await surveyPath(path, [resultsPool], teller.found) : survey);
  }
  teller.enter('');
  const { counted, notes } = await countDrafts(draftBenchmarks(surveys), teller.found);
  const found = [
    ...notes,
    ...[idColumn?.note()].flatMap((note) => note ?? []),
    ...surveys.flatMap(unlisted),
    ...surveys.flatMap(unread),
    ...surveys.flatMap(passedOver),
  ];
  if (counted.length === 0) {
    if (notes.length === 0) throw nothingFound(surveys, formats, idColumn?.note());
    throw new PoolError(notes.map((message) => ({ code: 'pool/nothing-found', message })));
  }
  const [first = ''] = given;
  const draft = draftPlan(name ?? planName(given.length === 1 ? nameOf(first) : 'starter'), counted, aim, {
    idColumn: idColumn?.column,
    pathOf: (path) => seenFrom(dirname(out), path),
  });
  const leftOut = [...found, ...draft.notFields];
  const schema = withSlashes(relative(dirname(resolve(out)), join(packageRoot(), 'schema', 'plan.schema.json')));
  const divisions = divisionNotes(surveys);
  const textOf = (each: PlanDraft) => planText(each, { schema, lines: headerLines(each, [...divisions, ...leftOut]) });
  if (aim.purpose === undefined) return { text: textOf(draft), draft, leftOut, divisions, purpose: undefined };
  // Loaded when needed: only a purpose runs the plan.
  const { learnPurpose } = await import('./learn-purpose.js');
  const learned = await learnPurpose(draft, aim.purpose, out, textOf);
  return { text: textOf(learned.draft), leftOut, divisions, ...learned };
}

/** Whether a file that was named holds results of runs: then the tasks that they name are the pool. */
async function isPoolOfResults({ path, all }: PathSurvey): Promise<boolean> {
  const tasks = [...all.values()].reduce((sum, each) => sum + each.tasks, 0);
  if (statSync(path).isDirectory() || [...all.keys()].some((format) => format !== 'table')) return false;
  return holdsResults(path, tasks);
}

/** A path as a plan in the folder `base` writes it. */
function seenFrom(base: string, path: string): string {
  const seen = withSlashes(relative(resolve(base), resolve(path)));
  return seen === '' ? '.' : seen;
}

function planName(name: string): string {
  const plain = plainKey(name.normalize('NFKD').replace(/[^\x20-\x7e]/g, ''));
  return /^[A-Za-z0-9]/.test(plain) ? plain : 'starter';
}

const mostShown = 20;

function passedOver({ passedOver: { reasons } }: PathSurvey): string[] {
  return reasons
    .slice(0, mostShown)
    .map(
      ({ reason, count, example }) =>
        `Skipped: ${example}${count === 1 ? '' : ` and ${countOf(count - 1, 'other')}`}: ${reason}.`,
    );
}

function unread({ problems }: PathSurvey): string[] {
  const lines = problemLines(problems);
  const shown = lines.slice(0, mostShown).map((line) => `Not read: ${line}.`);
  return lines.length > mostShown ? [...shown, `Not read: ${countOf(lines.length - mostShown, 'place')} more.`] : shown;
}

function unlisted({ path, all }: PathSurvey): string[] {
  const tasks = [...all.values()].reduce((sum, each) => sum + each.unlisted, 0);
  return tasks === 0 ? [] : [`${withSlashes(path)}: ${countOf(tasks, 'task')} of too many benchmarks to list.`];
}

function headerLines(
  { fields, selecting, scoring, runs, isEven }: PlanDraft,
  notes: readonly string[],
): readonly string[] {
  return [
    `A starter plan, written by "winnow init". ${runs ? 'It runs as it is' : '"winnow select" stops at its repeated ids'}; look for OPEN, answer what only you can know, and delete it.`,
    '',
    ...(isEven
      ? ['score       a plan has phases and a score; here they are the same for every task, and say nothing']
      : [
          'phases      made from the words of the categories; a category that says nothing is Unclassified',
          `components  ${scoring}`,
        ]),
    `select      ${selecting}`,
    ...(fields.size === 0
      ? []
      : ['fields      columns that no standard field is read from; delete those that you do not need']),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}

/** What stands above a plan. */
export interface PlanHeader {
  /** Where the plan's JSON Schema lies, as seen from the plan. */
  readonly schema: string;
  /** Sentences of the comment below it; '' ends a paragraph. */
  readonly lines: readonly string[];
}

/** The draft as YAML, its questions as comments. Labels are strangers' words, so that nothing is put together by hand. */
export function planText(draft: PlanDraft, header: PlanHeader): string {
  const document = new Document();
  const flow = (value: unknown) => document.createNode(value, { flow: true });
  const benchmarks = document.createNode(
    new Map(draft.benchmarks.map((each) => [each.key, benchmarkNode(each, document, draft)])),
  ) as YAMLMap;
  const root = document.createNode({
    name: draft.name,
    ...(draft.seed === undefined ? {} : { seed: draft.seed }),
    ...(draft.totalPurpose === undefined ? {} : { total: flow(draft.totalPurpose) }),
    ...(draft.total === undefined ? {} : { total: flow({ take: draft.total, share: defaultShare.name, at_least: 1 }) }),
    ...(draft.results === undefined ? {} : { results: flow(draft.results) }),
    phases: draft.phases,
    ...(draft.fields.size === 0 ? {} : { fields: fieldsNode(draft, document) }),
    score: { name: draft.scoreName, weights: flow(draft.weights) },
    benchmarks,
  }) as YAMLMap;
  document.contents = root as never;
  spaced(root);
  spaced(benchmarks);
  for (const [i, { open, comments = [] }] of draft.benchmarks.entries()) {
    const comment = commentOf([...comments, ...open.map((question) => `OPEN: ${question}`)]);
    const key = benchmarks.items[i]?.key as Node | undefined;
    if (comment !== '' && key !== undefined) key.commentBefore = comment;
  }
  document.commentBefore = commentOf([`yaml-language-server: $schema=${header.schema}`, '', ...header.lines]);
  return document.toString({ lineWidth: 120 });
}

function fieldsNode({ fields }: PlanDraft, document: Document): Node {
  return document.createNode(
    new Map(
      [...fields].map(([name, { kind, negative }]) => [
        name,
        document.createNode({ kind, ...(negative ? { negative } : {}) }, { flow: true }),
      ]),
    ),
  );
}

const longestPath = 70;

function benchmarkNode(draft: BenchmarkDraft, document: Document, { total, totalPurpose }: PlanDraft): Node {
  const { prior, run, paths, format, columns, distinct, excluded, tasks, phase, corrections, components, select } =
    draft;
  const flow = (value: unknown) => document.createNode(value, { flow: true });
  const [path = '', ...more] = paths;
  const group = { by: select.groupBy, share: defaultShare.name, at_least: 0 };
  const rules = new Map([...components].map(([name, rule]) => [name, flow(rule)]));
  return document.createNode({
    source:
      more.length === 0 && path.length < longestPath && columns.size === 0
        ? flow({ path, format })
        : {
            path: more.length === 0 ? path : paths,
            format,
            ...(columns.size === 0 ? {} : { columns: document.createNode(columns) }),
          },
    expect: tasks,
    ...(distinct ? { distinct } : {}),
    ...(excluded.size === 0
      ? {}
      : { exclude: [...excluded].map(([id, key]) => flow({ id, reason: 'duplicate', evidence: `also in ${key}` })) }),
    ...(run === undefined ? {} : { run: flow(run) }),
    ...(prior === undefined ? {} : { prior: { path: prior.length === 1 ? prior[0] : prior } }),
    ...(corrections.size === 0
      ? {}
      : { correct: new Map([...corrections].map(([field, values]) => [field, { by: field, values: flow(values) }])) }),
    phase:
      typeof phase === 'string'
        ? phase
        : {
            by: 'category',
            values: phase.values,
            ...(phase.otherwise === undefined ? {} : { otherwise: phase.otherwise }),
          },
    components: rules,
    ...selectEntry(select),
  });

  function selectEntry({ purpose }: BenchmarkDraft['select']) {
    if (purpose === undefined) return { select: ranked() };
    const { name, ...size } = purpose;
    // What shares in a total has its purpose from there.
    return totalPurpose === undefined ? { select: flow({ purpose: name, ...size }) } : {};
  }

  function ranked() {
    return {
      ...(total !== undefined ? {} : { take: select.take }),
      ...(select.groupBy === undefined ? {} : { group: flow(group) }),
      prefer: flow(select.prefer),
    };
  }
}

/** An empty line before every entry but the first. */
function spaced(map: YAMLMap): void {
  for (const { key } of (map.items as Pair[]).slice(1)) (key as Node).spaceBefore = true;
}

/** Each line safe to stand in a comment: nothing in it can end the line. */
function commentOf(lines: readonly string[]): string {
  return lines.map((line) => ` ${visibleText(line, 1000)}`).join('\n');
}
