import { it } from 'vitest';
import { readPlan, runPlan, explainTask, loadPlan, readPools } from '../../index.js';
it('probe', { timeout: 600000 }, async () => {
  const p = await loadPlan('ccb'); const s = runPlan(p, await readPools(p));
  const t0 = performance.now(); const kinds: Record<string, number> = {}; 
  for (const b of s.benchmarks) for (const t of b.tasks) {
    const v = explainTask(s, t).verdict;
    if (v.kind !== 'out') continue;
    for (const c of v.changes) kinds[c.kind] = (kinds[c.kind] ?? 0) + 1;
    const k = 'smallest ' + v.changes[0]?.kind; kinds[k] = (kinds[k] ?? 0) + 1;
    const k2 = 'count ' + v.changes.length; kinds[k2] = (kinds[k2] ?? 0) + 1;
  }
  console.log('826', performance.now() - t0, kinds);
  const text = (select: string) => `
name: tiny
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 0.5, lines: 0.5 }, components: { size: { ramp: files_changed, full: 1000 }, lines: { ramp: lines_changed, full: 1000 } } }
benchmarks: { mine: { source: { path: unused }, select: ${select} } }
`;
  const tasks = Array.from({ length: 50_000 }, (_, i) => ({ benchmark: 'mine', id: `t${i}`, fields: { files_changed: (i * 7919) % 1009, lines_changed: (i * 104729) % 2003, repo: `r${i % 40}`, language: ['go', 'c', 'java'][i % 3] as string } }));
  for (const select of ['{ take: 500 }', '{ take: 25000 }', '{ take: 500, group: { by: repo }, prefer: [files_changed desc, score desc], ensure: [{ by: language, values: [go, c], at_least: 300 }, { by: repo, values: [r1, r2], at_least: 30 }] }', '{ take: 500, where: { score: { above: 0.3 } } }']) {
    const plan = readPlan(text(select));
    const sel = runPlan(plan, new Map([['mine', { tasks, problems: [] }]]), { allowShortfall: true });
    const rank = sel.benchmarks[0]!.groups[0]!;
    for (const at of [0, rank.allocated, rank.allocated + 50, rank.ranking.length - 1]) {
      const t1 = performance.now();
      const e = explainTask(sel, rank.ranking[at]!);
      console.log(select, at, Math.round(performance.now() - t1), e.verdict.kind, 'changes' in e.verdict ? e.verdict.changes.map((c) => `${c.kind} ${c.from}->${c.to}`) : '');
    }
  }
});
