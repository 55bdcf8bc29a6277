import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ExcludeDocument } from '../../core/contracts/exclude-document.js';
import { PoolError } from '../../core/model/errors.js';
import { type ExclusionReason, exclusionReasons } from '../../core/model/plan.js';
import { findTask } from '../../core/pool/find-task.js';
import { resultSettings } from '../../core/settings/result-settings.js';
import { countOf } from '../../core/text/count-of.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { visibleText } from '../../core/text/visible-text.js';
import { validityRuns } from '../../core/vetting/validity-runs.js';
import { excludeTasks } from '../../disk/change-plan.js';
import { planToUse } from '../../disk/find-plan.js';
import { assertUnchanged, loadPlanFiles } from '../../disk/load-plan.js';
import { numberFrom } from '../arguments/number-from.js';
import { fromTable, noCache, readPlanPools, selectFromPools } from '../arguments/read-plan-pools.js';
import { addResultOptions, resultPaths as pathsOf, type ResultFlags } from '../arguments/read-results.js';
import { planLine } from '../reports/plan-line.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor, wrapText } from '../terminal/terminal.js';
import { type ExcludeFromCall, runExcludeFrom } from './exclude-from.js';

interface ExcludeFlags extends ResultFlags {
  readonly plan?: string;
  readonly reason?: string;
  readonly evidence?: string;
  readonly who?: string;
  readonly date?: string;
  readonly replacement?: string;
  readonly from?: readonly string[];
  readonly tolerate?: number;
  readonly write?: true;
  readonly out?: string;
  readonly benchmarks?: string;
  readonly pool?: string;
  readonly cache?: boolean;
  readonly allowShortfall?: true;
  readonly dryRun?: true;
  readonly json?: true;
  /** The configurations of each kind of validity run, by its option. */
  readonly [option: string]: unknown;
}

/** `winnow exclude TASK`: adds an exclusion to a plan and shows what comes in instead; `--from` proposes exclusions. */
export function addExclude(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Adds an exclusion to the plan, or to the file of exclusions that the plan names, and shows what comes in instead.\n' +
        `Reasons: ${exclusionReasons.join(', ')} (with --evidence).\n\n` +
        'With --from, proposes exclusions from validity runs: tasks on which the reference\n' +
        'solution fails (broken environment), a no-op agent passes (trivial), or the\n' +
        'verdict changes (flaky). Nothing is written without --write or -o.',
    )
    .argument('[task]', 'the task, by any of its names; BENCHMARK/ID when several have it')
    .option('-p, --plan <file>', 'the plan to change (default: that of the selection here, or plan.yaml)')
    .option('-r, --reason <reason>', 'why, from the closed list')
    .option('-e, --evidence <text>', 'what shows it')
    .option('-w, --who <name>', 'who decided it')
    .option('-d, --date <day>', 'the day it was decided, YYYY-MM-DD (default: today)')
    .option('--replacement <task>', 'the task that takes its place (default: the next in its group)')
    .option('--from <results...>', 'propose from these results: files or folders, in any known format', resultPaths);
  for (const option of runOptions) command.addOption(option);
  addResultOptions(command)
    .option('--tolerate <share>', 'runs that may go wrong by accident on a sound task (default: 0.01)', numberFrom)
    .option('--write', 'with --from: write the proposed exclusions into the plan')
    .option('-o, --out <file>', 'with --from: write them as a file of exclusions, for review')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .option('-n, --dry-run', 'change nothing')
    .option('--json', 'print one JSON document and nothing else')
    .action(async (task: string | undefined, flags: ExcludeFlags) => {
      const { from, reason } = flags;
      refuseMisfits(command, task, flags);
      if (from !== undefined) done(await runExcludeFrom(callOf(from, await withPlan(flags))));
      else if (task === undefined) command.error("error: missing required argument 'task', or --from RESULTS");
      else if (reason === undefined) command.error("error: required option '-r, --reason <reason>' not specified");
      else done(await runExclude(task, reasonOf(command, reason), await withPlan(flags)));
    });
}

/** The flags, with the plan of this folder where none is named. */
async function withPlan(flags: ExcludeFlags): Promise<ExcludeFlags & { readonly plan: string }> {
  const { plan } = await planToUse(flags.plan, { use: 'answer' });
  return { ...flags, plan };
}

function reasonOf(command: Command, reason: string): ExclusionReason {
  const known = exclusionReasons.find((each) => each === reason);
  return (
    known ??
    command.error(
      `error: unknown reason "${visibleText(reason, 60)}".${didYouMean(reason, exclusionReasons)} Known: ${exclusionReasons.join(', ')}.`,
    )
  );
}

/** An option for each kind of validity run, which names configurations. */
const runOptions = validityRuns.map(({ name, help }) => {
  const option = new Option(`--${name} <configuration...>`, `with --from: ${help}`);
  // "--no-op" is a name here, not the opposite of "--op".
  option.negate = false;
  return option;
});

const settingFlags = resultSettings.map(({ flag }) => flag.slice(2).split(' ')[0] ?? '');

/** What stands after --from; an option there was meant as one. */
function resultPaths(path: string, before: readonly string[] = []): readonly string[] {
  if (path.startsWith('-')) throw new InvalidArgumentError('Expected files or folders of results.');
  return [...before, path];
}

/** An option that would have no effect was meant to have one. */
function refuseMisfits(command: Command, task: string | undefined, flags: ExcludeFlags): void {
  const given = (options: readonly string[]) => options.filter((key) => flags[camelCased(key)] !== undefined);
  const isFrom = flags.from !== undefined;
  const misfits = isFrom
    ? given(['reason', 'evidence', 'replacement'])
    : given([...validityRuns.map(({ name }) => name), 'tolerate', 'name', ...settingFlags, 'write', 'out']);
  const [first] = misfits;
  if (isFrom && task !== undefined) command.error('error: give a task or --from RESULTS, not both');
  if (first !== undefined) command.error(`error: --${first} ${isFrom ? 'does not go with' : 'needs'} --from`);
  if (flags.write === true && flags.out !== undefined) command.error('error: give --write or --out, not both');
}

function callOf(from: readonly string[], flags: ExcludeFlags & { readonly plan: string }): ExcludeFromCall {
  const isDry = flags.dryRun === true;
  return {
    plan: flags.plan,
    from: pathsOf(from, flags) ?? from,
    named: new Map(
      validityRuns.flatMap(({ name }) => {
        const configurations = flags[camelCased(name)];
        return Array.isArray(configurations) ? [[name, configurations.map(String)] as const] : [];
      }),
    ),
    tolerated: flags.tolerate,
    reading: flags,
    who: flags.who,
    date: flags.date,
    today: today(),
    out: isDry ? undefined : flags.out,
    write: !isDry && flags.write === true,
    pools: flags,
    options: { allowShortfall: flags.allowShortfall === true },
    json: flags.json === true,
  };
}

/** As Commander names an option's value. */
function camelCased(option: string): string {
  return option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

async function runExclude(
  name: string,
  reason: ExclusionReason,
  flags: ExcludeFlags & { readonly plan: string },
): Promise<number> {
  const options = { allowShortfall: flags.allowShortfall === true };
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
  const changed = excludeTasks(plan, [
    {
      benchmark: task.benchmark,
      id: task.id,
      reason,
      evidence: flags.evidence,
      date: flags.date ?? today(),
      who: flags.who,
      replacement: flags.replacement,
    },
  ]);
  const after = await selectFromPools(changed.plan, pools, options);
  assertUnchanged(loaded);
  if (flags.dryRun !== true) changed.write(() => assertUnchanged(loaded));

  const ids = (selection: typeof before) =>
    new Set(selection.choices.map((choice) => `${choice.task.benchmark}/${choice.task.id}`));
  const [was, is] = [ids(before), ids(after)];
  const result = {
    excluded: `${task.benchmark}/${task.id}`,
    reason,
    file: changed.file,
    written: flags.dryRun !== true,
    was_selected: was.has(`${task.benchmark}/${task.id}`),
    in: [...is].filter((id) => !was.has(id)),
    out: [...was].filter((id) => !is.has(id)),
  } satisfies ExcludeDocument;
  if (flags.json === true) print(`${JSON.stringify(result, null, 2)}\n`);
  else {
    const isDrawn = plan.benchmarks.some(
      ({ name: own, select }) => own === task.benchmark && select.draw !== undefined,
    );
    const terminal = terminalFor(process.stdout);
    const { bold, dim, warning, width } = terminal;
    const lines = [
      `${bold(visibleText(result.excluded))} is excluded (${visibleText(reason)}); it was ${result.was_selected ? '' : 'not '}selected.`,
      ...(result.out.length > 1 ? [warning(wrapText(movedWords(result, isDrawn), width))] : []),
      ...listed('in ', result.in),
      ...listed('out', result.out),
      planLine({ plan: flags.plan, isEmbedded: false, name: plan.name }, terminal),
      dim(result.written ? `Wrote ${visibleText(changed.file)}` : 'Nothing was written (--dry-run).'),
      ...(result.written ? [dim('Next: winnow select')] : []),
    ];
    print(`${lines.join('\n')}\n`);
  }
  return exitCodes.done;
}

const mostListed = 10;

function listed(word: string, ids: readonly string[]): readonly string[] {
  const shown = ids.slice(0, mostListed).map((id) => `  ${word}  ${visibleText(id)}`);
  const left = ids.length - shown.length;
  return left > 0 ? [...shown, `  ${word}  and ${countOf(left, 'more task')} (--json lists all)`] : shown;
}

/** What an exclusion costs that moves more than its own task: runs of the tasks that go out no longer count. */
function movedWords({ in: coming, out: going }: ExcludeDocument, isDrawn: boolean): string {
  const moved = `${countOf(coming.length, 'task')} in, ${countOf(going.length, 'task')} out`;
  if (!isDrawn) return `Other tasks move as well: ${moved}.`;
  return (
    `This redraws the sample: ${moved}. Runs of the tasks that go out no longer count. With "prefer: [random]" in ` +
    'place of "draw" an exclusion brings in one task and moves no other.'
  );
}

/** The day on this machine; it goes into the plan, never into a result. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
