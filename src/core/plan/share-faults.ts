import type { Fault } from '../model/fault.js';
import { entriesOf, part } from '../model/record.js';
import { defaultShare, findShare, shares } from '../shares/shares.js';
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
    (select) =>
      ['take', 'precision', 'detect', 'budget'].every((key) => part(select, key) === undefined) &&
      placesSettings().every(({ key }) => part(select, 'group', key) === undefined),
  );
  if (sharing || selects.length === 0) return [];
  const message = 'every benchmark has a "take" of its own, so that no one shares in the total.';
  const hint = 'Take "total" out, or the "take" of the benchmarks that are to share in it.';
  return [{ code: 'plan/unused', message, place: document.keyPlace(['total']), hint }];
}

/** The settings that fix the places of each group. */
function placesSettings() {
  return shares.flatMap(({ placesIn }) => placesIn ?? []);
}

/** What the way of sharing needs and lacks, and keys that only another looks at. */
function misplacedKeys(document: PlanDocument, path: string[]): Fault[] {
  const share = part(document.data, ...path, 'share') ?? defaultShare.name;
  const own = findShare(share)?.settings ?? [];
  const isThere = (key: string) => part(document.data, ...path, key) !== undefined;
  const missing = own.filter(({ key, isNeeded }) => isNeeded && !isThere(key));
  const others = shares.flatMap(({ name, settings }) => settings.map(({ key }) => ({ key, name })));
  const unused = others.filter(({ key }) => isThere(key) && !own.some((setting) => setting.key === key));
  return [
    ...missing.map(({ key, what }) => ({
      code: 'plan/missing-rule',
      message: `share "${String(share)}" needs "${key}": ${what}.`,
      place: document.valuePlace([...path, 'share']),
    })),
    ...unused.map(({ key, name }) => ({
      code: 'plan/unused',
      message: `"${key}" has a meaning only with share "${name}"; here the share is "${String(share)}".`,
      place: document.keyPlace([...path, key]),
    })),
  ];
}

/** A floor above the cap of the same group, or of the same label of a quota. */
export function crossedBounds(document: PlanDocument, path: string[]): Fault[] {
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
  return placesSettings().flatMap(({ key }) => {
    const places = entriesOf(part(document.data, ...path, key)).map(([, count]) => count);
    const counts = places.filter((count) => typeof count === 'number');
    if (places.length === 0 || typeof take !== 'number' || counts.length < places.length) return [];
    const sum = counts.reduce((total, count) => total + count, 0);
    if (sum + pins === take) return [];
    const message = `the ${key} sum to ${sum}${pins === 0 ? '' : ` and ${pins} more are pinned`}, but take is ${take}.`;
    return [{ code: 'plan/bounds', message, place: document.keyPlace([...path, key]), hint: 'Leave take out.' }];
  });
}

function bandFaults(document: PlanDocument, path: string[]): Fault[] {
  const bands = part(document.data, ...path, 'bands');
  if (!Array.isArray(bands)) return [];
  const at = bands.findIndex((limit, i) => i > 0 && !(limit > bands[i - 1]));
  if (at === -1) return [];
  const message = `bands must rise: ${String(bands[at])} follows ${String(bands[at - 1])}.`;
  return [{ code: 'plan/bounds', message, place: document.valuePlace([...path, 'bands', at]) }];
}
