import type { Command } from 'commander';
import { estimateResults } from '../../core/estimate/estimate-results.js';
import { evalRecords } from '../../core/estimate/evaluation-record.js';
import { type Estimate, estimateText } from '../../core/estimate/pool-estimate.js';
import type { Manifest } from '../../core/manifest/manifest.js';
import { namedTasks, poolTasks } from '../../core/manifest/pool-tasks.js';
import { ResultsError } from '../../core/model/errors.js';
import type { RunResults } from '../../core/model/outcome.js';
import { estimateUplift, upliftText } from '../../core/uplift/estimate-uplift.js';
import type { Arms } from '../../core/uplift/pair-outcomes.js';
import { packageVersion } from '../../disk/own-package.js';
import { writeEvalRecords } from '../../disk/write-together.js';
import { armsFrom } from '../arguments/arms-from.js';
import { allowChangedPlan, currentManifest, type RunFlags } from '../arguments/manifest-of.js';
import { numberFrom } from '../arguments/number-from.js';
import { fromTable, noCache } from '../arguments/read-plan-pools.js';
import { addResultOptions, type ResultFlags, readResults, resultPaths } from '../arguments/read-results.js';
import { estimateReport } from '../reports/estimate-report.js';
import { upliftReport } from '../reports/uplift-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';
import { withTicker } from '../terminal/ticker.js';

interface EstimateFlags extends RunFlags, ResultFlags {
  readonly json?: true;
  readonly baseline?: string;
  readonly by?: string;
  readonly weightBy?: string;
  readonly prior?: string[];
  readonly beyondPool?: true;
  readonly level?: number;
  readonly require?: string[];
  readonly repeat?: number;
  readonly uplift?: Arms;
  readonly fdr?: number;
  readonly assumeNoise?: number;
  readonly everyEvalEver?: string;
  readonly retrieved?: number;
  readonly organisation?: string;
}

/** `winnow estimate SELECTION RESULTS…`: what results on a selection say of the pool. */
export function addEstimate(command: Command, done: (code: number) => void): void {
  command
    .description(
      'Weighs the results of runs on a representative selection and estimates the pool, with intervals: overall and by\n' +
        'benchmark, phase and language, and for two configurations their paired difference. Of a focus selection it\n' +
        'describes the selected tasks only; of one for ranking also the order, and which cannot be told apart.\n' +
        'Nothing is written, unless --every-eval-ever asks for records.',
    )
    .argument('<selection>', 'a selection.json, a folder that holds one, or a plan (which is run)')
    .argument('[results...]', 'files or folders of results: tables, SWE-bench, Harbor, Terminal-Bench, Inspect …')
    .option('--baseline <name>', 'the configuration that the others are compared with')
    .option('--by <labels>', 'divide the figures by these labels (default: benchmark,phase,language)')
    .option('--weight-by <labels>', 'weigh to the counts of the pool: one label post-stratifies, several (a,b) rake')
    .option(
      '--prior <path...>',
      'results of earlier systems on the pool, which assist levels by how hard each task was',
    )
    .option('--beyond-pool', 'speak of tasks like those of the pool, not of the pool itself: wider intervals')
    .option('--level <number>', 'the level of the intervals (default: 0.95)', numberFrom)
    .option(
      '--require <text...>',
      'what must hold, such as "new - baseline >= 0" or "new >= 0.5": exit code 1 unless it surely does',
    )
    .option(
      '--repeat <n>',
      'how many runs each task should have (default: as the pilot says, else as the results show)',
      numberFrom,
    )
    .option('--uplift <arms>', 'what one arm gains over another, task by task: with=NAME,without=NAME', armsFrom)
    .option('--fdr <number>', 'with --uplift: the false-discovery rate of its lists (default: 0.1)', numberFrom)
    .option(
      '--assume-noise <sd>',
      'with --uplift: the standard deviation of one run, for per-task results without repeats',
      numberFrom,
    )
    .option('--every-eval-ever <dir>', 'write the levels as records of Every Eval Ever’s, one a configuration')
    .option('--retrieved <seconds>', 'the time of those records, in seconds since 1970', numberFrom)
    .option('--organisation <name>', 'who gives those results (default: unknown)')
    .option('--json', 'print one JSON document and nothing else');
  addResultOptions(command)
    .option('-b, --benchmarks <dir>', 'read the benchmarks of a plan from this folder')
    .option(...fromTable)
    .option(...noCache)
    .option('--allow-shortfall', 'go on when the pool cannot give all that a plan asks for')
    .option(...allowChangedPlan)
    .action(async (selection: string, given: string[], flags: EstimateFlags) => {
      const results = resultPaths(given, flags) ?? [];
      if (results.length === 0) command.error("error: missing required argument 'results'");
      done(await runEstimate(selection, results, flags));
    });
}

async function runEstimate(selection: string, results: readonly string[], flags: EstimateFlags): Promise<number> {
  const manifest = await currentManifest(selection, flags);
  const settings = manifest.methodology.results;
  const selected = namedTasks(manifest);
  const outcomes = await readResults(results, flags, { settings, tasks: selected });
  if (flags.uplift !== undefined) return runUplift(manifest, outcomes, flags.uplift, flags);
  // The names are those of the results; earlier systems keep their own.
  const { name: _, ...priorFlags } = flags;
  const tasks = [...selected, ...poolTasks(manifest)];
  const prior = flags.prior === undefined ? undefined : await readResults(flags.prior, priorFlags, { settings, tasks });
  const options = {
    baseline: flags.baseline,
    by: flags.by?.split(',').map((label) => label.trim()),
    weightBy: flags.weightBy?.split(',').map((label) => label.trim()),
    prior,
    scope: flags.beyondPool === true ? 'beyond' : 'pool',
    level: flags.level,
    require: flags.require,
    repeat: flags.repeat,
  } as const;
  const estimate = await withTicker('estimating', () => estimateResults(manifest, outcomes, options));
  if (flags.everyEvalEver !== undefined) writeRecords(flags.everyEvalEver, estimate, flags, results);
  if (flags.json === true) print(estimateText(estimate));
  else {
    print(`${estimateReport(estimate, terminalFor(process.stdout))}\n`);
  }
  const holds = (estimate.requirements ?? []).every(({ verdict }) => verdict === 'yes');
  return holds ? exitCodes.done : exitCodes.gate;
}

/** `--every-eval-ever`: the levels as records, each a file. */
function writeRecords(folder: string, estimate: Estimate, flags: EstimateFlags, inputs: readonly string[]): void {
  const { retrieved, organisation = 'unknown' } = flags;
  if (retrieved === undefined || !Number.isSafeInteger(retrieved) || retrieved < 0) {
    const message = 'a record of Every Eval Ever’s says when it was made, and --retrieved does not tell.';
    const hint = 'Give --retrieved in whole seconds since 1970, such as --retrieved "$(date +%s)".';
    throw new ResultsError([{ code: 'usage', message, hint }]);
  }
  writeEvalRecords(folder, evalRecords(estimate, { retrieved, organisation, version: packageVersion() }), inputs);
}

/** `--uplift`: what one arm gains over the other. */
async function runUplift(manifest: Manifest, outcomes: RunResults, arms: Arms, flags: EstimateFlags): Promise<number> {
  const by = flags.by?.split(',').map((label) => label.trim());
  const { level, fdr: rate, repeat, assumeNoise } = flags;
  const options = { arms, level, rate, by, repeat, assumeNoise };
  const estimate = await withTicker('estimating', () => estimateUplift(manifest, outcomes, options));
  print(flags.json === true ? upliftText(estimate) : `${upliftReport(estimate, terminalFor(process.stdout))}\n`);
  return exitCodes.done;
}
