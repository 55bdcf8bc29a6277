import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDepth } from '../support/depth.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Loose {
  // biome-ignore lint/suspicious/noExplicitAny: tests break the manifest in every way
  [key: string]: any;
}

let fresh = '';

beforeAll(() => {
  fresh = mkdtempSync(join(tmpdir(), 'winnow-test-'));
  cpSync(join(projectRoot, 'examples/review-assistant'), fresh, { recursive: true });
  replace(join(fresh, 'plan.yaml'), /^ {4}expect: .*\n/gm, '');
  expect(runWinnow(['select', 'plan.yaml', '-q'], { cwd: fresh })).toMatchObject({ code: 0, stderr: '' });
});
afterAll(() => rmSync(fresh, { recursive: true, force: true }));

/** A folder with the example's plan, its pool without fixed counts, and a fresh selection. */
function freshFolder(): string {
  const folder = temporaryFolder();
  cpSync(fresh, folder, { recursive: true });
  return folder;
}

const check = (folder: string, ...args: string[]) => runWinnow(['check', ...args], { cwd: folder });

function replace(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}

function editManifest(folder: string, edit: (manifest: Loose) => void): void {
  const file = join(folder, 'selection/selection.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Loose;
  edit(manifest);
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

describe('a fresh selection passes', () => {
  it('even if only the files next to it changed, which are named', () => {
    const folder = freshFolder();
    rmSync(join(folder, 'selection/METHODOLOGY.md'));
    const { code, stdout } = check(folder);
    expect(code).toBe(1);
    expect(stdout).toContain('matches its plan and pool, but the files next to it do not: 1 difference.');
  });

  it('where only a note on the pool is new or gone, and it is named', () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 12 }, (_, i) => `t-${i},x${i % 3}`);
    const file = join(folder, 't.csv');
    writeFileSync(file, `id,team\n${rows.join('\n')}\n`);
    runWinnow(['init', 't.csv', '--sample', '4'], { cwd: folder });
    runWinnow(['select', '-q'], { cwd: folder });
    const write = (end: string) => writeFileSync(file, `id,team\n${rows.join('\n')}${end}`);
    write('');
    const { code, stdout } = check(folder);
    expect(stdout).toContain('matches its plan and pool.');
    expect(stdout).toMatch(
      /note: new since this selection was made: .*the last line does not end .*\[note\/pool-notes\]/,
    );
    expect(code).toBe(0);
    expect(JSON.parse(check(folder, '--json').stdout)).toMatchObject({ ok: true, differences: [] });
    runWinnow(['select', '-q'], { cwd: folder });
    write('\n');
    expect(check(folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('no longer applies: ') });
    write(`\n${rows[3]}\n`);
    expect(check(folder)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /new since this selection was made: .*is counted once\. Found "t-3 in lines 5 and 14"\./,
      ),
    });
    // A task is another matter.
    writeFileSync(file, `id,team\n${rows.join('\n').replaceAll('x1', 'y1')}`);
    expect(check(folder).code).toBe(1);
  });

  it('but not with one changed byte in a large file of a task folder', () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b']) {
      mkdirSync(join(folder, 'tasks', name), { recursive: true });
      writeFileSync(join(folder, 'tasks', name, 'task.toml'), `[task]\nid = "${name}"\nlanguage = "go"\n`);
      writeFileSync(join(folder, 'tasks', name, 'instruction.md'), 'Fix it.\n');
    }
    const large = join(folder, 'tasks', 'a', 'data.bin');
    writeFileSync(large, '');
    truncateSync(large, 70 * 1024 * 1024);
    runWinnow(['init', 'tasks'], { cwd: folder });
    runWinnow(['select', '-q'], { cwd: folder });
    expect(check(folder).code).toBe(0);
    const handle = openSync(large, 'r+');
    writeSync(handle, 'x', 69 * 1024 * 1024);
    closeSync(handle);
    const { code, stdout } = check(folder);
    expect([code, stdout]).toEqual([1, expect.stringContaining('data.bin')]);
  });

  it('of the plan that ships', () => {
    const folder = temporaryFolder();
    runWinnow(['select', '-q'], { cwd: folder });
    const { code, stdout } = check(folder);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `${join('selection', 'selection.json')} matches its plan and pool.\nPlan: ccb (built in)\n`,
    });
  });

  it('of a plan beside its folder, named in every way', () => {
    const folder = freshFolder();
    for (const args of [
      [],
      ['selection'],
      ['selection/selection.json'],
      ['--plan', 'plan.yaml'],
      ['selection', '--plan', './plan.yaml', '--json'],
    ]) {
      expect(check(folder, ...args)).toMatchObject({ code: 0, stderr: '' });
    }
    expect(JSON.parse(check(folder, '--json').stdout)).toEqual({
      ok: true,
      plan: 'plan.yaml',
      differences: [],
      notes: [],
    });
    expect(runWinnow(['check'], { cwd: join(folder, 'selection') }).code).toBe(0);
  });

  it('that another version wrote, with a note', () => {
    const folder = freshFolder();
    const { generated_by } = JSON.parse(readFileSync(join(folder, 'selection/selection.json'), 'utf8')).metadata;
    for (const file of ['selection.json', 'METHODOLOGY.md'])
      replace(join(folder, 'selection', file), generated_by, 'winnow-bench 0.0.9');
    editManifest(folder, ({ metadata }) => {
      delete metadata.files;
    });
    const { code, stdout } = check(folder);
    expect(code).toBe(0);
    expect(stdout).toContain(`note: winnow-bench 0.0.9 wrote selection.json; this is ${generated_by}.`);
  });

  it('of an earlier form, with a note', () => {
    const folder = freshFolder();
    const frozen = join(projectRoot, 'test/frozen/1.2/manifests/review-assistant/selection.json');
    writeFileSync(join(folder, 'selection/selection.json'), readFileSync(frozen));
    const { differences, notes } = JSON.parse(check(folder, '--json').stdout);
    expect(differences.filter(({ code }: Loose) => !/^(?:plan|pool|benchmark|file)\//.test(code))).toEqual([]);
    expect(notes.map(({ code }: Loose) => code)).toEqual(expect.arrayContaining(['note/form', 'note/older-form']));
  });

  it('of an earlier program, which hashed only the fields of the tasks', () => {
    const manifest = join(projectRoot, 'test/frozen/1.1/manifests/review-assistant/selection.json');
    const plan = join(projectRoot, 'examples/review-assistant/plan.yaml');
    const { differences } = JSON.parse(runWinnow(['check', manifest, '--plan', plan, '--json']).stdout);
    expect(differences.filter(({ code }: Loose) => code !== 'file/missing')).toEqual([]);
  });

  it('of a later minor form, whose new keys are ignored', () => {
    const folder = freshFolder();
    editManifest(folder, (manifest) => {
      manifest['metadata'].version = '2.99';
      manifest['tasks'][0].later = 1;
      manifest['later'] = {};
    });
    const { ok, differences, notes } = JSON.parse(check(folder, '--json').stdout);
    expect({ ok, differences }).toEqual({ ok: true, differences: [] });
    expect(notes.map(({ message }: Loose) => message)).toEqual([
      expect.stringContaining(
        'is in format 2.99; this version of Winnow writes 2.0. It did not check the parts that exist only in that format.',
      ),
    ]);
    editManifest(folder, (manifest) => {
      manifest['tasks'][0].rank += 1;
    });
    expect(JSON.parse(check(folder, '--json').stdout).differences).toMatchObject([{ code: 'task/edited' }]);
  });

  it('whose line ends git has changed, with a note', () => {
    const folder = freshFolder();
    replace(join(folder, 'selection/selection.csv'), /\n/g, '\r\n');
    const { ok, notes } = JSON.parse(check(folder, '--json').stdout);
    expect({ ok, codes: notes.map(({ code }: Loose) => code) }).toEqual({ ok: true, codes: ['note/line-ends'] });
  });
});

describe('tampering and drift fail with a sentence', () => {
  const edit = (change: (manifest: Loose) => void) => (folder: string) => editManifest(folder, change);
  const inPlan = (from: string | RegExp, to: string) => (folder: string) =>
    replace(join(folder, 'plan.yaml'), from, to);
  const inPool = (from: string | RegExp, to: string) => (folder: string) =>
    replace(join(folder, 'merged-changes.jsonl'), from, to);
  const inFile = (name: string, from: string | RegExp, to: string) => (folder: string) =>
    replace(join(folder, 'selection', name), from, to);
  const newTask = (id: string) =>
    `{"id": "${id}", "repo": "shop/checkout", "language": "kotlin", "category": "defect", "files_changed": 30, "additions": 90, "deletions": 9, "review_comments": 40, "hours_open": 1}\n`;

  const cases: readonly (readonly [string, (folder: string) => void, string, RegExp])[] = [
    [
      'a truncated file',
      (folder) => {
        const file = join(folder, 'selection/selection.json');
        writeFileSync(file, readFileSync(file, 'utf8').slice(0, 5000));
      },
      'file/truncated',
      /cut off at line \d+, in the middle of the document\./,
    ],
    ['an empty file', inFile('selection.json', /[\s\S]*/, ''), 'file/truncated', /the file is empty/],
    ['a file that is not JSON', inFile('selection.json', /[\s\S]*/, 'nothing here'), 'file/not-json', /is not JSON: /],
    [
      'the marks of a merge',
      inFile('selection.json', '  "metadata"', '<<<<<<< HEAD\n  "metadata"'),
      'file/conflict',
      /merge conflict markers at line 2\./,
    ],
    [
      'another JSON file',
      inFile('selection.json', /[\s\S]*/, '{"a": 1}'),
      'manifest/not-winnow',
      /not a Winnow selection/,
    ],
    [
      'another form',
      edit((manifest) => {
        manifest['metadata'].version = '3.0';
      }),
      'manifest/version',
      /is in format "3\.0", but this version of Winnow reads formats 1\.1, 1\.2 and 2\.x and writes 2\.0\. Use the program that wrote it/,
    ],
    [
      'a key that the form does not have',
      edit((manifest) => {
        manifest['metadata'].mood = 'good';
      }),
      'metadata/edited',
      /metadata\.mood has "good", which does not come from the plan and the pool/,
    ],
    [
      'the hash of another file',
      edit((manifest) => {
        manifest['metadata'].files['selection.csv'] = '0'.repeat(64);
      }),
      'file/hash',
      /selection\.csv does not match its hash in selection\.json\./,
    ],
    [
      'a part that is gone',
      edit((manifest) => {
        delete manifest['task_hashes'];
      }),
      'manifest/malformed',
      /lacks task_hashes/,
    ],
    [
      'a value of another kind',
      edit((manifest) => {
        manifest['tasks'][2].rank = 'first';
      }),
      'manifest/malformed',
      /tasks\.2\.rank is "first"; it must be a number/,
    ],
    [
      'a wrong total',
      edit((manifest) => {
        manifest['metadata'].total_selected = 166;
      }),
      'sum/total-selected',
      /metadata\.total_selected is 166, but selection.json lists 21\./,
    ],
    [
      'a wrong total of the pool',
      edit((manifest) => {
        manifest['metadata'].total_available = 404;
      }),
      'sum/total-available',
      /metadata\.total_available is 404, but the benchmarks have 52\./,
    ],
    [
      'a wrong count of a phase',
      edit((manifest) => {
        manifest['statistics'].tasks_per_phase.Triage = 9;
      }),
      'sum/statistics',
      /statistics\.tasks_per_phase\.Triage is 9, but the tasks give 5\./,
    ],
    [
      'a language that no task has',
      edit((manifest) => {
        manifest['statistics'].tasks_per_language.cobol = 3;
      }),
      'sum/statistics',
      /tasks_per_language\.cobol is 3, but the tasks give 0\./,
    ],
    [
      'a wrong count of a benchmark',
      edit((manifest) => {
        manifest['statistics'].tasks_per_benchmark.incidents = 6;
      }),
      'sum/statistics',
      /tasks_per_benchmark\.incidents is 6, but the tasks give 5\./,
    ],
    [
      'a wrong average',
      edit((manifest) => {
        manifest['statistics'].average_score = 0.999;
      }),
      'sum/average',
      /average_score is 0\.999, but the tasks give 0\.\d+\./,
    ],
    [
      'a task twice',
      edit((manifest) => {
        manifest['tasks'].splice(1, 0, manifest['tasks'][0]);
      }),
      'sum/duplicate-task',
      /incidents\/\S+ is listed more than once/,
    ],
    [
      'tasks out of order',
      edit((manifest) => manifest['tasks'].reverse()),
      'sum/order',
      /not ordered by benchmark and id/,
    ],
    [
      'a wrong count in a benchmark’s entry',
      edit((manifest) => {
        manifest['benchmarks'][0].selected = 17;
      }),
      'sum/benchmark-selected',
      /benchmarks\.merged-changes\.selected is 17, but selection.json lists 16\./,
    ],
    [
      'a score that is not the sum of its parts',
      edit((manifest) => {
        manifest['tasks'][0].score += 0.002;
      }),
      'sum/score',
      /the score of incidents\/\S+ is 0\.\d+, but its components and the weights give 0\.\d+\./,
    ],
    [
      'weights that do not sum to 1',
      edit((manifest) => {
        manifest['methodology'].score.weights.spread = 0.6;
      }),
      'sum/weights',
      /sum to 1\.1; they must sum to 1/,
    ],
    [
      'a task that is also excluded',
      edit((manifest) => {
        manifest['exclusions'][0].task_id = manifest['tasks'].at(-1).task_id;
      }),
      'sum/excluded-task',
      /is both selected and excluded/,
    ],
    [
      'a task that is not in the pool',
      edit((manifest) => {
        manifest['tasks'][0].task_id = 'incident-00';
      }),
      'sum/unknown-task',
      /incidents\/incident-00 is selected, but is not in task_hashes\./,
    ],
    [
      'a changed plan',
      inPlan('take: 16', 'take: 15'),
      'plan/changed',
      /the plan "review-assistant" changed\. Its SHA-256 was \w{64} and is now \w{64}\./,
    ],
    [
      'a grown pool',
      inPool(/$/, Array.from({ length: 12 }, (_, i) => newTask(`pr-1${String(i).padStart(2, '0')}`)).join('')),
      'pool/grown',
      /the pool of merged-changes grew by 12 tasks: pr-100, .*pr-109 and 2 more\./,
    ],
    [
      'a task that is selected now',
      inPool(/$/, newTask('pr-100')),
      'task/missing',
      /merged-changes\/pr-100 is selected now, but is not in/,
    ],
    [
      'a task that is no longer selected',
      inPool(/$/, newTask('pr-100')),
      'task/extra',
      /merged-changes\/pr-\d+ is in selection\.json, but is not selected now/,
    ],
    [
      'a page that the pool left behind',
      inPool(/$/, newTask('pr-100')),
      'file/stale',
      /METHODOLOGY\.md is stale: line \d+ is ".*"; expected ".*"\./,
    ],
    [
      'a shrunk pool',
      inPool(/^.*"pr-002".*\n/m, ''),
      'pool/shrunk',
      /the pool of merged-changes shrank by 1 task: pr-002\./,
    ],
    [
      'changed features',
      inPool(
        '"pr-001", "repo": "shop/checkout", "language": "kotlin", "category": "feature", "files_changed": 2',
        '"pr-001", "repo": "shop/checkout", "language": "kotlin", "category": "feature", "files_changed": 5',
      ),
      'pool/changed',
      /files_changed of 1 task in merged-changes changed: pr-001\./,
    ],
    [
      'a benchmark removed from the plan',
      (folder) => {
        inPlan(/\n {2}incidents:[\s\S]*$/, '\n')(folder);
        inPlan('[Triage, Change, Upkeep]', '[Change, Upkeep]')(folder);
      },
      'benchmark/removed',
      /benchmark incidents was removed\. It is in selection\.json, but not in the plan\./,
    ],
    [
      'a benchmark added to the plan',
      (folder) => {
        inPlan(
          /$/,
          '\n  more: { source: { path: incidents.jsonl }, phase: Triage, components: { spread: { constant: 1 }, talk: { constant: 1 } }, select: { take: 1 } }\n',
        )(folder);
      },
      'benchmark/added',
      /benchmark more was added\. It is in the plan, but not in selection\.json\./,
    ],
    [
      'a task left out by hand',
      edit((manifest) => manifest['tasks'].pop()),
      'task/missing',
      /task merged-changes\/pr-\d+ is selected now, but is not in selection\.json/,
    ],
    [
      'a task’s label edited',
      edit((manifest) => {
        manifest['tasks'][0].fields.difficulty = 'nightmare';
      }),
      'task/edited',
      /tasks\.incidents\/\S+\.fields\.difficulty is "nightmare"; expected "\w+" from the plan and the pool\./,
    ],
    [
      'a note added to a task',
      edit((manifest) => {
        manifest['tasks'][0].note = 'keep';
      }),
      'task/edited',
      /\.note has "keep", which does not come from the plan and the pool/,
    ],
    [
      'a title edited',
      edit((manifest) => {
        manifest['metadata'].title = 'Ours';
      }),
      'metadata/edited',
      /metadata\.title is "Ours"; expected "Tasks for the review assistant" from the plan and the pool/,
    ],
    [
      'a correction edited',
      edit((manifest) => {
        manifest['corrections'][0].tasks_changed = 77;
      }),
      'corrections/edited',
      /corrections\..*\.tasks_changed is 77; expected \d+ from the plan and the pool\./,
    ],
    [
      'an exclusion taken out',
      edit((manifest) => manifest['exclusions'].pop()),
      'exclusions/edited',
      /exclusions\.merged-changes\/pr-007 lacks \{.*expected from the plan and the pool/,
    ],
    [
      'a warning silenced',
      edit((manifest) => manifest['warnings'].pop()),
      'warnings/edited',
      /warnings lacks the \S+ warning ".*", expected from the plan and the pool/,
    ],
    [
      'places edited',
      edit((manifest) => {
        manifest['benchmarks'][0].groups[0].places += 1;
      }),
      'benchmarks/edited',
      /benchmarks\.merged-changes\.groups\.\S+\.places is \d+; expected \d+ from the plan and the pool\./,
    ],
    [
      'the hash of a pool edited',
      edit((manifest) => {
        manifest['benchmarks'][0].tasks_sha256 = '0';
      }),
      'benchmarks/edited',
      /benchmarks\.merged-changes\.tasks_sha256 is "0"/,
    ],
    [
      'the hash of a task edited',
      edit((manifest) => {
        manifest['task_hashes']['merged-changes']['pr-002'] = '0';
      }),
      'task_hashes/edited',
      /task_hashes\.merged-changes was edited\. .*but the hash of pr-002 does not match\./,
    ],
    [
      'another layout',
      inFile('selection.json', '  "metadata": {', '  "metadata":  {'),
      'file/layout',
      /but a different layout: line 2 is/,
    ],
    [
      'no methodology page',
      (folder) => rmSync(join(folder, 'selection/METHODOLOGY.md')),
      'file/missing',
      /METHODOLOGY\.md is missing/,
    ],
    [
      'a figure of the methodology page edited',
      inFile('METHODOLOGY.md', '21', '404'),
      'file/edited',
      /METHODOLOGY\.md is stale or was edited: line \d+ is ".*404.*"; expected ".*21.*"\./,
    ],
    [
      'a line of the table left out',
      inFile('selection.csv', /^.*\n$(?![\s\S])/m, ''),
      'file/edited',
      /selection\.csv is stale or was edited: line 22 is ""; expected "pr-/,
    ],
  ];

  // The first of each code is the sample.
  const sample = cases.filter(([, , code], i) => cases.findIndex((each) => each[2] === code) === i);

  it.each(inDepth(cases, sample))('%s', (_, tamper, code, sentence) => {
    const folder = freshFolder();
    tamper(folder);
    const run = check(folder, '--json');
    const { ok, differences } = JSON.parse(run.stdout) as {
      ok: boolean;
      differences: { code: string; message: string }[];
    };
    expect({ exit: run.code, ok, stderr: run.stderr }).toEqual({ exit: 1, ok: false, stderr: '' });
    const matching = differences.filter((each) => each.code === code).map(({ message }) => message);
    expect(matching.join('\n'), run.stdout).toMatch(sentence);
  });

  it('a pool on which the plan does not run: what moved, and what stops it', () => {
    const folder = freshFolder();
    inPlan('source: { path: merged-changes.jsonl }', 'source: { path: merged-changes.jsonl }\n    expect: 40')(folder);
    expect(runWinnow(['select', 'plan.yaml', '-q'], { cwd: folder }).code).toBe(0);
    inPool(/$/, newTask('pr-100'))(folder);
    const { code, stdout } = check(folder, '--fix');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /grew by 1 task: pr-100\. \[pool\/grown\]\n- the plan fails on this pool: .*41.*\[run\/failed\]/,
    );
  });

  it('a truncated file: the line of the row that is cut off, and advice on lines of its own', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.csv'), 'id,status\na,Done\nb,Done\nc,Done\n');
    writeFileSync(join(folder, 'plan.yaml'), 'name: p\ntasks: t.csv\nexpect: 3\n');
    expect(runWinnow(['select', '-q'], { cwd: folder }).code).toBe(0);
    writeFileSync(join(folder, 't.csv'), 'id,status\na,Done\nb');
    const { stdout } = check(folder);
    expect(stdout).toMatch(/^- the plan fails on this pool: t\.csv:3: the row has 1 cell, but .*\[run\/failed\]$/m);
    expect(stdout).toMatch(
      /but the plan expects 3\. \[run\/failed\]\n {4}If the benchmark has changed, .*\n {4}note: t: t\.csv/,
    );
  });

  it('an id with line breaks, on one line', () => {
    const folder = freshFolder();
    replace(join(folder, 'selection/selection.json'), '"task_id": "', '"task_id": "x\\n\\nVerified');
    const { stdout } = check(folder);
    expect(stdout).toContain('x\\u000a\\u000aVerified');
    expect(stdout).not.toMatch(/^ *Verified/m);
  });

  it('a second row with the id of a task, and no change of that task', () => {
    const folder = temporaryFolder();
    const write = (...rows: readonly string[]) =>
      writeFileSync(join(folder, 't.csv'), `id,status\n${rows.join('\n')}\n`);
    write('a,Done', 'b,Done');
    writeFileSync(join(folder, 'plan.yaml'), 'name: p\ntasks: t.csv\ntake: all\n');
    expect(runWinnow(['select', '-q'], { cwd: folder }).code).toBe(0);
    for (const rows of [
      ['a,Done', 'b,Done', 'b,Open'],
      ['b,Open', 'a,Done', 'b,Done'],
    ]) {
      write(...rows);
      const { stdout } = check(folder);
      expect(stdout).toContain('has two tasks with the id "b"');
      expect(stdout).not.toContain('[pool/changed]');
    }
    write('a,Open', 'b,Done', 'b,Open');
    expect(check(folder).stdout).toContain('- status of 1 task in t changed: a. [pool/changed]');
  });

  it('one edit, one sentence', () => {
    const folder = freshFolder();
    editManifest(folder, (manifest) => {
      manifest['statistics'].tasks_per_language.python = 99;
    });
    expect(check(folder).stdout.split('\n')).toMatchObject([
      expect.stringMatching(/does not match its plan and pool: 1 difference\.$/),
      'Plan: plan.yaml (review-assistant)',
      expect.stringMatching(/^- statistics\.tasks_per_language\.python is 99, .* \[sum\/statistics\]$/),
      'To rewrite the files, add --fix.',
      '',
    ]);
  });
});

describe('--fix', () => {
  it('rewrites the files and reports the differences it fixed', () => {
    const folder = freshFolder();
    const before = readFileSync(join(folder, 'selection/selection.json'), 'utf8');
    editManifest(folder, (manifest) => {
      manifest['metadata'].title = 'Ours';
    });
    rmSync(join(folder, 'selection/selection.csv'));
    const { code, stdout } = check(folder, '--fix');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /metadata\.title is "Ours"[\s\S]*selection\.csv is missing\.[\s\S]*Rewrote selection\.json, METHODOLOGY\.md and selection\.csv\./,
    );
    expect(readFileSync(join(folder, 'selection/selection.json'), 'utf8')).toBe(before);
    expect(check(folder)).toMatchObject({ code: 0 });
  });

  it('needs the plan when the file does not name it', () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'selection/selection.json'), '{');
    expect(check(folder, '--fix')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name the plan with --plan.'),
    });
    expect(check(folder, '--fix', '--plan', 'plan.yaml', '--json')).toMatchObject({ code: 0 });
    expect(check(folder)).toMatchObject({ code: 0 });
  });
});

describe('nothing to check', () => {
  it('no selection', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'empty'));
    for (const args of [[], ['empty'], ['nowhere/selection.json']])
      expect(check(folder, ...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('no selection found'),
      });
  });

  it('no plan of that name', () => {
    const folder = freshFolder();
    replace(join(folder, 'plan.yaml'), 'name: review-assistant', 'name: another');
    const { code, stderr } = check(folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /the plan "review-assistant", which made the selection, was not found\. .*Give the plan with --plan/s,
    );
    expect(check(folder, '--plan', 'plan.yaml', '--json').stdout).toMatch(
      /this is the plan \\"another\\", but the plan \\"review-assistant\\" made selection\.json\./,
    );
  });

  it('a name that would be a path', () => {
    const folder = freshFolder();
    cpSync(join(folder, 'plan.yaml'), join(folder, 'other.yaml'));
    rmSync(join(folder, 'plan.yaml'));
    editManifest(folder, (manifest) => {
      manifest['metadata'].plan.name = '../other';
    });
    const { code, stderr } = check(folder);
    expect({ code, followed: stderr.includes('../other.yaml') }).toEqual({ code: 2, followed: false });
  });
});

it('does not fix a selection that another plan made', () => {
  const folder = temporaryFolder();
  expect(runWinnow(['select', 'ccb', '-q', '--out', folder]).code).toBe(0);
  const before = readFileSync(join(folder, 'selection.json'), 'utf8');
  const other = join(projectRoot, 'examples/review-assistant/plan.yaml');
  const run = runWinnow(['check', folder, '--plan', other, '--fix']);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain('the plan "ccb" made this selection, not "review-assistant"');
  expect(readFileSync(join(folder, 'selection.json'), 'utf8')).toBe(before);
});
