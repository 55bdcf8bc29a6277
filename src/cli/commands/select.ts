import { join } from 'node:path';
import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { print } from '../print.js';
import { terminalFor } from '../terminal.js';

interface SelectFlags {
  readonly out: string;
  readonly json?: true;
  readonly quiet?: true;
  readonly dryRun?: true;
  readonly allowShortfall?: true;
  readonly benchmarks?: string;
}

/** `winnow select [PLAN]`: runs a plan, shows what came of it and writes the files. */
export function addSelect(program: Command, done: (code: number) => void): void {
  program
    .command('select')
    .summary('select tasks by a plan; write the manifest, the methodology page and a table')
    .description(
      'Selects tasks by a plan and writes selection.json, METHODOLOGY.md and selection.csv, all of them or none.\n' +
        'PLAN is a path, or the name of a plan that ships with Winnow.',
    )
    .argument('[plan]', 'a plan file (YAML), or the name of an embedded plan', 'ccb')
    .option('-o, --out <dir>', 'folder to write into', 'selection')
    .option('--json', 'print the manifest as one JSON document and nothing else')
    .option('-q, --quiet', 'print nothing unless something is wrong')
    .option('-n, --dry-run', 'write nothing')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .action(async (plan: string, flags: SelectFlags) => done(await runSelect(plan, flags)));
}

async function runSelect(planName: string, flags: SelectFlags): Promise<number> {
  const {
    assertUnchanged,
    generatorName,
    loadPlan,
    makeManifest,
    manifestText,
    readPools,
    runPlan,
    selectionFileNames,
    writeSelection,
  } = await import('../../run.js');
  const plan = await loadPlan(planName);
  const selection = runPlan(plan, await readPools(plan, { benchmarks: flags.benchmarks }), {
    allowShortfall: flags.allowShortfall === true,
  });
  assertUnchanged(plan);
  if (flags.dryRun !== true) writeSelection(selection, flags.out);
  if (flags.json === true) print(manifestText(makeManifest(selection, generatorName())));
  else if (flags.quiet !== true) {
    const { selectionSummary } = await import('../summary.js');
    const terminal = terminalFor(process.stdout);
    const paths = selectionFileNames.map((name) => join(flags.out, name)).join(', ');
    const end = flags.dryRun === true ? 'Nothing was written (--dry-run).' : `Wrote ${paths}`;
    print(`${selectionSummary(selection, terminal)}\n\n${terminal.dim(end)}\n`);
  }
  return exitCodes.done;
}
