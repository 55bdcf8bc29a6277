import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const agents = join(projectRoot, 'examples/outcomes/swebench-pro-agents.csv');
const assess = (...args: string[]) => runWinnow(['assess', 'fidelity', ...args]);

interface Chance {
  readonly mean: number;
  readonly root_mean_square: number;
  readonly p5: number;
  readonly p95: number;
  readonly p2_5: number;
  readonly p97_5: number;
  readonly percentile: number;
  readonly standing: string;
}
interface Document {
  readonly near_duplicates: readonly { readonly systems: readonly string[]; readonly phi: number }[];
  readonly scopes: readonly {
    readonly benchmark: string | null;
    readonly left_out: readonly { readonly system: string }[];
    readonly sizes: readonly {
      readonly selected: number;
      readonly is_selection: boolean;
      readonly level: string;
      readonly ranking: string;
      readonly readings: readonly {
        readonly missing: string;
        readonly systems_counted: number;
        readonly metrics: Readonly<Record<string, { readonly value: number | null; readonly random: Chance | null }>>;
        readonly systems: readonly {
          readonly system: string;
          readonly pool_tasks: number;
          readonly pool_missing: number;
          readonly selected_tasks: number;
          readonly pool_rate: number;
          readonly error: number;
          readonly random: Chance;
        }[];
      }[];
    }[];
  }[];
  readonly not_judged: readonly { readonly benchmark: string; readonly why: string }[];
  readonly notes: readonly string[];
}

describe('winnow assess fidelity', () => {
  it('finds on the real results what was found elsewhere', () => {
    const run = assess('ccb', '--results', agents, '--sizes', '36,93', '--json');
    const document = JSON.parse(run.stdout) as Document;
    expect(document.near_duplicates).toEqual([
      expect.objectContaining({
        systems: ['claude-opus-4-1-paper', 'claude-sonnet-4-paper'],
        phi: expect.closeTo(0.9, 2),
        common_tasks: 663,
        discordant_tasks: 24,
      }),
    ]);
    const [scope] = document.scopes;
    expect(
      scope?.sizes.map(({ selected, is_selection: own, level, ranking }) => [selected, own, level, ranking]),
    ).toEqual([
      [36, true, 'chance', 'holds'],
      [93, false, 'off', 'holds'],
    ]);
    const [small, large] = scope?.sizes.map(({ readings }) => readings[0]) ?? [];
    // Measured elsewhere on these and other systems: -8 to -6.5 whatever the size.
    for (const figures of [small, large]) {
      expect(figures?.metrics['bias']?.value).toBeGreaterThan(-0.08);
      expect(figures?.metrics['bias']?.value).toBeLessThan(-0.06);
      expect(figures?.systems_counted).toBe(5);
      expect(Math.abs(figures?.metrics['bias']?.random?.mean ?? 1)).toBeLessThan(0.01);
      expect(figures?.metrics['kendall_tau_b']?.random?.standing).toBe('within');
    }
    expect(small?.metrics['bias']?.random?.standing).toBe('within');
    expect(large?.metrics['bias']?.random?.standing).toBe('worse');
    // Rates, counts and the usual error of a random draw, as measured elsewhere.
    const of = (figures: typeof small, name: string) => figures?.systems.find(({ system }) => system === name);
    expect(of(small, 'kimi-k2-instruct-10132025')).toMatchObject({ pool_tasks: 729, pool_missing: 2 });
    expect(of(small, 'claude-4sonnet-10132025')).toMatchObject({ pool_tasks: 562, selected_tasks: 25 });
    expect(of(small, 'claude-4sonnet-10132025')?.pool_rate).toBeCloseTo(240 / 562, 6);
    const usual = (figures: typeof small) =>
      (figures?.systems ?? []).map(({ random }) => random.root_mean_square).reduce((a, b) => a + b) / 6;
    expect(usual(small)).toBeGreaterThan(0.05);
    expect(usual(small)).toBeLessThan(0.08);
    expect(usual(large)).toBeGreaterThan(0.03);
    expect(usual(large)).toBeLessThan(0.045);
  });

  it('reads what is missing both ways', () => {
    const { scopes } = JSON.parse(assess('ccb', '-r', agents, '--json', '--draws', '100').stdout) as Document;
    const [absent, failed] = scopes[0]?.sizes[0]?.readings ?? [];
    expect([absent?.missing, failed?.missing]).toEqual(['left out', 'failed']);
    expect(failed?.systems[0]?.pool_rate).toBeCloseTo(240 / 731, 6);
  });

  it('judges a learned plan on the systems left out', () => {
    const plan = join(projectRoot, 'examples/representative/plan.yaml');
    const { scopes } = JSON.parse(assess(plan, '-r', agents, '--json').stdout) as Document;
    expect(scopes[0]?.left_out.map(({ system }) => system)).toEqual([
      'claude-opus-4-1-paper',
      'claude-sonnet-4-paper',
      'gemini-2-5-pro-preview-paper',
      'kimi-k2-instruct-10132025',
    ]);
    expect(scopes[0]?.sizes[0]?.readings[0]?.systems.map(({ system }) => system)).toEqual([
      'claude-4sonnet-10132025',
      'gpt-4o-paper',
    ]);
  });

  it('writes a chart whose description tells the figures', () => {
    const folder = join(temporaryFolder(), 'charts');
    const { code, stdout } = assess('ccb', '-r', agents, '--sizes', '93', '--pictures', folder);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Wrote .*fidelity-ccb_swebenchpro\.svg/)]);
    const svg = readFileSync(join(folder, 'fidelity-ccb_swebenchpro.svg'), 'utf8');
    expect(svg).toMatch(
      /<desc[^>]*>Compared with stratified random samples.*93 tasks: On average, levels on the 93 selected tasks are off by -\d\.\d points/s,
    );
    expect(svg).toMatch(/more than chance/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('says what cannot be said, and why', () => {
    expect(assess('ccb')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Not assessed: needs results/),
    });
    const paired = assess('ccb', '-r', join(projectRoot, 'examples/outcomes/mcp-paired.csv'));
    expect(paired.stdout).toMatch(/^Not assessed: in ccb_swebenchpro, no system has results on a quarter/);
    const folder = temporaryFolder();
    const other = join(folder, 'other.csv');
    writeFileSync(other, 'task_id,config,reward\nnowhere-1,a,1\n');
    const none = assess('ccb', '-r', other);
    expect(none).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Not assessed: none of the tasks in the results is in the pool/),
    });
  });

  it('judges a small plan, names from strangers made safe', () => {
    const folder = temporaryFolder();
    const ids = Array.from({ length: 40 }, (_, i) => `t${String(i).padStart(2, '0')}`);
    const pool = ids.map((id, i) => JSON.stringify({ id, files_changed: i + 1 })).join('\n');
    writeFileSync(join(folder, 'pool.jsonl'), `${pool}\n`);
    writeFileSync(
      join(folder, 'plan.yaml'),
      'name: p\nseed: 1\nphases: [Fix]\nphase: Fix\nscore: {name: s, weights: {w: 1}, components: {w: {ramp: files_changed, full: 40}}}\nbenchmarks: {b: {source: {path: pool.jsonl}, select: {take: 10}}}\n',
    );
    const rows = ids.flatMap((id, i) => [`${id},<b>\u001b[31m,${i < 25 ? 1 : 0}`, `${id.toUpperCase()},two,${i % 2}`]);
    writeFileSync(join(folder, 'r.csv'), `task_id,config,reward\n${rows.join('\n')}\n`);
    const charts = join(folder, 'charts');
    const run = assess(join(folder, 'plan.yaml'), '-r', join(folder, 'r.csv'), '--pictures', charts);
    expect([run.code, run.stderr]).toEqual([0, '']);
    expect(run.stdout).toMatch(/levels on the 10 selected tasks are off by -/);
    expect(run.stdout).toMatch(/ignoring letter case|letter case is ignored/);
    expect(run.stdout).not.toContain('\u001b');
    expect(existsSync(join(charts, 'fidelity-b.svg'))).toBe(true);
    const svg = readFileSync(join(charts, 'fidelity-b.svg'), 'utf8');
    for (const markup of ['<b>', '\u001b']) expect(svg).not.toContain(markup);
  });

  it.each([
    [['--draws', '0'], /draws must be a whole number from 100 to 100000; found 0\./],
    [['--sizes', '0,5'], /sizes must be whole numbers, 1 or more; found 0\./],
    [['--sizes', '36,,93'], /Expected numbers separated by commas\./],
    [['--benchmark', 'ccb_swebenchpr'], /has no benchmark "ccb_swebenchpr"\. Did you mean "ccb_swebenchpro"\?/],
  ])('refuses %j', (args, message) => {
    const run = assess('ccb', '-r', agents, ...args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
  });
});
