import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { parquetOf } from '../support/parquet-of.js';
import { runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const planOf = (source: string, fields: string, rest = 'select: { take: all }') => `name: mine
phases: [Fix]
phase: Fix
fields: ${fields}
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 10, unknown: 0.5 } } }
benchmarks:
  own:
    source: ${source}
    ${rest}
`;

function write(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

function select(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = temporaryFolder();
  write(folder, files);
  const run = runWinnow(['select', 'plan.yaml', '--json', '-n'], { cwd: folder });
  return { ...run, folder, manifest: run.code === 0 ? (JSON.parse(run.stdout) as Manifest) : undefined };
}

const ids = (manifest: Manifest | undefined) => manifest?.tasks.map(({ task_id: id }) => id);
const warnings = (manifest: Manifest | undefined) => manifest?.warnings.map(({ message }) => message).join('\n') ?? '';

const task = (metadata: string) => `version = "1.0"\n[metadata]\n${metadata}\n[agent]\ntimeout_sec = 60\n`;
const harbor = Object.fromEntries(
  Array.from({ length: 6 }, (_, i) => [
    `tasks/t-${i}/task.toml`,
    task(
      `segment = "${i % 2 ? 'smb' : 'enterprise'}"\ntags = ["net"${i < 4 ? ', "smoke"' : ''}]\nchange = ${i - 3}\ntaxonomy = { task_type = "type-${i % 3}" }`,
    ),
  ]),
);

describe('custom fields in Harbor folders', () => {
  it('are found by their name in [metadata], and by a dotted path', () => {
    const plan = planOf(
      '{ path: tasks, columns: { type: metadata.taxonomy.task_type } }',
      '{ segment: { kind: label }, type: { kind: label }, change: { kind: number, negative: true } }',
      'select: { where: { segment: smb, change: { at_least: -2 } }, group: { by: type } }',
    );
    const { manifest } = select({ ...harbor, 'plan.yaml': plan });
    expect(ids(manifest)).toEqual(['t-1', 't-3', 't-5']);
    expect(manifest?.benchmarks[0]?.groups.map(({ value }) => value)).toEqual(['type-0', 'type-1', 'type-2']);
  });

  it('may be lists, tested for a word', () => {
    const plan = planOf(
      '{ path: tasks }',
      '{ segment: { kind: label } }',
      'select: { where: { tags: { has: smoke } } }',
    );
    expect(ids(select({ ...harbor, 'plan.yaml': plan }).manifest)).toEqual(['t-0', 't-1', 't-2', 't-3']);
    const bad = planOf('{ path: tasks }', '{ segment: { kind: label } }', 'select: { where: { tags: smoke } }');
    const run = select({ ...harbor, 'plan.yaml': bad });
    expect(run).toMatchObject({ code: 2 });
    expect(run.stdout).toContain('is a list; test it with { has: WORD }');
  });

  it('are refused where no task has them, and where a number below zero is not meant', () => {
    const misspelt = select({ ...harbor, 'plan.yaml': planOf('{ path: tasks }', '{ segmant: { kind: label } }') });
    expect(misspelt.code).toBe(2);
    expect(misspelt.stdout).toContain('no task has the field \\"segmant\\", which the plan declares');
    const negative = select({ ...harbor, 'plan.yaml': planOf('{ path: tasks }', '{ change: { kind: number } }') });
    expect(negative.manifest?.tasks).toHaveLength(6);
    expect(warnings(negative.manifest)).toContain(
      'tasks/t-0 and 2 others: "change" is negative and is ignored; to allow negative values, declare the field with negative: true.',
    );
    const nowhere = select({
      ...harbor,
      'plan.yaml': planOf('{ path: tasks, columns: { segment: metadata.segmant } }', '{ segment: { kind: label } }'),
    });
    expect(nowhere.stdout).toContain('there is no column \\"metadata.segmant\\". Did you mean \\"metadata.segment\\"?');
  });
});

const csv = (rows: readonly (readonly (string | number)[])[]) => rows.map((row) => `${row.join(',')}\n`).join('');

describe('source.where', () => {
  const rows = csv([
    ['id', 'split', 'category'],
    ...Array.from({ length: 12 }, (_, i) => [`t-${i}`, i < 5 ? 'test' : 'train', i < 5 ? 'fix' : '']),
  ]);

  it('defines the pool; tasks it leaves out are not classified and are counted separately', () => {
    const plan = planOf('{ path: t.csv, where: { split: test } }', '{ split: { kind: label } }', 'expect: 5').replace(
      'phase: Fix',
      'phase: { by: category, values: { fix: Fix } }',
    );
    const { manifest } = select({ 't.csv': rows, 'plan.yaml': plan });
    expect(manifest?.benchmarks[0]).toMatchObject({ available: 5, eligible: 5, outside_pool: 7 });
    expect(manifest?.metadata.total_available).toBe(5);
    expect(warnings(manifest)).toContain('own: source.where leaves 7 of 12 tasks out of the pool.');
  });

  it('is an error where it leaves nothing, and may not test what comes later', () => {
    const none = select({
      't.csv': rows,
      'plan.yaml': planOf('{ path: t.csv, where: { split: dev } }', '{ split: { kind: label } }'),
    });
    expect(none.stdout).toContain('source.where leaves out all 12');
    const late = select({
      't.csv': rows,
      'plan.yaml': planOf('{ path: t.csv, where: { phase: Fix } }', '{ split: { kind: label } }'),
    });
    expect(late.stdout).toContain('unknown field \\"phase\\"');
  });
});

describe('a joined table', () => {
  const pool = csv([['id'], ['a'], ['b'], ['c'], ['d']]);
  const plan = (join: string) => planOf(`{ path: t.csv, join: [${join}] }`, '{ effort: { kind: number } }');

  it('adds its columns by id, and counts ids with no match or several', async () => {
    const side = await parquetOf([
      { key: 'a', hours: '3' },
      { key: 'b', hours: '5' },
      { key: 'b', hours: '6' },
      { key: 'z', hours: '1' },
      { key: 'c', hours: '2' },
      { key: 'c', hours: '2' },
    ]);
    const text = plan('{ path: side.parquet, id: key, columns: { effort: hours } }').replace(
      'select: { take: all }',
      'select: { prefer: [effort desc] }',
    );
    const { manifest } = select({ 't.csv': pool, 'side.parquet': side, 'plan.yaml': text });
    expect(manifest?.tasks.map(({ task_id: id }) => id)).toHaveLength(4);
    const said = warnings(manifest);
    expect(said).toContain('1 id in the joined table does not match any task: "z"');
    expect(said).toContain('1 task has no row in the joined table: "d"');
    expect(said).toContain('1 task has conflicting rows in the joined table, which were ignored: "b"');
    expect(said).toContain('2 rows in the joined table repeat an earlier id');
  });

  it('counts for drift: a changed row is named by task and table', () => {
    const folder = temporaryFolder();
    const side = (b: number) =>
      csv([
        ['key', 'hours'],
        ['a', 1],
        ['b', b],
        ['c', 3],
        ['d', 4],
      ]);
    const text = plan('{ path: side.csv, id: key, columns: { effort: hours } }');
    write(folder, { 't.csv': pool, 'side.csv': side(2), 'plan.yaml': text });
    expect(runWinnow(['select', '-q'], { cwd: folder }).code).toBe(0);
    expect(runWinnow(['check'], { cwd: folder }).code).toBe(0);
    write(folder, { 'side.csv': side(5) });
    const { code, stdout } = runWinnow(['check'], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(/join side\.csv/);
    expect(stdout).toMatch(/"?b"?/);
  });

  it.each([
    ['{ path: nowhere.csv }', 'there is no such file'],
    ['{ path: side.csv }', 'there is no id, task_id, instance_id or Issue key column; the columns are key, hours'],
    ['{ path: side.csv, id: kee }', 'the joined table has no column \\"kee\\". Did you mean \\"key\\"?'],
    ['{ path: side.csv, id: key, columns: { effort: hour } }', 'has no column \\"hour\\". Did you mean \\"hours\\"?'],
    ['{ path: side.csv, id: hours, columns: { effort: hours } }', 'none of the 2 ids in the joined table match a task'],
  ])('is refused: %s', (join, message) => {
    const run = select({
      't.csv': pool,
      'side.csv': csv([
        ['key', 'hours'],
        ['a', 1],
        ['b', 2],
      ]),
      'plan.yaml': plan(join),
    });
    expect(run.code).toBe(2);
    expect(run.stdout).toContain(message);
  });
});

describe('a derived label', () => {
  it('is cut out of the id and marked so', () => {
    const plan = planOf(
      '{ path: t.csv, derive: { repo: { from: id, pattern: "{owner}__{name}-{n}", value: "{owner}/{name}" } } }',
      '{}',
      'components: { size: { lookup: repo, values: { acme/kit: 1 }, otherwise: 0 } }\n    select: { group: { by: repo } }',
    );
    const { manifest } = select({
      't.csv': csv([['id'], ['acme__kit-1'], ['acme__kit-2'], ['x__y-3']]),
      'plan.yaml': plan,
    });
    expect(manifest?.tasks.map(({ fields }) => fields['repo'])).toEqual(['acme/kit', 'acme/kit', 'x/y']);
    expect(manifest?.benchmarks[0]?.features).toEqual([
      { field: 'repo', measured: 0, declared: 0, derived: 3, defaulted: 0 },
    ]);
  });
});

describe('a number where a list stands', () => {
  it('is the length of a list that counts, and left out with a word where it does not', () => {
    const rows = [
      { id: 'a', files_changed: ['x.py', 'y.py'], stars: [1, 2] },
      { id: 'b', files_changed: 3, stars: 5 },
    ];
    const { manifest } = select({
      't.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      'plan.yaml': planOf('{ path: t.jsonl }', '{ stars: { kind: number } }'),
    });
    expect(manifest?.tasks.map(({ score }) => score)).toEqual([0.2, 0.3]);
    expect(warnings(manifest)).toContain('"stars" is a list, not a number, and is ignored');
  });
});

describe('the same id in two benchmarks', () => {
  const plan = (more: string) => `name: two
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { constant: 1 } } }
benchmarks:
  one: { source: { path: t.csv } }
  two: { source: { path: t.csv }${more} }
`;

  it('is not selected twice unless the plan says that it is another task', () => {
    const rows = csv([['id'], ['a'], ['b']]);
    const refused = select({ 't.csv': rows, 'plan.yaml': plan('') });
    expect(refused.code).toBe(2);
    expect(refused.stdout).toContain(
      'benchmarks \\"one\\" and \\"two\\": 2 ids would be selected in both: \\"a\\", \\"b\\"',
    );
    expect(select({ 't.csv': rows, 'plan.yaml': plan(', distinct: true') }).manifest?.tasks).toHaveLength(4);
  });

  it('is not looked for while a total cannot be shared', () => {
    const total = `total: { take: 2 }\n${plan('').replace('two: { source: { path: t.csv }', '$&, expect: 3')}`;
    const { code, stdout } = select({ 't.csv': csv([['id'], ['a'], ['b']]), 'plan.yaml': total });
    expect(code).toBe(2);
    expect(stdout).not.toContain('would be selected in both');
  });
});

describe('init on your own table', () => {
  const rows = csv([
    ['task_id', 'stars', 'team', 'delta'],
    ...Array.from({ length: 60 }, (_, i) => [`t-${i}`, (i * 7) % 50, i % 2 ? 'a' : 'b', i - 30]),
  ]);
  const init = (...args: string[]) => {
    const folder = temporaryFolder();
    write(folder, { 't.csv': rows });
    const made = runWinnow(['init', 't.csv', ...args], { cwd: folder });
    return { made, run: () => runWinnow(['select', '--json'], { cwd: folder }) };
  };
  const selected = (run: { stdout: string }) => JSON.parse(run.stdout) as Manifest;

  it('offers its columns and draws at random, because nothing ranks them', () => {
    const { made, run } = init();
    expect(made.stdout).toContain('delta, stars');
    expect(selected(run()).metadata.kind).toBe('representative');
  });

  it('samples, and ranks by a number', () => {
    expect(selected(init('--sample', '25').run()).metadata).toMatchObject({
      kind: 'representative',
      total_selected: 25,
    });
    const ranked = selected(init('--rank-by', 'stars', '--take', '5').run());
    expect(ranked.metadata).toMatchObject({ kind: 'focus', total_selected: 5 });
    expect(ids(ranked)?.toSorted()).toEqual(['t-14', 't-21', 't-28', 't-57', 't-7']);
    const least = selected(init('--rank-by', 'delta asc', '--take', '2').run());
    expect(ids(least)).toEqual(['t-0', 't-1']);
  });

  it('refuses impossible requests', () => {
    expect(init('--rank-by', 'star').made.stderr).toContain('Did you mean "stars"?');
    expect(init('--rank-by', 'team').made.stderr).toContain('there is no numeric field "team"');
    expect(init('--sample', '61').made.stderr).toContain('you asked for 61 tasks, but there are only 60.');
    expect(init('--sample', '5', '--take', '5').made.code).toBe(2);
    expect(init('--sample', '0').made.code).toBe(2);
  });
});

describe('ids in a column of another name', () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${JSON.stringify({ uid: i, area: i % 2 ? 'a' : 'b' })}\n`).join(
    '',
  );

  it('are told to inspect and init, which writes them into the plan', () => {
    const folder = temporaryFolder();
    write(folder, { 'rows.jsonl': rows });
    const without = runWinnow(['inspect', 'rows.jsonl'], { cwd: folder });
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('the columns are "uid", "area". To name the id column, use --id');
    const many = Array.from({ length: 20 }, (_, i) => `a_rather_long_name_${i}`);
    write(folder, { 'wide.csv': `${many.join()}\n${many.join()}\n` });
    expect(runWinnow(['inspect', 'wide.csv'], { cwd: folder }).stderr).toContain('in a plan columns: { id: COLUMN }');
    const seen = runWinnow(['inspect', 'rows.jsonl', '--id', 'uid'], { cwd: folder }).stdout;
    expect(seen).toMatch(/^rows\.jsonl: 30 tasks[\s\S]*Other columns \(1\)\n {2}area/);
    expect(runWinnow(['init', 'rows.jsonl', '--id', 'uid', '--sample', '8'], { cwd: folder }).code).toBe(0);
    const run = runWinnow(['select', '--json'], { cwd: folder });
    expect((JSON.parse(run.stdout) as Manifest).metadata).toMatchObject({ total_available: 30, total_selected: 8 });
  });
});

describe('what is likely misspelt', () => {
  const plan = (rest: string) => planOf('{ path: t.csv }', '{ team: { kind: label } }', rest);
  const rows = csv([
    ['id', 'team'],
    ['a', 'red'],
    ['b', 'blue'],
    ['c', 'red'],
  ]);

  it('is a warning in a filter that still leaves tasks, and an error in one that leaves none', () => {
    const some = select({ 't.csv': rows, 'plan.yaml': plan('select: { where: { team: [red, blu] } }') });
    expect(warnings(some.manifest)).toContain(
      'own: select.where: no task has team "blu". Did you mean "blue"? Values: blue, red.',
    );
    const none = select({ 't.csv': rows, 'plan.yaml': plan('select: { where: { team: rde } }') });
    expect(none.code).toBe(2);
    expect(none.stdout).toContain('none of its 3 tasks meets \\"where\\": no task has team \\"rde\\"');
  });

  it('are two benchmarks that read the same tasks, also where none is selected twice', () => {
    const two = planOf('{ path: t.csv }', '{ team: { kind: label } }', 'select: { where: { team: red } }').concat(
      '  other: { source: { path: t.csv }, select: { where: { team: blue } } }\n',
    );
    const { manifest } = select({ 't.csv': rows, 'plan.yaml': two });
    expect(warnings(manifest)).toContain('own and other have 3 ids in common, such as "a".');
  });
});

describe('a label that the plan declares', () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({
    id: `t-${i}`,
    files_changed: 1 + (i % 9),
    team: ['red', 'blue', ''][i % 3],
  }));
  const table = csv([
    ['id', 'files_changed', 'team'],
    ...rows.map(({ id, files_changed, team }) => [id, files_changed, team ?? '']),
  ]);
  const plan = `seed: 3\n${planOf('{ path: t.csv }', '{ team: { kind: label } }', 'select: { take: 30, prefer: [random] }')}`;
  const results = (manifest: Manifest) =>
    csv([
      ['task', 'configuration', 'reward'],
      ...manifest.tasks.flatMap(({ task_id: id }, i) => [
        [id, 'a', i % 2],
        [id, 'b', i % 3 === 0 ? 0 : 1],
      ]),
    ]);
  const folder = suiteFolder();
  const run = (...args: string[]) => runWinnow(args, { cwd: folder });
  let chosen = '';
  beforeAll(() => {
    write(folder, { 't.csv': table, 'plan.yaml': plan });
    chosen = run('select').stdout;
  });
  const manifest = () => JSON.parse(readFileSync(join(folder, 'selection/selection.json'), 'utf8')) as Manifest;

  it('is told of every task, with those that lack it counted', () => {
    expect(chosen).toMatch(/\nteam\n(?: {2}\w+ +\d+ \/ 20\n){3}/);
    expect(chosen).toMatch(/unknown +\d+ \/ 20/);
    expect(new Set(manifest().tasks.map(({ fields }) => fields['team']))).toEqual(new Set(['red', 'blue', null]));
    expect(manifest().benchmarks[0]?.population?.by['team']).toEqual({ '': 20, blue: 20, red: 20 });
    const [head = '', ...lines] = readFileSync(join(folder, 'selection/selection.csv'), 'utf8').split('\n');
    const at = head.split(',').indexOf('team');
    expect(lines.slice(0, 30).map((line) => line.split(',')[at])).toEqual(
      manifest().tasks.map(({ fields }) => fields['team'] ?? ''),
    );
  });

  it('divides and weights results, and is compared with the pool', () => {
    write(folder, { 'r.csv': results(manifest()) });
    const { stdout } = run('estimate', 'selection', 'r.csv', '--by', 'team', '--weight-by', 'team', '--json');
    const { parts } = JSON.parse(stdout).configurations[0].readings[0];
    expect(parts.map(({ by, value }: { by: string; value: string }) => `${by} ${value}`)).toEqual([
      'team ',
      'team blue',
      'team red',
    ]);
    expect(run('estimate', 'selection', 'r.csv', '--by', 'taem').stderr).toMatch(/Did you mean "team"\?/);
    expect(run('assess', 'balance', 'selection').stdout).toMatch(/\nBy team: .*\n.*\n {2}unknown +20/);
    expect(run('check').code).toBe(0);
  });
});
