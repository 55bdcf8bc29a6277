import { dirname, join, relative, resolve } from 'node:path';
import { Document, type Node, type Pair, type YAMLMap } from 'yaml';
import { sumOf } from '../core/lists/lists.js';
import { PoolError } from '../core/model/errors.js';
import { countOf, visibleText } from '../core/text/words.js';
import { statSync } from '../disk/file-access.js';
import { packageRoot } from '../disk/own-package.js';
import { resultsPool } from '../sources/results-pool.js';
import { countDrafts } from './count-drafts.js';
import { divisionNotes, draftBenchmarks, nameOf, type PathSurvey, plainKey, surveyPath } from './draft-benchmarks.js';
import { type BenchmarkDraft, draftPlan, type PlanDraft } from './draft-plan.js';
import { nothingFound, ProgressTeller, problemLines, reasonLines, refuseMissing, withSlashes } from './given-paths.js';
import type { InitOptions, InitResult } from './init-plan.js';
import { formatsOfPlan, IdColumn } from './known-formats.js';
import { holdsResults } from './results-found.js';

/** Reads the paths twice: first to find out what they contain, then as each benchmark of the plan will read them. */
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
  const leftOut = [
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
    pathOf: (path) => withSlashes(relative(resolve(dirname(out)), resolve(path))) || '.',
  });
  const schema = withSlashes(relative(dirname(resolve(out)), join(packageRoot(), 'schema', 'plan.schema.json')));
  const divisions = divisionNotes(surveys);
  const textOf = (each: PlanDraft) => planText(each, schema, [...divisions, ...leftOut]);
  if (aim.purpose === undefined) return { out, text: textOf(draft), draft, leftOut, divisions };
  // Loaded on demand: only a purpose runs the plan.
  const { learnPurpose } = await import('./learn-purpose.js');
  const learned = await learnPurpose(draft, aim.purpose, out, textOf);
  return { out, text: textOf(learned.draft), leftOut, divisions, ...learned };
}

/** Whether a named file contains results of runs. If so, the pool is the tasks in the results. */
async function isPoolOfResults({ path, all }: PathSurvey): Promise<boolean> {
  if (statSync(path).isDirectory() || [...all.keys()].some((format) => format !== 'table')) return false;
  return holdsResults(
    path,
    sumOf(all.values(), ({ tasks }) => tasks),
  );
}

function planName(name: string): string {
  const plain = plainKey(name.normalize('NFKD').replace(/[^\x20-\x7e]/g, ''));
  return /^[A-Za-z0-9]/.test(plain) ? plain : 'starter';
}

const mostShown = 20;

function passedOver({ passedOver: { total, reasons } }: PathSurvey): string[] {
  return reasonLines({ total, reasons: reasons.slice(0, mostShown) }).map((line) => `${line}.`);
}

function unread({ problems }: PathSurvey): string[] {
  const lines = problemLines(problems);
  const shown = lines.slice(0, mostShown).map((line) => `Could not read ${line}.`);
  return lines.length > mostShown
    ? [...shown, `Could not read ${countOf(lines.length - mostShown, 'more place')}.`]
    : shown;
}

function unlisted({ path, all }: PathSurvey): string[] {
  const tasks = sumOf(all.values(), (each) => each.unlisted);
  return tasks === 0
    ? []
    : [`${withSlashes(path)}: left out ${countOf(tasks, 'task')}, because the file names too many benchmarks.`];
}

const mostColumns = 20;

/** The comment at the top of the plan, by line. */
function headerLines(draft: PlanDraft, notes: readonly string[], isShort: boolean): readonly string[] {
  const { columns, runs, rank, benchmarks } = draft;
  const more = columns.length > mostColumns ? ` and ${columns.length - mostColumns} more` : '';
  const isOpen = rank === undefined && benchmarks.every(({ select }) => select.purpose === undefined);
  return [
    `Written by "winnow init". ${runs ? 'Ready to run.' : 'Remove the duplicate ids first: "winnow select" rejects them.'}`,
    ...(columns.length === 0 ? [] : [`Columns you can use: ${columns.slice(0, mostColumns).join(', ')}${more}.`]),
    ...(isOpen
      ? [
          'To take the tasks with the highest values first, add "rank: COLUMN". To spread the tasks over the values of a column, add "by: COLUMN".',
        ]
      : []),
    ...(isShort ? questionsOf(benchmarks) : []),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ];
}

function questionsOf(benchmarks: readonly BenchmarkDraft[]): readonly string[] {
  const name = (key: string) => (benchmarks.length === 1 ? '' : `${key}: `);
  return benchmarks.flatMap(({ key, comments = [], open }) => [
    ...comments.map((comment) => `${name(key)}${comment}`),
    ...open.map((question) => `OPEN: ${name(key)}${question}`),
  ]);
}

/** Whether one set of rules fits all pools, so that the plan does not need a list of benchmarks. */
function fitsShortForm({ benchmarks, fields }: PlanDraft): boolean {
  if (benchmarks.length === 1) return benchmarks.every(({ distinct }) => !distinct);
  return benchmarks.every(
    ({ excluded, distinct, prior, run, columns }) =>
      excluded.size === 0 && !distinct && prior === undefined && run === undefined && columns.size <= fields.size,
  );
}

/**
 * The draft as YAML, its questions as comments. Labels are untrusted, so no YAML is written by hand.
 * @param schema The path of the plan's JSON Schema, as seen from the plan. @param notes For the comment at the top.
 */
function planText(draft: PlanDraft, schema: string, notes: readonly string[]): string {
  const document = new Document();
  const flow = (value: unknown) => (value === undefined ? undefined : document.createNode(value, { flow: true }));
  const isShort = fitsShortForm(draft);
  const root = document.createNode(isShort ? shortForm(draft, flow) : fullForm(draft, flow)) as YAMLMap;
  document.contents = root as never;
  if (!isShort) {
    spaced(root);
    const benchmarks = root.get('benchmarks') as YAMLMap;
    spaced(benchmarks);
    for (const [i, { open, comments = [] }] of draft.benchmarks.entries()) {
      const comment = commentOf([...comments, ...open.map((question) => `OPEN: ${question}`)]);
      const key = benchmarks.items[i]?.key as Node | undefined;
      if (comment !== '' && key !== undefined) key.commentBefore = comment;
    }
  }
  const lines = headerLines(draft, notes, isShort);
  document.commentBefore = commentOf([`yaml-language-server: $schema=${schema}`, ...lines]);
  return document.toString({ lineWidth: 120 });
}

/** The plan with the keys of its pools at the top. */
function shortForm(draft: PlanDraft, flow: (value: unknown) => unknown): object {
  const { benchmarks, total, totalPurpose, rank } = draft;
  const [first] = benchmarks;
  const isOne = benchmarks.length === 1;
  const { name: purpose, ...size } = first?.select.purpose ?? {};
  const prior = first?.prior;
  const idColumn = first?.columns.get('id');
  return {
    name: draft.name,
    tasks: isOne ? onePool(first?.paths ?? []) : benchmarks.map((each) => flow(poolEntry(each))),
    format: isOne ? first?.format : undefined,
    columns: isOne && idColumn !== undefined ? flow({ id: idColumn }) : undefined,
    // At least one task from each pool, if the number allows.
    total: total === undefined ? flow(totalPurpose) : flow({ take: total, at_least: 1 }),
    take: isOne && purpose === undefined ? first?.select.take : undefined,
    rank,
    purpose,
    ...size,
    prior: prior && onePath(prior),
    run: flow(first?.run),
    results: flow(draft.results),
    exclude: first === undefined || first.excluded.size === 0 ? undefined : exclusionsOf(first, flow),
    seed: draft.seed,
  };
}

function poolEntry({ key, paths, format, columns }: BenchmarkDraft): object {
  const id = columns.get('id');
  return { name: key, path: onePath(paths), format, columns: id === undefined ? undefined : { id } };
}

/** A pool with several paths is a mapping, because a list would be several pools. */
function onePool(paths: readonly string[]): unknown {
  return paths.length === 1 ? paths[0] : { path: paths };
}

function onePath(paths: readonly string[]): string | readonly string[] | undefined {
  return paths.length === 1 ? paths[0] : paths;
}

/** The plan with an entry for each benchmark. */
function fullForm(draft: PlanDraft, flow: (value: unknown) => unknown): object {
  const { total, totalPurpose } = draft;
  const fields = [...draft.fields].map(([name, { kind, negative }]) => {
    return [name, flow({ kind, negative: negative || undefined })] as const;
  });
  return {
    name: draft.name,
    seed: draft.seed,
    total: flow(total === undefined ? totalPurpose : { take: total, at_least: 1 }),
    results: flow(draft.results),
    fields: fields.length === 0 ? undefined : new Map(fields),
    benchmarks: new Map(draft.benchmarks.map((each) => [each.key, benchmarkEntry(each, draft, flow)])),
  };
}

const longestPath = 70;

function benchmarkEntry(draft: BenchmarkDraft, plan: PlanDraft, flow: (value: unknown) => unknown) {
  const { prior, paths, format, columns, select } = draft;
  const path = onePath(paths);
  const source = { path, format, columns: columns.size === 0 ? undefined : columns };
  const isShort = columns.size === 0 && typeof path === 'string' && path.length < longestPath;
  const { name: purpose, ...size } = select.purpose ?? {};
  const { total, totalPurpose, rank } = plan;
  const [field] = plan.fields.keys();
  const order =
    rank === undefined
      ? undefined
      : flow([`${field ?? rank.replace(/ asc$/, '')} ${rank.endsWith(' asc') ? 'asc' : 'desc'}`]);
  const own = { take: total === undefined ? select.take : undefined, prefer: order };
  // If benchmarks share a total, the purpose is set there.
  const chosen = totalPurpose === undefined ? flow({ purpose, ...size }) : undefined;
  const ranked = own.take === undefined && own.prefer === undefined ? undefined : own;
  return {
    source: isShort ? flow(source) : source,
    distinct: draft.distinct || undefined,
    exclude: draft.excluded.size === 0 ? undefined : exclusionsOf(draft, flow),
    run: flow(draft.run),
    prior: prior && { path: onePath(prior) },
    select: purpose === undefined ? ranked : chosen,
  };
}

function exclusionsOf({ excluded }: BenchmarkDraft, flow: (value: unknown) => unknown): readonly unknown[] {
  return [...excluded].map(([id, key]) => flow({ id, reason: 'duplicate', evidence: `also in ${key}` }));
}

/** An empty line before every entry but the first. */
function spaced(map: YAMLMap): void {
  for (const { key } of (map.items as Pair[]).slice(1)) (key as Node).spaceBefore = true;
}

/** Lines as a comment, without characters that would end a line. */
function commentOf(lines: readonly string[]): string {
  return lines.map((line) => ` ${visibleText(line, 1000)}`).join('\n');
}
