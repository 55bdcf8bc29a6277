import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckDocument } from '../../src/core/compare/check-text.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** The example's plan and its selection, without the pool. */
let bare = '';

beforeAll(() => {
  bare = mkdtempSync(join(tmpdir(), 'winnow-test-'));
  cpSync(join(projectRoot, 'examples/review-assistant'), bare, { recursive: true });
  expect(runWinnow(['select', '-q'], { cwd: bare })).toMatchObject({ code: 0, stderr: '' });
  for (const pool of ['merged-changes.jsonl', 'incidents.jsonl']) rmSync(join(bare, pool));
});
afterAll(() => rmSync(bare, { recursive: true, force: true }));

function freshFolder(): string {
  const cwd = temporaryFolder();
  cpSync(bare, cwd, { recursive: true });
  return cwd;
}

// biome-ignore lint/suspicious/noExplicitAny: the test breaks the form on purpose
type Loose = Record<string, any>;

function inFile(cwd: string, name: string, change: (text: string) => string): void {
  const file = join(cwd, name);
  const text = readFileSync(file, 'utf8');
  expect(change(text)).not.toBe(text);
  writeFileSync(file, change(text));
}

const edit = (change: (manifest: Loose) => void) => (cwd: string) =>
  inFile(cwd, 'selection/selection.json', (text) => {
    const manifest = JSON.parse(text) as Loose;
    change(manifest);
    return `${JSON.stringify(manifest, null, 2)}\n`;
  });

function documentOf(cwd: string): { code: number | null; document: CheckDocument } {
  const { code, stdout, stderr } = runWinnow(['check', '--without-pool', '--json'], { cwd });
  expect(stderr).toBe('');
  return { code, document: JSON.parse(stdout) as CheckDocument };
}

describe('check --without-pool', () => {
  it('passes, and lists the parts that it did not verify', () => {
    const { code, stdout, stderr } = runWinnow(['check', '--without-pool'], { cwd: bare });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/is consistent and matches its plan\. The pool was not read\.\nPlan: plan\.yaml/);
    expect(stdout).toMatch(/\nVerified\n[\s\S]*\nNOT verified\n {2}whether the pool still has these tasks/);
    const { document } = documentOf(bare);
    expect(document).toMatchObject({ ok: true, differences: [], notes: [] });
    expect(document.verified?.map((part) => part.code)).toEqual([
      'sums',
      'plan',
      'stated',
      'quotas',
      'layout',
      'table',
      'page',
      'files',
    ]);
    expect(document.not_verified?.map((part) => part.code)).toEqual(['tasks', 'features', 'choice', 'page-rest']);
  });

  it('is suggested by the error for a missing pool', () => {
    const { code, stderr } = runWinnow(['check'], { cwd: bare });
    expect(code).toBe(2);
    expect(stderr).toContain('To run only the checks that do not need the pool, add --without-pool.');
  });

  it('passes a selection that another version wrote in other words', () => {
    const cwd = freshFolder();
    const reworded = (writer: string) =>
      edit((manifest) => {
        manifest['metadata'].generated_by = writer;
        delete manifest['metadata'].files;
        manifest['benchmarks'][0].strategy = 'Put otherwise';
      })(cwd);
    const { generated_by: own } = JSON.parse(readFileSync(join(cwd, 'selection/selection.json'), 'utf8')).metadata;
    const isAboutStrategy = ({ path }: { path?: string }) => path?.endsWith('.strategy') === true;
    reworded('winnow-bench 0.0.9');
    expect(documentOf(cwd).document.differences.some(isAboutStrategy)).toBe(false);
    reworded(own);
    expect(documentOf(cwd).document.differences.some(isAboutStrategy)).toBe(true);
  });

  it.each([['--fix'], ['--benchmarks', '.']])('refuses %s', (...flags) => {
    const { code, stderr } = runWinnow(['check', '--without-pool', ...flags], { cwd: bare });
    expect(code).toBe(2);
    expect(stderr).toContain(`--without-pool skips the pool, but ${flags[0]} needs it.`);
  });

  it.each([
    ['examples/representative/plan.yaml', 'a sample'],
    ['ccb', 'the plan that ships'],
  ])('passes what %s gives', (plan) => {
    const out = temporaryFolder();
    expect(runWinnow(['select', plan, '-q', '--out', out]).code).toBe(0);
    expect(runWinnow(['check', out, '--plan', plan, '--without-pool']).stdout).toContain(
      'selection.json is consistent',
    );
  });

  const cases: readonly (readonly [string, (cwd: string) => void, string, RegExp])[] = [
    [
      'a wrong sum',
      edit((manifest) => {
        manifest['metadata'].total_selected = 20;
      }),
      'sum/total-selected',
      /but selection.json lists 21/,
    ],
    [
      'a weight that the plan does not state',
      edit((manifest) => {
        Object.assign(manifest['methodology'].score.weights, { spread: 0.4, talk: 0.4 });
      }),
      'methodology/edited',
      /score\.weights\.spread is 0\.4; expected 0\.5 from the plan/,
    ],
    [
      'an exclusion taken out',
      edit((manifest) => manifest['exclusions'].pop()),
      'exclusions/edited',
      /exclusions.* lacks .*expected from the plan/,
    ],
    [
      'a correction edited',
      edit((manifest) => {
        manifest['corrections'][0].to = 'cobol';
      }),
      'corrections/edited',
      /is "cobol"; expected "kotlin" from the plan/,
    ],
    [
      'another source',
      edit((manifest) => {
        manifest['benchmarks'][0].source = 'elsewhere.jsonl';
      }),
      'benchmarks/edited',
      /source is "elsewhere\.jsonl"; expected "merged-changes\.jsonl" from the plan/,
    ],
    [
      'a task taken out, and every sum made right',
      edit((manifest) => {
        const [task] = manifest['tasks'].splice(0, 1);
        manifest['metadata'].total_selected -= 1;
        manifest['benchmarks'].find(({ name }: Loose) => name === task.benchmark).selected -= 1;
      }),
      'rule/take',
      /the plan selects 5 tasks from incidents, but selection\.json lists 4\./,
    ],
    [
      'places moved from group to group',
      edit((manifest) => {
        manifest['benchmarks'][0].groups[0].places += 1;
      }),
      'rule/group',
      /merged-changes: group ".*" has \d+ places, but selection\.json lists \d+ tasks\./,
    ],
    [
      'a changed plan',
      (cwd) => inFile(cwd, 'plan.yaml', (text) => text.replace('take: 16', 'take: 15')),
      'plan/changed',
      /the plan "review-assistant" changed/,
    ],
    [
      'a line of the table edited',
      (cwd) => inFile(cwd, 'selection/selection.csv', (text) => text.replace('kotlin', 'scala')),
      'file/edited',
      /selection\.csv is stale or was edited: line \d+ is ".*scala/,
    ],
    [
      'a figure of the page edited',
      (cwd) => inFile(cwd, 'selection/METHODOLOGY.md', (text) => text.replace('**21 tasks**', '**22 tasks**')),
      'file/edited',
      /METHODOLOGY\.md is stale or was edited. According to selection\.json, it should contain "Selected \*\*21 tasks\*\*/,
    ],
    ['no page', (cwd) => rmSync(join(cwd, 'selection/METHODOLOGY.md')), 'file/missing', /METHODOLOGY\.md is missing/],
    [
      'another layout',
      (cwd) => inFile(cwd, 'selection/selection.json', (text) => text.replace('  "metadata": {', '  "metadata":  {')),
      'file/layout',
      /does not have the expected layout/,
    ],
  ];

  it.each(cases)('notices %s', (_, tamper, code, sentence) => {
    const cwd = freshFolder();
    tamper(cwd);
    const { code: exit, document } = documentOf(cwd);
    expect({ exit, ok: document.ok }).toEqual({ exit: 1, ok: false });
    const messages = document.differences.filter((each) => each.code === code).map(({ message }) => message);
    expect(messages.join('\n'), JSON.stringify(document.differences)).toMatch(sentence);
  });

  it('does not claim to have verified the rules of a plan that changed', () => {
    const cwd = freshFolder();
    inFile(cwd, 'plan.yaml', (text) => text.replace('take: 16', 'take: 15'));
    const { document } = documentOf(cwd);
    expect(document.not_verified?.map(({ code }) => code)).toEqual(expect.arrayContaining(['stated', 'quotas']));
    expect(document.differences).toHaveLength(1);
  });
});
