import { dirname, join } from 'node:path';
import { manifestContradictions } from '../../core/compare/contradictions.js';
import { fingerprintText, hasFingerprint } from '../../core/fingerprint/fingerprint-pool.js';
import { type Manifest, readBack } from '../../core/manifest/manifest.js';
import { type Difference, readManifest } from '../../core/manifest/read-manifest.js';
import { type Fault, ManifestError, PlanError } from '../../core/model/errors.js';
import type { Plan } from '../../core/model/plan.js';
import { manifestCsv, manifestWithFiles } from '../../core/report/selection-files.js';
import { hasTiersToRun, planOfPool } from '../../core/suites/covered-tier.js';
import type { LongText } from '../../core/text/text-pieces.js';
import { quotedWord, visibleText } from '../../core/text/words.js';
import { existsSync } from '../../disk/file-access.js';
import { findPlanFiles } from '../../disk/find-plan.js';
import { leftoverNote } from '../../disk/folder-lock.js';
import { embeddedPlans, type LoadedPlan, loadPlan, loadPlanFiles } from '../../disk/load-plan.js';
import { generatorName } from '../../disk/own-package.js';
import { planInputs } from '../../disk/protect-files.js';
import { findSelection } from '../../disk/read-selection.js';
import { option, type Ports, rare } from '../declare/operation.js';
import { mayBeCounted, type PoolInput, pathsRead, type RunInput, runOptions, selectByPlan } from './plan-pools.js';

/** The manifest that an argument names: read from disk or git, or made by running a plan. */
export async function manifestOf(argument: string, flags: RunInput, ports: Ports): Promise<Manifest> {
  const source = await findSelection(argument);
  if (source.kind === 'plan') return runNamed(source.plan, flags, ports);
  const manifest = await soundManifest(source.text, source.file);
  const left = leftoverNote(dirname(source.file));
  if (left !== undefined) ports.note(left);
  const { tier, tiers = {} } = manifest.metadata;
  const own = tier?.name;
  if (flags.tier === undefined || flags.tier === own || flags.tier === String(manifest.tasks.length)) return manifest;
  const beside = Object.keys(tiers).find((name) => name === flags.tier || String(tiers[name]) === flags.tier);
  const below = beside === undefined ? undefined : join(dirname(source.file), beside);
  if (below !== undefined && existsSync(join(below, 'selection.json'))) return manifestOf(below, flags, ports);
  const message = `this is ${own === undefined ? 'the whole selection' : `the tier "${own}"`}, not the tier "${flags.tier}".`;
  const known = Object.keys(tiers);
  const hint = `${known.length === 0 ? '' : `Its tiers: ${known.join(', ')}. `}Write that tier with "winnow select --tier ${quotedWord(flags.tier)}", or name the plan instead of the selection.`;
  throw new ManifestError([{ code: 'selection/tier', message, place: { file: source.file }, hint }]);
}

export const selectionArgument = option.argument('a selection.json, its folder, or a plan to run', {
  path: 'read',
});

/** The option of the commands that refuse a selection whose plan has changed. */
export const allowChangedPlan = rare.flag('use the selection even if its plan has changed');

/** The manifest that an argument names. @throws ManifestError if the plan next to it has changed. */
export async function currentManifest(argument: string, flags: RunInput, ports: Ports): Promise<Manifest> {
  const manifest = await manifestOf(argument, flags, ports);
  const source = await findSelection(argument);
  // A file from an earlier revision in git has no plan next to it.
  const hasPlan = source.kind === 'manifest' && existsSync(source.file);
  if (hasPlan && flags.allowChangedPlan !== true) await refuseChangedPlan(source, manifest.metadata.plan);
  return manifest;
}

async function refuseChangedPlan(source: ManifestFile, mark: PlanMark): Promise<void> {
  const { file } = source;
  const { name, sha256 } = mark;
  const [out, anyway] = [quotedWord(dirname(file)), 'To use the selection as it is, add --allow-changed-plan.'];
  const which = `Select again with its plan: "winnow select PLAN --out ${out}". ${anyway}`;
  const plan = await refuseEarlierVersion(source, mark, which);
  if (plan === undefined || plan.hash === sha256 || (await isShipped(name, sha256))) return;
  const message = `${plan.file} has changed since this selection was made.`;
  const again = quotedWord(plan.file);
  const hint = `Run "winnow diff ${quotedWord(file)} ${again}" to see the effect, then select again with "winnow select ${again} --out ${out}". ${anyway}`;
  throw new ManifestError([{ code: 'selection/plan-changed', message, place: { file }, hint }]);
}

interface ManifestFile {
  readonly file: string;
  readonly text: LongText;
}

type PlanMark = Manifest['metadata']['plan'];

/**
 * Refuses a selection that an interrupted `winnow refresh` should have replaced: the plan beside it already has the
 * next version.
 * @returns The plan of that name beside the selection; undefined if there is none.
 * @throws ManifestError; PlanError, with the hint `whichPlan`, if several plans have that name and none has the hash.
 */
export async function refuseEarlierVersion(
  { file, text }: ManifestFile,
  mark: PlanMark,
  whichPlan?: string,
): Promise<Plan | undefined> {
  const plan = await planBeside(mark, dirname(file), whichPlan);
  const last = plan?.history?.at(-1);
  if (plan === undefined || last === undefined || last.of !== fingerprintText(text)) return plan;
  const message = `this is version ${last.version - 1}, but ${plan.file} is at version ${last.version}. "winnow refresh" was interrupted, or wrote the new selection to another folder.`;
  const hint = `Use the new selection, or make it here with "winnow select ${quotedWord(plan.file)} --out ${quotedWord(dirname(file))}".`;
  throw new ManifestError([{ code: 'selection/earlier-version', message, place: { file }, hint }]);
}

async function planBeside(mark: PlanMark, folder: string, hint?: string): Promise<Plan | undefined> {
  try {
    return (await findPlanFiles(mark, folder, hint, { onDisk: true })).plan;
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    if (error.faults[0]?.code === 'plan/ambiguous' && !(await isShipped(mark.name, mark.sha256))) throw error;
    return undefined;
  }
}

/** Whether a plan that ships made the selection, whatever plans with that name are on disk. */
async function isShipped(name: string, sha256: string): Promise<boolean> {
  return embeddedPlans().includes(name) && (await loadPlan(name)).hash === sha256;
}

export async function inputsOf(argument: string, flags: RunInput): Promise<readonly string[]> {
  const source = await findSelection(argument);
  if (source.kind === 'manifest') return [source.file];
  return [...planInputs(await loadPlan(source.plan)), ...pathsRead(flags)];
}

async function runNamed(name: string, flags: RunInput, ports: Ports): Promise<Manifest> {
  const loaded = await loadPlan(name);
  const isSuite = flags.looksAfterTiers === true && embeddedPlans().includes(name);
  const plan: Plan =
    isSuite && loaded.looks === undefined && loaded.tiers !== undefined ? { ...loaded, looks: 'tiers' } : loaded;
  const { tier, ...options } = runOptions(flags);
  const every = await planOfEveryTask(plan, flags, ports);
  const selection = await selectByPlan(
    every ?? plan,
    flags,
    every === undefined ? { ...options, tier } : options,
    ports,
  );
  return readBack(manifestWithFiles(selection, generatorName()));
}

/** The plan that takes every task, if the tier is the size of the pool and the plan itself selects fewer. */
export async function planOfEveryTask(plan: Plan, flags: RunInput, ports: Ports): Promise<Plan | undefined> {
  const { tier, ...options } = runOptions(flags);
  if (tier === undefined || plan.tiers?.has(tier) !== false || !(await hasReadyTiers(plan))) return undefined;
  const whole = await selectByPlan(plan, flags, options, ports);
  return String(whole.choices.length) === tier ? undefined : planOfPool(plan, whole, tier);
}

/** Whether every tier can be computed quickly; tiers of a large table or with a goal can't, and must be named. */
export async function hasReadyTiers(plan: Plan): Promise<boolean> {
  return hasTiersToRun(plan) && !(await mayBeCounted(plan));
}

/** A consistent manifest. @throws ManifestError with every contradiction. */
export async function soundManifest(text: LongText, file: string): Promise<Manifest> {
  const { manifest, differences } = readManifest(text);
  const contradictions = manifest === undefined ? differences : manifestContradictions(manifest);
  const faults = manifest === undefined || contradictions.length > 0 ? contradictions : editsOf(manifest);
  if (manifest !== undefined && faults.length === 0) return manifest;
  const hint = /\.json$/i.test(file)
    ? remakeHint(file, manifest?.metadata.plan.name)
    : 'Is this a selection? Put the selection first.';
  throw new ManifestError(faults.map((each) => ({ ...faultOf(each, file), hint })));
}

/** The error if the tasks give other rows in selection.csv than those whose hash the manifest records. */
function editsOf(manifest: Manifest): readonly Difference[] {
  const { files, generated_by: writer } = manifest.metadata;
  const sha256 = files?.['selection.csv'];
  // Another version may write other columns.
  if (sha256 === undefined || writer !== generatorName() || hasFingerprint(manifestCsv(manifest), sha256)) return [];
  const why = 'the file records the hash of a selection.csv with other rows';
  return [{ code: 'selection/edited', message: `the list of tasks was edited after Winnow wrote it: ${why}.` }];
}

/** How to make a damaged selection again, with its plan if that is known. */
function remakeHint(file: string, plan?: string): string {
  const which = plan === undefined ? '' : ` (its plan is "${visibleText(plan, 60)}")`;
  return `The file was damaged or edited. Make it again with "winnow select PLAN --out ${quotedWord(dirname(file))}"${which}; add --force if another plan made this selection.`;
}

/** A difference as an error of the manifest's file. */
export function faultOf({ code, message, path }: Difference, file: string): Fault {
  return { code, message, place: path === undefined ? { file } : { file, path } };
}

export interface TaskFolders {
  /** The folder that task folders are relative to; undefined if unknown. */
  readonly folder: string | undefined;
  /** Other possible folders of the tasks of a benchmark, by its name. */
  readonly otherFolders: ReadonlyMap<string, readonly string[]>;
  /** The folders that the plan names as sources, relative to `folder`. */
  readonly sources?: readonly string[];
}

/** Finds the folders of the tasks through the plan of the selection; `--benchmarks` comes first. */
export async function taskFoldersOf(
  selection: string,
  { metadata }: Manifest,
  { benchmarks }: PoolInput,
): Promise<TaskFolders> {
  const source = await findSelection(selection);
  try {
    const loaded =
      source.kind === 'plan'
        ? await loadPlanFiles(source.plan)
        : await findPlanFiles(metadata.plan, dirname(source.file));
    // Another plan with this name may use other folders.
    if (loaded.plan.hash !== metadata.plan.sha256) return { folder: benchmarks, otherFolders: new Map() };
    if (benchmarks !== undefined) return { folder: benchmarks, otherFolders: otherFolders(loaded.plan) };
    const paths = loaded.plan.benchmarks.flatMap(({ source }) => (source.kind === 'path' ? source.paths : []));
    // For a pattern, the folder that contains all its matches.
    const sources = paths.map((path) => path.replace(/\/?[^/]*[*?[{].*$/, ''));
    return { folder: sourceFolder(loaded), otherFolders: otherFolders(loaded.plan), sources };
  } catch (error) {
    if (error instanceof PlanError) return { folder: benchmarks, otherFolders: new Map() };
    throw error;
  }
}

/** The folder that the sources of a plan are relative to; undefined for a built-in pool. */
function sourceFolder({ plan, texts }: LoadedPlan): string | undefined {
  const [file] = texts.keys();
  const hasPaths = plan.benchmarks.some(({ source }) => source.kind === 'path');
  return file === undefined || !hasPaths ? undefined : dirname(file);
}

/** The `folders` of each benchmark; for a pattern of tasks, the folder above them. */
function otherFolders({ benchmarks }: Plan): ReadonlyMap<string, readonly string[]> {
  return new Map(
    benchmarks.map(({ name, folders }) => [
      name,
      (folders?.anyOf ?? []).map((path) => (/\*[^/]*$/.test(path) ? path.replace(/\/?[^/]*$/, '') : path)),
    ]),
  );
}
