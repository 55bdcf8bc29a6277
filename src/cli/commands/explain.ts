import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { print } from '../print.js';
import { terminalFor } from '../terminal.js';

interface ExplainFlags {
  readonly plan: string;
  readonly json?: true;
  readonly allowShortfall?: true;
  readonly benchmarks?: string;
}

/** `winnow explain TASK…`: says why tasks are in or out of a plan's selection and what would change that. */
export function addExplain(program: Command, done: (code: number) => void): void {
  program
    .command('explain')
    .summary('say why a task is in or out, and what would change that')
    .description(
      'Says why tasks are in or out of the selection of a plan, and the smallest change that would bring one in or what\n' +
        'comes of excluding it, found by selecting again. Writes nothing.\n' +
        'TASK is an id, an alias or a folder; BENCHMARK/ID where several benchmarks have it.',
    )
    .argument('<task...>', 'the tasks to explain')
    .option('-p, --plan <plan>', 'a plan file (YAML), or the name of an embedded plan', 'ccb')
    .option('--json', 'print one JSON document and nothing else')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .action(async (names: string[], flags: ExplainFlags) => done(await runExplain(names, flags)));
}

async function runExplain(names: readonly string[], flags: ExplainFlags): Promise<number> {
  const { explainTask, explanationText, findTasks, loadPlan, readPools, runPlan } = await import('../../index.js');
  const plan = await loadPlan(flags.plan);
  const selection = runPlan(plan, await readPools(plan, { benchmarks: flags.benchmarks }), {
    allowShortfall: flags.allowShortfall === true,
  });
  const explanations = findTasks(selection, names).map((task) => explainTask(selection, task));
  if (flags.json === true) print(explanationText(plan, explanations));
  else {
    const { explanationReport } = await import('../explanation-report.js');
    const terminal = terminalFor(process.stdout);
    print(`${explanations.map((each) => explanationReport(each, terminal)).join('\n\n')}\n`);
  }
  return exitCodes.done;
}
