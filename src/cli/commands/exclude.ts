import { dirname } from 'node:path';
import type { Command } from 'commander';
import type { ExcludeDocument } from '../../core/contracts/exclude-document.js';
import { PoolError } from '../../core/model/errors.js';
import { findTask } from '../../core/pool/find-task.js';
import { visibleText } from '../../core/text/visible-text.js';
import { excludeTask } from '../../disk/exclude-task.js';
import { assertUnchanged, loadPlanFiles } from '../../disk/load-plan.js';
import { settleForReading } from '../../disk/settle-folder.js';
import { noCache, readPlanPools, selectFromPools } from '../arguments/read-plan-pools.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

interface ExcludeFlags {
  readonly plan: string;
  readonly reason: string;
  readonly evidence?: string;
  readonly who?: string;
  readonly date?: string;
  readonly replacement?: string;
  readonly benchmarks?: string;
  readonly cache?: boolean;
  readonly allowShortfall?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `winnow exclude TASK`: adds an exclusion to a plan and shows what comes in instead. */
export function addExclude(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Adds an exclusion to the plan, or to the file of exclusions that the plan names, and shows what comes in instead.\n' +
        'Reasons: broken environment, unverifiable, duplicate, leaked, licence, ceiling, floor, other (with --evidence).',
    )
    .argument('<task>', 'the task, by any of its names; BENCHMARK/ID when several have it')
    .requiredOption('-p, --plan <file>', 'the plan to change')
    .requiredOption('-r, --reason <reason>', 'why, from the closed list')
    .option('-e, --evidence <text>', 'what shows it')
    .option('-w, --who <name>', 'who decided it')
    .option('-d, --date <day>', 'the day it was decided, YYYY-MM-DD (default: today)')
    .option('--replacement <task>', 'the task that takes its place (default: the next in its group)')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder')
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .option('-n, --dry-run', 'change nothing')
    .option('--json', 'print one JSON document and nothing else')
    .action(async (task: string, flags: ExcludeFlags) => done(await runExclude(task, flags)));
}

async function runExclude(name: string, flags: ExcludeFlags): Promise<number> {
  const options = { allowShortfall: flags.allowShortfall === true };
  settleForReading(dirname(flags.plan));
  const loaded = await loadPlanFiles(flags.plan);
  const { plan } = loaded;
  const pools = await readPlanPools(plan, flags);
  const before = await selectFromPools(plan, pools, options);
  const found = findTask(before, name);
  if ('fault' in found) throw new PoolError([found.fault]);
  const { task } = found;
  const already = before.benchmarks.flatMap(({ exclusions }) => exclusions).find(({ taskId }) => taskId === task.id);
  if (already !== undefined) {
    const message = `"${task.id}" is excluded already (${already.reason}).`;
    throw new PoolError([{ code: 'task/excluded', message, hint: 'To change the reason, edit the exclusion.' }]);
  }
  const changed = excludeTask(plan, {
    benchmark: task.benchmark,
    id: task.id,
    // The closed list is checked where every exclusion is: when the changed plan is read.
    reason: flags.reason as never,
    evidence: flags.evidence,
    date: flags.date ?? today(),
    who: flags.who,
    replacement: flags.replacement,
  });
  const after = await selectFromPools(changed.plan, pools, options);
  assertUnchanged(loaded);
  if (flags.dryRun !== true) changed.write(() => assertUnchanged(loaded));

  const ids = (selection: typeof before) =>
    new Set(selection.choices.map((choice) => `${choice.task.benchmark}/${choice.task.id}`));
  const [was, is] = [ids(before), ids(after)];
  const result = {
    excluded: `${task.benchmark}/${task.id}`,
    reason: flags.reason,
    file: changed.file,
    written: flags.dryRun !== true,
    was_selected: was.has(`${task.benchmark}/${task.id}`),
    in: [...is].filter((id) => !was.has(id)),
    out: [...was].filter((id) => !is.has(id)),
  } satisfies ExcludeDocument;
  if (flags.json === true) print(`${JSON.stringify(result, null, 2)}\n`);
  else {
    const { bold, dim } = terminalFor(process.stdout);
    const lines = [
      `${bold(visibleText(result.excluded))} is excluded (${visibleText(flags.reason)}); it was ${result.was_selected ? '' : 'not '}selected.`,
      ...result.in.map((id) => `  in   ${visibleText(id)}`),
      ...result.out.map((id) => `  out  ${visibleText(id)}`),
      dim(result.written ? `Wrote ${visibleText(changed.file)}` : 'Nothing was written (--dry-run).'),
    ];
    print(`${lines.join('\n')}\n`);
  }
  return exitCodes.done;
}

/** The day on this machine; it goes into the plan, never into a result. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
