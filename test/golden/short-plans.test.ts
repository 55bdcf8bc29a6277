import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const teams = ['web', 'core', 'data', 'infra'];

/** A table of 300 tasks, results of earlier systems on them, and results of two new ones. */
function workplace(plan: string, folder: string): string {
  const rows = Array.from({ length: 300 }, (_, i) => ({
    id: `T-${String(i).padStart(3, '0')}`,
    team: teams[(i * 7) % 4] ?? '',
    priority: i % 23 === 0 ? 'P0' : i % 2 === 0 ? 'P1' : 'P2',
    hours: 1 + ((i * 11) % 12),
    points: 1 + ((i * 37) % 100),
  }));
  const table = rows.map((row) => Object.values(row).join(','));
  writeFileSync(join(folder, 'tasks.csv'), `id,team,priority,hours,points\n${table.join('\n')}\n`);
  const solved = (system: number, points: number, i: number) =>
    points + ((i * 13 + system * 29) % 40) < 40 + 8 * system ? 1 : 0;
  const results = (systems: readonly string[]) =>
    `task_id,configuration,reward\n${rows
      .flatMap(({ id, points }, i) => systems.map((name, s) => `${id},${name},${solved(s, points, i)}\n`))
      .join('')}`;
  writeFileSync(join(folder, 'earlier.csv'), results(Array.from({ length: 8 }, (_, s) => `old-${s}`)));
  mkdirSync(join(folder, 'runs'));
  writeFileSync(join(folder, 'runs/results.csv'), results(['a', 'b']));
  writeFileSync(join(folder, 'plan.yaml'), plan);
  return folder;
}

const page = readFileSync(join(projectRoot, 'docs/guides/own-tasks.md'), 'utf8');
const plans = [...page.matchAll(/```yaml\n# (.*)\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => ({ name, text }));

describe('the six short plans of the documentation', () => {
  it('are six, of at most twelve lines', () => {
    expect(plans.map(({ name }) => name)).toEqual([
      'rank',
      'sample',
      'stratified sample',
      'quotas and budget',
      'level from earlier results',
      'tiers',
    ]);
    for (const { text } of plans) expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
  });

  it.each(plans)('$name selects 40 tasks', ({ text }) => {
    const folder = workplace(text, temporaryFolder());
    const { code, stderr } = runWinnow(['select', '-q'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { tasks } = JSON.parse(readFileSync(join(folder, 'selection/selection.json'), 'utf8')) as { tasks: object[] };
    expect(tasks).toHaveLength(40);
    expect(runWinnow(['check'], { cwd: folder }).code).toBe(0);
  });
});

describe('a plan without phases and without a score', () => {
  const folder = workplace(plans.find(({ name }) => name === 'stratified sample')?.text ?? '', suiteFolder());
  runWinnow(['select', '-q'], { cwd: folder });
  const words = /\bphases?\b|\bscores?\b|mcp/i;
  const selected = readFileSync(join(folder, 'selection/selection.csv'), 'utf8');
  const first = selected.split('\n')[1]?.split(',')[0] ?? '';
  const outside = ['T-000', 'T-001', 'T-002', 'T-003', 'T-004', 'T-005'].find((id) => !selected.includes(id)) ?? '';

  it.each(['selection.json', 'selection.csv', 'METHODOLOGY.md'])('says neither word in %s', (file) => {
    expect(readFileSync(join(folder, 'selection', file), 'utf8')).not.toMatch(words);
  });

  it.each([
    ['select', '-n'],
    ['select', '-n', '--json'],
    ['explain', first],
    ['explain', first, '--json'],
    ['check'],
    ['check', '--json'],
    ['diff', 'selection', 'plan.yaml', '--json'],
    ['status', 'selection', 'runs'],
    ['estimate', 'selection', 'runs'],
    ['estimate', 'selection', 'runs', '--json'],
    ['compare', 'selection', 'a', 'b', '--results', 'runs'],
    ['compare', 'selection', 'runs'],
    ['inspect', 'tasks.csv'],
    ['init', 'tasks.csv', '--sample', '40', '--dry-run'],
    ['explain', outside],
    ['diff', 'selection', 'plan.yaml'],
    ['assess', 'selection', '--full'],
    ['assess', 'designs', 'selection'],
    ['assess', 'forecast', 'selection', '--results', 'earlier.csv'],
    ['assess', 'power', 'selection'],
    ['assess', 'power', 'selection', '--json'],
    ['assess', 'balance', 'selection'],
    ['export', 'selection', '--to', 'ids', '--out', 'out'],
  ])('says neither in %s %s %s', (...args) => {
    const { stdout, stderr, code } = runWinnow(args, { cwd: folder });
    expect({ code, stderr: stderr.replaceAll('scored', '') }).toMatchObject({ code: 0 });
    expect(stdout).not.toMatch(words);
  });
});

describe('a rank by a field of which the pool has no values', () => {
  const select = (plan: string, columns: Readonly<Record<string, string>>) => {
    const names = ['id', 'hours', ...Object.keys(columns)];
    const rows = Array.from({ length: 6 }, (_, i) => [`t-${i}`, String(i), ...Object.values(columns)].join(','));
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'tasks.csv'), `${[names.join(','), ...rows].join('\n')}\n`);
    writeFileSync(join(folder, 'plan.yaml'), `tasks: tasks.csv\ntake: 2\nseed: 1\n${plan}`);
    const { code, stderr } = runWinnow(['select', '-q', '--force'], { cwd: folder });
    const text = code === 0 ? readFileSync(join(folder, 'selection/selection.json'), 'utf8') : '{ "tasks": [] }';
    const { tasks } = JSON.parse(text) as { tasks: { task_id: string }[] };
    return { code, stderr, ids: tasks.map(({ task_id: id }) => id) };
  };
  const score = (name: string) =>
    `score: { name: ${name}, weights: { h: 1 }, components: { h: { ramp: hours, full: 10 } } }\n`;

  it.each([
    ...['difficulty', 'files_changed', 'shipped_score', '[hours, category]', '{ repo: [a, b] }'].map(
      (rank) => `rank: ${rank}\n`,
    ),
    'prefer: lines_changed desc\n',
  ])('is one error: %s', (plan) => {
    const { code, stderr } = select(plan, {});
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: unknown field "\w+": no task has it\./);
    expect(stderr).toContain('1 error;');
  });

  it('is an error if only ineligible tasks or no earlier results have the field', () => {
    const { code, stderr } = select('rank: prior_rate\n', {});
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('tasks are ranked by prior_rate, but no eligible task has it.'),
    });
  });

  it.each(['difficulty', 'shipped_score'])('ranks by the score if the score is called %s', (name) => {
    const ids = ['t-4', 't-5'];
    expect(select(`rank: ${name}\n${score(name)}`, {})).toMatchObject({ code: 0, ids });
    expect(select(`rank: ${name}\nrules: [{ sum: hours, at_most: 9 }]\n${score(name)}`, {})).toMatchObject({
      code: 0,
      ids,
    });
    expect(select(`optimise: { maximise: ${name} }\n${score(name)}`, {})).toMatchObject({ code: 0, ids });
  });

  it('is an error if both the pool and the score have the name, unless the plan says "score"', () => {
    const columns = { difficulty: 'hard' };
    const { code, stderr } = select(`rank: difficulty\n${score('difficulty')}`, columns);
    expect(code).toBe(2);
    expect(stderr).toContain('the plan ranks by "difficulty", which is both its score and a field of the pool.');
    expect(select(`rank: score\n${score('difficulty')}`, columns)).toMatchObject({ code: 0, ids: ['t-4', 't-5'] });
    expect(select('rank: { difficulty: [hard] }\n', columns).code).toBe(0);
  });
});
