import { describe, expect, it } from 'vitest';
import { groupedTasks, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { assessPower } from '../power/assess-power.js';
import { prospectOf } from './prospect.js';

const tasks = groupedTasks({ a: 200, b: 126 });

describe('what a selection can prove', () => {
  it('is for ranked tasks a difference, and nothing of the pool', () => {
    const selection = runText(samplePlan({ take: 93 }), tasks);
    const { sentence, difference, level, costUsd } = prospectOf(selection, undefined);
    expect(sentence).toMatch(/^These 93 of 326 tasks can show a difference of [\d.]+ to [\d.]+ points or more between/);
    expect(sentence).toMatch(/do not generalise to the pool\.$/);
    const { planned } = assessPower(selection, undefined).overall;
    expect([difference.low, difference.high]).toEqual([planned.low, planned.high]);
    // 1.96 √(.25/93) shrunk as Wilson's: half-width z√(.25/n + z²/4n²)/(1 + z²/n).
    expect(level).toMatchObject({ of: 'tasks like these' });
    expect(level.halfWidth).toBeCloseTo(0.0996, 3);
    expect(costUsd).toBeUndefined();
  });

  it('is for a probability sample also a level of the pool, and exact for the whole', () => {
    const sample = runText(samplePlan({ take: 93, prefer: ['random'] }), tasks);
    const { sentence, level } = prospectOf(sample, undefined);
    expect(sentence).toMatch(/estimate the level of the pool to ± 8\.\d points, and can show a difference/);
    expect(level).toMatchObject({ of: 'pool', isForecast: false });
    const whole = prospectOf(runText(samplePlan({ take: 'all' }), tasks), undefined);
    expect([whole.level.halfWidth, whole.sentence.slice(0, 36)]).toEqual([0, 'All 326 tasks are the whole pool, an']);
  });

  it('is said to be nothing for a task or two', () => {
    const { sentence, difference } = prospectOf(runText(samplePlan({ take: 1 }), tasks), undefined);
    expect(difference.words).toBeUndefined();
    expect(sentence).toMatch(/^One of 326 tasks is too few to show any difference/);
  });
});
