import * as z from 'zod/mini';
import { line, quietLine } from '../../core/blocks/blocks.js';
import type { ServeDocument } from '../../core/contracts/command-documents.js';
import { countOf } from '../../core/text/words.js';
import { planToUse } from '../../disk/find-plan.js';
import { loadPlan } from '../../disk/load-plan.js';
import { openBrowser } from '../../disk/open-browser.js';
import { serveExplorer } from '../../explorer/host/server.js';
import { option } from '../../operations/declare/operation.js';
import { cacheOf, largeSelector } from '../../operations/inputs/plan-pools.js';
import { resultsOf } from '../../operations/inputs/results.js';
import { planLine } from '../../operations/inputs/used-plan.js';
import { pageOptions } from '../../operations/report.js';
import { blocksText } from '../terminal/blocks-text.js';
import { terminalPorts } from '../terminal/ports.js';
import { print } from '../terminal/print.js';
import { printFaults } from '../terminal/print-faults.js';
import { terminalFor } from '../terminal/terminal.js';
import { command } from './command-of.js';

/** `winnow view [PLAN]`: serves the page of a plan on this machine until it is stopped. */
export const view = command({
  name: 'view',
  summary: 'Open a page to explore and change the selection',
  description:
    'Shows the tasks that a plan selects, and selects again when you change the plan on the page. If you edit the plan\n' +
    'file, reload the page. The page works offline. Only this machine can open it, at an address with a secret token.\n' +
    'The command runs until you stop it with Ctrl+C.',
  input: {
    port: option.of(z.optional(z.int()), 'the port to listen on', {
      value: 'number',
      default: 'any free port',
      fromText: portFrom,
    }),
    open: option.flag('print the address without opening a browser', { negated: true }),
    ...pageOptions,
  },
  examples: [{ words: 'Open a page for the built-in plan ccb', command: 'winnow view ccb' }],
  run: async (input, asJson) => {
    const choice = await planToUse(input.plan, { use: 'answer' });
    const { plan } = choice;
    const { results, systems, reading } = await resultsOf(input);
    const page = {
      ...input,
      results,
      systems,
      reading,
      plan,
      cache: cacheOf(input, terminalPorts),
      selectLarge: largeSelector(input, terminalPorts),
    };
    const server = await terminalPorts.working('reading', () => serveExplorer(page, input.port ?? 0));
    const stopped = untilStopped();
    if (asJson) print(`${JSON.stringify({ url: server.url, plan } satisfies ServeDocument, null, 2)}\n`);
    else {
      const isWhole = server.faults.length === 0;
      const name = isWhole ? (await loadPlan(plan)).name : undefined;
      if (!isWhole) printFaults(server.faults, '; once they are fixed, the page shows the tasks');
      const shown = isWhole ? countOf(server.tasks, 'task') : 'the errors to fix';
      const blocks = [
        line([{ strong: server.url }, ` shows ${shown}.`]),
        planLine({ ...choice, name }),
        quietLine('Press Ctrl+C to stop.'),
      ];
      print(`${blocksText([{ blocks }], terminalFor(process.stdout))}\n`);
      // A program that reads the address opens it itself.
      if (input.open !== false && process.stdout.isTTY) openBrowser(server.urlForOnce);
    }
    await stopped;
    await server.close();
    return 0;
  },
});

/** Waits until the user or the system asks this process to end. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

function portFrom(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error('Expected a whole number from 0 to 65535.');
  return port;
}
