import { dirname, join, relative, resolve, sep } from 'node:path';
import { groupBy } from '../../core/lists/lists.js';
import { type Warning, WinnowError } from '../../core/model/errors.js';
import type { Plan } from '../../core/model/plan.js';
import type { BenchmarkSelection, Selection } from '../../core/model/selection.js';
import { fieldValue, type Pools } from '../../core/model/task.js';
import { runPlan } from '../../core/pipeline.js';
import { type PilotEdit, pilotPlanText } from '../../core/plan/edit-plan.js';
import { readPlan } from '../../core/plan/read-plan.js';
import {
  designPilot,
  type PilotBenchmark,
  type PilotBudget,
  type PilotDesign,
  type PilotQuestion,
  pilotCost,
} from '../../core/uplift/pilot.js';
import type { LoadedPlan } from '../../disk/load-plan.js';

export interface DrawnPilot {
  readonly design: PilotDesign;
  readonly text: string;
  readonly selection: Selection;
  readonly benchmarks: readonly PilotBenchmark[];
  readonly strata: ReadonlyMap<string, string>;
  /** The total for all runs, in the unit of the budget. */
  readonly used: number;
  /** Warnings about the draw, and about the pool and its scores. */
  readonly notes: { readonly draw: readonly Warning[]; readonly pool: readonly Warning[] };
}

const usualSeed = 1;

/**
 * Designs and draws a pilot. Benchmarks are strata, divided by phase or language if each value gets two tasks.
 * @throws WinnowError if the budget is too small or can't be converted into runs.
 */
export function drawPilot(
  loaded: LoadedPlan,
  pools: Pools,
  out: string,
  ask: Omit<PilotQuestion, 'benchmarks'>,
): DrawnPilot {
  const edit = editFor(loaded, out, ask.budget, ask.goal.name);
  const all = selectionOf(loaded, pools, out, edit).selection;
  const benchmarks = all.benchmarks.map(({ plan, eligible }) => ({ name: plan.name, eligible, run: plan.run }));
  const design = designPilot({ ...ask, benchmarks });
  const { repeats } = design.best;
  const draw = (take: number, strata: ReadonlyMap<string, string>) => {
    const atLeast = take >= 2 * benchmarks.length ? 2 : 1;
    const pilot = { ...edit.pilot, repeats };
    const drawn = selectionOf(loaded, pools, out, { ...edit, pilot, strata, total: { take, atLeast } });
    const takes = new Map(drawn.selection.benchmarks.map(({ plan, choices }) => [plan.name, choices.length]));
    return { ...drawn, used: pilotCost(benchmarks, takes, repeats, ask.budget) };
  };
  // Prices differ by benchmark, and every benchmark gets some tasks, so the total can exceed the mean price times the tasks.
  let take = design.best.tasks;
  let drawn = draw(take, new Map());
  while (drawn.used > ask.budget.most) {
    take -= Math.max(1, Math.floor((take * (drawn.used - ask.budget.most)) / drawn.used));
    if (take < Math.max(2, benchmarks.length)) throw new WinnowError([tooDear(ask.budget, drawn.used)]);
    drawn = draw(take, new Map());
  }
  const strata = new Map(drawn.selection.benchmarks.flatMap((own) => stratumOf(own)));
  const final = strata.size === 0 ? drawn : draw(take, strata);
  const isOfPool = new Set(all.warnings.map(({ message }) => message));
  const { warnings } = final.selection;
  const notes = {
    draw: warnings.filter(({ message }) => !isOfPool.has(message)),
    pool: warnings.filter(({ message }) => isOfPool.has(message)),
  };
  return { design, benchmarks, strata, notes, ...final };
}

/** The plan of the pilot before it is designed: it takes all tasks, with paths relative to the output folder. */
export function poolPlan(loaded: LoadedPlan, out: string, budget: PilotBudget, goal: string): Plan {
  return planOf(loaded, out, editFor(loaded, out, budget, goal)).plan;
}

function editFor({ plan }: LoadedPlan, out: string, budget: PilotBudget, goal: string): PilotEdit {
  const from = dirname(plan.file);
  return {
    name: `${plan.name}-pilot`,
    seed: plan.seed ?? usualSeed,
    pilot: { goal, repeats: 1, budget: budget.text },
    total: undefined,
    strata: new Map(),
    moved: (path) => relative(resolve(out), resolve(from, path)).split(sep).join('/') || '.',
  };
}

function planOf({ plan, texts }: LoadedPlan, out: string, edit: PilotEdit) {
  const text = pilotPlanText(texts.get(plan.file) ?? '', edit);
  const [exclusions] = [...texts].filter(([file]) => file !== plan.file);
  const openExclusions = () => ({ file: exclusions?.[0] ?? '', text: exclusions?.[1] ?? '' });
  return { text, plan: readPlan(text, join(out, 'plan.yaml'), openExclusions) };
}

function selectionOf(loaded: LoadedPlan, pools: Pools, out: string, edit: PilotEdit) {
  const { text, plan } = planOf(loaded, out, edit);
  return { text, selection: runPlan(plan, pools) };
}

/** The first label whose values would all get at least two tasks in proportion, if there is one. */
function stratumOf({ plan, groups, choices }: BenchmarkSelection): readonly (readonly [string, string])[] {
  const tasks = groups.flatMap(({ ranking }) => ranking);
  const share = choices.length / Math.max(1, tasks.length);
  const label = ['phase', 'language'].find((field) => {
    const sizes = [...groupBy(tasks, (task) => fieldValue(task, field)).values()].map((own) => own.length);
    return sizes.length > 1 && sizes.every((size) => size * share >= 2);
  });
  return label === undefined || choices.length >= tasks.length ? [] : [[plan.name, label]];
}

function tooDear({ text, unit }: PilotBudget, used: number) {
  const cost = unit === 'usd' ? `$${used.toFixed(2)}` : `${Math.round(used)} ${unit}`;
  return {
    code: 'pilot/budget',
    message: `the budget of ${text} does not cover one task from each benchmark, which costs ${cost}.`,
    hint: 'Raise the budget, use fewer repeats, or remove benchmarks from the plan.',
  };
}
