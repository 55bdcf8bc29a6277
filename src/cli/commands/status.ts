import type { Command } from 'commander';
import { exportSchema } from '../../core/contracts/export-document.js';
import { documentOf } from '../../core/documents/document-of.js';
import { largest, smallest } from '../../core/lists/extremes.js';
import type { Manifest } from '../../core/manifest/manifest.js';
import { namedTasks } from '../../core/manifest/pool-tasks.js';
import { ResultsError, WinnowError } from '../../core/model/errors.js';
import { progressOf } from '../../core/progress/progress-of.js';
import { affordableTasks, type RunProgress, statusSchema } from '../../core/progress/run-progress.js';
import { exportSummary } from '../../exports/export-summary.js';
import type { Export } from '../../exports/make-export.js';
import { addExportOptions, type ExportFlags, runExport } from '../arguments/export-flags.js';
import { allowChangedPlan, currentManifest, inputsOf, type RunFlags } from '../arguments/manifest-of.js';
import { numberFrom } from '../arguments/number-from.js';
import { fromTable, noCache } from '../arguments/read-plan-pools.js';
import { addResultOptions, type ResultFlags, readResults, resultPaths } from '../arguments/read-results.js';
import { taskFoldersOf } from '../arguments/task-folders.js';
import { exportReport } from '../reports/export-report.js';
import { statusReport } from '../reports/status-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

interface StatusFlags extends ExportFlags, RunFlags, ResultFlags {
  readonly json?: true;
  readonly missing?: true;
  readonly configuration?: string;
  readonly costPerRun?: number;
  readonly secondsPerRun?: number;
  readonly budget?: number;
  readonly level?: number;
}

/** `winnow status SELECTION RESULTS…`: what has been run, and what the rest will cost and take. */
export function addStatus(command: Command, done: (code: number) => void): void {
  command
    .description(
      'For each configuration in the results: tasks done, short of repeats, errored and missing, and what the rest will\n' +
        'cost and take. With --missing, writes the export for just what is not done; it takes all options of "export".',
    )
    .argument('<selection>', 'a selection.json, a folder that holds one, or a plan (which is run)')
    .argument('[results...]', 'files or folders of results: tables, SWE-bench, Harbor …; none: before any run')
    .option('--configuration <name>', 'only this configuration')
    .option('--cost-per-run <usd>', 'what a run costs, where the results do not tell', numberFrom)
    .option('--seconds-per-run <n>', 'how long a run takes, where the results do not tell', numberFrom)
    .option('--budget <usd>', 'how much of the rest this pays for, in the order of waves', numberFrom)
    .option('--level <number>', 'the level of the intervals (default: 0.9)', numberFrom)
    .option('--missing', 'write the export for what is not done (with --budget: for what of it fits)');
  addResultOptions(command);
  addExportOptions(command)
    .option('--json', 'print one JSON document and nothing else')
    .option('-b, --benchmarks <dir>', 'read the benchmarks of a plan from this folder')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that a plan asks for')
    .option(...allowChangedPlan)
    .action(async (selection: string, results: string[], flags: StatusFlags) =>
      done(await runStatus(selection, resultPaths(results, flags) ?? [], flags)),
    );
}

/** Before any run. */
const nothing = { outcomes: [], files: [], faults: [], warnings: [] };

async function runStatus(selection: string, results: readonly string[], flags: StatusFlags): Promise<number> {
  if (flags.missing !== true && (flags.to !== undefined || flags.out !== undefined)) {
    const message = '--to and --out say where the export of what is missing goes, which --missing asks for.';
    throw new WinnowError([{ code: 'usage', message, hint: 'Add --missing, or leave them out.' }]);
  }
  const manifest = await currentManifest(selection, flags);
  const about = { settings: manifest.methodology.results, tasks: namedTasks(manifest), countsOnly: true };
  const outcomes = results.length === 0 ? nothing : await readResults(results, flags, about);
  const progress = progressOf(manifest, outcomes, {
    repeat: flags.repeat,
    configuration: flags.configuration,
    costPerRunUsd: flags.costPerRun,
    durationPerRunMs: flags.secondsPerRun === undefined ? undefined : 1000 * flags.secondsPerRun,
    budgetUsd: flags.budget,
    level: flags.level,
  });
  const rest = flags.missing === true ? await exportRest(manifest, progress, selection, results, flags) : undefined;
  if (flags.json === true) {
    const made = rest?.made === undefined ? undefined : exportSummary(rest.made, flags.out ?? '');
    const document = documentOf(statusSchema(exportSchema()), { ...progress, export: made });
    print(`${JSON.stringify(document, null, 2)}\n`);
    return exitCodes.done;
  }
  const terminal = terminalFor(process.stdout);
  print(`${statusReport(progress, terminal)}\n`);
  if (rest !== undefined) {
    const text = rest.made === undefined ? rest.why : exportReport(rest.made, flags.out ?? '', terminal);
    print(`\n${text}${rest.note === undefined ? '' : `\n${rest.note}`}\n`);
  }
  return exitCodes.done;
}

/** Exports what one configuration lacks: each task as often as all of them lack at least, so that none is run too often. */
async function exportRest(
  manifest: Manifest,
  { configurations }: RunProgress,
  selection: string,
  results: readonly string[],
  flags: StatusFlags,
): Promise<{ made: Export | undefined; note?: string; why?: string }> {
  const lacking = configurations.filter(({ open }) => open.length > 0);
  const [configuration, another] = lacking;
  if (configuration === undefined) return { made: undefined, why: 'Nothing is left to export.' };
  if (another !== undefined) {
    const names = lacking.map(({ name }) => name).join(', ');
    const message = `${lacking.length} configurations of the results lack tasks: ${names}.`;
    const hint = 'Say which one to export for with --configuration.';
    throw new ResultsError([{ code: 'status/which-configuration', message, hint }]);
  }
  const open = affordableTasks(configuration);
  if (open.length === 0) return { made: undefined, why: 'The budget pays for no task: nothing was exported.' };
  const [fewest, most] = [smallest(open.map(({ lacking }) => lacking)), largest(open.map(({ lacking }) => lacking))];
  const only = new Set(open.map(({ benchmark, taskId }) => `${benchmark}/${taskId}`));
  // So that the export says of itself that it is the rest, and of what.
  const part = { reason: 'are not done', configuration: configuration.name, results, budgetUsd: flags.budget };
  const inputs = [...(await inputsOf(selection, flags)), ...results];
  const places = await taskFoldersOf(selection, manifest, flags);
  const made = await runExport(manifest, flags, { inputs, places, only, repeat: fewest, part });
  const note =
    fewest === most
      ? {}
      : { note: `Some tasks lack up to ${most} runs: when these are done, run the same command again for the others.` };
  return { made, ...note };
}
