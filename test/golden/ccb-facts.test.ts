import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { tableUnder } from '../support/markdown-tables.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';

/** The published selection, counted independently of this program. */
const published = JSON.parse(readFileSync(join(projectRoot, 'test/golden/facts/ccb-selection.json'), 'utf8')) as {
  total_available: number;
  total_selected: number;
  average_score: number;
  tasks: {
    benchmark: string;
    id: string;
    language: string;
    phase: string;
    score: number;
    breakdown: Record<string, number>;
  }[];
};

let manifest: Manifest;
let page: string;

beforeAll(() => {
  const out = mkdtempSync(join(tmpdir(), 'winnow-ccb-'));
  const run = runWinnow(['select', 'ccb', '--quiet', '--out', out]);
  expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
  manifest = JSON.parse(readFileSync(join(out, 'selection.json'), 'utf8')) as Manifest;
  page = readFileSync(join(out, 'METHODOLOGY.md'), 'utf8');
  rmSync(out, { recursive: true });
});

describe('the published CCB selection', () => {
  it('is 93 of 826 with an average of 0.7015', () => {
    expect(manifest.metadata.total_available).toBe(826);
    expect(manifest.metadata.total_selected).toBe(93);
    expect(manifest.statistics.average_score).toBe(0.7015);
    expect(manifest.metadata.total_selected).toBe(published.total_selected);
    expect(page).toContain('Selected **93 tasks** from 826 available across 7 benchmarks');
    expect(page).toContain('**Average MCP benefit score:** 0.7015');
  });

  it('has every published task with its language, phase, score and breakdown, and no other', () => {
    const selected = manifest.tasks.map((task) => ({
      benchmark: task.benchmark,
      id: task.task_id,
      language: task.fields['language'],
      phase: task.phase,
      score: task.score,
      breakdown: task.components,
    }));
    expect(selected).toEqual(published.tasks);
  });

  it('covers the phases as published, cell by cell', () => {
    expect(tableUnder('Phase Coverage', page).map((row) => row.slice(0, 3))).toEqual([
      ['Requirements & Discovery', '2', 'ccb_tac'],
      ['Architecture & Design', '9', 'ccb_locobench'],
      ['Implementation (feature)', '9', 'ccb_largerepo, ccb_pytorch, ccb_tac'],
      ['Implementation (bug fix)', '49', 'ccb_locobench, ccb_pytorch, ccb_swebenchpro'],
      ['Implementation (refactoring)', '13', 'ccb_locobench'],
      ['Testing & QA', '4', 'ccb_sweperf, ccb_tac'],
      ['Documentation', '5', 'ccb_k8sdocs'],
      ['Maintenance', '2', 'ccb_tac'],
    ]);
  });

  it('covers the benchmarks as published, cell by cell', () => {
    expect(tableUnder('Benchmark Coverage', page)).toEqual([
      ['ccb_k8sdocs', '5', '5', 'All selected (small benchmark)'],
      ['ccb_largerepo', '4', '4', 'All selected (small benchmark)'],
      ['ccb_locobench', '50', '25', 'In order by category: highest score'],
      [
        'ccb_pytorch',
        '25',
        '12',
        'By rank: difficulty (hard, medium, easy), then most files changed, then highest score',
      ],
      [
        'ccb_swebenchpro',
        '731',
        '36',
        'Proportional by repo: most files changed, then highest score; then diversity check',
      ],
      ['ccb_sweperf', '3', '3', 'All selected (small benchmark)'],
      ['ccb_tac', '8', '8', 'All selected (small benchmark)'],
    ]);
  });

  it('covers the languages as published, cell by cell', () => {
    expect(tableUnder('Language Distribution', page)).toEqual([
      ['python', '26'],
      ['go', '19'],
      ['cpp', '17'],
      ['typescript', '9'],
      ['rust', '8'],
      ['c', '7'],
      ['csharp', '3'],
      ['javascript', '3'],
      ['python,cpp', '1'],
    ]);
  });

  it('gives the reason for each task', () => {
    const rationales = new Map(manifest.tasks.map((task) => [task.task_id, task.selection_rationale]));
    const ansible = manifest.tasks
      .filter((task) => task.fields['repo'] === 'ansible/ansible')
      .sort((a, b) => a.rank - b.rank);
    expect(ansible.map((task) => task.rank)).toEqual([1, 2, 3, 4, 5]);
    expect(ansible[1]?.selection_rationale).toMatch(
      /^2nd of 96 in ansible\/ansible by files changed \(\d+\)(, then score \(0\.\d+\))?; 5 selected$/,
    );
    const added = manifest.tasks.filter((task) => task.selected_by === 'ensure');
    expect(added.map((task) => task.fields['language'])).toEqual(['javascript']);
    expect(added[0]?.selection_rationale).toContain('added because language javascript needs at least 3 (2 before)');
    expect(rationales.get('sweperf-001')).toContain('all 3 selected');
    expect(new Set(rationales.values()).size).toBeGreaterThan(60);
  });

  it('lists the 236 corrected labels and the two exclusions', () => {
    const changed = manifest.corrections.filter(({ tasks_changed }) => tasks_changed > 0);
    const corrected = changed.map(({ value, to, tasks_changed }) => [value, to, tasks_changed]);
    expect(corrected).toEqual([
      ['navidrome/navidrome', 'go', 57],
      ['element-hq/element-web', 'typescript', 56],
      ['NodeBB/NodeBB', 'javascript', 44],
      ['qutebrowser/qutebrowser', 'python', 79],
    ]);
    expect(manifest.exclusions.map(({ task_id }) => task_id)).toEqual(['sgt-008', 'sgt-025']);
    expect(page).toContain('236 labels were corrected');
    expect(page).toContain('counts characters, not tokens');
  });

  it('names the columns of the datasets, and the range of their values', () => {
    expect(page).toContain(
      'lines changed (`solution_loc_changed`, 20–2,028), files changed (`solution_files_changed`,',
    );
    const [, tokens, files] = /`context_length`, ([\d,]+)–.*`files_count`, (\d+)–/.exec(page) ?? [];
    expect(Number(tokens?.replaceAll(',', ''))).toBeGreaterThan(700_000);
    expect(Number(files)).toBeGreaterThanOrEqual(70);
  });

  it('opens with the claim, the detectable difference and the evidence, in under 1,200 words', () => {
    const box = page
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('> '));
    expect(box?.map((line) => /\*\*(.*)\*\*/.exec(line)?.[1])).toEqual([
      'Permissible claims.',
      'Detectable difference.',
      'Evidence for the score.',
    ]);
    expect(page).toContain('`winnow select ccb`');
    expect(page.split(/\s+/).length).toBeLessThan(1200);
  });
});
