import { describe, expect, it } from 'vitest';
import { estimateOrder } from '../../src/core/estimate/estimate-order.js';
import { at } from '../../src/core/lists/lists.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { mean } from '../../src/core/statistics/summary.js';
import { laterEstimate, laterName, learnedPool, manifestsOf } from '../support/learned-pools.js';
import { reportFigures } from '../support/report-figures.js';

/** A share of the usual number of draws, for a quick look; chance then has its say. */
const part = Number(process.env['WINNOW_LEARNING_PART'] ?? 1);

describe('differences of new systems under the learned design, 60 of 300 tasks', () => {
  const later = 6;

  it.each([
    ['12 earlier systems', { earlier: 12 }, {}],
    ['12, at least 3 of each repository', { earlier: 12 }, { quota: { by: 'repo', at_least: 3 } }],
    ['12, useless', { earlier: 12, corruption: 'shuffled' }, {}],
  ] as const)('%s', (name, options, quota) => {
    const pool = learnedPool('mine', { seed: `differences/${name}`, tasks: 300, later, ...options });
    const draw = manifestsOf([pool], { purpose: 'comparison', take: 60, ...quota });
    const rows = pool.matrix.later;
    const totals = rows.slice(1).map((row) => ({ truth: mean(row) - mean(at(rows, 0)), held: 0, error: 0, width: 0 }));
    const draws = Math.ceil(600 * part);
    for (let i = 0; i < draws; i++) {
      const { differences } = laterEstimate(draw(`draw ${i}`), [pool], { baseline: laterName(0) });
      totals.forEach((total, s) => {
        const figure = at(differences, s).readings[0]?.pool;
        if (figure === undefined) throw new Error('no difference');
        total.error += figure.mean - total.truth;
        total.width += figure.high - figure.low;
        if (figure.low <= total.truth + 1e-12 && total.truth <= figure.high + 1e-12) total.held += 1;
      });
    }
    const rates = totals.map(({ held }) => held / draws);
    reportFigures(`difference: ${name}`, [
      `largest bias ${Math.max(...totals.map(({ error }) => (100 * Math.abs(error)) / draws)).toFixed(2)}`,
      `${mean(rates).toFixed(3)} (${Math.min(...rates).toFixed(3)})`,
      `width ${(100 * mean(totals.map(({ width }) => width / draws))).toFixed(1)}`,
    ]);
    // About the two systems, whatever the size of the pool: of the pool itself it holds more often.
    expect(mean(rates)).toBeGreaterThanOrEqual(0.95);
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.93);
  });
});

describe('the order of systems that are alike', () => {
  it.each([
    [3, 60],
    [8, 60],
    [5, 20],
  ])('tells some of %i apart in at most one of twenty cases, on %i tasks', (systems, size) => {
    const random = randomStreamFor('order', `${systems}/${size}`);
    const names = Array.from({ length: systems }, (_, s) => laterName(s));
    const pool = learnedPool('mine', { seed: 'order', tasks: size, later: 0, earlier: 2 });
    const tasks = laterTasks(pool.ids);
    const draws = Math.ceil(2000 * part);
    let found = 0;
    for (let i = 0; i < draws; i++) {
      const ranked = tasks.map((task) => {
        const chance = random.double();
        return { task, rewards: names.map(() => [random.double() < chance ? 1 : 0]) };
      });
      const order = estimateOrder(names, ranked, 'absent', 0.95);
      if (order?.pairs.some(({ apart }) => apart) === true) found += 1;
    }
    reportFigures(`order: ${systems} alike on ${size} tasks`, [`told apart in ${(found / draws).toFixed(3)}`]);
    expect(found / draws).toBeLessThan(0.06);
  });
});

function laterTasks(ids: readonly string[]) {
  const none = { benchmark: 'mine', phase: '', language: '', difficulty: '', category: '', repo: '' };
  return ids.map((id) => ({
    benchmark: 'mine',
    id,
    aliases: [],
    labels: none,
    probability: 1,
    weight: 1,
    stratum: 'mine',
    stratumSize: ids.length,
    variance: 'even' as const,
    difficultyPlace: undefined,
    balance: [],
  }));
}
