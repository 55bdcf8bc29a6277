import { describe, expect, it } from 'vitest';
import { learnedPlan, learnedPool } from '../../../../test/support/learned-pool.js';
import { groupedTasks, planTextOf, runText, samplePlan } from '../../../../test/support/sample-plan.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { assessDesigns, type DesignFigures, type DesignsAssessment, designsOf } from './designs-question.js';

const tasks = groupedTasks({ a: 120, b: 80 });

function figuresOf({ plan, designs }: DesignsAssessment, name: string): DesignFigures {
  const row = [plan, ...designs].find((each) => each.name === name);
  if (row === undefined || !('figures' in row)) throw new Error(`no figures of ${name}`);
  return row.figures;
}

function whyOf({ designs }: DesignsAssessment, name: string): string | undefined {
  const row = designs.find((each) => each.name === name);
  return row !== undefined && 'why' in row ? row.why : undefined;
}

describe('designs side by side', () => {
  const ranked = runText(samplePlan({ take: 40, group: { by: 'repo' } }), tasks);
  const found = assessDesigns(ranked, undefined);

  it('are what the plan itself would give, were it written so', () => {
    const idsOf = (select: object) => new Set(runText(samplePlan({ ...select }), tasks).choices.map((c) => c.task.id));
    const own = new Set(ranked.choices.map(({ task }) => task.id));
    for (const [name, select] of [
      ['random', { take: 40, prefer: ['random'] }],
      ['ranked', { take: 40 }],
    ] as const) {
      const figures = figuresOf(found, name);
      expect(figures.prospect.selected).toBe(40);
      expect(figures.shared).toBe([...idsOf(select)].filter((id) => own.has(id)).length);
    }
    expect(figuresOf(found, 'plan').shared).toBe(40);
  });

  it('claim the pool by chance alone, and are nearer to it then', () => {
    const [plan, random] = [figuresOf(found, 'plan'), figuresOf(found, 'random')];
    expect([plan.prospect.level.of, random.prospect.level.of]).toEqual(['tasks like these', 'pool']);
    expect(plan.claim).toMatch(/^Purposive selection: /);
    expect(random.claim).toMatch(/estimate the level on all 200 eligible tasks in the pool\.$/);
    expect(random.balance?.mean ?? 9).toBeLessThan(plan.balance?.mean ?? 0);
  });

  it('are optimised within the phases of the plan, with the highest mean score of those', () => {
    const [plan, optimised] = [figuresOf(found, 'plan'), figuresOf(found, 'optimised')];
    expect(Number(optimised.meanScore)).toBeGreaterThanOrEqual(Number(plan.meanScore));
    // The plan has one phase: the best of it are the highest scores of all.
    expect(optimised.meanScore).toBe(figuresOf(found, 'ranked').meanScore);
    expect(optimised.claim).toContain('were chosen by optimisation');
    expect(figuresOf(found, 'ranked').claim).toContain('were chosen by rank');
    expect(found.designs.at(-1)?.words).toMatch(/as many tasks per phase and benchmark as the plan/);
  });

  it('are scored by the plan, also where an edit of it scores tasks in another way', () => {
    const edit = runText(
      samplePlan({ take: 40, group: { by: 'repo' } }, { weights: { size: 0.1, depth: 0.9 } }),
      tasks,
    );
    const scores = new Map(ranked.benchmarks.flatMap((each) => each.tasks.map(({ id, score }) => [id, score])));
    const mean = edit.choices.reduce((sum, { task }) => sum + (scores.get(task.id) ?? Number.NaN), 0) / 40;
    const { meanScore } = designsOf(ranked, undefined).figuresOf(edit);
    expect(meanScore).toBe(mean.toFixed(ranked.plan.score.decimals));
    expect(Number(meanScore)).not.toBe(edit.statistics.averageScore);
  });

  it('that cannot be given say why in a sentence', () => {
    expect(whyOf(found, 'proportional')).toMatch(/one benchmark/);
    expect(whyOf(found, 'learned')).toMatch(/results from earlier systems/);
  });

  it('are drawn in proportion where there are several benchmarks, with other weights than as many of each', () => {
    const text = planTextOf({ seed: 1, benchmarks: { one: { select: { take: 20 } }, two: { select: { take: 20 } } } });
    const two = assessDesigns(
      runText(text, groupedTasks({ a: 300 }, 'one'), groupedTasks({ a: 60 }, 'two')),
      undefined,
    );
    const [random, proportional] = [figuresOf(two, 'random'), figuresOf(two, 'proportional')];
    expect([random.prospect.selected, proportional.prospect.selected]).toEqual([40, 40]);
    // 300 and 60 tasks by twenty each: weights 15 and 3, 40 / (1 + cv²) = 27.7; in proportion nearly 40.
    expect(random.prospect.level.halfWidth).toBeGreaterThan(proportional.prospect.level.halfWidth);
  });

  it('are learned from earlier results, where a benchmark has them', () => {
    const priorRewards = new Map(
      ['s1', 's2', 's3', 's4'].map((system, at) => [
        system,
        new Map(tasks.map(({ id }, i) => [id, [(i * 7) % 10 < 3 + at ? 1 : 0]])),
      ]),
    );
    const plan = readPlan(samplePlan({ take: 40 }));
    const selection = runPlan(plan, new Map([['mine', { tasks, problems: [], priorRewards }]]));
    const learned = figuresOf(assessDesigns(selection, undefined), 'learned');
    expect(learned.prospect).toMatchObject({ selected: 40, level: { of: 'pool', isForecast: true } });
  });

  it('are the plan itself, where it is written so', () => {
    const plan = readPlan(learnedPlan({ purpose: 'level', take: 40 }));
    const selection = runPlan(plan, new Map([['mine', learnedPool({}).pool]]));
    const learned = figuresOf(assessDesigns(selection, undefined), 'learned');
    expect([learned.prospect.selected, learned.shared]).toEqual([40, 40]);
  });

  it('are the same again, and others with another seed', () => {
    expect(assessDesigns(ranked, undefined)).toEqual(found);
    const other = figuresOf(assessDesigns(ranked, undefined, 'other'), 'random');
    expect(other.balance).not.toEqual(figuresOf(found, 'random').balance);
  });
});

describe('what other budgets would buy', () => {
  const sample = runText(samplePlan({ take: 40, prefer: ['random'] }), tasks);
  const { budgets, plan } = assessDesigns(sample, undefined);

  it('has the plan as one of its points, with the figures of the plan', () => {
    const own = budgets.filter(({ isPlan }) => isPlan);
    expect(own.map(({ tasks: count }) => count)).toEqual([40]);
    expect(own[0]?.halfWidth).toBe(plan.figures.prospect.level.halfWidth);
    expect(own[0]?.sentence).toMatch(/^The plan's 40 tasks detect a difference of /);
  });

  it('shows less with more tasks, up to the whole pool', () => {
    const widths = budgets.map(({ halfWidth }) => halfWidth);
    expect(widths).toEqual(widths.toSorted((a, b) => b - a));
    expect(budgets.at(-1)).toMatchObject({ tasks: 200, halfWidth: 0 });
    expect(budgets.at(-1)?.sentence).toMatch(
      /^200 tasks \(5 × the plan, the whole pool\) .* and cover the whole pool\.$/,
    );
    expect(budgets[0]?.sentence).toMatch(
      /^5 tasks .*are too few to detect any difference and estimate the pool's level/,
    );
  });
});
