import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const assess = (...args: string[]) => runWinnow(['assess', 'validity', ...args]);
const results = join(projectRoot, 'examples/outcomes/mcp-paired.csv');

interface Document {
  readonly comparisons: readonly {
    readonly configuration: string;
    readonly finding: string;
    readonly pairs: number;
    readonly dropped: { readonly errored: number; readonly absent: number };
    readonly correlation: Correlation;
    readonly correlation_within_benchmarks: Correlation;
    readonly refit: { readonly offered: boolean; readonly weights: unknown; readonly tasks: number };
    readonly tasks: readonly unknown[];
  }[];
}
interface Correlation {
  readonly rank_correlation: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly resampled_interval: { readonly low: number; readonly high: number };
}

describe('winnow assess validity', () => {
  it('reproduces figures computed elsewhere from the real results', () => {
    const { comparisons } = JSON.parse(assess('ccb', '--results', results, '--json').stdout) as Document;
    const [base, full] = comparisons;
    expect([base?.configuration, base?.pairs, base?.dropped.errored]).toEqual(['sourcegraph_base', 131, 20]);
    expect([full?.configuration, full?.pairs, full?.dropped.errored]).toEqual(['sourcegraph_full', 136, 15]);
    expect(base?.correlation.rank_correlation).toBeCloseTo(0.2276, 4);
    expect(full?.correlation.rank_correlation).toBeCloseTo(0.1774, 4);
    // Elsewhere a bootstrap of the tasks gave -0.02 to 0.37.
    expect(full?.correlation.resampled_interval.low).toBeCloseTo(-0.02, 1.5);
    expect(full?.correlation.resampled_interval.high).toBeCloseTo(0.37, 1.5);
    for (const { finding, correlation_within_benchmarks: within, refit, tasks, pairs } of comparisons) {
      expect(finding).toBe('not shown');
      expect(Math.abs(within.rank_correlation)).toBeLessThan(0.05);
      expect(within.interval.low).toBeLessThan(0);
      expect(within.interval.high).toBeGreaterThan(0);
      expect([refit.offered, refit.weights]).toEqual([false, null]);
      expect(tasks).toHaveLength(pairs);
    }
  });

  it('says the same of a plan whose pool has none of the tasks, but tries no weights', () => {
    const { stdout, code } = assess('examples/review-assistant/plan.yaml', '--results', results);
    expect(code).toBe(0);
    expect(stdout).toMatch(/136 tasks scored in both arms, 136 of them outside the pool/);
    expect(stdout).toMatch(
      /Other weights were not tried: refitting needs 30 pool tasks with known score components, but there are 0/,
    );
  });

  it('asks for a baseline when no system is called baseline', () => {
    const agents = join(projectRoot, 'examples/outcomes/swebench-pro-agents.csv');
    const { code, stdout } = assess('ccb', '--results', agents);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Choose one with --baseline: claude-4sonnet-10132025,/)]);
    expect(assess('ccb', '--results', agents, '--baseline', 'gpt-4o-paper').stdout).toMatch(/the MCP benefit score/);
  });

  it('draws each comparison, with words for it, and lets no name into the markup', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'results.csv');
    const name = '<script>alert(1)</script>';
    writeFileSync(file, readFileSync(results, 'utf8').replaceAll('sourcegraph_full', name));
    const { code } = assess('ccb', '--results', file, '--pictures', folder);
    expect(code).toBe(0);
    const svgs = [1, 2].map((i) => readFileSync(join(folder, `validity-${i}.svg`), 'utf8'));
    for (const svg of svgs) {
      expect(svg).toMatch(/<desc id="description">13[16] tasks, .* within benchmarks: 0\.04 \(-0\.\d\d to 0\.\d\d\)/);
      expect(svg).not.toMatch(/NaN|<script/);
    }
  });

  it.each([
    [[], /needs results to show whether/],
    [
      ['--results', results, '--baseline', 'none'],
      /the results have no system "none"\.\s+Systems in the results: baseline, sourcegraph_base/,
    ],
    [
      ['--results', results, '--score', 'language'],
      /no column "language" with numbers\.\s+Columns with numbers: mcp_benefit_score\. For the plan's scores, use --score pool/,
    ],
  ])('refuses %j', (args, message) => {
    const run = assess('ccb', ...args);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(message);
  });
});
