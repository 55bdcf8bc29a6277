// What the audit computes with. It shares nothing with src/: files are read, and statistics computed, by the code below.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the built command line in a folder and returns what it prints. */
export function winnow(cwd, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/winnow.cjs'), ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`winnow ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The document that a command prints. */
export const json = (cwd, ...args) => JSON.parse(winnow(cwd, ...args, '--json'));

/** The rows of a CSV file without line breaks in its fields, by column. */
export function csv(path) {
  const [head, ...rows] = readFileSync(path, 'utf8').trim().split(/\r?\n/).map(fields);
  return rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i] ?? ''])));
}

function fields(line) {
  const found = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return found.map(([, quoted, plain]) => (quoted === undefined ? plain : quoted.replaceAll('""', '"')));
}

export const jsonLines = (path) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

export const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** Rounds half up, as a decimal number reads. */
export const rounded = (value, decimals) => Number(`${Math.round(`${value.toFixed(12)}e${decimals}`)}e-${decimals}`);

export const sum = (values) => values.reduce((total, value) => total + value, 0);
export const mean = (values) => sum(values) / values.length;
export const variance = (values) => sum(values.map((value) => (value - mean(values)) ** 2)) / (values.length - 1);

/** The values by key, in the order in which the keys first appear. */
export function groups(values, keyOf) {
  const found = new Map();
  for (const value of values) found.set(keyOf(value), [...(found.get(keyOf(value)) ?? []), value]);
  return found;
}

/** Spearman's rank correlation: Pearson's, of ranks that ties share. */
export function spearman(xs, ys) {
  const [a, b] = [ranks(xs), ranks(ys)];
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = sum(a.map((rank, i) => (rank - meanA) * (b[i] - meanB)));
  return product / Math.sqrt(sum(a.map((rank) => (rank - meanA) ** 2)) * sum(b.map((rank) => (rank - meanB) ** 2)));
}

function ranks(values) {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length;
    return below + (values.filter((other) => other === value).length + 1) / 2;
  });
}

/** The quantile of the standard normal distribution, by bisection of its integral. */
const normalQuantile = (p) =>
  bisect((x) => 0.5 + integral((u) => Math.exp((-u * u) / 2), 0, x) / Math.sqrt(2 * Math.PI) - p, -12, 12);

/** The quantile of Student's t. The density is integrated over the angle of its argument, which has no tails. */
export function studentQuantile(p, freedom) {
  const density = (angle) => Math.cos(angle) ** (freedom - 1);
  const half = integral(density, 0, Math.PI / 2);
  const angle = bisect((at) => 0.5 + integral(density, 0, at) / (2 * half) - p, -Math.PI / 2, Math.PI / 2);
  return Math.sqrt(freedom) * Math.tan(angle);
}

/** Simpson's rule. */
function integral(of, from, to, steps = 2000) {
  const width = (to - from) / steps;
  const inner = Array.from({ length: steps - 1 }, (_, i) => (i % 2 === 0 ? 4 : 2) * of(from + (i + 1) * width));
  return (width / 3) * (of(from) + sum(inner) + of(to));
}

/** Where an increasing function is 0. */
function bisect(of, from, to) {
  let [low, high] = [from, to];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (of(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The smallest difference that McNemar's mid-p test of n pairs finds with 80% power, by adding up every outcome. */
export function detectable(n, discordance) {
  const outcomes = (trials, chance) => {
    if (chance >= 1) return [...new Array(trials).fill(0), 1];
    const found = [(1 - chance) ** trials];
    for (let k = 0; k < trials; k++) found.push(((found[k] * (trials - k)) / (k + 1)) * (chance / (1 - chance)));
    return found;
  };
  const ofDiscordant = outcomes(n, discordance);
  const isFound = Array.from({ length: n + 1 }, (_, pairs) => {
    const fair = outcomes(pairs, 0.5);
    return fair.map((_equal, k) => {
      const fewer = Math.min(k, pairs - k);
      const below = fair.slice(0, fewer).reduce((sum, each) => sum + each, 0);
      return Math.min(1, 2 * (below + fair[fewer] / 2)) <= 0.05;
    });
  });
  const power = (difference) =>
    ofDiscordant.reduce((sum, chance, pairs) => {
      const ways = outcomes(pairs, Math.min(1, (1 + difference / discordance) / 2));
      return sum + chance * ways.reduce((total, way, k) => total + (isFound[pairs][k] ? way : 0), 0);
    }, 0);
  return bisect((difference) => power(difference) - 0.8, 1e-6, discordance);
}

/** Half of Wilson's 95% interval of a rate of one half, from n tasks. */
export function wilsonHalf(n) {
  const z = normalQuantile(0.975);
  return (z * Math.sqrt(0.25 / n + z ** 2 / (4 * n ** 2))) / (1 + z ** 2 / n);
}
