import { join } from 'node:path';
import {
  assertUnchanged,
  generatorName,
  loadPlanFiles,
  makeManifest,
  manifestText,
  readPools,
  runPlan,
  selectionFileNames,
  writeSelection,
} from '../run.js';
import type { SelectFlags } from './commands/select.js';
import { exitCodes } from './exit-codes.js';
import { print } from './print.js';
import { ProgressBar } from './progress-bar.js';
import { selectionSummary } from './summary.js';
import { terminalFor } from './terminal.js';

/** Runs a plan, writes the files and shows what came of it; gives the exit code. */
export async function runSelect(planName: string, flags: SelectFlags): Promise<number> {
  const loaded = await loadPlanFiles(planName);
  const { plan } = loaded;
  const bar = new ProgressBar(process.stderr);
  const onProgress = (found: number) => bar.update({ found, share: undefined });
  const pools = await readPools(plan, { benchmarks: flags.benchmarks, onProgress }).finally(() => bar.end());
  const selection = runPlan(plan, pools, { allowShortfall: flags.allowShortfall === true });
  assertUnchanged(loaded);
  if (flags.dryRun !== true) writeSelection(selection, flags.out);
  if (flags.json === true) print(manifestText(makeManifest(selection, generatorName())));
  else if (flags.quiet !== true) {
    const terminal = terminalFor(process.stdout);
    const paths = selectionFileNames.map((name) => join(flags.out, name)).join(', ');
    const end = flags.dryRun === true ? 'Nothing was written (--dry-run).' : `Wrote ${paths}`;
    print(`${selectionSummary(selection, terminal)}\n\n${terminal.dim(end)}\n`);
  }
  return exitCodes.done;
}
