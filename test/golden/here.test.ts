import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** What `winnow` alone says in a folder: the rows of what is there, and the commands it names next. */
function here(cwd: string) {
  const { code, stdout, stderr } = runWinnow([], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const block = (title: string) => stdout.split(`${title}\n`)[1]?.split('\n\n')[0] ?? '';
  const next = block('Next')
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/)[0]);
  return { found: block('In this folder'), next };
}

function withExample(): string {
  const folder = temporaryFolder();
  cpSync(join(projectRoot, 'examples/review-assistant'), folder, { recursive: true });
  return folder;
}

function withSelection(): string {
  const folder = withExample();
  expect(runWinnow(['select', '-q'], { cwd: folder }).code).toBe(0);
  return folder;
}

function resultsOn(folder: string, every: number): string {
  const { tasks } = JSON.parse(readFileSync(join(folder, 'selection/selection.json'), 'utf8')) as {
    tasks: readonly { task_id: string; benchmark: string }[];
  };
  const rows = tasks.filter((_, i) => i % every === 0).map((task) => `${task.benchmark},${task.task_id},new,1`);
  return `benchmark,task_id,configuration,result\n${rows.join('\n')}\n`;
}

describe('winnow without arguments', () => {
  it('in an empty folder says how to begin', () => {
    const { found, next } = here(temporaryFolder());
    expect(found).toBe('  no plan or selection');
    expect(next).toEqual(['winnow inspect PATH', 'winnow init PATH --sample 100', 'winnow select ccb']);
  });

  it('with a plan says to select, or that it has faults', () => {
    const folder = withExample();
    expect(here(folder)).toEqual({
      found: '  plan  plan.yaml: "review-assistant", 2 benchmarks',
      next: ['winnow select'],
    });
    writeFileSync(join(folder, 'plan.yaml'), 'name: 3\n');
    const { found, next } = here(folder);
    expect(found).toMatch(/plan\.yaml: .*\(and \d+ more errors?\)/);
    expect(next).toEqual(['winnow select']);
  });

  it('with plans of other names says so, and leaves other YAML alone', () => {
    const folder = withExample();
    renameSync(join(folder, 'plan.yaml'), join(folder, 'mine.yaml'));
    writeFileSync(join(folder, 'compose.yaml'), 'services: {}\n');
    expect(here(folder)).toEqual({
      found: '  plan  mine.yaml: "review-assistant", 2 benchmarks',
      next: ['winnow select mine.yaml'],
    });
  });

  it('with a selection says what it is and that it has not drifted', () => {
    const { found, next } = here(withSelection());
    expect(found).toContain('selection/selection.json: 21 of 52 tasks, selected by the plan "review-assistant"');
    expect(found).toContain('drift      none in the plan or files');
    expect(next).toEqual([
      'winnow check',
      'winnow assess',
      'winnow report --html report.html',
      'winnow export selection --to RUNNER --out run',
    ]);
  });

  it('with a selection that its plan no longer gives, or of another plan, says so', () => {
    const folder = withSelection();
    const plan = join(folder, 'plan.yaml');
    const text = readFileSync(plan, 'utf8');
    writeFileSync(plan, text.replace(/take: \d+/, 'take: 2'));
    expect(here(folder).next).toEqual(['winnow check', 'winnow select']);
    writeFileSync(plan, text.replace('name: review-assistant', 'name: other'));
    expect(here(folder).next).toEqual(['winnow select --out FOLDER']);
  });

  it('with results says how complete they are', () => {
    const folder = withSelection();
    writeFileSync(join(folder, 'results.csv'), resultsOn(folder, 2));
    const partial = here(folder);
    expect(partial.found).toContain('results.csv: 1 system, results on 11 of 21 selected tasks');
    expect(partial.next[0]).toBe('winnow status selection results.csv');
    mkdirSync(join(folder, 'runs'));
    writeFileSync(join(folder, 'results.csv'), resultsOn(folder, 1));
    writeFileSync(join(folder, 'notes.json'), '{"not": "results"}');
    const complete = here(folder);
    expect(complete.found).toContain('results on 21 of 21 selected tasks');
    expect(complete.next).toEqual([
      'winnow estimate selection results.csv',
      'winnow report --html report.html --results results.csv',
    ]);
    // A folder of very many files is named and not read.
    for (let i = 0; i < 2001; i++) writeFileSync(join(folder, 'runs', `${i}.json`), '{}');
    expect(here(folder).found).toContain('runs: too large to read here');
  });
});

describe('winnow select', () => {
  it('compares with the previous selection, and prints nothing if it is the same', () => {
    const folder = withSelection();
    const since = () =>
      /Compared with the previous selection: .*/.exec(runWinnow(['select'], { cwd: folder }).stdout)?.[0];
    expect(since()).toBeUndefined();
    const [benchmark = '', id = ''] = resultsOn(folder, 1).split('\n')[1]?.split(',') ?? [];
    expect(runWinnow(['exclude', `${benchmark}/${id}`, '--reason', 'flaky', '-e', 'x'], { cwd: folder }).code).toBe(0);
    expect(since()).toMatch(/: \d+ added, [1-9]\d* removed, \d+ kept$/);
  });
});
