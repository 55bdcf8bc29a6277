import type { Command } from 'commander';
import { learnedSentences } from '../../core/describe/describe-learned.js';
import { expectedUpliftSentences } from '../../core/describe/expected-uplift-words.js';
import { choosesByUplift } from '../../core/expect-uplift.js';
import { explainTask } from '../../core/explain/explain-task.js';
import { explanationText } from '../../core/explain/explanation-json.js';
import { expectedUpliftEntry } from '../../core/manifest/expected-uplift-entry.js';
import { type Optimiser, type RuleCost, studyOptimum } from '../../core/model/optimum.js';
import type { Selection } from '../../core/model/selection.js';
import { findTasks } from '../../core/pool/find-task.js';
import { type PlanChoice, planToUse } from '../../disk/default-plan.js';
import { loadPlan } from '../../disk/load-plan.js';
import {
  fromTable,
  noCache,
  readPlanFields,
  selectCounted,
  selectFromPools,
  timeLimit,
  withOptimiser,
} from '../arguments/read-plan-pools.js';
import { withHint } from '../arguments/with-hint.js';
import { explanationReport, ruleCostsReport } from '../reports/explanation-report.js';
import { planLine } from '../reports/plan-line.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';
import { withTicker } from '../terminal/ticker.js';

interface ExplainFlags {
  readonly plan?: string;
  readonly json?: true;
  readonly allowShortfall?: true;
  readonly timeLimit?: number;
  readonly benchmarks?: string;
  readonly pool?: string;
  readonly cache?: boolean;
}

/** `winnow explain TASK…`: says why tasks are in or out of a plan's selection and what would change that. */
export function addExplain(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Says why tasks are in or out of the selection of a plan, and the smallest change that would bring one in or what\n' +
        'comes of excluding it, found by selecting again. Writes nothing.\n' +
        'TASK is an id, an alias or a folder; BENCHMARK/ID where several benchmarks have it. Without --plan: the plan that\n' +
        'made the selection here; or else plan.yaml in this folder; or else, in an empty folder, the plan "ccb", which ships.',
    )
    .argument('<task...>', 'the tasks to explain')
    .option(
      '-p, --plan <plan>',
      'a plan file (YAML), or the name of an embedded plan (default: that of the selection here)',
    )
    .option('--json', 'print one JSON document and nothing else')
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that the plan asks for')
    .option(...timeLimit)
    .action(async (names: string[], flags: ExplainFlags) => done(await runExplain(names, flags)));
}

async function runExplain(names: readonly string[], flags: ExplainFlags): Promise<number> {
  const choice = await planToUse(flags.plan, { use: 'answer' });
  const plan = await loadPlan(choice.plan);
  const asked = { allowShortfall: flags.allowShortfall === true, timeLimit: flags.timeLimit };
  const options = await withOptimiser(plan, asked);
  // Where every task fits into memory all are read, so that changes can be tried; else the tasks in question are asked for.
  const ids = names.flatMap((name) => [name, name.slice(name.indexOf('/') + 1)]);
  const counted = await selectCounted(plan, flags, { ...options, ids, onlyBeyondMemory: true });
  const selection = counted?.selection ?? (await selectFromPools(plan, await readPlanFields(plan, flags), options));
  const tasks = tasksNamed(names, selection, choice);
  const explanations = await withTicker('explaining', () =>
    tasks.map((task) => explainTask(selection, task, options.optimiser)),
  );
  const costs = await ruleCostsOf(selection, options.optimiser);
  const expected = explanations.some(({ benchmark }) => choosesByUplift(benchmark))
    ? selection.expectedUplift
    : undefined;
  if (flags.json === true) print(explanationText(plan, explanations, costs, expected && expectedUpliftEntry(expected)));
  else {
    const terminal = terminalFor(process.stdout);
    const reports = explanations.map((each) => {
      const own = selection.benchmarks.find(({ plan: { name } }) => name === each.benchmark.name);
      const byUplift = choosesByUplift(each.benchmark) ? expectedUpliftSentences(selection) : [];
      return explanationReport(each, terminal, [...(own === undefined ? [] : learnedSentences(own)), ...byUplift]);
    });
    const costLines = costs === undefined ? [] : [ruleCostsReport(costs, terminal)];
    print(`${[...reports, ...costLines, planLine({ ...choice, name: plan.name }, terminal)].join('\n\n')}\n`);
  }
  return exitCodes.done;
}

/** What each rule costs, where the plan has a goal. */
async function ruleCostsOf(
  selection: Selection,
  optimiser: Optimiser | undefined,
): Promise<readonly RuleCost[] | undefined> {
  const optima = new Set(selection.benchmarks.flatMap(({ optimum }) => optimum ?? []));
  if (optima.size === 0) return undefined;
  return withTicker('weakening rules', () =>
    [...optima].flatMap((optimum) => studyOptimum(optimum, selection, optimiser)?.ruleCosts() ?? []),
  );
}

/** A task that is not found may be one of another plan than the one that nobody named. */
function tasksNamed(names: readonly string[], selection: Selection, { plan, because }: PlanChoice) {
  try {
    return findTasks(selection, names);
  } catch (error) {
    throw because === undefined ? error : withHint(error, `The plan is ${plan}, ${because}; --plan names another.`);
  }
}
