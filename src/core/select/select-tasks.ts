import { drawDesignOf } from '../draws/draws.js';
import { at, groupBy, sumOf } from '../lists/lists.js';
import type { Fault, Warning } from '../model/errors.js';
import { type BenchmarkPlan, writtenGroup } from '../model/plan.js';
import {
  conditionHolds,
  type EnsureRule,
  type Goal,
  lostPin,
  type Preference,
  pinTest,
  plainOrQuoted,
} from '../model/select-rule.js';
import type {
  BenchmarkSelection,
  Choice,
  CutTie,
  EnsuredBy,
  EnsureResult,
  Group,
  GroupCensus,
  PoolCensus,
  Shortfall,
  Weighting,
} from '../model/selection.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { type OrderedTask, orderTasks } from '../order/order-tasks.js';
import { shareDesignOf } from '../shares/shares.js';
import { effectiveSize, weightingEffect } from '../statistics/weighting.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText, countOf, formatCount } from '../text/words.js';
import { type FilledGroup, fillGroups, noReplacements, type Replacements, replacementFaults } from './fill-groups.js';
import { groupTasks, ungroupedFaults, unrankedFaults } from './group-tasks.js';
import { whereFaults } from './selection-warnings.js';
import { shareAmongGroups, sharerOf } from './share-places.js';

type ChosenPart = 'eligible' | 'leftOut' | 'groups' | 'ensured' | 'shortfalls' | 'choices' | 'kind' | 'weighting';

export interface Chosen extends Pick<BenchmarkSelection, ChosenPart | 'warnings'> {
  readonly faults: readonly Fault[];
}

/**
 * Selects from a benchmark: eligible tasks → pins → groups → allocation → order or draw → ensure.
 * @param excluded The ids of tasks that may not be selected.
 * @param replacements The id of the task to select instead, by the id of the excluded task.
 * @param census Counts over the whole pool, if `tasks` are only its candidates.
 */
export function selectTasks(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  excluded: ReadonlySet<string>,
  replacements: Replacements = noReplacements,
  census?: PoolCensus,
): Chosen {
  const { where, group: rule, draw } = plan.select;
  const isPinned = pinTest(plan.select);
  const fitting = where === undefined ? tasks : tasks.filter((task) => conditionHolds(where, task));
  const eligible = excluded.size === 0 ? fitting : fitting.filter((task) => !excluded.has(task.id));
  const pinned = findPinned(eligible, fitting, plan);
  const hasPins = plan.select.pin.length > 0 || pinned.tasks.size > 0;
  // A task that is both pinned and excluded competes in no group, so exclusions never change the allocation.
  const openOf = (list: readonly ScoredTask[]) => (hasPins ? list.filter((task) => !isPinned(task)) : list);
  const members = groupTasks(openOf(eligible), rule);
  // Counted before exclusions, so that an exclusion brings in the next task of its group without changing other groups.
  const sizes = excluded.size === 0 ? members : groupTasks(openOf(fitting), rule);
  const counts = [...members].map(([key, group]): GroupCensus => {
    const counted = census?.groups.get(key);
    if (counted === undefined) return { fitting: (sizes.get(key) ?? group).length, eligible: group.length };
    return { ...counted, eligible: excluded.size === 0 ? counted.fitting : counted.eligible };
  });
  const sharers = [...members].map(([key, group], i) => sharerOf(key, sizes.get(key) ?? group, at(counts, i), rule));
  const known = (pinned.tasks.size === 0 ? members : groupTasks(eligible, rule)).keys();
  const pins = new Map([...groupTasks([...pinned.tasks], rule)].map(([key, { length }]) => [key, length]));
  const shared = shareAmongGroups(sharers, plan, pins, known);
  const replaced = replacements.size === 0 ? [] : fitting.filter((task) => replacements.has(task.id));
  const filled = fillGroups(
    members,
    shared.places,
    plan,
    replaced,
    replacements,
    [...pinned.tasks],
    counts.map(({ eligible: size }) => size),
    excluded.size === 0 ? census?.draws?.fitting : census?.draws?.eligible,
  ).map((group, i) => {
    const sharer = sharers[i];
    if (rule === undefined || sharer === undefined || shared.faults.length > 0) return group;
    return { ...group, deviation: shareDesignOf(rule).deviation(sharer, rule) };
  });
  const ranked = filled.flatMap(({ order, allocated }) => order.slice(0, allocated).map(({ task }) => task));
  const ensured = ensureValues(eligible, new Set([...pinned.tasks, ...ranked]), plan);
  const { groups, choices } = choicesOf(pinned.tasks, filled, ensured.added, plan, census);
  const fits = census?.fitting ?? fitting.length;
  const may = census === undefined ? eligible.length : excluded.size === 0 ? census.fitting : census.eligible;

  const isCensus = draw === undefined && choices.length === may;
  const weighed = isCensus ? choices.map((choice) => ({ ...choice, probability: 1 })) : choices;
  const kind = draw !== undefined || isCensus ? 'representative' : 'focus';
  const weighting = weightingOf(may, weighed);
  const sample = { plan, groups: filled, weighting, excluded: fits - may };
  const isSample = draw !== undefined && shared.faults.length === 0;
  return {
    eligible: may,
    leftOut: where === undefined ? [] : tasks.filter((task) => !conditionHolds(where, task)).map((task) => task.id),
    groups,
    ensured: ensured.results,
    shortfalls: [...shared.shortfalls, ...ensured.shortfalls],
    choices: weighed,
    kind,
    weighting: kind === 'focus' ? undefined : weighting,
    warnings: isSample ? sampleWarnings(sample) : [],
    faults: [
      ...whereFaults({ tasks, census }, plan),
      ...shared.faults,
      ...ungroupedFaults(eligible, plan),
      ...unrankedFaults(eligible, plan),
      ...pinned.faults,
      ...(isSample ? sampleFaults(sample, replaced) : []),
      ...filled.flatMap(({ faults = [] }) => faults),
      ...replacementFaults(replaced, eligible, plan, replacements),
    ],
  };
}

/** The pinned tasks, in order of id; `pin` contains resolved ids. Tasks pinned by a condition may be excluded. */
function findPinned(
  eligible: readonly ScoredTask[],
  fitting: readonly ScoredTask[],
  { name, select }: BenchmarkPlan,
): { readonly tasks: ReadonlySet<ScoredTask>; readonly faults: readonly Fault[] } {
  const { pin, pinWhere = [] } = select;
  if (pin.length + pinWhere.length === 0) return { tasks: new Set(), faults: [] };
  const tasks = new Set(eligible.filter(pinTest(select)));
  const byCondition = pinTest({ pin: [], pinWhere });
  const found = new Set([...tasks, ...fitting.filter(byCondition)].map(({ id }) => id));
  const fits = new Set(fitting.map(({ id }) => id));
  const faults: Fault[] = pin.filter((id) => !found.has(id)).map((id) => lostPin(name, id, fits.has(id)));
  if (select.take !== 'all' && tasks.size > select.take) {
    const message = `benchmark "${name}": ${countOf(tasks.size, 'task')} are pinned, but take is ${select.take}.`;
    faults.push({ code: 'selection/pin', message, hint: 'Raise take, or pin fewer tasks.' });
  }
  return { tasks, faults };
}

/** For each rule and value in turn, adds the most preferred tasks until the value has enough. */
export function ensureValues(eligible: readonly ScoredTask[], ranked: ReadonlySet<ScoredTask>, plan: BenchmarkPlan) {
  const added = new Map<ScoredTask, EnsuredBy>();
  const results: EnsureResult[] = [];
  const shortfalls: Shortfall[] = [];
  for (const rule of plan.select.ensure) {
    const byValue = groupBy(eligible, (task) => String(fieldValue(task, rule.by) ?? ''));
    for (const value of rule.values) {
      const having = byValue.get(value) ?? [];
      const before = having.filter((task) => ranked.has(task) || added.has(task)).length;
      const open = having.filter((task) => !ranked.has(task) && !added.has(task));
      const missing = Math.max(0, rule.atLeast - before);
      const next = missing === 0 ? [] : orderTasks(open, rule.prefer).slice(0, missing);
      next.forEach(({ task }, i) => {
        added.set(task, { rule, value, before: before + i });
      });
      results.push({ rule, value, before, added: next.length });
      if (next.length < missing) shortfalls.push(shortfall(rule, value, before + next.length, eligible, plan));
    }
  }
  return { added, results, shortfalls };
}

function shortfall(
  rule: EnsureRule,
  value: string,
  found: number,
  eligible: readonly ScoredTask[],
  plan: BenchmarkPlan,
): Shortfall {
  const known = new Set(eligible.map((task) => String(fieldValue(task, rule.by))));
  const guess = known.has(value) ? '' : didYouMean(value, known);
  const message = `benchmark "${plan.name}" should have at least ${countOf(rule.atLeast, 'task')} with ${rule.by} "${value}", but only ${formatCount(found)} ${found === 1 ? 'is' : 'are'} eligible.${guess}`;
  return { message, wanted: rule.atLeast, found };
}

function choicesOf(
  pinned: ReadonlySet<ScoredTask>,
  filled: readonly FilledGroup[],
  added: ReadonlyMap<ScoredTask, EnsuredBy>,
  plan: BenchmarkPlan,
  census?: PoolCensus,
): { groups: readonly Group[]; choices: readonly Choice[] } {
  const parts = [...(pinned.size === 0 ? [] : [pinnedPart([...pinned], plan)]), ...filled.map(partOf)];
  return {
    groups: parts.map(({ group }) => group),
    choices: parts.flatMap(({ choices }) => choices).sort((a, b) => compareText(a.task.id, b.task.id)),
  };

  function partOf({ key, order, size, allocated, deviation, draw }: FilledGroup) {
    const tie = draw === undefined ? cutTie(order, allocated, census) : undefined;
    const ranking = order.map(({ task }) => task);
    const group: Group = { key, ranking, size, allocated, tie, deviation, pinned: false };
    // Only added tasks can be selected beyond the places, so without any there is no need to scan a large group.
    const candidates = added.size === 0 ? order.slice(0, allocated) : order;
    const choices: Choice[] = [];
    for (const [index, { task, keysNeeded }] of candidates.entries()) {
      const ensured = added.size === 0 ? undefined : added.get(task);
      if (index >= allocated && ensured === undefined) continue;
      const [probability, balance] = [draw?.probability(task), draw?.balance?.(task)];
      // Beyond the places, adjacent candidates need not be adjacent in the pool.
      const place = (index < allocated ? undefined : census?.standings.get(task.id)) ?? { rank: index + 1, keysNeeded };
      const { rank, keysNeeded: needed } = place;
      choices.push({ task, benchmark: plan, group, rank, keysNeeded: needed, probability, balance, ensured });
    }
    return { group, choices };
  }
}

/** The certainty stratum: every task is selected and represents only itself. */
function pinnedPart(ranking: readonly ScoredTask[], plan: BenchmarkPlan) {
  const group = plainGroup(ranking, ranking.length, true);
  return { group, choices: firstOf(group, plan, plan.select.draw === undefined ? undefined : 1) };
}

function plainGroup(ranking: readonly ScoredTask[], allocated: number, pinned: boolean): Group {
  return { key: undefined, ranking, size: ranking.length, allocated, tie: undefined, pinned };
}

function firstOf(group: Group, benchmark: BenchmarkPlan, probability: number | undefined): Choice[] {
  const same = { benchmark, group, keysNeeded: 1, probability, balance: undefined, ensured: undefined };
  return group.ranking.slice(0, group.allocated).map((task, i) => ({ ...same, task, rank: i + 1 }));
}

function cutTie(order: readonly OrderedTask[], allocated: number, census?: PoolCensus): CutTie | undefined {
  const cut = order[allocated - 1];
  if (cut?.tiedWithNext !== true) return undefined;
  let first = allocated - 1;
  while (order[first - 1]?.tiedWithNext === true) first -= 1;
  const tied = census?.standings.get(cut.task.id)?.tied;
  if (tied !== undefined) return { tied, taken: allocated - first };
  let last = allocated;
  while (order[last]?.tiedWithNext === true) last += 1;
  return { tied: last - first + 1, taken: allocated - first };
}

/** Puts the tasks that an optimisation chose into the form of any other choice; `ids` are the chosen tasks. */
export function selectOptimum(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  excluded: ReadonlySet<string>,
  ids: ReadonlySet<string>,
): Chosen {
  const { where, prefer, optimise } = plan.select;
  const isPinned = pinTest(plan.select);
  const eligible = tasks.filter((task) => conditionHolds(where, task) && !excluded.has(task.id));
  // Tasks that contribute most to the goal come first, although that is not why each was chosen.
  const open = orderTasks(
    eligible.filter((task) => !isPinned(task)),
    optimise?.goal.kind === 'sum' ? [goalOrder(optimise.goal), ...prefer] : prefer,
  ).map(({ task }) => task);
  const taken = open.filter(({ id }) => ids.has(id));
  const group = plainGroup([...taken, ...open.filter(({ id }) => !ids.has(id))], taken.length, false);
  const pins = eligible.filter(isPinned);
  const groups = pins.length === 0 ? [group] : [plainGroup(pins, pins.length, true), group];
  const isCensus = ids.size === eligible.length;
  const choices = groups
    .flatMap((each) => firstOf(each, plan, isCensus ? 1 : undefined))
    .sort((a, b) => compareText(a.task.id, b.task.id));
  return {
    eligible: eligible.length,
    leftOut: tasks.filter((task) => !conditionHolds(where, task)).map(({ id }) => id),
    groups,
    ensured: [],
    shortfalls: [],
    choices,
    kind: isCensus ? 'representative' : 'focus',
    weighting: isCensus ? weightingOf(eligible.length, choices) : undefined,
    warnings: [],
    faults: [],
  };
}

function goalOrder({ field, sense }: Extract<Goal, { kind: 'sum' }>): Preference {
  return { kind: 'field', field, direction: sense === 'maximise' ? 'desc' : 'asc' };
}

/** The total effect of the weights; each choice must have a probability. */
export function weightingOf(population: number, choices: readonly Choice[]): Weighting {
  const weights = choices.map(({ probability = 1 }) => 1 / probability);
  return {
    population,
    sampled: choices.length,
    weightSum: sumOf(weights, (weight) => weight),
    effectiveSize: effectiveSize(weights),
    designEffect: weightingEffect(weights),
  };
}

interface Sample {
  readonly plan: BenchmarkPlan;
  readonly groups: readonly FilledGroup[];
  readonly weighting: Weighting;
  /** The number of excluded tasks that could otherwise be drawn. */
  readonly excluded: number;
}

const mostNamed = 6;

function sampleFaults({ plan, groups }: Sample, replaced: readonly ScoredTask[]): Fault[] {
  const faults: Fault[] = groups.flatMap(({ draw }) => draw?.faults ?? []);
  const add = (code: string, message: string, hint: string) =>
    faults.push({ code, message: `benchmark "${plan.name}": ${message}`, hint });
  const unreached = groups.filter(({ size, allocated }) => allocated === 0 && size > 0);
  const by = writtenGroup(plan);
  if (unreached.length > 0 && by.length === 0) {
    const message = `the pinned tasks take every place, so the other ${unreached[0]?.size} tasks cannot be drawn and the sample cannot represent them.`;
    add('selection/unreached', message, 'Take more tasks, or leave the others out with "where".');
  } else if (unreached.length > 0) {
    const [get, their] = unreached.length === 1 ? ['gets', 'its'] : ['get', 'their'];
    const message = `${countOf(unreached.length, 'group')} by ${by.join(' × ')} ${get} no place, so ${their} tasks cannot be drawn and the sample cannot represent them: ${named(unreached)}.`;
    const names = by.map(plainOrQuoted).join(', ');
    const { bands = [] } = plan.select.group ?? {};
    const banded = bands.length === 0 ? '' : `, bands: [${bands.join(', ')}]`;
    const rule = `group: { by: ${by.length > 1 ? `[${names}]` : names}${banded}, at_least: 1 }`;
    const isEnough = sumOf(groups, ({ allocated }) => allocated) >= groups.length;
    const more = isEnough ? `Give each group a task with ${rule}, take more tasks` : 'Take more tasks';
    add('selection/unreached', message, `${more}, use fewer groups, or leave these tasks out with "where".`);
  }
  for (const { id } of replaced) {
    const message = `the exclusion of "${id}" has a replacement, but the tasks are drawn at random.`;
    add('selection/replacement', message, 'Remove the replacement. The draw decides which task is selected instead.');
  }
  return faults;
}

function sampleWarnings(sample: Sample): Warning[] {
  const { plan, groups, weighting } = sample;
  const warnings = [...drawWarnings(plan, groups), ...weightWarnings(plan, weighting), ...redrawWarnings(sample)];
  const single = groups.filter(({ size, allocated }) => allocated === 1 && size > 1);
  if (single.length === 0) return warnings;
  const message = `${plan.name}: only one task is drawn from ${countOf(single.length, 'group')}, so the variation within ${single.length === 1 ? 'it' : 'them'} is unknown. Estimates use the distance from the overall mean instead: ${named(single)}.`;
  return [...warnings, { code: 'single-draw', message, benchmark: plan.name }];
}

function drawWarnings(plan: BenchmarkPlan, groups: readonly FilledGroup[]): Warning[] {
  const byCode = groupBy(
    groups.flatMap(({ draw }) => draw?.warnings ?? []),
    ({ code }) => code,
  );
  return [...byCode].flatMap(([code, alike]) => {
    const left = alike.length - mostAlike;
    if (left <= 0) return alike;
    const message = `${plan.name}: ${countOf(left, 'more warning')} of this kind.`;
    return [...alike.slice(0, mostAlike), { code, message, benchmark: plan.name }];
  });
}

const mostAlike = 3;
/** Outside this range, the weights represent the pool's size poorly. */
const usualRatio = { low: 0.8, high: 1.2 };

/** With unequal probabilities, the weights sum to the pool's size only on average. */
function weightWarnings(plan: BenchmarkPlan, { weightSum, population }: Weighting): Warning[] {
  if (population === 0) return [];
  const ratio = weightSum / population;
  if (ratio >= usualRatio.low && ratio <= usualRatio.high) return [];
  const message = `${plan.name}: the weights add up to ${ratio.toFixed(2)} times the ${formatCount(population)} tasks they represent. Totals would be off by that factor, but means are not affected.`;
  return [{ code: 'weight-sum', message, benchmark: plan.name }];
}

/** With permanent random numbers, the next task replaces an excluded one; other draws start again. */
function redrawWarnings({ plan, excluded }: Sample): Warning[] {
  const { draw } = plan.select;
  if (excluded === 0 || draw === undefined || drawDesignOf(draw).numbers.arePermanent) return [];
  const message = `${plan.name}: with method "${draw.method}", every exclusion redraws the whole group (${countOf(excluded, 'task')} excluded here). With "prefer: [random]", only the next task would be added.`;
  return [{ code: 'redrawn', message, benchmark: plan.name }];
}

function named(groups: readonly FilledGroup[]): string {
  const shown = groups.slice(0, mostNamed).map(({ key, size }) => `${key ?? 'unknown'} (${size})`);
  return `${shown.join(', ')}${groups.length > mostNamed ? ` and ${groups.length - mostNamed} more` : ''}`;
}
