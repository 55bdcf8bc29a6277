import { selectionHashes } from '../fingerprint/fingerprint-pool.js';
import { groupBy } from '../lists/lists.js';
import type { TaskEntry } from '../manifest/csv-columns.js';
import {
  type LazyManifest,
  lazyManifest,
  type Manifest,
  manifestForm,
  manifestPieces,
  readBack,
} from '../manifest/manifest.js';
import {
  ageOf,
  type Difference,
  type FoundManifest,
  knownPart,
  type ManifestHead,
  readManifest,
  readManifestHead,
} from '../manifest/read-manifest.js';
import { type Fault, faultText, type Warning } from '../model/errors.js';
import type { Plan } from '../model/plan.js';
import { isRecord } from '../model/record.js';
import type { Selection } from '../model/selection.js';
import type { Pools } from '../model/task.js';
import { methodologyPage } from '../report/methodology.js';
import { selectionCsvPieces } from '../report/selection-files.js';
import { isSameText } from '../text/text-pieces.js';
import { countOf, namesOf } from '../text/words.js';
import {
  type CheckResult,
  checkText,
  fileHashDifferences,
  pageDifferences,
  type SelectionTexts,
  valueDifferences,
  valueEdits,
} from './check-text.js';
import { entryKey, manifestContradictions } from './contradictions.js';
import { type Drift, findDrift, poolsAsHashed, stateOfManifest, stateOfPools } from './pool-state.js';

/** Compares the files of a selection with the result of a new run; `generator` names the running program. */
export function checkFiles(
  texts: SelectionTexts,
  given: Selection,
  generator: string,
  head: FoundManifest<ManifestHead> = readManifestHead(texts.manifest),
): CheckResult {
  const noted = head.manifest === undefined ? given : withPoolNotesOf(head.manifest, given);
  // A renamed plan still makes the same selection.
  const { isBuiltIn: _, ...plan } = noted.plan;
  const now = { ...noted, plan: { ...plan, file: head.manifest?.metadata.plan.file ?? '' } };
  const hashes = selectionHashes(now);
  const isSame = head.manifest !== undefined && isSameText(manifestPieces(expectedFor(head.manifest)), texts.manifest);
  const whole = isSame || head.manifest === undefined ? undefined : readManifest(texts.manifest);
  const { manifest, differences: faults } = whole ?? head;
  const writer = manifest?.metadata.generated_by ?? generator;
  const age = manifest === undefined ? 'own' : ageOf(manifest);
  if (age === 'older' && whole?.manifest !== undefined) return checkOlder(whole.manifest);
  const found = whole?.manifest && (age === 'newer' ? knownPart(whole.manifest) : whole.manifest);
  const expected = expectedFor(manifest);
  const all =
    found === undefined
      ? [...(manifest === undefined ? faults : [])]
      : checkManifest(found, readBack(expected), now.plan.score.partDecimals);
  // Another version may word the same content differently.
  const isReworded = (difference: Difference) => writer !== generator && isWording(difference);
  const reworded = all.filter(isReworded);
  const inManifest = all.filter((difference) => !isReworded(difference));
  const isAsExpected = found === undefined || (reworded.length === 0 && !lacksDigests(found, now));
  const layout =
    isSame || inManifest.length > 0 || age === 'newer'
      ? nothing
      : checkText(texts.manifest, {
          name: 'selection.json',
          text: manifestPieces(isAsExpected ? expected : found),
          code: 'file/layout',
          verdict: 'has the right content, but a different layout',
        });
  const page = inManifest.some(({ code }) => driftCode.test(code))
    ? { code: 'file/stale', verdict: 'is stale' }
    : { code: 'file/edited', verdict: 'is stale or was edited' };
  const words = methodologyPage(now, writer, hashes);
  const isOldPage = found !== undefined && writer !== generator && words !== texts.methodology;
  const others = [
    isOldPage
      ? { differences: pageDifferences(texts.methodology, found), notes: [] }
      : checkText(texts.methodology, { name: 'METHODOLOGY.md', text: words, ...page }),
    checkText(texts.table, { name: 'selection.csv', text: selectionCsvPieces(now), ...page }),
  ];
  const notes = [
    ...(manifest === undefined ? [] : writerNotes(manifest, generator)),
    ...(reworded.length > 0 || isOldPage ? [wordsNote(reworded.length)] : []),
    ...(head.manifest === undefined ? [] : poolNoteChanges(head.manifest, given)),
    ...partlyHashedNotes(given.warnings),
  ];
  // A file with wrong content also has a wrong hash; report only the content.
  const hasOtherDifference = others.some(({ differences }) => differences.length > 0);
  const wrongHashes = manifest === undefined || hasOtherDifference ? [] : fileHashDifferences(texts, manifest);
  const results = [{ differences: [...inManifest, ...wrongHashes], notes }, layout, ...others];
  return {
    differences: results.flatMap(({ differences }) => differences),
    notes: results.flatMap((each) => each.notes),
  };

  /** Compares a form 1 manifest in the parts that both forms have, and the other files by their recorded hashes. */
  function checkOlder(older: Manifest): CheckResult {
    const { generated_by, files } = older.metadata;
    const current = readBack(lazyManifest(now, generated_by, files, hashes));
    const [there, expected] = inCommon(older, current);
    return {
      differences: [
        ...checkManifest(there, expected, now.plan.score.partDecimals).filter((each) => !isWording(each)),
        ...fileHashDifferences(texts, older),
      ],
      notes: [
        ...writerNotes(older, generator),
        ...poolNoteChanges(older, given),
        ...partlyHashedNotes(given.warnings),
        { code: 'note/older-form', message: olderForm },
      ],
    };
  }

  /** Uses the recorded version, form and file hashes, so that they don't count as differences. */
  function expectedFor(stated: ManifestHead | undefined): LazyManifest {
    const { generated_by: writer = generator, files } = stated?.metadata ?? {};
    return inFormOf(stated, lazyManifest(now, writer, files, hashes));
  }
}

/** Checks a selection whose plan no longer runs: contradictions, changes since, and the errors of the run. */
export function checkWithoutRun(
  texts: SelectionTexts,
  plan: Plan,
  pools: Pools,
  faults: readonly Fault[],
): CheckResult {
  const { manifest, differences } = readManifest(texts.manifest);
  const failures = faults.map(({ hint, ...fault }) => ({
    code: 'run/failed',
    message: `the plan fails on this pool: ${faultText(fault)}`,
    ...(hint === undefined ? {} : { hint }),
  }));
  if (manifest === undefined) return { differences: [...differences, ...failures], notes: [] };
  const drift = findDrift(stateOfManifest(manifest), stateOfPools(plan, poolsAsHashed(pools, manifest)));
  return { differences: [...manifestContradictions(manifest), ...drift.differences, ...failures], notes: [] };
}

function lacksDigests({ tasks }: Manifest, { choices }: Selection): boolean {
  return tasks.every(({ digest }) => digest === undefined) && choices.some(({ task }) => task.digest !== undefined);
}

const olderForm =
  'Winnow compared the figures, but not METHODOLOGY.md, selection.csv or the layout. "winnow migrate" converts the selection to the current format.';
const nothing: CheckResult = { differences: [], notes: [] };
const driftCode = /^(?:plan|pool|benchmark)\//;

/** The paths of sentences, which only restate figures and codes. */
const wording =
  /^(?:methodology\.claim|warnings\.\d+\.message|benchmarks\.[^.]+\.(?:strategy|learned\.design)|(?:methodology|benchmarks\.[^.]+)\.optimum\.(?:goal|rules\.\d+\.rule|notes\.\d+)|tasks\..+\.selection_rationale)$/;

export function isWording({ path }: Difference): boolean {
  return path !== undefined && wording.test(path);
}

/** Two manifests of different forms, reduced to the parts that both have. */
function inCommon(older: Manifest, now: Manifest): readonly [Manifest, Manifest] {
  const others = new Map(now.tasks.map((task) => [entryKey(task), task]));
  const pairs = older.tasks.map((task) => {
    const other = others.get(entryKey(task));
    return other === undefined ? ([task, undefined] as const) : sharedParts(task, other);
  });
  const kept = new Map(pairs.flatMap(([, other]) => (other === undefined ? [] : [[entryKey(other), other] as const])));
  const { version, schema } = older.metadata;
  const { schema: _, ...rest } = now.metadata;
  const metadata = { ...rest, version, ...(schema === undefined ? {} : { schema }) };
  const { fields } = now.methodology;
  const [there, here] = sharedParts<Manifest>(
    { ...older, tasks: [], task_hashes: {}, methodology: { ...older.methodology, fields } },
    { ...now, tasks: [], task_hashes: {}, metadata, warnings: older.warnings },
  );
  const tasks = now.tasks.map((task) => kept.get(entryKey(task)) ?? task);
  return [
    { ...there, tasks: pairs.map(([task]) => task), task_hashes: older.task_hashes },
    { ...here, tasks, task_hashes: now.task_hashes },
  ];
}

function sharedParts<Data>(a: Data, b: Data): readonly [Data, Data] {
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return [a, b];
    const pairs = a.map((each, i) => sharedParts<unknown>(each, b[i]));
    return [pairs.map(([one]) => one) as Data, pairs.map(([, other]) => other) as Data];
  }
  if (!isRecord(a) || !isRecord(b)) return [a, b];
  const pairs = Object.keys(a)
    .filter((key) => Object.hasOwn(b, key))
    .map((key) => [key, sharedParts<unknown>(a[key], b[key])] as const);
  const side = (at: 0 | 1) => Object.fromEntries(pairs.map(([key, both]) => [key, both[at]])) as Data;
  return [side(0), side(1)];
}

function wordsNote(sentences: number): Difference {
  const message = `this version of Winnow phrases ${sentences === 0 ? 'METHODOLOGY.md' : `METHODOLOGY.md and ${countOf(sentences, 'sentence')} in selection.json`} differently, so it compared METHODOLOGY.md only with selection.json. "winnow select" rewrites both.`;
  return { code: 'note/words', message };
}

/** Warnings that don't affect the selection: about files next to the tasks, rows that add no task, and how files were read. */
function isPoolNote({ code }: Warning): boolean {
  return ['passed-over', 'repeated-row', 'blank-row', 'header-row', 'prior-unlisted'].includes(code);
}

/** The selection with the manifest's notes on the pool, so that changed notes don't count as differences. */
function withPoolNotesOf({ warnings: found }: ManifestHead, now: Selection): Selection {
  const own = now.warnings.filter((warning) => !isPoolNote(warning));
  const warnings = found.flatMap((warning) => (isPoolNote(warning) ? [warning] : own.splice(0, 1)));
  return { ...now, warnings: [...warnings, ...own] };
}

function poolNoteChanges({ warnings: found }: ManifestHead, now: Selection): Difference[] {
  const messages = (warnings: readonly Warning[]) => warnings.filter(isPoolNote).map(({ message }) => message);
  const [stated, given] = [messages(found), messages(now.warnings)];
  const note = (message: string) => ({ code: 'note/pool-notes', message });
  return [
    ...given.filter((each) => !stated.includes(each)).map((each) => note(`new since this selection was made: ${each}`)),
    ...stated.filter((each) => !given.includes(each)).map((each) => note(`no longer applies: ${each}`)),
  ];
}

/** Warns about files that the hashes don't cover. */
export function partlyHashedNotes(warnings: readonly Warning[]): Difference[] {
  return warnings
    .filter(({ code }) => code === 'partly-hashed')
    .map(({ message }) => ({
      code: 'note/partly-hashed',
      message: `${message} Winnow cannot detect changes in what was not hashed.`,
    }));
}

/** Notes that another version wrote the manifest, or that it has another format. */
export function writerNotes({ metadata }: Pick<Manifest, 'metadata'>, generator: string): Difference[] {
  const { generated_by: writer, version } = metadata;
  const age = ageOf({ metadata });
  const unknown = age === 'newer' ? ' It did not check the parts that exist only in that format.' : '';
  const other = `${writer} wrote selection.json; this is ${generator}.`;
  const form = `selection.json is in format ${version}; this version of Winnow writes ${manifestForm}.${unknown}`;
  return [
    ...(writer === generator ? [] : [{ code: 'note/version', message: other, path: 'metadata.generated_by' }]),
    ...(age === 'own' ? [] : [{ code: 'note/form', message: form, path: 'metadata.version' }]),
  ];
}

function inFormOf(found: ManifestHead | undefined, manifest: LazyManifest): LazyManifest {
  if (found === undefined || ageOf(found) === 'own') return manifest;
  const { version, schema } = found.metadata;
  const { schema: own, ...metadata } = manifest.metadata;
  const named = schema === undefined ? {} : { schema: own ?? schema };
  return { ...manifest, metadata: { ...metadata, version, ...named } };
}

export function checkManifest(found: Manifest, now: Manifest, partDecimals?: number): readonly Difference[] {
  const drift = findDrift(stateOfManifest(found), stateOfManifest(now));
  const contradictions = manifestContradictions(found, drift.planChanged ? undefined : partDecimals);
  // Report each figure once; the contradiction is clearer.
  const named = new Set(contradictions.map(({ path }) => path));
  const edits = sectionEdits(found, now, drift).filter(({ path }) => !named.has(path));
  return [...contradictions, ...drift.differences, ...taskEdits(found, now, drift), ...edits];
}

function taskEdits(found: Manifest, now: Manifest, { settled }: Drift): Difference[] {
  const listed = new Map(found.tasks.map((task) => [entryKey(task), task]));
  const selected = new Map(now.tasks.map((task) => [entryKey(task), task]));
  const pairs = [...listed].flatMap(([key, task]) => {
    const other = selected.get(key);
    return other === undefined ? [] : [{ key, task, other: asKnown(other, task) }];
  });
  const moved = pairs
    .filter(({ task }) => !settled.has(task.benchmark))
    .map(({ task, other }) => ({ task, differences: valueDifferences(task, other) }))
    // Another version may word the reason differently; a reason with other content comes with other figures.
    .filter(({ differences }) => differences.some(({ path }) => path !== 'selection_rationale'));
  const missing = [...selected.keys()].filter((key) => !listed.has(key));
  const extra = [...listed.keys()].filter((key) => !selected.has(key));
  return [
    ...missing.map((key) => ({
      code: 'task/missing',
      message: `task ${key} is selected now, but is not in selection.json.`,
    })),
    ...extra.map((key) => ({
      code: 'task/extra',
      message: `task ${key} is in selection.json, but is not selected now.`,
    })),
    ...pairs
      .filter(({ task }) => settled.has(task.benchmark))
      .flatMap(({ key, task, other }) => valueEdits('task', task, other, 'run', `tasks.${key}`)),
    ...[...groupBy(moved, ({ task }) => task.benchmark)].map(([benchmark, tasks]) => ({
      code: 'task/moved',
      message: `${countOf(tasks.length, 'task')} of ${benchmark} ${tasks.length === 1 ? 'has' : 'have'} different values now (${changedKeys(tasks)}): ${namesOf(tasks.map(({ task }) => task.task_id))}.`,
    })),
  ];
}

/** Drops the digest if an earlier version wrote none; the contents are compared anyway. */
function asKnown(task: TaskEntry, found: TaskEntry): Partial<TaskEntry> {
  const { digest, ...rest } = task;
  return digest === undefined || found.digest === undefined ? rest : task;
}

function changedKeys(tasks: readonly { readonly differences: readonly { readonly path: string }[] }[]): string {
  const keys = tasks.flatMap(({ differences }) => differences.map(({ path }) => path.split('.')[0] ?? path));
  return [...new Set(keys)].join(', ');
}

const byBenchmark = ['benchmarks', 'corrections', 'exclusions', 'warnings'] as const;
const elsewhere: readonly string[] = [...byBenchmark, 'tasks', 'task_hashes'];

/** Edits outside the tasks, in benchmarks whose plan and pool didn't change. */
function sectionEdits(found: Manifest, now: Manifest, { settled }: Drift): Difference[] {
  const nothingMoved = [...found.benchmarks, ...now.benchmarks].every(({ name }) => settled.has(name));
  const isSettled = (entry: object) => nothingMoved || settled.has(benchmarkOf(entry));
  const edits = byBenchmark.flatMap((section) =>
    valueEdits(section, found[section].filter(isSettled), now[section].filter(isSettled), 'run'),
  );
  if (!nothingMoved) return edits;
  const values = { found: new Map<string, unknown>(Object.entries(found)), now: new Map(Object.entries(now)) };
  const keys = [...new Set([...values.now.keys(), ...values.found.keys()])].filter((key) => !elsewhere.includes(key));
  return [...keys.flatMap((key) => valueEdits(key, values.found.get(key), values.now.get(key), 'run')), ...edits];
}

function benchmarkOf(entry: object): string {
  const { name, benchmark } = entry as { name?: string; benchmark?: string };
  return name ?? benchmark ?? '';
}

/** A manifest's tasks by benchmark, its tasks without exclusions, and its optimisation certificates. */
export function claimsOf({ tasks, exclusions, benchmarks, methodology }: Manifest) {
  const byBenchmark = [...groupBy(tasks, ({ benchmark }) => benchmark)];
  const ids = new Map(byBenchmark.map(([name, own]) => [name, new Set(own.map(({ task_id: id }) => id))]));
  const unexcluded = new Map(
    [...ids].map(([name, own]) => {
      const excluded = exclusions.filter(({ benchmark }) => benchmark === name);
      const newcomers = new Set<string | null>(excluded.map(({ replaced_by: id }) => id));
      const before = excluded.filter((each) => each.would_be_selected).map(({ task_id: id }) => id);
      return [name, new Set([...[...own].filter((id) => !newcomers.has(id)), ...before])] as const;
    }),
  );
  return {
    isReproducible: [methodology, ...benchmarks].every(({ optimum }) => optimum?.reproducible !== false),
    claimed: {
      ids,
      unexcluded: exclusions.length === 0 ? undefined : unexcluded,
      certificateOf: (name: string) => {
        const entry = benchmarks.find((each) => each.name === name)?.optimum ?? methodology.optimum;
        if (entry === undefined) return undefined;
        return {
          bound: entry.bound ?? Number.POSITIVE_INFINITY,
          status: entry.status === 'optimal' ? ('optimal' as const) : ('best found' as const),
          timeLimit: entry.time_limit_seconds ?? undefined,
          solver: entry.solver,
        };
      },
    },
  };
}
