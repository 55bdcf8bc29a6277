import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../../test/support/depth.js';
import {
  assess,
  below,
  byFiles,
  figuresOf,
  outcomesOf,
  type Rewards,
  ranked,
  tasks,
  three,
} from '../../../../test/support/fidelity-systems.js';
import { learnedPlan, learnedPool } from '../../../../test/support/learned-pool.js';
import {
  faultsOf,
  groupedTasks,
  planTextOf,
  poolsOf,
  runText,
  samplePlan,
} from '../../../../test/support/sample-plan.js';
import { documentOf } from '../../documents/forms.js';
import type { Outcome } from '../../model/outcome.js';
import type { Selection } from '../../model/selection.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { assessResults } from '../question/pool-results.js';
import { assessFidelity, fidelitySchema } from './fidelity.js';
import { forecastSentence, levelSentence, rankingSentence } from './fidelity-view.js';

describe('the fidelity of a ranked choice', () => {
  it('is off in the level where the order follows the outcome, and random draws are not', () => {
    const { systems, metrics, systemsCounted, biasInterval } = figuresOf(assess(ranked, three));
    expect(systemsCounted).toBe(3);
    for (const { system: name, rate, poolRate, error } of systems) {
      const rewardOf = three[name as keyof typeof three];
      const own = tasks.map((task, at) => ({ task, reward: rewardOf(task, at) as number }));
      const mean = (list: typeof own) => list.reduce((sum, { reward }) => sum + reward, 0) / list.length;
      const chosen = new Set(ranked.choices.map(({ task }) => task.id));
      expect(poolRate).toBeCloseTo(mean(own), 12);
      expect(rate).toBeCloseTo(mean(own.filter(({ task }) => chosen.has(task.id))), 12);
      expect(error).toBeCloseTo(rate - poolRate, 12);
    }
    expect(metrics.bias.value).toBeLessThan(-0.2);
    expect(metrics.bias.random).toMatchObject({ standing: 'worse', mean: expect.closeTo(0, 1) });
    expect(biasInterval?.high).toBeLessThan(0);
    expect(biasInterval?.low).toBeLessThan(metrics.bias.value as number);
  });

  it('says so in words', () => {
    const row = assess(ranked, three).scopes[0]?.sizes[0];
    expect(row && levelSentence(row)).toMatch(
      /^On average, levels on the 20 selected tasks are off by -\d+\.\d points\. That is more than chance explains: 95% of random draws of 20 fall between -/,
    );
    expect(row && rankingSentence(row)).toMatch(/^The ranking of the 3 systems /);
  });

  it('is the same in any order of tasks and results, and for the same seed', () => {
    const turned = runPlan(readPlan(samplePlan(byFiles)), poolsOf(tasks.toReversed()));
    const entry = (selection: Selection, flip: boolean, seed?: string) => {
      const { outcomes, ...rest } = outcomesOf(three);
      const results = assessResults(selection, { ...rest, outcomes: flip ? outcomes.toReversed() : outcomes }).pool;
      return JSON.stringify(documentOf(fidelitySchema(), assessFidelity(selection, results, { draws: 200, seed })));
    };
    expect(entry(turned, true)).toBe(entry(ranked, false));
    expect(entry(turned, true, 'x')).not.toBe(entry(ranked, false, 'y'));
    expect(entry(ranked, false)).not.toMatch(/NaN|-0[,}]/);
  });

  it('is judged at other sizes by the same rule', () => {
    const { scopes, notes } = assess(ranked, three, { sizes: [40, 20, 10, 100, 40] });
    expect(scopes[0]?.sizes.map(({ selected, isSelection }) => [selected, isSelection])).toEqual([
      [20, true],
      [10, false],
      [40, false],
    ]);
    expect(notes.join('\n')).toContain("mine can't be judged at 100 tasks: only 100 tasks are eligible");
    const forty = runText(samplePlan({ ...byFiles, take: 40 }), tasks);
    expect(figuresOf(assess(ranked, three, { sizes: [40] }), 1)).toEqual(figuresOf(assess(forty, three)));
  });

  it('keeps to the size asked for where an ensure rule adds tasks, and says when the floors are above it', () => {
    const ensure = [{ by: 'repo', values: ['c'], at_least: 4, prefer: ['files_changed desc'] }];
    const selection = runText(samplePlan({ ...byFiles, ensure }), tasks);
    const { scopes, notes } = assess(selection, three, { sizes: [12, 2] });
    expect(scopes[0]?.sizes[1]?.selected).toBe(12);
    expect(notes.join('\n')).toMatch(/mine can't be judged at 2 tasks: .*3/);
  });
});

it('cannot be smaller than its pins', () => {
  const pin = ['t01', 't02', 't03'];
  const selection = runText(samplePlan({ ...byFiles, pin }), tasks);
  const { notes } = assess(selection, three, { sizes: [2] });
  expect(notes.join('\n')).toMatch(/mine can't be judged at 2 tasks: /);
});

describe('the random draws', () => {
  it('of a sample are its own design: right on average, with the error that the formula gives', () => {
    const selection = runText(samplePlan({ take: 20, group: { by: 'repo', at_least: 4 }, prefer: ['random'] }), tasks);
    const { systems } = figuresOf(assess(selection, three, { draws: 4000 }));
    for (const { system: name, random } of systems) {
      const rewardOf = three[name as keyof typeof three];
      const variance = (selection.benchmarks[0]?.groups ?? []).reduce((sum, { ranking, allocated }) => {
        const values = ranking.map(
          (task) =>
            rewardOf(
              task,
              tasks.findIndex(({ id }) => id === task.id),
            ) as number,
        );
        const mean = values.reduce((total, value) => total + value, 0) / values.length;
        const spread = values.reduce((total, value) => total + (value - mean) ** 2, 0) / (values.length - 1);
        return sum + (values.length / 100) ** 2 * (1 - allocated / values.length) * (spread / allocated);
      }, 0);
      expect(Math.abs(random?.mean ?? 1)).toBeLessThan((4 * Math.sqrt(variance)) / Math.sqrt(4000));
      expect((random?.rootMeanSquare ?? 0) / Math.sqrt(variance)).toBeCloseTo(1, 1);
    }
  });

  it.each([
    ['systematic', { draw: { method: 'systematic', by: 'files_changed' } }],
    ['pareto', { draw: { method: 'pareto', by: 'lines_changed' } }],
    ['local-pivotal', { draw: { method: 'local-pivotal', by: ['files_changed'] } }],
    ['cube', { draw: { method: 'cube', by: ['files_changed'] } }],
  ])('follow the method of the plan: %s', (method, how) => {
    const selection = runText(samplePlan({ take: 20, pin: ['t07'], ...how }), tasks);
    const result = assess(selection, three);
    expect(result.scopes[0]).toMatchObject({ kind: 'representative', randomDesign: expect.stringContaining(method) });
    const { bias } = figuresOf(result).metrics;
    expect(Math.abs(bias.random?.mean ?? 1)).toBeLessThan(0.03);
    expect(figuresOf(result).biasInterval).toBeUndefined();
  });

  it('that balance a field are nearer than those that do not, where the outcome follows it', () => {
    const size = (how: object) =>
      figuresOf(assess(runText(samplePlan({ take: 20, ...how }), tasks), three)).metrics.root_mean_square_error.random
        ?.mean ?? 1;
    expect(size({ draw: { method: 'systematic', by: 'files_changed' } })).toBeLessThan(
      0.7 * size({ prefer: ['random'] }),
    );
  });

  it.runIf(isDeep)('of a sample hold the sample itself about as often as they should', () => {
    const within = Array.from({ length: 60 }, (_, seed) => {
      const selection = runText(samplePlan({ take: 20, prefer: ['random'] }, { seed }), tasks);
      return figuresOf(assess(selection, three, { seed: 'draws', draws: 400 })).metrics.bias.random?.standing;
    });
    expect(within.filter((standing) => standing === 'within').length).toBeGreaterThan(50);
  });
});

describe('near-duplicate systems', () => {
  it('count once, by the one with more results', () => {
    const copy: Rewards = (task, at) => (at === 3 ? undefined : three.high(task, at));
    const result = assess(ranked, { ...three, copy });
    expect(result.nearDuplicates.map(({ systems }) => systems)).toEqual([['copy', 'high']]);
    const { systems, systemsCounted, metrics } = figuresOf(result);
    expect(systemsCounted).toBe(3);
    expect(systems.map(({ system, counted }) => [system, counted])).toEqual([
      ['copy', false],
      ['high', true],
      ['low', true],
      ['middle', true],
    ]);
    expect(metrics.bias.value).toBeCloseTo(figuresOf(assess(ranked, three)).metrics.bias.value ?? 0, 12);
  });
});

describe('several benchmarks', () => {
  const yours = groupedTasks({ a: 40 }, 'yours');
  const benchmarks = { mine: { select: byFiles }, yours: { select: { take: 10, prefer: ['random'] }, distinct: true } };
  const selection = runText(planTextOf({ seed: 1, benchmarks }), tasks, yours);
  const results = (systems: Readonly<Record<string, Rewards>>) =>
    assessResults(selection, outcomesOf(systems, [...tasks, ...yours])).pool;

  it('are judged together and each for itself', () => {
    const { scopes } = assessFidelity(selection, results(three), { draws: 200 });
    expect(scopes.map(({ benchmark, kind, eligible }) => [benchmark, kind, eligible])).toEqual([
      [undefined, 'focus', 140],
      ['mine', 'focus', 100],
      ['yours', 'representative', 40],
    ]);
  });

  it('are not judged together when no system ran both, and one can be asked for alone', () => {
    const only =
      (benchmark: string): Rewards =>
      (task, at) =>
        task.benchmark === benchmark ? three.high(task, at) : undefined;
    const apart = assessFidelity(selection, results({ a: only('mine'), b: only('yours') }), { draws: 200 });
    expect(apart.scopes.map(({ benchmark }) => benchmark)).toEqual(['mine', 'yours']);
    expect(apart.notes.join('\n')).toContain('so there is no overall figure');
    const one = assessFidelity(selection, results(three), { draws: 200, benchmark: 'yours' });
    expect(one.scopes.map(({ benchmark }) => benchmark)).toEqual(['yours']);
  });
});

describe('what is missing', () => {
  it('is counted for each system, left out, and counted as failed beside it', () => {
    const holes: Rewards = (task, at) => (task.fields['repo'] === 'b' ? undefined : below(18)(task, at));
    const result = assess(ranked, { ...three, high: holes });
    const [absent, failed] = result.scopes[0]?.sizes[0]?.readings ?? [];
    const chosen = ranked.choices.filter(({ task }) => task.fields['repo'] === 'b').length;
    expect(absent?.systems[0]).toMatchObject({
      system: 'high',
      poolTasks: 70,
      poolMissing: 30,
      selectedMissing: chosen,
    });
    expect(failed?.systems[0]?.poolRate).toBeCloseTo((absent?.systems[0]?.poolRate ?? 0) * 0.7, 12);
    expect(result.notes.join('\n')).toContain(
      'mine: high is missing results on 30 of 100 tasks, most often in repo b (30 of 30).',
    );
    expect(assess(ranked, three).scopes[0]?.sizes[0]?.readings).toHaveLength(1);
  });

  it('leaves a system out that ran little but the selection, and says so', () => {
    const chosen = new Set(ranked.choices.map(({ task }) => task.id));
    const own: Rewards = (task, at) => (chosen.has(task.id) || at === 0 ? 1 : undefined);
    const result = assess(ranked, { ...three, own });
    expect(figuresOf(result).systems.map(({ system }) => system)).toEqual(['high', 'low', 'middle']);
    expect(result.notes.join('\n')).toMatch(
      /mine: skipped own, because it has results on only [01] of the 80 unselected tasks/,
    );
    expect(assess(ranked, { own }).notJudged[0]?.why).toMatch(/unselected/);
  });
});

describe('what cannot be said', () => {
  it('before the runs', () => {
    const { scopes, notes } = assessFidelity(ranked, undefined);
    expect(scopes).toEqual([]);
    expect(notes.join('\n')).toContain('Fidelity needs results');
  });

  it('with one system: a ranking', () => {
    const result = assess(ranked, { high: three.high });
    const { metrics, systemsCounted } = figuresOf(result);
    expect([systemsCounted, metrics.kendall_tau_b.value, metrics.top_1_regret.value]).toEqual([
      1,
      undefined,
      undefined,
    ]);
    expect(metrics.bias.random?.standing).toBe('worse');
    expect(result.notes.join('\n')).toContain('with one system, Winnow can judge the level but not a ranking');
  });

  it('of constant outcomes', () => {
    const result = assess(ranked, { never: () => 0, always: () => 1, all: () => 1 });
    expect(figuresOf(result).metrics).toMatchObject({ bias: { value: 0, random: { standing: 'within' } } });
    expect(result.notes.join('\n')).toContain('all, always and never passed or failed every task');
    const same = assess(ranked, { one: () => 0, two: () => 0 });
    expect(same.notes.join('\n')).toContain('no ranking to compare');
  });

  it('of few tasks', () => {
    const chosen = ranked.choices.map(({ task }) => task.id);
    const few: Rewards = (task, at) => (chosen.slice(1).includes(task.id) ? undefined : below(18)(task, at));
    const result = assess(ranked, { few, middle: three.middle });
    expect(result.notes.join('\n')).toContain(
      'mine: few has results on only 1 selected task, so its error means little.',
    );
  });

  it('of a benchmark that is taken whole, or that nobody ran', () => {
    const benchmarks = { mine: { select: { take: 'all' } }, yours: { select: { take: 5 }, distinct: true } };
    const selection = runText(planTextOf({ seed: 1, benchmarks }), tasks, groupedTasks({ a: 20 }, 'yours'));
    expect(assess(selection, three).notJudged.map(({ why }) => why)).toEqual([
      'every eligible task is selected, so there is nothing to estimate.',
      'no system has results on its tasks.',
    ]);
  });

  it('is said of results found only when letter case is ignored', () => {
    const { outcomes, ...rest } = outcomesOf(three);
    const shouted = outcomes.map((outcome) => ({ ...outcome, taskId: outcome.taskId.toUpperCase() }));
    const { notes, scopes } = assessFidelity(ranked, assessResults(ranked, { ...rest, outcomes: shouted }).pool, {
      draws: 100,
    });
    expect(notes.join('\n')).toMatch(/Matched 100 tasks in the results by ignoring letter case/);
    expect(scopes).toHaveLength(1);
  });

  it('with options out of range, all at once', () => {
    const options = { draws: 5, sizes: [0, 1.5], benchmark: 'mien' };
    const faults = faultsOf(() => assessFidelity(ranked, undefined, options));
    expect(faults.map(({ code }) => code)).toEqual(['assess/draws', 'assess/sizes', 'assess/benchmark']);
    expect(faults[2]?.message).toContain('Did you mean "mine"?');
  });
});

describe('a forecast', () => {
  const { pool, earlier, later } = learnedPool();

  function fidelityOf(purpose: string, rows: Readonly<Record<string, readonly number[]>>) {
    const selection = runPlan(readPlan(learnedPlan({ purpose, take: 40 })), new Map([['mine', pool]]));
    const outcomes = Object.entries(rows).flatMap(([configuration, row]) =>
      pool.tasks.map(({ id }, i): Outcome => {
        const reward = row[i] ?? 0;
        const status = reward === 1 ? 'passed' : 'failed';
        return { taskId: id, configuration, run: '', attempt: 1, status, reward, place: {} };
      }),
    );
    const results = assessResults(selection, { outcomes, files: [], faults: [], warnings: [] }).pool;
    return assessFidelity(selection, results, { draws: 100 });
  }

  const unseen = Object.fromEntries(later.map((row, j) => [`new${j + 1}`, row]));

  it('of a level is checked on systems that it was not learned from', () => {
    const { scopes } = fidelityOf('level', { ...unseen, old3: earlier[2] ?? [] });
    const [scope] = scopes;
    expect(scope?.leftOut).toEqual([{ system: 'old3', why: 'the plan learned from it' }]);
    const { forecast } = scope ?? {};
    expect(forecast).toMatchObject({ purpose: 'level', systems: 4 });
    expect(forecast?.within).toBeGreaterThanOrEqual(3);
    expect(forecast?.share?.found).toBeLessThan(1);
    expect(forecast && forecastSentence(forecast)).toMatch(
      /^Forecast check on systems not used for learning: \d of 4 systems are within the forecast ±\d+\.\d points\. Equivalent random tasks: \d+ forecast, \d+ found\.$/,
    );
  });

  it('names a near-duplicate of an earlier system, and does not judge it', () => {
    const copy = (earlier[5] ?? []).map((reward, i) => (i === 7 ? 1 - reward : reward));
    const [scope] = fidelityOf('level', { ...unseen, copy }).scopes;
    expect(scope?.leftOut).toEqual([{ system: 'copy', why: 'near-duplicate of old6, which the plan learned from' }]);
  });

  it('of a ranking is checked by the order alone', () => {
    const [scope] = fidelityOf('ranking', unseen).scopes;
    expect(scope?.forecast).toMatchObject({ halfWidth: undefined, share: undefined, systems: 4 });
    expect(scope?.forecast && forecastSentence(scope.forecast)).toMatch(/τ \d\.\d\d forecast, \d\.\d\d found\.$/);
  });
});
