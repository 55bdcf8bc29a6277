import type { Fault } from '../model/fault.js';
import { entriesOf, part } from '../model/record.js';
import type { PlanDocument } from './plan-document.js';

/** What stands against a goal, in a benchmark or at the top: two goals or none, another way of choosing, no seed. */
export function optimiseFaults(document: PlanDocument): Fault[] {
  const { data } = document;
  const benchmarks = entriesOf(part(data, 'benchmarks'));
  const isShared = part(data, 'optimise') !== undefined;
  const own = benchmarks.filter(([, settings]) => part(settings, 'select', 'optimise') !== undefined);
  if (!isShared && own.length === 0) return [];
  return [
    ...(isShared ? [...goals(document, ['optimise']), ...besideShared(document)] : []),
    ...own.flatMap(([name]) => [
      ...goals(document, ['benchmarks', name, 'select', 'optimise']),
      ...(isShared ? [] : besideOwn(document, ['benchmarks', name, 'select'])),
    ]),
    ...benchmarks.flatMap(([name, settings]) => {
      const isOptimised = isShared || part(settings, 'select', 'optimise') !== undefined;
      return isOptimised ? replacements(document, name, part(settings, 'exclude')) : [];
    }),
    ...(part(data, 'seed') === undefined ? [noSeed(document, isShared)] : []),
  ];
}

function goals(document: PlanDocument, path: readonly string[]): Fault[] {
  const given = ['maximise', 'minimise'].filter((key) => part(document.data, ...path, key) !== undefined);
  if (given.length === 1) return [];
  const message =
    given.length === 0
      ? '"optimise" has no goal: give "maximise" or "minimise", such as maximise: score.'
      : '"maximise" and "minimise" are two goals, and there can be only one.';
  const hint = given.length === 0 ? 'Without a goal any tasks would do.' : 'Make one of them a rule with a bound.';
  return [{ code: 'plan/optimise', message, place: document.keyPlace([...path]), hint }];
}

const otherWays = ['group', 'prefer', 'draw', 'ensure', 'purpose', 'quota', 'precision', 'detect', 'budget'] as const;

function besideOwn(document: PlanDocument, path: readonly string[]): Fault[] {
  return otherWays
    .filter((key) => part(document.data, ...path, key) !== undefined)
    .map((key) => ({
      code: 'plan/optimise',
      message: `"${key}" says how tasks are chosen, and so does "optimise".`,
      place: document.keyPlace([...path, key]),
      hint: 'Leave one of them out; floors, ceilings and budgets are rules of "optimise".',
    }));
}

function besideShared(document: PlanDocument): Fault[] {
  const { data } = document;
  const keys = [...otherWays, 'take', 'optimise'];
  const own = entriesOf(part(data, 'benchmarks')).flatMap(([name, settings]) =>
    keys
      .filter((key) => part(settings, 'select', key) !== undefined)
      .map((key) => ['benchmarks', name, 'select', key] as const),
  );
  const places = [...(part(data, 'total') === undefined ? [] : [['total'] as const]), ...own];
  return places.map((path) => ({
    code: 'plan/optimise',
    message: `"${path.at(-1)}" has no meaning beside "optimise" at the top, which chooses from all benchmarks together.`,
    place: document.keyPlace([...path]),
    hint: 'Leave it out; a benchmark may still have "where" and "pin". A rule can count its tasks by a field.',
  }));
}

/** No task takes the place of another: all are chosen together. */
function replacements(document: PlanDocument, benchmark: string, exclude: unknown): Fault[] {
  return (Array.isArray(exclude) ? exclude : []).flatMap((exclusion, at) =>
    part(exclusion, 'replacement') === undefined
      ? []
      : [
          {
            code: 'plan/optimise',
            message: '"replacement" has no meaning with "optimise": all tasks are chosen together.',
            place: document.keyPlace(['benchmarks', benchmark, 'exclude', at, 'replacement']),
            hint: 'Leave it out, or pin the task.',
          },
        ],
  );
}

function noSeed(document: PlanDocument, isShared: boolean): Fault {
  return {
    code: 'plan/seed',
    message: 'ties of an optimisation are broken by random numbers, but the plan has no seed.',
    place: document.keyPlace([isShared ? 'optimise' : 'benchmarks']),
    hint: 'Add "seed", any number or text, at the top of the plan.',
  };
}
