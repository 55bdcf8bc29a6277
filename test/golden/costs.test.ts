import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeTree } from '../results/write-tree.js';
import { inflated } from '../support/explorer-page.js';
import { runWinnow } from '../support/run-winnow.js';

const ids = Array.from({ length: 12 }, (_, i) => `t${String(i).padStart(2, '0')}`);
const planText = (more = '') => `tasks: pool.csv\ntake: 12\nseed: 3\n${more}`;
const pool = `id,language\n${ids.map((id) => `${id},go\n`).join('')}`;
// 8 runs of 200,000 fresh, 1,000,000 cached and 10,000 written tokens: 0.6 + 0.3 + 0.15 dollars each.
const rows = ids.slice(0, 8).map((id) => `${id},new,vendor/big,1,200000,10000,1000000`);
const tokens = `task_id,config,model,reward,input_tokens,output_tokens,cached_tokens\n${rows.join('\n')}\n`;
const prices = 'big: { input: 3, output: 15, cached: 0.3 }\n';

function folder(more = '', results = tokens): string {
  const cwd = writeTree({ 'plan.yaml': planText(more), 'pool.csv': pool, 'runs.csv': results, 'prices.yaml': prices });
  expect(runWinnow(['select', '-q'], { cwd })).toMatchObject({ code: 0 });
  return cwd;
}

const statusOf = (cwd: string, ...args: readonly string[]) =>
  JSON.parse(runWinnow(['status', 'selection', 'runs.csv', '--json', ...args], { cwd }).stdout);

describe('results with tokens and no cost', () => {
  it.each([
    ['a price on the command line', '', ['--price', 'big=3/15/0.3']],
    ['a file of prices', '', ['--prices', 'prices.yaml']],
    ['prices in the plan', `results: { prices: { ${prices.trim()} } }\n`, []],
  ])('cost what %s makes of them', (_, more, args) => {
    const cwd = folder(more);
    const { configurations, warnings } = statusOf(cwd, ...args, '--budget', '2.5');
    expect(configurations[0].cost_usd.spent).toBeCloseTo(8 * 1.05, 9);
    expect(configurations[0].cost_usd.expected).toBeCloseTo(4 * 1.05, 9);
    expect(configurations[0].budget).toMatchObject({ tasks: 2 });
    expect(warnings).toMatchObject([
      { code: 'outcomes/priced', message: expect.stringMatching(/^Computed the cost of 8 runs from tokens /) },
    ]);
    expect(runWinnow(['status', 'selection', 'runs.csv', ...args], { cwd }).stdout).toContain('cost: about $4.20');
  });

  it('have no cost without a price, or with that of another model, which is counted', () => {
    const cwd = folder();
    expect(statusOf(cwd).configurations[0].cost_usd).toBeNull();
    const { configurations, warnings } = statusOf(cwd, '--price', 'small=1/1');
    expect(configurations[0].cost_usd).toBeNull();
    expect(warnings).toMatchObject([
      { code: 'outcomes/no-price', message: expect.stringMatching(/^8 runs .* no price is given for vendor\/big/) },
    ]);
    const asked = runWinnow(['status', 'selection', 'runs.csv', '--budget', '2'], { cwd });
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--prices') });
  });

  it('keep a cost that they have, and count tokens of a prompt without those from a cache', () => {
    const header = 'task_id,config,model,reward,cost_usd,prompt_tokens,completion_tokens,cached_tokens';
    const table = [
      header,
      ...ids.slice(0, 8).map((id, i) => `${id},new,big,1,${i === 0 ? 5 : ''},1200000,10000,1000000`),
    ];
    const { configurations } = statusOf(folder('', `${table.join('\n')}\n`), '--prices', 'prices.yaml');
    expect(configurations[0].cost_usd.spent).toBeCloseTo(5 + 7 * 1.05, 9);
  });

  it('have no cost without the number of input tokens, also in a budget', () => {
    const table = tokens.replace('input_tokens,', 'fresh_tokens,');
    const cwd = folder('', table);
    const args = ['status', 'selection', 'runs.csv', '--prices', 'prices.yaml'];
    expect(JSON.parse(runWinnow([...args, '--json'], { cwd }).stdout).configurations[0].cost_usd).toBeNull();
    const asked = runWinnow([...args, '--budget', '2'], { cwd });
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain(
      '8 runs have no cost, and the number of input tokens is unknown. Columns of tokens: fresh_tokens, output_tokens, cached_tokens.',
    );
  });

  it('cost as much on the page', () => {
    const cwd = folder();
    const args = ['report', 'plan.yaml', '--html', 'page.html', '--results', 'runs.csv', '--prices', 'prices.yaml'];
    expect(runWinnow(args, { cwd })).toMatchObject({ code: 0 });
    expect(inflated(readFileSync(join(cwd, 'page.html'), 'utf8'))).toContain('"costUsd":1.05');
  });

  it('cost as much in the next tasks of a plan with looks', () => {
    const both = ['old', 'new'].flatMap((name) => ids.slice(0, 12).map((id) => ({ name, id })));
    const cwd = writeTree({ 'plan.yaml': planText('looks: 2\n'), 'pool.csv': pool, 'prices.yaml': prices });
    expect(runWinnow(['select', '-q'], { cwd })).toMatchObject({ code: 0 });
    const { next } = JSON.parse(runWinnow(['next', 'selection', '--json'], { cwd }).stdout);
    const first = new Set(next.tasks.map(({ task_id: id }: { task_id: string }) => id));
    const runs = both
      .filter(({ id }) => first.has(id))
      .map(({ name, id }, i) => `${id},${name},big,${i % 2},200000,10000,1000000`);
    const table = `${tokens.split('\n')[0]}\n${runs.join('\n')}\n`;
    const later = writeTree({ 'runs.csv': table });
    const args = ['next', 'selection', join(later, 'runs.csv'), '--baseline', 'old', '--prices', 'prices.yaml'];
    const { next: after } = JSON.parse(runWinnow([...args, '--json'], { cwd }).stdout);
    const left = ids.length - first.size;
    expect(after.costs).toMatchObject(
      ['new', 'old'].map((system) => ({ system, runs: left, cost_usd: expect.closeTo(left * 1.05, 9) })),
    );
    expect(runWinnow(args, { cwd }).stdout).toContain(`new: about $${(left * 1.05).toFixed(2)} for ${left} runs`);
  });

  it.each([
    ['a negative price', 'big: { input: -3, output: 15 }\n', 'big.input'],
    ['an unknown key', 'big: { input: 3, output: 15, cache: 1 }\n', 'cache'],
    ['no table', '- 3\n', 'the prices'],
  ])('are refused with %s', (_, text, said) => {
    const cwd = writeTree({ 'plan.yaml': planText(), 'pool.csv': pool, 'runs.csv': tokens, 'prices.yaml': text });
    const { code, stderr } = runWinnow(['status', 'plan.yaml', 'runs.csv', '--prices', 'prices.yaml'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('prices.yaml');
    expect(stderr).toContain(said);
    expect(stderr).toContain('US dollars per million tokens');
  });
});
