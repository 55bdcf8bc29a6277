import type { Command } from 'commander';
import { exportSchema, exportsSchema } from '../../core/contracts/export-document.js';
import { documentOf } from '../../core/documents/document-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { exportSummary, exportsSummary } from '../../exports/export-summary.js';
import { isSeveral } from '../../exports/make-exports.js';
import { addExportOptions, type ExportFlags, runExport, runExports } from '../arguments/export-flags.js';
import { allowChangedPlan, currentManifest, inputsOf, type RunFlags } from '../arguments/manifest-of.js';
import { fromTable, noCache } from '../arguments/read-plan-pools.js';
import { taskFoldersOf } from '../arguments/task-folders.js';
import { exportReport, exportsReport } from '../reports/export-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';
import { withTicker } from '../terminal/ticker.js';

type Flags = ExportFlags & RunFlags & { readonly json?: true };

/** `winnow export SELECTION --to RUNNER --out DIR`: what a runner needs to run the selection and nothing else. */
export function addExport(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Writes the files that a runner reads, a README with the exact command, and a provenance file. Ids are escaped as\n' +
        'that runner reads them. Tasks that it cannot run are listed. Runners: harbor, swe-bench, swe-bench-pro,\n' +
        'mini-swe-agent, swe-agent, inspect, openhands, terminal-bench, hugging-face, ids, csv, parquet. Several, each\n' +
        'in a folder of its own: --to a,b:BENCHMARK, or --to all for every one that there is an export for.',
    )
    .argument('<selection>', 'a selection.json, a folder that holds one, or a plan (which is run)');
  addExportOptions(command)
    .option('--tier <name>', 'of a plan: export this tier')
    .option('--json', 'print one JSON document and nothing else')
    .option('-b, --benchmarks <dir>', 'read the benchmarks of a plan from this folder')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that a plan asks for')
    .option(...allowChangedPlan)
    .action(async (selection: string, flags: Flags) => {
      const manifest = await currentManifest(selection, flags);
      const inputs = await inputsOf(selection, flags);
      const places = await taskFoldersOf(selection, manifest, flags);
      const folder = flags.out ?? '';
      if (isSeveral(flags.to ?? '')) {
        const several = await withTicker('exporting', () => runExports(manifest, flags, { inputs, places }));
        if (flags.json === true)
          print(`${JSON.stringify(documentOf(exportsSchema(), exportsSummary(several, folder)), null, 2)}\n`);
        else print(`${exportsReport(several, folder, terminalFor(process.stdout))}\n`);
        done(exitCodes.done);
        return;
      }
      const made = await withTicker('exporting', () => runExport(manifest, flags, { inputs, places }));
      if (flags.json === true)
        print(`${JSON.stringify(documentOf(exportSchema(), exportSummary(made, folder)), null, 2)}\n`);
      else {
        const terminal = terminalFor(process.stdout);
        const plan = terminal.bold(visibleText(manifest.metadata.plan.name));
        print(`${plan}: ${exportReport(made, folder, terminal)}\n`);
      }
      done(exitCodes.done);
    });
}
