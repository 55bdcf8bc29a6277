import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { tableUnder } from '../support/markdown-tables.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Runs the shipped plan with some of its text replaced. */
function selectWith(changes: readonly (readonly [string, string])[]): { manifest: Manifest; page: string } {
  const folder = temporaryFolder();
  let plan = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
  for (const [from, to] of changes) {
    expect(plan).toContain(from);
    plan = plan.replaceAll(from, to);
  }
  writeFileSync(join(folder, 'plan.yaml'), plan);
  const run = runWinnow(['select', join(folder, 'plan.yaml'), '--out', folder, '--quiet']);
  expect(run.stderr).toBe('');
  return {
    manifest: JSON.parse(readFileSync(join(folder, 'selection.json'), 'utf8')) as Manifest,
    page: readFileSync(join(folder, 'METHODOLOGY.md'), 'utf8'),
  };
}

describe('the methodology page follows the plan', () => {
  it('when a weight changes', () => {
    const { manifest, page } = selectWith([
      ['context_complexity: 0.25', 'context_complexity: 0.15'],
      ['cross_file_deps: 0.30', 'cross_file_deps: 0.40'],
    ]);
    expect(page).toContain('score = 0.15 * context_complexity\n      + 0.40 * cross_file_deps');
    expect(page).toContain(`**Average MCP benefit score:** ${manifest.statistics.average_score?.toFixed(4)}`);
    expect(manifest.statistics.average_score).not.toBe(0.7015);
  });

  it('when a target changes', () => {
    const { manifest, page } = selectWith([['take: 12', 'take: 15']]);
    expect(page).toContain('Selected **96 tasks** from 826');
    expect(page).toContain('15 tasks are selected by difficulty (hard, medium, easy)');
    expect(tableUnder('Benchmark Coverage', page).find(([name]) => name === 'ccb_pytorch')?.[2]).toBe('15');
    expect(manifest.methodology.selection_targets['ccb_pytorch']).toBe(15);
  });

  it('when a phase and the score get other names', () => {
    const { manifest, page } = selectWith([
      ['Testing & QA', 'Quality'],
      ['name: MCP benefit', 'name: tool gain'],
    ]);
    expect(tableUnder('Phase Coverage', page).map(([name]) => name)).toContain('Quality');
    expect(manifest.statistics.tasks_per_phase?.['Quality']).toBe(4);
    expect(page).toContain('## Tool Gain Scoring');
    expect(page).not.toContain('MCP');
  });

  it('when a benchmark is added', () => {
    const { page } = selectWith(
      [
        ['rust, typescript]', 'rust, typescript, zig]'],
        [
          'benchmarks:\n',
          'benchmarks:\n  extra:\n    source: { path: extra.jsonl }\n    expect: 2\n    phase: Maintenance\n    components: {context_complexity: {constant: 1}, cross_file_deps: {constant: 1}, semantic_search_potential: {constant: 1}}\n',
        ],
      ].map(([from, to]) => [from as string, (to as string).replace('extra.jsonl', extraPool())] as const),
    );
    expect(page).toContain('Selected **95 tasks** from 828 available across 8 benchmarks');
    expect(tableUnder('Benchmark Coverage', page)).toContainEqual(['extra', '2', '2', 'All selected']);
    expect(page).not.toContain('### extra');
    expect(tableUnder('Language Distribution', page)).toContainEqual(['zig', '2']);
  });
});

function extraPool(): string {
  const file = join(temporaryFolder(), 'extra.jsonl');
  writeFileSync(file, '{"id":"x-1","language":"zig"}\n{"id":"x-2","language":"zig"}\n');
  return file;
}
