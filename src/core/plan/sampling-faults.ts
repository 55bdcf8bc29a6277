import { findDraw } from '../draws/draws.js';
import type { Fault } from '../model/fault.js';
import { randomField } from '../model/field.js';
import { entriesOf, part } from '../model/record.js';
import { findShare } from '../shares/shares.js';
import type { PlanDocument } from './plan-document.js';

/** What would make a random sample no sample: a missing seed, or a rule that chooses beside the draw. */
export function samplingFaults(document: PlanDocument): Fault[] {
  return entriesOf(part(document.data, 'benchmarks')).flatMap(([benchmark, settings]) => {
    const select: Select = { document, path: ['benchmarks', benchmark, 'select'], written: part(settings, 'select') };
    return [...seedFaults(select), ...orderFaults(select), ...drawFaults(select), ...sampleFaults(select)];
  });
}

interface Select {
  readonly document: PlanDocument;
  readonly path: string[];
  readonly written: unknown;
}

function preferences(written: unknown): readonly unknown[] {
  const prefer = part(written, 'prefer');
  return Array.isArray(prefer) ? prefer : [];
}

function isRandom(preference: unknown): boolean {
  return typeof preference === 'string' && preference.trim() === randomField.name;
}

/** Where the benchmark is sampled from: the key that says so. */
function sampleKey(written: unknown): 'draw' | 'prefer' | undefined {
  if (part(written, 'draw') !== undefined) return 'draw';
  return isRandom(preferences(written)[0]) ? 'prefer' : undefined;
}

/** Every order of a benchmark, with where it stands: its own, and that of each `ensure` rule. */
function ordersOf({
  path,
  written,
}: Select): readonly { path: readonly (string | number)[]; prefer: readonly unknown[] }[] {
  const ensured = part(written, 'ensure');
  const rules = Array.isArray(ensured) ? ensured : [];
  return [
    { path: [...path, 'prefer'], prefer: preferences(written) },
    ...rules.map((rule, at) => ({ path: [...path, 'ensure', at, 'prefer'], prefer: preferences(rule) })),
  ];
}

function seedFaults(select: Select): Fault[] {
  const { document, path, written } = select;
  if (part(document.data, 'seed') !== undefined) return [];
  const place =
    part(written, 'draw') === undefined
      ? ordersOf(select).find(({ prefer }) => prefer.some(isRandom))?.path
      : [...path, 'draw'];
  if (place === undefined) return [];
  return [
    {
      code: 'plan/seed',
      message: 'tasks are drawn at random, but the plan has no seed, so the draw cannot be repeated.',
      place: document.keyPlace(place),
      hint: 'Add "seed", any number or text, at the top of the plan.',
    },
  ];
}

/** No two tasks have the same random number: what follows it is never looked at. */
function orderFaults(select: Select): Fault[] {
  return ordersOf(select).flatMap(({ path, prefer }) => {
    const at = prefer.findIndex(isRandom);
    if (at === -1 || at === prefer.length - 1) return [];
    return [
      {
        code: 'plan/unused',
        message: '"random" tells any two tasks apart; the keys after it are never looked at.',
        place: select.document.valuePlace([...path, at + 1]),
        hint: 'Put "random" last: first alone it makes a random sample, after other keys it breaks their ties.',
      },
    ];
  });
}

function drawFaults({ document, path, written }: Select): Fault[] {
  const draw = part(written, 'draw');
  if (draw === undefined) return [];
  const faults: Fault[] = [];
  if (part(written, 'prefer') !== undefined) {
    faults.push({
      code: 'plan/unused',
      message: '"prefer" ranks tasks, "draw" draws them by chance: a benchmark has one of the two.',
      place: document.keyPlace([...path, 'prefer']),
      hint: 'Leave one of them out.',
    });
  }
  const by = part(draw, 'by');
  const design = findDraw(part(draw, 'method'));
  if (design?.by.needs === 'number' && Array.isArray(by) && by.length > 1) {
    const message = `method "${design.name}" ${design.by.faults.several}, but several fields are given.`;
    faults.push({ code: 'plan/draw', message, place: document.valuePlace([...path, 'draw', 'by']) });
  }
  return faults;
}

function sampleFaults({ document, path, written }: Select): Fault[] {
  const key = sampleKey(written);
  if (key === undefined) return [];
  const faults: Fault[] = [];
  if (part(written, 'ensure') !== undefined) {
    faults.push({
      code: 'plan/draw',
      message: 'tasks that "ensure" adds have no known chance, so that the sample would no longer represent the pool.',
      place: document.keyPlace([...path, 'ensure']),
      hint: 'Group by the field and give "at_least", or pin the tasks.',
    });
  }
  const share = findShare(part(written, 'group', 'share'));
  if (share?.leavesOut !== undefined) {
    faults.push({
      code: 'plan/draw',
      message: `with share "${share.name}" ${share.leavesOut}, and a sample must reach every group.`,
      place: document.valuePlace([...path, 'group', 'share']),
      hint: 'Choose another share, or say with "where" which tasks the sample is to represent.',
    });
  }
  return faults;
}
