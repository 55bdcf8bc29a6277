import { at } from '../../src/core/lists/lists.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { normalQuantile } from '../../src/core/statistics/distributions.js';
import { type RandomStream, shuffle } from '../../src/core/statistics/random-numbers.js';

/** What is wrong with the earlier results: each row shuffled for itself, passes and failures swapped, or all rows joined to the wrong tasks alike. */
type Corruption = 'shuffled' | 'reversed' | 'wrong ids';

/** What a response matrix is made of; what is left out is of the usual kind. */
export interface MatrixOptions {
  readonly seed: string;
  readonly tasks: number;
  readonly earlier: number;
  readonly later: number;
  /** How many labels (repositories) there are; their sizes fall off. */
  readonly labels?: number;
  /** How far difficulties lie apart, in log odds, and which share of their variance lies between labels. */
  readonly spread?: number;
  readonly between?: number;
  /** The ability of the first earlier system and of the last, in log odds. */
  readonly abilities?: readonly [first: number, last: number];
  /** The ability of the weakest later system and of the strongest; usually most are stronger than any earlier one. */
  readonly unseen?: readonly [weakest: number, strongest: number];
  /** How far the scaffold of a system moves each label, and how far a system differs from others on a task by itself. */
  readonly scaffold?: number;
  readonly own?: number;
  /** The share of tasks that nobody solves, and of those that everybody solves. */
  readonly impossible?: number;
  readonly trivial?: number;
  /** The share of the earlier systems that are near-duplicates of the one before. */
  readonly duplicates?: number;
  readonly corruption?: Corruption;
}

/** Results on a generated pool: a row for each system, 0 or 1 for each task. */
export interface ResponseMatrix {
  readonly earlier: readonly (readonly number[])[];
  /** Unseen systems. */
  readonly later: readonly (readonly number[])[];
  /** The label of each task. */
  readonly labels: readonly number[];
  /** A number in [0, 1) for each task, which has nothing to do with its results. */
  readonly tieNumbers: readonly number[];
}

/** Results with the structure of real ones, the same for the same options: strength rises from one system to the next. */
export function responseMatrix(options: MatrixOptions): ResponseMatrix {
  const { seed, tasks, earlier, later, labels: labelCount = 12, spread = 2.4, between = 0.3 } = options;
  const { abilities = [-2.5, 0.5], unseen = [-0.5, 2], impossible = 0.05, trivial = 0.03, duplicates = 0.1 } = options;
  const random = randomStreamFor('response matrix', seed);
  const labels = Array.from({ length: tasks }, () => Math.floor(labelCount * random.double() ** 2));
  const levels = Array.from({ length: labelCount }, () => normal(random) * spread * Math.sqrt(between));
  const easiness = labels.map((label) => at(levels, label) + normal(random) * spread * Math.sqrt(1 - between));
  const fixed = labels.map(() => fixedResult(random.double(), impossible, trivial));
  const systemOf = (ability: number) => systemRow(ability, { ...options, easiness, labels, fixed, labelCount }, random);
  const [first, last] = abilities;
  const [weakest, strongest] = unseen;
  const rows: (readonly number[])[] = [];
  for (let j = 0; j < earlier; j++) {
    const before = rows.at(-1);
    const isDuplicate = before !== undefined && random.double() < duplicates;
    const ability = first + ((last - first) * (j + 1)) / earlier + 0.4 * normal(random);
    rows.push(isDuplicate ? before.map((y) => (random.double() < 0.05 ? 1 - y : y)) : systemOf(ability));
  }
  const step = (strongest - weakest) / Math.max(1, later - 1);
  return {
    earlier: corrupted(rows, options.corruption, random),
    later: Array.from({ length: later }, (_, j) => systemOf(weakest + step * j)),
    labels,
    tieNumbers: labels.map(() => random.double()),
  };
}

interface PoolTruth extends Omit<MatrixOptions, 'labels'> {
  readonly easiness: readonly number[];
  readonly labels: readonly number[];
  readonly labelCount: number;
  /** The result that every system has on the task, where there is one. */
  readonly fixed: readonly (number | undefined)[];
}

function systemRow(ability: number, truth: PoolTruth, random: RandomStream): number[] {
  const { scaffold = 0.5, own = 0.8 } = truth;
  const moved = Array.from({ length: truth.labelCount }, () => scaffold * normal(random));
  return truth.easiness.map((easiness, i) => {
    const z = ability + easiness + at(moved, at(truth.labels, i)) + own * normal(random);
    // Run noise: the chance of a pass is seldom 0 or 1.
    const solved = random.double() < 1 / (1 + Math.exp(-1.5 * z)) ? 1 : 0;
    return truth.fixed[i] ?? solved;
  });
}

function fixedResult(uniform: number, impossible: number, trivial: number): number | undefined {
  if (uniform < impossible) return 0;
  return uniform > 1 - trivial ? 1 : undefined;
}

function corrupted(rows: readonly (readonly number[])[], corruption: Corruption | undefined, random: RandomStream) {
  if (corruption === 'shuffled') return rows.map((row) => shuffle(row, random));
  if (corruption === 'reversed') return rows.map((row) => row.map((y) => 1 - y));
  if (corruption === undefined) return rows;
  const places = shuffle([...(rows[0] ?? []).keys()], random);
  return rows.map((row) => places.map((place) => at(row, place)));
}

function normal(random: RandomStream): number {
  return normalQuantile((random.double() * (2 ** 32 - 1) + 0.5) / 2 ** 32);
}
