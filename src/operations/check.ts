import { basename, join } from 'node:path';
import { type Block, line, quietLine, type Section } from '../core/blocks/blocks.js';
import { checkFiles, checkWithoutRun } from '../core/compare/check-files.js';
import { type CheckDocument, type CheckResult, checkSchema } from '../core/compare/check-text.js';
import { checkWithoutPool, type PartialCheck } from '../core/compare/check-without-pool.js';
import { hashingNotes, isEarlierLarge, poolsAsHashed } from '../core/compare/pool-state.js';
import { groupBy } from '../core/lists/lists.js';
import { recordedWave } from '../core/manifest/manifest.js';
import { type Difference, readManifest, readManifestHead } from '../core/manifest/read-manifest.js';
import { ManifestError, PoolError, ShortfallError, WinnowError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import type { Selection } from '../core/model/selection.js';
import type { Pool } from '../core/model/task.js';
import type { LongText } from '../core/text/text-pieces.js';
import { countOf, formatCount, visibleText } from '../core/text/words.js';
import { existsSync } from '../disk/file-access.js';
import { choiceOf, findPlanFiles } from '../disk/find-plan.js';
import { leftoverNote } from '../disk/folder-lock.js';
import { assertUnchanged, loadPlanFiles } from '../disk/load-plan.js';
import { generatorName } from '../disk/own-package.js';
import { type OpenSelection, openSelection } from '../disk/read-selection.js';
import { refuseOtherFile, staleTiers, writeSelection } from '../disk/write-selection.js';
import { type InputOf, operation, option, type Ports, rare } from './declare/operation.js';
import { firstOf, section } from './declare/sections.js';
import { refuseEarlierVersion } from './inputs/manifests.js';
import {
  pathsRead,
  readContents,
  readPlanPools,
  readToSelect,
  runPlanOptions,
  selectFromPools,
  timeLimitOption,
} from './inputs/plan-pools.js';
import { planLine, type UsedPlan, withHint } from './inputs/used-plan.js';

interface Comparison {
  readonly result: CheckResult;
  readonly used?: UsedPlan;
  /** Undefined if the plan was not run, or did not run. */
  readonly selection?: Selection;
  /** Throws if the plan has changed since it was run. */
  readonly look?: () => void;
  /** Set if the pool was not read. */
  readonly parts?: Pick<PartialCheck, 'verified' | 'notVerified'>;
  readonly tiers?: readonly string[];
  readonly stale?: readonly string[];
}

interface Checked extends Comparison {
  readonly file: string;
  readonly mended: boolean;
}

const input = {
  selection: option.optionalArgument(
    'a selection.json or its folder (default: "selection", or "." if there is no such folder)',
    {
      path: 'read',
    },
  ),
  plan: option.text('plan', 'the plan file or the name of a built-in plan', { short: 'p', path: 'read' }),
  ...runPlanOptions,
  timeLimit: timeLimitOption,
  withoutPool: option.flag('run only the checks that do not need the pool, and list those that were skipped'),
  withoutSolving: rare.flag(
    'for a plan with a goal: check the rules and the value of the goal, but not that it is optimal',
  ),
  fix: option.flag('rewrite the files if they are different'),
};

type CheckInput = InputOf<typeof input>;

export const check = operation({
  name: 'check',
  group: 'Check',
  summary: 'Check that a selection still matches its plan and pool',
  description:
    'Runs the plan again and lists every difference from the selection on disk. Exits with 1 if there are differences.\n' +
    'Without --plan, Winnow looks for the plan by name: a built-in plan, or plan.yaml or NAME.yaml in the folder\n' +
    'of the selection or its parent folder.',
  input,
  output: { check: checkSchema },
  writes: true,
  run: async (given, ports): Promise<Checked> => {
    refuseContradiction(given);
    const onDisk = openSelection(given.selection);
    if (given.fix === true && basename(onDisk.file) !== 'selection.json') {
      const message = 'Winnow can fix only a file named selection.json.';
      throw new ManifestError([{ code: 'usage', message, place: { file: onDisk.file } }]);
    }
    const comparison = await checkOne(onDisk, given, ports);
    const results: CheckResult[] = [comparison.result];
    let mended = comparison.mended;
    for (const tier of comparison.tiers ?? []) {
      const file = join(onDisk.folder, tier, 'selection.json');
      if (!existsSync(file)) {
        const message = `the tier "${tier}" was not checked, because it has no folder here. "winnow select" writes it.`;
        results.push({ differences: [], notes: [{ code: 'note/tier-not-written', message }] });
        continue;
      }
      const own = await checkOne(openSelection(file), given, ports);
      mended ||= own.mended;
      results.push(inTier(tier, own.result));
    }
    const result = {
      differences: results.flatMap(({ differences }) => differences),
      notes: results.flatMap(({ notes }) => notes),
    };
    return { ...comparison, result, file: onDisk.file, mended };
  },
  document: ({ result, used, parts, mended }, { fix }) =>
    ({
      ok: mended || result.differences.length === 0,
      ...(fix === true ? { mended } : {}),
      ...(used === undefined ? {} : { plan: used.plan }),
      ...result,
      ...(parts === undefined ? {} : { verified: parts.verified, not_verified: parts.notVerified }),
    }) satisfies CheckDocument,
  view: viewOf,
  exitCode: ({ result, mended }) => (mended || result.differences.length === 0 ? 0 : 1),
  forAgents: true,
  examples: [
    { words: 'Check the selection in this folder', command: 'winnow check' },
    { words: 'Check a selection without its pool', command: 'winnow check selection --without-pool' },
  ],
});

async function checkOne(onDisk: OpenSelection, given: CheckInput, ports: Ports) {
  const comparison = await compare(onDisk, given, ports);
  const { selection } = comparison;
  const stale = (comparison.stale ?? []).map(staleTier);
  const result = { ...comparison.result, differences: [...comparison.result.differences, ...stale] };
  const left = leftoverNote(onDisk.folder);
  const leftovers = left === undefined ? [] : [{ code: 'note/leftovers', message: left }];
  const mended = given.fix === true && selection !== undefined && result.differences.length > 0;
  if (mended) writeSelection(selection, onDisk.folder, pathsRead(given), { look: comparison.look });
  return { ...comparison, result: { ...result, notes: [...result.notes, ...leftovers] }, mended };
}

function staleTier(tier: string): Difference {
  const message = `the folder "${tier}" contains a tier that is no longer in the plan. --fix and "winnow select" remove its files.`;
  return { code: 'tier/stale', message };
}

function inTier(tier: string, { differences, notes }: CheckResult): CheckResult {
  const named = (each: Difference): Difference => ({ ...each, message: `tier "${tier}": ${each.message}` });
  return { differences: differences.map(named), notes: notes.map(named) };
}

const mostAlike = 10;

function viewOf(checked: Checked): readonly Section[] {
  const { file, result, used, parts } = checked;
  const mark = (code: string) => ({ text: `[${code}]`, tone: 'quiet' }) as const;
  const lines = (sign: '✗' | 'note:', { message, hint, code }: Difference): readonly Block[] => [
    line([sign === '✗' ? { sign } : sign, ` ${visibleText(message, 2000)} `, mark(code)]),
    ...(hint?.split('\n') ?? []).map((each) => line(visibleText(each.trimStart(), 2000), { level: 2 })),
  ];
  return [
    section(
      line([{ strong: `${visibleText(file, 1000)} ${verdict(checked)}` }]),
      used && planLine(used),
      [...groupBy(result.differences, (each) => each.code)].map(([code, alike]) =>
        firstOf(
          alike.map((each) => lines('✗', each)),
          mostAlike,
          (left) => [line([`  and ${formatCount(left)} more `, mark(code), ' (--json lists all)'])],
        ),
      ),
      result.notes.map((each) => lines('note:', each)),
      parts && [list('Verified', parts.verified), list('NOT verified', parts.notVerified)],
      ending(checked),
    ),
  ];
}

/** Differences of METHODOLOGY.md, selection.csv and the folders of tiers. */
const besideIt: ReadonlySet<string> = new Set(['file/missing', 'file/edited', 'file/stale', 'tier/stale']);

function verdict({ result: { differences }, parts }: Comparison): string {
  const count = countOf(differences.length, 'difference');
  if (parts === undefined) {
    if (differences.length > 0 && differences.every(({ code }) => besideIt.has(code))) {
      return `matches its plan and pool, but the files next to it do not: ${count}.`;
    }
    return differences.length === 0 ? 'matches its plan and pool.' : `does not match its plan and pool: ${count}.`;
  }
  return differences.length === 0
    ? 'is consistent and matches its plan. The pool was not read.'
    : `is inconsistent or does not match its plan: ${count}. The pool was not read.`;
}

function list(title: string, entries: PartialCheck['verified']): readonly Block[] {
  if (entries.length === 0) return [];
  return [line([{ strong: title }]), ...entries.map(({ message }) => line(message, { level: 1 }))];
}

function ending({ result, selection, parts, mended }: Checked): Block | undefined {
  if (mended) {
    const hadStale = result.differences.some((each) => each.code === 'tier/stale');
    const removed = hadStale ? ' Removed the files of tiers that are no longer in the plan.' : '';
    return line(`Rewrote selection.json, METHODOLOGY.md and selection.csv.${removed}`);
  }
  if (result.differences.length === 0) return undefined;
  if (parts !== undefined)
    return quietLine('To rewrite the files, run "winnow check --fix" on a machine that has the pool.');
  if (selection !== undefined) return quietLine('To rewrite the files, add --fix.');
  const isDamaged = result.differences.some((each) => each.code.startsWith('file/'));
  const again =
    'To select again, run winnow select PLAN --out FOLDER (with --force if another plan made the selection).';
  return quietLine(isDamaged ? again : 'Fix the errors above first.');
}

function refuseContradiction({ withoutPool, fix, benchmarks, pool }: CheckInput): void {
  if (withoutPool !== true || (fix !== true && benchmarks === undefined && pool === undefined)) return;
  const other = fix === true ? '--fix' : benchmarks === undefined ? '--pool' : '--benchmarks';
  const message = `--without-pool skips the pool, but ${other} needs it.`;
  throw new WinnowError([{ code: 'usage', message, hint: 'Remove one of them.' }]);
}

/** Runs the plan and compares. The result has no selection if the plan fails, or can't be identified. */
async function compare(onDisk: OpenSelection, flags: CheckInput, ports: Ports): Promise<Comparison> {
  // Only the head, so that a large selection isn't kept in memory while the plan runs.
  const head = readManifestHead(onDisk.texts.manifest);
  const { manifest, planName, differences } = head;
  if (flags.plan === undefined && planName === undefined) {
    if (flags.fix !== true) return { result: { differences, notes: [] } };
    const message = `${differences[0]?.message ?? ''} Winnow therefore does not know its plan.`;
    const hint = 'Name the plan with --plan.';
    throw new ManifestError([{ code: 'plan/not-found', message, place: { file: onDisk.file }, hint }]);
  }
  if (flags.plan === undefined && manifest !== undefined) {
    await refuseEarlierVersion({ file: onDisk.file, text: onDisk.texts.manifest }, manifest.metadata.plan);
  }
  const loaded = await (flags.plan === undefined
    ? findPlanFiles(manifest?.metadata.plan ?? { name: planName ?? '' }, onDisk.folder)
    : loadPlanFiles(flags.plan));
  const { plan } = loaded;
  const used = { ...choiceOf(loaded), name: plan.name };
  if (flags.fix === true && planName !== undefined && planName !== plan.name) {
    const message = `the plan "${planName}" made this selection, not "${plan.name}", and --fix would replace it.`;
    const hint = `To select with "${plan.name}", run "winnow select".`;
    throw new ManifestError([{ code: 'plan/other', message, place: { file: onDisk.file }, hint }]);
  }
  if (flags.fix === true) await refuseOtherFile(onDisk.folder, plan);
  const tiers = manifest?.metadata.tier === undefined ? [...(plan.tiers?.keys() ?? [])] : [];
  const stale = staleTiers(onDisk.folder, plan);
  if (flags.withoutPool === true) {
    const { verified, notVerified, ...result } = checkWithoutPool(onDisk.texts, plan, generatorName());
    return { result, used, tiers, stale, parts: { verified, notVerified } };
  }
  const asked = {
    allowShortfall: flags.allowShortfall === true,
    tier: manifest?.metadata.tier?.name,
    wave: recordedWave(manifest),
    timeLimit: flags.timeLimit,
  };
  const { pools: found, selection: candidates } = await readToSelect(plan, flags, asked, ports).catch(
    hintAtPartialCheck,
  );
  const whole = () => readPlanPools(plan, flags, ports).catch(hintAtPartialCheck);
  // Earlier versions hashed everything that a task has, so every task must be read in full.
  const isEarlier = [...found].some(([name, pool]) => isPart(pool) && isEarlierLarge(name, pool, manifest));
  const counted = isEarlier ? undefined : candidates;
  const pools = isEarlier ? await whole() : found;
  try {
    const unsolved = manifest === undefined ? undefined : await unsolvedCheck(plan, onDisk.texts.manifest, flags);
    const options = { ...asked, optimiser: unsolved?.optimiser };
    const selected = counted ?? (await selectFromPools(plan, pools, options, ports));
    const selection = await readContents(selected, pools, ports);
    assertUnchanged(loaded);
    const hashed = poolsAsHashed(pools, manifest);
    const { hashedOneByOne } = hashed;
    const isSame = hashed.pools === pools && hashedOneByOne.size === 0;
    const again = () => selectFromPools(plan, hashed.pools, { ...options, hashedOneByOne }, ports);
    const compared = isSame ? selection : await readContents(await again(), hashed.pools, ports);
    const { differences: found, notes } = checkFiles(onDisk.texts, compared, generatorName(), head);
    return {
      result: { differences: found, notes: [...notes, ...hashingNotes(pools, manifest), ...(unsolved?.notes ?? [])] },
      selection,
      look: () => assertUnchanged(loaded),
      used,
      tiers,
      stale,
    };
  } catch (error) {
    if (!(error instanceof PoolError || error instanceof ShortfallError)) throw error;
    const hasAll = [...pools.values()].every(({ lacksContents }) => lacksContents !== true);
    return { result: checkWithoutRun(onDisk.texts, plan, hasAll ? pools : await whole(), error.faults), used };
  }
}

/** Whether a pool is incomplete: only candidates, or only fields. */
function isPart({ census, lacksContents }: Pool): boolean {
  return census !== undefined || lacksContents === true;
}

/** For a plan with a goal that should not, or cannot, be solved again: an optimiser that only verifies the selection. */
async function unsolvedCheck(plan: Plan, text: LongText, { withoutSolving, fix }: CheckInput) {
  if (plan.benchmarks.every(({ select }) => select.optimise === undefined)) return undefined;
  const { manifest } = readManifest(text);
  if (manifest === undefined) return undefined;
  const { claimsOf } = await import('../core/compare/check-files.js');
  const { isReproducible, claimed } = claimsOf(manifest);
  if (fix === true || (withoutSolving !== true && isReproducible)) return undefined;
  if (manifest.metadata.tier !== undefined) throw new WinnowError([unsolvedTier(manifest.metadata.tier.name)]);
  const { verifyingOptimiser } = await import('../core/optimise/verifying-optimiser.js');
  const why = isReproducible
    ? 'Winnow checked the rules and the value of the goal, but not whether a better selection exists (--without-solving).'
    : 'The search for these tasks stopped at a time limit, so another run may find different tasks. Winnow checked the rules and the value of the goal, but not whether a better selection exists.';
  return { optimiser: verifyingOptimiser(claimed), notes: [{ code: 'note/not-solved', message: why }] };
}

/** A tier is chosen from the whole selection, which is not in its files. */
function unsolvedTier(name: string) {
  const message = `--without-solving can't check the tier "${name}" of a plan with a goal: the tier is chosen from the whole selection, which has to be solved first.`;
  return { code: 'usage', message, hint: 'Remove --without-solving, or check the whole selection.' };
}

/** Without the pool, part of the selection can still be checked. */
function hintAtPartialCheck(error: unknown): never {
  throw withHint(error, 'To run only the checks that do not need the pool, add --without-pool.');
}
