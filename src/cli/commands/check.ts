import { basename } from 'node:path';
import type { Command } from 'commander';
import { checkFiles, checkWithoutRun } from '../../core/compare/check-files.js';
import type { CheckResult } from '../../core/compare/check-text.js';
import { hashingNotes, poolsAsHashed } from '../../core/compare/pool-state.js';
import type { CheckDocument } from '../../core/contracts/check-document.js';
import type { Difference } from '../../core/manifest/difference.js';
import { readManifest } from '../../core/manifest/read-manifest.js';
import { ManifestError, PoolError, ShortfallError } from '../../core/model/errors.js';
import type { Selection } from '../../core/model/selection.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { assertUnchanged, loadPlanFiles } from '../../disk/load-plan.js';
import { generatorName } from '../../disk/own-package.js';
import { findPlanFiles, readSelection, type SelectionOnDisk } from '../../disk/read-selection.js';
import { writeSelection } from '../../disk/write-selection.js';
import { noCache, readPlanPools, selectFromPools } from '../arguments/read-plan-pools.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

interface CheckFlags {
  readonly plan?: string;
  readonly benchmarks?: string;
  readonly cache?: boolean;
  readonly allowShortfall?: true;
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
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .option('--fix', 'write the files anew when they differ')
    .option('--json', 'print { ok, differences, notes } as one JSON document and nothing else')
    .action(async (selection: string | undefined, flags: CheckFlags) => done(await runCheck(selection, flags)));
}

async function runCheck(path: string | undefined, flags: CheckFlags): Promise<number> {
  const onDisk = readSelection(path);
  if (flags.fix === true && basename(onDisk.file) !== 'selection.json') {
    const message = 'only a file named selection.json can be mended.';
    throw new ManifestError([{ code: 'usage', message, place: { file: onDisk.file } }]);
  }
  const { result, selection } = await compare(onDisk, flags);
  const mended = flags.fix === true && selection !== undefined && result.differences.length > 0;
  const inputs = flags.benchmarks === undefined ? [] : [flags.benchmarks];
  if (mended) writeSelection(selection, onDisk.folder, inputs);
  const ok = mended || result.differences.length === 0;
  if (flags.json === true) {
    const document = { ok, ...(flags.fix === true ? { mended } : {}), ...result } satisfies CheckDocument;
    print(`${JSON.stringify(document, null, 2)}\n`);
  } else await printResult(onDisk.file, result, mended, selection);
  return ok ? exitCodes.done : exitCodes.gate;
}

/** Runs the plan and compares; without a selection when the plan does not run, or when it cannot even be named. */
async function compare(
  onDisk: SelectionOnDisk,
  flags: CheckFlags,
): Promise<{ result: CheckResult; selection?: Selection }> {
  const { manifest, planName, differences } = readManifest(onDisk.texts.manifest);
  if (flags.plan === undefined && planName === undefined) {
    if (flags.fix !== true) return { result: { differences, notes: [] } };
    const message = `${differences[0]?.message ?? ''} So its plan is not known.`;
    const hint = 'Give the plan with --plan.';
    throw new ManifestError([{ code: 'plan/not-found', message, place: { file: onDisk.file }, hint }]);
  }
  const loaded = await (flags.plan === undefined
    ? findPlanFiles(planName ?? '', onDisk.folder, manifest?.metadata.plan.sha256)
    : loadPlanFiles(flags.plan));
  const { plan } = loaded;
  if (flags.fix === true && planName !== undefined && planName !== plan.name) {
    const message = `it was made by the plan "${planName}", not by "${plan.name}"; mending would replace it.`;
    const hint = `To select by "${plan.name}", run "winnow select".`;
    throw new ManifestError([{ code: 'plan/other', message, place: { file: onDisk.file }, hint }]);
  }
  const pools = await readPlanPools(plan, flags);
  try {
    const options = { allowShortfall: flags.allowShortfall === true };
    const selection = await selectFromPools(plan, pools, options);
    assertUnchanged(loaded);
    const hashed = poolsAsHashed(pools, manifest);
    const compared = hashed === pools ? selection : await selectFromPools(plan, hashed, options);
    const { differences: found, notes } = checkFiles(onDisk.texts, compared, generatorName());
    return { result: { differences: found, notes: [...notes, ...hashingNotes(pools, manifest)] }, selection };
  } catch (error) {
    if (!(error instanceof PoolError || error instanceof ShortfallError)) throw error;
    return { result: checkWithoutRun(onDisk.texts, plan, pools, error.faults) };
  }
}

async function printResult(
  file: string,
  { differences, notes }: CheckResult,
  mended: boolean,
  selection: Selection | undefined,
): Promise<void> {
  const { bold, danger, dim, rich } = terminalFor(process.stdout);
  const line = (mark: string) => (each: Difference) =>
    `${mark} ${visibleText(each.message, 2000)} ${dim(`[${each.code}]`)}`;
  const name = visibleText(file, 1000);
  const count = countOf(differences.length, 'difference');
  const ok = `${name} is what the plan and the pool give.`;
  const wrong = `${name} is not what the plan and the pool give: ${count}.`;
  const end = mended
    ? ['Mended: selection.json, METHODOLOGY.md and selection.csv are written anew.']
    : differences.length === 0
      ? []
      : [dim(selection === undefined ? 'Mend what is named above first.' : 'To write the files anew, add --fix.')];
  const lines = [
    bold(differences.length === 0 ? ok : wrong),
    ...differences.map(line(danger(rich ? '✗' : '-'))),
    ...notes.map(line('note:')),
    ...end,
  ];
  print(`${lines.join('\n')}\n`);
}
