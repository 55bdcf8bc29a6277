import { describe, expect, it } from 'vitest';
import { learnedPlan, learnedPool } from '../../../../test/support/learned-pool.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { assessDesigns } from '../designs/assess-designs.js';
import { assessForecast } from '../forecast/assess-forecast.js';
import { assessPower } from '../power/assess-power.js';
import { prospectOf } from './prospect.js';

const { pool } = learnedPool({});
const select = (rule: Readonly<Record<string, unknown>>) =>
  runPlan(readPlan(learnedPlan(rule)), new Map([['mine', pool]]));
const forecastOf = (selection: ReturnType<typeof select>) => {
  const planned = assessForecast(selection, { sizes: [] }).benchmarks[0]?.planned;
  if (planned?.detectable === undefined) throw new Error('nothing is forecast');
  return { ...planned, detectable: planned.detectable };
};

describe('a pool with results of earlier systems', () => {
  it.each([{ purpose: 'level' }, { purpose: 'comparison' }])(
    'has one interval and one detectable difference for each design: %j',
    (purpose) => {
      const selection = select({ ...purpose, take: 40 });
      const { halfWidth, detectable } = forecastOf(selection);
      const { level, difference } = prospectOf(selection, undefined);
      expect(level.halfWidth).toBe(halfWidth.design);
      expect([difference.low, difference.high]).toEqual([detectable.design, detectable.design]);
      const { overall, discordance } = assessPower(selection, undefined);
      expect([overall.planned.low, overall.planned.high]).toEqual([detectable.design, detectable.design]);
      expect(discordance.from).toBe('earlier');
      const random = assessDesigns(selection, undefined).designs.find(({ name }) => name === 'random');
      if (random === undefined || !('figures' in random)) throw new Error('no random design');
      const { prospect } = random.figures;
      expect(prospect.level.halfWidth).toBe(halfWidth.random);
      expect(prospect.difference.low).toBe(detectable.random);
    },
  );

  it('has the same for a random sample of the plan', () => {
    const selection = select({ take: 40, prefer: ['random'] });
    const { halfWidth, detectable } = forecastOf(selection);
    const { level, difference } = prospectOf(selection, undefined);
    expect(level).toEqual({ halfWidth: halfWidth.random, of: 'pool', isForecast: true });
    expect(difference.low).toBe(detectable.random);
  });

  it('is exact where every task is taken', () => {
    expect(prospectOf(select({ take: 'all' }), undefined).level.halfWidth).toBe(0);
  });
});
