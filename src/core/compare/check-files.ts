import { selectionHashes } from '../fingerprint/fingerprint-pool.js';
import type { Difference } from '../manifest/difference.js';
import { type FormAge, manifestForm } from '../manifest/form.js';
import { type LazyManifest, lazyManifest, type Manifest } from '../manifest/manifest.js';
import { manifestPieces, readBack } from '../manifest/manifest-pieces.js';
import {
  ageOf,
  type FoundManifest,
  knownPart,
  type ManifestHead,
  readManifest,
  readManifestHead,
} from '../manifest/read-manifest.js';
import type { Fault, Warning } from '../model/fault.js';
import type { Plan } from '../model/plan.js';
import type { Selection } from '../model/selection.js';
import type { Pools } from '../model/task.js';
import { methodologyPage } from '../report/methodology.js';
import { selectionCsvPieces } from '../report/selection-csv.js';
import { countOf } from '../text/count-of.js';
import { isSameText, type LongText } from '../text/text-pieces.js';
import { checkManifest } from './check-manifest.js';
import { type CheckResult, checkText } from './check-text.js';
import { manifestContradictions } from './contradictions.js';
import { findDrift } from './drift.js';
import { fileHashDifferences } from './file-hashes.js';
import { pageDifferences } from './page-differences.js';
import { poolsAsHashed, stateOfManifest, stateOfPools } from './pool-state.js';

/** The texts of a selection's files; undefined for one that is not there. */
export interface SelectionTexts {
  readonly manifest: LongText;
  readonly methodology: string | undefined;
  readonly table: LongText | undefined;
}

/**
 * Compares the files of a selection with what a run gives now.
 *
 * @param generator How the running program names itself; the files may come from another version of it.
 * @param head What was read of the manifest's text already.
 */
export function checkFiles(
  texts: SelectionTexts,
  given: Selection,
  generator: string,
  head: FoundManifest<ManifestHead> = readManifestHead(texts.manifest),
): CheckResult {
  const now = head.manifest === undefined ? given : withPoolNotesOf(head.manifest, given);
  const hashes = selectionHashes(now);
  // What is written as it would be now needs no search for what differs.
  const isSame = head.manifest !== undefined && isSameText(manifestPieces(expectedFor(head.manifest)), texts.manifest);
  const whole = isSame || head.manifest === undefined ? undefined : readManifest(texts.manifest);
  const { manifest, differences: faults } = whole ?? head;
  const writer = manifest?.metadata.generated_by ?? generator;
  const age = manifest === undefined ? 'own' : ageOf(manifest);
  const found = whole?.manifest && manifestIn(whole.manifest, age);
  const expected = expectedFor(manifest);
  const all =
    found === undefined
      ? [...(manifest === undefined ? faults : [])]
      : checkManifest(found, readBack(expected), now.plan.score.partDecimals);
  // Another version may put the same things in other words.
  const isReworded = ({ path }: Difference) => writer !== generator && path !== undefined && wording.test(path);
  const reworded = all.filter(isReworded);
  const inManifest = all.filter((difference) => !isReworded(difference));
  const layout =
    isSame || inManifest.length > 0 || age === 'newer'
      ? nothing
      : checkText(texts.manifest, {
          name: 'selection.json',
          text: manifestPieces(
            found === undefined || (reworded.length === 0 && !lacksDigests(found, now)) ? expected : found,
          ),
          code: 'file/layout',
          verdict: 'says the right things, but is not written as Winnow writes it',
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
    checkText(texts.table, {
      name: 'selection.csv',
      text: selectionCsvPieces(inFormOfSelection(manifest, now)),
      ...page,
    }),
  ];
  const notes = [
    ...(manifest === undefined ? [] : writerNotes(manifest, generator)),
    ...(reworded.length > 0 || isOldPage ? [wordsNote(reworded.length)] : []),
    ...(head.manifest === undefined ? [] : poolNoteChanges(head.manifest, given)),
    ...partlyHashedNotes(given.warnings),
  ];
  // A file with wrong contents has a wrong hash as well, which needs no second sentence.
  const hasOtherDifference = others.some(({ differences }) => differences.length > 0);
  const wrongHashes = manifest === undefined || hasOtherDifference ? [] : fileHashDifferences(texts, manifest);
  const results = [{ differences: [...inManifest, ...wrongHashes], notes }, layout, ...others];
  return {
    differences: results.flatMap(({ differences }) => differences),
    notes: results.flatMap((each) => each.notes),
  };

  /**
   * The version that wrote a file is no difference, so the expected manifest names the same one and has its form. The hashes
   * of the other files are compared with those files.
   */
  function expectedFor(stated: ManifestHead | undefined): LazyManifest {
    const { generated_by: writer = generator, files } = stated?.metadata ?? {};
    return inFormOf(stated, lazyManifest(inFormOfSelection(stated, now), writer, files, hashes));
  }
}

/** What can be said of a selection whose plan no longer runs: what it contradicts in itself, what moved on, and the faults. */
export function checkWithoutRun(
  texts: SelectionTexts,
  plan: Plan,
  pools: Pools,
  faults: readonly Fault[],
): CheckResult {
  const { manifest, differences } = readManifest(texts.manifest);
  const failures = faults.map(({ message, hint }) => ({
    code: 'run/failed',
    message: `the plan does not run on this pool: ${message}${hint === undefined ? '' : ` ${hint}`}`,
  }));
  if (manifest === undefined) return { differences: [...differences, ...failures], notes: [] };
  const drift = findDrift(stateOfManifest(manifest), stateOfPools(plan, poolsAsHashed(pools, manifest)));
  return { differences: [...manifestContradictions(manifest), ...drift.differences, ...failures], notes: [] };
}

/** Whether a manifest is of an earlier program, which wrote no digests of tasks. */
function lacksDigests({ tasks }: Manifest, { choices }: Selection): boolean {
  return tasks.every(({ digest }) => digest === undefined) && choices.some(({ task }) => task.digest !== undefined);
}

const nothing: CheckResult = { differences: [], notes: [] };
const driftCode = /^(?:plan|pool|benchmark)\//;

/** Where a manifest has sentences, which say what stands beside them in figures and codes. */
const wording =
  /^(?:methodology\.claim|warnings\.\d+\.message|benchmarks\.[^.]+\.strategy|tasks\..+\.selection_rationale)$/;

function wordsNote(sentences: number): Difference {
  const message = `this version words ${sentences === 0 ? 'METHODOLOGY.md' : `${countOf(sentences, 'sentence')} of selection.json, and METHODOLOGY.md,`} otherwise; the page was held against selection.json alone. "winnow select" rewrites both.`;
  return { code: 'note/words', message };
}

/** Warnings about files around the tasks and not about a task: what they say has no effect on the selection. */
function isPoolNote({ code }: Warning): boolean {
  return code === 'passed-over';
}

/** A selection with the notes on its pool that a manifest has: other notes alone don't make it another selection. */
function withPoolNotesOf({ warnings: found }: ManifestHead, now: Selection): Selection {
  const own = now.warnings.filter((warning) => !isPoolNote(warning));
  const before = (count: number) => own.slice(count, count + 1);
  let taken = 0;
  const warnings = found.flatMap((warning) => (isPoolNote(warning) ? [warning] : before(taken++)));
  return { ...now, warnings: [...warnings, ...own.slice(taken)] };
}

function poolNoteChanges({ warnings: found }: ManifestHead, now: Selection): Difference[] {
  const messages = (warnings: readonly Warning[]) => warnings.filter(isPoolNote).map(({ message }) => message);
  const [stated, given] = [messages(found), messages(now.warnings)];
  const note = (message: string) => ({ code: 'note/pool-notes', message });
  return [
    ...given.filter((each) => !stated.includes(each)).map((each) => note(`new since the selection was made: ${each}`)),
    ...stated.filter((each) => !given.includes(each)).map((each) => note(`no longer true of the pool: ${each}`)),
  ];
}

/** Which files a comparison of hashes says nothing about. */
export function partlyHashedNotes(warnings: readonly Warning[]): Difference[] {
  return warnings
    .filter(({ code }) => code === 'partly-hashed')
    .map(({ message }) => ({
      code: 'note/partly-hashed',
      message: `${message} A change of what is not hashed is not found.`,
    }));
}

/** Whether another version of the program wrote a manifest, or wrote it in another form. */
export function writerNotes(manifest: Pick<Manifest, 'metadata'>, generator: string): Difference[] {
  return [...versionNotes(manifest.metadata.generated_by, generator), ...formNotes(manifest)];
}

function versionNotes(writer: string, generator: string): Difference[] {
  if (writer === generator) return [];
  const message = `selection.json was written by ${writer}; this is ${generator}.`;
  return [{ code: 'note/version', message, path: 'metadata.generated_by' }];
}

/** A selection as a program of the found one's form saw it: earlier ones told no labels of the plan's own. */
function inFormOfSelection(found: ManifestHead | undefined, now: Selection): Selection {
  return found !== undefined && ageOf(found) === 'older' ? { ...now, plan: { ...now.plan, hidesLabels: true } } : now;
}

/** A manifest as a program of the found one's form writes it: it has no key that came later. */
function inFormOf(found: ManifestHead | undefined, manifest: LazyManifest): LazyManifest {
  if (found === undefined || ageOf(found) === 'own') return manifest;
  const { version, schema } = found.metadata;
  const { schema: own, ...metadata } = manifest.metadata;
  const named = schema === undefined ? {} : { schema: own ?? schema };
  return { ...manifest, metadata: { ...metadata, version, ...named } };
}

function formNotes(manifest: Pick<Manifest, 'metadata'>): Difference[] {
  const age = ageOf(manifest);
  if (age === 'own') return [];
  const unknown = age === 'newer' ? ' What only that form has was not checked.' : '';
  const message = `selection.json has form ${manifest.metadata.version}; this program writes ${manifestForm}.${unknown}`;
  return [{ code: 'note/form', message, path: 'metadata.version' }];
}

/** A manifest without the keys that only a later form has. */
function manifestIn(manifest: Manifest, age: FormAge): Manifest {
  return age === 'newer' ? knownPart(manifest) : manifest;
}
