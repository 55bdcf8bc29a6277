import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inDepth } from '../support/depth.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A plan as far as these tests look at it. */
interface PlanFile {
  readonly name: string;
  readonly phases: readonly string[];
  readonly score: { readonly weights: Record<string, number> };
  readonly benchmarks: Record<
    string,
    {
      readonly source: { readonly path: string | readonly string[]; readonly format: string };
      readonly expect: number;
      readonly phase: string | { readonly values: Record<string, string>; readonly otherwise?: string };
      readonly components: Record<string, Record<string, unknown>>;
      readonly distinct?: boolean;
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
  return { folder, init, select, text, plan: parse(text) as PlanFile };
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
    expect(plan.benchmarks['review-assistant']).toMatchObject({ expect: 52, select: { take: 10 } });
  });

  it('on the pool that ships, where the records name seven benchmarks', () => {
    const { plan, init } = initAndSelect({}, [join(projectRoot, 'data/ccb/pool.jsonl')]);
    expect(Object.entries(plan.benchmarks).map(([key, { expect: count }]) => [key, count])).toContainEqual([
      'ccb_swebenchpro',
      731,
    ]);
    expect(Object.keys(plan.benchmarks)).toHaveLength(7);
    expect(plan.phases).not.toContain('Unclassified');
    expect(init.stdout).toMatch(/^Wrote plan\.yaml: 7 benchmarks, 826 tasks\n/);
  });

  it('on a table with columns that have the names of derived fields', () => {
    const csv = `id,score,phase,language\n${Array.from({ length: 30 }, (_, i) => `t${i},${i},x,${i % 2 ? 'go' : 'c'}\n`).join('')}`;
    const { plan } = initAndSelect({ 't.csv': csv }, ['t.csv']);
    expect(plan.benchmarks['t']?.select).toEqual({ take: 10, prefer: ['random'] });
  });

  it('twice, although the selection now lies in the folder', () => {
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

  it('are kept in the format that says more, which is said', () => {
    const { plan, text, init } = initAndSelect({ ...folders(12), 'b/rows.jsonl': rows(12) }, ['.']);
    expect(Object.keys(plan.benchmarks)).toHaveLength(1);
    const note =
      /Not used: 12 tasks of \S*rows\.jsonl \(swe-bench\), all of them also in \S+ \(harbor\), which says more/;
    expect(init.stdout).toMatch(note);
    expect(text).toMatch(/^# Not used: 12 tasks of /m);
  });

  it('are asked about where each has others', () => {
    // Whether a task is selected twice, and the run is then refused, is left to chance.
    const { plan, text } = initAnd(undefined, { ...folders(12), 'b/rows.jsonl': rows(14) }, ['b']);
    expect(Object.values(plan.benchmarks).map(({ distinct }) => distinct)).toEqual([undefined, undefined]);
    expect(text).toMatch(/# OPEN: 12 tasks of 1[24], such as "kit-\d+", also in /);
  });
});

describe('the plan', () => {
  it('begins with its schema, and its weights sum to 1', () => {
    const { text, plan } = initAndSelect({}, [fixtures]);
    expect(text).toMatch(/^# yaml-language-server: \$schema=\S+schema\/plan\.schema\.json\n#\n# A starter plan/);
    const sum = Object.values(plan.score.weights).reduce((total, weight) => total + Math.round(weight * 100), 0);
    expect(sum).toBe(100);
  });

  it('quotes categories and asks about those that say nothing', () => {
    const odd = ['bug: x', '#1', 'a, b]', '{y}', 'null', '1.0', '<<', '- d', '"q"', 'new\nline', ' pad ', '__proto__'];
    const { plan, text, init } = initAndSelect(
      { 'a b.jsonl': many(odd.length * 2, (i) => ({ id: `t${i}`, category: odd[i % odd.length] })) },
      ['a b.jsonl'],
    );
    const phase = plan.benchmarks['a-b']?.phase;
    expect(typeof phase === 'object' && Object.keys(phase.values).sort()).toEqual(odd.slice(0, -1).sort());
    expect(typeof phase === 'object' && phase.values['bug: x']).toBe('Bug fix');
    expect(text).toContain('  # OPEN: category "new\\u000aline" (2 tasks): which phase is it?\n');
    expect(init.stdout).toContain('a-b: category "#1" (2 tasks): which phase is it?');
  });

  it('takes a category for a phase by its words', () => {
    const phaseOf = {
      cross_module_bug_fix: 'Bug fix',
      'swe-bench': 'Bug fix',
      debugging: 'Bug fix',
      feature_implementation: 'Feature',
      crossFileRefactoring: 'Refactoring',
      'unit-test': 'Testing',
      'package-documentation': 'Documentation',
      architectural_understanding: 'Design',
      'find-in-codebase': 'Discovery',
      devops: 'Maintenance',
      prefix: 'Unclassified',
      docker: 'Unclassified',
      latest: 'Unclassified',
    };
    const tasks = Object.keys(phaseOf).map((category) => ({ id: category, category }));
    const { plan } = initAndSelect({ 'a.jsonl': lines(tasks) }, ['a.jsonl']);
    expect(plan.benchmarks['a']?.phase).toEqual({ by: 'category', values: phaseOf });
    expect(plan.phases.toSorted()).toEqual([...new Set(Object.values(phaseOf))].sort());
  });

  it.each([
    ['devops', 'Maintenance'],
    ['docker', 'Unclassified'],
  ])('takes the category %s, where all have it, for %s', (category, phase) => {
    expect(initAndSelect({ 'a.jsonl': lines([{ id: 'a', category }]) }, ['a.jsonl']).plan.phases).toEqual([phase]);
  });

  it('asks about everything that it had to assume', () => {
    const { plan, text } = initAndSelect(
      {
        'a.jsonl': many(40, (i) => ({
          id: `t${i}`,
          ...(i < 10 ? {} : { category: 'test_fix' }),
          difficulty: ['easy', 'hard', 'odd'][i % 3],
          ...(i % 2 ? { files_changed: i } : {}),
        })),
      },
      ['a.jsonl'],
    );
    expect(plan.benchmarks['a']).toMatchObject({
      phase: { values: { test_fix: 'Bug fix' }, otherwise: 'Unclassified' },
      components: {
        spread: { ramp: 'files_changed', full: 36, unknown: 0.5 },
        difficulty: { lookup: 'difficulty', values: { easy: 0.25, hard: 0.75 }, otherwise: 0.5 },
      },
    });
    expect(text).toContain('# OPEN: category "test_fix" (30 tasks): Bug fix or Testing? Bug fix is taken.');
    expect(text).toContain('# OPEN: no category (10 tasks): which phase are they?');
    expect(text).toContain('# OPEN: difficulty "odd": how hard is that?');
  });

  it('takes all of a small benchmark and a fifth of a large one, by repository', () => {
    const { plan } = initAndSelect(
      {
        'small/a.jsonl': many(10, (i) => ({ id: `a${i}` })),
        'large/b.jsonl': many(200, (i) => ({ id: `t${i}`, repo: `r/${i % 4}`, files_changed: i })),
      },
      ['small', 'large'],
    );
    expect(plan.benchmarks['small']?.select).toEqual({ take: 'all', prefer: ['score desc'] });
    expect(plan.benchmarks['large']?.select).toMatchObject({
      take: 40,
      group: { by: 'repo', share: 'proportional', at_least: 0 },
    });
  });

  it('makes files that repeat each other’s ids benchmarks of their own', () => {
    const { plan } = initAndSelect(
      { 'd/full.jsonl': many(20, (i) => ({ id: `t${i}` })), 'd/lite.jsonl': many(5, (i) => ({ id: `T${i}` })) },
      ['d'],
    );
    expect(Object.keys(plan.benchmarks)).toEqual(['full', 'lite']);
  });

  it('takes each folder of a pile for a benchmark', () => {
    const file = (repo: string) => many(6, (i) => ({ id: `t${i}`, repo }));
    const { plan, text } = initAndSelect(
      { 'p/one/tasks/x.jsonl': file('a'), 'p/two/x.jsonl': file('b'), 'p/x.jsonl': file('c') },
      ['p'],
    );
    expect(Object.values(plan.benchmarks).map(({ distinct }) => distinct)).toEqual([undefined, true, true]);
    expect(text).toContain(
      '6 ids, such as "t0", also in one, of another repository, language or category, so they are taken for other tasks',
    );
    expect(Object.values(plan.benchmarks).map(({ source }) => source.path)).toEqual([
      'p/one/tasks/x.jsonl',
      'p/two/x.jsonl',
      'p/x.jsonl',
    ]);
    expect(Object.keys(plan.benchmarks)).toEqual(['one', 'two', 'x']);
  });

  it('asks about ids that stand in two benchmarks with the same data, and selects none twice', () => {
    const file = many(6, (i) => ({ id: `t${i}` }));
    const { text, select } = initAnd(2, { 'p/one/x.jsonl': file, 'p/two/x.jsonl': file }, ['p']);
    expect(text).toContain('# OPEN: 6 ids, such as "t0", also in one: the same tasks? "winnow select" stops');
    expect(select.stderr).toContain('benchmarks "one" and "two": 6 ids would be selected in both: "t0", "t1", "t2", …');
  });

  it('notes what could not be read and what no plan can name', () => {
    const { text, init } = initAndSelect(
      { 'a.jsonl': `${lines([{ id: 'a' }, { id: 'b', benchmark: 'x y' }, { id: 'c', benchmark: 'z' }])}nonsense\n` },
      ['a.jsonl'],
    );
    for (const said of [text, init.stdout]) {
      expect(said).toContain('Not read: a.jsonl:4: the line is not JSON');
      expect(said).toContain('Not used: 1 task of the benchmark "x y", which cannot be a key of a plan');
      expect(said).toContain('1 task of 2 name no benchmark: do they belong to z?');
    }
  });

  it('says that repeated ids will stop its run', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), lines([{ id: 'a' }, { id: 'A' }]));
    const { code, stdout } = runWinnow(['init', 'a.jsonl'], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain(
      'a: 1 id that another task has too, letter case apart, such as "A": "winnow select" stops',
    );
  });
});

describe('the file', () => {
  it('lies where --out says, with paths that lead from there', () => {
    const { plan } = initAndSelect(
      { 'in/a.jsonl': lines([{ id: 'a' }]) },
      ['in'],
      ['--out', 'x/y/p.yaml', '--name', 'n1'],
    );
    expect(plan).toMatchObject({ name: 'n1', benchmarks: { in: { source: { path: '../../in/a.jsonl' } } } });
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
    expect(stderr).toContain('plan.yaml: the file is there already.');
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toBe('mine');
    writeFileSync(join(folder, 'plan.yaml'), 'phases: mine');
    expect(runWinnow(['init', 'a.jsonl', '--force'], { cwd: folder }).code).toBe(0);
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toContain('name: a');
  });

  it.each([
    [['nowhere'], /nowhere: there is no such file or folder/],
    [['empty'], /empty: no tasks were found/],
    [['a.jsonl', '--name', 'a b'], /the name "a b" must be made of letters/],
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

  it('is announced as the page on it shows', () => {
    const page = readFileSync(join(projectRoot, 'docs/inspecting.md'), 'utf8');
    const [, shown] = [...page.matchAll(/```text\n([\s\S]*?)\n```/g)].map(([, text]) => text);
    const out = join(temporaryFolder(), 'plan.yaml');
    const { stdout } = runWinnow(['init', 'examples/review-assistant', '--out', out]);
    expect(stdout.replaceAll(out, 'plan.yaml')).toBe(`${shown}\n`);
  });
});
