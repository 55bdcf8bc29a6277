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
    expect(exported(table, 'csv').stderr).toMatch(
      /several columns contain the task ids: "Next", "Issue key"\.\n.*--id COLUMN/,
    );
    const { cwd, code } = exported(table, 'csv', '--id', 'Issue key');
    expect(code).toBe(0);
    const [header = [], ...rows] = cells(cwd);
    for (const row of rows) expect(row[header.indexOf('task_id')]).toBe(row[header.indexOf('Issue key')]);
    expect(exported(table, 'csv', '--id', 'Key').stderr).toMatch(/the dataset has no column "Key"\./);
    expect(exported(table, 'ids', '--id', 'Issue key').stderr).toContain('does not use');
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
    expect(stdout.replace(/\s+/g, ' ')).toContain('2 cells could run as formulas in a spreadsheet');
  });

  it('keeps equal cells of columns with the same name', () => {
    const { cwd } = exported('Issue key,Points,Log,Log,Log\nA-1,5,x,x,y\nA-2,2,z,,\nA-3,1,,,\n', 'csv');
    const [header = [], ...rows] = cells(cwd);
    expect(rows.map((row) => row[header.indexOf('Log')])).toEqual(['["x","x","y"]', '["z"]']);
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

  /** The ids that a plan takes of a table. */
  const idsOf = (table: string, plan: string) => {
    const { stdout, stderr } = selected(table, plan, '--json');
    expect(stderr).toBe('');
    return (JSON.parse(stdout) as { tasks: { task_id: string }[] }).tasks.map(({ task_id: id }) => id);
  };

  it.each([
    ['Time Spent', 'Σ Time Spent'],
    ['Часы', 'Оценка'],
    ['Cost ($)', 'Cost (€)'],
    ['Story Points', 'story_points'],
    ['Score', 'SCORE'],
  ])('keeps the columns %s and %s apart, whichever comes first', (one, other) => {
    const table = bugs(9, (n) => `${n},${10 - n}`, `Issue key,${one},${other}`);
    const plan = (first: string, second: string) => `rank: ${first}\nwhere: { ${second}: { at_most: 4 } }\ntake: 2\n`;
    expect(idsOf(table, plan(one, other))).toEqual(['B-8', 'B-9']);
    const declared = `fields: { ${other}: number, ${one}: number }\n`;
    expect(idsOf(table, declared + plan(other, one))).toEqual(['B-1', 'B-2']);
  });

  it.each([
    ['Testing Status', 'Testing status'],
    ['repo', 'Repo'],
  ])('tests the columns %s and %s one by one', (one, other) => {
    const table = bugs(6, (n) => `${n % 2 ? 'x' : 'y'},${n < 4 ? 'x' : 'y'}`, `Issue key,${one},${other}`);
    expect(idsOf(table, `where: { ${one}: x, ${other}: x }\ntake: all\n`)).toEqual(['B-1', 'B-3']);
    expect(idsOf(table, `where: { ${other}: y, ${one}: x }\ntake: all\n`)).toEqual(['B-5']);
  });

  it('calls columns by their names in files and messages', () => {
    const table = bugs(4, (n) => `${n},${n},a`, 'Issue key,Часы,Оценка,Статус');
    const cwd = folderWith({ 't.csv': table, 'plan.yaml': 'tasks: t.csv\nrank: Часы\ntake: 2\nby: Оценка\n' });
    runWinnow(['select', '--quiet'], { cwd });
    const [header] = parse(readFileSync(join(cwd, 'selection/selection.csv'), 'utf8')) as string[][];
    expect(header).toEqual(expect.arrayContaining(['Часы', 'Оценка']));
    expect(readFileSync(join(cwd, 'selection/METHODOLOGY.md'), 'utf8')).not.toContain('field_');
    for (const plan of [
      'rank: Статус\n',
      'rank: Часы\nwhere: { Часы: x }\n',
      'rank: Часы\nrules: [{ sum: Статус, at_most: 3 }]\n',
    ]) {
      const { stderr } = selected(table, `${plan}take: 1\nseed: 1\n`);
      expect(stderr).toMatch(/Статус|Часы/);
      expect(stderr).not.toContain('field_');
    }
  });

  it('suggests to list the values of a text that tasks are ranked by', () => {
    const table = bugs(3, (n) => ['high', 'low', 'mid'][n - 1] ?? '', 'Issue key,Priority');
    expect(selected(table, 'rank: Priority\ntake: 1\n').stderr).toContain('preference: { Priority: [high, low, mid] }');
  });

  it.each([
    ['vocabulary: { "Kind, sort": [a, b] }\nby: "Kind, sort"\ntake: 9\nseed: 1\n', /correct: .*(?=\.)/, '$&PIECE\n'],
    [
      'rank: "Kind, sort"\nfields: { "Kind, sort": text }\ntake: 18\n',
      /(?<=write )\{.*\}(?= instead)/,
      'rank: PIECE\n',
    ],
    ['by: "Kind, sort"\ntake: 5\nseed: 1\n', /group: .*1 \}/, 'PIECE\n'],
  ])('advises a piece of plan that can be pasted, also for a column with a comma: %s', (plan, piece, pasted) => {
    const table = bugs(20, (n) => `${n === 1 ? 'c' : n < 4 ? 'b' : 'a'}`, 'Issue key,"Kind, sort"');
    const { stderr, text } = selected(table, plan, '--verbose');
    const [found = ''] = piece.exec(stderr === '' ? text : stderr) ?? [];
    expect(found).toContain('"Kind, sort"');
    const filled = found.replace('…', 'a').replace('FIRST, SECOND', 'b, a');
    expect(selected(table, plan.replace(/^.*\n/, pasted.replace('PIECE', filled)))).toMatchObject({ stderr: '' });
  });

  it('names a group by its column in an error about floors', () => {
    const table = bugs(6, (n) => `${n % 3}`, 'Issue key,Type');
    const floors = 'group: { by: Type, at_least: 2 }\ntake: 5\nseed: 1\n';
    expect(selected(table, floors).stderr).toContain('at_least 2 for each of 3 groups by Type');
  });

  it.each([
    'prefer: [Points desc]',
    'score: { name: own, weights: { value: 1 }, components: { value: { ramp: Points, full: 9 } } }',
  ])('asks for a rank beside rules: %s', (order) => {
    const table = bugs(6, (n) => `${n},${n % 2 ? 'a' : 'b'}`, 'Issue key,Points,Team');
    const rules = 'take: 3\nseed: 1\nrules: [{ by: Team, at_most: 2 }]\n';
    expect(selected(table, `${order}\n${rules}`).stderr).toContain('Write the order as "rank", such as "rank: score"');
    const ranked = order.startsWith('prefer') ? 'rank: Points' : `${order}\nrank: own`;
    expect(idsOf(table, `${ranked}\n${rules}`)).toEqual(['B-4', 'B-5', 'B-6']);
  });

  it('says so if labels count as numbers, and compares the text of values in quotes', () => {
    const table = bugs(6, (n) => `${['1.1', '1.10', '2.0', '2', '06', '6'][n - 1]},${n}`, 'Issue key,Release,Points');
    const plan = (value: string) => `where: { Release: ${value} }\ntake: all\n`;
    const { text } = selected(table, plan('1.1'));
    expect(text).toContain('"Release" is treated as a number, because the plan compares it with one');
    expect(text).toContain('"1.10", "2.0", "06"');
    expect(idsOf(table, plan('1.1'))).toEqual(['B-1', 'B-2']);
    expect(idsOf(table, plan('"1.10"'))).toEqual(['B-2']);
    expect(selected(table, 'rank: Points\ntake: 2\n').text).not.toContain('counts as a number');
    const rules = 'rank: Points\ntake: 2\nseed: 1\nrules: [{ by: Release, at_least: { values: { 2.0: 1, 06: 1 } } }]\n';
    expect(idsOf(table, rules)).toEqual(['B-3', 'B-5']);
  });

  it('reads dates with the month first, and asks for the order of day and month if both fit', () => {
    const table = bugs(
      3,
      (n) => `Mon Nov 1${n} 08:02:55 2007,"May ${n}, 2017",0${n}/02/2017`,
      'Issue key,Opened On,Due,Seen',
    );
    expect(idsOf(table, 'where: { Opened On: { above: 2007-11-12 } }\ntake: all\n')).toEqual(['B-3']);
    expect(idsOf(table, 'where: { Due: { below: 2017-05-02 } }\ntake: all\n')).toEqual(['B-1']);
    const { stderr } = selected(table, 'where: { Seen: { below: 2017-05-02 } }\ntake: all\n');
    expect(stderr).toContain('"01/02/2017" may be 2017-02-01 or 2017-01-02.');
    expect(stderr).toContain('fields: { Seen: { kind: date, day_first: true } }');
    const declared = 'fields: { Seen: { kind: date, day_first: false } }\n';
    expect(idsOf(table, `${declared}where: { Seen: { below: 2017-02-01 } }\ntake: all\n`)).toEqual(['B-1']);
    const odd = bugs(1, () => 'week 7', 'Issue key,Seen');
    const unread = selected(odd, 'where: { Seen: { below: 2017-05-02 } }\ntake: all\n').stderr;
    expect(unread).toContain('2025-01-31, 2025/1/31, 31.01.2025, 31 Jan 2025');
  });

  it.each([
    ['where: { Cov: { above: 50 } }\n', (n: number) => `${n}0 %`, 'Remove "%" from the values: 10, not 10 %.'],
    ['rank: Cov\ntake: 1\n', (n: number) => `${n}0%`, 'Remove "%" from the values: 10, not 10%.'],
    ['rank: Cov\ntake: 1\n', (n: number) => `$${n}.50`, 'Remove "$" from the values: 1.50, not $1.50.'],
    ['rank: Cov\ntake: 1\n', (n: number) => `P${n}`, 'list its values in order of preference: { Cov: [P1, P2] }'],
    ['where: { Cov: { above: 50 } }\n', (n: number) => `P${n}`, 'list the values to match: where: { Cov: [P1, P2] }'],
  ])('advises on text where %s needs a number', (plan, value, advice) => {
    expect(selected(bugs(2, value, 'Issue key,Cov'), plan).stderr).toContain(advice);
  });

  it('counts tasks that are ranked without a value', () => {
    const table = bugs(10, (n) => (n <= 3 ? `${n}` : ''), 'Issue key,Story Points');
    const plan = 'rank: Story Points\ntake: 5\n';
    expect(selected(table, plan).text).toContain('2 selected tasks with no value to rank by');
    expect(selected(table, plan, '--verbose').text).toContain(
      '2 of the 5 tasks ranked by Story Points have no value for it.',
    );
    expect(selected(table, 'rank: Story Points\ntake: 3\n').text).not.toContain('with no value to rank by');
  });

  it('warns that text is ranked alphabetically, unless the plan lists the values or they are days', () => {
    const words = ['low', 'high', 'medium'];
    const table = bugs(9, (n) => `${words[n % 3]},2026-01-0${n}`, 'Issue key,difficulty,Created');
    const alphabetical = 'difficulty is text, so tasks are ranked alphabetically (medium, low, high).';
    expect(selected(table, 'rank: difficulty\ntake: 8\n', '--verbose').text).toContain(alphabetical);
    for (const rank of ['{ difficulty: [high, medium, low] }', 'Created'])
      expect(selected(table, `rank: ${rank}\ntake: 8\n`, '--verbose').text).not.toContain('ranked alphabetically');
  });

  it('names a bound that is neither a number nor a day, and nothing else', () => {
    const { stderr } = selected(
      bugs(3, String, 'Issue key,Votes'),
      'where: { Votes: { at_least: five } }\ntake: 1\nseed: 1\n',
    );
    expect(stderr).toMatch(
      /plan\.yaml:2:29 \(where\.Votes\.at_least\): must be a number or a day \(YYYY-MM-DD\); found text "five"/,
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
      'In some values it is only a part; to match those, use { contains: "start" }.',
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
    expect(selected(table, 'take: all\n').stderr).toMatch(
      /tasks: \{ path: FILE, where: \{ \w+: \{ not: VALUE \} \} \}/,
    );
    // The condition would leave out every task of the day.
    const times = 'id,created,hours\nB-1,2025-03-07 09:15,3\nB-1,2025-03-05 17:40,4\nB-2,2025-03-05 08:00,5\n';
    expect(selected(times, 'take: all\n').stderr).toMatch(/where: \{ hours: \{ not: VALUE \} \} \}\. In a plan/);
    const cwd = folderWith({
      't.csv': table,
      'plan.yaml': 'tasks: { path: t.csv, where: { Status: Open } }\ntake: all\n',
    });
    expect(runWinnow(['select', '--dry-run'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  it('draws by a column of labels once it is declared, as the error proposes', () => {
    const table = bugs(12, (n) => `${n},${n % 2 ? 'a' : 'b'}`, 'Issue key,Points,Team');
    const plan = 'take: 6\nseed: 1\ndraw: { method: cube, by: [Points, Team] }\n';
    const { code, stderr } = selected(table, plan);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('a draw reads a column as') });
    const [declared] = /fields: \{ Team: text \}/.exec(stderr) ?? [];
    expect(selected(table, `${plan}${declared}\n`)).toMatchObject({ code: 0, stderr: '' });
    const sequential = 'take: 6\nseed: 1\ndraw: { method: sequential-pivotal, by: [Team] }\n';
    expect(selected(table, sequential).stderr).toContain('Add results from earlier systems under "prior"');
  });

  it('explains shares of groups with excluded tasks', () => {
    const table = bugs(12, (n) => `${n % 2 ? 'a' : 'b'}`, 'Issue key,Team');
    const cwd = folderWith({ 't.csv': table, 'plan.yaml': 'tasks: t.csv\nby: Team\ntake: 4\nseed: 1\n' });
    const page = () => {
      expect(runWinnow(['select', '-q'], { cwd })).toMatchObject({ code: 0, stderr: '' });
      return readFileSync(join(cwd, 'selection/METHODOLOGY.md'), 'utf8');
    };
    const sentence = 'Excluded tasks count towards the sizes of groups';
    expect(page()).not.toContain(sentence);
    expect(runWinnow(['exclude', 'B-1', '--reason', 'flaky'], { cwd }).code).toBe(0);
    expect(page()).toContain(sentence);
  });

  it('says what contradicts a pin, and that a pin keeps a task in', () => {
    const table = bugs(6, (n) => `${n},${n % 2 ? 'a' : 'b'}`, 'Issue key,Points,Team');
    const plan = 'rank: Points\ntake: 3\nseed: 1\nrules: [{ by: Team, at_most: 2 }]\npin: [B-1]\n';
    expect(selected(table, `${plan}where: { Team: b }\n`).stderr).toContain('is pinned, but "where" leaves it out.');
    expect(selected(table, `${plan}exclude: [{ id: B-1, reason: flaky }]\n`).stderr).toContain(
      'is pinned, but the plan also excludes it.',
    );
    // A condition that also pins the task changes nothing, with or without rules.
    const both = plan.replace('pin: [B-1]', 'pin: [B-1, { where: { Team: a } }]').replace('take: 3', 'take: 4');
    for (const pins of [both, both.replace(/rules: .*\n/, '')]) {
      expect(selected(table, `${pins}where: { Team: b }\n`).stderr).toMatch(/"B-1" is pinned, but "where" leaves/);
      const excluded = selected(table, `${pins}exclude: [{ id: B-1, reason: flaky }]\n`).stderr;
      expect(excluded.match(/"B-1" is pinned, but the plan also excludes it/g)).toHaveLength(1);
    }
    const cwd = folderWith({ 't.csv': table, 'plan.yaml': `tasks: t.csv\n${plan}` });
    expect(runWinnow(['select', '--quiet'], { cwd }).code).toBe(0);
    const explained = runWinnow(['explain', 'B-1'], { cwd }).stdout.replace(/\s+/g, ' ');
    expect(explained).toContain('Without the pin, it would not be selected, and B-4 would be selected.');
  });

  it('lets an exclusion override a pin by a condition, also with rules', () => {
    const table = bugs(12, (n) => `${n},${n % 2 ? 'a' : 'b'},${n < 3 ? 'x' : 'y'}`, 'Issue key,Points,Team,Kind');
    const plan =
      'tasks: t.csv\nrank: Points\ntake: 4\nseed: 1\nrules: [{ by: Team, at_most: 3 }]\npin: { where: { Kind: x } }\n';
    const cwd = folderWith({ 't.csv': table, 'plan.yaml': plan });
    expect(runWinnow(['select', '--quiet'], { cwd }).code).toBe(0);
    const explained = runWinnow(['explain', 'B-1'], { cwd }).stdout.replace(/\s+/g, ' ');
    expect(explained).not.toContain('selecting would fail');
    expect(explained).toContain('B-10');
    // A pinned task is in whatever its value.
    expect(runWinnow(['explain', 'B-12'], { cwd }).stdout).toContain('(B-11)');
    const excluded = `${plan}exclude: { where: { Kind: x }, reason: other }\n`;
    expect(selected(table, excluded.replace('tasks: t.csv\n', '')).text).toContain(
      '2 pinned tasks that are excluded or left out by "where"',
    );
  });

  it('gives pinned tasks the stratum that selection.csv has', () => {
    const table = bugs(8, (n) => `${n},${n % 2 ? 'a' : 'b'}`, 'Issue key,Points,Team');
    const plan = 'tasks: t.csv\nrank: Points\nby: Team\ntake: 4\npin: [B-1]\n';
    const cwd = folderWith({ 't.csv': table, 'plan.yaml': plan });
    runWinnow(['select', '--quiet'], { cwd });
    expect(runWinnow(['export', 'selection', '--to', 'csv', '--out', 'run'], { cwd }).code).toBe(0);
    const strata = ['run/tasks.csv', 'selection/selection.csv'].map((file) => {
      const [header = [], ...rows] = parse(readFileSync(join(cwd, file), 'utf8')) as string[][];
      return new Map(rows.map((row) => [row[header.indexOf('task_id')], row[header.indexOf('stratum')]]));
    });
    expect(strata[0]).toEqual(strata[1]);
    expect(strata[0]?.get('B-1')).toBe('t (pinned)');
  });

  it('shows the count or sum that each rule reached', () => {
    const table = bugs(12, (n) => `${n},${n % 2 ? 'a' : 'b'}`, 'Issue key,Points,Team');
    const plan = 'rank: Points\ntake: 4\nseed: 1\nrules: [{ by: Team, at_most: 3 }, { sum: Points, at_most: 40.5 }]\n';
    const { stdout, text } = selected(table, plan, '--verbose');
    expect(stdout).toMatch(/take 4 tasks {2,}4\n/);
    expect(stdout).toMatch(/sum of Points: at most 40\.5 {2,}40\n/);
    expect(text).toContain('Rules, with the count or sum reached');
  });

  it('refuses a floor above the ceiling of the same rule', () => {
    const table = bugs(12, (n) => `${n},a`, 'Issue key,Points,Team');
    const plan = 'rank: Points\ntake: 4\nseed: 1\nrules: [{ by: Team, at_least: 10, at_most: 5 }]\n';
    expect(selected(table, plan).stderr).toContain('at_least 10 is more than at_most 5.');
  });

  it('skips rows without any value, and counts them', () => {
    const { code, text } = selected('Issue key,Points\nB-1,1\n,\nB-2,2\n, \n,4\n', 'take: all\n');
    expect(code).toBe(0);
    expect(text).toContain('2 empty rows skipped');
    expect(text).toContain('1 row or file that could not be read');
  });

  it.each([
    ['pin: [571993]\n', 'Put it in quotes: "571993".'],
    ['where: { Points: { at_least: 2024-02-30 } }\n', 'is not a calendar date'],
    ['where: { Points: null }\n', 'expected text or a number or a list or a mapping'],
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

  it('numbers the tasks that rules choose by the value of the goal', () => {
    const table = bugs(12, (n) => `${(n * 5) % 13},${n % 2 ? 'a' : 'b'}`, 'Issue key,Points,Team');
    for (const [rank, expected] of [
      ['Points', ['B-5', 'B-10', 'B-2', 'B-7']],
      ['Points asc', ['B-8', 'B-3', 'B-11', 'B-6']],
    ] as const) {
      const plan = `tasks: t.csv\nrank: ${rank}\nrules: [{ by: Team, at_most: 2 }]\ntake: 4\nseed: 1\n`;
      const cwd = folderWith({ 't.csv': table, 'plan.yaml': plan });
      expect(runWinnow(['select', '--quiet'], { cwd }).code).toBe(0);
      const [header = [], ...rows] = parse(readFileSync(join(cwd, 'selection/selection.csv'), 'utf8')) as string[][];
      const place = (row: readonly string[]) => Number(row[header.indexOf('rank')]);
      expect(rows.sort((a, b) => place(a) - place(b)).map(([id]) => id)).toEqual(expected);
    }
  });

  it('warns about a rule whose condition no task satisfies, and stops if it needs some', () => {
    const table = bugs(9, (n) => `${n},${n % 3 ? 'High' : 'Highest'}`, 'Issue key,Points,Priority');
    const plan = (rule: string) => `rank: Points\ntake: 4\nseed: 1\nrules: [${rule}]\n`;
    const words = 'value in "rules" that no task has: Priority "highest". Did you mean "Highest"?';
    for (const rule of [
      '{ where: { Priority: highest }, at_most: 1 }',
      '{ sum: Points, where: { Priority: highest }, at_most: 9 }',
    ]) {
      const { code, text } = selected(table, plan(rule));
      expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining(words) });
    }
    expect(selected(table, plan('{ where: { Priority: highest }, at_least: 1 }')).stderr).toContain(
      'no eligible task meets its condition. None has Priority "highest". Did you mean "Highest"?',
    );
    const partly = selected(table, plan('{ where: { Priority: [High, Highst] }, at_most: 3 }')).text;
    expect(partly).toContain('1 value in "rules" that no task has: Priority "Highst". Did you mean "Highest"?');
    expect(selected(table, `rank: Points\ntake: 2\npin: { where: { Priority: Hgih } }\n`).text).toContain(
      'value in "pin" that no task has: Priority "Hgih". Did you mean "High"?',
    );
    expect(selected(table, plan('{ where: { Priority: Highest }, at_most: 1 }')).text).not.toContain('Did you mean');
  });

  it.each([
    'where: { Status: { not: Open } }',
    'exclude: { where: { Status: Open }, reason: other }',
    'pin: { where: { Status: Open } }',
    'where: { Status: Open }',
  ])('warns about spellings of a label that only some tasks share: %s', (condition) => {
    const table = bugs(6, (n) => `${n},${n % 2 ? 'Open' : '"open "'}`, 'Issue key,Points,Status');
    const { text } = selected(table, `rank: Points\ntake: 3\n${condition}\n`);
    expect(text).toContain('labels of Status that differ only in letter case or spaces: "Open" and "open "');
  });

  it('compares no scores with a selection that has none', () => {
    const table = bugs(6, (n) => `${n},${(n * 5) % 7}`, 'Issue key,Points,Value');
    const plan = 'tasks: t.csv\nrank: Points\ntake: 3\n';
    const score =
      'score: { name: own, weights: { v: 1 }, components: { v: { lookup: Value, values: { 3: 1, 5: 1 }, otherwise: 0 } } }\n';
    const cwd = folderWith({ 't.csv': table, 'a.yaml': plan, 'b.yaml': `${plan.replace('Points', 'score')}${score}` });
    for (const name of ['a', 'b']) runWinnow(['select', `${name}.yaml`, '-q', '-o', name], { cwd });
    for (const sides of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const { average_score, tasks } = JSON.parse(runWinnow(['diff', ...sides, '--json'], { cwd }).stdout);
      expect(average_score).toBeUndefined();
      const all = [...tasks.added, ...tasks.removed, ...tasks.changed];
      expect(all.length).toBeGreaterThan(0);
      expect(all.map(({ reason }) => reason)).not.toContain('score');
    }
  });

  it('still prints notes on a table as notes if there is an error', () => {
    const table = 'Issue key,Points,Log,Log\nB-1,1,x,y\nB-2,2,x,y\nB-2,2,x,y\n,3,,\n';
    const { stderr } = selected(table, 'take: all\nexpect: 3\n');
    expect(stderr.match(/^error: .*/gm)).toEqual([
      'error: benchmark "t" has 2 tasks, but the plan expects 3.',
      expect.stringContaining('the id in "Issue key" is empty'),
    ]);
    expect(stderr).toMatch(/^ {4}note: t: t\.csv: columns with the same name are read as one list: "Log" \(2\)\.$/m);
    expect(stderr).toMatch(/^ {4}note: t: .*the row is identical to another row and is counted once\./m);
    expect(stderr).toContain('2 errors');
  });

  it('guesses among all columns, and lists the first', () => {
    const columns = Array.from({ length: 300 }, (_, i) => `Custom field (${i})`);
    const table = `Issue key,${columns.join(',')},Custom field (Story Points)\nB-1${','.repeat(301)}\n`;
    const { stderr } = selected(table, 'rank: Custom field (Storypoints)\ntake: 1\n');
    expect(stderr).toContain('Did you mean "Custom field (Story Points)"?');
    expect(stderr).toContain('Custom field (58) and 242 more.');
  });
});
