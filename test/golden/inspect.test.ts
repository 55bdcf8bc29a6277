import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** A folder with a file of tasks, some of them odd. */
function pile(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'pile'));
  writeFileSync(
    join(folder, 'pile/a.jsonl'),
    `${lines([
      { id: 'a', language: 'py', category: 'bug', files_changed: 1, additions: 3, deletions: 1 },
      { id: 'A', language: 'Python', category: 'bug', files_changed: 4, additions: 30, deletions: 0 },
      { id: 'b', language: 'golang', category: 'test', files_changed: 16 },
      { id: 'b', difficulty: 'hard' },
    ])}{broken\n{"id":"c","files_changed":-1}\n`,
  );
  writeFileSync(join(folder, 'pile/notes.json'), '{"title":"no task"}');
  symlinkSync('/etc', join(folder, 'pile/link'));
  return folder;
}

/** What `--json` prints, as far as these tests look at it. */
interface Document {
  readonly tasks: number;
  readonly places: readonly {
    readonly path: string;
    readonly formats: readonly Record<string, unknown>[];
    readonly problems: { readonly total: number; readonly listed: readonly object[] };
    readonly passed_over: object;
  }[];
}

function inspectAsJson(paths: readonly string[], cwd: string): Document {
  const { code, stdout, stderr } = runWinnow(['inspect', ...paths, '--json'], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Document;
}

describe('the report', () => {
  it('shows labels, fields and all problems in plain text', () => {
    const { code, stdout, stderr } = runWinnow(['inspect', 'pile'], { cwd: pile() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // Node's own words differ from version to version.
    expect(stdout.replace(/(not JSON: ).*/, '$1…')).toBe(`pile: 5 tasks in 1 format

table (Table): 5 tasks

Language
  python  2  ########################
  go      1  ############

Difficulty
  hard  1  ########################

Category
  bug   2  ########################
  test  1  ############

Field            measured  declared  missing  min  ~median  max
  language                        3        2
  difficulty                      1        4
  category                        3        2
  files_changed                   3        2    1        4   16  |@    @     @|
  additions                       2        3    3        3   30  |@          @|
  deletions                       2        3    0        0    1  |@          @|
  lines_changed                   2        3    4        4   30  |@          @|
  missing from all tasks: repo, context_tokens, context_files, tests_to_fix, tests_to_keep,
  instruction_chars, shipped_score, tags, created

Duplicate ids, which "winnow select" rejects (1 exact, 1 differing only in letter case)
  A
  b

Warnings (1)
  pile/a.jsonl:6: "files_changed" is negative and is ignored

Could not be read (1)
  pile/a.jsonl:5: the line is not JSON: …

Notes on files (2)
  pile/link: a link; Winnow does not follow links
  pile/notes.json: records in an unknown format

Next: winnow init pile
`);
  });

  it.each(['t.csv', '.'])('reports a table without rows: %s', (path) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.csv'), 'id,status\n');
    const { code, stderr } = runWinnow(['inspect', path], { cwd: folder });
    expect(code).not.toBe(0);
    expect(stderr).toContain('the table has columns but no rows');
    expect(stderr).not.toContain('no tables');
  });

  it('counts identical rows once, as a run does', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.csv'), 'id,status\na,Done\nb,Done\na,Open\na,New\nc,Done\nc,Done\n');
    const { stdout } = runWinnow(['inspect', 't.csv'], { cwd: folder });
    expect(stdout).toContain('t.csv: 5 tasks in 1 format');
    expect(stdout).toContain('5 tasks, ignoring 1 duplicate row');
    expect(stdout).toMatch(/status {2}5 {2}text/);
    expect(stdout).toContain('rejects (1 exact, 0 differing only in letter case)\n  a\n\n');
    expect(inspectAsJson(['t.csv'], folder).places[0]?.formats).toMatchObject([
      { tasks: 5, duplicates: { same_id: 1, same_but_for_case: 0, examples: ['a'], same_rows: 1 } },
    ]);
  });

  it('is the same twice, and says how many places there are', () => {
    const args = ['inspect', 'examples/review-assistant', 'data/ccb/pool.jsonl'];
    const { stdout } = runWinnow(args);
    expect(stdout).toMatch(/^878 tasks in 2 places\n/);
    expect(runWinnow(args).stdout).toBe(stdout);
  });

  it('shows problems of the same cause as one, and counts the others', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), `{"id":"a"}\n${'nonsense\n'.repeat(1500)}`);
    const { stdout } = runWinnow(['inspect', 'a.jsonl'], { cwd: folder });
    expect(stdout).toContain('Could not be read (1,500)');
    expect(stdout).toContain('\n  a.jsonl: 1,000 rows, such as row 2: the line is not JSON: ');
    expect(stdout.match(/the line is not JSON/g)).toHaveLength(1);
    expect(stdout).toContain('  and 500 more\n');
    const [place] = inspectAsJson(['a.jsonl'], folder).places;
    expect(place?.problems.total).toBe(1500);
    expect(place?.problems.listed).toHaveLength(1000);
  });

  it('keeps the text of strangers text', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.jsonl'), lines([{ id: 'a\u001b[2J', category: '\u001b[31mred\n\u202e' }]));
    const { stdout } = runWinnow(['inspect', 'a.jsonl'], { cwd: folder });
    expect(stdout).toContain('\\u001b[31mred\\u000a\\u202e');
    expect(stdout).not.toContain('\u001b');
  });
});

describe('--json', () => {
  it('is one document with every count', () => {
    const { tasks, places } = inspectAsJson(['pile'], pile());
    expect(tasks).toBe(5);
    expect(places).toHaveLength(1);
    expect(places[0]?.formats[0]).toMatchObject({
      format: 'table',
      tasks: 5,
      labels: {
        language: {
          values: [
            { value: 'python', tasks: 2 },
            { value: 'go', tasks: 1 },
          ],
          others: 0,
        },
      },
      sizes: { files_changed: { tasks: 3, min: 1, median: 4, p90: 16, max: 16 } },
      features: { additions: { measured: 0, declared: 2, missing: 3 }, repo: { missing: 5 } },
      duplicates: { same_id: 1, same_but_for_case: 1, examples: ['A', 'b'] },
    });
  });

  it('lists at most a thousand values and counts the others', () => {
    const folder = temporaryFolder();
    const records = Array.from({ length: 1500 }, (_, i) => ({ id: `t${i}`, category: `c${i}` }));
    writeFileSync(join(folder, 'a.jsonl'), lines(records));
    const [format] = inspectAsJson(['a.jsonl'], folder).places[0]?.formats ?? [];
    const { category } = (format as { labels: Record<string, { values: object[]; others: number }> }).labels;
    expect(category?.values).toHaveLength(1000);
    expect(category?.others).toBe(500);
  });

  it('tells what was counted from what was said, and where labels disagree', () => {
    const [harbor] = inspectAsJson(['test/sources/fixtures/harbor'], projectRoot).places[0]?.formats ?? [];
    expect(harbor).toMatchObject({ format: 'harbor', label_conflicts: { total: 1 } });
    const { features } = harbor as { features: Record<string, { measured: number }> };
    expect(features['files_changed']?.measured).toBeGreaterThan(0);
  });

  it('has the error as its document', () => {
    const { code, stdout, stderr } = runWinnow(['inspect', 'nowhere', '--json'], { cwd: temporaryFolder() });
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'PoolError', faults: [{ code: 'pool/not-found' }] } });
  });
});

describe('missing tasks and paths', () => {
  it('names every missing path', () => {
    const { code, stderr, stdout } = runWinnow(['inspect', 'no/where', 'nor-here'], { cwd: temporaryFolder() });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /no\/where: there is no such file or folder[\s\S]*nor-here: there is no such[\s\S]*2 errors/,
    );
  });

  it('counts a task in two formats once', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'tasks', 'kit-1'), { recursive: true });
    writeFileSync(
      join(folder, 'tasks', 'kit-1', 'task.toml'),
      '[task]\nid = "kit-1"\nlanguage = "go"\ncategory = "bug"\n',
    );
    writeFileSync(join(folder, 'rows.jsonl'), '{"id":"kit-1","language":"go"}\n{"id":"kit-2","language":"go"}\n');
    const { stdout } = runWinnow(['inspect', '.'], { cwd: folder });
    expect(stdout).toContain('.: 2 tasks in 2 formats');
    expect(stdout).toContain(
      '1 task in both harbor and table, such as kit-1. Winnow uses harbor, which has more fields per task (2 rather than 1)',
    );
  });

  it('explains why nothing was found', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'empty'));
    writeFileSync(join(folder, 'a.json'), '{"title":"no task"}');
    const { code, stderr } = runWinnow(['inspect', 'empty', 'a.json'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('empty: no tasks found, because there are no tables or task folders here.');
    expect(stderr).toContain('a.json: no tasks found: 1 record has no id,');
    expect(stderr).toContain('docs/reference/formats.md lists the 23 known formats');
  });

  it('names a misspelt id column, even if the table then looks like results', () => {
    const { code, stderr } = runWinnow(['inspect', 'examples/first', '--id', 'Idd'], { cwd: projectRoot });
    expect(code).toBe(2);
    expect(stderr).toContain('No record has a column "Idd" (--id). Did you mean "id"?');
  });

  it('does not take a table of tasks for results of nobody', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'own.csv'), ',ticket,lang,minutes\n0,T-1,go,15\n1,T-2,rust,30\n');
    const { code, stderr } = runWinnow(['inspect', 'own.csv'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('the columns are "Unnamed: 0", "ticket", "lang", "minutes"');
    expect(stderr).not.toContain('results');
  });

  it('asks for a path', () => {
    expect(runWinnow(['inspect']).code).toBe(2);
  });
});

describe('a table of results', () => {
  const say = (text: string, name = 't.csv') => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), text);
    return runWinnow(['inspect', name], { cwd: folder });
  };

  it.each([
    [
      'a row for each run',
      'task_id,benchmark,config,reward,language\na,x,one,1,go\na,x,two,0,go\nb,x,one,0.5,c\n',
      3,
      2,
      2,
    ],
    ['attempts', 'task_id,attempt,score\na,1,1\na,2,0\n', 2, 1, 1],
    ['verdicts of one system', 'id,passed\na,true\nb,false\n', 2, 1, 2],
    ['a column for each system', 'task_id,opus-4,gpt-5\na,1,0\nb,0,1\nc,1,1\n', 6, 2, 3],
  ])('is known by %s', (_, text, runs, systems, tasks) => {
    const { code, stderr } = say(text);
    const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
    expect(stderr).toContain(
      `this path contains ${plural(runs, 'result')} from ${plural(systems, 'system')} on ${plural(tasks, 'task')} (`,
    );
    expect(stderr).toContain('run "winnow estimate SELECTION t.csv"');
    expect(stderr).toContain('run "winnow init t.csv"');
    expect(code).toBe(2);
  });

  it.each([
    ['a score', 'id,language,score\na,go,0.5\nb,c,1\n'],
    ['flags', 'id,is_bug,has_tests\na,1,0\nb,0,1\n'],
    ['shares', 'id,complexity,weight\na,0.4,0.2\nb,1,0\n'],
    ['one column of 0 and 1', 'id,hard\na,1\nb,0\n'],
    ['a verdict beside what is known of each task', 'id,repo,files_changed,solved\na,r,1,1\nb,r,2,0\n'],
  ])('is no table of tasks with %s', (_, text) => {
    expect(say(text)).toMatchObject({ code: 0, stdout: expect.stringContaining('t.csv: 2 tasks') });
  });

  it('is known in the file that ships', () => {
    const { stderr } = runWinnow(['inspect', 'examples/outcomes/mcp-paired.csv'], { cwd: projectRoot });
    expect(stderr).toContain('this path contains 451 results from 3 systems on 151 tasks (');
  });
});
