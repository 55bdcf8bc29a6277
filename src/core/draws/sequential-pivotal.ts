import { difficultyOrder } from '../learning/difficulty-bands.js';
import {
  type BrokenLimit,
  sequentialPivotal as drawAlong,
  labelPlaces,
  labelProbabilities,
} from '../learning/label-places.js';
import { at } from '../lists/lists.js';
import { type QuotaLabels, quotaFault, quotaLabels } from '../model/select-rule.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { permanentRandomAlgorithm, permanentRandomNumber } from '../random/seeded-numbers.js';
import { mean } from '../statistics/summary.js';
import { type Draw, type DrawDesign, type DrawFrom, evenDraw, type Redrawer, type RedrawFrom } from './draw-design.js';

const name = 'sequential-pivotal';

/** Draws in order of difficulty with quotas on a label (Chauvet 2012; Grafström, Lundström and Schelin 2012). */
export const sequentialPivotal: DrawDesign = {
  name,
  by: {
    needs: 'fields',
    what: 'the labels (in combination) with counts that stay close to their expected values and within the quota',
    example: 'language',
    areLabels: true,
  },
  looksAt: ['prior_variance', 'prior_ease'],
  words: {
    label: (by) => `at random in order of difficulty, within each ${by}`,
    sentence: (by, seed) =>
      `in order of difficulty within each ${by}, with probabilities proportional to the anticipated standard deviation (sequential pivotal method, ${seed}).`,
    choice: 'drawn at random in order of difficulty, with floors and caps on a label',
  },
  order: undefined,
  isEven: false,
  variance: 'unequal',
  numbers: {
    algorithm: permanentRandomAlgorithm,
    key: (benchmark) => `${name}-1/${benchmark} and ${name}-2/${benchmark}`,
    arePermanent: false,
  },
  draw,
  redraw,
};

/** The probability and label of each task, or the quota limit that can't be satisfied. */
export function quotaChances(
  from: Pick<DrawFrom, 'tasks' | 'places' | 'by' | 'quota' | 'pinned'>,
): { readonly chances: readonly number[]; readonly labels: QuotaLabels } | { readonly broken: BrokenLimit } {
  const { tasks, places, by, quota, pinned = [] } = from;
  const open = { by, atLeast: { values: new Map(), otherwise: undefined }, atMost: undefined };
  const labels = quotaLabels(tasks, quota ?? open, pinned);
  const variances = variancesOf(tasks);
  const measures = labels.names.map(() => 0);
  labels.of.forEach((label, i) => {
    measures[label] = at(measures, label) + Math.sqrt(at(variances, i));
  });
  const expected = labelPlaces(measures, labels.bounds, places);
  if ('broken' in expected) return expected;
  return { chances: labelProbabilities(variances, labels.of, expected.places), labels };
}

/** The anticipated variance of each task; the mean for tasks that no earlier system ran. */
export function variancesOf(tasks: readonly ScoredTask[]): readonly number[] {
  const found = tasks.map((task) => fieldValue(task, 'prior_variance'));
  const known = found.filter((value) => typeof value === 'number');
  const usual = known.length === 0 ? 0.25 : mean(known);
  return found.map((value) => (typeof value === 'number' ? value : usual));
}

function draw(from: DrawFrom): Draw {
  const { tasks, places, benchmark } = from;
  if (places === 0) return evenDraw(from, tasks);
  const found = quotaChances(from);
  if ('broken' in found) return { ...evenDraw(from, tasks), faults: [quotaFault(benchmark, found.broken)] };
  const { chances, labels } = found;
  const along = { probabilities: chances, labels: labels.of, order: orderOf(from), uniforms: uniformsOf(from) };
  const isDrawn = new Set(drawAlong(along));
  const chanceOf = new Map(tasks.map((task, i) => [task, at(chances, i)]));
  return {
    order: [...tasks.filter((_, i) => isDrawn.has(i)), ...tasks.filter((_, i) => !isDrawn.has(i))],
    probability: (task) => chanceOf.get(task) ?? 0,
    balance: undefined,
    warnings: [],
    faults: [],
  };
}

/** Indexes by ease, hardest first and unknown last; ties by permanent random number. */
function orderOf({ tasks, seed, benchmark }: DrawFrom): readonly number[] {
  const ease = tasks.map((task) => Number(fieldValue(task, 'prior_ease') ?? Number.POSITIVE_INFINITY));
  return difficultyOrder(
    ease,
    tasks.map(({ id, random }) => random ?? permanentRandomNumber(seed, benchmark, id)),
  );
}

function uniformsOf({ tasks, seed, benchmark }: DrawFrom): readonly [readonly number[], readonly number[]] {
  const of = (phase: 1 | 2) => tasks.map(({ id }) => permanentRandomNumber(seed, `${name}-${phase}/${benchmark}`, id));
  return [of(1), of(2)];
}

function redraw({ chance, ...from }: RedrawFrom): Redrawer {
  const found = quotaChances(from);
  const rates = 'broken' in found ? from.tasks.map(() => 1) : found.chances;
  const order = orderOf({ ...from, seed: chance.nextSeed() });
  return {
    draw: (take) => {
      if ('broken' in found) return;
      const uniforms = [from.tasks, from.tasks].map((tasks) => tasks.map(() => chance.random.double()));
      const [first = [], second = []] = uniforms;
      const of = { probabilities: rates, labels: found.labels.of, order, uniforms: [first, second] as const };
      for (const index of drawAlong(of)) take(index);
    },
    rates,
    weights: rates.map((rate) => 1 / rate),
    cost: 20 * from.tasks.length,
  };
}
