import { describe, expect, it } from 'vitest';
import { at } from '../../src/core/lists/lists.js';
import { emptyRecord, readRecord, recordText } from '../../src/core/looks/look-record.js';
import { takeLook } from '../../src/core/looks/take-look.js';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { WinnowError } from '../../src/core/model/errors.js';
import type { Outcome, RunResults } from '../../src/core/model/outcome.js';
import { taskKey } from '../../src/core/outcomes/match-outcomes.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { type RandomStream, shuffle } from '../../src/core/statistics/random-numbers.js';
import { mean } from '../../src/core/statistics/summary.js';
import { leaderboard } from '../support/leaderboard-tables.js';
import { type LearnedPool, learnedPool, manifestsOf } from '../support/learned-pools.js';
import { comparePath, exchanged, lookTasks } from '../support/look-paths.js';
import { reportFigures } from '../support/report-figures.js';

const part = Number(process.env['WINNOW_LEARNING_PART'] ?? 1);
const most = (count: number) => 0.05 + 2.6 * Math.sqrt((0.05 * 0.95) / count);

type Rewards = ReadonlyMap<string, readonly number[]>;

function resultsOn(manifest: Manifest, keys: Iterable<string>, rewards: Rewards, names = ['a', 'b']): RunResults {
  const wanted = new Set(keys);
  const outcomes = manifest.tasks
    .filter(({ benchmark, task_id: id }) => wanted.has(taskKey({ benchmark, id })))
    .flatMap(({ benchmark, task_id: taskId }) =>
      names.map((configuration, side): Outcome => {
        const reward = rewards.get(taskKey({ benchmark, id: taskId }))?.[side] ?? 0;
        const status = reward === 1 ? 'passed' : 'failed';
        return { taskId, benchmark, configuration, run: '', attempt: 1, place: {}, status, reward };
      }),
    );
  return { outcomes, files: [], faults: [], warnings: [] };
}

function refusalOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    if (error instanceof WinnowError) return error.faults[0]?.code ?? '';
    throw error;
  }
}

/**
 * Somebody who looks after every few tasks, more often when a verdict is near, and who tries between two looks to drop
 * results, to replace them, to rename the systems or to change the schedule.
 */
function carelessPath(manifest: Manifest, other: Manifest, rewards: Rewards, random: RandomStream) {
  const [order = []] = lookTasks(manifest, random).slice(-1);
  const refused = new Set<string>();
  let record = emptyRecord(manifest);
  let size = 0;
  while (size < order.length) {
    const last = record.questions[0]?.looks.at(-1);
    const isNear = last !== undefined && Math.abs(last.z) > 0.6 * (last.critical ?? 9);
    size = Math.min(order.length, size + (isNear ? 1 : 2 + Math.floor(8 * random.double())));
    const keys = order.slice(0, size);
    const counted = keys.slice(0, last?.tasks ?? 0);
    if (counted.length >= 10 && random.double() < 0.3) {
      const lost = counted.find((key) => (rewards.get(key)?.[0] ?? 0) > (rewards.get(key)?.[1] ?? 0));
      const better = new Map(rewards).set(lost ?? at(counted, 0), [0, 1]);
      const look = (results: RunResults) => takeLook(manifest, results, record, { now: true });
      const shrunk = keys.filter((key) => key !== (lost ?? counted[0]));
      refused.add(refusalOf(() => look(resultsOn(manifest, shrunk, rewards))));
      if (lost !== undefined) refused.add(refusalOf(() => look(resultsOn(manifest, keys, better))));
      refused.add(refusalOf(() => look(resultsOn(manifest, keys, rewards, ['x', 'y']))));
      refused.add(refusalOf(() => readRecord(recordText(record), other, 'looks.json')));
    }
    const taken = takeLook(manifest, resultsOn(manifest, keys, rewards), record, { now: true, futility: false });
    record = taken.record;
    if (taken.isOver) return { verdict: taken.verdict, refused, looks: taken.looks.length };
  }
  throw new Error('the last look ends it');
}

const settings: readonly (readonly [string, () => LearnedPool, string, number])[] = [
  [
    'generated, 50 of 200',
    () =>
      learnedPool('mine', {
        seed: 'misuse',
        tasks: 200,
        earlier: 24,
        later: 8,
        spread: 1.6,
        unseen: [0.5, 0.5],
      }),
    'comparison',
    50,
  ],
  ['Verified, direction 70', () => leaderboard('verified', 90), 'direction', 70],
];

describe('somebody who does what the guide advises against', () => {
  it.each(settings)(
    '%s: gets no more false verdicts than stated, and is refused the rest',
    (name, make, purpose, take) => {
      const pool = make();
      const draw = manifestsOf([pool], { purpose, take }, undefined, 5);
      const draws = Array.from({ length: purpose === 'direction' ? 1 : 20 }, (_, i) => draw(`draw ${i}`));
      const other = manifestsOf([pool], { purpose, take }, undefined, 3)('draw 0');
      const random = randomStreamFor('misuse', name);
      const { later } = pool.matrix;
      const count = Math.ceil(400 * part);
      const refused = new Map<string, number>();
      let [found, looks] = [0, 0];
      for (let i = 0; i < count; i++) {
        const [first, second] = shuffle(later, random);
        const rewards = exchanged(pool.ids, pool.name, first ?? [], second ?? [], random);
        const path = carelessPath(at(draws, i % draws.length), other, rewards, random);
        if (path.verdict === 'better' || path.verdict === 'worse') found += 1;
        looks += path.looks;
        for (const code of path.refused) refused.set(code, (refused.get(code) ?? 0) + 1);
      }
      reportFigures(`misused looks: ${name}`, [
        `false verdicts ${(found / count).toFixed(4)} of ${count}`,
        `${(looks / count).toFixed(1)} looks`,
        `refused ${[...refused.keys()].sort().join(', ')}`,
      ]);
      expect([...refused.keys()].sort()).toEqual([
        'looks/changed',
        'looks/other-selection',
        'looks/renamed',
        'looks/shrunk',
      ]);
      expect(found / count).toBeLessThanOrEqual(most(count));
    },
  );
});

describe('tiers that are half run', () => {
  it('with the easiest tasks first, keep the error rate for systems that differ on easy and on hard tasks', () => {
    const pool = leaderboard('verified', 90);
    const draw = manifestsOf([pool], { purpose: 'comparison', take: 100 }, undefined, 5);
    const random = randomStreamFor('misuse', 'easiest first');
    const { earlier, later } = pool.matrix;
    const ease = pool.ids.map((_, i) => mean(earlier.map((row) => at(row, i))));
    const places = [...ease.keys()].sort((a, b) => at(ease, b) - at(ease, a) || a - b);
    const placeOf = new Map(places.map((i, place) => [taskKey({ benchmark: pool.name, id: at(pool.ids, i) }), place]));
    const draws = Array.from({ length: Math.ceil(40 * part) }, (_, i) => draw(`draw ${i}`));
    const count = Math.ceil(600 * part);
    let [found, planned] = [0, 0];
    for (let i = 0; i < count; i++) {
      const [first = [], second = []] = shuffle(later, random);
      // One wins most of the discordant tasks that are easy, the other as many of the hard ones: equal on the pool.
      const differing = places.filter((task) => at(first, task) !== at(second, task));
      const won = new Set([
        ...shuffle(differing.slice(0, differing.length / 2), random).slice(0, 0.35 * differing.length),
        ...shuffle(differing.slice(differing.length / 2), random).slice(0, 0.15 * differing.length),
      ]);
      const rewards = new Map(
        pool.ids.map((id, task) => {
          const own = at(first, task) === at(second, task) ? [at(first, task), at(first, task)] : undefined;
          return [taskKey({ benchmark: pool.name, id }), own ?? (won.has(task) ? [0, 1] : [1, 0])];
        }),
      );
      const manifest = at(draws, i % draws.length);
      const looks = lookTasks(manifest, random);
      const halves = looks.flatMap((keys, k) => {
        const before = looks[k - 1] ?? [];
        const added = keys
          .filter((key) => !before.includes(key))
          .sort((a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0));
        return [[...before, ...added.slice(0, added.length / 2)], keys];
      });
      const isFalse = ({ verdict }: { readonly verdict: string }) => verdict === 'better' || verdict === 'worse';
      if (isFalse(comparePath(manifest, halves, rewards, false))) found += 1;
      if (isFalse(comparePath(manifest, looks, rewards, false))) planned += 1;
    }
    reportFigures('half-run tiers, easiest tasks first: Verified, 100', [
      `false verdicts ${(found / count).toFixed(4)} of ${count}`,
      `at complete tiers only ${(planned / count).toFixed(4)}`,
    ]);
    expect(found / count).toBeLessThanOrEqual(most(count));
  });
});
