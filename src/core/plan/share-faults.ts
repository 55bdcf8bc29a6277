import type { Fault } from '../model/fault.js';
import { entriesOf, part } from './loose-record.js';
import type { PlanDocument } from './plan-document.js';

/** What the ways of sharing places say against themselves: among the groups of each benchmark, and among benchmarks. */
export function shareFaults(document: PlanDocument): Fault[] {
  const groups = entriesOf(part(document.data, 'benchmarks')).map(([benchmark, settings]) => ({
    path: ['benchmarks', benchmark, 'select', 'group'],
    take: part(settings, 'select', 'take'),
    pins: lengthOf(part(settings, 'select', 'pin')),
  }));
  const shared = [...groups, { path: ['total'], take: part(document.data, 'total', 'take'), pins: 0 }];
  const unused = unusedTotal(document);
  const faults = shared
    .filter(({ path }) => part(document.data, ...path) !== undefined)
    .flatMap(({ path, take, pins }) => [
      ...misplacedKeys(document, path),
      ...crossedBounds(document, path),
      ...fixedPlaces(document, path, take, pins),
      ...bandFaults(document, path),
    ]);
  return [...faults, ...unused];
}

/** A total that no benchmark shares in would be ignored. */
function unusedTotal(document: PlanDocument): Fault[] {
  if (part(document.data, 'total') === undefined) return [];
  const selects = entriesOf(part(document.data, 'benchmarks')).map(([, settings]) => part(settings, 'select'));
  const sharing = selects.some(
    (select) => part(select, 'take') === undefined && part(select, 'group', 'places') === undefined,
  );
  if (sharing || selects.length === 0) return [];
  const message = 'every benchmark has a "take" of its own, so that no one shares in the total.';
  const hint = 'Take "total" out, or the "take" of the benchmarks that are to share in it.';
  return [{ code: 'plan/unused', message, place: document.keyPlace(['total']), hint }];
}

/** The keys that only one way of sharing looks at, and whether it needs them. */
const keysOfShares = [
  { key: 'order', share: 'in-order', needed: true, what: 'the groups to fill first' },
  { key: 'exponent', share: 'power', needed: true, what: 'the power of the size, from 0 to 1' },
  { key: 'places', share: 'fixed', needed: true, what: 'the places of each group' },
  { key: 'deviations', share: 'neyman', needed: false, what: 'the standard deviation in each group' },
] as const;

function misplacedKeys(document: PlanDocument, path: string[]): Fault[] {
  const written = part(document.data, ...path, 'share');
  const share = written ?? 'proportional';
  return keysOfShares.flatMap(({ key, share: only, needed, what }): Fault[] => {
    const isThere = part(document.data, ...path, key) !== undefined;
    if (share === only && needed && !isThere) {
      const message = `share "${only}" needs "${key}": ${what}.`;
      return [{ code: 'plan/missing-rule', message, place: document.valuePlace([...path, 'share']) }];
    }
    if (share === only || !isThere) return [];
    const message = `"${key}" has a meaning only with share "${only}"; here the share is "${String(share)}".`;
    return [{ code: 'plan/unused', message, place: document.keyPlace([...path, key]) }];
  });
}

/** A floor above the cap of the same group. */
function crossedBounds(document: PlanDocument, path: string[]): Fault[] {
  const [least, most] = ['at_least', 'at_most'].map((key) => part(document.data, ...path, key));
  const named = [least, most].flatMap((bound) => entriesOf(part(bound, 'values')).map(([name]) => name));
  return [undefined, ...new Set(named)].flatMap((name) => {
    const [floor, cap] = [boundOf(least, name), boundOf(most, name)];
    if (typeof floor !== 'number' || typeof cap !== 'number' || floor <= cap) return [];
    const whose = name === undefined ? '' : ` for "${name}"`;
    const message = `at_least ${floor}${whose} is more than at_most ${cap}.`;
    return [{ code: 'plan/bounds', message, place: document.keyPlace([...path, 'at_least']) }];
  });
}

function boundOf(bound: unknown, name: string | undefined): unknown {
  if (typeof bound === 'number') return bound;
  return (name === undefined ? undefined : part(bound, 'values', name)) ?? part(bound, 'otherwise');
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function fixedPlaces(document: PlanDocument, path: string[], take: unknown, pins: number): Fault[] {
  const places = entriesOf(part(document.data, ...path, 'places')).map(([, count]) => count);
  if (places.length === 0 || typeof take !== 'number' || places.some((count) => typeof count !== 'number')) return [];
  const sum = (places as number[]).reduce((total, count) => total + count, 0);
  if (sum + pins === take) return [];
  const message = `the places sum to ${sum}${pins === 0 ? '' : ` and ${pins} more are pinned`}, but take is ${take}.`;
  return [{ code: 'plan/bounds', message, place: document.keyPlace([...path, 'places']), hint: 'Leave take out.' }];
}

function bandFaults(document: PlanDocument, path: string[]): Fault[] {
  const bands = part(document.data, ...path, 'bands');
  if (!Array.isArray(bands)) return [];
  const at = bands.findIndex((limit, i) => i > 0 && !(limit > bands[i - 1]));
  if (at === -1) return [];
  const message = `bands must rise: ${String(bands[at])} follows ${String(bands[at - 1])}.`;
  return [{ code: 'plan/bounds', message, place: document.valuePlace([...path, 'bands', at]) }];
}
