import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { expandPlan } from '../../src/core/plan/expand-plan.js';
import { inDepth } from '../support/depth.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A plan as far as these tests look at it. */
interface PlanFile {
  readonly name: string;
  readonly total?: { readonly take: number };
  readonly benchmarks: Record<
    string,
    {
      readonly source: { readonly path: string | readonly string[]; readonly format: string };
      readonly distinct?: boolean;
      readonly exclude?: readonly object[];
      readonly select: { readonly take: number | 'all'; readonly group?: { readonly by: string } };
    }
  >;
}

/** Writes the files, makes a plan for the paths and runs it; the run must succeed. */
function initAndSelect(files: Record<string, string>, paths: readonly string[], args: readonly string[] = []) {
  return initAnd(0, files, paths, args);
}

/** The same where the run ends with another exit code. */
function initAnd(
  code: number | undefined,
  files: Record<string, string>,
  paths: readonly string[],
  args: readonly string[] = [],
) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const init = runWinnow(['init', ...paths, ...args], { cwd: folder });
  expect({ code: init.code, stderr: init.stderr }).toEqual({ code: 0, stderr: '' });
  const out = args.includes('--out') ? (args[args.indexOf('--out') + 1] ?? '') : 'plan.yaml';
  const select = runWinnow(['select', out], { cwd: folder });
  if (code !== undefined) expect(select).toMatchObject(code === 0 ? { code, stderr: '' } : { code });
  const text = readFileSync(join(folder, out), 'utf8');
  return { folder, init, select, text, plan: expandPlan(parse(text)).data as PlanFile };
}

const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const many = (count: number, make: (i: number) => object) => lines(Array.from({ length: count }, (_, i) => make(i)));
const fixtures = join(projectRoot, 'test/sources/fixtures');

describe('the plan runs at once', () => {
  // All of them run together below; alone a task folder, a table and a registry stand for the rest.
  it.each(inDepth(readdirSync(fixtures), ['harbor', 'harbor-registry', 'swe-bench']))('on the fixture %s', (name) => {
    initAndSelect({}, [join(fixtures, name)]);
  });

  it('on all fixtures together, a benchmark each', () => {
    const { plan } = initAndSelect({}, [fixtures]);
    expect(Object.keys(plan.benchmarks)).toEqual(readdirSync(fixtures).sort());
  });

  it('on the examples', () => {
    const { plan } = initAndSelect({}, [join(projectRoot, 'examples/review-assistant')]);
    expect(Object.values(plan.benchmarks)).toMatchObject([{ select: { take: 10 } }]);
  });

  it('on the pool that ships, where the records name seven benchmarks', () => {
    const { plan, init } = initAndSelect({}, [join(projectRoot, 'data/ccb/pool.jsonl')]);
    expect(Object.keys(plan.benchmarks)).toContain('ccb_swebenchpro');
    expect(Object.keys(plan.benchmarks)).toHaveLength(7);
    expect(init.stdout).toMatch(/^Wrote plan\.yaml: 7 benchmarks, 826 tasks\n/);
  });

  it('on a table with columns that have the names of derived fields', () => {
    const csv = `id,score,phase,language\n${Array.from({ length: 30 }, (_, i) => `t${i},${i},x,${i % 2 ? 'go' : 'c'}\n`).join('')}`;
    const { plan } = initAndSelect({ 't.csv': csv }, ['t.csv']);
    expect(plan.benchmarks['t']?.select).toEqual({ take: 10, prefer: ['random'] });
  });

  it('on a table with columns that differ only in symbols, each a field', () => {
    const rows = Array.from({ length: 12 }, (_, i) => `t${i},${i},${(7 * i) % 12}`).join('\n');
    const { init } = initAndSelect({ 'a.csv': `id,Lines +,Lines -\n${rows}\n` }, ['a.csv']);
    expect(init.stdout).toContain('Columns  Lines +, Lines -\n');
  });

  it('twice, although the folder now contains the selection', () => {
    const { folder } = initAndSelect({ 'a.jsonl': many(12, (i) => ({ id: `t${i}` })) }, ['.']);
    expect(runWinnow(['select', 'plan.yaml'], { cwd: folder }).code).toBe(0);
  });
});

describe('the same tasks in two formats', () => {
  const folders = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `b/tasks/kit-${i}/task.toml`,
        `[task]\nid = "kit-${i}"\nlanguage = "go"\ncategory = "bug_fix"\ndifficulty = "hard"\nrepo = "acme/kit"\n`,
      ]),
    );
  const rows = (count: number) =>
    many(count, (i) => ({ instance_id: `kit-${i}`, repo: 'acme/kit', base_commit: 'a', problem_statement: 'x' }));

  it('are kept in the format with more fields, with a note', () => {
    const { plan, text, init } = initAndSelect({ ...folders(12), 'b/rows.jsonl': rows(12) }, ['.']);
    expect(Object.keys(plan.benchmarks)).toHaveLength(1);
    const note =
      /Left out 12 tasks in \S*rows\.jsonl \(swe-bench\), because \S+ \(harbor\) contains all of them with more fields/;
    expect(init.stdout).toMatch(note);
    expect(text).toMatch(/^# Left out 12 tasks in /m);
  });

  it('are excluded from the format with fewer fields if each has other tasks, with a question', () => {
    const { plan, text } = initAndSelect({ ...folders(12), 'b/rows.jsonl': rows(14) }, ['b']);
    expect(Object.values(plan.benchmarks).map(({ distinct }) => distinct)).toEqual([undefined, undefined]);
    expect(Object.values(plan.benchmarks).map(({ exclude = [] }) => exclude.length)).toEqual([12, 0]);
    expect(text).toMatch(
      /# OPEN: 12 ids are also in \S+, such as "kit-\d+", so they are excluded here\. Are they the same/,
    );
    expect(text).toMatch(/- \{ id: kit-0, reason: duplicate, evidence: also in \S+ \}/);
  });
});

describe('the plan', () => {
  it('begins with its schema, and has neither phases nor a score', () => {
    const { text } = initAndSelect({}, [fixtures]);
    expect(text).toMatch(/^# yaml-language-server: \$schema=\S+schema\/plan\.schema\.json\n# Written by "winnow init"/);
    expect(text).not.toMatch(/^\s*(?:phases?|score|components|fields|expect):/m);
  });

  it('of a table is a few lines, which say only what was asked for', () => {
    const csv = `id,team,LOC changed\n${Array.from({ length: 50 }, (_, i) => `t${i},${'ab'[i % 2]},${i}\n`).join('')}`;
    const body = (...args: string[]) =>
      initAndSelect({ 'my tasks.csv': csv }, ['my tasks.csv'], args)
        .text.split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'));
    expect(body()).toEqual(['name: my-tasks', 'tasks: my tasks.csv', 'take: 10', 'seed: 1']);
    expect(body('--sample', '7')).toEqual(['name: my-tasks', 'tasks: my tasks.csv', 'take: 7', 'seed: 1']);
    expect(body('--rank-by', 'LOC changed', '--take', '5')).toEqual([
      'name: my-tasks',
      'tasks: my tasks.csv',
      'take: 5',
      'rank: LOC changed',
    ]);
    expect(initAndSelect({ 't.csv': csv }, ['t.csv']).text).toContain('# Columns you can use: LOC changed, team.\n');
  });

  it('takes all of a small benchmark and a fifth of a large one, together', () => {
    const { plan } = initAndSelect(
      {
        'small/a.jsonl': many(10, (i) => ({ id: `a${i}` })),
        'large/b.jsonl': many(200, (i) => ({ id: `t${i}`, repo: `r/${i % 4}`, files_changed: i })),
      },
      ['small', 'large'],
    );
    expect(plan.total).toEqual({ take: 50, at_least: 1 });
    expect(Object.keys(plan.benchmarks)).toEqual(['small', 'large']);
  });

  it('leaves out files whose ids are all in another file, and keeps the rest together', () => {
    const files = {
      'd/full.jsonl': many(20, (i) => ({ id: `t${i}` })),
      'd/lite.jsonl': many(5, (i) => ({ id: `T${i}` })),
      'd/t1.json': '{"id": "t1"}',
      'd/more.json': '{"id": "u1"}',
      'd/newer.jsonl': many(15, (i) => ({ id: `t${i + 10}` })),
    };
    const { plan, text } = initAndSelect(files, ['d']);
    expect(
      Object.entries(plan.benchmarks).map(([key, { source, exclude = [] }]) => [key, source.path, exclude.length]),
    ).toEqual([
      ['full', ['d/full.jsonl', 'd/more.json'], 0],
      ['newer', 'd/newer.jsonl', 10],
    ]);
    expect(text).toContain('# Left out 5 tasks in d/lite.jsonl, because all of them are also in d/full.jsonl');
    expect(text).toContain('# Left out 1 task in d/t1.json, because all of them are also in d/full.jsonl');
  });

  it('of a tree of collections runs at once, without the tasks that would stop it', () => {
    const folder = (name: string) =>
      Object.fromEntries(
        Array.from({ length: 4 }, (_, i) => [
          `all/datasets/${name}/${name}-${i}/task.toml`,
          `[task]\nid = "${name}-${i}"\nlanguage = "go"\n`,
        ]),
      );
    const files = {
      ...folder('one'),
      ...folder('two'),
      'all/lists/chosen.jsonl': many(3, (i) => ({ id: `one-${i}` })),
      'all/registry/rows.jsonl': lines([
        { id: 'a', benchmark: 'twice', x: 1 },
        { id: 'a', benchmark: 'twice', x: 2 },
        { id: '0', benchmark: 'maths' },
        { id: '0', benchmark: 'physics' },
      ]),
      'all/runs.csv': 'task_id,config,reward\none-0,a,1\none-0,b,0\n',
    };
    const { plan, init } = initAndSelect(files, ['all']);
    expect(Object.entries(plan.benchmarks).map(([key, { distinct }]) => [key, distinct])).toEqual([
      ['one', undefined],
      ['two', undefined],
      ['maths', undefined],
      ['physics', true],
    ]);
    expect(init.stdout).toContain(
      'Left out 3 tasks in all/lists/chosen.jsonl (table), because all of them are also in one.',
    );
    expect(init.stdout).toMatch(/Left out 2 tasks in twice because of 1 duplicate id, such as "a"\./);
    expect(init.stdout).toMatch(/all\/runs\.csv: contains results, not tasks: 2 results from 2 systems on 1 task .*\./);
  });

  it('is refused for fewer tasks than there are benchmarks, which select would refuse', () => {
    const cwd = temporaryFolder();
    for (const name of ['a', 'b']) {
      mkdirSync(join(cwd, 'p', name), { recursive: true });
      writeFileSync(
        join(cwd, 'p', name, 'x.jsonl'),
        many(6, (i) => ({ id: `${name}${i}` })),
      );
    }
    const { code, stderr } = runWinnow(['init', 'p', '--sample', '1'], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining('1 task is too few for 2 benchmarks')]);
    expect(runWinnow(['init', 'p', '--sample', '2'], { cwd }).code).toBe(0);
    expect(runWinnow(['select', '-q'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  it('of results has the tasks that they name, with a note', () => {
    const matrix = lines([
      { subject_id: 'a', responses: { t1: 1, t2: 0 } },
      { subject_id: 'b', responses: { t1: 0, t3: 1 } },
    ]);
    const long = 'task_id,config,reward,language\nt1,a,1,go\nt1,b,0,go\nt2,a,0,c\n';
    const wide = 'task_id,a,b\nt1,1,0\nt2,0,\n';
    for (const [name, text, tasks] of [
      ['m.jsonl', matrix, 3],
      ['l.csv', long, 2],
      ['w.csv', wide, 2],
    ] as const) {
      const { plan, init, folder } = initAndSelect({ [name]: text }, [name]);
      expect(Object.values(plan.benchmarks)).toMatchObject([{ source: { path: name, format: 'results' } }]);
      expect(init.stdout).toContain(`1 benchmark, ${tasks} task`);
      expect(init.stdout).toMatch(/the pool consists of the tasks in \d results from 2 systems/);
      expect(runWinnow(['check'], { cwd: folder }).code).toBe(0);
    }
    // A plan that names no format reads them in the same way where there is nothing else.
    const { folder } = initAndSelect({ 'm.jsonl': matrix }, ['m.jsonl']);
    writeFileSync(join(folder, 'plan.yaml'), 'name: m\ntasks: m.jsonl\n');
    expect(runWinnow(['select', '-q'], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
  });

  it('makes each folder of a pile a benchmark', () => {
    const file = (repo: string) => many(6, (i) => ({ id: `t${i}`, repo }));
    const { plan, text } = initAndSelect(
      { 'p/one/tasks/x.jsonl': file('a'), 'p/two/x.jsonl': file('b'), 'p/x.jsonl': file('c') },
      ['p'],
    );
    expect(Object.values(plan.benchmarks).map(({ distinct }) => distinct)).toEqual([undefined, true, true]);
    expect(text).toContain(
      '6 ids are also in one, such as "t0", but with a different repository, language or category, so they are treated as different tasks',
    );
    expect(Object.values(plan.benchmarks).map(({ source }) => source.path)).toEqual([
      'p/one/tasks/x.jsonl',
      'p/two/x.jsonl',
      'p/x.jsonl',
    ]);
    expect(Object.keys(plan.benchmarks)).toEqual(['one', 'two', 'x']);
  });

  it('asks about ids that are in two benchmarks with the same data, and selects none twice', () => {
    const file = many(6, (i) => ({ id: `t${i}` }));
    const both = { 'p/one/x.jsonl': file, 'p/two/x.jsonl': file };
    // In one path, one of them is enough.
    expect(Object.keys(initAndSelect(both, ['p']).plan.benchmarks)).toEqual(['x']);
    const { text, select } = initAnd(2, both, ['p/one', 'p/two']);
    expect(text).toContain('# OPEN: two: 6 ids are also in one, such as "t0". Are they the same tasks? If so, narrow');
    expect(select.stderr).toContain('benchmarks "one" and "two": 6 ids would be selected in both: "t0", "t1", "t2", …');
  });

  it('notes unreadable lines and names that a plan cannot use', () => {
    const { text, init } = initAndSelect(
      { 'a.jsonl': `${lines([{ id: 'a' }, { id: 'b', benchmark: 'x y' }, { id: 'c', benchmark: 'z' }])}nonsense\n` },
      ['a.jsonl'],
    );
    for (const said of [text, init.stdout]) {
      expect(said).toContain('Could not read a.jsonl:4: the line is not JSON');
      expect(said).toContain('Left out 1 task in benchmark "x y", because its name has spaces or slashes');
      expect(said).toContain('1 of 2 tasks does not name a benchmark. Does it belong to z?');
    }
  });

  it('warns that select rejects repeated ids', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), lines([{ id: 'a' }, { id: 'A' }]));
    const { code, stdout } = runWinnow(['init', 'a.jsonl'], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain('a: "winnow select" rejects 1 duplicate id (ignoring letter case), such as "A"');
  });
});

describe('the file', () => {
  it('is written to --out, with paths relative to it', () => {
    const { plan } = initAndSelect(
      { 'in/a.jsonl': lines([{ id: 'a' }]) },
      ['in'],
      ['--out', 'x/y/p.yaml', '--name', 'n1'],
    );
    expect(plan).toMatchObject({ name: 'n1', benchmarks: { a: { source: { path: '../../in/a.jsonl' } } } });
  });

  it('is printed instead with --dry-run, and taken from standard input by other commands', () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'a.jsonl'),
      many(5, (i) => ({ id: `a${i}`, patch: '' })),
    );
    const { code, stdout, stderr } = runWinnow(['init', 'a.jsonl', '--dry-run', '--take', '2'], { cwd: folder });
    expect({ code, stderr, files: readdirSync(folder) }).toEqual({ code: 0, stderr: '', files: ['a.jsonl'] });
    const piped = (input: string, ...args: string[]) => runWinnow([...args], { cwd: folder, input });
    expect(piped(stdout, 'select', '-', '-n').stdout).toContain('2 of 5 tasks');
    expect(piped(stdout, 'explain', 'a0', '--plan', '-')).toMatchObject({ code: 0, stderr: '' });
    const wrong = piped(`${stdout}x: 1\n`, 'select', '-', '-n');
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toMatch(/-:\d+:1 \(x\): unknown key "x"/);
    expect(piped('', 'select', '-', '-n').code).toBe(2);
  });

  it('is not replaced without --force', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), lines([{ id: 'a' }]));
    writeFileSync(join(folder, 'plan.yaml'), 'mine');
    const { code, stderr, stdout } = runWinnow(['init', 'a.jsonl'], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('plan.yaml: the file already exists.');
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toBe('mine');
    writeFileSync(join(folder, 'plan.yaml'), 'phases: mine');
    expect(runWinnow(['init', 'a.jsonl', '--force'], { cwd: folder }).code).toBe(0);
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toContain('name: a');
  });

  it.each([
    [['nowhere'], /nowhere: there is no such file or folder/],
    [['empty'], /empty: no tasks found/],
    [['a.jsonl', '--name', 'a b'], /the plan name "a b" is not valid/],
    [[], /missing required argument/],
  ])('is not written for %j', (args, message) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'empty'));
    writeFileSync(join(folder, 'a.jsonl'), lines([{ id: 'a' }]));
    const { code, stderr } = runWinnow(['init', ...args], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(existsSync(join(folder, 'plan.yaml'))).toBe(false);
  });
});
