import type { Command } from 'commander';
import { initSchema } from '../../core/contracts/init-document.js';
import { documentOf } from '../../core/documents/document-of.js';
import { largest } from '../../core/lists/extremes.js';
import { PlanError } from '../../core/model/errors.js';
import { purposes } from '../../core/purposes/purposes.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { PlanAim } from '../../inspect/draft-plan.js';
import { type InitResult, initPlan } from '../../inspect/init-plan.js';
import { countFrom } from '../arguments/number-from.js';
import { type PurposeFlags, purposeAim } from '../arguments/purpose-aim.js';
import { addSettingOptions, settingsOf } from '../arguments/read-results.js';
import { designsEntry, designsReport } from '../reports/designs-report.js';
import { alignColumns } from '../terminal/align-columns.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { ProgressBar } from '../terminal/progress-bar.js';
import { type Terminal, terminalFor } from '../terminal/terminal.js';

interface InitFlags extends PurposeFlags {
  readonly out: string;
  readonly name?: string;
  readonly id?: string;
  readonly sample?: number;
  readonly rankBy?: string;
  readonly dryRun?: true;
  readonly force?: true;
  readonly json?: true;
}

/** `winnow init PATH…`: writes a starter plan for the tasks that are there. */
export function addInit(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Finds the tasks in files and folders and writes a plan that selects from them. It runs as it is,\n' +
        'unless ids are repeated; what only a person can decide is asked in its comments and in the output.',
    )
    .argument('<path...>', 'files or folders of tasks')
    .option('-o, --out <file>', 'the plan to write', 'plan.yaml')
    .option('--id <column>', 'the column that holds the ids of a table (default: id, task_id or instance_id)')
    .option('--sample <n>', 'a plan that draws so many tasks at random, to represent them all', countFrom)
    .option('--rank-by <field>', 'a plan that takes the tasks with the most of a number; "FIELD asc": with the least')
    .option('--take <n>', 'how many tasks to take in all (default: about a fifth)', countFrom)
    .option(
      '--purpose <purpose>',
      `what results are to tell: ${purposes.map(({ name }) => name).join(', ')}; needs --prior`,
    )
    .option('--prior <path...>', 'results of earlier systems on these tasks, to learn from')
    .option('--precision <points>', "as many tasks as give a level to '4 points', either way (95%)")
    .option('--detect <points>', "as many tasks as find a difference of '10 points' (80% power)")
    .option('--budget <amount>', "as many tasks as '$300' or '6 hours' pay for, by what earlier results cost")
    .option('--name <name>', 'what the plan calls itself (default: made from the path)')
    .option('-n, --dry-run', 'write nothing, and print the plan instead')
    .option('-f, --force', 'replace a file that is there')
    .option('--json', 'print one JSON document and nothing else');
  addSettingOptions(command).action(async (paths: string[], flags: InitFlags) => done(await runInit(paths, flags)));
}

async function runInit(paths: readonly string[], flags: InitFlags): Promise<number> {
  const { out, name, force, json } = flags;
  const dryRun = flags.dryRun === true;
  const bar = new ProgressBar(process.stderr);
  const options = {
    out,
    name,
    dryRun,
    force: force === true,
    aim: aimOf(flags),
    idColumn: flags.id,
    onProgress: bar.update,
  };
  const result = await initPlan(paths, options).finally(() => bar.end());
  if (json === true) print(`${JSON.stringify(document(result, dryRun), null, 2)}\n`);
  else if (dryRun) print(result.text);
  else print(`${report(result, terminalFor(process.stdout))}\n`);
  return exitCodes.done;

  function report({ draft, leftOut, divisions, purpose }: InitResult, terminal: Terminal): string {
    const { bold, dim, warning } = terminal;
    const { benchmarks, phases, weights } = draft;
    const total = benchmarks.reduce((sum, { tasks }) => sum + tasks, 0);
    const digits = largest(benchmarks.map(({ tasks }) => formatCount(tasks).length));
    const cells = benchmarks.map(({ key, tasks, format, select }) => {
      if (draft.total !== undefined) return [visibleText(key, 40), formatCount(tasks).padStart(digits), format];
      const take = formatCount(takeOf(key, select.take === 'all' ? tasks : select.take, purpose)).padStart(digits);
      const group = select.groupBy === undefined ? '' : `, by ${select.groupBy}`;
      return [visibleText(key, 40), `${take} / ${formatCount(tasks).padStart(digits)}`, `${format}${group}`];
    });
    const rows = alignColumns(cells, { indent: '  ' });
    const open = benchmarks.flatMap(({ key, open: questions }) => questions.map((each) => `${key}: ${each}`));
    return [
      `Wrote ${bold(visibleText(out))}: ${countOf(benchmarks.length, 'benchmark')}, ${countOf(total, 'task')}`,
      [
        draft.total === undefined
          ? `${bold('Benchmark')} ${dim('(take / tasks)')}`
          : `${bold('Benchmark')} ${dim(`(tasks; ${formatCount(draft.total)} are shared among them)`)}`,
        ...rows,
        ...divisions.map((note) => dim(`  ${visibleText(note, 400)}`)),
      ].join('\n'),
      ...(draft.isEven
        ? []
        : [
            [
              `${bold('Phases')}  ${phases.join(', ')}`,
              `${bold('Score')}   ${[...weights].map(([component, weight]) => `${weight} ${component}`).join(' + ')}`,
            ].join('\n'),
          ]),
      ...(purpose === undefined ? [] : designsReport(purpose, terminal)),
      ...list(`Open (${formatCount(open.length)})`, open, (text) => warning(bold(text))),
      ...list('Not in the plan', leftOut, (text) => warning(bold(text))),
      dim(`Next: winnow select ${/[/\\]|\.(ya?ml|json)$/i.test(out) ? out : `./${out}`}`),
    ].join('\n\n');
  }

  function list(title: string, lines: readonly string[], style: (text: string) => string): string[] {
    if (lines.length === 0) return [];
    const shown = lines.slice(0, mostLines).map((line) => `  ${visibleText(line, 400)}`);
    if (lines.length > mostLines) shown.push(`  and ${formatCount(lines.length - mostLines)} more, listed in the plan`);
    return [[style(title), ...shown].join('\n')];
  }
}

const mostLines = 20;

/** How many tasks a benchmark gives: what its purpose comes to, or what was drafted. */
function takeOf<Take>(key: string, drafted: Take, purpose: InitResult['purpose']): Take | number {
  return purpose?.benchmarks.find(({ benchmark }) => benchmark === key)?.take ?? drafted;
}

/** What the options ask of the plan. @throws PlanError when they ask for two things. */
function aimOf({ sample, rankBy, ...flags }: InitFlags): PlanAim {
  const { take } = flags;
  const purpose = purposeAim({ ...flags, reading: settingsOf(flags) });
  if (purpose !== undefined && (sample !== undefined || rankBy !== undefined)) {
    const message = `--purpose chooses the design; it does not go with ${sample === undefined ? '--rank-by' : '--sample'}.`;
    throw new PlanError([{ code: 'usage', message, hint: 'Give one of them.' }]);
  }
  if (purpose !== undefined) return { atRandom: true, purpose };
  if (sample !== undefined && (take !== undefined || rankBy !== undefined)) {
    const message = `--sample draws at random and says how many; it does not go with ${rankBy === undefined ? '--take' : '--rank-by'}.`;
    throw new PlanError([{ code: 'usage', message, hint: 'Give one of them.' }]);
  }
  if (sample !== undefined) return { take: sample, atRandom: true };
  if (rankBy === undefined) return { take };
  const [field = '', direction = 'desc', ...rest] = rankBy.trim().split(/\s+/);
  if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
    const message = `--rank-by must have the form "FIELD", "FIELD desc" or "FIELD asc"; found "${rankBy}".`;
    throw new PlanError([{ code: 'usage', message }]);
  }
  return { take, rankBy: { field, direction } };
}

/** What was written, as data. */
function document({ out, text, draft, leftOut, divisions, purpose }: InitResult, dryRun: boolean): object {
  return documentOf(initSchema(), {
    ...draft,
    plan: out,
    text: dryRun ? text : undefined,
    benchmarks: draft.benchmarks.map(({ key, tasks, format, select, open }) => ({
      name: key,
      tasks,
      format,
      take: draft.total === undefined ? takeOf(key, select.take, purpose) : undefined,
      open,
    })),
    purpose: purpose === undefined ? undefined : designsEntry(purpose),
    leftOut,
    divisions,
  });
}
