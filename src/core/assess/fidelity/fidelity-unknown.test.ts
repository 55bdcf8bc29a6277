import { describe, expect, it } from 'vitest';
import {
  assess,
  below,
  figuresOf,
  outcomesOf,
  type Rewards,
  ranked,
  tasks,
  three,
} from '../../../../test/support/fidelity-systems.js';
import { faultsOf, groupedTasks, planTextOf, runText } from '../../../../test/support/sample-plan.js';
import { poolResults } from '../question/pool-results.js';
import { assessFidelity } from './assess-fidelity.js';

describe('what is missing', () => {
  it('is counted for each system, left out, and counted as failed beside it', () => {
    const holes: Rewards = (task, at) => (task.fields['repo'] === 'b' ? undefined : below(18)(task, at));
    const result = assess(ranked, { ...three, high: holes });
    const [absent, failed] = result.scopes[0]?.rows[0]?.readings ?? [];
    const chosen = ranked.choices.filter(({ task }) => task.fields['repo'] === 'b').length;
    expect(absent?.systems[0]).toMatchObject({ name: 'high', poolTasks: 70, poolMissing: 30, selectedMissing: chosen });
    expect(failed?.systems[0]?.poolRate).toBeCloseTo((absent?.systems[0]?.poolRate ?? 0) * 0.7, 12);
    expect(result.notes.join('\n')).toContain(
      'mine: high has no result on 30 of 100 tasks, most of all in repo b (30 of 30).',
    );
    expect(assess(ranked, three).scopes[0]?.rows[0]?.readings).toHaveLength(1);
  });

  it('leaves a system out that ran little but the selection, and says so', () => {
    const chosen = new Set(ranked.choices.map(({ task }) => task.id));
    const own: Rewards = (task, at) => (chosen.has(task.id) || at === 0 ? 1 : undefined);
    const result = assess(ranked, { ...three, own });
    expect(figuresOf(result).systems.map(({ name }) => name)).toEqual(['high', 'low', 'middle']);
    expect(result.notes.join('\n')).toMatch(/mine: own is left out; it has results on [01] of the 80 tasks/);
    expect(assess(ranked, { own }).notJudged[0]?.why).toMatch(/not selected/);
  });
});

describe('what cannot be said', () => {
  it('before the runs', () => {
    const { scopes, notes } = assessFidelity(ranked, undefined);
    expect(scopes).toEqual([]);
    expect(notes.join('\n')).toContain('fidelity cannot be told before the runs');
  });

  it('with one system: a ranking', () => {
    const result = assess(ranked, { high: three.high });
    const { metrics, counted } = figuresOf(result);
    expect([counted, metrics.kendall.value, metrics.regret.value]).toEqual([1, undefined, undefined]);
    expect(metrics.bias.chance?.standing).toBe('worse');
    expect(result.notes.join('\n')).toContain('with one system the level can be judged, a ranking cannot');
  });

  it('of constant outcomes', () => {
    const result = assess(ranked, { never: () => 0, always: () => 1, all: () => 1 });
    expect(figuresOf(result).metrics).toMatchObject({ bias: { value: 0, chance: { standing: 'within' } } });
    expect(result.notes.join('\n')).toContain('all, always and never passed or failed every task');
    const same = assess(ranked, { one: () => 0, two: () => 0 });
    expect(same.notes.join('\n')).toContain('no ranking to compare');
  });

  it('of few tasks', () => {
    const chosen = ranked.choices.map(({ task }) => task.id);
    const few: Rewards = (task, at) => (chosen.slice(1).includes(task.id) ? undefined : below(18)(task, at));
    const result = assess(ranked, { few, middle: three.middle });
    expect(result.notes.join('\n')).toContain('mine: few has results on only 1 selected task; its error says little.');
  });

  it('of a benchmark that is taken whole, or that nobody ran', () => {
    const benchmarks = { mine: { select: { take: 'all' } }, yours: { select: { take: 5 }, distinct: true } };
    const selection = runText(planTextOf({ seed: 1, benchmarks }), tasks, groupedTasks({ a: 20 }, 'yours'));
    expect(assess(selection, three).notJudged.map(({ why }) => why)).toEqual([
      'every eligible task is selected, so there is nothing to estimate.',
      'no system has a result on its tasks.',
    ]);
  });

  it('is said of results found only when letter case is ignored', () => {
    const { outcomes, ...rest } = outcomesOf(three);
    const shouted = outcomes.map((outcome) => ({ ...outcome, taskId: outcome.taskId.toUpperCase() }));
    const { notes, scopes } = assessFidelity(ranked, poolResults(ranked, { ...rest, outcomes: shouted }), {
      draws: 100,
    });
    expect(notes.join('\n')).toMatch(/100 tasks in the results were found only when letter case is ignored/);
    expect(scopes).toHaveLength(1);
  });

  it('with options out of range, all at once', () => {
    const options = { draws: 5, sizes: [0, 1.5], benchmark: 'mien' };
    const faults = faultsOf(() => assessFidelity(ranked, undefined, options));
    expect(faults.map(({ code }) => code)).toEqual(['assess/draws', 'assess/sizes', 'assess/benchmark']);
    expect(faults[2]?.message).toContain('Did you mean "mine"?');
  });
});
