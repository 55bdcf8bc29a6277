import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { print } from '../print.js';
import { terminalFor } from '../terminal.js';

/** `winnow inspect PATH…`: says what tasks are there, in which formats, and what is wrong with them. */
export function addInspect(program: Command, done: (code: number) => void): void {
  program
    .command('inspect')
    .summary('say what tasks are in files and folders, and what is wrong with them')
    .description(
      'Finds the tasks in files and folders, in whatever format they have, and counts languages, repositories,\n' +
        'categories, sizes, missing features, conflicting labels, repeated ids and all that cannot be read.',
    )
    .argument('<path...>', 'files or folders of tasks')
    .option('--json', 'print one JSON document and nothing else')
    .action(async (paths: string[], flags: { json?: true }) => done(await runInspect(paths, flags.json === true)));
}

async function runInspect(paths: readonly string[], asJson: boolean): Promise<number> {
  const { inspectionText, inspectPaths } = await import('../../index.js');
  const { ProgressBar } = await import('../progress-bar.js');
  const bar = new ProgressBar(process.stderr);
  const inspection = await inspectPaths(paths, { onProgress: bar.update }).finally(() => bar.end());
  if (asJson) print(inspectionText(inspection));
  else {
    const { inspectionReport } = await import('../inspection-report.js');
    print(`${inspectionReport(inspection, terminalFor(process.stdout))}\n`);
  }
  return exitCodes.done;
}
