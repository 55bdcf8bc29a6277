import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { addExportOptions, type ExportFlags, runExport } from '../export-flags.js';
import { manifestOf, type RunFlags } from '../manifest-of.js';
import { print } from '../print.js';
import { terminalFor } from '../terminal.js';

type Flags = ExportFlags & RunFlags & { readonly json?: true };

/** `winnow export SELECTION --to RUNNER --out DIR`: what a runner needs to run the selection and nothing else. */
export function addExport(program: Command, done: (code: number) => void): void {
  const command = program
    .command('export')
    .summary('write what a runner needs to run the selection')
    .description(
      'Writes the files that a runner reads, a README with the exact command, and a provenance file. Ids are escaped as\n' +
        'that runner reads them. Tasks that it cannot run are listed. Runners: harbor, swe-bench, swe-bench-pro,\n' +
        'mini-swe-agent, swe-agent, inspect, openhands, terminal-bench, ids, csv, parquet.',
    )
    .argument('<selection>', 'a selection.json, a folder that holds one, or a plan (which is run)');
  addExportOptions(command)
    .option('--json', 'print one JSON document and nothing else')
    .option('-b, --benchmarks <dir>', 'read the benchmarks of a plan from this folder')
    .option('--allow-shortfall', 'go on when the pool cannot give all that a plan asks for')
    .action(async (selection: string, flags: Flags) => {
      const made = await runExport(await manifestOf(selection, flags), flags);
      const { exportReport } = await import('../export-report.js');
      const { exportSummary } = await import('../../index.js');
      const folder = flags.out ?? '';
      if (flags.json === true) print(`${JSON.stringify(exportSummary(made, folder), null, 2)}\n`);
      else print(`${exportReport(made, folder, terminalFor(process.stdout))}\n`);
      done(exitCodes.done);
    });
}
