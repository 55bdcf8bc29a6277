import { describe, expect, it } from 'vitest';
import { learnedPlan, learnedPool } from '../../../../test/support/learned-pool.js';
import type { MatrixOptions } from '../../../../test/support/response-matrix.js';
import { groupedTasks, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { assessForecast, forecastQuestion } from './forecast-question.js';

function selectionOf(select: Readonly<Record<string, unknown>>, options: Partial<MatrixOptions> = {}) {
  return runPlan(readPlan(learnedPlan(select)), new Map([['mine', learnedPool(options).pool]]));
}

const ask = (select: Readonly<Record<string, unknown>>, options: Partial<MatrixOptions> = {}) =>
  forecastQuestion.ask({ selection: selectionOf(select, options), results: undefined }, {});

describe('the forecast of a selection', () => {
  const selection = selectionOf({ purpose: 'level', take: 40 });
  const [mine] = assessForecast(selection).benchmarks;

  it('is at the planned size what the manifest says', () => {
    expect(mine?.planned).toEqual(selection.benchmarks[0]?.learned?.forecast);
    expect(mine).toMatchObject({ benchmark: 'mine', systems: 12, population: 150 });
  });

  it('gains from more tasks, and stays below random samples', () => {
    expect(mine?.sizes.map(({ tasks }) => tasks)).toEqual([10, 20, 30, 40, 50, 75, 100]);
    const widths = mine?.sizes.map(({ halfWidth }) => halfWidth) ?? [];
    for (const { design, random } of widths) expect(design).toBeLessThan(random);
    expect(widths.map(({ design }) => design)).toEqual(widths.map(({ design }) => design).sort((a, b) => b - a));
    for (const { tasks, equivalent } of mine?.sizes ?? []) expect(equivalent).toBeGreaterThan(tasks);
  });

  it('takes sizes and refuses those that are none', () => {
    expect(
      assessForecast(selection, { sizes: [40, 25, 25, 400] }).benchmarks[0]?.sizes.map((each) => each.tasks),
    ).toEqual([25, 40]);
    expect(() => assessForecast(selection, { sizes: [0.5], benchmark: 'mne' })).toThrow(
      /sizes must be whole numbers.*no benchmark "mne"/s,
    );
  });

  it('is of the purpose, and good where earlier results help', () => {
    expect(ask({ purpose: 'level', take: 40 })).toMatchObject({ grade: 'good' });
    expect(ask({ purpose: 'level', take: 40 }).verdict).toMatch(
      /^Expect 40 tasks to estimate a level to within ±\d+\.\d points \(random tasks: ±/,
    );
    expect(ask({ purpose: 'comparison', take: 40 }).verdict).toMatch(/^Expect 40 tasks to detect a difference of /);
    expect(ask({ purpose: 'ranking', take: 40 }).verdict).toMatch(
      /^Expect τ \d\.\d\d between the order on 40 tasks and/,
    );
  });

  it('says so where earlier results do not help, or cannot be judged', () => {
    const useless = ask({ purpose: 'level', take: 40 }, { corruption: 'shuffled' });
    expect(useless).toMatchObject({ grade: 'look' });
    expect(useless.verdict).toMatch(/Earlier results don't help, because \d+% of the variance remains unexplained/);
    const few = ask({ purpose: 'level', take: 40 }, { earlier: 2 });
    expect(few).toMatchObject({ grade: 'unknown' });
    expect(few.verdict).toMatch(/The gain from 2 earlier systems can't be forecast/);
    expect(ask({ purpose: 'ranking', take: 40 }, { earlier: 5 }).notes.join('\n')).toMatch(
      /a random sample ranks equally well/,
    );
  });

  it('tells a plan without a purpose what it would gain', () => {
    const { grade, verdict } = ask({ take: 40, prefer: ['random'] });
    expect(grade).toBe('look');
    expect(verdict).toMatch(/To use the earlier results, give the plan a "purpose"\.$/);
  });

  it('cannot be without earlier results', () => {
    const without = runText(samplePlan({ take: 5 }), groupedTasks({ a: 20 }));
    const { grade, verdict } = forecastQuestion.ask({ selection: without, results: undefined }, {});
    expect({ grade, verdict }).toEqual({
      grade: 'unknown',
      verdict: 'Not assessed: no benchmark has earlier results ("prior").',
    });
  });
});
