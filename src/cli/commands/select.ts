import { join } from 'node:path';
import type { Command } from 'commander';
import { manifestPieces } from '../../core/manifest/manifest-pieces.js';
import type { Selection } from '../../core/model/selection.js';
import { manifestWithFiles } from '../../core/report/selection-files.js';
import { formatCount } from '../../core/text/count-of.js';
import { planToUse } from '../../disk/find-plan.js';
import { assertUnchanged, loadPlanFiles } from '../../disk/load-plan.js';
import { generatorName } from '../../disk/own-package.js';
import { refuseOtherPlan, selectionFileNames, tasksBefore, writeSelection } from '../../disk/write-selection.js';
import { fromTable, noCache, pathsRead, runOptions, selectByPlan, timeLimit } from '../arguments/read-plan-pools.js';
import { planLine } from '../reports/plan-line.js';
import { selectionSummary } from '../reports/summary.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

interface SelectFlags {
  readonly out?: string;
  readonly tier?: string;
  readonly json?: true;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly dryRun?: true;
  readonly force?: true;
  readonly allowShortfall?: true;
  readonly timeLimit?: number;
  readonly benchmarks?: string;
  readonly pool?: string;
  readonly cache?: boolean;
}

/** `winnow select [PLAN]`: runs a plan, shows what came of it and writes the files. */
export function addSelect(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Selects tasks by a plan and writes METHODOLOGY.md, selection.csv and selection.json.\n' +
        'PLAN is a path, or the name of a plan that ships with Winnow. Without it: plan.yaml in this folder; or else the\n' +
        'plan that made the selection that is there; or else, in an empty folder, the plan "ccb", which ships.',
    )
    .argument('[plan]', 'a plan file (YAML), or the name of an embedded plan')
    .option('-o, --out <dir>', 'folder to write into (default: "selection", of a tier "selection-TIER")')
    .option('--tier <name>', 'select this tier of the plan: a smaller selection within the whole one')
    .option('--json', 'print the manifest as one JSON document and nothing else')
    .option('-v, --verbose', 'list every correction, exclusion and warning')
    .option('-q, --quiet', 'print nothing unless something is wrong')
    .option('-n, --dry-run', 'write nothing')
    .option('--force', 'replace a selection that a plan of another name made')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .option(...timeLimit)
    .action(async (plan: string | undefined, flags: SelectFlags) => done(await runSelect(plan, flags)));
}

/** Runs a plan, writes the files and shows what came of it; gives the exit code. */
async function runSelect(planName: string | undefined, flags: SelectFlags): Promise<number> {
  const out = flags.out ?? (flags.tier === undefined ? 'selection' : `selection-${flags.tier}`);
  const choice = await planToUse(planName, { use: 'select', out });
  const loaded = choice.loaded ?? (await loadPlanFiles(choice.plan));
  const { plan } = loaded;
  const force = flags.force === true;
  // Before the pools are read, which may take long; what is written looks again.
  if (flags.dryRun !== true && !force) refuseOtherPlan(out, plan.name);
  const selection = await selectByPlan(plan, flags, runOptions(flags));
  assertUnchanged(loaded);
  const inputs = pathsRead(flags);
  const before = flags.json === true || flags.quiet === true ? undefined : tasksBefore(out, plan.name);
  if (flags.dryRun !== true) writeSelection(selection, out, inputs, { force, look: () => assertUnchanged(loaded) });
  if (flags.json === true) print(manifestPieces(manifestWithFiles(selection, generatorName())));
  else if (flags.quiet !== true) {
    const terminal = terminalFor(process.stdout);
    const paths = selectionFileNames.map((name) => join(out, name)).join(', ');
    const changes = changeWords(before, selection);
    const end = `${flags.dryRun === true ? 'Nothing was written (--dry-run).' : `Wrote ${paths}`}${changes}`;
    const used = planLine({ ...choice, name: plan.name }, terminal);
    print(`${selectionSummary(selection, terminal, flags.verbose === true)}\n\n${used}\n${terminal.dim(end)}\n`);
  }
  return exitCodes.done;
}

/** What has changed since the selection that was there; nothing where that is the same, or not known. */
function changeWords(before: ReadonlySet<string> | undefined, { choices }: Selection): string {
  if (before === undefined) return '';
  const ids = choices.map(({ task }) => `${task.benchmark}/${task.id}`);
  const kept = ids.filter((id) => before.has(id)).length;
  if (kept === ids.length && kept === before.size) return '';
  return `\nSince the selection that was there: ${formatCount(ids.length - kept)} in, ${formatCount(before.size - kept)} out, ${formatCount(kept)} kept`;
}
