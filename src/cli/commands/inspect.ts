import type { Command } from 'commander';
import { inspectSchema } from '../../core/contracts/inspect-document.js';
import { documentOf } from '../../core/documents/document-of.js';
import { inspectPaths } from '../../inspect/inspect-paths.js';
import { inspectionReport } from '../reports/inspection-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { ProgressBar } from '../terminal/progress-bar.js';
import { terminalFor } from '../terminal/terminal.js';

interface InspectFlags {
  readonly id?: string;
  readonly json?: true;
}

/** `winnow inspect PATH…`: says what tasks are there, in which formats, and what is wrong with them. */
export function addInspect(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Finds the tasks in files and folders, in whatever format they have, and counts languages, repositories,\n' +
        'categories, sizes, missing features, conflicting labels, repeated ids and all that cannot be read.',
    )
    .argument('<path...>', 'files or folders of tasks')
    .option('--id <column>', 'the column that holds the ids of a table (default: id, task_id or instance_id)')
    .option('--json', 'print one JSON document and nothing else')
    .action(async (paths: string[], flags: InspectFlags) => done(await runInspect(paths, flags)));
}

async function runInspect(paths: readonly string[], { id, json }: InspectFlags): Promise<number> {
  const bar = new ProgressBar(process.stderr);
  const inspection = await inspectPaths(paths, { idColumn: id, onProgress: bar.update }).finally(() => bar.end());
  if (json === true) print(`${JSON.stringify(documentOf(inspectSchema(), inspection), null, 2)}\n`);
  else {
    print(`${inspectionReport(inspection, terminalFor(process.stdout))}\n`);
  }
  return exitCodes.done;
}
