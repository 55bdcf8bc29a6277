import { drawDesignOf, redrawerOf } from '../../src/core/draws/draws.js';
import type { SampledTask } from '../../src/core/estimate/sample.js';
import { at, groupBy } from '../../src/core/lists/lists.js';
import type { DrawRule } from '../../src/core/model/select-rule.js';
import type { ScoredTask } from '../../src/core/model/task.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import type { PoolTask, ResponsePool } from './response-pools.js';

/** A way to draw from a made-up pool. */
export interface PoolDesign {
  readonly name: string;
  readonly group: ((task: PoolTask) => string) | undefined;
  /** What places are shared in proportion to. */
  readonly measure: (tasks: readonly PoolTask[]) => number;
  readonly draw: DrawRule | undefined;
  readonly isOrdered: boolean;
}

const bySize = (tasks: readonly PoolTask[]) => tasks.length;
const rule = (method: string, ...by: readonly string[]): DrawRule => ({ method, by, seed: '1' });
const plain = { group: undefined, measure: bySize, draw: undefined, isOrdered: false };
const ofRepo = { ...plain, group: ({ repo }: PoolTask) => repo };
const bandOf = ({ priorRate }: PoolTask) => String([0.01, 0.34, 0.67].filter((limit) => priorRate >= limit).length);
const ofBand = { ...plain, group: bandOf, isOrdered: true };
const deviation = (tasks: readonly PoolTask[]) => {
  const rate = tasks.reduce((sum, { priorRate }) => sum + priorRate, 0) / tasks.length;
  return tasks.length * Math.sqrt(Math.max(0.02, rate * (1 - rate)));
};

/** Every design that is measured. */
export const poolDesigns: readonly PoolDesign[] = [
  { ...plain, name: 'random' },
  { ...ofRepo, name: 'strata, proportional' },
  { ...ofRepo, name: 'strata, square root', measure: (tasks) => Math.sqrt(tasks.length) },
  { ...ofRepo, name: 'strata, equal', measure: () => 1 },
  { ...ofBand, name: 'bands of earlier difficulty' },
  { ...ofBand, name: 'bands, Neyman', measure: deviation },
  { ...plain, name: 'pareto', draw: rule('pareto', 'size') },
  { ...ofRepo, name: 'strata with pareto', draw: rule('pareto', 'size') },
  { ...plain, name: 'cube', draw: rule('cube', 'prior_rate') },
  { ...plain, name: 'local pivotal', draw: rule('local-pivotal', 'prior_rate') },
  { ...plain, name: 'ordered pivotal by difficulty', draw: rule('ordered-pivotal', 'prior_rate') },
  { ...plain, name: 'ordered pivotal by repository', draw: rule('ordered-pivotal', 'repo') },
];

/** Draws from a pool by a design again and again: each call gives the drawn tasks with their index in the pool. */
export function drawerOf(pool: ResponsePool, design: PoolDesign): () => readonly DrawnTask[] {
  const groups = [...groupBy([...pool.tasks.keys()], (i) => design.group?.(at(pool.tasks, i)) ?? 'all')];
  const sizes = groups.map(([, indexes]) => indexes.length);
  const places = sharePlaces(
    groups.map(([, indexes]) => design.measure(indexes.map((i) => at(pool.tasks, i)))),
    sizes,
    pool.places,
  );
  const random = randomStreamFor('coverage', `${pool.name}/${design.name}`);
  let count = 0;
  const chance = { random, start: () => random.double(), nextSeed: () => String(count++) };
  const strata = groups.map(([name, indexes], g) => {
    const tasks = indexes.map((i) => scoredOf(at(pool.tasks, i)));
    const from = { tasks, places: at(places, g), stratum: name, benchmark: 'mine', chance };
    return { name, indexes, tasks, redrawer: redrawerOf(design.draw, from) };
  });
  const family = design.draw === undefined ? 'even' : drawDesignOf(design.draw).variance;
  return () =>
    strata.flatMap(({ name, indexes, redrawer }) => {
      const drawn: DrawnTask[] = [];
      redrawer.draw((i) => {
        const task = at(pool.tasks, at(indexes, i));
        const sampled: SampledTask = {
          benchmark: 'mine',
          id: task.id,
          aliases: [],
          labels: { benchmark: 'mine', phase: '', language: '', difficulty: '', category: '', repo: task.repo },
          probability: at(redrawer.rates, i),
          weight: at(redrawer.weights, i),
          stratum: name,
          stratumSize: indexes.length,
          variance: family,
          difficultyPlace: design.isOrdered ? Number(name) : undefined,
          balance: balanceOf(design, task),
        };
        drawn.push({ index: at(indexes, i), task: sampled });
      });
      return drawn;
    });
}

/** A drawn task and its index in the pool. */
export interface DrawnTask {
  readonly index: number;
  readonly task: SampledTask;
}

/** At least one place for each group, at most its size, the rest in proportion. */
function sharePlaces(measures: readonly number[], sizes: readonly number[], places: number): readonly number[] {
  const found = sizes.map((size) => Math.min(1, size));
  for (let left = places - found.length; left > 0; left--) {
    let best = -1;
    measures.forEach((measure, i) => {
      if (at(found, i) >= at(sizes, i)) return;
      if (best < 0 || measure / (at(found, i) + 0.5) > at(measures, best) / (at(found, best) + 0.5)) best = i;
    });
    found[best] = at(found, best) + 1;
  }
  return found;
}

/** What the manifest would say; the scale of a balancing field makes no difference to its residuals. */
function balanceOf({ draw }: PoolDesign, task: PoolTask): readonly number[] {
  if (draw?.method === 'cube' || draw?.method === 'local-pivotal') return [task.priorRate - 0.5];
  return draw?.method === 'ordered-pivotal' && draw.by[0] === 'prior_rate' ? [task.priorRate] : [];
}

function scoredOf({ id, repo, priorRate, size }: PoolTask): ScoredTask {
  const fields = { repo, prior_rate: priorRate, size };
  return { benchmark: 'mine', id, fields, phase: 'Fix', changes: [], score: size, parts: {}, defaulted: [] };
}
