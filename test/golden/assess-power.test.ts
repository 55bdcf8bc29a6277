import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const assess = (...args: string[]) => runWinnow(['assess', 'power', ...args]);
const example = (name: string) => join(projectRoot, 'examples', name);

interface Ends {
  readonly low: number | null;
  readonly high: number | null;
}
interface Row {
  readonly name: string;
  readonly tasks: number;
  readonly size: number;
  readonly testable: string;
  readonly detectable: Ends;
}
interface Document {
  readonly overall: Row;
  readonly phases: readonly Row[];
  readonly benchmarks: readonly Row[];
  readonly discordance: {
    readonly from: string;
    readonly partial_rewards: boolean;
    readonly pairs: readonly unknown[];
  };
  readonly notes: readonly string[];
}
const documentOf = (...args: string[]) => JSON.parse(assess(...args, '--json').stdout) as Document;

describe('winnow assess power', () => {
  it('is suggested if the part comes after the selection', () => {
    const { code, stderr } = runWinnow(['assess', 'ccb', 'power']);
    expect(code).toBe(2);
    expect(stderr).toContain('"ccb" is not a part of assess. Name the part first: winnow assess power ccb');
  });

  it('calls phases of 2 to 9 tasks untestable', () => {
    const { phases, benchmarks } = documentOf('ccb');
    const small = [...phases, ...benchmarks].filter(({ tasks }) => tasks >= 2 && tasks <= 9);
    expect(small.length).toBeGreaterThan(8);
    expect(new Set(small.map(({ testable }) => testable))).toEqual(new Set(['no']));
    expect(phases.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(93);
  });

  it('says whether a wanted difference is found, and what it takes', () => {
    const { stdout } = assess('ccb', '--difference', '0.1');
    expect(stdout).toMatch(
      /93 tasks can detect a difference of 10\.0 points \(discordance 0\.21 to 0\.4\) with 33 to 56% power\. That is too low; you need 160 to 311 tasks\./,
    );
    expect(assess('ccb', '--difference', '0.2').stdout).toMatch(
      /20\.0 points .* with 88 to over 99% power\. 7 of 8 phases/,
    );
  });

  it('uses the effective size of a representative sample', () => {
    const { overall } = documentOf(example('representative/plan.yaml'));
    expect(overall.tasks).toBe(93);
    expect(overall.size).toBeLessThan(70);
    expect(overall.detectable.low).toBeGreaterThan(0.15);
  });

  it('takes the discordance from results', () => {
    const agents = documentOf('ccb', '--results', example('outcomes/swebench-pro-agents.csv'));
    expect(agents.discordance).toMatchObject({ from: 'results', partial_rewards: false });
    expect(agents.discordance.pairs).toHaveLength(15);
    expect(documentOf('ccb', '--results', example('outcomes/mcp-paired.csv')).discordance.partial_rewards).toBe(true);
  });

  it('goes on without results that fit no task, and says so', () => {
    const { code, stdout } = assess(
      example('review-assistant/plan.yaml'),
      '--results',
      example('outcomes/mcp-paired.csv'),
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/Results not used: none of the tasks in the results is in the pool/);
  });

  it('answers for a plan of two tasks, and writes charts with words for them', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'pool.jsonl'), '{"id":"a","files_changed":1}\n{"id":"b","files_changed":2}\n');
    writeFileSync(
      join(folder, 'plan.yaml'),
      'name: p\nphases: [Fix]\nphase: Fix\nscore: {name: s, weights: {w: 1}, components: {w: {constant: 1}}}\nbenchmarks: {b: {source: {path: pool.jsonl}}}\n',
    );
    const pictures = join(folder, 'pictures');
    const { code, stdout, stderr } = assess(join(folder, 'plan.yaml'), '--pictures', pictures);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/With one run each, 2 tasks can't detect any difference/);
    for (const name of ['power-curve', 'power-by-tasks']) {
      const svg = readFileSync(join(pictures, `${name}.svg`), 'utf8');
      expect(svg).toMatch(/<desc id="description">With one run each, 2 tasks can.{1,6}t detect any difference/);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it('assesses a selected tier', () => {
    const out = join(temporaryFolder(), 'tier');
    expect(runWinnow(['select', 'verified', '--tier', '25', '--out', out]).code).toBe(0);
    expect(assess(out)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^verified: With one run each, 25 tasks/),
    });
  });

  it('draws the wanted difference and this suite', () => {
    const pictures = temporaryFolder();
    expect(assess('ccb', '--difference', '0.1', '--pictures', pictures).code).toBe(0);
    expect(readFileSync(join(pictures, 'power-curve.svg'), 'utf8')).toContain('wanted: 10 points');
    const byTasks = readFileSync(join(pictures, 'power-by-tasks.svg'), 'utf8');
    expect(byTasks).toContain('this selection: 93');
    expect(byTasks).toContain('10.0 points (discordance 0.21 to 0.4) with 33 to 56% power');
  });

  it.each([
    [['--alpha', '0.95'], /alpha must be above 0 and below 0\.5; found 0\.95\./],
    [['--difference', '15', '--repeats', '0'], /difference[\s\S]*0\.15 for 15 points[\s\S]*repeats[\s\S]*2 errors/],
    [['--task-cost', '3'], /run-cost must be above 0; found nothing\./],
  ])('refuses %j', (args, message) => {
    const run = assess('ccb', ...args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
  });
});
