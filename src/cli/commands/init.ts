import type { Command } from 'commander';
import type { InitDocument } from '../../core/contracts/init-document.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { type InitResult, initPlan } from '../../inspect/init-plan.js';
import { cacheOf, noCache } from '../arguments/read-plan-pools.js';
import { alignColumns } from '../terminal/align-columns.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { ProgressBar } from '../terminal/progress-bar.js';
import { type Terminal, terminalFor } from '../terminal/terminal.js';

interface InitFlags {
  readonly out: string;
  readonly name?: string;
  readonly force?: true;
  readonly json?: true;
  readonly cache?: boolean;
}

/** `winnow init PATH…`: writes a starter plan for the tasks that are there. */
export function addInit(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Finds the tasks in files and folders and writes a plan that selects from them. It runs as it is;\n' +
        'what only a person can decide is asked in its comments and in the output.',
    )
    .argument('<path...>', 'files or folders of tasks')
    .option('-o, --out <file>', 'the plan to write', 'plan.yaml')
    .option('--name <name>', 'what the plan calls itself (default: made from the path)')
    .option('-f, --force', 'replace a file that is there')
    .option('--json', 'print one JSON document and nothing else')
    .option(...noCache)
    .action(async (paths: string[], flags: InitFlags) => done(await runInit(paths, flags)));
}

async function runInit(paths: readonly string[], flags: InitFlags): Promise<number> {
  const { out, name, force, json } = flags;
  const bar = new ProgressBar(process.stderr);
  const result = await initPlan(paths, {
    out,
    name,
    force: force === true,
    onProgress: bar.update,
    cache: cacheOf(flags),
  }).finally(() => bar.end());
  if (json === true) print(`${JSON.stringify(document(result), null, 2)}\n`);
  else print(`${report(result, terminalFor(process.stdout))}\n`);
  return exitCodes.done;

  function report({ draft, leftOut }: InitResult, { bold, dim, warning }: Terminal): string {
    const { benchmarks, phases, weights } = draft;
    const total = benchmarks.reduce((sum, { tasks }) => sum + tasks, 0);
    const digits = Math.max(...benchmarks.map(({ tasks }) => formatCount(tasks).length));
    const cells = benchmarks.map(({ key, tasks, format, select }) => {
      const take = formatCount(select.take === 'all' ? tasks : select.take).padStart(digits);
      const group = select.groupBy === undefined ? '' : `, by ${select.groupBy}`;
      return [visibleText(key, 40), `${take} / ${formatCount(tasks).padStart(digits)}`, `${format}${group}`];
    });
    const rows = alignColumns(cells, { indent: '  ' });
    const open = benchmarks.flatMap(({ key, open: questions }) => questions.map((each) => `${key}: ${each}`));
    return [
      `Wrote ${bold(visibleText(out))}: ${countOf(benchmarks.length, 'benchmark')}, ${countOf(total, 'task')}`,
      [`${bold('Benchmark')} ${dim('(take / tasks)')}`, ...rows].join('\n'),
      [
        `${bold('Phases')}  ${phases.join(', ')}`,
        `${bold('Score')}   ${[...weights].map(([component, weight]) => `${weight} ${component}`).join(' + ')}`,
      ].join('\n'),
      ...list(`Open (${formatCount(open.length)})`, open, (text) => warning(bold(text))),
      ...list(`Not in the plan (${formatCount(leftOut.length)})`, leftOut, (text) => warning(bold(text))),
      dim(`Next: winnow select ${/[/\\]|\.(ya?ml|json)$/i.test(out) ? out : `./${out}`}`),
    ].join('\n\n');
  }

  function list(title: string, lines: readonly string[], style: (text: string) => string): string[] {
    if (lines.length === 0) return [];
    const shown = lines.slice(0, mostLines).map((line) => `  ${visibleText(line, 400)}`);
    if (lines.length > mostLines) shown.push(`  and ${formatCount(lines.length - mostLines)} more, all in the plan`);
    return [[style(title), ...shown].join('\n')];
  }
}

const mostLines = 20;

/** What was written, as data. */
function document({ out, draft, leftOut }: InitResult): InitDocument {
  return {
    plan: out,
    phases: draft.phases,
    weights: Object.fromEntries(draft.weights),
    benchmarks: draft.benchmarks.map(({ key, tasks, format, select, open }) => ({
      name: key,
      tasks,
      format,
      take: select.take,
      open,
    })),
    left_out: leftOut,
  };
}
