import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const assess = (...args: string[]) => runWinnow(['assess', 'ceiling', ...args]);
const agents = 'examples/outcomes/swebench-pro-agents.csv';
const paired = 'examples/outcomes/mcp-paired.csv';

/** Results in a file of their own. */
function resultsFile(text: string): string {
  const file = join(temporaryFolder(), 'results.csv');
  writeFileSync(file, text);
  return file;
}

interface Counts {
  readonly tasks: number;
  readonly solved_by_all: number;
  readonly solved_by_none: number;
  readonly apart: number;
  readonly open: number;
  readonly without_score: number;
}

describe('winnow assess ceiling', () => {
  it('gives the same counts as reading the file directly', () => {
    const [head = '', ...lines] = readFileSync(join(projectRoot, agents), 'utf8').trim().split('\n');
    const systems = head.split(',').length - 1;
    const rows = lines.map((line) =>
      line
        .split(',')
        .slice(1)
        .filter((cell) => cell !== ''),
    );
    const full = rows.filter((row) => row.length === systems);
    const count = (list: readonly (readonly string[])[], values: string) =>
      list.filter((row) => [...new Set(row)].sort().join('') === values).length;
    const { stdout } = assess('ccb', '--json', '--results', agents);
    const document = JSON.parse(stdout) as { benchmarks: { name: string; eligible: Counts }[] };
    expect(document.benchmarks.find(({ name }) => name === 'ccb_swebenchpro')?.eligible).toMatchObject({
      solved_by_all: count(full, '1'),
      solved_by_none: count(full, '0'),
      apart: count(rows, '01'),
      open: count(rows, '0') + count(rows, '1') - count(full, '0') - count(full, '1'),
    });
  });

  it('separates errored from absent results, and compares passes with --pass-at', () => {
    const { overall, configurations } = JSON.parse(assess('ccb', '--json', '--results', paired).stdout) as {
      overall: { selected: Counts & { alike: number } };
      configurations: { name: string; selected: object }[];
    };
    expect(configurations[0]).toMatchObject({ name: 'baseline', selected: { scored: 68, errored: 14, absent: 11 } });
    const passes = JSON.parse(assess('ccb', '--json', '--results', paired, '--pass-at', '0.5').stdout) as {
      overall: { selected: Counts & { alike: number } };
    };
    expect(overall.selected.alike).toBe(2);
    expect(passes.overall.selected.alike).toBe(0);
    expect(passes.overall.selected.apart).toBeLessThan(overall.selected.apart);
  });

  it('needs results', () => {
    const { code, stdout, stderr } = assess('ccb');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/needs results to show which tasks[\s\S]*--results/);
  });

  it('explains why no result can be used', () => {
    const { code, stdout } = assess('ccb', '--results', resultsFile('task_id,x,y\nelsewhere,1,0\n'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ccb: Not assessed: no eligible task has a scored result\./);
    expect(stdout).toMatch(
      /The results can't be used: none of the tasks in the results is in the pool \(for example "elsewhere"\)\./,
    );
  });

  it('reports what the results of one system show', () => {
    const { code, stdout } = assess('ccb', '--results', resultsFile('task_id,x\nSGT-001,1\nsgt-002,0\n'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/The system solves 1 of 2 scored tasks and fails 1\./);
    expect(stdout).toMatch(/by ignoring letter case: SGT-001 as sgt-001/);
  });

  it('draws its chart, and names no other file', () => {
    const folder = temporaryFolder();
    const { stdout } = assess('ccb', '--results', agents, '--pictures', folder);
    expect(stdout).toMatch(/Wrote .*ceiling\.svg$/m);
    expect(readFileSync(join(folder, 'ceiling.svg'), 'utf8')).toMatch(/<desc id="description">12 of 36 scored tasks/);
  });
});
