import type { Fault } from '../model/fault.js';
import { entriesOf, part } from '../model/record.js';
import { purposes } from '../purposes/purposes.js';
import type { PlanDocument } from './plan-document.js';
import { crossedBounds } from './share-faults.js';

const targets = ['precision', 'detect', 'budget'] as const;

/** What stands against a purpose, in a benchmark or at the top: a design beside it, two sizes, no seed, no earlier results. */
export function purposeFaults(document: PlanDocument): Fault[] {
  const total = part(document.data, 'total');
  const shared = part(total, 'purpose');
  const benchmarks = entriesOf(part(document.data, 'benchmarks')).flatMap(([name, settings]) => {
    const select = part(settings, 'select');
    const path = ['benchmarks', name, 'select'];
    const isSized = ['take', ...targets].some((key) => part(select, key) !== undefined);
    const purpose = part(select, 'purpose') ?? (isSized ? undefined : shared);
    if (purpose === undefined) return [...idleTargets(document, path), ...idleQuota(document, path)];
    return [
      ...sizes(document, path),
      ...wrongTargets(document, path, purpose),
      ...designs(document, path),
      ...crossedBounds(document, [...path, 'quota']),
      ...(part(settings, 'prior') === undefined ? [noPrior(document, name)] : []),
    ];
  });
  const hasPurpose = shared !== undefined || benchmarksWithPurpose(document);
  return [
    ...(total === undefined ? [] : shared === undefined ? idleTargets(document, ['total']) : []),
    ...(total === undefined ? [] : sizes(document, ['total'], true)),
    ...wrongTargets(document, ['total'], shared),
    ...benchmarks,
    ...(hasPurpose && part(document.data, 'seed') === undefined ? [noSeed(document)] : []),
  ];
}

function benchmarksWithPurpose(document: PlanDocument): boolean {
  return entriesOf(part(document.data, 'benchmarks')).some(
    ([, settings]) => part(settings, 'select', 'purpose') !== undefined,
  );
}

/** More than one of `take` and what it may follow from; for a total, none of them. */
function sizes(document: PlanDocument, path: readonly string[], isNeeded = false): Fault[] {
  const given = ['take', ...targets].filter((key) => part(document.data, ...path, key) !== undefined);
  if (given.length === 0 && isNeeded) {
    const message = '"total" has no number: give "take", or with a purpose "precision", "detect" or "budget".';
    return [{ code: 'plan/purpose', message, place: document.keyPlace([...path]) }];
  }
  return given.slice(1).map((key) => ({
    code: 'plan/purpose',
    message: `"${key}" and "${given[0]}" both say how many tasks there are.`,
    place: document.keyPlace([...path, key]),
    hint: 'Leave one of them out.',
  }));
}

/** Targets that are about the level of systems, where the purpose is their order alone. */
function wrongTargets(document: PlanDocument, path: readonly string[], purpose: unknown): Fault[] {
  if (purposes.find(({ name }) => name === purpose)?.figure !== 'tau') return [];
  return ['precision', 'detect']
    .filter((key) => part(document.data, ...path, key) !== undefined)
    .map((key) => ({
      code: 'plan/purpose',
      message: `"${key}" is about the level of systems, which a selection for the purpose "${String(purpose)}" does not give.`,
      place: document.keyPlace([...path, key]),
      hint: 'Give the number with "take" or "budget", or choose another purpose.',
    }));
}

function idleTargets(document: PlanDocument, path: readonly string[]): Fault[] {
  return targets
    .filter((key) => part(document.data, ...path, key) !== undefined)
    .map((key) => ({
      code: 'plan/unused',
      message: `"${key}" has a meaning only with a purpose.`,
      place: document.keyPlace([...path, key]),
      hint: 'Add "purpose: level", or give the number with "take".',
    }));
}

function idleQuota(document: PlanDocument, path: readonly string[]): Fault[] {
  if (part(document.data, ...path, 'quota') === undefined) return [];
  return [
    {
      code: 'plan/unused',
      message: '"quota" has a meaning only with a purpose.',
      place: document.keyPlace([...path, 'quota']),
      hint: 'Add "purpose", or group by the label and give "at_least" and "at_most" there.',
    },
  ];
}

function designs(document: PlanDocument, path: readonly string[]): Fault[] {
  return ['group', 'prefer', 'draw', 'ensure']
    .filter((key) => part(document.data, ...path, key) !== undefined)
    .map((key) => ({
      code: 'plan/purpose',
      message: `"${key}" says how tasks are chosen, and so does the purpose.`,
      place: document.keyPlace([...path, key]),
      hint: 'Leave one of them out; floors and ceilings on a label stand under "quota".',
    }));
}

function noPrior(document: PlanDocument, benchmark: string): Fault {
  return {
    code: 'plan/purpose',
    message: `benchmark "${benchmark}" has a purpose, and no earlier results to learn from.`,
    place: document.keyPlace(['benchmarks', benchmark]),
    hint: 'Name them under "prior", or draw a random sample with "prefer: [random]".',
  };
}

function noSeed(document: PlanDocument): Fault {
  return {
    code: 'plan/seed',
    message: 'a purpose draws tasks at random, but the plan has no seed, so the draw cannot be repeated.',
    place: document.keyPlace(['benchmarks']),
    hint: 'Add "seed", any number or text, at the top of the plan.',
  };
}
