import { type Command, InvalidArgumentError } from 'commander';
import type { ServeDocument } from '../../core/contracts/page-documents.js';
import { countOf } from '../../core/text/count-of.js';
import { planToUse } from '../../disk/find-plan.js';
import { loadPlan } from '../../disk/load-plan.js';
import { openBrowser } from '../../disk/open-browser.js';
import { serveExplorer } from '../../explorer/host/server.js';
import { cacheOf, fromTable, noCache } from '../arguments/read-plan-pools.js';
import { addResultOptions, type ResultFlags, resultsOf } from '../arguments/read-results.js';
import { planLine } from '../reports/plan-line.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { printFaults } from '../terminal/print-faults.js';
import { terminalFor } from '../terminal/terminal.js';
import { withTicker } from '../terminal/ticker.js';

interface ServeFlags extends ResultFlags {
  readonly port?: number;
  readonly open: boolean;
  readonly results?: string[];
  readonly benchmarks?: string;
  readonly pool?: string;
  readonly cache?: boolean;
  readonly allowShortfall?: true;
  readonly json?: true;
}

/** `winnow serve [PLAN]`: shows the explorer of a plan on this machine until it is stopped. */
export function addServe(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Opens a page that shows what a plan selects and selects again as you change it. Only this machine can reach it, by an\n' +
        'address with a secret token. It needs no network. An edited plan shows when the page is loaded again. Runs until it is stopped (Ctrl+C).\n' +
        'Without PLAN: the plan that made the selection here; or else plan.yaml in this folder; or else,\n' +
        'in an empty folder, the plan "ccb".',
    )
    .argument('[plan]', 'a plan file (YAML), or the name of an embedded plan')
    .option('--port <number>', 'the port to listen on (default: any that is free)', portFrom)
    .option('--no-open', 'print the address, do not open a browser')
    .option('-r, --results <path...>', 'results of runs: tables, SWE-bench, Harbor, Terminal-Bench, Inspect …');
  addResultOptions(command)
    .option('--json', 'print the address as one JSON document and nothing else, and open no browser')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .action(async (plan: string | undefined, flags: ServeFlags) => done(await runServe(plan, flags)));
}

async function runServe(named: string | undefined, flags: ServeFlags): Promise<number> {
  const choice = await planToUse(named, { use: 'answer' });
  const { plan } = choice;
  const server = await withTicker('reading', () =>
    serveExplorer({ ...flags, ...resultsOf(flags), plan, cache: cacheOf(flags) }, flags.port ?? 0),
  );
  const stopped = untilStopped();
  if (flags.json === true) print(`${JSON.stringify({ url: server.url, plan } satisfies ServeDocument, null, 2)}\n`);
  else {
    const terminal = terminalFor(process.stdout);
    const { bold, dim } = terminal;
    const isWhole = server.faults.length === 0;
    const used = planLine({ ...choice, name: isWhole ? (await loadPlan(plan)).name : undefined }, terminal);
    if (!isWhole) printFaults(server.faults, '; the page shows the tasks once they are fixed');
    const shown = isWhole ? countOf(server.tasks, 'task') : 'what to mend';
    print(`${bold(server.url)} shows ${shown}.\n${used}\n${dim('Ctrl+C stops it.')}\n`);
    // A program that reads the address opens it itself.
    if (flags.open && process.stdout.isTTY) openBrowser(server.urlForOnce);
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
