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
import { type BenchmarkDraft, draftPlan, type PlanDraft } from './draft-plan.js';
import { nothingFound, ProgressTeller, problemLines, refuseMissing, withSlashes } from './given-paths.js';
import type { InitOptions, InitResult } from './init-plan.js';
import { formatsOfPlan, IdColumn } from './known-formats.js';
import { holdsResults } from './results-found.js';

/** Looks at the paths twice: first for what there is, then for what each benchmark of the plan will read. */
export async function makePlan(paths: readonly string[], options: InitOptions): Promise<InitResult> {
  const { out, name, aim = {}, idColumn: givenId, onProgress } = options;
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
  const textOf = (each: PlanDraft) => planText(each, schema, headerLines(each, [...divisions, ...leftOut]));
  if (aim.purpose === undefined) return { out, text: textOf(draft), draft, leftOut, divisions };
  // Loaded when needed: only a purpose runs the plan.
  const { learnPurpose } = await import('./learn-purpose.js');
  const learned = await learnPurpose(draft, aim.purpose, out, textOf);
  return { out, text: textOf(learned.draft), leftOut, divisions, ...learned };
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

/**
 * The draft as YAML, its questions as comments; entries that are undefined are left out. Labels are strangers' words, so
 * nothing is put together by hand.
 *
 * @param schema The path of the plan's JSON Schema, as seen from the plan.
 * @param lines Sentences of the comment below it; '' ends a paragraph.
 */
function planText(draft: PlanDraft, schema: string, lines: readonly string[]): string {
  const { total, totalPurpose } = draft;
  const document = new Document();
  const flow = (value: unknown) => (value === undefined ? undefined : document.createNode(value, { flow: true }));
  const benchmarks = document.createNode(
    new Map(draft.benchmarks.map((each) => [each.key, benchmarkEntry(each, draft, flow)])),
  ) as YAMLMap;
  const fields = [...draft.fields].map(([name, { kind, negative }]) => {
    return [name, flow({ kind, negative: negative || undefined })] as const;
  });
  const root = document.createNode({
    name: draft.name,
    seed: draft.seed,
    total: flow(total === undefined ? totalPurpose : { take: total, share: defaultShare.name, at_least: 1 }),
    results: flow(draft.results),
    phases: draft.phases,
    fields: fields.length === 0 ? undefined : new Map(fields),
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
  document.commentBefore = commentOf([`yaml-language-server: $schema=${schema}`, '', ...lines]);
  return document.toString({ lineWidth: 120 });
}

const longestPath = 70;

function benchmarkEntry(draft: BenchmarkDraft, { total, totalPurpose }: PlanDraft, flow: (value: unknown) => unknown) {
  const { prior, paths, format, columns, excluded, phase, corrections, select } = draft;
  const path = paths.length === 1 ? paths[0] : paths;
  const source = { path, format, columns: columns.size === 0 ? undefined : columns };
  const isShort = columns.size === 0 && typeof path === 'string' && path.length < longestPath;
  const { name: purpose, ...size } = select.purpose ?? {};
  const group = { by: select.groupBy, share: defaultShare.name, at_least: 0 };
  const ranked = {
    take: total === undefined ? select.take : undefined,
    group: select.groupBy === undefined ? undefined : flow(group),
    prefer: flow(select.prefer),
  };
  // A benchmark that shares in a total has its purpose from there.
  const chosen = totalPurpose === undefined ? flow({ purpose, ...size }) : undefined;
  const correct = [...corrections].map(([field, values]) => [field, { by: field, values: flow(values) }] as const);
  const exclude = [...excluded].map(([id, key]) => flow({ id, reason: 'duplicate', evidence: `also in ${key}` }));
  return {
    source: isShort ? flow(source) : source,
    expect: draft.tasks,
    distinct: draft.distinct || undefined,
    exclude: exclude.length === 0 ? undefined : exclude,
    run: flow(draft.run),
    prior: prior && { path: prior.length === 1 ? prior[0] : prior },
    correct: correct.length === 0 ? undefined : new Map(correct),
    phase: typeof phase === 'string' ? phase : { by: 'category', ...phase },
    components: new Map([...draft.components].map(([name, rule]) => [name, flow(rule)])),
    select: purpose === undefined ? ranked : chosen,
  };
}

/** An empty line before every entry but the first. */
function spaced(map: YAMLMap): void {
  for (const { key } of (map.items as Pair[]).slice(1)) (key as Node).spaceBefore = true;
}

/** Each line safe to stand in a comment: nothing in it can end the line. */
function commentOf(lines: readonly string[]): string {
  return lines.map((line) => ` ${visibleText(line, 1000)}`).join('\n');
}
