import { readFileSync } from 'node:fs';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { normalQuantile } from '../../src/core/statistics/distributions.js';
import type { RandomStream } from '../../src/core/statistics/random-numbers.js';

/** A task of a made-up pool. */
export interface PoolTask {
  readonly id: string;
  readonly repo: string;
  /** The share of earlier systems that solved it. */
  readonly priorRate: number;
  /** A number that has nothing to do with difficulty. */
  readonly size: number;
  readonly difficulty: number;
}

/** A system on a pool: its chance to solve each task. */
interface PoolSystem {
  readonly name: string;
  readonly chances: readonly number[];
  /** One run of it on every task. */
  readonly solved: readonly number[];
  /** Whether its rate is far from 0 and from 1. */
  readonly isOrdinary: boolean;
}

/** A made-up pool with systems, of the shape of a real one. */
export interface ResponsePool {
  readonly name: string;
  readonly tasks: readonly PoolTask[];
  readonly systems: readonly PoolSystem[];
  readonly places: number;
}

interface Shape {
  readonly name: string;
  readonly repos: readonly number[];
  readonly places: number;
  /** The spread of difficulty, and how much of it lies between repositories. */
  readonly spread: number;
  readonly between: number;
  readonly earlier: number;
  readonly abilities: readonly number[];
}

const shapes: readonly Shape[] = [
  {
    name: 'like Verified, 500 tasks',
    repos: [231, 75, 44, 34, 32, 22, 22, 19, 10, 8, 2, 1],
    places: 100,
    spread: 2.6,
    between: 0.3,
    earlier: 30,
    abilities: [-3.5, -1.5, -0.5, 0.3, 1, 1.8, 4.5],
  },
  {
    name: 'like Terminal-Bench 2, 89 tasks',
    repos: [26, 9, 8, 8, 8, 8, 5, 5, 4, 4, 2, 1, 1],
    places: 30,
    spread: 2.2,
    between: 0.3,
    earlier: 20,
    abilities: [-3.5, -1.2, -0.4, 0.3, 1, 3.5],
  },
  {
    name: 'like Pro, 731 tasks',
    repos: [96, 91, 85, 79, 76, 68, 66, 57, 56, 44, 13],
    places: 93,
    spread: 1.8,
    between: 0.5,
    earlier: 7,
    abilities: [-4, -1.8, -0.9, -0.2, 0.4],
  },
  {
    name: 'like GSO, 102 tasks',
    repos: [36, 33, 9, 7, 5, 4, 3, 3, 1, 1],
    places: 30,
    spread: 1.6,
    between: 0.6,
    earlier: 8,
    abilities: [-3.5, -2, -1.2, -0.5],
  },
];

/** Pools of the four shapes, one whose heavy stratum is solved by none or by all, and the published results of an example. */
export function responsePools(): readonly ResponsePool[] {
  return [...shapes.map(poolOf), heavyPool(), examplePool()];
}

/** The tasks that every system of the example was tried on: difficulty from the first half of them, judged on the others. */
function examplePool(): ResponsePool {
  const table = readFileSync(new URL('../../examples/outcomes/swebench-pro-agents.csv', import.meta.url), 'utf8');
  const [[, ...names] = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const tried = rows.filter((cells) => cells.every((cell) => cell !== ''));
  const earlier = Math.floor(names.length / 2);
  const random = randomStreamFor('coverage', 'example');
  const tasks = tried.map(([id = '', ...cells]) => {
    const [, repo = ''] = /^instance_(.+?)-[0-9a-f]{40}/.exec(id) ?? [];
    const priorRate = cells.slice(0, earlier).reduce((sum, cell) => sum + Number(cell), 0) / earlier;
    return { id, repo, priorRate, size: Math.exp(normal(random)), difficulty: 0 };
  });
  const systems = names.slice(earlier).map((name, s) =>
    systemOf(
      name,
      tried.map((cells) => Number(cells[1 + earlier + s])),
      random,
    ),
  );
  return { name: `published results, ${tasks.length} tasks`, tasks, systems, places: 60 };
}

function poolOf({ name, repos, places, spread, between, earlier, abilities }: Shape): ResponsePool {
  const random = randomStreamFor('coverage', name);
  const levels = repos.map(() => normal(random) * spread * Math.sqrt(between));
  const tasks = repos.flatMap((count, repo) =>
    Array.from({ length: count }, (_, i) => {
      const difficulty = (levels[repo] ?? 0) + normal(random) * spread * Math.sqrt(1 - between);
      const solved = Array.from({ length: earlier }, () => draw(sigmoid(normal(random) - 0.5 - difficulty), random));
      const rate = solved.reduce((sum, value) => sum + value, 0) / earlier;
      return { id: `r${repo}-${i}`, repo: `r${repo}`, priorRate: rate, size: Math.exp(normal(random)), difficulty };
    }),
  );
  const systems = abilities.map((ability) => {
    const chances = tasks.map(({ difficulty }) => sigmoid(1.5 * (ability - difficulty + 0.7 * normal(random))));
    return systemOf(`ability ${ability}`, chances, random);
  });
  return { name, tasks, systems, places };
}

/** 900 tasks that nobody or everybody solves beside 100 that some do. */
function heavyPool(): ResponsePool {
  const random = randomStreamFor('coverage', 'heavy');
  const tasks = Array.from({ length: 1000 }, (_, i) => ({
    id: `t${i}`,
    repo: i < 900 ? 'heavy' : 'light',
    priorRate: i < 900 ? 0 : 0.5,
    size: Math.exp(normal(random)),
    difficulty: 0,
  }));
  const rates = [
    [0.02, 0.5],
    [0.1, 0.5],
    [0.95, 0.3],
    [0.3, 0.7],
  ] as const;
  const systems = rates.map(([heavy, light]) =>
    systemOf(
      `${heavy} and ${light}`,
      tasks.map(({ repo }) => (repo === 'heavy' ? heavy : light)),
      random,
    ),
  );
  return { name: 'a heavy stratum, 1,000 tasks', tasks, systems, places: 40 };
}

function systemOf(name: string, chances: readonly number[], random: RandomStream): PoolSystem {
  const solved = runOf(chances, random);
  const rate = solved.reduce((sum, value) => sum + value, 0) / solved.length;
  return { name, chances, solved, isOrdinary: rate > 0.1 && rate < 0.9 };
}

function runOf(chances: readonly number[], random: RandomStream): number[] {
  return chances.map((chance) => draw(chance, random));
}

function draw(chance: number, random: RandomStream): number {
  return random.double() < chance ? 1 : 0;
}

function normal(random: RandomStream): number {
  return normalQuantile((random.double() * (2 ** 32 - 1) + 0.5) / 2 ** 32);
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
