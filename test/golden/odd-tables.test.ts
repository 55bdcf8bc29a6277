import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Inspection } from '../../src/core/contracts/inspect-document.js';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const csv = (rows: readonly (readonly (string | number)[])[]) =>
  `${rows.map((row) => row.map((cell) => (/[,"]/.test(String(cell)) ? `"${cell}"` : cell)).join(',')).join('\n')}\n`;

const planOf = (select: string, fields: string, columns = '') => `name: mine
seed: 1
phases: [Any]
phase: Any
fields: ${fields}
score: { name: even, weights: { even: 1 }, components: { even: { constant: 1 } } }
benchmarks:
  own: { source: { path: t.csv${columns} }, select: ${select} }
`;

const winnow = (folder: string, ...args: string[]) => runWinnow(args, { cwd: folder });
const manifestOf = (folder: string) =>
  JSON.parse(winnow(folder, 'select', 'plan.yaml', '--json', '-n').stdout) as Manifest;

describe('inspect', () => {
  const rows = Array.from({ length: 1300 }, (_, i) => ({
    id: `t-${i}`,
    area: i % 2 ? 'a' : 'b',
    ...(i < 1100 ? {} : { late: `x${i % 3}`, difficulty: 'hard', spot: { deep: i % 4 } }),
  }));
  const files = { 't.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join('') };

  it('counts every task, also in columns that start late', () => {
    const [place] = (JSON.parse(winnow(folderOf(files), 'inspect', 't.jsonl', '--json').stdout) as Inspection).places;
    const unused = place?.formats[0]?.unused?.map(({ column, tasks, kind }) => [column, tasks, kind]);
    expect(unused).toEqual([
      ['area', 1300, 'label'],
      ['late', 200, 'label'],
      ['spot.deep', 200, 'number'],
    ]);
  });
});

describe('a column of numbers', () => {
  const values = ['2,792', '1 234 567', '12_000', 'n/a', '', ...Array.from({ length: 45 }, (_, i) => i + 1)];
  const rows = (odd: string) =>
    csv([['id', 'loc', 'team'], ...[...values, odd].map((value, i) => [`t-${i}`, value, i % 2 ? 'a' : 'b'])]);

  it('may have thousands separators, words for unknown and a few other texts', () => {
    const folder = folderOf({ 't.csv': rows('some') });
    expect(winnow(folder, 'inspect', 't.csv').stdout).toMatch(
      /loc +49 +number +3 with thousands separators, 1 not numeric, such as some/,
    );
    const { stdout, code } = winnow(folder, 'init', 't.csv', '--rank-by', 'loc', '--take', '3');
    expect(code).toBe(0);
    expect(stdout).toContain('loc is a number, except in 1 of 49 tasks (such as "some"). Is it meant to be a number?');
    const manifest = manifestOf(folder);
    expect(manifest.tasks.map(({ task_id: id }) => id)).toEqual(['t-0', 't-1', 't-2']);
  });

  it('shows in the summary what is read in another way, where the plan ranks by it', () => {
    const folder = folderOf({
      't.csv': rows('some'),
      'plan.yaml': planOf('{ take: 3, prefer: [loc desc] }', '{ loc: { kind: number } }'),
    });
    const { stdout } = winnow(folder, 'select', 'plan.yaml', '-n');
    expect(stdout).toMatch(
      /3 {2}rows where "loc" is read with thousands separators; write decimals with a\s+point: "2,792"/,
    );
    expect(stdout).toMatch(/1 {2}row where "loc" is not a number and is ignored: "some"/);
    expect(manifestOf(folder).warnings.every((warning) => !('count' in warning) && !('brief' in warning))).toBe(true);
  });

  it.each(['1,234_567', '1,2,3', '2,792 lines'])('does not take %s for one', (cell) => {
    const folder = folderOf({
      't.csv': csv([
        ['id', 'loc'],
        ['a', cell],
        ['b', '5'],
      ]),
      'plan.yaml': planOf('{ take: all }', '{ loc: { kind: number } }'),
    });
    expect(
      manifestOf(folder)
        .warnings.map(({ message }) => message)
        .join(),
    ).toContain(`"loc" is not a number and is ignored. Found "${cell}"`);
  });

  const hours = (cells: readonly string[]) => {
    const folder = folderOf({
      't.csv': `id;h\n${cells.map((cell, i) => `t-${i};${cell}\n`).join('')}`,
      'plan.yaml': 'tasks: t.csv\nrank: h\ntake: all\n',
    });
    const { tasks, warnings } = manifestOf(folder);
    return {
      values: tasks.map(({ fields }) => fields?.['h']),
      warnings: warnings.map(({ message }) => message).join(),
    };
  };

  it('is read with decimal commas throughout if a value can have no other, and none contradicts it', () => {
    const { values, warnings } = hours(['0,125', '3,125', '7', '12,5', '1,250', '2.500', '-2,5']);
    expect(values).toEqual([0.125, 3.125, 7, 12.5, 1.25, 2500, -2.5]);
    expect(warnings).toContain(
      '"h" is read with a decimal comma, because some numbers in the column can only be read that way. Found "0,125"',
    );
    expect(hours(['3,125', '7']).values).toEqual([3125, 7]);
    expect(warnings).not.toContain('decimal point');
    const mixed = hours(['12,5', '1.500', '0.75', '7']);
    expect(mixed.values).toEqual([12.5, 1500, 0.75, 7]);
    expect(mixed.warnings).toMatch(/with dots between thousands, because .*\. Found "1\.500"/);
    expect(mixed.warnings).toMatch(/with a decimal point, but other values in the column .*\. Found "0\.75"/);
    expect(hours(['5.617', '2.210.714', '900']).values).toEqual([5617, 2210714, 900]);
  });

  it.each([
    ["9'500.00", "8'100.00", '900.00'],
    ['9 500,00', '8 100,00', '900,00'],
    ['9\u00a0500,00', '8\u202f100,00', '900,00'],
    ['9500', '8100', '900'],
  ])('has the same values however its thousands are separated: %j', (...cells) => {
    expect(hours(cells).values).toEqual([9500, 8100, 900]);
  });

  describe.each([
    ['9.5k', '8.1k', '900'],
    ['$9,500', '850', '900'],
    ['5h', '3', '2 h'],
    ['12,5', '3,125', '1,234,567'],
  ])('with cells that may be numbers: %j', (...cells) => {
    const table = `id;h;team\n${cells.map((cell, i) => `t-${i};${cell};a\n`).join('')}t-x;n/a;a\nt-y;;a\nt-z;-;a\n`;
    const selectBy = (plan: string) =>
      winnow(folderOf({ 't.csv': table, 'plan.yaml': `tasks: t.csv\n${plan}\n` }), 'select', '-n');
    const score =
      'score: { name: s, weights: { s: 1 }, components: { s: { ramp: h, full: 9000, unknown: 0 } } }\nrank: score\ntake: 1';

    it.each([
      'rank: h\ntake: 1',
      'rank: [team, h]\ntake: 1',
      score,
      'rules: [{ by: h, bands: [1000], at_least: 1 }]\nrank: team\ntake: 1\nseed: 1',
      'rules: [{ sum: h, at_most: 1000, unknown: 1 }]\noptimise: { maximise: tasks }\nseed: 1',
    ])('is refused where it decides: %s', (plan) => {
      const { code, stderr } = selectBy(plan);
      expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(`"${cells[0]}" (t-0)`) });
      expect(stderr).toMatch(/error: benchmark "t": .* in column "h" can't be read as/);
      expect(stderr).not.toContain('t-x');
    });

    it.each(['take: 2\nseed: 1', 'where: { h: 900 }\ntake: 1\nseed: 1', 'rank: h\nwhere: { id: t-x }\ntake: 1'])(
      'is only reported elsewhere: %s',
      (plan) => {
        expect(selectBy(plan).stderr).not.toContain('be read as');
      },
    );
  });
});

describe('a column of dates in numbers', () => {
  const select = (cells: readonly string[], declared = '') => {
    const folder = folderOf({
      't.csv': csv([['id', 'on'], ...cells.map((cell, i) => [`t-${i}`, cell])]),
      'plan.yaml': `tasks: t.csv\nwhere: { on: { at_least: 2025-01-01 } }\ntake: all\n${declared}`,
    });
    const { stderr } = winnow(folder, 'select');
    if (stderr.startsWith('error')) return { stderr };
    const { tasks, warnings } = manifestOf(folder);
    return { days: tasks.map(({ fields }) => fields?.['on']), warnings: warnings.map(({ message }) => message).join() };
  };

  it.each([
    [['16.02.2025', '05.03.2025 14:30'], 'day', ['2025-02-16', '2025-03-05']],
    [['16/02/2025', '5/3/2025', '2025-03-31'], 'day', ['2025-02-16', '2025-03-05', '2025-03-31']],
    [['8/26/2025', '3/5/2025 4:00 PM'], 'month', ['2025-08-26', '2025-03-05']],
  ])('is read as a whole: %j', (cells, first, days) => {
    const selected = select(cells);
    expect(selected.days).toEqual(days);
    expect(selected.warnings).toContain(`"on" is read with the ${first} first, like the rest of the column`);
  });

  it('must be declared if it may have the day or the month first', () => {
    const cells = ['05/03/2025', '01/12/2025'];
    const { stderr } = select(cells);
    expect(stderr).toContain('"05/03/2025" may be 2025-03-05 or 2025-05-03');
    const [declared = ''] = /fields: .*? } }/.exec(stderr ?? '') ?? [];
    expect(select(cells, declared)).toEqual({ days: ['2025-03-05', '2025-12-01'], warnings: '' });
    expect(select(cells, declared.replace('true', 'false')).days).toEqual(['2025-05-03', '2025-01-12']);
    expect(select(['16/02/2025', '2/26/2025']).stderr).toContain('have the day first and others the month');
  });

  it('is compared as text by the condition that the error proposes, if it has no dates', () => {
    const { stderr = '' } = select(['soon', 'Q3']);
    const [where = ''] = /where: \{.*\}/.exec(stderr) ?? [];
    expect(where).toBe('where: { on: [soon, Q3] }');
    const folder = folderOf({
      't.csv': 'id,on\na,soon\nb,later\n',
      'plan.yaml': `tasks: t.csv\n${where}\ntake: all\n`,
    });
    expect(manifestOf(folder).tasks).toHaveLength(1);
  });
});

describe('a column without a value that the plan can use', () => {
  it.each([
    ['rank: loc', ['1,5,2', '2,1,3', '4,4,1'], /column "loc" contains text, such as "1,5,2", /],
    ['rank: loc', ['', '', ''], /no task has a value for "loc"/],
    ['by: loc', ['', '', ''], /no task has a value for "loc"\.\n/],
  ])('is named as such, not as an unknown field: %s %j', (setting, values, message) => {
    const folder = folderOf({
      't.csv': csv([['id', 'loc', 'team'], ...values.map((value, i) => [`t-${i}`, value, 'a'])]),
      'plan.yaml': `name: p\nseed: 1\ntasks: t.csv\ntake: 2\n${setting}\n`,
    });
    const { code, stderr } = winnow(folder, 'select');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
    expect(stderr).not.toContain('Did you mean');
  });
});

describe('labels that differ only in letter case or spaces at the ends', () => {
  const labels = ['High', 'high', 'LOW', 'Low ', 'mid'];
  const files = {
    't.csv': csv([['id', 'severity'], ...Array.from({ length: 50 }, (_, i) => [`t-${i}`, labels[i % 5] ?? ''])]),
    'plan.yaml': planOf(
      '{ take: 20, group: { by: severity, share: equal }, prefer: [random] }',
      '{ severity: { kind: label } }',
    ),
  };

  it('are listed by inspect, and by select if the plan groups by them', () => {
    const folder = folderOf(files);
    expect(winnow(folder, 'inspect', 't.csv').stdout).toContain('severity: "High" and "high"; "LOW" and "Low "');
    const { stdout } = winnow(folder, 'select', 'plan.yaml', '-n');
    expect(stdout).toMatch(/4 {2}labels of severity that differ only in letter case or spaces: "High" and "high"/);
    const [warning] = manifestOf(folder).warnings.filter(({ code }) => code === 'alike-labels');
    expect(warning?.message).toContain(
      'To merge them, add correct: { severity: { by: severity, values: { "high": "High" } } }.',
    );
  });
});

describe('repeated rows', () => {
  const rows = [['id', 'team'], ...Array.from({ length: 12 }, (_, i) => [`t-${i}`, i % 2 ? 'a' : 'b'])];

  it('count once if every cell is the same, in select and init', () => {
    const folder = folderOf({ 't.csv': csv([...rows, rows[3] ?? []]) });
    const { stdout } = winnow(folder, 'init', 't.csv');
    expect(stdout).toContain('Left out 1 duplicate row in t.csv.');
    expect(stdout).toContain('1 benchmark, 12 tasks');
    const manifest = manifestOf(folder);
    expect(manifest.warnings.map(({ message }) => message)).toContain(
      't: t.csv:14: the row is identical to another row and is counted once. Found "t-2 in lines 4 and 14".',
    );
  });

  it('count once also in two files of a benchmark', () => {
    const [header = []] = rows;
    const folder = folderOf({
      'a.csv': csv(rows),
      'b.csv': csv([header, ...rows.slice(3, 6), ['t-99', 'other']]),
      'plan.yaml': 'tasks: { path: [a.csv, b.csv], name: both }\ntake: all\n',
    });
    const manifest = manifestOf(folder);
    expect(manifest.tasks).toHaveLength(13);
    expect(manifest.warnings.map(({ message }) => message)).toContain(
      'both: b.csv:2 and 2 others: the row is identical to another row and is counted once. Found "t-2 in a.csv:4 and b.csv:2", "t-3 in a.csv:5 and b.csv:3", "t-4 in a.csv:6 and b.csv:4".',
    );
  });

  it('stop the run if they differ, with their positions', () => {
    const folder = folderOf({ 't.csv': csv([...rows, ['t-2', 'other']]) });
    const { stdout } = winnow(folder, 'init', 't.csv', '-n');
    expect(stdout).toContain('Remove the duplicate ids first: "winnow select" rejects them.');
    expect(stdout).toContain('1 duplicate id, such as "t-2"');
    winnow(folder, 'init', 't.csv');
    const { stderr, code } = winnow(folder, 'select', 'plan.yaml', '-n');
    expect(code).toBe(2);
    expect(stderr).toContain('has two tasks with the id "t-2": t.csv:4 and t.csv:14.');
    expect(stderr).toMatch(/tasks: \{ path: FILE, where: \{ \w+: \{ not: VALUE \} \} \}/);
  });

  it('stop the run with one error for each id and the advice once', () => {
    const repeated = [
      ['t-2', 'other'],
      ['t-2', 'third'],
      ['t-3', 'more'],
      ['T-3', 'yet another'],
    ];
    const folder = folderOf({ 't.csv': csv([...rows, ...repeated]) });
    winnow(folder, 'init', 't.csv');
    const { stderr, code } = winnow(folder, 'select', 'plan.yaml', '-n');
    expect(code).toBe(2);
    expect(stderr.match(/^error: .*$/gm)?.map((line) => line.replace(/^.*?(two \w+)/, '$1'))).toEqual([
      'two tasks with the id "t-2": t.csv:4 and t.csv:14 and 1 more.',
      'two tasks with the id "t-3": t.csv:5 and t.csv:16.',
      'two ids that differ only in letter case, spaces or spelling of accents: "t-3" and "T-3".',
    ]);
    expect(stderr.match(/Every id must be unique/g)).toHaveLength(1);
    expect(stderr).toContain('3 errors');
  });
});

describe('many rows with the same id', () => {
  it('stop the run with one error and the columns in which they differ', () => {
    const rows = Array.from({ length: 60 }, (_, i) => [`t-${i >> 1}`, 'x', i]);
    const folder = folderOf({ 't.csv': csv([['id', 'team', 'n'], ...rows]), 'plan.yaml': 'tasks: t.csv\ntake: all\n' });
    const { stderr } = winnow(folder, 'select', 'plan.yaml', '-n');
    expect(stderr).toContain('30 ids occur in several tasks, such as "t-0": t.csv:2 and t.csv:3.');
    expect(stderr).toContain('Tasks with the same id differ in n. If one task has several rows, keep one row');
    expect(stderr).toContain('1 error;');
  });
});

describe('cells of white space', () => {
  it('are unknown, whatever the kind of the column', () => {
    const files = {
      't.csv': 'id,team,hours,due,tags\na, ,\u00a0, ,\t\nb,x,1,2025/3/6,y\nc,\t,2,2025-12-01,z\n',
      'plan.yaml': 'tasks: t.csv\ntake: all\nfields: { team: text, hours: number, due: date, tags: list }\n',
    };
    const folder = folderOf(files);
    expect(winnow(folder, 'inspect', 't.csv').stdout).toMatch(/team +1 {2}label/);
    const { tasks, warnings } = manifestOf(folder);
    expect(tasks.map(({ fields }) => fields)).toEqual([
      { team: null, hours: null, due: null },
      { team: 'x', hours: 1, due: '2025-03-06' },
      { team: null, hours: 2, due: '2025-12-01' },
    ]);
    expect(warnings).toEqual([]);
  });
});

describe('the encoding and the name of a file', () => {
  it('is questioned if a column of the plan is missing', () => {
    const folder = folderOf({ 'plan.yaml': 'tasks: t.csv\ntake: all\nwhere: { 優先度: 高め }\n' });
    // "id,優先度" and "a,高め" in code page 932.
    const rows = Buffer.from('69642c9744906593780a612c8d8282df0a', 'hex');
    writeFileSync(join(folder, 't.csv'), rows);
    expect(winnow(folder, 'select', 'plan.yaml', '-n').stderr).toMatch(
      /there is no column "優先度".*\n +2 rows are not UTF-8 .*; if characters look wrong, save the file as UTF-8\./,
    );
    writeFileSync(join(folder, 't.csv'), rows.subarray(2));
    expect(winnow(folder, 'inspect', 't.csv').stderr).toContain('save the file as UTF-8');
  });

  it('does not matter for CSV that is called a spreadsheet', () => {
    const folder = folderOf({
      'a.xlsx': 'Issue key,%\nA-1,2\n',
      'b.xls': '<html><table>\n<tr><td>a,b</td></tr>\n</table></html>\n',
      'c.xlsx': 'PK\u0003\u0004',
    });
    expect(winnow(folder, 'inspect', 'a.xlsx').stdout).toContain('a.xlsx: 1 task');
    for (const name of ['b.xls', 'c.xlsx'])
      expect(winnow(folder, 'inspect', name).stderr).toContain('a spreadsheet; save it as CSV');
  });
});

describe('the column of ids', () => {
  const files = {
    't.csv': csv([
      ['Task ID', 'team'],
      ['a', 'x'],
      ['b', 'y'],
    ]),
  };

  it('is known whatever its letter case, spaces, hyphens and underscores', () => {
    expect(winnow(folderOf(files), 'inspect', 't.csv').stdout).toContain('t.csv: 2 tasks');
  });

  it('is found in another letter case, with a note, and written into the plan', () => {
    const folder = folderOf(files);
    expect(winnow(folder, 'inspect', 't.csv', '--id', 'TEAM').stdout).toContain(
      'The ids are from the column "team", because there is no column "TEAM" (--id).',
    );
    expect(winnow(folder, 'init', 't.csv', '--id', 'task id', '-n').stdout).toContain('id: Task ID');
  });

  it('must be named if two columns fit, or none does', () => {
    const two = folderOf({
      't.csv': csv([
        ['Task ID', 'task-id'],
        ['a', 'b'],
      ]),
    });
    expect(winnow(two, 'inspect', 't.csv').stderr).toContain(
      'the id could be in "Task ID" or "task-id"; to name the column',
    );
    expect(winnow(folderOf(files), 'inspect', 't.csv', '--id', 'teem').stderr).toContain('Did you mean "team"?');
  });
});

describe('init and select', () => {
  it('do not mention a score and phases that are the same for all tasks of a random sample', () => {
    const rows = Array.from({ length: 30 }, (_, i) => [`t-${i}`, i % 2 ? 'a' : 'b']);
    const folder = folderOf({ 't.csv': csv([['id', 'team'], ...rows]) });
    const { stdout } = winnow(folder, 'init', 't.csv', '--sample', '10');
    expect(stdout).not.toMatch(/Score|Phases|Open/);
    const summary = winnow(folder, 'select', 'plan.yaml', '-n').stdout;
    expect(summary).toContain('t: 10 of 30 tasks from 1 benchmark\n');
    expect(summary).not.toMatch(/score|Phase|Needs attention/);
  });

  it('rank by a field whose column has another name', () => {
    const rows = Array.from({ length: 12 }, (_, i) => [`t-${i}`, i]);
    const folder = folderOf({ 't.csv': csv([['id', 'LOC changed'], ...rows]) });
    const { stdout } = winnow(folder, 'init', 't.csv', '--rank-by', 'loc_changed', '--take', '3', '-n');
    expect(stdout).toContain('rank: LOC changed');
    expect(stdout).not.toContain('so the order is by id');
  });

  it('count rows that cannot be read', () => {
    const folder = folderOf({
      't.csv': `id,team\n${Array.from({ length: 9 }, (_, i) => `t-${i},x\n`).join('')}a\nb\nc\n`,
      'plan.yaml': planOf('{ take: 3, prefer: [random] }', '{ team: { kind: label } }'),
    });
    expect(winnow(folder, 'select', 'plan.yaml', '-n').stdout).toMatch(/3 {2}rows or files that could not be read/);
  });

  it('say how folders became benchmarks, and where a rank tells no tasks apart', () => {
    const rows = (name: string) => csv([['id', 'files_changed'], ...[1, 2, 3].map((i) => [`${name}-${i}`, 1])]);
    const folder = folderOf({ 'all/cpp/t.csv': rows('cpp'), 'all/go/t.csv': rows('go') });
    const { stdout } = winnow(folder, 'init', 'all', '--rank-by', 'files_changed', '--take', '4');
    expect(stdout).toContain('all: each of its 2 folders with tasks is a separate benchmark.');
    expect(stdout).toContain('cpp: every task has the same files_changed, so the order is by id.');
  });
});

describe('a quote that was left open', () => {
  const rows = ['id,title,n', 'a,x,1', 'b,"5 inches,2', 'c,x,3', 'd,x,4', 'e,"x, y",5', 'f,x,6'].join('\n');

  it('stops the run with the lines that may be lost, unless their number is expected', () => {
    const folder = folderOf({ 't.csv': `${rows}\n`, 'plan.yaml': 'tasks: t.csv\nrank: n\ntake: 1\n' });
    const { stderr, code } = winnow(folder, 'select', 'plan.yaml', '-n');
    expect(code).toBe(2);
    expect(stderr).toContain(
      't.csv:3: the row cannot be read: in cell 2, text follows the closing quote; lines 3 to 6',
    );
    expect(stderr).toContain('If nothing is missing, set expect: 2.');
    writeFileSync(join(folder, 'plan.yaml'), 'tasks: t.csv\nrank: n\ntake: 1\nexpect: 2\n');
    expect(winnow(folder, 'select', 'plan.yaml', '-n').code).toBe(0);
  });
});

describe('rows of totals', () => {
  it('are reported if an id looks like one, whatever the plan uses', () => {
    const ids = ['t-1', 'Core Total', 't-2', 'Web Total:', 'Grand Total', 'SUMME', 'Gesamt Web', 'total-1', 'Two Sum'];
    const folder = folderOf({
      't.csv': csv([['id', 'team'], ...ids.map((id) => [id, 'a'])]),
      'plan.yaml': 'tasks: t.csv\ntake: all\n',
    });
    const { stdout } = winnow(folder, 'select', 'plan.yaml', '-n', '--verbose');
    expect(stdout).toMatch(/t\.csv:3 and 4 others: the id looks like that of a totals row/);
    const summary = winnow(folder, 'select', 'plan.yaml', '-n').stdout.replaceAll(/\s+/g, ' ');
    expect(summary).toMatch(/5 rows where the id looks like that of a totals row, .*: "Core Total", "Web Total:", /);
    expect(winnow(folder, 'inspect', 't.csv').stdout).toContain('the id looks like that of a totals row');
  });

  it.each(['Average', 'mean:', 'Durchschnitt'])('are also averages: %s', (id) => {
    const folder = folderOf({ 't.csv': `id,h\na,1\n${id},1\n`, 'plan.yaml': 'tasks: t.csv\ntake: all\n' });
    expect(winnow(folder, 'select', 'plan.yaml', '-n').stdout).toContain(`"${id}"`);
  });
});

describe('advice works as printed', () => {
  const files = {
    't.csv': csv([
      ['Key', 'Team', 'Due'],
      ['a', 'Web', '2026-12-01'],
      ['b', 'Web ', '2026-12-02'],
      ['c', 'web', '01/12/2026'],
      ['d', 'Core', '2026-12-04'],
    ]),
  };
  const select = (plan: string) => {
    const folder = folderOf({ ...files, 'plan.yaml': `tasks: t.csv\nseed: 1\n${plan}` });
    const { stdout, stderr, code } = winnow(folder, 'select', 'plan.yaml', '-n', '--verbose');
    return { text: stdout + stderr, code };
  };
  const columns = 'columns: { id: Key }\ntake: all\n';

  it('merges labels that a condition or a group takes apart', () => {
    for (const setting of ['where: { Team: Web }\n', 'by: Team\n']) {
      const [, advice = ''] = /To merge them, add (.*)\.\n/.exec(select(`${columns}${setting}`).text) ?? [];
      expect(advice).toBe('correct: { Team: { by: Team, values: { "Web ": "Web", "web": "Web" } } }');
      const merged = select(`${columns}${setting}${advice}\n`);
      expect(merged.code).toBe(0);
      expect(merged.text).not.toContain('To merge them');
    }
    expect(select(`${columns}where: { Team: [Web, "Web ", web] }\n`).text).not.toContain('To merge them');
  });

  it('names labels with spaces if a condition finds too few tasks', () => {
    const files = {
      't.csv': 'id,team\na,core\nb,"core "\nc,web\n',
      'plan.yaml': 'tasks: t.csv\nwhere: { team: core }\ntake: 2\nseed: 1\n',
    };
    const { stderr } = winnow(folderOf(files), 'select');
    expect(stderr).toContain('differ only in letter case or spaces: "core" and "core "');
  });

  it('merges labels that all have spaces, into one that has none', () => {
    const files = { 't.csv': 'id,Unnamed: 1\na, use case\nb, use case\t\nc,other\n' };
    const select = (rest: string) => {
      const folder = folderOf({ ...files, 'plan.yaml': `tasks: t.csv\ntake: all\nseed: 1\nby: "Unnamed: 1"\n${rest}` });
      return winnow(folder, 'select', 'plan.yaml', '-n', '--verbose').stdout;
    };
    const [, advice = ''] = /To merge them, add (.*)\.\n/.exec(select('')) ?? [];
    const merged = select(`${advice}\n`);
    expect(merged).toContain('Corrected (2 labels)\n  t: Unnamed: 1 of 1 task with Unnamed: 1  use case:');
    expect(merged).toMatch(/^ {2}use case +2 \/ 2$/m);
    expect(merged).not.toContain('To merge them');
  });

  const listed = {
    't.csv': 'id,Label,Label\na,IOS,x\nb,iOS,y\nc,Android,z\nd,"iOS,Android",\n',
  };
  const selectListed = (rest: string) => {
    const folder = folderOf({ ...listed, 'plan.yaml': `tasks: t.csv\ntake: all\n${rest}` });
    const { stdout, stderr } = winnow(folder, 'select', 'plan.yaml', '-n', '--verbose');
    return stdout + stderr;
  };

  it('tests a list for all spellings of a word, and for cells that have it among others', () => {
    const alike = selectListed('where: { Label: { has: iOS } }\n');
    expect(alike).toContain('To treat them alike, list all of them: Label: { has: [iOS, IOS] }.');
    expect(alike).toContain(
      '1 value of Label with a wanted word among others, which "has" does not match: "iOS,Android". To match such values too, list them: Label: { has: [iOS, "iOS,Android"] }.',
    );
    const both = selectListed('where: { Label: { has: ["iOS", "IOS", "iOS,Android"] } }\n');
    expect(both).toContain('t: 3 of 4 tasks');
    expect(both).not.toMatch(/alike|wanted word/);
    expect(selectListed('where: { Label: { has: Andr } }\n')).toContain(
      'to match those, use { has: [Android, "iOS,Android"] }.',
    );
    // Other words than the tested ones don't matter, even if a rule tests them.
    expect(selectListed('rules: [{ where: { Label: { has: x } }, at_least: 1 }]\n')).not.toContain('alike');
  });

  it('declares dates, names columns and writes numbers without commas', () => {
    expect(select(`${columns}rank: Due asc\n`).text).toContain('Declare it as a date: fields: { Due: date }.');
    expect(select(`${columns}rank: Due asc\nfields: { Due: date }\n`).code).toBe(0);
    expect(select(`${columns}fields: { title: text }\n`).text).toContain(
      'Set its column with columns: { title: COLUMN }',
    );
    expect(select('columns: { id: Key, title: Team }\ntake: all\nfields: { title: text }\n').code).toBe(0);
    expect(select(`${columns}run: { cost_usd: 3,000 }\n`).text).toContain('Write numbers without commas: 3000');
  });
});

describe('rows of one id that a plan tells apart', () => {
  it('are exported from the file that select reads, each task with its row', () => {
    const folder = folderOf({
      'plan.yaml': 'tasks: { path: t.csv, where: { share: { at_least: 0 } } }\ntake: all\n',
    });
    const rows = 'id,share,who\na,NA,x\na,0.5,J\u00fcrgen\nb,1,z\nb,1,z\n';
    writeFileSync(join(folder, 't.csv'), Buffer.from(rows, 'latin1'));
    expect(winnow(folder, 'select', 'plan.yaml').code).toBe(0);
    const { stdout } = winnow(folder, 'export', 'selection', '--to', 'csv', '--dataset', 't.csv', '--out', 'run');
    expect(stdout).toContain('1 row is not UTF-8 and is read as Latin-1');
    const lines = readFileSync(join(folder, 'run/tasks.csv'), 'utf8').trim().split('\n');
    expect(lines.slice(1).map((line) => line.split(',').slice(-2))).toEqual([
      ['0.5', 'Jürgen'],
      ['1', 'z'],
    ]);
  });
});
