import { type Command, InvalidArgumentError } from 'commander';
import type { ServeDocument } from '../../core/contracts/page-documents.js';
import { countOf } from '../../core/text/count-of.js';
import { openBrowser } from '../../disk/open-browser.js';
import { serveExplorer } from '../../explorer/host/server.js';
import { cacheOf, noCache } from '../arguments/read-plan-pools.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { printFaults } from '../terminal/print-faults.js';
import { terminalFor } from '../terminal/terminal.js';
import { withTicker } from '../terminal/ticker.js';

interface ServeFlags {
  readonly port: number;
  readonly open: boolean;
  readonly results?: string[];
  readonly benchmarks?: string;
  readonly cache?: boolean;
  readonly allowShortfall?: true;
  readonly json?: true;
}

/** `winnow serve [PLAN]`: shows the explorer of a plan on this machine until it is stopped. */
export function addServe(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Opens a page that shows what a plan selects and selects again as you change it. Only this machine can reach it, and\n' +
        'it needs no network. An edited plan shows when the page is loaded again. Runs until it is stopped (Ctrl+C).',
    )
    .argument('[plan]', 'a plan file (YAML), or the name of an embedded plan', 'ccb')
    .option('--port <number>', 'the port to listen on (default: any that is free)', portFrom, 0)
    .option('--no-open', 'print the address, do not open a browser')
    .option('-r, --results <path...>', 'results of runs: tables, SWE-bench, Harbor, Terminal-Bench, Inspect …')
    .option('--json', 'print the address as one JSON document and nothing else, and open no browser')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .action(async (plan: string, flags: ServeFlags) => done(await runServe(plan, flags)));
}

async function runServe(plan: string, flags: ServeFlags): Promise<number> {
  const server = await withTicker('reading', () =>
    serveExplorer({ ...flags, plan, cache: cacheOf(flags) }, flags.port),
  );
  const stopped = untilStopped();
  if (flags.json === true) print(`${JSON.stringify({ url: server.url } satisfies ServeDocument, null, 2)}\n`);
  else {
    const { bold, dim } = terminalFor(process.stdout);
    const isWhole = server.faults.length === 0;
    if (!isWhole) printFaults(server.faults, '; the page shows the tasks once they are mended');
    const shown = isWhole ? countOf(server.tasks, 'task') : 'what to mend';
    print(`${bold(server.url)} shows ${shown}.\n${dim('Ctrl+C stops it.')}\n`);
    // A program that reads the address opens it itself.
    if (flags.open && process.stdout.isTTY) openBrowser(server.url);
  }
  await stopped;
  await server.close();
  return exitCodes.done;
}

/** Waits until the user or the system asks this process to end. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

function portFrom(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('Expected a whole number from 0 to 65535.');
  return port;
}
