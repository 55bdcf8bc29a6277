import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const assess = (...args: string[]) => runWinnow(['assess', 'sensitivity', ...args]);

describe('winnow assess sensitivity', () => {
  it('prints one JSON document with --json', () => {
    const { code, stdout, stderr } = assess('ccb', '--json', '--draws', '50');
    expect([code, stderr]).toEqual([0, '']);
    const document = JSON.parse(stdout) as {
      benchmarks: { name: string; selected: number; core: number }[];
      changes: { component: string; change: string; moved: number; leaving: unknown[]; entering: unknown[] }[];
      tasks: { selected: boolean; frequency: number }[];
    };
    expect(document).toMatchObject({
      draws: 50,
      concentration: 50,
      seed: '42',
      seed_from: 'plan',
      selected: 93,
      available: 826,
      overlap: { mean: expect.any(Number), min: expect.any(Number), p5: expect.any(Number), p95: expect.any(Number) },
      core: expect.any(Number),
      swing: expect.any(Number),
      newcomers: expect.any(Number),
      score_correlation: { mean: expect.any(Number) },
      ties: { places: 9, tied: 12, distinct_scores: 323, scores: 826 },
      deciding: { components: ['context_complexity'], tasks: expect.any(Number), tied_places: expect.any(Number) },
      notes: expect.any(Array),
    });
    expect(document.benchmarks.map(({ selected }) => selected).reduce((a, b) => a + b)).toBe(93);
    expect(document.changes.map(({ change }) => change).slice(0, 3)).toEqual(['raised', 'lowered', 'left out']);
    expect(document.changes).toHaveLength(12);
    expect(document.tasks.filter(({ selected }) => selected)).toHaveLength(93);
  });

  it('gives the same bytes again, and others for another seed or concentration', () => {
    const first = assess('ccb', '--json', '--draws', '30').stdout;
    expect(assess('ccb', '--json', '--draws', '30').stdout).toBe(first);
    expect(assess('ccb', '--json', '--draws', '30', '--seed', '42').stdout).toBe(
      first.replace('"seed_from": "plan"', '"seed_from": "option"'),
    );
    expect(assess('ccb', '--json', '--draws', '30', '--concentration', '5').stdout).not.toBe(first);
  });

  it('reads a folder of benchmarks like select', () => {
    const empty = temporaryFolder();
    const { code, stderr } = assess('ccb', '--benchmarks', empty);
    expect(code).toBe(2);
    const faults = (text: string) => text.split('\n').filter((line) => line.startsWith('error: '));
    const select = runWinnow(['select', 'ccb', '--dry-run', '--benchmarks', empty]);
    expect(faults(stderr)).toEqual(faults(select.stderr));
    expect(stderr).toContain(empty);
  });

  it.each([
    [['--draws', '0'], /draws must be a whole number from 1 to 10000; found 0\./],
    [['--draws', '2.5'], /draws must be a whole number from 1 to 10000; found 2\.5\./],
    [['--draws', '10001'], /from 1 to 10000; found 10001\./],
    [['--draws', 'many'], /option '--draws <count>' argument 'many' is invalid\. Expected a number\./],
    [['--concentration', '0'], /concentration must be a number, 0\.001 or more; found 0\./],
    [['--concentration', '-3', '--draws', '0'], /draws[\s\S]*found -3[\s\S]*2 errors/],
  ])('refuses %j', (args, message) => {
    const run = assess('ccb', ...args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
  });

  it('says so when there is nothing to perturb and nothing to lose', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'pool.jsonl'), '{"id":"a","files_changed":1}\n{"id":"b","files_changed":2}\n');
    writeFileSync(
      join(folder, 'plan.yaml'),
      'name: p\nphases: [Fix]\nphase: Fix\nscore: {name: s, weights: {w: 1}, components: {w: {constant: 1}}}\nbenchmarks: {b: {source: {path: pool.jsonl}}}\n',
    );
    const { code, stdout, stderr } = assess(join(folder, 'plan.yaml'));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/Only the w component has a weight/);
    expect(stdout).toMatch(/Every benchmark is selected in full/);
    expect(stdout).toMatch(/the draws use "0"/);
  });
});
