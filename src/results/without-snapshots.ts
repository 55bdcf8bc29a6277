import { resolve, sep } from 'node:path';
import { at, itemAt, largest, sumOf } from '../core/lists/lists.js';
import { compareText, countOf, visibleText } from '../core/text/words.js';
import type { ReadingNotes } from './content/reading-notes.js';
import type { FoundList, FoundOutcome, OutcomeOptions } from './formats/result-format.js';

/** With fewer results, two runs often agree by chance. */
const fewestAlike = 5;
/** How many unusual results are needed as evidence: in a file with more results, and in one without. */
const fewestTelling = { longer: 5, equal: 10 };
/** Files with more results are not compared, to keep memory bounded. */
const mostCompared = 250_000;

/** The results of one file, each by a hash of everything except its run, and its count in the file. */
interface FileResults {
  readonly file: string;
  readonly all: Map<number, number>;
  readonly scored: Map<number, number>;
  readonly runs: Set<string | undefined>;
  /** The different costs and durations. */
  readonly measures: Set<string>;
  /** How often each system has each reward. */
  readonly rewards: Map<string, Map<number, number>>;
}

/**
 * Drops results that a later version of a growing file repeats. If another file contains every scored result of a file,
 * with the same system, task, reward, cost, duration and run, it may be a later version, or a repeated run that ended the
 * same way. Repeated runs don't share five different costs or durations. Without costs and durations, rewards decide: if
 * a quarter of the rarer results change when repeated, and as many of the usual ones, all stay the same with a
 * probability of 6% for 5 rare results and 0.3% for 10. In a longer file, 5 are enough, because few people repeat only
 * the tasks of an earlier file and add more. With less evidence, or if the user named both files, they count as repeated
 * runs, with a warning.
 */
export function withoutSnapshots(
  found: FoundList,
  indexes: Uint32Array,
  configurationOf: (outcome: FoundOutcome) => string,
  { systems }: Pick<OutcomeOptions, 'systems'>,
  notes: ReadingNotes,
): Uint32Array {
  const systemOf = (outcome: FoundOutcome) => JSON.stringify([outcome.benchmark, configurationOf(outcome)]);
  const files = comparableFiles(found, indexes, systemOf);
  const pathOf = givenPaths(systems);
  const areNamed = (a: FileResults, b: FileResults) => {
    const [one, other] = [pathOf(a.file), pathOf(b.file)];
    return one !== undefined && other !== undefined && one !== other;
  };
  const earlier = new Map<string, FileResults[]>();
  for (const [i, part] of files.entries()) {
    const rare = rareResults(part);
    for (let k = i + 1; k < files.length; k++) {
      const whole = at(files, k);
      if (!isWithin(part.scored, whole.scored)) continue;
      const fewest = part.scored.size < whole.scored.size ? fewestTelling.longer : fewestTelling.equal;
      const isSure = part.measures.size >= fewestAlike || rare >= fewest;
      if (isSure && [...part.runs].every((run) => whole.runs.has(run)) && !areNamed(part, whole)) {
        earlier.set(whole.file, [...(earlier.get(whole.file) ?? []), part]);
        continue;
      }
      if (part.scored.size < fewestAlike && !isWithin(part.all, whole.all)) continue;
      const message = (n: number) =>
        `${contains(n, whole, part)}. Both count, as repeated runs. If one file is a copy or a later version of the other, leave one out.`;
      notes.warn('outcomes/same-results', message);
      break;
    }
  }
  if (earlier.size === 0) return indexes;
  for (const [file, [first]] of [...earlier].sort(([a], [b]) => compareText(a, b))) {
    const message = (n: number) =>
      `${contains(n, { file }, first)}, so these results count only once. If they are repeated runs, add a column "run", or name the system of each path with --name NAME=PATH.`;
    notes.warn('outcomes/snapshot', message);
  }
  const left = new Map([...earlier].map(([file, parts]) => [file, mostOfEach(parts)]));
  return indexes.filter((index) => {
    const outcome = itemAt(found, index);
    const repeated = left.get(outcome.place.file ?? '');
    if (repeated === undefined) return true;
    const hash = hashOf(systemOf(outcome), outcome);
    const count = repeated.get(hash) ?? 0;
    repeated.set(hash, count - 1);
    return count <= 0;
  });
}

/** Finds the path nearest above a file that the user gave a name. */
export function givenPaths(systems: OutcomeOptions['systems']): (file: string) => string | undefined {
  const paths = [...(systems?.keys() ?? [])].map((path) => resolve(path)).sort((a, b) => b.length - a.length);
  return (file) => paths.find((path) => resolve(file) === path || resolve(file).startsWith(`${path}${sep}`));
}

function contains(
  count: number,
  whole: { readonly file: string },
  part: { readonly file: string } | undefined,
): string {
  const start = count === 1 ? '' : `${countOf(count, 'file')} contain every result of another file. For example, `;
  return `${start}"${visibleText(whole.file, 200)}" contains every result of "${visibleText(part?.file ?? '', 200)}"`;
}

/** The files that share a system with another file, sorted by size, so that each can only be part of a later one. */
function comparableFiles(
  found: FoundList,
  indexes: Uint32Array,
  systemOf: (outcome: FoundOutcome) => string,
): readonly FileResults[] {
  const sizes = new Map<string, number>();
  const filesOf = new Map<string, Set<string>>();
  for (const index of indexes) {
    const outcome = itemAt(found, index);
    const { file = '' } = outcome.place;
    const system = systemOf(outcome);
    sizes.set(file, (sizes.get(file) ?? 0) + 1);
    filesOf.set(system, (filesOf.get(system) ?? new Set()).add(file));
  }
  const shared = new Set([...filesOf.values()].filter(({ size }) => size > 1).flatMap((files) => [...files]));
  const results = new Map<string, FileResults>();
  if (shared.size === 0) return [];
  for (const index of indexes) {
    const outcome = itemAt(found, index);
    const { verdict, costUsd, durationMs, run, place } = outcome;
    const { file = '' } = place;
    const size = sizes.get(file) ?? 0;
    if (!shared.has(file) || size < fewestAlike || size > mostCompared) continue;
    const own = results.get(file) ?? emptyResults(file);
    results.set(file, own);
    const system = systemOf(outcome);
    const hash = hashOf(system, outcome);
    add(own.all, hash);
    own.runs.add(run);
    if (typeof verdict === 'string') continue;
    add(own.scored, hash);
    if (costUsd !== undefined || durationMs !== undefined) own.measures.add(`${costUsd} ${durationMs}`);
    const rewards = own.rewards.get(system) ?? new Map<number, number>();
    own.rewards.set(system, rewards);
    add(rewards, verdict.reward);
  }
  return [...results.values()].sort((a, b) => a.scored.size - b.scored.size || compareText(a.file, b.file));
}

function emptyResults(file: string): FileResults {
  const [all, scored, rewards] = [new Map(), new Map(), new Map()];
  return { file, all, scored, rewards, runs: new Set(), measures: new Set() };
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** 53 bits of a result: of its system and everything that a copy would repeat. */
export function hashOf(system: string, { taskId, attempt, verdict, costUsd, durationMs }: FoundOutcome): number {
  const text = JSON.stringify([system, taskId, attempt, verdict, costUsd, durationMs]);
  let [high, low] = [0x811c9dc5, 0x9747b28c];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x5bd1e995);
    low ^= low >>> 15;
  }
  return (high >>> 0) * 2 ** 21 + (low >>> 11);
}

function isWithin(part: ReadonlyMap<number, number>, whole: ReadonlyMap<number, number>): boolean {
  for (const [hash, count] of part) if ((whole.get(hash) ?? 0) < count) return false;
  return true;
}

/** The number of results unusual for their system. */
function rareResults({ rewards }: FileResults): number {
  return sumOf(rewards.values(), (counts) => {
    const all = [...counts.values()];
    return sumOf(all, (count) => count) - largest(all, 0);
  });
}

/** How often one of the files has each result, at most. */
function mostOfEach(files: readonly FileResults[]): Map<number, number> {
  const most = new Map<number, number>();
  for (const { all } of files) for (const [hash, count] of all) most.set(hash, Math.max(count, most.get(hash) ?? 0));
  return most;
}
