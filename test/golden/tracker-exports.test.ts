import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { readRows } from '../../src/files/tables/read-rows.js';
import { runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('an export with the rows of the data set', () => {
  const exported = (table: string, to: string, ...more: string[]) => {
    const cwd = folderWith({ 't.csv': table, 'plan.yaml': 'tasks: t.csv\nrank: Points\ntake: 2\n' });
    expect(runWinnow(['select', '--quiet'], { cwd }).code).toBe(0);
    const args = ['export', 'selection', '--to', to, '--dataset', 't.csv', '--out', 'run', ...more];
    return { cwd, ...runWinnow(args, { cwd }) };
  };
  const cells = (cwd: string) => parse(readFileSync(join(cwd, 'run/tasks.csv'), 'utf8')) as string[][];

  it('finds the ids in their column, not in a column of links to other tasks', () => {
    const table = 'Link,Issue key,Summary,Points\nA-1,A-4,four,1\n,A-1,one,5\n,A-2,two,8\n,A-3,three,3\n';
    const { cwd, code, stderr } = exported(table, 'csv');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [header = [], ...rows] = cells(cwd);
    expect(rows.map((row) => row[header.indexOf('Summary')]).sort()).toEqual(['one', 'two']);
  });

  it('asks for the column if two are as likely, and takes --id', () => {
    const table = 'Next,Issue key,Points\nA-1,A-4,1\nA-2,A-1,5\nA-3,A-2,8\nA-4,A-3,3\n';
    expect(exported(table, 'csv').stderr).toMatch(/in several columns: "Next", "Issue key"\.\n.*--id COLUMN/);
    const { cwd, code } = exported(table, 'csv', '--id', 'Issue key');
    expect(code).toBe(0);
    const [header = [], ...rows] = cells(cwd);
    for (const row of rows) expect(row[header.indexOf('task_id')]).toBe(row[header.indexOf('Issue key')]);
    expect(exported(table, 'csv', '--id', 'Key').stderr).toMatch(/it has no column "Key"\./);
    expect(exported(table, 'ids', '--id', 'Issue key').stderr).toContain('ignores');
  });

  it('leaves the cells as they are, and says which got an apostrophe', () => {
    const table =
      'Issue key,Points,Created,Note,Label,Label,score\nA-1,5.0,2014-04-24T00:24:30Z,--,"a, b",c,7\nA-2,-2,2015-01-01T10:00:00Z,=1+1,,,\nA-3,-3,,,,,\n';
    const { cwd, stdout } = exported(table, 'csv');
    const [header, ...rows] = cells(cwd);
    const tail = (row: readonly string[] | undefined) => row?.slice(-6);
    expect(tail(header)).toEqual(['Issue key', 'Points', 'Created', 'Note', 'Label', 'score (data set)']);
    expect(rows.map(tail)).toEqual([
      ['A-1', '5.0', '2014-04-24T00:24:30Z', "'--", '["a, b","c"]', '7'],
      ['A-2', '-2', '2015-01-01T10:00:00Z', "'=1+1", '', ''],
    ]);
    expect(stdout.replace(/\s+/g, ' ')).toContain('2 cells could be run as a formula by a spreadsheet');
  });

  it('renames columns that differ only in letter case for Parquet, and says so', async () => {
    const { cwd, stdout } = exported('Issue key,Points,Git,git,Rank\nA-1,5,x,y,z\nA-2,2,,,\n', 'parquet');
    const { rows } = await readRows(join(cwd, 'run/tasks.parquet'));
    expect(rows[0]).toMatchObject({ rank: 1, Git: 'x', 'git (2)': 'y', 'Rank (2)': 'z' });
    expect(stdout.replace(/\s+/g, ' ')).toContain('"git" to "git (2)", "Rank" to "Rank (2)"');
  });
});

describe('a plan by the columns of an issue tracker', () => {
  /** What `select` prints for a plan on a table. */
  const selected = (table: string, plan: string, ...more: string[]) => {
    const cwd = folderWith({ 't.csv': table, 'plan.yaml': `tasks: t.csv\n${plan}` });
    const { code, stdout, stderr } = runWinnow(['select', '--dry-run', ...more], { cwd });
    return { code, stdout, stderr, text: stdout.replace(/\s+/g, ' ') };
  };
  const bugs = (count: number, rowOf: (n: number) => string, header: string) =>
    `${header}\n${Array.from({ length: count }, (_, i) => `B-${i + 1},${rowOf(i + 1)}`).join('\n')}\n`;

  it('may group and limit by the same column, however its name is written', () => {
    const table = bugs(60, (n) => `r${n % 3}`, 'Issue key,Reporter');
    const { code, stderr } = selected(
      table,
      'by: Reporter\ntake: 20\nseed: 3\nrules: [{ by: Reporter, at_least: 5 }]\n',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('counts tasks that are ranked without a value', () => {
    const table = bugs(10, (n) => (n <= 3 ? `${n}` : ''), 'Issue key,Story Points');
    const plan = 'rank: Story Points\ntake: 5\n';
    expect(selected(table, plan).text).toContain('2 tasks selected without the value they are ranked by');
    expect(selected(table, plan, '--verbose').text).toContain(
      '2 of the 5 tasks ranked by Story Points have no value there.',
    );
    expect(selected(table, 'rank: Story Points\ntake: 3\n').text).not.toContain('without the value');
  });

  it('warns that text is ranked by its letters, unless the plan lists the values or they are days', () => {
    const words = ['low', 'high', 'medium'];
    const table = bugs(9, (n) => `${words[n % 3]},2026-01-0${n}`, 'Issue key,difficulty,Created');
    const byLetters = 'difficulty is text, so tasks are ranked by its letters (medium, low, high).';
    expect(selected(table, 'rank: difficulty\ntake: 8\n', '--verbose').text).toContain(byLetters);
    for (const rank of ['{ difficulty: [high, medium, low] }', 'Created'])
      expect(selected(table, `rank: ${rank}\ntake: 8\n`, '--verbose').text).not.toContain('by its letters');
  });

  it('names a bound that is neither a number nor a day, and nothing else', () => {
    const { stderr } = selected(
      bugs(3, String, 'Issue key,Votes'),
      'where: { Votes: { at_least: five } }\ntake: 1\nseed: 1\n',
    );
    expect(stderr).toMatch(
      /plan\.yaml:2:29 \(where\.Votes\.at_least\): must be a number, or a day as YYYY-MM-DD; found text "five"/,
    );
    expect(stderr).not.toContain('ranks, sums or limits');
  });

  it('looks for text inside a column, and for its absence', () => {
    const rows = ['crash, on start', 'Crash', 'slow', '', 'a crash'];
    const table = bugs(5, (n) => `"${rows[n - 1]}"`, 'Issue key,Summary');
    const ids = (where: string) => {
      const { stdout } = selected(table, `where: { Summary: ${where} }\ntake: all\n`, '--json');
      return (JSON.parse(stdout) as { tasks: { task_id: string }[] }).tasks.map(({ task_id: id }) => id);
    };
    expect(ids('{ contains: crash }')).toEqual(['B-1', 'B-5']);
    expect(ids('{ contains: [crash, Crash] }')).toEqual(['B-1', 'B-2', 'B-5']);
    expect(ids('{ not: { contains: crash } }')).toEqual(['B-2', 'B-3', 'B-4']);
    expect(ids('{ contains: crash, not: { contains: start } }')).toEqual(['B-5']);
    const { stderr } = selected(table, 'where: { Summary: { has: crash o } }\ntake: 1\nseed: 1\n');
    expect(stderr).not.toContain('contains');
    expect(selected(table, 'where: { Summary: { has: start } }\ntake: 1\nseed: 1\n').stderr).toContain(
      'Some have it inside a value: write { contains: "start" }.',
    );
  });

  it('derives and declares fields by the names of columns', () => {
    const table = bugs(4, (n) => `[${n % 2 ? 'ui' : 'db'}] text`, 'Issue key,Summary');
    const derived = 'derive: { area: { from: Summary, pattern: "[{area}] {rest}" } }\nby: area\ntake: 2\nseed: 1\n';
    expect(selected(table, derived)).toMatchObject({ code: 0, stderr: '' });
    const declared = selected(table, 'fields: { Summary: text }\ntake: 2\nseed: 1\n', '--json');
    expect(JSON.parse(declared.stdout)).toMatchObject({ tasks: [{ fields: { summary: expect.any(String) } }, {}] });
  });

  it('leaves out one of two rows with the same id by a column of the pool', () => {
    const table = 'Issue key,Status\nB-1,Open\nB-1,Closed\nB-2,Open\n';
    expect(selected(table, 'take: all\n').stderr).toContain('tasks: { path: FILE, where: … }');
    const cwd = folderWith({
      't.csv': table,
      'plan.yaml': 'tasks: { path: t.csv, where: { Status: Open } }\ntake: all\n',
    });
    expect(runWinnow(['select', '--dry-run'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  it('says what contradicts a pin, and that a pin keeps a task in', () => {
    const table = bugs(6, (n) => `${n},${n % 2 ? 'a' : 'b'}`, 'Issue key,Points,Team');
    const plan = 'rank: Points\ntake: 3\nseed: 1\nrules: [{ by: Team, at_most: 2 }]\npin: [B-1]\n';
    expect(selected(table, `${plan}where: { Team: b }\n`).stderr).toContain('is pinned, but "where" leaves it out.');
    expect(selected(table, `${plan}exclude: [{ id: B-1, reason: flaky }]\n`).stderr).toContain(
      'is pinned, but the plan excludes it.',
    );
    const cwd = folderWith({ 't.csv': table, 'plan.yaml': `tasks: t.csv\n${plan}` });
    expect(runWinnow(['select', '--quiet'], { cwd }).code).toBe(0);
    const explained = runWinnow(['explain', 'B-1'], { cwd }).stdout.replace(/\s+/g, ' ');
    expect(explained).toContain('the run would stop: the plan pins it');
  });

  it('skips rows without any value, and counts them', () => {
    const { code, text } = selected('Issue key,Points\nB-1,1\n,\nB-2,2\n, \n,4\n', 'take: all\n');
    expect(code).toBe(0);
    expect(text).toContain('2 empty rows skipped');
    expect(text).toContain('1 row or file that could not be read');
  });

  it.each([
    ['pin: [571993]\n', 'Put it in quotes: "571993".'],
    ['rank: Points\nrules: [{ budget: 200 }]\n', 'must have the form "$300" or "6 hours"; found the number 200.'],
  ])('says how to write %j', (plan, expected) => {
    expect(selected('Issue key,Points\n571993,1\n', `${plan}take: 1\nseed: 1\n`).stderr).toContain(expected);
  });

  it('exports a ranked selection in the order of its ranks', () => {
    const table = bugs(12, (n) => String((n * 5) % 13), 'Issue key,Points');
    const cwd = folderWith({ 't.csv': table, 'plan.yaml': 'tasks: t.csv\nrank: Points\ntake: 6\npin: [B-3]\n' });
    expect(runWinnow(['select', '--quiet'], { cwd }).code).toBe(0);
    const ids = (...more: string[]) => {
      runWinnow(['export', 'selection', '--to', 'ids', '--out', 'run', ...more], { cwd });
      return readFileSync(join(cwd, 'run/ids.txt'), 'utf8').trim().split('\n');
    };
    expect(ids()).toEqual(['B-3', 'B-5', 'B-10', 'B-2', 'B-7', 'B-12']);
    expect(ids('--limit', '3')).toEqual(['B-3', 'B-5', 'B-10']);
  });

  it('guesses among all columns, and lists the first', () => {
    const columns = Array.from({ length: 300 }, (_, i) => `Custom field (${i})`);
    const table = `Issue key,${columns.join(',')},Custom field (Story Points)\nB-1${','.repeat(301)}\n`;
    const { stderr } = selected(table, 'rank: Custom field (Storypoints)\ntake: 1\n');
    expect(stderr).toContain('Did you mean "Custom field (Story Points)"?');
    expect(stderr).toContain('Custom field (58) and 242 more.');
  });
});
