import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import { shown } from '../text/shown.js';
import type { Drift } from './drift.js';
import { valueDifferences } from './value-differences.js';

const byBenchmark = ['benchmarks', 'corrections', 'exclusions', 'warnings'] as const;
const elsewhere: readonly string[] = [...byBenchmark, 'tasks', 'task_hashes'];

/**
 * What was edited outside the tasks: figures that the same plan and pool would not have given. Where the plan or a pool
 * moved on, that is the reason instead, and only the parts of the other benchmarks are compared.
 */
export function sectionEdits(found: Manifest, now: Manifest, { settled }: Drift): Difference[] {
  const nothingMoved = [...found.benchmarks, ...now.benchmarks].every(({ name }) => settled.has(name));
  const isSettled = (entry: object) => nothingMoved || settled.has(benchmarkOf(entry));
  const edits = byBenchmark.flatMap((section) =>
    edited(section, found[section].filter(isSettled), now[section].filter(isSettled)),
  );
  if (!nothingMoved) return edits;
  const values = { found: new Map<string, unknown>(Object.entries(found)), now: new Map(Object.entries(now)) };
  const keys = [...new Set([...values.now.keys(), ...values.found.keys()])].filter((key) => !elsewhere.includes(key));
  return [...keys.flatMap((key) => edited(key, values.found.get(key), values.now.get(key))), ...edits];
}

function benchmarkOf(entry: object): string {
  const { name, benchmark } = entry as { name?: string; benchmark?: string };
  return name ?? benchmark ?? '';
}

function edited(section: string, found: unknown, expected: unknown): Difference[] {
  return valueDifferences(found, expected, section).map((each) => ({
    code: `${section}/edited`,
    message: editSentence(each.path, each.found, each.expected),
    path: each.path,
  }));
}

/** What stands there, and what the plan and the pool give. */
export function editSentence(path: string, found: unknown, expected: unknown): string {
  if (found === undefined) return `${path} lacks ${shown(expected)}, which the plan and the pool give.`;
  if (expected === undefined) return `${path} has ${shown(found)}, which the plan and the pool do not give.`;
  return `${path} is ${shown(found)}; the plan and the pool give ${shown(expected)}.`;
}
