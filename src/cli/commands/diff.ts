import type { Command } from 'commander';
import { diffManifests } from '../../core/compare/diff-manifests.js';
import { diffMarkdown } from '../../core/compare/diff-markdown.js';
import { manifestOf } from '../arguments/manifest-of.js';
import { fromTable, noCache } from '../arguments/read-plan-pools.js';
import { diffReport } from '../reports/diff-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

interface DiffFlags {
  readonly json?: true;
  readonly markdown?: true;
  readonly exitCode?: true;
  readonly benchmarks?: string;
  readonly pool?: string;
  readonly cache?: boolean;
  readonly allowShortfall?: true;
}

/** `winnow diff A B`: what changes from one selection to another, and why. */
export function addDiff(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Compares two selections: tasks added, removed and changed with the reason for each, coverage and score.\n' +
        'A and B are each a selection.json, a folder that holds one, a plan (which is run), or REVISION:path/selection.json in git.',
    )
    .argument('<a>', 'the selection before')
    .argument('<b>', 'the selection after')
    .option('--json', 'print the difference as one JSON document and nothing else')
    .option('--markdown', 'print it as Markdown, for a comment on a pull request')
    .option('--exit-code', 'exit with 1 when there are differences')
    .option('-b, --benchmarks <dir>', 'read the benchmarks of a plan from this folder')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that a plan asks for')
    .action(async (a: string, b: string, flags: DiffFlags) => done(await runDiff(a, b, flags)));
}

async function runDiff(a: string, b: string, flags: DiffFlags): Promise<number> {
  const diff = diffManifests(await manifestOf(a, flags), await manifestOf(b, flags));
  if (flags.json === true) print(`${JSON.stringify(diff, null, 2)}\n`);
  else if (flags.markdown === true) print(diffMarkdown(diff, { a, b }));
  else {
    print(`${diffReport(diff, { a, b }, terminalFor(process.stdout))}\n`);
  }
  return flags.exitCode === true && !diff.same ? exitCodes.gate : exitCodes.done;
}
