import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { documentOf } from '../../core/documents/document-of.js';
import { WinnowError } from '../../core/model/errors.js';
import type { Warning } from '../../core/model/fault.js';
import type { Plan } from '../../core/model/plan.js';
import type { Pools } from '../../core/model/task.js';
import { poolNames } from '../../core/outcomes/task-index.js';
import { mean } from '../../core/statistics/summary.js';
import { countOf } from '../../core/text/count-of.js';
import type { Arms } from '../../core/uplift/pair-outcomes.js';
import { ofArms, pairOutcomes } from '../../core/uplift/pair-outcomes.js';
import { measuredComponents, upliftOf } from '../../core/uplift/paired-tasks.js';
import { type Pilot, pilotPicture, pilotSchema, readPilotBudget } from '../../core/uplift/pilot.js';
import { type PilotGoal, pilotGoals } from '../../core/uplift/pilot-design.js';
import { assertUnchanged, loadPlanFiles } from '../../disk/load-plan.js';
import { refuseInputs, refuseOtherKind } from '../../disk/protect-files.js';
import { refuseMisplaced, refuseOtherPlan, selectionFileNames, selectionFiles } from '../../disk/write-selection.js';
import { writePictureFiles, writeTogether } from '../../disk/write-together.js';
import { armsFrom } from '../arguments/arms-from.js';
import { type DrawnPilot, drawPilot, poolPlan } from '../arguments/draw-pilot.js';
import { numberFrom } from '../arguments/number-from.js';
import { fromTable, noCache, type PoolFlags, pathsRead, readPlanPools } from '../arguments/read-plan-pools.js';
import { addResultOptions, type ResultFlags, readResults } from '../arguments/read-results.js';
import { pilotReport } from '../reports/pilot-report.js';
import { exitCodes } from '../terminal/exit-codes.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

interface PilotFlags extends PoolFlags, ResultFlags {
  readonly budget: string;
  readonly goal: string;
  readonly repeats?: number;
  readonly pairs?: string[];
  readonly uplift?: Arms;
  readonly fdr: number;
  readonly out: string;
  readonly pictures?: string;
  readonly json?: true;
  readonly dryRun?: true;
  readonly force?: true;
}

/** `winnow pilot PLAN`: how many tasks and repeats a budget is best spent on, and which tasks. */
export function addPilot(command: Command, done: (code: number) => void): void {
  const names = pilotGoals.map(({ name }) => name);
  const goals = pilotGoals.map(({ name, words }) => `${name}: ${words}`).join('; ');
  command
    .description(
      'Designs a small paired pilot: the same tasks run with and without what is tried. Says how many tasks and how many\n' +
        'repeats per side a budget is best spent on, draws the tasks at random from the pool of a plan, and writes plan.yaml\n' +
        'and a selection, to be exported, run and given to "winnow estimate --uplift".',
    )
    .argument('<plan>', 'a plan file (YAML), or the name of an embedded plan: its pool is drawn from')
    .requiredOption('--budget <amount>', "what all runs of both arms may come to: '$300', '200 runs' or '6 hours'")
    .addOption(new Option('--goal <goal>', `what the pilot is for (${goals})`).choices(names).default('interval'))
    .option('--repeats <n>', 'runs of each task in each arm (default: what serves the goal best)', repeatsFrom)
    .option('--pairs <path...>', 'earlier results of two arms, from which the noise is measured (default: published)')
    .option('--uplift <arms>', 'with --pairs: the two arms, with=NAME,without=NAME', armsFrom)
    .option('--fdr <number>', 'the false-discovery rate of the tasks to be found', numberFrom, 0.1)
    .option('-o, --out <dir>', 'folder to write into', 'pilot')
    .option('--pictures <dir>', 'write the chart into this folder, as SVG')
    .option('--json', 'print one JSON document and nothing else')
    .option('-n, --dry-run', 'write nothing')
    .option('--force', 'replace a selection that a plan of another name made');
  addResultOptions(command)
    .option('-b, --benchmarks <dir>', 'read the benchmarks from this folder, where the plan says each lies below it')
    .option(...fromTable)
    .option(...noCache)
    .action(async (plan: string, flags: PilotFlags) => done(await runPilot(plan, flags)));
}

function repeatsFrom(text: string): number {
  const repeats = numberFrom(text);
  if (Number.isInteger(repeats) && repeats >= 1 && repeats <= 12) return repeats;
  throw new InvalidArgumentError('Expected a whole number from 1 to 12.');
}

async function runPilot(planName: string, flags: PilotFlags): Promise<number> {
  const { out, fdr: rate, repeats } = flags;
  const faults = [
    ...(rate > 0 && rate < 1 ? [] : [`the false-discovery rate must lie above 0 and below 1; found ${rate}.`]),
    ...((flags.pairs === undefined) === (flags.uplift === undefined)
      ? []
      : ['--pairs and --uplift go together: results, and the names of the two arms in them.']),
  ];
  if (faults.length > 0) throw new WinnowError(faults.map((message) => ({ code: 'usage', message })));
  const budget = readPilotBudget(flags.budget);
  const goal = pilotGoals.find(({ name }) => name === flags.goal);
  if (goal === undefined) throw new Error(flags.goal);
  const loaded = await loadPlanFiles(planName);
  const pools = await readPlanPools(poolPlan(loaded, out, budget, goal.name), flags);
  const earlier = await earlierPairs(loaded.plan, pools, flags);
  const pilot = drawPilot(loaded, pools, out, { budget, goal, rate, repeats, measured: earlier?.measured });
  assertUnchanged(loaded);
  const inputs = [loaded.plan.file, ...pathsRead(flags), ...(flags.pairs ?? [])];
  const written = flags.dryRun === true ? undefined : writePilot(pilot, out, inputs, flags.force === true);
  const pictures = flags.dryRun === true ? [] : writePicture(pilot, goal, flags.pictures, inputs);
  const about = aboutPilot(pilot, { flags, budget, goal, earlier, written: written && [...written, ...pictures] });
  if (flags.json === true) print(`${JSON.stringify(documentOf(pilotSchema(), about), null, 2)}\n`);
  else {
    const terminal = terminalFor(process.stdout);
    const next = `Next: winnow export ${out} --to RUNNER, once for each arm; then winnow estimate ${out} RESULTS --uplift with=NAME,without=NAME`;
    const end =
      about.written === undefined ? ['Nothing was written (--dry-run).'] : [`Wrote ${about.written.join(', ')}`, next];
    print(`${pilotReport(about, goal.words, terminal)}\n\n${end.map((line) => terminal.dim(line)).join('\n')}\n`);
  }
  return exitCodes.done;
}

type Earlier = Awaited<ReturnType<typeof earlierPairs>>;

/** What earlier results of two arms say of the noise; undefined where none are given. */
async function earlierPairs({ results: settings }: Plan, pools: Pools, flags: PilotFlags) {
  const { pairs: paths, uplift: arms } = flags;
  if (paths === undefined || arms === undefined) return undefined;
  const tasks = poolNames(pools);
  const { own } = ofArms(await readResults(paths, flags, { settings, tasks }), arms);
  const { pairs, counts } = pairOutcomes(tasks, tasks, own.outcomes, arms);
  if (pairs.length < 2) {
    const message = `${countOf(pairs.length, 'task')} of the pool with a score in both arms of --pairs: it takes two. ${counts.withOnly} have one with ${arms.with} only, ${counts.withoutOnly} with ${arms.without} only.`;
    throw new WinnowError([{ code: 'uplift/pairs', message, hint: 'Give results of both arms on the same tasks.' }]);
  }
  const measured = { ...measuredComponents(pairs), mean: mean(pairs.map(upliftOf)), pairs: pairs.length };
  const warnings: Warning[] = [
    ...(counts.withOnly + counts.withoutOnly === 0
      ? []
      : [
          {
            code: 'uplift-one-arm',
            message: `earlier results: ${countOf(counts.withOnly, 'task')} with ${arms.with} only, ${counts.withoutOnly} with ${arms.without} only: left out.`,
          },
        ]),
    ...(counts.unscoredRuns === 0
      ? []
      : [
          {
            code: 'uplift-unscored',
            message: `earlier results: ${countOf(counts.unscoredRuns, 'run')} errored or not run: left out, not counted as 0.`,
          },
        ]),
  ];
  return { measured, arms, warnings };
}

function writePilot({ selection, text }: DrawnPilot, out: string, inputs: readonly string[], force: boolean) {
  const plan = join(out, 'plan.yaml');
  writeTogether(out, [{ name: 'plan.yaml', text }, ...selectionFiles(selection)], () => {
    refuseInputs([plan], inputs);
    refuseOtherKind([plan], {
      name: 'a plan of "winnow pilot"',
      isText: (old) => old.startsWith(text.split('\n', 1)[0] ?? ''),
    });
    refuseMisplaced(selection, out, inputs);
    if (!force) refuseOtherPlan(out, selection.plan.name);
    return [];
  });
  return ['plan.yaml', ...selectionFileNames].map((name) => join(out, name));
}

function writePicture({ design }: DrawnPilot, goal: PilotGoal, folder: string | undefined, inputs: readonly string[]) {
  const picture = pilotPicture(design, goal);
  if (folder === undefined || picture === undefined) return [];
  return writePictureFiles(folder, [{ name: 'pilot.svg', text: picture.svg }], inputs);
}

interface Around {
  readonly flags: PilotFlags;
  readonly budget: ReturnType<typeof readPilotBudget>;
  readonly goal: PilotGoal;
  readonly earlier: Earlier;
  readonly written: readonly string[] | undefined;
}

function aboutPilot(drawn: DrawnPilot, { flags, budget, goal, earlier, written }: Around): Pilot {
  const { design, selection, benchmarks, strata, used, notes } = drawn;
  const { components } = design;
  const tasksOf = new Map(selection.benchmarks.map(({ plan, choices }) => [plan.name, choices.length]));
  return {
    plan: selection.plan.name,
    goal: goal.name,
    budget: { ...budget, used },
    falseDiscoveryRate: flags.fdr,
    design: design.rowOf(selection.choices.length),
    noise: {
      from: design.from,
      pairs: earlier?.measured.pairs ?? 0,
      with: earlier?.arms.with,
      without: earlier?.arms.without,
      runVarianceWithout: components.runWithout,
      runVarianceWith: components.runWith,
      varianceOfUplift: components.between,
      meanUplift: design.mean,
    },
    rows: design.rows.map((row) => ({ ...row, chosen: row === design.best })),
    benchmarks: benchmarks.map(({ name, eligible }) => {
      return { name, eligible, tasks: tasksOf.get(name) ?? 0, strata: strata.get(name) };
    }),
    written,
    warnings: [...(earlier?.warnings ?? []), ...designWarnings(design, goal), ...notes.draw],
    poolNotes: notes.pool,
  };
}

function designWarnings({ best, components }: DrawnPilot['design'], goal: PilotGoal): readonly Warning[] {
  const hardly = goal.hardly(best);
  const none =
    'the earlier runs of a task never differ, so that they say nothing of the noise of a run: no interval is so narrow.';
  return [
    ...(hardly === undefined ? [] : [{ code: 'pilot-hardly', message: hardly }]),
    ...(components.runWithout + components.runWith > 0 ? [] : [{ code: 'pilot-no-noise', message: none }]),
  ];
}
