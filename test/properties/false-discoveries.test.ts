import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { normalQuantile } from '../../src/core/statistics/distributions.js';
import { shuffle } from '../../src/core/statistics/random-numbers.js';
import { isRepeated } from '../../src/core/uplift/paired-tasks.js';
import { benefitPairs } from '../support/benefit-data.js';
import { inDepth, isDeep } from '../support/depth.js';
import { projectRoot } from '../support/run-winnow.js';
import { drawUplifts, judgeLists, repeatDesigns, rewardWorlds } from '../support/uplift-worlds.js';

const simulations = inDepth(1000, 25);
const size = 100;
/** Two standard errors of a mean of shares that are mostly 0 or 1, which few simulations need. */
const room = inDepth(0, 2 * Math.sqrt(0.09 / simulations));

const cells = rewardWorlds.flatMap((world) => repeatDesigns.map((design) => ({ world, design })));

/** The mean false-discovery proportion and the mean number of tasks rightly listed. */
function simulate({ world, design }: (typeof cells)[number], share: number, rate = 0.1) {
  const random = randomStreamFor('2026', `false discoveries/${world.name}/${design.name}/${share}/${rate}`);
  let [proportion, right] = [0, 0];
  for (let i = 0; i < simulations; i++) {
    const { tasks, signs } = drawUplifts(world, design.runs, size, share, random);
    const { listed, wrong } = judgeLists(tasks, signs, rate);
    proportion += listed === 0 ? 0 : wrong / listed;
    right += listed - wrong;
  }
  return { proportion: proportion / simulations, right: right / simulations };
}

describe('false discoveries among tasks that benefit or are hurt', () => {
  const figures = new Map<string, string>();
  it.each(cells)('$world.name, $design.name runs per side', (cell) => {
    const [alike, mixed] = [simulate(cell, 0), simulate(cell, 0.2)];
    expect(alike.proportion).toBeLessThanOrEqual(0.1 + room);
    expect(mixed.proportion).toBeLessThanOrEqual(0.1 + room);
    figures.set(
      `${cell.world.name}/${cell.design.name}`,
      [alike.proportion.toFixed(3), mixed.proportion.toFixed(3), mixed.right.toFixed(1)].join(', '),
    );
  });

  it.runIf(isDeep)('stay under other rates too', () => {
    for (const cell of cells.filter(({ design }) => design.name === '3')) {
      for (const rate of [0.05, 0.2, 0.3]) {
        expect(simulate(cell, 0, rate).proportion).toBeLessThanOrEqual(rate);
        expect(simulate(cell, 0.2, rate).proportion).toBeLessThanOrEqual(rate);
      }
    }
  });

  it.runIf(isDeep).each([2, 3, 5])('stay under the rate if one arm is twice as noisy, %i runs per side', (runs) => {
    const random = randomStreamFor('2026', `false discoveries/unequal noise/${runs}`);
    const arm = (deviation: number) =>
      Array.from({ length: runs }, () => deviation * normalQuantile((random.uint32() + 0.5) / 2 ** 32));
    let some = 0;
    for (let i = 0; i < simulations; i++) {
      const tasks = Array.from({ length: size }, () => ({ cluster: 'a', without: arm(0.15), with: arm(0.3) }));
      if (
        judgeLists(
          tasks,
          tasks.map(() => 0),
        ).listed > 0
      )
        some += 1;
    }
    expect(some / simulations).toBeLessThanOrEqual(0.1);
  });

  it('are rare when the public runs of each task change arms by chance', () => {
    const pairs = benefitPairs().filter(isRepeated);
    const random = randomStreamFor('2026', 'false discoveries/public runs');
    let some = 0;
    for (let i = 0; i < simulations; i++) {
      const tasks = pairs.map(({ cluster, without, with: tried }) => {
        const runs = shuffle([...without, ...tried], random);
        return { cluster, without: runs.slice(0, without.length), with: runs.slice(without.length) };
      });
      if (
        judgeLists(
          tasks,
          tasks.map(() => 0),
        ).listed > 0
      )
        some += 1;
    }
    expect(some / simulations).toBeLessThanOrEqual(0.1);
    figures.set('public', (some / simulations).toFixed(3));
  });

  it.runIf(isDeep)('are as the page on estimating says', () => {
    const page = readFileSync(join(projectRoot, 'docs/methods/estimating.md'), 'utf8');
    const rows = rewardWorlds.map(({ name }) => {
      const cellsOfRow = repeatDesigns.map((design) => figures.get(`${name}/${design.name}`));
      return `| ${name} | ${cellsOfRow.join(' | ')} |`;
    });
    const sentence = `2 to 8 per side, the share of wrong discoveries was ${figures.get('public')}.`;
    expect([...rows, sentence].filter((text) => !page.includes(text))).toEqual([]);
  });
});
