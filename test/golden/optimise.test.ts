import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { greedyChoice } from '../../bench/greedy-choice.mjs';
import { groupBy } from '../../src/core/lists/lists.js';
import { readManifest } from '../../src/core/manifest/read-manifest.js';
import { type Optimiser, studyOptimum } from '../../src/core/model/optimum.js';
import type { Selection } from '../../src/core/model/selection.js';
import { fieldValue, type ScoredTask } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { loadPlan } from '../../src/disk/load-plan.js';
import { loadOptimiser } from '../../src/solver/load-optimiser.js';
import { readPools } from '../../src/sources/read-pools.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const example = join(projectRoot, 'examples/optimise/plan.yaml');
const exampleText = readFileSync(example, 'utf8');
let optimiser: Optimiser;
beforeAll(async () => {
  optimiser = await loadOptimiser();
});

/** The example with another `optimise`. */
function planWith(optimise: string): string {
  const [before, after] = [exampleText.indexOf('optimise:\n'), exampleText.indexOf('\nphases:')];
  return `${exampleText.slice(0, before)}optimise:\n${optimise}\n${exampleText.slice(after)}`;
}

async function solved(text: string) {
  const plan = readPlan(text);
  return runPlan(plan, await readPools(plan), { optimiser });
}

function studied(selection: Selection) {
  const optimum = selection.benchmarks[0]?.optimum;
  return { certificate: optimum?.certificate, study: optimum && studyOptimum(optimum, selection, optimiser) };
}

const hundredths = (tasks: readonly ScoredTask[]) => tasks.reduce((sum, { score }) => sum + Math.round(score * 1e4), 0);

describe('the published counts as one optimisation', () => {
  it('have 66.2611 where the published selection has 65.2356, and 80 tasks in common', async () => {
    const folder = temporaryFolder();
    const made = runWinnow(['select', example, '--out', folder, '-q']);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const { manifest } = readManifest(readFileSync(join(folder, 'selection.json'), 'utf8'));
    expect(manifest?.methodology.optimum).toMatchObject({
      value: 66.2611,
      bound: 66.2611,
      status: 'optimal',
      gap: 0,
      reproducible: true,
    });
    expect(manifest?.metadata.kind).toBe('focus');
    const ccb = await loadPlan('ccb');
    const published = runPlan(ccb, await readPools(ccb)).choices.map(({ task }) => task);
    expect(hundredths(published)).toBe(652_356);
    const ids = new Set(manifest?.tasks.map(({ task_id: id }) => id));
    expect([ids.size, published.filter(({ id }) => ids.has(id)).length]).toEqual([93, 80]);
    for (const label of ['repo', 'category', 'language'] as const) {
      const count = (labels: readonly unknown[]) => JSON.stringify(labels.map((each) => String(each ?? '')).sort());
      expect(count(manifest?.tasks.map((task) => task.fields[label]) ?? [])).toBe(
        count(published.map((task) => fieldValue(task, label))),
      );
    }
    const page = readFileSync(join(folder, 'METHODOLOGY.md'), 'utf8');
    expect(page).toContain('proved that no selection satisfying the rules');
    expect(page).toContain('An optimised selection is purposive');

    const check = runWinnow(['check', folder, '--plan', example, '--without-solving', '--json']);
    expect(check.code).toBe(0);
    expect(check.stdout).toContain('note/not-solved');
    // A task that is exchanged breaks the counts: seen without solving.
    const file = join(folder, 'selection.json');
    const other = published.find(({ id, fields }) => !ids.has(id) && fields['language'] === 'rust');
    const [out] = manifest?.tasks.filter(({ fields }) => fields['language'] === 'typescript') ?? [];
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(out?.task_id ?? '', other?.id ?? ''));
    expect(runWinnow(['check', folder, '--plan', example, '--without-solving']).code).toBe(1);
  });
});

describe('forty tasks under floors, ceilings and a budget', () => {
  const rules = `
  maximise: score
  take: 40
  rules:
    - { by: language, at_least: 3 }
    - { by: phase, at_least: 3 }
    - { by: repo, at_most: { values: { unknown: 12 }, otherwise: 4 } }`;

  it('have more score than a greedy choice that keeps the same rules', async () => {
    const { choices, benchmarks } = await solved(planWith(rules));
    const excluded = new Set(benchmarks.flatMap(({ exclusions }) => exclusions.map(({ taskId }) => taskId)));
    const pool = benchmarks.flatMap(({ tasks }) => tasks.filter(({ id }) => !excluded.has(id)));
    const labelOf = (task: ScoredTask, field: string) => String(fieldValue(task, field) ?? 'unknown');
    const greedy = greedyChoice(pool, {
      take: 40,
      floors: [
        { field: 'language', least: 3 },
        { field: 'phase', least: 3 },
      ],
      ceiling: { field: 'repo', most: (label) => (label === 'unknown' ? 12 : 4) },
      labelOf,
    });
    // It is no better than its word: forty tasks, floors met as far as there are tasks, ceilings kept.
    expect([greedy.chosen.length, greedy.short]).toEqual([40, []]);
    const counts = (field: string, tasks: readonly ScoredTask[]) => groupBy(tasks, (task) => labelOf(task, field));
    for (const field of ['language', 'phase'])
      for (const [label, all] of counts(field, pool))
        expect(counts(field, greedy.chosen).get(label)?.length).toBeGreaterThanOrEqual(Math.min(3, all.length));
    for (const [label, chosen] of counts('repo', greedy.chosen))
      expect(chosen.length).toBeLessThanOrEqual(label === 'unknown' ? 12 : 4);
    expect([hundredths(choices.map(({ task }) => task)), hundredths(greedy.chosen)]).toEqual([315_229, 313_187]);
  });

  it('have tiers of the size that they say, which check solves for again', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'plan.yaml');
    writeFileSync(file, planWith(`${rules}\n\ntiers: { smoke: 20 }`));
    const winnow = (...args: readonly string[]) => runWinnow(args, { cwd: folder });
    const idsIn = (name: string) => {
      const { manifest } = readManifest(readFileSync(join(folder, name, 'selection.json'), 'utf8'));
      return { tier: manifest?.metadata.tier, ids: manifest?.tasks.map(({ task_id: id }) => id) ?? [] };
    };
    expect(winnow('select', 'plan.yaml', '-q')).toMatchObject({ code: 0, stderr: '' });
    expect(winnow('select', 'plan.yaml', '--tier', 'smoke', '-q')).toMatchObject({ code: 0, stderr: '' });
    const [whole, smoke] = [idsIn('selection'), idsIn('selection-smoke')];
    expect([whole.ids.length, smoke.ids.length, smoke.tier]).toEqual([
      40,
      20,
      { name: 'smoke', size: 20, full: 40, sizes: { smoke: 20 } },
    ]);
    expect(smoke.ids.filter((id) => !whole.ids.includes(id))).toEqual([]);
    const page = readFileSync(join(folder, 'selection-smoke/METHODOLOGY.md'), 'utf8');
    expect(page).toContain('| take 20 tasks | 20 | 1 | 1 | tasks |');
    expect(page).toContain('(in proportion: 20 of 40 tasks)');
    expect(winnow('check', 'selection-smoke')).toMatchObject({ code: 0 });
    const unsolved = winnow('check', 'selection-smoke', '--without-solving');
    expect(unsolved.code).toBe(2);
    expect(unsolved.stderr).toMatch(/--without-solving can't check the tier "smoke" of a plan with a goal/);
  });

  it('let a task in by the change that explaining it names', async () => {
    const selection = await solved(planWith(rules));
    const { study, certificate } = studied(selection);
    const id = 'javascript_ml_nlp_expert_053_architectural_understanding_expert_01';
    const forced = study?.forceIn('ccb_locobench', id);
    expect(forced).toMatchObject({ kind: 'possible', keptOutBy: ['repo unknown: at most 13'] });
    const weaker = await solved(planWith(rules.replace('unknown: 12', 'unknown: 13')));
    expect(weaker.choices.map(({ task }) => task.id)).toContain(id);
    // Pinned, the goal loses what was said.
    const pinned = planWith(rules).replace(
      'title: LoCoBench-Agent\n',
      `title: LoCoBench-Agent\n    select: { pin: [${id}] }\n`,
    );
    const value = (await solved(pinned)).benchmarks[0]?.optimum?.certificate.value ?? 0;
    expect(forced).toMatchObject({ loss: expect.closeTo((certificate?.value ?? 0) - value, 9) });
    expect(forced).toMatchObject({ ownValue: 'a score above 0.9075' });
  });

  it('name no value that would bring a task in where a rule looks at the field too', async () => {
    const budget = '  maximise: files_changed\n  take: 5\n  rules: [{ sum: files_changed, at_most: 40 }]';
    const known = planWith(budget).replaceAll(
      /^ {4}expect: .*$/gm,
      '$&\n    select: { where: { files_changed: { above: 0 } } }',
    );
    const selection = await solved(known);
    const { benchmarks, choices } = selection;
    const isIn = new Set(choices.map(({ task }) => task.id));
    const out = benchmarks[0]?.tasks.find(({ id, fields }) => !isIn.has(id) && Number(fields['files_changed']) > 1);
    expect(out).toBeDefined();
    expect(studied(selection).study?.forceIn('ccb_swebenchpro', out?.id ?? '')).toMatchObject({
      kind: 'possible',
      ownValue: undefined,
    });
  });

  it('does not count tasks without a repository as a repository under a ceiling', async () => {
    const ceiling = (bound: string) => rules.replace('{ values: { unknown: 12 }, otherwise: 4 }', bound);
    const open = await solved(planWith(ceiling('4')));
    const without = (selection: typeof open) =>
      selection.choices.filter(({ task }) => fieldValue(task, 'repo') === undefined).length;
    const said = `Rule "repo: at most 4 of each": 50 eligible tasks of 824 lack the label, so bounds that name no label do not apply to them. ${without(open)} of them are selected.`;
    expect(without(open)).toBe(24);
    expect(open.warnings.filter(({ code, message }) => code === 'optimum' && message.startsWith(said))).toHaveLength(1);
    const named = await solved(planWith(ceiling('{ values: { unknown: 12 }, otherwise: 4 }')));
    expect([without(named), named.warnings.some(({ message }) => message.includes('lack the label'))]).toEqual([
      12,
      false,
    ]);
  });
});

const teamFolder = suiteFolder();
beforeAll(() => {
  const sizes = { a: 6, b: 4, c: 2, '': 2 };
  const rows = Object.entries(sizes).flatMap(([team, size]) =>
    Array.from({ length: size }, (_, i) => `${team || 'none'}${i},${team},${i + 1}`),
  );
  writeFileSync(join(teamFolder, 'tasks.csv'), `id,team,days\n${rows.join('\n')}\n`);
});

/** Selects from fourteen tasks: six of team a, four of b, two of c and two of no team, each team's with days from 1. */
function selectTeams(plan: string) {
  writeFileSync(join(teamFolder, 'plan.yaml'), `tasks: tasks.csv\nrank: days\nseed: 1\n${plan}\n`);
  return runWinnow(['select', '--json', '--dry-run'], { cwd: teamFolder });
}

describe('rules that cannot hold together', () => {
  const faultOf = (stdout: string) =>
    (JSON.parse(stdout) as { error: { faults: { message: string; hint: string }[] } }).error.faults[0];

  // Each fix with the plan after it, and with a smaller change.
  it.each([
    {
      plan: 'take: 6\nrules: [{ by: team, at_least: 5 }]',
      conflict:
        '(1) tasks: at most 6 (of 14 eligible); (2) team a: at least 5 (of 6 eligible); (3) team b: at least 4 (of 4 eligible; fewer than 5).',
      fixes: [
        ['team: at least 2 of each instead of 5', 'at_least: 5', 'at_least: 2', 'at_least: 3'],
        ['take 11 tasks instead of 6', 'take: 6', 'take: 11', 'take: 10'],
      ],
    },
    {
      plan: 'take: 6\nrules: [{ by: team, exactly: 3 }]',
      conflict:
        '(1) tasks: at most 6 (of 14 eligible); (2) team a: at least 3 (of 6 eligible); (3) team b: at least 3 (of 4 eligible); (4) team c: at least 2 (of 2 eligible; fewer than 3).',
      fixes: [
        ['team: at least 2 of each instead of exactly 3', 'exactly: 3', 'at_least: 2, at_most: 3', 'at_least: 3'],
        ['take 8 tasks instead of 6', 'take: 6', 'take: 8', 'take: 7'],
      ],
    },
    {
      // Without the floor for b, the pinned task and five others still take 13 days.
      plan: 'take: 6\npin: [a5]\nrules: [{ by: team, at_least: { values: { b: 3 } } }, { sum: days, at_most: 11 }]',
      conflict: '(1) team b: at least 3 (of 4 eligible); (2) sum of days: at most 11; (3) the pinned task a5.',
      fixes: [
        ['sum of days: at most 14 instead of 11', 'at_most: 11', 'at_most: 14', 'at_most: 13'],
        ['remove the pin of a5', 'pin: [a5]', '', 'pin: [a5, a0]'],
      ],
    },
    {
      // A condition may pin other tasks too, and an exclusion overrides it.
      plan: 'take: 6\npin: { where: { id: a5 } }\nrules: [{ by: team, at_least: { values: { b: 3 } } }, { sum: days, at_most: 11 }]',
      conflict: '(1) team b: at least 3 (of 4 eligible); (2) sum of days: at most 11; (3) the pinned task a5.',
      fixes: [
        ['sum of days: at most 14 instead of 11', 'at_most: 11', 'at_most: 14', 'at_most: 13'],
        [
          'exclude a5, which a condition pins',
          'pin:',
          'exclude: [{ id: a5, reason: flaky }]\npin:',
          'exclude: [{ id: a0, reason: flaky }]\npin:',
        ],
      ],
    },
    {
      plan: 'take: 4\nrules: [{ at_most_one_of: [b0, b1, b2, b3] }, { where: { team: b }, at_least: 3 }]',
      conflict: '(1) tasks of b0, b1, b2, b3: at most 1 (of 4 eligible); (2) team is b: at least 3 (of 4 eligible).',
      fixes: [
        ['remove "at most one of b0, b1, b2 and b3"', '{ at_most_one_of: [b0, b1, b2, b3] }, ', '', '$&'],
        ['team is b: at least 1 instead of 3', 'at_least: 3', 'at_least: 1', 'at_least: 2'],
      ],
    },
  ])('are reported with each change that is enough: $plan', ({ plan, conflict, fixes }) => {
    const changes = fixes.map(([words]) => words).join('; ');
    expect(faultOf(selectTeams(plan).stdout)).toEqual({
      code: 'optimise/infeasible',
      message: `the plan: no selection satisfies every rule. These rules conflict: ${conflict}`,
      hint: `Any one of these changes is enough: ${changes}.`,
    });
    for (const [, before = '', after = '', less = ''] of fixes) {
      expect(selectTeams(plan.replace(before, after))).toMatchObject({ code: 0 });
      expect(selectTeams(plan.replace(before, less))).toMatchObject({ code: 2 });
    }
  });

  it('are reported for a tier with the numbers of the plan', () => {
    const plan = 'take: 4\npin: [a5]\ntiers: { smoke: 2 }\nrules: [{ sum: days, at_most: 11 }]';
    expect(faultOf(selectTeams(plan).stdout)).toMatchObject({
      message: expect.stringContaining(
        '(1) tasks: at least 2 (of 14 eligible); (2) sum of days: at most 6 (11 in proportion: 2 of 4 tasks); (3) the pinned task a5 (each tier includes every pinned task). Other rules may also conflict.',
      ),
    });
  });
});

it.each([
  ['at_least: 1', 'write at_most: { values: { unknown: COUNT } }', 'at_least: 1, at_most: { values: { unknown: 0 } }'],
  ['at_most: 4', 'write at_most: { values: { unknown: COUNT }, otherwise: 4 }', undefined],
  [
    'at_most: { values: { a: 5 }, otherwise: 4 }',
    'add unknown: COUNT to the values of at_most',
    'at_most: { values: { unknown: 0, a: 5 }, otherwise: 4 }',
  ],
  ['exactly: 4', 'write exactly: { values: { unknown: COUNT }, otherwise: 4 }', undefined],
  [
    'at_most: 4, where: { days: { above: 1 } }',
    'write at_most: { values: { unknown: COUNT }, otherwise: 4 }',
    'at_most: { values: { unknown: 0 }, otherwise: 4 }, where: { days: { above: 0 } }',
  ],
])(
  'a rule that leaves out tasks without the label takes the number for them that its note names: %s',
  (rule, change, changed) => {
    const notesOn = (bounds: string) => {
      const run = selectTeams(`take: 10\nrules: [{ by: team, ${bounds} }]`);
      const { tasks, methodology } = JSON.parse(run.stdout) as {
        tasks: { task_id: string }[];
        methodology: { optimum: { notes: string[] } };
      };
      return { notes: methodology.optimum.notes, unlabelled: tasks.filter(({ task_id: id }) => id.startsWith('none')) };
    };
    const advice = `To limit such tasks, ${change}.`;
    expect(notesOn(rule).notes.at(-1)).toContain(advice);
    const pasted = changed ?? change.replace('write ', '').replace('COUNT', '0');
    expect(notesOn(pasted)).toEqual({
      notes: expect.not.arrayContaining([expect.stringContaining('lack')]),
      unlabelled: [],
    });
  },
);

describe('hostile plans', () => {
  it.each([
    [
      'a budget of zero',
      '  maximise: score\n  take: 5\n  rules: [{ sum: files_changed, unknown: 1, at_most: 0 }]',
      'optimise/infeasible',
    ],
    ['more tasks than exist', '  maximise: score\n  take: 5000', 'optimise/infeasible'],
    ['a field that nobody has', '  maximise: tests_to_fix\n  take: 5', 'optimise/unknown'],
    [
      'a label that nobody has',
      '  maximise: score\n  rules: [{ by: language, at_least: { values: { cobol: 1 } } }]',
      'optimise/empty',
    ],
    ['a distance without a number', '  minimise: { distance: language }', 'optimise/take'],
    ['a goal that no task at all reaches best', '  minimise: score', 'optimise/take'],
    [
      'a budget below every task',
      '  maximise: tasks\n  rules: [{ sum: files_changed, unknown: 1, at_most: 0.5 }]',
      'optimise/empty',
    ],
    [
      'a task that is not there',
      '  maximise: score\n  rules: [{ at_most_one_of: [sgt-001, sgt-999] }]',
      'optimise/unknown-task',
    ],
    [
      'contradicting numbers',
      '  maximise: score\n  take: 9\n  rules: [{ by: phase, at_least: 2 }]',
      'optimise/infeasible',
    ],
  ])('%s: a fault that says so', async (_, optimise, code) => {
    await expect(solved(planWith(optimise))).rejects.toMatchObject({ faults: [{ code }] });
  });

  it('rounds numbers of any size so that the rules hold, and reports it', async () => {
    const huge =
      '  maximise: score\n  take: 9\n  rules: [{ sum: lines_changed, unknown: 1e300, at_most: 1e305 }, { sum: files_changed, unknown: 1e-300, at_least: 1 }]';
    const { choices, benchmarks } = await solved(planWith(huge));
    expect(choices).toHaveLength(9);
    expect(benchmarks[0]?.optimum?.certificate.notes.join()).toContain('values are rounded to multiples of');
  });

  it('all scores equal, or nothing to gain: random numbers decide, the same every time', async () => {
    const goal = '  minimise: tasks\n  rules: [{ by: phase, at_least: 1 }]';
    const [one, other] = [await solved(planWith(goal)), await solved(planWith(goal))];
    expect(one.choices.map(({ task }) => task.id)).toEqual(other.choices.map(({ task }) => task.id));
    expect(one.choices).toHaveLength(8);
  });
});
