import { describe, expect, it } from 'vitest';
import { learnedPlan, learnedPool } from '../../../../test/support/learned-pool.js';
import { groupedTasks, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { assessDesigns } from '../designs/designs-question.js';
import { assessForecast } from '../forecast/forecast-question.js';
import { assessPower } from '../power/power.js';
import { prospectOf } from './prospect.js';

const tasks = groupedTasks({ a: 200, b: 126 });

describe('what a selection can prove', () => {
  it('is for ranked tasks a difference, and nothing of the pool', () => {
    const selection = runText(samplePlan({ take: 93 }), tasks);
    const { sentence, difference, level, costUsd } = prospectOf(selection, undefined);
    expect(sentence).toMatch(/^These 93 of 326 tasks can detect a difference of [\d.]+ to [\d.]+ points between/);
    expect(sentence).toMatch(/do not generalise to the pool\.$/);
    const { detectable } = assessPower(selection, undefined).overall;
    expect([difference.low, difference.high]).toEqual([detectable.low, detectable.high]);
    // 1.96 √(.25/93) shrunk as Wilson's: half-width z√(.25/n + z²/4n²)/(1 + z²/n).
    expect(level).toMatchObject({ of: 'tasks like these' });
    expect(level.halfWidth).toBeCloseTo(0.0996, 3);
    expect(costUsd).toBeUndefined();
  });

  it('is for a probability sample also a level of the pool, and exact for the whole', () => {
    const sample = runText(samplePlan({ take: 93, prefer: ['random'] }), tasks);
    const { sentence, level } = prospectOf(sample, undefined);
    expect(sentence).toMatch(
      /estimate the success rate on the whole pool to within ±8\.\d points and can detect a difference/,
    );
    expect(level).toMatchObject({ of: 'pool', isForecast: false });
    const whole = prospectOf(runText(samplePlan({ take: 'all' }), tasks), undefined);
    expect([whole.level.halfWidth, whole.sentence.slice(0, 36)]).toEqual([0, 'All 326 tasks cover the whole pool a']);
  });

  it('names the results if these show how often systems disagree', () => {
    const system = (name: string, isPassed: (at: number) => boolean) => ({
      name,
      byTask: new Map(
        Array.from({ length: 60 }, (_, at) => {
          const counts = { unscored: 0, lacking: 0, retried: 0, scoreless: 0 };
          return [`mine/t${at}`, { state: 'scored' as const, rewards: [isPassed(at) ? 1 : 0], ...counts }];
        }),
      ),
    });
    const results = {
      configurations: [system('a', (at) => at % 2 === 0), system('b', (at) => at % 3 === 0)],
      warnings: [],
    };
    expect(prospectOf(runText(samplePlan({ take: 93 }), tasks), results).sentence).toMatch(
      /points between two systems that disagree as often as those in the results\./,
    );
  });

  it('is said to be nothing for a task or two', () => {
    const { sentence, difference } = prospectOf(runText(samplePlan({ take: 1 }), tasks), undefined);
    expect(difference.words).toBeUndefined();
    expect(sentence).toMatch(/^One of 326 tasks is too few to detect any difference/);
  });
});

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
      expect([overall.detectable.low, overall.detectable.high]).toEqual([detectable.design, detectable.design]);
      expect(discordance.from).toBe('earlier');
      expect(overall.effectiveSize).toBeCloseTo(selection.weighting?.effectiveSize ?? 0, 9);
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
