import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const assess = (...args: string[]) => runWinnow(['assess', 'balance', ...args]);

const tinyPlan = (select: string, phases = '[Fix, Build]') =>
  `name: tiny\nphases: ${phases}\nphase: {by: category, values: {fix: Fix, build: Build}}\n` +
  'score: {name: s, weights: {w: 1}, components: {w: {ramp: files_changed, full: 10}}}\n' +
  `benchmarks: {b: {source: {path: pool.jsonl}, select: ${select}}}\n`;

/** A plan on six tasks, of which one is for building and in another language. */
function tiny(select: string): string {
  const folder = temporaryFolder();
  const rows = Array.from({ length: 6 }, (_, i) => ({
    id: `t${i}`,
    files_changed: i + 1,
    category: i === 0 ? 'build' : 'fix',
    language: i === 0 ? 'go\u001b[31m' : 'rust',
  }));
  writeFileSync(join(folder, 'pool.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(join(folder, 'plan.yaml'), tinyPlan(select));
  return join(folder, 'plan.yaml');
}

describe('winnow assess balance', () => {
  it('prints one JSON document with --json, the same bytes each time', () => {
    const { code, stdout, stderr } = assess('ccb', '--json', '--draws', '50');
    expect([code, stderr]).toEqual([0, '']);
    expect(assess('ccb', '--json', '--draws', '50').stdout).toBe(stdout);
    expect(assess('ccb', '--json', '--draws', '50', '--seed', 'x').stdout).not.toBe(stdout);
    const document = JSON.parse(stdout) as { overall: { numbers: object[] }; benchmarks: { name: string }[] };
    expect(document).toMatchObject({ kind: 'focus', selected: 93, eligible: 824, draws: 50, seed: '42' });
    expect(document.overall.numbers[0]).toEqual({
      name: 'score',
      of: 'score',
      scale: 'as is',
      known: { selected: 93, pool: 824 },
      typical: { selected: expect.any(Number), pool: expect.any(Number) },
      difference: expect.closeTo(1.57, 2),
      weighted_difference: null,
      difference_from_shares: expect.closeTo(0.95, 2),
      difference_chance_95: expect.any(Number),
      difference_beyond_chance: true,
      distance: expect.closeTo(0.62, 2),
      distance_chance_95: expect.any(Number),
      distance_beyond_chance: true,
      level: 'far',
    });
    expect(document.benchmarks.map(({ name }) => name)).toHaveLength(7);
  });

  it('names a label by its column', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.csv'), 'id,Priorität\na,hoch\nb,tief\nc,hoch\nd,tief\n');
    writeFileSync(join(folder, 'plan.yaml'), 'tasks: t.csv\ntake: 2\nby: Priorität\nseed: 1\n');
    const { stdout } = assess(join(folder, 'plan.yaml'));
    expect(stdout).toContain('By Priorität: ');
    expect(stdout).not.toContain('priorita_t');
  });

  it('judges a probability sample with its weights', () => {
    const { stdout } = assess(join(projectRoot, 'examples/representative/plan.yaml'));
    expect(stdout).toMatch(
      /^representative: 93 of 826 eligible tasks selected, representative\nBalanced: all 8 numeric fields/,
    );
    expect(stdout).toMatch(/1,000 redraws of the same design, seed 2026/);
    expect(stdout).toMatch(
      /By benchmark: 0\.32 of the selection would have to change to match the pool, weighted 0\.00/,
    );
    expect(stdout).not.toMatch(/by shares/);
  });

  it('names what the selection lacks, and shows no stray control characters', () => {
    const { code, stdout } = assess(tiny('{take: 3, prefer: [files_changed desc]}'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/phases: Build \(1\)/);
    expect(stdout).toMatch(/languages: go\\u001b\[31m \(1\)/);
    expect(stdout).toMatch(/the redraws use "0"/);
    expect(stdout).toMatch(/Not representative: score/);
  });

  it('says that nothing can differ when every task is taken', () => {
    const { code, stdout } = assess(tiny('{take: all}'));
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^tiny: 6 of 6 eligible tasks selected, representative\nEvery eligible task \(6\) is selected/,
    );
    expect(stdout).not.toMatch(/redraw/);
  });

  it('writes its charts', () => {
    const folder = temporaryFolder();
    expect(assess('ccb', '--draws', '20', '--pictures', folder).stdout).toMatch(/balance\.svg, .*balance-labels\.svg/);
    const svg = readFileSync(join(folder, 'balance.svg'), 'utf8');
    expect(svg).toMatch(/<desc id="description">Not representative: score \(\+1\.57 SD\)/);
    expect(readFileSync(join(folder, 'balance-labels.svg'), 'utf8')).toMatch(
      /ccb_swebenchpro: 39% of the selection, 89% of/,
    );
  });

  it('refuses a wrong number of draws', () => {
    expect(assess('ccb', '--draws', '0')).toMatchObject({ code: 2, stdout: '' });
    expect(assess('ccb', '--draws', '0').stderr).toMatch(/draws must be a whole number from 1 to 10000; found 0\./);
  });
});
