import type { Command } from 'commander';
import { inspectPaths } from '../../inspect/inspect-paths.js';
import { inspectionText } from '../../inspect/inspection-json.js';
import { inspectionReport } from '../reports/inspection-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { ProgressBar } from '../terminal/progress-bar.js';
import { terminalFor } from '../terminal/terminal.js';

/** `winnow inspect PATH…`: says what tasks are there, in which formats, and what is wrong with them. */
export function addInspect(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Finds the tasks in files and folders, in whatever format they have, and counts languages, repositories,\n' +
        'categories, sizes, missing features, conflicting labels, repeated ids and all that cannot be read.',
    )
    .argument('<path...>', 'files or folders of tasks')
    .option('--json', 'print one JSON document and nothing else')
    .action(async (paths: string[], flags: { json?: true }) => done(await runInspect(paths, flags.json === true)));
}

async function runInspect(paths: readonly string[], asJson: boolean): Promise<number> {
  const bar = new ProgressBar(process.stderr);
  const inspection = await inspectPaths(paths, { onProgress: bar.update }).finally(() => bar.end());
  if (asJson) print(inspectionText(inspection));
  else {
    print(`${inspectionReport(inspection, terminalFor(process.stdout))}\n`);
  }
  return exitCodes.done;
}
