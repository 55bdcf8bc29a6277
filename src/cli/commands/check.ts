import { basename } from 'node:path';
import type { Command } from 'commander';
import { checkFiles, checkWithoutRun } from '../../core/compare/check-files.js';
import { checkWithoutPool } from '../../core/compare/check-without-pool.js';
import { hashingNotes, isEarlierLarge, poolsAsHashed } from '../../core/compare/pool-state.js';
import type { CheckDocument } from '../../core/contracts/check-document.js';
import { readManifest, readManifestHead } from '../../core/manifest/read-manifest.js';
import { ManifestError, PoolError, ShortfallError, WinnowError } from '../../core/model/errors.js';
import type { Plan } from '../../core/model/plan.js';
import type { Pool } from '../../core/model/task.js';
import type { LongText } from '../../core/text/text-pieces.js';
import { choiceOf } from '../../disk/default-plan.js';
import { findPlanFiles } from '../../disk/find-plan.js';
import { leftoverNote } from '../../disk/folder-lock.js';
import { assertUnchanged, loadPlanFiles } from '../../disk/load-plan.js';
import { generatorName } from '../../disk/own-package.js';
import { type OpenSelection, openSelection } from '../../disk/read-selection.js';
import { writeSelection } from '../../disk/write-selection.js';
import { refuseEarlierVersion } from '../arguments/manifest-of.js';
import {
  fromTable,
  noCache,
  pathsRead,
  readPlanFields,
  readPlanPools,
  selectCounted,
  selectFromPools,
  timeLimit,
  withContents,
} from '../arguments/read-plan-pools.js';
import { withHint } from '../arguments/with-hint.js';
import { type Comparison, checkReport } from '../reports/check-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

interface CheckFlags {
  readonly plan?: string;
  readonly benchmarks?: string;
  readonly pool?: string;
  readonly cache?: boolean;
  readonly allowShortfall?: true;
  readonly timeLimit?: number;
  readonly withoutPool?: true;
  readonly withoutSolving?: true;
  readonly fix?: true;
  readonly json?: true;
}

/** `winnow check [SELECTION]`: is the selection on disk what its plan and its pool give now? */
export function addCheck(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Runs the plan again and names every difference from the selection on disk; exits with 1 when there is one.\n' +
        'The plan is the embedded one of that name, or plan.yaml or NAME.yaml beside the selection or one folder up.',
    )
    .argument('[selection]', 'a selection.json or the folder it lies in (default: "selection", or else ".")')
    .option('-p, --plan <plan>', 'the plan file, or the name of an embedded plan')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .option(...timeLimit)
    .option('--without-pool', 'verify what takes no pool, and say what was not verified')
    .option('--without-solving', 'for a plan with a goal: verify its rules and its goal, and not that it is the best')
    .option('--fix', 'rewrite the files when they differ')
    .option('--json', 'print { ok, differences, notes } as one JSON document and nothing else')
    .action(async (selection: string | undefined, flags: CheckFlags) => done(await runCheck(selection, flags)));
}

async function runCheck(path: string | undefined, flags: CheckFlags): Promise<number> {
  refuseContradiction(flags);
  const onDisk = openSelection(path);
  if (flags.fix === true && basename(onDisk.file) !== 'selection.json') {
    const message = 'only a file named selection.json can be fixed.';
    throw new ManifestError([{ code: 'usage', message, place: { file: onDisk.file } }]);
  }
  const comparison = await compare(onDisk, flags);
  const { selection, parts, used } = comparison;
  const left = leftoverNote(onDisk.folder);
  const leftovers = left === undefined ? [] : [{ code: 'note/leftovers', message: left }];
  const result = { ...comparison.result, notes: [...comparison.result.notes, ...leftovers] };
  const mended = flags.fix === true && selection !== undefined && result.differences.length > 0;
  const inputs = pathsRead(flags);
  if (mended) writeSelection(selection, onDisk.folder, inputs, { look: comparison.look });
  const ok = mended || result.differences.length === 0;
  if (flags.json === true) {
    const document = {
      ok,
      ...(flags.fix === true ? { mended } : {}),
      ...(used === undefined ? {} : { plan: used.plan }),
      ...result,
      ...(parts === undefined ? {} : { verified: parts.verified, not_verified: parts.notVerified }),
    } satisfies CheckDocument;
    print(`${JSON.stringify(document, null, 2)}\n`);
  } else print(`${checkReport(onDisk.file, { ...comparison, result }, mended, terminalFor(process.stdout))}\n`);
  return ok ? exitCodes.done : exitCodes.gate;
}

function refuseContradiction({ withoutPool, fix, benchmarks, pool }: CheckFlags): void {
  if (withoutPool !== true || (fix !== true && benchmarks === undefined && pool === undefined)) return;
  const other = fix === true ? '--fix' : benchmarks === undefined ? '--pool' : '--benchmarks';
  const message = `--without-pool reads no pool, and ${other} needs one.`;
  throw new WinnowError([{ code: 'usage', message, hint: 'Leave one of them out.' }]);
}

/** Runs the plan and compares; without a selection when the plan does not run, or when it cannot even be named. */
async function compare(onDisk: OpenSelection, flags: CheckFlags): Promise<Comparison> {
  // Of a large selection the tasks are let go while the plan is run: they are read again where they differ.
  const head = readManifestHead(onDisk.texts.manifest);
  const { manifest, planName, differences } = head;
  if (flags.plan === undefined && planName === undefined) {
    if (flags.fix !== true) return { result: { differences, notes: [] } };
    const message = `${differences[0]?.message ?? ''} So its plan is not known.`;
    const hint = 'Give the plan with --plan.';
    throw new ManifestError([{ code: 'plan/not-found', message, place: { file: onDisk.file }, hint }]);
  }
  if (flags.plan === undefined && manifest !== undefined) {
    await refuseEarlierVersion({ file: onDisk.file, text: onDisk.texts.manifest }, manifest.metadata.plan);
  }
  const loaded = await (flags.plan === undefined
    ? findPlanFiles(planName ?? '', onDisk.folder, manifest?.metadata.plan.sha256)
    : loadPlanFiles(flags.plan));
  const { plan } = loaded;
  const used = { ...choiceOf(loaded), name: plan.name };
  if (flags.fix === true && planName !== undefined && planName !== plan.name) {
    const message = `it was made by the plan "${planName}", not by "${plan.name}"; mending would replace it.`;
    const hint = `To select by "${plan.name}", run "winnow select".`;
    throw new ManifestError([{ code: 'plan/other', message, place: { file: onDisk.file }, hint }]);
  }
  if (flags.withoutPool === true) {
    const { verified, notVerified, ...result } = checkWithoutPool(onDisk.texts, plan, generatorName());
    return { result, used, parts: { verified, notVerified } };
  }
  const asked = {
    allowShortfall: flags.allowShortfall === true,
    tier: manifest?.metadata.tier?.name,
    timeLimit: flags.timeLimit,
  };
  const candidates = await selectCounted(plan, flags, asked).catch(hintAtPartialCheck);
  const found = candidates?.pools ?? (await readPlanFields(plan, flags).catch(hintAtPartialCheck));
  const whole = () => readPlanPools(plan, flags).catch(hintAtPartialCheck);
  // The hashes of an earlier program take all that every task holds.
  const isEarlier = [...found].some(([name, pool]) => isPart(pool) && isEarlierLarge(name, pool, manifest));
  const counted = isEarlier ? undefined : candidates;
  const pools = isEarlier ? await whole() : found;
  try {
    const unsolved = manifest === undefined ? undefined : await unsolvedCheck(plan, onDisk.texts.manifest, flags);
    const options = { ...asked, optimiser: unsolved?.optimiser };
    const selection = await withContents(counted?.selection ?? (await selectFromPools(plan, pools, options)), pools);
    assertUnchanged(loaded);
    const hashed = poolsAsHashed(pools, manifest);
    const compared = hashed === pools ? selection : await selectFromPools(plan, hashed, options);
    const { differences: found, notes } = checkFiles(onDisk.texts, compared, generatorName(), head);
    return {
      result: { differences: found, notes: [...notes, ...hashingNotes(pools, manifest), ...(unsolved?.notes ?? [])] },
      selection,
      look: () => assertUnchanged(loaded),
      used,
    };
  } catch (error) {
    if (!(error instanceof PoolError || error instanceof ShortfallError)) throw error;
    const hasAll = [...pools.values()].every(({ late }) => late === undefined);
    return { result: checkWithoutRun(onDisk.texts, plan, hasAll ? pools : await whole(), error.faults), used };
  }
}

/** Whether a pool has not all that its source holds: candidates alone, or fields alone. */
function isPart({ census, late }: Pool): boolean {
  return census !== undefined || late !== undefined;
}

/** Of a plan with a goal: takes the tasks as they are, where they are not to be solved for again, or cannot be. */
async function unsolvedCheck(plan: Plan, text: LongText, { withoutSolving, fix }: CheckFlags) {
  if (plan.benchmarks.every(({ select }) => select.optimise === undefined)) return undefined;
  const { manifest } = readManifest(text);
  if (manifest === undefined) return undefined;
  const { claimsOf } = await import('../../core/compare/claims-of.js');
  const { isReproducible, claimed } = claimsOf(manifest);
  if (fix === true || (withoutSolving !== true && isReproducible)) return undefined;
  if (manifest.metadata.tier !== undefined) throw new WinnowError([unsolvedTier(manifest.metadata.tier.name)]);
  const { verifyingOptimiser } = await import('../../core/optimise/verifying-optimiser.js');
  const why = isReproducible
    ? 'Its rules and its goal were verified; that no selection is better was not (--without-solving).'
    : 'A time limit ended the search for its tasks, so another run may not find them again. Its rules and its goal were verified; that no selection is better was not.';
  return { optimiser: verifyingOptimiser(claimed), notes: [{ code: 'note/not-solved', message: why }] };
}

/** A tier is chosen from the whole selection, which is not in its own files. */
function unsolvedTier(name: string) {
  const message = `the tier "${name}" of a plan with a goal can't be checked with --without-solving: it is chosen from the whole selection, which has to be solved for first.`;
  return { code: 'usage', message, hint: 'Leave --without-solving out, or check the whole selection.' };
}

/** Where the pool is not at hand, some of the selection can be checked all the same. */
function hintAtPartialCheck(error: unknown): never {
  throw withHint(error, 'To verify what takes no pool, add --without-pool.');
}
