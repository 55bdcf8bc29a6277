import { join } from 'node:path';
import * as z from 'zod/mini';
import { defaultVariances } from '../core/assess/power/comparison.js';
import {
  line,
  plainTable,
  quietLine,
  type Section,
  tableBy,
  warningSection,
  wordColumn,
} from '../core/blocks/blocks.js';
import { documentOf } from '../core/documents/forms.js';
import { at, compact, sumOf } from '../core/lists/lists.js';
import { type Warning, WinnowError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import type { Pools } from '../core/model/task.js';
import { poolNames } from '../core/outcomes/task-index.js';
import { aboutPassing } from '../core/outcomes/task-result.js';
import { chartSvg } from '../core/pictures/chart.js';
import { mean, variance } from '../core/statistics/summary.js';
import { countOf, formatCount, signed, visibleText } from '../core/text/words.js';
import {
  arePasses,
  enoughTasks,
  judgedTasks,
  ofArms,
  type PairedTask,
  pairOutcomes,
  publishedComponents,
  type UpliftComponents,
  upliftOf,
} from '../core/uplift/paired-tasks.js';
import { type Pilot, type PilotQuestion, pilotPicture, pilotSchema, readPilotBudget } from '../core/uplift/pilot.js';
import { expectedHalfWidth, type PilotGoal, pilotGoals } from '../core/uplift/pilot-design.js';
import { assertUnchanged, loadPlanFiles } from '../disk/load-plan.js';
import { refuseInputs, refuseOtherKind } from '../disk/protect-files.js';
import { refuseMisplaced, refuseOtherPlan, selectionFileNames, selectionFiles } from '../disk/write-selection.js';
import { writePictureFiles, writeTogether } from '../disk/write-together.js';
import { armsOption } from './compare.js';
import {
  commandOf,
  givenWords,
  type InputOf,
  numberFrom,
  operation,
  option,
  type Ports,
  rare,
} from './declare/operation.js';
import { section, sectionsOf, under } from './declare/sections.js';
import { type DrawnPilot, drawPilot, poolPlan } from './inputs/draw-pilot.js';
import { pathsRead, poolOptions, readPlanPools } from './inputs/plan-pools.js';
import { readResults, resultOptions } from './inputs/results.js';

const goalNames = pilotGoals.map(({ name }) => name);
const goalWords = pilotGoals.map(({ name, words }) => `${name}: ${words}`).join('; ');

const input = {
  plan: option.argument('a plan file (YAML), or the name of a built-in plan; tasks are drawn from its pool', {
    path: 'read',
  }),
  budget: option.required('amount', "the budget for all runs of both arms: '$300', '200 runs' or '6 hours'"),
  goal: option.word(goalNames, `the goal of the pilot (${goalWords})`, { value: 'goal', default: 'interval' }),
  repeats: option.of(z.optional(z.int().check(z.minimum(1), z.maximum(12))), 'runs per task in each arm', {
    value: 'n',
    default: 'the best number for the goal',
    fromText: repeatsFrom,
  }),
  pairs: rare.texts('path', 'earlier results of two arms, to measure the noise', {
    default: 'published figures',
    path: 'read',
  }),
  uplift: armsOption('with --pairs: the two arms, with=NAME,without=NAME', {}),
  fdr: rare.number('number', 'the false-discovery rate of the task lists', { default: '0.1' }),
  out: option.text('dir', 'the folder to write into', { short: 'o', default: 'pilot', path: 'write' }),
  pictures: rare.text('dir', 'write the chart into this folder, as SVG', { path: 'write' }),
  dryRun: rare.flag('write nothing', { short: 'n' }),
  force: rare.flag('replace a selection made by another plan'),
  ...resultOptions,
  ...poolOptions,
};

type PilotInput = InputOf<typeof input>;

const usualFolder = 'pilot';

export const pilot = operation({
  name: 'pilot',
  group: 'Measure',
  summary: 'Plan a small paired study within a budget',
  description:
    'Both arms run the same tasks, with and without the change. Finds the number of tasks and repeats per arm that\n' +
    "makes the most of a budget, draws the tasks at random from the plan's pool, and writes plan.yaml and a\n" +
    'selection. Export it, run both arms, and pass the results to "winnow compare".',
  input,
  output: { pilot: pilotSchema },
  writes: true,
  run: async (given, ports): Promise<Pilot> => {
    const { out = usualFolder, fdr: rate = 0.1, repeats } = given;
    const errors = compact([
      !(rate > 0 && rate < 1) && `the false-discovery rate must be above 0 and below 1; found ${rate}.`,
      (given.pairs === undefined) !== (given.uplift === undefined) &&
        'use --pairs (the results) and --uplift (the names of their two arms) together.',
    ]);
    if (errors.length > 0) throw new WinnowError(errors.map((message) => ({ code: 'usage', message })));
    const budget = readPilotBudget(given.budget);
    const goal = pilotGoals.find(({ name }) => name === (given.goal ?? 'interval'));
    if (goal === undefined) throw new Error(given.goal);
    const loaded = await loadPlanFiles(given.plan);
    const pools = await readPlanPools(poolPlan(loaded, out, budget, goal.name), given, ports);
    const earlier = await earlierPairs(loaded.plan, pools, given, ports);
    const drawn = drawPilot(loaded, pools, out, { budget, goal, rate, repeats, measured: earlier?.measured });
    assertUnchanged(loaded);
    const inputs = [loaded.plan.file, ...pathsRead(given), ...(given.pairs ?? [])];
    const isDry = given.dryRun === true;
    const written = isDry ? undefined : writePilot(drawn, out, inputs, given.force === true);
    const pictures = isDry ? [] : writePicture(drawn, goal, given.pictures, inputs);
    const files = written && [...written, ...pictures];
    return pilotOf(drawn, { rate, budget, goal }, earlier, loaded, files);
  },
  document: (planned) => documentOf(pilotSchema(), planned),
  view: viewOf,
  next: (_, { out = usualFolder, dryRun, ...given }) => {
    const folders = givenWords({ benchmarks: poolOptions.benchmarks }, given);
    return dryRun === true ? undefined : commandOf('export', out, '--to', 'RUNNER', '--out', 'run', ...folders);
  },
  forAgents: true,
  examples: [
    { words: 'Show what 200 runs can measure', command: "winnow pilot ccb --budget '200 runs' --dry-run" },
    {
      words: 'Plan a pilot that finds the tasks that gain',
      command: "winnow pilot ccb --budget '400 runs' --goal find",
    },
  ],
});

function repeatsFrom(text: string): number {
  const repeats = numberFrom(text);
  if (Number.isInteger(repeats) && repeats >= 1 && repeats <= 12) return repeats;
  throw new Error('Expected a whole number from 1 to 12.');
}

const mostBenchmarks = 20;
const mostWarnings = 8;

function viewOf(planned: Pilot, { out = usualFolder }: PilotInput): readonly Section[] {
  const { plan, design, budget, benchmarks, warnings, poolNotes: notes, rows, written } = planned;
  const goal = pilotGoals.find(({ name }) => name === planned.goal);
  const times = design.repeats === 1 ? 'once' : `${design.repeats} times`;
  const eligible = sumOf(benchmarks, (own) => own.eligible);
  const choices = tableBy('Tasks or repeats?', rows, [
    [wordColumn(''), ({ chosen }) => (chosen ? '>' : '')],
    [wordColumn('runs per arm'), ({ repeats }) => String(repeats)],
    [wordColumn('tasks'), ({ tasks }) => formatCount(tasks)],
    [wordColumn('runs'), ({ runs }) => formatCount(runs)],
    [wordColumn('mean ±'), ({ halfWidth }) => halfWidth.toFixed(3)],
    [wordColumn('reliability'), ({ reliability }) => reliability.toFixed(2)],
    [wordColumn('found'), ({ found }) => (found === undefined ? 'no list' : found.toFixed(1))],
    [wordColumn('best quarter'), ({ topQuarter }) => (topQuarter === undefined ? '' : signed(topQuarter))],
  ]);
  const places = benchmarks.map(({ name, tasks, eligible: all, strata }) => [
    visibleText(name, 40),
    `${formatCount(tasks)} / ${formatCount(all)}`,
    strata === undefined ? '' : `stratified by ${visibleText(strata, 40)}`,
  ]);
  const isTwo = rows.every(({ tasks }) => tasks >= Math.min(eligible, 2 * benchmarks.length));
  const least = isTwo ? 'two tasks' : 'one task';
  const next = `Run the export once for each arm, then: ${commandOf('compare', out, 'RESULTS_WITHOUT', 'RESULTS_WITH')}`;
  return sectionsOf(
    section(
      line([
        { strong: visibleText(plan) },
        ': ',
        { strong: `${formatCount(design.tasks)} of ${countOf(eligible, 'task')}` },
        ', each run ',
        { strong: times },
        ` in both arms: ${countOf(design.runs, 'run')}`,
      ]),
    ),
    section(
      `Goal: ${goal?.words}. Budget: ${visibleText(budget.text, 40)}${usedText(budget)}. Tasks are drawn at random, so results represent the pool.`,
    ),
    section(expectedWords(planned)),
    under(
      'Tasks or repeats?',
      choices,
      quietLine(
        `Designs with fewer than ${least} per benchmark are not listed, because they would not represent the pool.`,
      ),
    ),
    section(noiseText(planned)),
    under(
      [{ strong: 'Benchmark' }, ' ', { text: '(tasks / eligible)', tone: 'quiet' }],
      plainTable('Benchmarks', places, { most: mostBenchmarks }),
    ),
    section(
      notes.length > 0 && quietLine(`${countOf(notes.length, 'note')} on the pool and its scores (--json lists all)`),
    ),
    warningSection(warnings, 400, mostWarnings),
    written === undefined
      ? section(quietLine('Nothing was written (--dry-run).'))
      : section(quietLine(`Wrote ${written.join(', ')}`), quietLine(next)),
  );
}

function usedText({ unit, used }: Pilot['budget']): string {
  if (unit === 'runs') return '';
  return unit === 'usd'
    ? ` (the pilot uses $${used.toFixed(2)})`
    : ` (the pilot uses ${(used / 3600).toFixed(1)} hours)`;
}

function expectedWords(pilot: Pilot): readonly string[] {
  const { design, falseDiscoveryRate: rate, noise, goal, rows } = pilot;
  const isPublished = noise.from === 'published';
  const measured = `±${design.halfWidth.toFixed(3)} (95% interval)`;
  const mean = isPublished
    ? `${measured} if runs earn partial credit as in CodeScaleBench, ±${passFailHalfWidth(pilot)} if they only pass or fail`
    : `${measured}${noise.from === 'single-runs' && design.repeats > 1 ? ', if the share of noise is as published' : ''}`;
  if (design.found === undefined || design.topQuarter === undefined) {
    const why = design.repeats === 1 ? 'each task runs only once per arm' : `there are fewer than ${enoughTasks} tasks`;
    const canFind = goal !== 'find' && rows.some(({ found }) => found !== undefined);
    const other = canFind ? ', or --goal find' : ` (${4 * enoughTasks} runs or more)`;
    return [
      `Expected precision: the mean uplift to within ${mean}.`,
      `There will be no list of tasks that benefit, because ${why}. To get one, use at least ${enoughTasks} tasks and --repeats 2 or more${other}.`,
    ];
  }
  return [
    `Expected precision: the mean uplift to within ${mean}.`,
    `  Reliability of a single task's uplift: ${design.reliability.toFixed(2)}.`,
    `  Tasks listed as benefiting: ${design.found.toFixed(1)} at a false-discovery rate of ${Number((100 * rate).toPrecision(4))}%${isPublished ? ', if runs earn partial credit' : ''}.`,
    `  Mean uplift of the best quarter of tasks: ${signed(design.topQuarter)}, compared with ${signed(noise.meanUplift)} for all tasks.`,
  ];
}

/**
 * Half the width of the mean's interval if runs only pass or fail, at both ends of what `assess power` assumes. The published
 * rewards have partial credit, so their noise and their spread of uplifts are smaller.
 */
function passFailHalfWidth({ design: { repeats, tasks }, noise: { meanUplift: mean } }: Pilot): string {
  const { within: noise, effect } = defaultVariances;
  const ends = [effect.low, effect.high].map((between) => expectedHalfWidth({ between, noise, mean }, repeats, tasks));
  return ends.map((end) => end.toFixed(3)).join(' to ');
}

function noiseText({ noise }: Pilot): string {
  const { within, effect } = defaultVariances;
  const figures = `the standard deviation is ${deviation(noise.runVarianceWithout)} for a run without the change, ${deviation(noise.runVarianceWith)} for a run with it, and ${deviation(noise.varianceOfUplift)} for true uplifts`;
  if (noise.from === 'results') return `Noise measured on ${countOf(noise.pairs, 'earlier pair')}: ${figures}.`;
  if (noise.from === 'single-runs') {
    const whole = noise.runVarianceWithout + noise.runVarianceWith + noise.varianceOfUplift;
    return `Measured on ${countOf(noise.pairs, 'earlier pair')} with one run per arm: the standard deviation of a difference is ${deviation(whole)}. If the share of noise in it is as published, ${figures}.`;
  }
  const why =
    noise.pairs === 0
      ? 'Your own earlier pairs give better figures: --pairs RESULTS --uplift with=NAME,without=NAME.'
      : `To measure the noise, Winnow needs 20 pairs with at least two runs in each arm, but the ${countOf(noise.pairs, 'earlier pair')} include fewer.`;
  return (
    `Noise published for CodeScaleBench (285 tasks, with partial credit): ${figures}. For runs that only pass or fail, ` +
    `Winnow uses the Terminal-Bench 2 figures from "assess power": ${deviation(within / 2)} for a run, ${deviation(effect.low)} to ${deviation(effect.high)} for true uplifts. ${why}`
  );
}

function deviation(variance: number): string {
  return Math.sqrt(variance).toFixed(2);
}

type Earlier = Awaited<ReturnType<typeof earlierPairs>>;

/** The noise in earlier results of two arms; undefined without results. */
async function earlierPairs({ results: settings }: Plan, pools: Pools, flags: PilotInput, ports: Ports) {
  const { pairs: paths, uplift: arms } = flags;
  if (paths === undefined || arms === undefined) return undefined;
  const tasks = poolNames(pools);
  const results = await readResults(paths, flags, { settings, tasks, parts: () => [] }, ports);
  const { own } = ofArms(results, arms);
  const { pairs, counts } = pairOutcomes(tasks, tasks, own.outcomes, arms);
  if (pairs.length < 2) {
    const message = `${countOf(pairs.length, 'task')} in the pool ${pairs.length === 1 ? 'has' : 'have'} scores in both arms of --pairs, but Winnow needs at least two. ${counts.withOnly} have a score only with ${arms.with}, and ${counts.withoutOnly} only with ${arms.without}.`;
    throw new WinnowError([{ code: 'uplift/pairs', message, hint: 'Give results of both arms on the same tasks.' }]);
  }
  const repeated = judgedTasks(pairs)?.noise.components;
  const isFew = pairs.length < enoughTasks;
  const measured =
    repeated === undefined && isFew
      ? undefined
      : {
          from: repeated === undefined ? ('single-runs' as const) : ('results' as const),
          components: repeated ?? singleRunComponents(pairs),
          mean: mean(pairs.map(upliftOf)),
          passes: arePasses(pairs) ? pairs : undefined,
        };
  const instead = isFew
    ? 'Winnow uses the published noise instead.'
    : 'Only the precision with one run per arm is measured; more runs per arm assume the published share of noise.';
  const single = `fewer than ${enoughTasks} tasks have two runs in both arms, and single runs can’t separate noise from true differences. ${instead}`;
  const one = `skipped tasks with results in only one arm: ${formatCount(counts.withOnly)} only for ${arms.with} and ${formatCount(counts.withoutOnly)} only for ${arms.without}.`;
  const unscored = `skipped ${countOf(counts.unscoredRuns, 'run')} that errored or did not run, instead of counting them as 0.`;
  const notes = compact([
    ...results.warnings.filter(({ code }) => !aboutPassing.has(code)),
    repeated === undefined && { code: 'uplift-single-runs', message: single },
    counts.withOnly + counts.withoutOnly > 0 && { code: 'uplift-one-arm', message: one },
    counts.unscoredRuns > 0 && { code: 'uplift-unscored', message: unscored },
  ]);
  const warnings = notes.map(({ code, message }): Warning => ({ code, message: `earlier results: ${message}` }));
  return { measured, arms, pairs: pairs.length, warnings };
}

/**
 * One run per arm shows the variance of a difference, but not which part of it is run noise. Assumes the share of
 * Terminal-Bench 2 if runs only pass or fail, and that of CodeScaleBench otherwise.
 */
function singleRunComponents(pairs: readonly PairedTask[]): UpliftComponents {
  const { within, effect } = defaultVariances;
  const passing = { runWithout: within / 2, runWith: within / 2, between: (effect.low + effect.high) / 2 };
  const { runWithout, runWith, between } = arePasses(pairs) ? passing : publishedComponents;
  const total = variance(pairs.map((pair) => at(pair.with, 0) - at(pair.without, 0)));
  const scale = total / (runWithout + runWith + between);
  const scaled = { runWithout: scale * runWithout, runWith: scale * runWith, between: scale * between };
  return { ...scaled, tasks: pairs.length, degreesOfFreedom: pairs.length - 1 };
}

function writePilot({ selection, text }: DrawnPilot, out: string, inputs: readonly string[], force: boolean) {
  const plan = join(out, 'plan.yaml');
  writeTogether(out, [{ name: 'plan.yaml', text }, ...selectionFiles(selection)], () => {
    refuseInputs([plan], inputs);
    refuseOtherKind([plan], {
      name: 'a plan written by "winnow pilot"',
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
  return writePictureFiles(folder, [{ name: 'pilot.svg', text: chartSvg(picture) }], inputs);
}

function pilotOf(
  drawn: DrawnPilot,
  { rate, budget, goal }: Pick<PilotQuestion, 'rate' | 'budget' | 'goal'>,
  earlier: Earlier,
  { plan }: { readonly plan: Plan },
  written: readonly string[] | undefined,
): Pilot {
  const { design, selection, benchmarks, strata, used, notes } = drawn;
  const { components } = design;
  const tasksOf = new Map(selection.benchmarks.map(({ plan, choices }) => [plan.name, choices.length]));
  return {
    plan: selection.plan.name,
    goal: goal.name,
    budget: { ...budget, used },
    falseDiscoveryRate: rate,
    design: design.rowOf(selection.choices.length),
    noise: {
      from: design.from,
      pairs: earlier?.pairs ?? 0,
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
    warnings: [...looksWarning(plan), ...(earlier?.warnings ?? []), ...designWarnings(design, goal), ...notes.draw],
    poolNotes: notes.pool,
  };
}

/** A pilot has no looks: its figures use all of its runs. */
function looksWarning({ name, looks }: Plan): readonly Warning[] {
  if (looks === undefined) return [];
  const message = `the pilot ignores the looks in the plan "${visibleText(name, 60)}". Run all of its tasks, then compare. To stop early, run "winnow select" on the plan itself, and then "winnow next".`;
  return [{ code: 'pilot-without-looks', message }];
}

function designWarnings({ best, components }: DrawnPilot['design'], goal: PilotGoal): readonly Warning[] {
  const hardly = goal.hardly(best);
  const none =
    'earlier runs of the same task never differ, so they show no run-to-run noise. The true interval is wider.';
  return [
    ...(hardly === undefined ? [] : [{ code: 'pilot-hardly', message: hardly }]),
    ...(components.runWithout + components.runWith > 0 ? [] : [{ code: 'pilot-no-noise', message: none }]),
  ];
}
