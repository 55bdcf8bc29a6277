import { findDraw } from '../draws/draws.js';
import { sumOf } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import { entriesOf, part } from '../model/record.js';
import { randomField } from '../model/task.js';
import { purposes } from '../purposes/purposes.js';
import { defaultShare, findShare, shares } from '../shares/shares.js';
import type { PlanPath } from './plan-document.js';
import { type PlanNames, preferencePattern } from './schema/plan-names.js';

/** A contradiction in a plan, and its path. */
export interface PlanFault extends Pick<Fault, 'code' | 'message' | 'hint'> {
  readonly path: PlanPath;
  /** Whether the error is about the value at the path; by default it is about the key. */
  readonly isValue?: true;
}

export function keyFault(code: string, path: PlanPath, message: string, hint?: string): PlanFault {
  return { code, message, path, ...(hint === undefined ? {} : { hint }) };
}

export function valueFault(code: string, path: PlanPath, message: string, hint?: string): PlanFault {
  return { ...keyFault(code, path, message, hint), isValue: true };
}

/** A plan as written, which may have errors elsewhere. */
export interface WrittenPlan {
  readonly data: unknown;
  readonly benchmarks: readonly {
    readonly name: string;
    readonly settings: unknown;
    readonly select: unknown;
    readonly exclusions: readonly unknown[];
  }[];
}

export function listAt(data: unknown, ...path: string[]): readonly unknown[] {
  const list = part(data, ...path);
  return Array.isArray(list) ? list : [];
}

interface At {
  readonly written: unknown;
  readonly path: PlanPath;
}

/** A benchmark's `select`, and facts that decide which checks apply. */
interface SelectAt extends At {
  readonly name: string;
  readonly hasPrior: boolean;
  readonly exclusions: readonly unknown[];
  readonly isDrawn: boolean;
}

const targets = ['precision', 'detect', 'budget'] as const;
const sizeKeys = ['take', ...targets];
const leaveOneOut = 'Leave one of them out.';

/** Errors in the choice of tasks, from each benchmark and from all of them together. */
export function selectionFaults(plan: WrittenPlan, names: PlanNames): PlanFault[] {
  const top: At = { written: plan.data, path: [] };
  const selects = plan.benchmarks.map(({ name, select, settings, exclusions }) => ({
    name,
    written: select,
    path: ['benchmarks', name, 'select'],
    hasPrior: part(settings, 'prior') !== undefined,
    exclusions,
    isDrawn: part(select, 'draw') !== undefined || isRandom(listAt(select, 'prefer')[0]),
  }));
  const noSeed = (path: PlanPath, who: string, effect = '') =>
    part(plan.data, 'seed') === undefined
      ? [keyFault('plan/seed', path, `${who}, but the plan has no seed${effect}.`, seedHint)]
      : [];
  return [
    ...selects.flatMap(groupFaults),
    ...totalFaults(below(top, 'total'), selects),
    ...selects.flatMap((at) => [
      ...randomPaths(at).flatMap((path) => noSeed(path, 'tasks are drawn at random', unrepeatable)),
      ...samplingFaults(at),
    ]),
    ...purposeFaults(below(top, 'total'), selects, () =>
      noSeed(['benchmarks'], 'a purpose draws tasks at random', unrepeatable),
    ),
    ...optimiseFaults(top, selects, (path) => noSeed(path, 'ties of an optimisation are broken by random numbers')),
    ...(part(plan.data, 'optimise') === undefined ? selects : []).flatMap((at) =>
      ruleFaults(at, names, () => noSeed([...at.path, 'rules'], 'ties under rules are broken by random numbers')),
    ),
  ];
}

const seedHint = 'Add "seed", any number or text, at the top of the plan.';
const unrepeatable = ', so the draw cannot be repeated';

function given({ written }: At, keys: readonly string[]): readonly string[] {
  return keys.filter((key) => part(written, key) !== undefined);
}

/** The same error for each of these keys that the mapping has; KEY in the message becomes the key. */
function ofEach(at: At, keys: readonly string[], code: string, message: string, hint: string): PlanFault[] {
  return given(at, keys).map((key) => keyFault(code, [...at.path, key], message.replace('KEY', key), hint));
}

function below({ written, path }: At, key: string): At {
  return { written: part(written, key), path: [...path, key] };
}

function groupFaults(at: SelectAt): PlanFault[] {
  const group = below(at, 'group');
  if (group.written === undefined) return [];
  const pins = listAt(at.written, 'pin').filter((each) => typeof each === 'string').length;
  const pinsByRule = [part(at.written, 'pin')].flat().some((each) => part(each, 'where') !== undefined);
  const keys = placesSettings().map(({ key }) => key);
  return [
    ...misplacedKeys(group),
    ...crossedBounds(group),
    ...(pinsByRule
      ? ofEach(
          group,
          keys,
          'plan/bounds',
          '"KEY" fixes the number of tasks, but how many tasks a condition pins depends on the pool.',
          'Pin tasks by name, or give "take" and share the places by size with "at_least" for each group.',
        )
      : fixedPlaces(group, part(at.written, 'take'), pins)),
    ...bandFaults(group),
  ];
}

/** Errors in the division of a total among benchmarks, including a total that no benchmark shares. */
function totalFaults(total: At, selects: readonly SelectAt[]): PlanFault[] {
  if (total.written === undefined) return [];
  const isSharing = (at: At) =>
    given(at, sizeKeys).length === 0 &&
    placesSettings().every(({ key }) => part(at.written, 'group', key) === undefined);
  const message = 'every benchmark has its own "take", so none shares the total.';
  const hint = 'Remove "total", or the "take" of the benchmarks that should share it.';
  return [
    ...misplacedKeys(total),
    ...crossedBounds(total),
    ...fixedPlaces(total, part(total.written, 'take'), 0),
    ...bandFaults(total),
    ...(selects.length === 0 || selects.some(isSharing) ? [] : [keyFault('plan/unused', ['total'], message, hint)]),
  ];
}

function placesSettings() {
  return shares.flatMap(({ placesIn }) => placesIn ?? []);
}

/** Keys that the share needs but lacks, and keys that belong to another share. */
function misplacedKeys({ written, path }: At): PlanFault[] {
  const share = part(written, 'share') ?? defaultShare.name;
  const own = findShare(share)?.settings ?? [];
  const isThere = (key: string) => part(written, key) !== undefined;
  const others = shares.flatMap(({ name, settings }) => settings.map(({ key }) => ({ key, name })));
  return [
    ...own
      .filter(({ key, isNeeded }) => isNeeded && !isThere(key))
      .map(({ key, what }) =>
        valueFault('plan/missing-rule', [...path, 'share'], `share "${String(share)}" needs "${key}": ${what}.`),
      ),
    ...others
      .filter(({ key }) => isThere(key) && !own.some((setting) => setting.key === key))
      .map(({ key, name }) => {
        const message = `"${key}" only works with share "${name}"; here the share is "${String(share)}".`;
        return keyFault('plan/unused', [...path, key], message);
      }),
  ];
}

/** Floors above the ceiling of the same group or label. */
function crossedBounds({ written, path }: At): PlanFault[] {
  const [least, most] = [part(written, 'at_least'), part(written, 'at_most')];
  const named = [least, most].flatMap((bound) => entriesOf(part(bound, 'values')).map(([name]) => name));
  return [undefined, ...new Set(named)].flatMap((name) => {
    const [floor, cap] = [boundOf(least, name), boundOf(most, name)];
    const isOver = floor === 'all' || (typeof floor === 'number' && typeof cap === 'number' && floor > cap);
    if (typeof cap !== 'number' || !isOver) return [];
    const message = `at_least ${floor}${name === undefined ? '' : ` for "${name}"`} is more than at_most ${cap}.`;
    return [keyFault('plan/bounds', [...path, 'at_least'], message)];
  });
}

function crossedRules(at: At): PlanFault[] {
  return listAt(at.written, 'rules').flatMap((written, i) =>
    crossedBounds({ written, path: [...at.path, 'rules', i] }),
  );
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
    const sum = sumOf(counts, (count) => count);
    if (sum + pins === take) return [];
    const message = `the ${key} sum to ${sum}${pins === 0 ? '' : ` and ${pins} more are pinned`}, but take is ${take}.`;
    return [keyFault('plan/bounds', [...path, key], message, 'Leave take out.')];
  });
}

function bandFaults({ written, path }: At): PlanFault[] {
  const bands = listAt(written, 'bands') as readonly number[];
  const at = bands.findIndex((limit, i) => i > 0 && !(limit > (bands[i - 1] as number)));
  if (at === -1) return [];
  const message = `bands must be in ascending order: ${String(bands[at])} follows ${String(bands[at - 1])}.`;
  return [valueFault('plan/bounds', [...path, 'bands', at], message)];
}

/** Errors in the use of `rules`: other ways of choosing tasks, and rules that an order or a draw cannot keep. */
function ruleFaults(at: SelectAt, names: PlanNames, noSeed: () => PlanFault[]): PlanFault[] {
  const rules = listAt(at.written, 'rules');
  if (rules.length === 0 || part(at.written, 'optimise') !== undefined) return [];
  const beside = given(at, ['group', 'ensure', 'purpose', 'quota']).map((key) => {
    const message = `"${key}" and "rules" both decide how tasks are chosen.`;
    return keyFault('plan/rules', [...at.path, key], message, besideRules.get(key) ?? leaveOneOut);
  });
  return [
    ...beside,
    ...crossedRules(at),
    ...(at.isDrawn ? drawnRules(at, rules) : [...rankedRules(at, names), ...noSeed()]),
  ];
}

const besideRules: ReadonlyMap<string, string> = new Map([
  ['group', 'Give floors and ceilings of a label as a rule: { by: LABEL, at_least: 5 }.'],
  ['ensure', 'Give the tasks as a rule: { where: …, at_least: 2 }, or pin them.'],
  [
    'purpose',
    'With a purpose, floors and ceilings of a label belong under "quota", and what runs may cost under "budget".',
  ],
]);

/** A draw must give every task a known probability, which a budget or a second label would make unknown. */
function drawnRules(at: At, rules: readonly unknown[]): PlanFault[] {
  return rules.flatMap((rule, i): PlanFault[] => {
    const fault = (message: string, hint: string) => [
      valueFault('plan/rules', [...at.path, 'rules', i], message, hint),
    ];
    if (part(rule, 'sum') !== undefined || part(rule, 'budget') !== undefined)
      return fault(
        'a random draw cannot keep a budget: tasks that are left out because the sum is full have no known probability, so the sample would not represent the pool.',
        'Take fewer tasks, balance the draw on the field (draw: { method: cube, by: [FIELD] }), or rank or optimise.',
      );
    if (part(rule, 'by') === undefined || part(rule, 'where') !== undefined)
      return fault(
        'a random draw can only keep floors and ceilings on the values of a label.',
        'Write { by: LABEL, at_least: 5 }, pin the tasks that must be selected, or leave tasks out with "where".',
      );
    if (i === 0) return [];
    return fault(
      'a random draw can only keep floors and ceilings on one label.',
      'Cross the labels in one rule: { by: [TEAM, PRIORITY], at_least: 1 }, or rank or optimise.',
    );
  });
}

/** With rules, the sum of the first sort key decides, so that key must be a number. */
function* rankedRules({ written, path }: At, names: PlanNames): Generator<PlanFault> {
  const [first = 'score desc', ...more] = listAt(written, 'prefer');
  const field = typeof first === 'string' ? preferencePattern.exec(first)?.[1] : undefined;
  const kind = names.fields.get(field ?? '')?.kind ?? 'number';
  if (field === undefined || kind !== 'number') {
    const message = 'with rules, tasks are ranked by the sum of a number, but the order starts with something else.';
    const hint = 'Begin with a number: prefer: [hours desc]; or use "optimise" with another goal.';
    yield valueFault('plan/rules', [...path, 'prefer', 0], message, hint);
  }
  if (more.length > 0) {
    const message = 'with rules, only the first key of the order counts; random numbers break ties.';
    yield valueFault('plan/unused', [...path, 'prefer', 1], message, 'Leave the other keys out.');
  }
}

function isRandom(preference: unknown): boolean {
  return typeof preference === 'string' && preference.trim() === randomField.name;
}

/** Every order in a `select`, with its path: its own and those of its `ensure` rules. */
function ordersOf({ path, written }: At) {
  return [
    { path: [...path, 'prefer'], prefer: listAt(written, 'prefer') },
    ...listAt(written, 'ensure').map((rule, i) => ({
      path: [...path, 'ensure', i, 'prefer'],
      prefer: listAt(rule, 'prefer'),
    })),
  ];
}

/** The path of the first part that needs random numbers, if any. */
function randomPaths(at: At): readonly PlanPath[] {
  if (part(at.written, 'draw') !== undefined) return [[...at.path, 'draw']];
  return ordersOf(at)
    .filter(({ prefer }) => prefer.some(isRandom))
    .map(({ path }) => path)
    .slice(0, 1);
}

/** Errors that spoil a random sample: keys without an effect, and rules that add tasks outside the draw. */
function* samplingFaults(at: SelectAt): Generator<PlanFault> {
  for (const { path, prefer } of ordersOf(at)) {
    // No two tasks have the same random number, so later keys are never used.
    const place = prefer.findIndex(isRandom);
    if (place === -1 || place === prefer.length - 1) continue;
    const message = '"random" breaks every tie, so the keys after it have no effect.';
    const hint = 'Put "random" last to break ties, or use only "random" for a random sample.';
    yield valueFault('plan/unused', [...path, place + 1], message, hint);
  }
  const draw = part(at.written, 'draw');
  if (draw !== undefined) {
    const message = '"KEY" ranks tasks and "draw" draws them at random: a benchmark can have only one of them.';
    yield* ofEach(at, ['prefer'], 'plan/unused', message, leaveOneOut);
    const design = findDraw(part(draw, 'method'));
    if (design?.by.needs === 'number' && listAt(draw, 'by').length > 1) {
      const several = `method "${design.name}" ${design.by.faults.several}, but several fields are given.`;
      yield valueFault('plan/draw', [...at.path, 'draw', 'by'], several);
    }
  }
  if (!at.isDrawn) return;
  const unknown = 'tasks that "KEY" adds have no known probability, so the sample would no longer represent the pool.';
  yield* ofEach(at, ['ensure'], 'plan/draw', unknown, 'Group by the field and give "at_least", or pin the tasks.');
  const share = findShare(part(at.written, 'group', 'share'));
  if (share?.leavesOut === undefined) return;
  const message = `with share "${share.name}" ${share.leavesOut}, and a sample must reach every group.`;
  const hint = 'Choose another share, or use "where" to limit the tasks that the sample represents.';
  yield valueFault('plan/draw', [...at.path, 'group', 'share'], message, hint);
}

/** Errors in the use of a purpose: a competing design, two sizes, no seed, no earlier results. */
function purposeFaults(total: At, selects: readonly SelectAt[], noSeed: () => PlanFault[]): PlanFault[] {
  const shared = part(total.written, 'purpose');
  const hasPurpose = shared !== undefined || selects.some((at) => part(at.written, 'purpose') !== undefined);
  const isSizeless = total.written !== undefined && given(total, sizeKeys).length === 0;
  const message = '"total" has no number: give "take", or with a purpose "precision", "detect" or "budget".';
  return [
    ...(shared === undefined ? idleTargets(total) : []),
    ...(isSizeless ? [keyFault('plan/purpose', total.path, message)] : []),
    ...sizes(total),
    ...wrongTargets(total, shared),
    ...selects.flatMap((at) => ownPurposeFaults(at, shared)),
    ...(hasPurpose ? noSeed() : []),
  ];
}

function ownPurposeFaults(at: SelectAt, shared: unknown): PlanFault[] {
  const purpose = part(at.written, 'purpose') ?? (given(at, sizeKeys).length > 0 ? undefined : shared);
  if (purpose === undefined) {
    const hint = 'Give it as a rule: rules: [{ by: LABEL, at_least: 5 }]; an order and a random draw both keep it.';
    return [...idleTargets(at), ...ofEach(at, ['quota'], 'plan/unused', '"KEY" only works with a purpose.', hint)];
  }
  const unlearned = keyFault(
    'plan/purpose',
    ['benchmarks', at.name],
    `benchmark "${at.name}" has a purpose, but no earlier results to learn from.`,
    'Name them under "prior", or draw a random sample with "prefer: [random]".',
  );
  return [
    ...sizes(at),
    ...wrongTargets(at, purpose),
    ...ofEach(
      at,
      ['group', 'prefer', 'draw', 'ensure'],
      'plan/purpose',
      '"KEY" and the purpose both decide how tasks are chosen.',
      'Leave one of them out; put floors and ceilings on a label under "quota".',
    ),
    ...crossedBounds(below(at, 'quota')),
    ...(at.hasPrior ? [] : [unlearned]),
  ];
}

/** Errors for more than one size: `take` and the targets that replace it. */
function sizes(at: At): PlanFault[] {
  const [first, ...more] = given(at, sizeKeys);
  return ofEach(at, more, 'plan/purpose', `"KEY" and "${first}" both set the number of tasks.`, leaveOneOut);
}

/** Errors for targets that concern levels, if the purpose only ranks systems. */
function wrongTargets(at: At, purpose: unknown): PlanFault[] {
  if (purposes.find(({ name }) => name === purpose)?.figure !== 'tau') return [];
  const message = `"KEY" is about a level, which a selection for the purpose "${String(purpose)}" does not give.`;
  const hint = 'Give the number with "take" or "budget", or choose another purpose.';
  return ofEach(at, ['precision', 'detect'], 'plan/purpose', message, hint);
}

function idleTargets(at: At): PlanFault[] {
  const hint =
    'Add "purpose: level" and "prior", or set the number with "take". With a rank, give a budget as a rule: rules: [{ budget: $120 }] or [{ sum: FIELD, at_most: 50 }].';
  return ofEach(at, targets, 'plan/unused', '"KEY" only works with a purpose.', hint);
}

/** Errors in the use of a goal: two goals or none, other ways of choosing tasks, no seed. */
function optimiseFaults(top: At, selects: readonly SelectAt[], noSeed: (path: PlanPath) => PlanFault[]): PlanFault[] {
  const shared = below(top, 'optimise');
  const isShared = shared.written !== undefined;
  const own = selects.filter(({ written }) => part(written, 'optimise') !== undefined);
  if (!isShared && own.length === 0) return [];
  const besideShared = (at: At, keys: readonly string[]) =>
    ofEach(
      at,
      keys,
      'plan/optimise',
      '"KEY" does not work with "optimise" at the top, which chooses from all benchmarks together.',
      'Leave it out; a benchmark may still have "where" and "pin". A rule can count its tasks by a field.',
    );
  const besideOwn = (at: At) =>
    ofEach(
      at,
      otherWays,
      'plan/optimise',
      '"KEY" and "optimise" both decide how tasks are chosen.',
      'Leave one of them out; floors, ceilings and budgets are rules of "optimise".',
    );
  // Nothing replaces an excluded task, because all tasks are chosen together.
  const replacements = ({ name, exclusions }: SelectAt) =>
    exclusions.flatMap((written, i) =>
      ofEach(
        { written, path: ['benchmarks', name, 'exclude', i] },
        ['replacement'],
        'plan/optimise',
        '"KEY" does not work with "optimise": all tasks are chosen together.',
        'Leave it out, or pin the task.',
      ),
    );
  return [
    ...(isShared
      ? [
          ...goals(shared),
          ...crossedRules(shared),
          ...besideShared(top, ['total']),
          ...selects.flatMap((at) => besideShared(at, [...otherWays, 'take', 'optimise'])),
        ]
      : []),
    ...own.flatMap((at) => [
      ...goals(below(at, 'optimise')),
      ...crossedRules(below(at, 'optimise')),
      ...(isShared ? [] : besideOwn(at)),
    ]),
    ...(isShared ? selects : own).flatMap(replacements),
    ...noSeed([isShared ? 'optimise' : 'benchmarks']),
  ];
}

const otherWays = ['group', 'prefer', 'draw', 'ensure', 'purpose', 'quota', 'rules', ...targets];

function goals(at: At): PlanFault[] {
  const [goal, other] = given(at, ['maximise', 'minimise']);
  if (goal === undefined) {
    const message = '"optimise" has no goal: give "maximise" or "minimise", such as maximise: score.';
    return [keyFault('plan/optimise', at.path, message, 'Without a goal, any tasks would satisfy the plan.')];
  }
  if (other === undefined) return [];
  const message = '"maximise" and "minimise" are two goals, and there can be only one.';
  return [keyFault('plan/optimise', at.path, message, 'Make one of them a rule with a bound.')];
}
