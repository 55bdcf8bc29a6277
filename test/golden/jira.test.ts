import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A copy of the made-up Jira export, with other files beside it. */
function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  cpSync(join(projectRoot, 'examples/jira'), folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const rows = parse(readFileSync(join(projectRoot, 'examples/jira/backlog.csv'), 'utf8')) as string[][];
const [header = [], ...issues] = rows;
const column = (issue: readonly string[], name: string) => issue.filter((_, i) => header[i] === name);

const selected = (plan: string, files = {}) => {
  const cwd = folderWith({ ...files, 'plan.yaml': `tasks: backlog.csv\nseed: 1\n${plan}` });
  const { code, stdout, stderr } = runWinnow(['select', '--json', '--dry-run'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Manifest;
};
const idsOf = ({ tasks }: Manifest) => tasks.map(({ task_id: id }) => id).sort();
const printed = (plan: string, files = {}) =>
  runWinnow(['select', '--dry-run'], { cwd: folderWith({ ...files, 'plan.yaml': `tasks: backlog.csv\n${plan}` }) });
const keysWhere = (holds: (issue: readonly string[]) => boolean) =>
  issues
    .filter(holds)
    .flatMap((issue) => column(issue, 'Issue key'))
    .sort();

const urgency = `score:
  name: urgency
  weights: { priority: 1 }
  components: { priority: { lookup: Priority, values: { Trivial: 0, Minor: 0.25, Major: 0.5, Critical: 0.75, Blocker: 1 } } }
`;

describe('columns of the same name', () => {
  it('are one list, whichever of them has the word', () => {
    const manifest = selected('where: { Labels: { has: [iOS] } }\ntake: all\n');
    const expected = keysWhere((issue) => column(issue, 'Labels').includes('iOS'));
    expect(idsOf(manifest)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(issues.filter(([, , , , , , , , first]) => first === 'iOS').length);
    expect(manifest.warnings).toMatchObject([
      {
        code: 'passed-over',
        message: expect.stringContaining('columns with the same name are read as one list: "Labels" (3)'),
      },
    ]);
  });

  it('can be tested for words that they must not have, once they are declared', () => {
    const declared =
      'fields: { labels: list }\ncolumns: { labels: Labels }\nwhere: { labels: { not: [iOS] } }\ntake: all\n';
    expect(idsOf(selected(declared))).toEqual(keysWhere((issue) => !column(issue, 'Labels').includes('iOS')));
  });

  it.each(['where: { Labels: iOS }', 'where: { Labels: { not: iOS } }', 'by: Labels'])(
    'are not taken for one value: %s',
    (use) => {
      const { code, stderr } = printed(`${use}\ntake: 2\nseed: 1\n`);
      expect(code).toBe(2);
      expect(stderr).toMatch(/column "Labels" has several values for \d+ tasks, such as .*\n.*has: VALUE/);
    },
  );

  it('are accepted by inspect, and as the data set of an export', () => {
    const cwd = folderWith({ 'plan.yaml': 'tasks: backlog.csv\ntake: 3\nseed: 1\n' });
    const inspected = runWinnow(['inspect', 'backlog.csv'], { cwd }).stdout;
    expect(inspected).toContain('ids from "Issue key"');
    expect(inspected).toMatch(/^ {2}Labels +\d+ {2}list/m);
    expect(runWinnow(['select', '--quiet'], { cwd }).code).toBe(0);
    const args = ['export', 'selection', '--to', 'csv', '--dataset', 'backlog.csv', '--out', 'run'];
    expect(runWinnow(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
    const exported = parse(readFileSync(join(cwd, 'run/tasks.csv'), 'utf8'), { columns: true }) as Record<
      string,
      string
    >[];
    for (const { 'Issue key': key = '', Summary, Labels } of exported) {
      const issue = issues.find((each) => each.includes(key)) ?? [];
      expect([Summary, Labels]).toEqual([
        column(issue, 'Summary').join(),
        column(issue, 'Labels').some(Boolean) ? JSON.stringify(column(issue, 'Labels').filter(Boolean)) : '',
      ]);
    }
    expect(exported).toHaveLength(3);
  });
});

describe('a plan by the names of columns', () => {
  it('scores by them, and ranks by the name of the score', () => {
    const byName = selected(`${urgency}rank: urgency\ntake: 5\n`);
    expect(byName.tasks.every(({ fields }) => fields['priority'] === 'Blocker')).toBe(true);
    expect(idsOf(byName)).toEqual(idsOf(selected(`${urgency}rank: score\ntake: 5\n`)));
  });

  it('leaves out values with "not", and keeps tasks without any', () => {
    const story = 'Custom field (Story Points)';
    const manifest = selected(`where: { Status: { not: [Done, Cancelled] }, "${story}": { not: 3 } }\ntake: all\n`);
    const expected = keysWhere(
      (issue) => !/Done|Cancelled/.test(column(issue, 'Status').join()) && column(issue, story).join() !== '3.0',
    );
    expect(idsOf(manifest)).toEqual(expected);
    expect(
      expected.some((id) => issues.some((issue) => issue.includes(id) && column(issue, story).join() === '')),
    ).toBe(true);
  });

  it.each([
    [
      'rank: Priority\ntake: 5\n',
      /column "Priority" contains text, such as "\w+", .* needs a number\.\n.*preference: \{ Priority: \[/,
    ],
    [
      'rank: Priority\nwhere: { Priority: [Major] }\ntake: 5\n',
      /Priority is tested as text here, but the plan also ranks, sums or limits it/,
    ],
    [
      'rank: Created\ntake: 5\nrules: [{ by: Components, at_most: 2 }]\nseed: 1\n',
      /"Created", a date, but dates can't be added up/,
    ],
    [
      'where: { Status: { nott: Done } }\ntake: 5\n',
      /unknown key "nott"\. Did you mean "not"\? Allowed here: above, .*, has, contains, not\./,
    ],
    ['where: { Status: {} }\ntake: 5\n', /Status has no test; add above/],
  ])('explains the error in %j', (plan, message) => {
    const { code, stderr } = printed(plan);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
  });

  it('suggests an order or a score that works, or the declaration of a date', () => {
    const ranked = printed('rank: Priority\ntake: 5\n').stderr.replace(/\s+/g, ' ');
    const [, values = ''] = /preference: \{ Priority: \[(\w+), /.exec(ranked) ?? [];
    expect(selected(`rank: { Priority: [${values}] }\ntake: 5\n`).tasks).toHaveLength(5);
    const rules = 'rules: [{ by: Components, at_most: 3 }]\n';
    const { stderr } = printed(`rank: Priority\n${rules}take: 5\nseed: 1\n`);
    const [, score = ''] = /use "score" instead: (score: .*)\.\n/.exec(stderr) ?? [];
    expect(selected(`${score}\nrank: score\n${rules}take: 5\n`).tasks).toHaveLength(5);
    const text = 'Issue key,Due\nA-1,2025-01-02\nA-2,2025-01-03\n';
    expect(printed('rank: Due\ntake: 1\n', { 'backlog.csv': text }).stderr).toContain('fields: { Due: date }');
  });

  it('keeps an exact number of each label in a sample', () => {
    const { tasks } = selected('take: 14\nrules: [{ by: Priority, exactly: 3 }]\n');
    expect(tasks.filter(({ fields }) => fields['priority'] === 'Blocker')).toHaveLength(3);
  });

  it('names a value that no task has, and the nearest', () => {
    expect(printed('where: { Priority: [Bloker, Major] }\ntake: 5\nseed: 1\n').stdout).toContain(
      '1  value in "where" that no task has: Priority "Bloker". Did you mean "Blocker"?',
    );
  });

  it('says which dates could not be read when too few tasks are left', () => {
    const text = `Issue key,Created\n${Array.from({ length: 9 }, (_, i) => `A-${i},${i + 1}/12/2025 14:38`).join('\n')}\n`;
    const { stderr } = printed('where: { Created: { at_least: 2025-07-15 } }\ntake: 5\nseed: 1\n', {
      'backlog.csv': text,
    });
    expect(stderr).toMatch(
      /none of its 9 tasks is eligible, .* 9 rows where "Created" may have the day or the month first and .*: "1\/12\/2025 14:38"/,
    );
  });

  it('reads numbers with decimal commas, and says so', () => {
    const text = 'Issue key;Points\nA-1;3,5\nA-2;1,5\n';
    const { stdout } = printed('rank: Points\ntake: 1\n', { 'backlog.csv': text });
    expect(stdout).toMatch(/2 {2}rows where "Points" is read with a decimal comma, .*\s*"3,5"/);
  });
});

describe('a selection by a goal and rules', () => {
  const plan = `${urgency}rank: urgency\ntake: 6\nseed: 1\nfields: { summary: text }\ncolumns: { summary: Summary }\nrules: [{ by: Components, at_most: 3 }]\n`;

  it('shows the fields of the plan and a declared summary in its files', () => {
    const cwd = folderWith({ 'plan.yaml': `tasks: backlog.csv\n${plan}` });
    expect(runWinnow(['select', '--quiet'], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, 'selection/METHODOLOGY.md'), 'utf8')).toContain('seed 1 (used only to break ties)');
    expect(runWinnow(['export', 'selection', '--to', 'csv', '--out', 'run'], { cwd }).stdout).toContain(
      '6 tasks for any CSV reader',
    );
    const [first = []] = parse(readFileSync(join(cwd, 'run/tasks.csv'), 'utf8')) as string[][];
    expect(first).toEqual([
      'benchmark',
      'task_id',
      'task_dir',
      'Components',
      'Priority',
      'Summary',
      'score',
      'rank',
      'stratum',
      'wave',
      'reason',
    ]);
    const [task = ''] = idsOf(JSON.parse(readFileSync(join(cwd, 'selection/selection.json'), 'utf8')) as Manifest);
    const explained = runWinnow(['explain', task], { cwd }).stdout;
    expect(explained).toMatch(
      /best selection that satisfies the rules\. Its value of score is [\d.]+\. The worst value selected is [\d.]+ \(SHOP-\d+\)/,
    );
    expect(explained).toContain('a count by one task, a sum by an average task');
  });

  it('has a report by its folder, and in report.html by default', () => {
    const cwd = folderWith({ 'mine.yaml': `tasks: backlog.csv\n${plan}` });
    expect(runWinnow(['select', 'mine.yaml', '--quiet', '--out', 'chosen'], { cwd }).code).toBe(0);
    const { code, stdout } = runWinnow(['report', 'chosen'], { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/mine\.yaml .*\n.*Wrote report\.html/) });
  });
});
