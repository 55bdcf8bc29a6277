import { findDraw } from '../draws/draws.js';
import type { Fault } from '../model/errors.js';
import { entriesOf, part } from '../model/record.js';
import { randomField } from '../model/task.js';
import { purposes } from '../purposes/purposes.js';
import { defaultShare, findShare, shares } from '../shares/shares.js';
import type { PlanPath } from './plan-document.js';
import { type PlanNames, preferencePattern } from './schema/plan-names.js';

/** A contradiction between two parts of a plan, and where it is. */
export interface PlanFault extends Pick<Fault, 'code' | 'message' | 'hint'> {
  readonly path: PlanPath;
  /** Whether it is about the value at the path. Default: about the key. */
  readonly isValue?: true;
}

/** A plan as it was written, which may be wrong elsewhere. */
export interface WrittenPlan {
  readonly data: unknown;
  readonly benchmarks: readonly {
    readonly name: string;
    readonly settings: unknown;
    readonly select: unknown;
    readonly exclusions: readonly unknown[];
  }[];
}

/** The list at a path of keys; empty if there is none. */
export function listAt(data: unknown, ...path: string[]): readonly unknown[] {
  const list = part(data, ...path);
  return Array.isArray(list) ? list : [];
}

const targets = ['precision', 'detect', 'budget'] as const;
const seedHint = 'Add "seed", any number or text, at the top of the plan.';

/** A mapping of a plan and the keys that lead to it. */
interface At {
  readonly written: unknown;
  readonly path: PlanPath;
}

/** Which of these keys a mapping has. */
function given({ written }: At, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => part(written, key) !== undefined);
}

/** The same fault for each of these keys that a mapping has. */
function faultOfEach(at: At, keys: readonly string[], faultOf: (key: string) => Omit<PlanFault, 'path'>): PlanFault[] {
  return given(at, keys).map((key) => ({ ...faultOf(key), path: [...at.path, key] }));
}

/** The mapping at a key of another. */
function below({ written, path }: At, key: string): At {
  return { written: part(written, key), path: [...path, key] };
}

/** The `select` of each benchmark. */
function selectsOf({ benchmarks }: WrittenPlan): readonly (At & { readonly name: string })[] {
  return benchmarks.map(({ name, select }) => ({ name, written: select, path: ['benchmarks', name, 'select'] }));
}

/** Errors in how places are shared: among the groups of each benchmark, and among benchmarks. */
export function shareFaults(plan: WrittenPlan): PlanFault[] {
  const groups = selectsOf(plan).map((at) => ({
    at: below(at, 'group'),
    take: part(at.written, 'take'),
    pins: listAt(at.written, 'pin').filter((each) => typeof each === 'string').length,
    pinsByRule: [part(at.written, 'pin')].flat().some((each) => part(each, 'where') !== undefined),
  }));
  const total = below({ written: plan.data, path: [] }, 'total');
  const faults = [...groups, { at: total, take: part(total.written, 'take'), pins: 0, pinsByRule: false }]
    .filter(({ at }) => at.written !== undefined)
    .flatMap(({ at, take, pins, pinsByRule }) => [
      ...misplacedKeys(at),
      ...crossedBounds(at),
      ...(pinsByRule ? uncountedPins(at) : fixedPlaces(at, take, pins)),
      ...bandFaults(at),
    ]);
  return [...faults, ...unusedTotal(plan)];
}

/** A total that no benchmark shares in would be ignored. */
function unusedTotal(plan: WrittenPlan): PlanFault[] {
  if (part(plan.data, 'total') === undefined || plan.benchmarks.length === 0) return [];
  const isSharing = selectsOf(plan).some(
    (at) =>
      given(at, ['take', ...targets]).length === 0 &&
      placesSettings().every(({ key }) => part(at.written, 'group', key) === undefined),
  );
  if (isSharing) return [];
  const message = 'every benchmark has its own "take", so none shares the total.';
  const hint = 'Remove "total", or the "take" of the benchmarks that should share it.';
  return [{ code: 'plan/unused', message, path: ['total'], hint }];
}

/** The settings that fix the places of each group. */
function placesSettings() {
  return shares.flatMap(({ placesIn }) => placesIn ?? []);
}

/** Keys that the share needs and lacks, and keys that only another share has. */
function misplacedKeys({ written, path }: At): PlanFault[] {
  const share = part(written, 'share') ?? defaultShare.name;
  const own = findShare(share)?.settings ?? [];
  const isThere = (key: string) => part(written, key) !== undefined;
  const others = shares.flatMap(({ name, settings }) => settings.map(({ key }) => ({ key, name })));
  return [
    ...own
      .filter(({ key, isNeeded }) => isNeeded && !isThere(key))
      .map(({ key, what }): PlanFault => {
        const message = `share "${String(share)}" needs "${key}": ${what}.`;
        return { code: 'plan/missing-rule', message, path: [...path, 'share'], isValue: true };
      }),
    ...others
      .filter(({ key }) => isThere(key) && !own.some((setting) => setting.key === key))
      .map(({ key, name }) => {
        const message = `"${key}" only works with share "${name}"; here the share is "${String(share)}".`;
        return { code: 'plan/unused', message, path: [...path, key] };
      }),
  ];
}

/** A floor above the cap of the same group, or of the same label of a quota. */
function crossedBounds({ written, path }: At): PlanFault[] {
  const [least, most] = [part(written, 'at_least'), part(written, 'at_most')];
  const named = [least, most].flatMap((bound) => entriesOf(part(bound, 'values')).map(([name]) => name));
  return [undefined, ...new Set(named)].flatMap((name) => {
    const [floor, cap] = [boundOf(least, name), boundOf(most, name)];
    const isOver = floor === 'all' || (typeof floor === 'number' && typeof cap === 'number' && floor > cap);
    if (typeof cap !== 'number' || !isOver) return [];
    const message = `at_least ${floor}${name === undefined ? '' : ` for "${name}"`} is more than at_most ${cap}.`;
    return [{ code: 'plan/bounds', message, path: [...path, 'at_least'] }];
  });
}

function boundOf(bound: unknown, name: string | undefined): unknown {
  if (typeof bound === 'number' || bound === 'all') return bound;
  return (name === undefined ? undefined : part(bound, 'values', name)) ?? part(bound, 'otherwise');
}

function fixedPlaces({ written, path }: At, take: unknown, pins: number): PlanFault[] {
  return placesSettings().flatMap(({ key }) => {
    const places = entriesOf(part(written, key)).map(([, count]) => count);
    const counts = places.filter((count) => typeof count === 'number');
    if (places.length === 0 || typeof take !== 'number' || counts.length < places.length) return [];
    const sum = counts.reduce((total, count) => total + count, 0);
    if (sum + pins === take) return [];
    const message = `the ${key} sum to ${sum}${pins === 0 ? '' : ` and ${pins} more are pinned`}, but take is ${take}.`;
    return [{ code: 'plan/bounds', message, path: [...path, key], hint: 'Leave take out.' }];
  });
}

/** Places that are listed for each group leave none for pins whose number the pool decides. */
function uncountedPins(at: At): PlanFault[] {
  const keys = placesSettings().map(({ key }) => key);
  return faultOfEach(at, keys, (key) => ({
    code: 'plan/bounds',
    message: `"${key}" fixes the number of tasks, but how many tasks a condition pins depends on the pool.`,
    hint: 'Pin tasks by name, or give "take" and share the places by size with "at_least" for each group.',
  }));
}

function bandFaults({ written, path }: At): PlanFault[] {
  const bands = listAt(written, 'bands') as readonly number[];
  const at = bands.findIndex((limit, i) => i > 0 && !(limit > (bands[i - 1] as number)));
  if (at === -1) return [];
  const message = `bands must rise: ${String(bands[at])} follows ${String(bands[at - 1])}.`;
  return [{ code: 'plan/bounds', message, path: [...path, 'bands', at], isValue: true }];
}

/** Errors around `rules`: another way of choosing beside them, and rules that an order or a draw cannot keep. */
export function ruleFaults(plan: WrittenPlan, names: PlanNames): PlanFault[] {
  const isShared = part(plan.data, 'optimise') !== undefined;
  return selectsOf(plan).flatMap((at) => {
    const rules = listAt(at.written, 'rules');
    if (rules.length === 0 || isShared) return [];
    const isDrawn = part(at.written, 'draw') !== undefined || isRandom(listAt(at.written, 'prefer')[0]);
    if (part(at.written, 'optimise') !== undefined) return [];
    const beside = faultOfEach(at, ['group', 'ensure', 'purpose', 'quota'], (key) => ({
      code: 'plan/rules',
      message: `"${key}" and "rules" both decide how tasks are chosen.`,
      hint: besideRules.get(key) ?? 'Leave one of them out.',
    }));
    return [...beside, ...(isDrawn ? drawnRules(at, rules) : rankedRules(at, names, plan))];
  });
}

const besideRules: ReadonlyMap<string, string> = new Map([
  ['group', 'Give floors and ceilings of a label as a rule: { by: LABEL, at_least: 5 }.'],
  ['ensure', 'Give the tasks as a rule: { where: …, at_least: 2 }, or pin them.'],
  [
    'purpose',
    'With a purpose, floors and ceilings of a label belong under "quota", and what runs may cost under "budget".',
  ],
]);

/** A draw gives every task a known chance, which a budget or two labels at once would make unknown. */
function drawnRules(at: At, rules: readonly unknown[]): PlanFault[] {
  const path = (i: number): PlanPath => [...at.path, 'rules', i];
  return rules.flatMap((rule, i): PlanFault[] => {
    const fault = (message: string, hint: string) => [
      { code: 'plan/rules', message, path: path(i), isValue: true as const, hint },
    ];
    if (part(rule, 'sum') !== undefined || part(rule, 'budget') !== undefined)
      return fault(
        'a random draw cannot keep a budget: tasks that are left out because the sum is full have no known probability, so the sample would not represent the pool.',
        'Take fewer tasks, balance the draw on the field (draw: { method: cube, by: [FIELD] }), or rank or optimise.',
      );
    if (part(rule, 'by') === undefined || part(rule, 'where') !== undefined)
      return fault(
        'a random draw can only keep floors and ceilings on the values of a label.',
        'Write { by: LABEL, at_least: 5 }, pin the tasks that must be in, or leave tasks out with "where".',
      );
    if (i > 0)
      return fault(
        'a random draw can only keep floors and ceilings on one label.',
        'Cross the labels in one rule: { by: [TEAM, PRIORITY], at_least: 1 }, or rank or optimise.',
      );
    return [];
  });
}

/** An order under rules is decided by the sum of its first key, which must be a number. */
function rankedRules(at: At, names: PlanNames, { data }: WrittenPlan): PlanFault[] {
  const prefer = listAt(at.written, 'prefer');
  const [first = 'score desc', ...more] = prefer;
  const field = typeof first === 'string' ? preferencePattern.exec(first)?.[1] : undefined;
  const kind = field === undefined ? undefined : names.fields.get(field)?.kind;
  const noNumber =
    field !== undefined && (kind === 'number' || kind === undefined)
      ? []
      : [
          {
            code: 'plan/rules',
            message: 'with rules, tasks are ranked by the sum of a number, but the order starts with something else.',
            path: [...at.path, 'prefer', 0],
            isValue: true as const,
            hint: 'Begin with a number: prefer: [hours desc]; or use "optimise" with another goal.',
          },
        ];
  const unused =
    more.length === 0
      ? []
      : [
          {
            code: 'plan/unused',
            message: 'with rules, only the first key of the order counts; random numbers break ties.',
            path: [...at.path, 'prefer', 1],
            isValue: true as const,
            hint: 'Leave the other keys out.',
          },
        ];
  const isSeedless = part(data, 'seed') === undefined;
  const noSeed = {
    code: 'plan/seed',
    message: 'ties under rules are broken by random numbers, but the plan has no seed.',
    path: [...at.path, 'rules'],
    hint: seedHint,
  };
  return [...noNumber, ...unused, ...(isSeedless ? [noSeed] : [])];
}

/** What keeps a random sample from being one: a missing seed, or a rule that chooses tasks besides the draw. */
export function samplingFaults(plan: WrittenPlan): PlanFault[] {
  const hasSeed = part(plan.data, 'seed') !== undefined;
  return selectsOf(plan).flatMap((at) => [
    ...(hasSeed ? [] : seedFaults(at)),
    ...orderFaults(at),
    ...drawFaults(at),
    ...sampleFaults(at),
  ]);
}

function isRandom(preference: unknown): boolean {
  return typeof preference === 'string' && preference.trim() === randomField.name;
}

/** Every order of a benchmark with its path: its own, and that of each `ensure` rule. */
function ordersOf({ path, written }: At) {
  return [
    { path: [...path, 'prefer'], prefer: listAt(written, 'prefer') },
    ...listAt(written, 'ensure').map((rule, i) => ({
      path: [...path, 'ensure', i, 'prefer'],
      prefer: listAt(rule, 'prefer'),
    })),
  ];
}

function seedFaults(at: At): PlanFault[] {
  const path =
    part(at.written, 'draw') === undefined
      ? ordersOf(at).find(({ prefer }) => prefer.some(isRandom))?.path
      : [...at.path, 'draw'];
  if (path === undefined) return [];
  const message = 'tasks are drawn at random, but the plan has no seed, so the draw cannot be repeated.';
  return [{ code: 'plan/seed', message, path, hint: seedHint }];
}

/** No two tasks have the same random number, so keys after it are never looked at. */
function orderFaults(at: At): PlanFault[] {
  return ordersOf(at).flatMap(({ path, prefer }): PlanFault[] => {
    const place = prefer.findIndex(isRandom);
    if (place === -1 || place === prefer.length - 1) return [];
    const message = '"random" breaks every tie, so the keys after it have no effect.';
    const hint = 'Put "random" last to break ties, or use it alone for a random sample.';
    return [{ code: 'plan/unused', message, path: [...path, place + 1], isValue: true, hint }];
  });
}

function drawFaults(at: At): PlanFault[] {
  const draw = part(at.written, 'draw');
  if (draw === undefined) return [];
  const faults = faultOfEach(at, ['prefer'], () => ({
    code: 'plan/unused',
    message: '"prefer" ranks tasks and "draw" draws them by chance: a benchmark can have only one of them.',
    hint: 'Leave one of them out.',
  }));
  const design = findDraw(part(draw, 'method'));
  if (design?.by.needs !== 'number' || listAt(draw, 'by').length < 2) return faults;
  const message = `method "${design.name}" ${design.by.faults.several}, but several fields are given.`;
  return [...faults, { code: 'plan/draw', message, path: [...at.path, 'draw', 'by'], isValue: true }];
}

function sampleFaults(at: At): PlanFault[] {
  if (part(at.written, 'draw') === undefined && !isRandom(listAt(at.written, 'prefer')[0])) return [];
  const faults = faultOfEach(at, ['ensure'], () => ({
    code: 'plan/draw',
    message: 'tasks that "ensure" adds have no known probability, so the sample would no longer represent the pool.',
    hint: 'Group by the field and give "at_least", or pin the tasks.',
  }));
  const share = findShare(part(at.written, 'group', 'share'));
  if (share?.leavesOut === undefined) return faults;
  const message = `with share "${share.name}" ${share.leavesOut}, and a sample must reach every group.`;
  const hint = 'Choose another share, or use "where" to limit the tasks that the sample represents.';
  return [...faults, { code: 'plan/draw', message, path: [...at.path, 'group', 'share'], isValue: true, hint }];
}

/** Errors around a purpose, of a benchmark or of the plan: a design beside it, two sizes, no seed, no earlier results. */
export function purposeFaults(plan: WrittenPlan): PlanFault[] {
  const total = below({ written: plan.data, path: [] }, 'total');
  const shared = part(total.written, 'purpose');
  const selects = selectsOf(plan);
  const benchmarks = selects.flatMap((at, i) => {
    const isSized = given(at, ['take', ...targets]).length > 0;
    const purpose = part(at.written, 'purpose') ?? (isSized ? undefined : shared);
    if (purpose === undefined) return [...idleTargets(at), ...idleQuota(at)];
    const hasPrior = part(plan.benchmarks[i]?.settings, 'prior') !== undefined;
    return [
      ...sizes(at),
      ...wrongTargets(at, purpose),
      ...designs(at),
      ...crossedBounds(below(at, 'quota')),
      ...(hasPrior ? [] : [noPrior(at.name)]),
    ];
  });
  const hasPurpose = shared !== undefined || selects.some(({ written }) => part(written, 'purpose') !== undefined);
  return [
    ...(shared === undefined ? idleTargets(total) : []),
    ...(total.written === undefined ? [] : [...missingSize(total), ...sizes(total)]),
    ...wrongTargets(total, shared),
    ...benchmarks,
    ...(hasPurpose && part(plan.data, 'seed') === undefined ? [noSeedForPurpose] : []),
  ];
}

const noSeedForPurpose: PlanFault = {
  code: 'plan/seed',
  message: 'a purpose draws tasks at random, but the plan has no seed, so the draw cannot be repeated.',
  path: ['benchmarks'],
  hint: seedHint,
};

function noPrior(benchmark: string): PlanFault {
  return {
    code: 'plan/purpose',
    message: `benchmark "${benchmark}" has a purpose, but no earlier results to learn from.`,
    path: ['benchmarks', benchmark],
    hint: 'Name them under "prior", or draw a random sample with "prefer: [random]".',
  };
}

function missingSize(total: At): PlanFault[] {
  if (given(total, ['take', ...targets]).length > 0) return [];
  const message = '"total" has no number: give "take", or with a purpose "precision", "detect" or "budget".';
  return [{ code: 'plan/purpose', message, path: total.path }];
}

/** More than one of `take` and what it may follow from. */
function sizes(at: At): PlanFault[] {
  const [first, ...more] = given(at, ['take', ...targets]);
  return faultOfEach(at, more, (key) => ({
    code: 'plan/purpose',
    message: `"${key}" and "${first}" both set the number of tasks.`,
    hint: 'Leave one of them out.',
  }));
}

/** Targets about the level of systems, for a purpose that only orders them. */
function wrongTargets(at: At, purpose: unknown): PlanFault[] {
  if (purposes.find(({ name }) => name === purpose)?.figure !== 'tau') return [];
  return faultOfEach(at, ['precision', 'detect'], (key) => ({
    code: 'plan/purpose',
    message: `"${key}" is about a level, which a selection for the purpose "${String(purpose)}" does not give.`,
    hint: 'Give the number with "take" or "budget", or choose another purpose.',
  }));
}

function idleTargets(at: At): PlanFault[] {
  return faultOfEach(at, targets, (key) => ({
    code: 'plan/unused',
    message: `"${key}" only works with a purpose.`,
    hint: 'Add "purpose: level" and "prior", or set the number with "take". With a rank, limit a sum instead: rules: [{ sum: FIELD, at_most: 50 }].',
  }));
}

function idleQuota(at: At): PlanFault[] {
  return faultOfEach(at, ['quota'], () => ({
    code: 'plan/unused',
    message: '"quota" only works with a purpose.',
    hint: 'Give it as a rule: rules: [{ by: LABEL, at_least: 5 }]; an order and a random draw both keep it.',
  }));
}

function designs(at: At): PlanFault[] {
  return faultOfEach(at, ['group', 'prefer', 'draw', 'ensure'], (key) => ({
    code: 'plan/purpose',
    message: `"${key}" and the purpose both decide how tasks are chosen.`,
    hint: 'Leave one of them out; put floors and ceilings on a label under "quota".',
  }));
}

/** Errors around a goal, of a benchmark or of the plan: two goals or none, another way of choosing, no seed. */
export function optimiseFaults(plan: WrittenPlan): PlanFault[] {
  const shared = below({ written: plan.data, path: [] }, 'optimise');
  const isShared = shared.written !== undefined;
  const own = selectsOf(plan).filter(({ written }) => part(written, 'optimise') !== undefined);
  if (!isShared && own.length === 0) return [];
  const optimised = new Set(own.map(({ name }) => name));
  return [
    ...(isShared ? [...goals(shared), ...besideShared(plan)] : []),
    ...own.flatMap((at) => [...goals(below(at, 'optimise')), ...(isShared ? [] : besideOwn(at))]),
    ...plan.benchmarks.flatMap(({ name, exclusions }) =>
      isShared || optimised.has(name) ? replacements(name, exclusions) : [],
    ),
    ...(part(plan.data, 'seed') === undefined ? [noSeedForGoal(isShared)] : []),
  ];
}

function goals(at: At): PlanFault[] {
  const count = given(at, ['maximise', 'minimise']).length;
  if (count === 1) return [];
  const message =
    count === 0
      ? '"optimise" has no goal: give "maximise" or "minimise", such as maximise: score.'
      : '"maximise" and "minimise" are two goals, and there can be only one.';
  const hint = count === 0 ? 'Without a goal any tasks would do.' : 'Make one of them a rule with a bound.';
  return [{ code: 'plan/optimise', message, path: at.path, hint }];
}

const otherWays = ['group', 'prefer', 'draw', 'ensure', 'purpose', 'quota', 'rules', ...targets];

function besideOwn(at: At): PlanFault[] {
  return faultOfEach(at, otherWays, (key) => ({
    code: 'plan/optimise',
    message: `"${key}" and "optimise" both decide how tasks are chosen.`,
    hint: 'Leave one of them out; floors, ceilings and budgets are rules of "optimise".',
  }));
}

function besideShared(plan: WrittenPlan): PlanFault[] {
  const faultOf = (key: string) => ({
    code: 'plan/optimise',
    message: `"${key}" does not work with "optimise" at the top, which chooses from all benchmarks together.`,
    hint: 'Leave it out; a benchmark may still have "where" and "pin". A rule can count its tasks by a field.',
  });
  return [
    ...faultOfEach({ written: plan.data, path: [] }, ['total'], faultOf),
    ...selectsOf(plan).flatMap((at) => faultOfEach(at, [...otherWays, 'take', 'optimise'], faultOf)),
  ];
}

/** No task takes the place of another: all are chosen together. */
function replacements(benchmark: string, exclusions: readonly unknown[]): PlanFault[] {
  return exclusions.flatMap((written, i) =>
    faultOfEach({ written, path: ['benchmarks', benchmark, 'exclude', i] }, ['replacement'], () => ({
      code: 'plan/optimise',
      message: '"replacement" does not work with "optimise": all tasks are chosen together.',
      hint: 'Leave it out, or pin the task.',
    })),
  );
}

function noSeedForGoal(isShared: boolean): PlanFault {
  return {
    code: 'plan/seed',
    message: 'ties of an optimisation are broken by random numbers, but the plan has no seed.',
    path: [isShared ? 'optimise' : 'benchmarks'],
    hint: seedHint,
  };
}
