import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { sfc32 } from '../../src/core/statistics/random-numbers.js';
import { runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Row {
  readonly id: string;
  readonly team: string;
  readonly priority: string;
  /** Tenths of an hour. */
  readonly tenths: number;
  readonly hardness: number;
}

function rowsOf(seed: number): readonly Row[] {
  const stream = sfc32([seed, 2, 3, 4]);
  const random = () => stream.double();
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;
  const teams = ['core', 'core', 'core', 'web', 'web', 'web', 'infra', 'infra', 'data', 'data', 'mobile', 'docs'];
  return Array.from({ length: 300 }, (_, i) => ({
    id: `T-${i}`,
    team: pick(teams),
    priority: random() < 0.04 ? 'P0' : pick(['P1', 'P2', 'P2']),
    tenths: 5 + Math.floor(random() * 86),
    hardness: 1 + Math.floor(random() * 500),
  }));
}

const [take, mostTenths, perTeam] = [40, 1200, 5];

/**
 * The largest sum of hardness, by dynamic programming over tasks in the order of their teams: for every number of tasks,
 * tasks of the present team (up to the floor) and tenths of hours, the best sum. Shares nothing with the solver.
 */
function bestSum(rows: readonly Row[], excluded: ReadonlySet<string>): number {
  const width = mostTenths + 1;
  const index = (count: number, own: number, tenths: number) => (count * (perTeam + 1) + own) * width + tenths;
  const empty = () => new Float64Array((take + 1) * (perTeam + 1) * width).fill(Number.NEGATIVE_INFINITY);
  let best = empty();
  best[index(0, perTeam, 0)] = 0;
  for (const team of [...new Set(rows.map((row) => row.team))]) {
    const open = rows.filter((row) => row.team === team && !excluded.has(row.id));
    const needed = Math.min(perTeam, open.length);
    // Only what has reached the floor of the team before goes on.
    const start = empty();
    for (let count = 0; count <= take; count++)
      for (let tenths = 0; tenths < width; tenths++)
        start[index(count, perTeam - needed, tenths)] = best[index(count, perTeam, tenths)] ?? 0;
    best = start;
    for (const { priority, tenths: cost, hardness } of open) {
      const next = priority === 'P0' ? empty() : best.slice();
      for (let count = 0; count < take; count++)
        for (let own = 0; own <= perTeam; own++)
          for (let tenths = 0; tenths + cost < width; tenths++) {
            const value = (best[index(count, own, tenths)] ?? 0) + hardness;
            const to = index(count + 1, Math.min(perTeam, own + 1), tenths + cost);
            if (value > (next[to] ?? 0)) next[to] = value;
          }
      best = next;
    }
  }
  let most = Number.NEGATIVE_INFINITY;
  for (let tenths = 0; tenths < width; tenths++) most = Math.max(most, best[index(take, perTeam, tenths)] ?? most);
  return most;
}

it.each([1, 2])(
  'takes 40 of 300: at least 5 per team, all P0, none of 12, at most 120 hours, hardest first (%i)',
  (seed) => {
    const folder = temporaryFolder();
    const rows = rowsOf(seed);
    const lines = rows.map(({ id, team, priority, tenths, hardness }) =>
      [id, team, priority, tenths / 10, hardness].join(','),
    );
    writeFileSync(join(folder, 'tasks.csv'), `id,team,priority,hours,hardness\n${lines.join('\n')}\n`);
    const flaky = rows.filter((_, i) => i % 25 === 3).map(({ id }) => id);
    writeFileSync(join(folder, 'flaky.txt'), `# of March\n${flaky.join('\n')}\n`);
    writeFileSync(
      join(folder, 'plan.yaml'),
      `tasks: tasks.csv
take: ${take}
seed: 1
rank: hardness
pin: { where: { priority: P0 } }
rules:
  - { by: team, at_least: ${perTeam} }
  - { sum: hours, at_most: ${mostTenths / 10} }
`,
    );
    const excluded = runWinnow(['exclude', '--list', 'flaky.txt', '--reason', 'flaky'], { cwd: folder });
    expect(excluded.stderr).toBe('');
    expect(excluded.stdout).toMatch(/^12 tasks are excluded \(flaky\); \d+ of them w(as|ere) selected\./);
    expect(runWinnow(['select', '-q'], { cwd: folder }).stderr).toBe('');
    const { tasks } = JSON.parse(readFileSync(join(folder, 'selection/selection.json'), 'utf8')) as Manifest;
    const chosen = new Set(tasks.map(({ task_id: id }) => id));
    const taken = rows.filter(({ id }) => chosen.has(id));
    expect(taken).toHaveLength(take);
    expect(flaky.filter((id) => chosen.has(id))).toEqual([]);
    const open = rows.filter(({ id }) => !flaky.includes(id));
    expect(open.filter(({ priority, id }) => priority === 'P0' && !chosen.has(id))).toEqual([]);
    for (const team of new Set(open.map((row) => row.team))) {
      const has = open.filter((row) => row.team === team).length;
      expect(taken.filter((row) => row.team === team).length).toBeGreaterThanOrEqual(Math.min(perTeam, has));
    }
    expect(taken.reduce((sum, { tenths }) => sum + tenths, 0)).toBeLessThanOrEqual(mostTenths);
    const sum = taken.reduce((total, { hardness }) => total + hardness, 0);
    expect(sum).toBe(bestSum(rows, new Set(flaky)));
  },
);
