import type { PlanPart } from './plan-parts.js';

/** A key of the plan for each part, all different: records' own names first, as those cannot be changed. */
export function benchmarkKeys(parts: readonly PlanPart[]): ReadonlyMap<PlanPart, string> {
  const keys = new Map<PlanPart, string>();
  const taken = new Set<string>();
  for (const part of parts.filter(({ named }) => named)) {
    if (!canBeKey(part.name) || taken.has(part.name)) continue;
    keys.set(part, part.name);
    taken.add(part.name);
  }
  for (const part of parts.filter(({ named }) => !named)) {
    const key = freeKey(plainKey(part.name), part.format.name, taken);
    keys.set(part, key);
    taken.add(key);
  }
  return new Map(parts.flatMap((part) => (keys.has(part) ? [[part, keys.get(part) as string]] : [])));
}

/** A name made of letters, digits, dots, dashes and underscores. */
export function plainKey(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-._]+|[-._]+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'benchmark' : plain;
}

function canBeKey(name: string): boolean {
  return /^[^\s/\\]+$/.test(name) && name !== '__proto__' && name.length <= 200;
}

function freeKey(wanted: string, format: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const withFormat = `${wanted}-${format}`;
  let key = withFormat;
  for (let number = 2; taken.has(key); number += 1) key = `${withFormat}-${number}`;
  return key;
}
