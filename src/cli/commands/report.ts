import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ReportDocument } from '../../core/contracts/page-documents.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { readFileSync } from '../../disk/file-access.js';
import { planToUse } from '../../disk/find-plan.js';
import { loadPlan } from '../../disk/load-plan.js';
import { planInputs, refuseInputs, refuseOtherKind } from '../../disk/protect-files.js';
import { writeFile } from '../../disk/write-together.js';
import { explorerPage } from '../../explorer/host/explorer-page.js';
import { cacheOf, fromTable, noCache, pathsRead } from '../arguments/read-plan-pools.js';
import { addResultOptions, type ResultFlags, resultsOf } from '../arguments/read-results.js';
import { planLine } from '../reports/plan-line.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';
import { withTicker } from '../terminal/ticker.js';

interface ReportFlags extends ResultFlags {
  readonly html: string;
  readonly results?: string[];
  readonly benchmarks?: string;
  readonly pool?: string;
  readonly cache?: boolean;
  readonly allowShortfall?: true;
  readonly json?: true;
}

/** `winnow report [PLAN] --html FILE`: writes the explorer of a plan as one file that opens from disk. */
export function addReport(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Writes the page of "winnow serve" as one HTML file that holds all it needs: it opens from disk, offline, and can\n' +
        'be mailed or published. It holds the plan, the tasks of its pools and the results that are named.\n' +
        'Without PLAN: the plan that made the selection here; or else plan.yaml in this folder; or else,\n' +
        'in an empty folder, the plan "ccb".',
    )
    .argument('[plan]', 'a plan file (YAML), or the name of an embedded plan')
    .requiredOption('--html <file>', 'the file to write')
    .option('-r, --results <path...>', 'results of runs: tables, SWE-bench, Harbor, Terminal-Bench, Inspect …');
  addResultOptions(command)
    .option('--json', 'print one JSON document and nothing else')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .action(async (plan: string | undefined, flags: ReportFlags) => done(await runReport(plan, flags)));
}

async function runReport(named: string | undefined, flags: ReportFlags): Promise<number> {
  const choice = await planToUse(named, { use: 'answer' });
  const { plan } = choice;
  const { html, tasks } = await withTicker('making the page', () =>
    explorerPage({ ...flags, ...resultsOf(flags), plan, cache: cacheOf(flags) }),
  );
  const bytes = Buffer.byteLength(html);
  const loaded = await loadPlan(plan);
  const inputs = [...planInputs(loaded), ...(resultsOf(flags).results ?? []), ...pathsRead(flags)];
  writeFile(flags.html, html, () => protectInputs(flags.html, inputs));
  if (flags.json === true) {
    const document = { file: flags.html, bytes, tasks, plan } satisfies ReportDocument;
    print(`${JSON.stringify(document, null, 2)}\n`);
  } else {
    const size = `${formatCount(Math.ceil(bytes / 1000))} kB, ${countOf(tasks, 'task')}`;
    const terminal = terminalFor(process.stdout);
    const wrote = terminal.dim(`Wrote ${visibleText(flags.html)} (${size})`);
    print(`${planLine({ ...choice, name: loaded.name }, terminal)}\n${wrote}\n`);
  }
  return exitCodes.done;
}

/** Only a page is replaced; in a folder that was read, only one of Winnow's. */
function protectInputs(file: string, inputs: readonly string[]): void {
  refuseInputs([file], inputs, () => readFileSync(resolve(file), 'utf8').slice(0, 4000).includes('· Winnow</title>'));
  refuseOtherKind([file], {
    name: 'an HTML page',
    isText: isPage,
  });
}

/** Whether text is an HTML page: a doctype or an `html` element comes first, after any comments. */
function isPage(text: string): boolean {
  let at = 0;
  const skipSpace = () => {
    while (/\s/.test(text.charAt(at))) at += 1;
  };
  for (skipSpace(); text.startsWith('<!--', at); skipSpace()) {
    const end = text.indexOf('-->', at + '<!--'.length);
    if (end === -1) return false;
    at = end + '-->'.length;
  }
  return /^<(?:!doctype\s+html|html)\b/i.test(text.slice(at, at + 1000));
}
