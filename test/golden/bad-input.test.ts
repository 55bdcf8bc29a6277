import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultText, WinnowError } from '../../src/core/model/errors.js';
import { runPlan } from '../../src/core/pipeline.js';
import { loadPlan } from '../../src/disk/load-plan.js';
import { readPools } from '../../src/sources/read-pools.js';
import { inDepth } from '../support/depth.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const goodPlan = `name: small
phases: [Fix, Test]
score:
  name: size
  weights: { size: 0.5, kind: 0.5 }
  components:
    size: { ramp: files_changed, full: 10, unknown: 0.5 }
    kind: { lookup: category, values: { bug: 1, test: 0.5 } }
phase: { by: category, values: { bug: Fix, test: Test } }
benchmarks:
  one:
    source: { path: one.jsonl }
    expect: 4
    select:
      take: 2
      group: { by: repo, at_least: 1 }
      prefer: [files_changed desc]
`;
const goodPool = [
  { id: 'a', category: 'bug', repo: 'r/x', language: 'go', files_changed: 4 },
  { id: 'b', category: 'test', repo: 'r/x', language: 'go', files_changed: 2 },
  { id: 'c', category: 'bug', repo: 'r/y', language: 'c', files_changed: 9 },
  { id: 'd', category: 'bug', repo: 'r/y', language: 'c' },
]
  .map((task) => `${JSON.stringify(task)}\n`)
  .join('');

interface Change {
  readonly plan?: readonly [string, string];
  readonly pool?: string | readonly [string, string];
}

/** A folder with a plan and pool made from the good ones; what is replaced must be there. */
function folderWith(change: Change): string {
  const folder = temporaryFolder();
  let plan = goodPlan;
  let pool = goodPool;
  if (change.plan !== undefined) {
    expect(plan).toContain(change.plan[0]);
    plan = plan.replace(change.plan[0], change.plan[1]);
  }
  if (typeof change.pool === 'string') pool = change.pool;
  else if (change.pool !== undefined) {
    expect(pool).toContain(change.pool[0]);
    pool = pool.replace(change.pool[0], change.pool[1]);
  }
  writeFileSync(join(folder, 'plan.yaml'), plan);
  writeFileSync(join(folder, 'one.jsonl'), pool);
  return folder;
}

function run(change: Change, args: string[] = []) {
  const folder = folderWith(change);
  const result = runWinnow(['select', 'plan.yaml', '--verbose', ...args], { cwd: folder });
  return { ...result, written: existsSync(join(folder, 'selection')), folder };
}

/** What the program tells of the same plan and pool, without the command line around it. */
async function toldOf(change: Change): Promise<string> {
  try {
    const plan = await loadPlan(join(folderWith(change), 'plan.yaml'));
    runPlan(plan, await readPools(plan));
    return '';
  } catch (error) {
    if (error instanceof WinnowError) return error.faults.map(faultText).join('\n');
    throw error;
  }
}

/** Cases for the command line, which tells all faults alike. */
const someOf = <Case>(cases: readonly Case[]) =>
  inDepth(
    cases,
    cases.filter((_, i) => i % 6 === 0),
  );

it('accepts the plan that the cases below break', () => {
  expect(run({})).toMatchObject({ code: 0, stderr: '', written: true });
});

describe('an error in the plan stops the run, names the place and the closest known name, and writes nothing', () => {
  const cases: readonly (readonly [string, readonly [string, string], RegExp])[] = [
    [
      'an unknown key',
      ['name: small', 'name: small\nsed: 1'],
      /plan\.yaml:2:1 \(sed\): unknown key "sed"\. Did you mean "seed"\?/,
    ],
    [
      'an unknown key deep down',
      ['at_least: 1', 'at_last: 1'],
      /plan\.yaml:16:26 .*unknown key "at_last"\. Did you mean "at_least"\?/,
    ],
    ['an unknown phase', ['bug: Fix', 'bug: Fxi'], /plan\.yaml:9:39 .*unknown phase "Fxi"\. Did you mean "Fix"\?/],
    [
      'an unknown field',
      ['ramp: files_changed', 'ramp: file_changed'],
      /plan\.yaml:7:19 .*Did you mean "files_changed"\?/,
    ],
    [
      'an unknown field in an order',
      ['files_changed desc', 'fils_changed desc'],
      /plan\.yaml:17:16 .*"fils_changed"\. Did you mean/,
    ],
    [
      'a direction that is none',
      ['files_changed desc', 'files_changed down'],
      /must have the form "FIELD asc" or "FIELD desc"/,
    ],
    [
      'a text field where a number is needed',
      ['ramp: files_changed', 'ramp: repo'],
      /ramp names "repo", which is text; give each of its values a number/,
    ],
    ['an unknown share', ['by: repo,', 'by: repo, share: equl,'], /unknown share "equl"\. Did you mean "equal"\?/],
    ['an unknown component', ['size: { ramp', 'siz: { ramp'], /unknown component "siz"\. Did you mean "size"\?/],
    [
      'a component without a rule',
      ['    size: { ramp: files_changed, full: 10, unknown: 0.5 }\n', ''],
      /benchmark "one" has no rule for component "size"/,
    ],
    [
      'an unknown kind of component',
      ['ramp: files_changed', 'rmp: files_changed'],
      /expected one of "ramp", "lookup", "constant", "when"; found .*Did you mean "ramp"\?/,
    ],
    [
      'weights that do not sum to 1',
      ['kind: 0.5', 'kind: 0.5000001'],
      /plan\.yaml:5:3 .*the weights sum to 1\.0000001, but must sum to 1\./,
    ],
    [
      'a negative weight',
      ['{ size: 0.5, kind: 0.5 }', '{ size: 1.5, kind: -0.5 }'],
      /must be at least 0; found the number -0\.5/,
    ],
    ['a ramp that is not positive', ['full: 10', 'full: 0'], /must be greater than 0; found the number 0/],
    ['NaN', ['full: 10', 'full: .nan'], /expected a number; found NaN/],
    ['infinity', ['full: 10', 'full: .inf'], /full/],
    ['a value outside [0, 1]', ['unknown: 0.5', 'unknown: 1.5'], /must be at most 1; found the number 1\.5/],
    [
      'a phase that no rule gives',
      ['[Fix, Test]', '[Fix, Test, Ship]'],
      /phase "Ship" is listed, but no phase rule assigns it/,
    ],
    ['a phase listed twice', ['[Fix, Test]', '[Fix, Test, Fix]'], /phase "Fix" is listed twice/],
    ['no phase rule', ['phase: { by: category, values: { bug: Fix, test: Test } }\n', ''], /has no phase rule/],
    ['a take of zero', ['take: 2', 'take: 0'], /must be at least 1; found the number 0/],
    ['half a task', ['take: 2', 'take: 2.5'], /expected a whole number; found the number 2\.5/],
    ['a key given twice', ['take: 2', 'take: 2\n      take: 3'], /plan\.yaml:16:7: Map keys must be unique/],
    ['text that is not YAML', ['phases: [Fix, Test]', 'phases: [Fix, Test'], /plan\.yaml:3:1: /],
    ['a missing key', ['name: small\n', ''], /"name" is missing/],
    [
      'a floor above the cap',
      ['at_least: 1 }', 'at_least: 3, at_most: 2 }'],
      /plan\.yaml:16:26 .*at_least 3 is more than at_most 2/,
    ],
    [
      'a list that repeats a value',
      ['by: repo,', 'by: repo, share: in-order, order: [r/x, r/x],'],
      /order lists a value twice/,
    ],
    [
      'the score in a condition of the score',
      [
        '{ ramp: files_changed, full: 10, unknown: 0.5 }',
        '{ when: [{ if: { score: { above: 0 } }, value: 1 }], otherwise: 0 }',
      ],
      /unknown field "score"/,
    ],
    [
      'bounds on text',
      ['    select:\n', '    select:\n      where: { language: { above: 3 } }\n'],
      /language cannot be tested with bounds, because it contains text/,
    ],
    [
      'text for a number',
      ['    select:\n', '    select:\n      where: { files_changed: many }\n'],
      /files_changed cannot be tested with text, because it contains a number/,
    ],
    [
      'bounds that leave no number',
      ['    select:\n', '    select:\n      where: { files_changed: { above: 50, at_most: 10 } }\n'],
      /can never be true, because no value is within its bounds/,
    ],
    [
      'a phase in a condition that is none',
      ['    select:\n', '    select:\n      where: { phase: Fxi }\n'],
      /names an unknown phase "Fxi"/,
    ],
    [
      'a number corrected to text',
      ['    select:\n', '    correct: { files_changed: { by: id, values: { a: many } } }\n    select:\n'],
      /files_changed contains a number, but its value here is "many"/,
    ],
  ];
  it.each(cases)('%s', async (_, plan, message) => {
    expect(await toldOf({ plan })).toMatch(message);
  });

  it.each(someOf(cases))('on the command line: %s', (_, plan, message) => {
    const result = run({ plan });
    expect(result.stderr).toMatch(message);
    expect(result).toMatchObject({ code: 2, stdout: '', written: false });
  });

  it('all errors in one report, in the order of the file', () => {
    const plan = goodPlan
      .replace('name: small', 'nme: small')
      .replace('bug: Fix', 'bug: Fxi')
      .replace('kind: 0.5', 'kind: 0.6')
      .replace('take: 2', 'take: two')
      .replace('by: repo', 'by: rpo');
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'plan.yaml'), plan);
    const { code, stderr } = runWinnow(['select', 'plan.yaml'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toMatch(/\n7 errors; nothing was written\. More: winnow help /);
    const lines = [...stderr.matchAll(/plan\.yaml:(\d+):/g)].map(([, line]) => Number(line));
    expect(lines).toEqual([1, 1, 2, 5, 9, 15, 16]);
  });

  it('as one JSON document with --json', () => {
    const result = run({ plan: ['take: 2', 'tke: 2'] }, ['--json']);
    expect(result.stderr).toBe('');
    const { error } = JSON.parse(result.stdout) as {
      error: { kind: string; faults: { code: string; place: object }[] };
    };
    expect(error.kind).toBe('PlanError');
    expect(error.faults[0]).toMatchObject({
      code: 'plan/unknown-key',
      place: { file: 'plan.yaml', line: 15, column: 7 },
    });
  });
});

describe('an error in the pool stops the run and writes nothing', () => {
  const cases: readonly (readonly [string, string | readonly [string, string], RegExp])[] = [
    ['an empty file', '', /benchmark "one" has no tasks\. The plan expects 4\./],
    [
      'fewer tasks than expected',
      goodPool.split('\n').slice(1).join('\n'),
      /benchmark "one" has 3 tasks, but the plan expects 4\./,
    ],
    [
      'ids that differ only in case',
      ['"id":"b"', '"id":"A"'],
      /two ids that differ only in letter case, spaces or spelling of accents: "a" and "A"/,
    ],
    ['the same id twice', ['"id":"b"', '"id":"a"'], /two tasks with the id "a"/],
    [
      'a category without a phase',
      ['"category":"test"', '"category":"tset"'],
      /no rule assigns a phase to 1 task with category "tset", such as "b"\. Did you mean "test"\?/,
    ],
    ['a task without a category', ['"category":"test",', ''], /1 task with no category/],
    ['a line that is not JSON', ['{"id":"b"', '{"id":b'], /one\.jsonl:2: the line is not JSON/],
    [
      'a line that is no object',
      `${goodPool.split('\n').slice(0, 3).join('\n')}\n[1]\n`,
      /one\.jsonl:4: expected an object; found \[1\]/,
    ],
    ['a task without an id', ['"id":"b"', '"id":""'], /the id in "id" is empty/],
  ];
  it.each(cases)('%s', async (_, pool, message) => {
    expect(await toldOf({ pool })).toMatch(message);
  });

  it.each(someOf(cases))('on the command line: %s', (_, pool, message) => {
    const result = run({ pool });
    expect(result.stderr).toMatch(message);
    expect(result).toMatchObject({ code: 2, stdout: '', written: false });
  });

  it.each([
    ['text', '"four"', /one\.jsonl:1: "files_changed" is not a number and is ignored/],
    ['below zero', '-4', /one\.jsonl:1: "files_changed" is negative and is ignored/],
    ['beyond all numbers', '1e999', undefined],
  ])('a number that is %s is not known, and the task stays', (_, value, message) => {
    const { code, stdout } = run({ pool: ['"files_changed":4', `"files_changed":${value}`] });
    expect(code).toBe(0);
    if (message !== undefined) expect(stdout).toMatch(message);
  });

  it('a file that is not there', async () => {
    expect(await toldOf({ plan: ['one.jsonl', 'two.jsonl'] })).toMatch(/no such file or folder: .*two\.jsonl/);
  });

  it('a folder where a file should be', () => {
    const folder = folderWith({});
    mkdirSync(join(folder, 'two.jsonl'));
    writeFileSync(join(folder, 'plan.yaml'), goodPlan.replace('one.jsonl', 'two.jsonl'));
    expect(runWinnow(['select', 'plan.yaml'], { cwd: folder })).toMatchObject({ code: 2 });
  });

  it('text that is not UTF-8', () => {
    const folder = folderWith({});
    writeFileSync(join(folder, 'one.jsonl'), Buffer.from([0x7b, 0xff, 0xfe, 0x0a]));
    expect(runWinnow(['select', 'plan.yaml'], { cwd: folder }).stderr).toMatch(/one\.jsonl: not UTF-8 text/);
  });

  it('an exclusion that matches nothing', async () => {
    const told = await toldOf({
      plan: ['    select:\n', '    exclude: [{ id: aa, reason: leaked }]\n    select:\n'],
    });
    expect(told).toMatch(/excludes "aa", which is not one of its tasks\. Did you mean "a"\?/);
  });

  it('a label that no lookup lists', async () => {
    expect(await toldOf({ plan: ['test: 0.5 }', 'tests: 0.5 }'] })).toMatch(
      /component "kind" lists no value for category "test" of 1 task, such as "b"\. Did you mean "tests"\?/,
    );
  });

  it('a missing feature for which the plan gives no value', async () => {
    expect(await toldOf({ plan: [', unknown: 0.5', ''] })).toMatch(
      /1 task lacks files_changed, which component "size" needs, such as "d"/,
    );
  });
});

describe('asking for more than there is', () => {
  it('stops, names the groups that fell short, and writes nothing', () => {
    const result = run({ plan: ['take: 2', 'take: 9'] });
    expect(result.stderr).toMatch(
      /should give 9 tasks, but only 4 can be selected: by repo, these groups are used up: r\/x \(2\), r\/y \(2\)\./,
    );
    expect(result).toMatchObject({ code: 2, written: false });
  });

  it('names the cap when a cap is the reason', async () => {
    expect(
      await toldOf({
        plan: ['take: 2\n      group: { by: repo, at_least: 1', 'take: 4\n      group: { by: repo, at_most: 1'],
      }),
    ).toMatch(/capped at 1: r\/x \(1\), r\/y \(1\)/);
  });

  it('refuses floors that need more places than there are', async () => {
    expect(
      await toldOf({
        plan: ['take: 2\n      group: { by: repo, at_least: 1', 'take: 3\n      group: { by: repo, at_least: 2'],
      }),
    ).toMatch(/at_least 2 for each of 2 groups by repo \(or all of a smaller group\) requires 4 places, but take is 3/);
  });

  it('names the value an ensure rule cannot find', async () => {
    const ensure = 'prefer: [files_changed desc]\n      ensure: [{ by: language, values: [goo], at_least: 1 }]';
    expect(await toldOf({ plan: ['prefer: [files_changed desc]', ensure] })).toMatch(
      /at least 1 task with language "goo", but only 0 are eligible\. Did you mean "go"\?/,
    );
  });

  it('continues with --allow-shortfall and reports it in every output', () => {
    const result = run({ plan: ['take: 2', 'take: 9'] }, ['--allow-shortfall']);
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('should give 9 tasks, but only 4 can be selected');
    const text = (name: string) => readFileSync(join(result.folder, 'selection', name), 'utf8');
    expect(text('METHODOLOGY.md')).toContain('should give 9 tasks, but only 4 can be selected');
    expect(JSON.parse(text('selection.json'))).toMatchObject({
      benchmarks: [{ shortfalls: [{ wanted: 9, found: 4 }] }],
      warnings: [{ code: 'shortfall' }, { code: 'unranked' }],
    });
    expect(text('selection.csv').split('\n')[1]).toMatch(/,5$/);
  });

  it('warns of a floor that a small group cannot meet', () => {
    const result = run({
      plan: ['take: 2\n      group: { by: repo, at_least: 1', 'take: 4\n      group: { by: repo, at_least: 3'],
    });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain('repo r/x has 2 eligible tasks, fewer than at_least 3, so all are selected');
  });
});

describe('the call itself', () => {
  it.each([
    [['selct'], /Did you mean select\?/],
    [['select', '--jsn'], /Did you mean --json\?/],
    [['select', 'cbb'], /there is no built-in plan "cbb"\. Did you mean "ccb"\?/],
    [['select', 'a', 'b'], /too many arguments/],
    [['select', './missing.yaml'], /missing\.yaml: the plan cannot be read: no such file or folder/],
    [['select', '/dev/zero.yaml'], /cannot be read/],
    [['select', `${projectRoot}/plans/`], /this is a folder, not a plan\.\n {4}To write a plan .*"winnow init /],
  ])('%j', (args, message) => {
    const { code, stderr, stdout } = runWinnow(args, { cwd: temporaryFolder() });
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('shows help and version with exit code 0', () => {
    expect(runWinnow(['--help']).code).toBe(0);
    expect(runWinnow(['--help']).stdout).toContain('Usage: winnow');
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
    expect(runWinnow(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('likely misspellings', () => {
  it('in a lookup or an order give a warning', () => {
    const lookup = run({ plan: ['values: { bug: 1, test: 0.5 } }', 'values: { bug: 1, tset: 0.5 }, otherwise: 0 }'] });
    expect(lookup.stdout).toContain(
      'kind lists category "tset", which no task has, but not "test", which some tasks have',
    );
    const order = run({ plan: ['prefer: [files_changed desc]', 'prefer: [{ language: [goo, c] }]'] });
    expect(order.stdout).toContain(
      'the order lists language "goo", which no task has, but not "go", which some tasks have',
    );
  });

  it('in ids that only look alike are refused', async () => {
    expect(await toldOf({ pool: ['"id":"b"', '"id":"a "'] })).toMatch(/differ only in letter case, spaces/);
  });
});

describe('text from strangers stays text', () => {
  it('in the terminal, the page and the table', () => {
    const id = '=cmd|<img src=x onerror=alert(1)>\u001b[31m`x`';
    const result = run({ pool: [`"id":"a"`, `"id":${JSON.stringify(id)}`] });
    expect(result.code).toBe(0);
    expect(result.stdout + result.stderr).not.toContain('\u001b');
    const text = (name: string) => readFileSync(join(result.folder, 'selection', name), 'utf8');
    expect(
      (JSON.parse(text('selection.json')) as { tasks: { task_id: string }[] }).tasks.map((task) => task.task_id),
    ).toContain(id);
    expect(text('selection.csv')).toContain(`'=cmd|<img`);
  });

  it('when a plan excludes a hostile id', () => {
    const id = '<script>|x';
    const result = run({
      plan: [
        '    select:\n',
        `    exclude: [{ id: "${id}", reason: other, evidence: "[a](http://b) <b>" }]\n    select:\n`,
      ],
      pool: [`"id":"a"`, `"id":"${id}"`],
    });
    const page = readFileSync(join(result.folder, 'selection', 'METHODOLOGY.md'), 'utf8');
    expect(page).toContain('\\<script\\>\\|x');
    expect(page).toContain('\\[a\\](http\\://b) \\<b\\>');
  });
});
