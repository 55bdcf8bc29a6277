import { describe, expect, it } from 'vitest';
import { learnedPlan, learnedPool } from '../../../../test/support/learned-pool.js';
import { dataOf, selectionOf, studyOf } from '../../../../test/support/study-data.js';
import { makeManifest, manifestText } from '../../../core/manifest/manifest.js';
import type { Selection } from '../../../core/model/selection.js';
import type { Pool } from '../../../core/model/task.js';
import { runPlan } from '../../../core/pipeline.js';
import { readPlan } from '../../../core/plan/read-plan.js';
import { type ExplorerData, packPools, unpackPools } from '../../explorer-data.js';
import { noEdits, withBenchmark, withPlan } from './edits.js';

describe('a plan with a purpose', () => {
  const { pool } = learnedPool({ tasks: 90 });
  // Repeats, partial credit and a task that one system never ran.
  const [first, ...others] = [...(pool.priorRewards ?? [])];
  const odd = new Map([...(first?.[1] ?? [])].map(([id, own], i) => [id, [own, [0.25], [1, 0], []][i % 4] ?? []]));
  const mine: Pool = { ...pool, priorRewards: new Map([[first?.[0] ?? '', odd], ...others]) };
  const inPage = (text: string) => {
    const data = { ...dataOf(text, []), pools: packPools(new Map([['mine', mine]])) };
    // As it comes out of the document.
    return studyOf(JSON.parse(JSON.stringify(data)) as ExplorerData);
  };
  const bytes = (selection: Selection) => manifestText(makeManifest(selection, 'winnow'));
  const byCore = (text: string) => bytes(runPlan(readPlan(text, 'plan.yaml'), new Map([['mine', mine]])));

  it.each([
    { purpose: 'level', take: 30 },
    { purpose: 'comparison', precision: '15 points' },
    { purpose: 'ranking', take: 30, quota: { by: 'repo', at_least: 2 } },
    { purpose: 'level', take: 30, quota: { by: 'repo', at_least: 2 } },
  ])('gives the same bytes in the page: %j', (select) => {
    const text = learnedPlan(select);
    const page = inPage(text);
    expect(bytes(selectionOf(page.loaded))).toBe(byCore(text));
    const edits = withBenchmark(noEdits, 'mine', { take: 25 });
    const edited = selectionOf(page.run(edits));
    expect(edited.choices).toHaveLength(25);
    expect(edited.benchmarks[0]?.learned?.purpose).toBe(select.purpose);
    expect(bytes(selectionOf(page.runText(edits)))).toBe(byCore(page.textOf(edits)));
    expect(page.textOf(edits)).not.toContain('precision');
  });

  it('keeps the purpose of a total where a benchmark takes one of its numbers, and a total in place of its target', () => {
    const { benchmarks, ...rest } = JSON.parse(learnedPlan({})) as { readonly benchmarks: { readonly mine: object } };
    const both = { ...benchmarks, yours: { ...benchmarks.mine, distinct: true } };
    const text = JSON.stringify({ ...rest, total: { purpose: 'level', precision: '12 points' }, benchmarks: both });
    const yours = { ...mine, tasks: mine.tasks.map((task) => ({ ...task, benchmark: 'yours' })) };
    const pools = packPools(
      new Map([
        ['mine', mine],
        ['yours', yours],
      ]),
    );
    const page = studyOf({ ...dataOf(text, []), pools });
    const own = selectionOf(page.run(withBenchmark(noEdits, 'mine', { take: 20 }))).benchmarks[0];
    expect([own?.choices.length, own?.learned?.purpose]).toEqual([20, 'level']);
    expect(selectionOf(page.run(withPlan(noEdits, { total: 22 }))).choices).toHaveLength(22);
  });

  it('keeps earlier results', () => {
    expect(unpackPools(packPools(new Map([['mine', mine]]))).get('mine')?.priorRewards).toEqual(mine.priorRewards);
  });
});
