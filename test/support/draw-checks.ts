import { describe, expect, it } from 'vitest';
import { assessBalance } from '../../src/core/assess/balance/balance.js';
import { assessFidelity } from '../../src/core/assess/fidelity/fidelity.js';
import { assessResults } from '../../src/core/assess/question/pool-results.js';
import { manifestContradictions } from '../../src/core/compare/contradictions.js';
import { type DrawDesign, type DrawFrom, rowsOf } from '../../src/core/draws/draw-design.js';
import { redrawerOf } from '../../src/core/draws/draws.js';
import { estimateMean } from '../../src/core/estimate/estimate-mean.js';
import { type SampledTask, sampleOf } from '../../src/core/estimate/sample.js';
import { describeVerdict } from '../../src/core/explain/describe-verdict.js';
import { explainTask } from '../../src/core/explain/explain-task.js';
import { makeManifest, manifestText } from '../../src/core/manifest/manifest.js';
import type { Outcome } from '../../src/core/model/outcome.js';
import type { Selection } from '../../src/core/model/selection.js';
import type { ScoredTask, Task } from '../../src/core/model/task.js';
import { permanentRandomNumber, randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { methodologyPage } from '../../src/core/report/methodology.js';
import { shuffle } from '../../src/core/statistics/random-numbers.js';
import { mean } from '../../src/core/statistics/summary.js';
import { chosenIds, faultsOf, groupedTasks, planTextOf, runText, samplePlan } from './sample-plan.js';

const places = 20;
const pool = groupedTasks({ a: 33, b: 22, c: 5 }).map(
  (task, i): Task => ({ ...task, fields: { ...task.fields, prior_variance: 0.05 + (i % 5) / 25 } }),
);
const tasks = pool.map(
  (task): ScoredTask => ({
    ...task,
    phase: 'Fix',
    changes: [],
    score: Number(task.fields['files_changed']) / 25,
    parts: {},
    defaulted: [],
  }),
);
/** What is estimated: outcomes that have nothing to do with what a draw looks at. */
const outcomes = Array.from({ length: 20 }, (_, i) => {
  const values = new Map(tasks.map(({ id }) => [id, permanentRandomNumber('outcome', String(i), id)]));
  return { of: ({ id }: ScoredTask) => values.get(id) ?? 0 };
});
const seeds = 400;

/**
 * What must hold of every draw, whatever it is. The draw must be listed: most is asked by a plan that names it, as a user
 * would.
 */
export function checkDraw(design: DrawDesign): void {
  const example = design.by.needs === 'nothing' ? undefined : design.by.example;
  const by = example === undefined ? [] : [example];
  const rule = { method: design.name, ...(example === undefined ? {} : { by: example }) };
  const fromOf = (seed: string): DrawFrom => {
    const numbered = tasks.map((task) => ({ ...task, random: permanentRandomNumber(seed, 'mine', task.id) }));
    return { tasks: numbered, places, by, seed, stratum: 'mine', benchmark: 'mine' };
  };
  /** Chances of an uneven draw may be met only nearly. */
  const slack = design.isEven ? 0 : 0.01;
  const expectRate = (times: number, of: number, chance: number, id: string) =>
    expect(Math.abs(times / of - chance), `${id} ${chance}`).toBeLessThanOrEqual(
      4.5 * Math.sqrt((chance * (1 - chance)) / of) + slack,
    );

  describe(`the draw "${design.name}"`, () => {
    it('says what it is', () => {
      const { words } = design;
      expect(words.choice).toMatch(/^drawn \S/);
      expect(words.label('THE FIELDS')).toMatch(/\S/);
      expect(words.sentence('THE FIELDS', 'seed 42')).toMatch(/seed 42\)\.$/);
      for (const text of [words.label('THE FIELDS'), words.sentence('THE FIELDS', 'seed 42')]) {
        expect(text.includes('THE FIELDS')).toBe(design.by.needs !== 'nothing');
      }
      expect(design.isEven).toBe(design.variance !== 'unequal');
      if (design.order !== undefined) expect(design.numbers.arePermanent).toBe(true);
    });

    it.skipIf(design.drawRows === undefined)('takes the same from columns as from tasks', () => {
      for (const seed of ['1', '2', '3']) {
        const from = fromOf(seed);
        const { order, probability, balance, warnings, faults } = design.draw(from);
        const told = order.slice(0, places).map((task) => [task.id, probability(task), balance?.(task)]);
        const drawn = design.drawRows?.(rowsOf(from));
        expect(drawn?.rows.map((row) => [tasks[row]?.id, drawn.probability(row), drawn.balance?.(row)])).toEqual(told);
        expect([drawn?.warnings, drawn?.faults]).toEqual([warnings, faults]);
      }
    });

    it('takes each task as often as it says, and estimates rightly', () => {
      const times = new Map<string, number>();
      const chances = new Map<string, number>();
      const estimated = outcomes.map(({ of }) => ({ of, means: [] as number[], variances: [] as number[] }));
      const odd: unknown[] = [];
      for (let seed = 0; seed < seeds; seed++) {
        const { order, probability, balance, faults } = design.draw(fromOf(String(seed)));
        const isWhole = new Set(order.map(({ id }) => id)).size === tasks.length && order.length === tasks.length;
        if (
          !isWhole ||
          faults.length > 0 ||
          (balance !== undefined) !== (design.variance === 'balanced' || design.variance === 'ordered')
        )
          odd.push(seed);
        for (const task of order) {
          const chance = probability(task);
          if (chance !== (chances.get(task.id) ?? chance)) odd.push(task.id);
          chances.set(task.id, chance);
        }
        const drawn = order.slice(0, places);
        for (const { id } of drawn) times.set(id, (times.get(id) ?? 0) + 1);
        const sampled = drawn.map((task) => ({
          task,
          as: sampledAs(task, probability(task), design, Object.values(balance?.(task) ?? {})),
        }));
        for (const { of, means, variances } of estimated) {
          const units = sampled.map(({ task, as }) => {
            return { task: as, value: of(task), noise: undefined, weight: as.weight };
          });
          const estimate = estimateMean(units, { scope: 'pool' });
          means.push(estimate.mean);
          variances.push(estimate.variance);
        }
      }
      expect(odd).toEqual([]);
      expect(new Set(chances.values()).size === 1).toBe(design.isEven);
      expect([...chances.values()].every((chance) => chance > 0 && chance <= 1)).toBe(true);
      expect(sum([...chances.values()])).toBeCloseTo(places, 9);
      for (const [id, chance] of chances) expectRate(times.get(id) ?? 0, seeds, chance, id);
      const spreads = estimated.map(({ means }) => mean(means.map((each) => (each - mean(means)) ** 2)));
      estimated.forEach(({ of, means }, i) => {
        const error = Math.abs(mean(means) - mean(tasks.map(of)));
        expect(error).toBeLessThan(4 * Math.sqrt((spreads[i] ?? 0) / seeds) + slack);
      });
      const stated = mean(estimated.map(({ variances }) => mean(variances))) / mean(spreads);
      expect(stated).toBeGreaterThan(0.8);
      expect(stated).toBeLessThan(1.25);
    });

    it('draws the same again by the same seed, and otherwise by others', () => {
      const drawn = (seed: string) => {
        const { order } = design.draw(fromOf(seed));
        return JSON.stringify(order.slice(0, places).map(({ id }) => id));
      };
      expect(drawn('7')).toBe(drawn('7'));
      expect(new Set(Array.from({ length: 20 }, (_, seed) => drawn(String(seed)))).size).toBeGreaterThan(1);
    });

    it('is redrawn in simulations as it is drawn', () => {
      const random = randomStreamFor('7', 'redraw');
      let count = 0;
      const nextSeed = () => String(count++);
      const chance = { random, start: () => random.double(), nextSeed };
      const from = fromOf('7');
      const redrawer = redrawerOf({ method: design.name, by, seed: '7' }, { ...from, chance });
      const { probability } = design.draw(from);
      expect(redrawer.rates).toEqual(from.tasks.map(probability));
      for (const [i, weight] of redrawer.weights.entries())
        expect(weight * (redrawer.rates[i] ?? 0)).toBeCloseTo(1, 12);
      expect(sum(redrawer.rates)).toBeCloseTo(places, 9);
      expect(redrawer.cost).toBeGreaterThan(0);
      const times = tasks.map(() => 0);
      const sizes = new Set<number>();
      for (let draw = 0; draw < seeds; draw++) {
        const taken = new Set<number>();
        redrawer.draw((index) => taken.add(index));
        sizes.add(taken.size);
        for (const index of taken) times[index] = (times[index] ?? 0) + 1;
      }
      expect([...sizes]).toEqual([places]);
      tasks.forEach(({ id }, i) => {
        expectRate(times[i] ?? 0, seeds, redrawer.rates[i] ?? 0, id);
      });
    });

    it('is read from a plan, and what it looks at is checked there', () => {
      const faultsBy = (given: object) => faultsOf(() => runText(samplePlan({ take: places, draw: given }), pool));
      expect(faultsBy(rule)).toEqual([]);
      const others = {
        nothing: { ...rule, by: 'score' },
        number: { ...rule, by: 'repo' },
        fields: { ...rule, by: [] },
      };
      expect(faultsBy(others[design.by.needs])).not.toEqual([]);
      if (example === undefined) return;
      expect(faultsBy({ method: design.name })[0]?.message).toContain(`such as by: ${example}`);
      const several = faultsBy({ ...rule, by: ['score', 'files_changed'] });
      expect(several.length > 0).toBe(design.by.needs === 'number');
    });

    const selectWith = (more: object = {}, list: readonly Task[] = pool): Selection =>
      runText(samplePlan({ take: places, group: { by: 'repo', at_least: 1 }, draw: rule, ...more }), list);

    it('gives the same selection whatever the order of the pool', () => {
      const mixed = shuffle(pool, randomStreamFor('7', 'order'));
      expect(mixed).not.toEqual(pool);
      expect(manifestText(makeManifest(selectWith({}, mixed), 'test'))).toBe(
        manifestText(makeManifest(selectWith(), 'test')),
      );
    });

    it('is reported, checked and estimated from', () => {
      const selection = selectWith();
      const manifest = makeManifest(selection, 'test');
      const [benchmark] = manifest.benchmarks;
      const { algorithm, key } = design.numbers;
      expect(benchmark?.draw).toEqual({ method: design.name, by, seed: '42', algorithm, key: key('mine') });
      expect(selection.kind).toBe('representative');
      expect(manifestContradictions(manifest)).toEqual([]);
      const sample = sampleOf(manifest, new Set(['mine']));
      expect(new Set(sample.tasks.map(({ variance }) => variance))).toEqual(new Set([design.variance]));
      const lines = by.map((field) => field.replaceAll('_', ' ')).join('');
      expect(methodologyPage(selection, 'test')).toContain(design.words.sentence(lines, 'seed 42').slice(0, 60));
    });

    it('is assessed and explained', () => {
      const selection = selectWith();
      expect(assessBalance(selection, { draws: 20 }).overall.selected).toBe(places);
      const ended = pool.flatMap(({ id }, i) =>
        ['one', 'two', 'three'].map((configuration, j): Outcome => {
          const reward = (i * 7 + j * 3) % 5 < 2 ? 1 : 0;
          const status = reward === 1 ? 'passed' : 'failed';
          return { taskId: id, configuration, run: '', attempt: 1, status, reward, place: {} };
        }),
      );
      const results = assessResults(selection, { outcomes: ended, files: [], faults: [], warnings: [] }).pool;
      expect(assessFidelity(selection, results, { draws: 100 }).scopes[0]?.randomDesign).toContain(
        `${design.name} samples`,
      );
      const isIn = new Set(chosenIds(selection));
      for (const task of selection.benchmarks[0]?.tasks ?? []) {
        const { verdict, ...explanation } = explainTask(selection, task);
        expect(verdict.kind).toBe(isIn.has(task.id) ? 'in' : 'out');
        const said = describeVerdict({ verdict, ...explanation }).join(' ');
        if (verdict.kind === 'out') expect(/^It was not drawn/.test(said)).toBe(design.order === undefined);
      }
    });

    it('says what an exclusion does to the others', () => {
      const before = selectWith();
      const id = pool.find((task) => !chosenIds(before).includes(task.id))?.id;
      const select = { take: places, group: { by: 'repo', at_least: 1 }, draw: rule };
      const exclude = [{ id, reason: 'duplicate' }];
      const after = runText(planTextOf({ seed: 42, benchmarks: { mine: { select, exclude } } }), pool);
      const isTold = after.warnings.some(({ code }) => code === 'redrawn');
      expect(isTold).toBe(!design.numbers.arePermanent);
      if (design.order === undefined) return;
      expect(chosenIds(after)).toEqual(chosenIds(before));
      expect(chosenIds(selectWith({ take: places + 3 }))).toEqual(expect.arrayContaining(chosenIds(before)));
    });
  });
}

function sampledAs(task: ScoredTask, probability: number, { variance }: DrawDesign, balance: number[]): SampledTask {
  const label = '';
  return {
    benchmark: 'mine',
    id: task.id,
    aliases: [],
    labels: { benchmark: label, phase: label, language: label, difficulty: label, category: label, repo: label },
    probability,
    weight: 1 / probability,
    stratum: 'mine',
    stratumSize: tasks.length,
    difficultyPlace: undefined,
    variance,
    balance,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
