import { findDraw } from '../draws/draws.js';
import { sumOf } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import { entriesOf, isRecord, part } from '../model/record.js';
import { randomField } from '../model/task.js';
import { purposes } from '../purposes/purposes.js';
import { defaultShare, findShare, shares } from '../shares/shares.js';
import { joinWords } from '../text/words.js';
import type { PlanDocument, PlanPath } from './plan-document.js';
import { type PlanNames, preferencePattern } from './schema/name-schemas.js';

/** A contradiction in a plan, and its path. */
export interface PlanFault extends Pick<Fault, 'code' | 'message' | 'hint'> {
  readonly path: PlanPath;
  /** Whether the error is about the value at the path; by default it is about the key. */
  readonly isValue?: true;
}

export function keyFault(code: string, path: PlanPath, message: string, hint?: string): PlanFault {
  return { code, message, path, ...(hint === undefined ? {} : { hint }) };
}

function valueFault(code: string, path: PlanPath, message: string, hint?: string): PlanFault {
  return { ...keyFault(code, path, message, hint), isValue: true };
}

interface At {
  readonly written: unknown;
  readonly path: PlanPath;
}

/** A benchmark's `select`. */
interface SelectAt extends At {
  readonly name: string;
  readonly settings: unknown;
  readonly isDrawn: boolean;
}

/** A plan as written, which may have errors elsewhere. */
interface WrittenPlan extends At {
  readonly selects: readonly SelectAt[];
  readonly names: PlanNames;
}

type Faults = Iterable<PlanFault>;

/** Contradictions within a plan, found even if other parts of it are invalid. */
export function consistencyFaults(document: PlanDocument, names: PlanNames): Fault[] {
  const selects = entriesOf(part(document.data, 'benchmarks')).map(([name, settings]): SelectAt => {
    const written = part(settings, 'select');
    const isDrawn = part(written, 'draw') !== undefined || isRandom(listAt(written, 'prefer')[0]);
    return { name, settings, written, path: ['benchmarks', name, 'select'], isDrawn };
  });
  const plan: WrittenPlan = { written: document.data, path: [], selects, names };
  return checks
    .flatMap((check) => [...check(plan)])
    .map(({ code, message, path, isValue, hint }) => ({
      code,
      message,
      place: isValue === true ? document.valuePlace(path) : document.keyPlace(path),
      ...(hint === undefined ? {} : { hint }),
    }));
}

const checks: readonly ((plan: WrittenPlan) => Faults)[] = [
  scoreFaults,
  phaseFaults,
  exclusionFaults,
  keepFaults,
  divisionFaults,
  historyFaults,
  ({ selects }) => selects.flatMap((at) => [...groupFaults(at)]),
  totalFaults,
  (plan) => plan.selects.flatMap((at) => [...samplingFaults(at, plan)]),
  purposeFaults,
  optimiseFaults,
  (plan) => plan.selects.flatMap((at) => [...ruleFaults(at, plan)]),
];

function listAt(data: unknown, ...path: string[]): readonly unknown[] {
  const list = part(data, ...path);
  return Array.isArray(list) ? list : [];
}

function below({ written, path }: At, key: string): At {
  return { written: part(written, key), path: [...path, key] };
}

function has({ written }: At, key: string): boolean {
  return part(written, key) !== undefined;
}

/** The same error for each of these keys that the mapping has; KEY in the message becomes the key. */
function ofEach(at: At, keys: readonly string[], code: string, message: string, hint: string): PlanFault[] {
  const given = keys.filter((key) => has(at, key));
  return given.map((key) => keyFault(code, [...at.path, key], message.replace('KEY', key), hint));
}

/** The items of a list that equal an earlier item, with their indexes. */
function repeats(items: readonly unknown[]): readonly (readonly [index: number, item: unknown])[] {
  const seen = new Set<unknown>();
  return [...items.entries()].filter(([, item]) => seen.size === seen.add(item).size);
}

const leaveOneOut = 'Remove one of them.';
const targets = ['precision', 'detect', 'budget'] as const;
const sizeKeys = ['take', ...targets];

function noSeed(plan: WrittenPlan, path: PlanPath, who: string, effect = ''): PlanFault[] {
  const hint = 'Add "seed" (any number or text) at the top of the plan.';
  return has(plan, 'seed') ? [] : [keyFault('plan/seed', path, `${who}, but the plan has no seed${effect}.`, hint)];
}

const unrepeatable = ', so the draw cannot be repeated';

const weightTolerance = 1e-9;

function* scoreFaults({ written: data, names, selects }: WrittenPlan): Faults {
  const given = entriesOf(part(data, 'score', 'weights')).map(([, weight]) => weight);
  const weights = given.filter((weight): weight is number => Number.isFinite(weight));
  const sum = sumOf(weights, (weight) => weight);
  if (weights.length > 0 && weights.length === given.length && Math.abs(sum - 1) > weightTolerance) {
    const shown = Number(sum.toPrecision(12));
    const message = `the weights sum to ${shown}, but must sum to 1.`;
    yield keyFault(
      'plan/weights',
      ['score', 'weights'],
      message,
      `To keep their proportions, divide each one by ${shown}.`,
    );
  }
  for (const [name] of entriesOf(part(data, 'fields'))) {
    if (!names.standard.has(name)) continue;
    const message = `field "${name}" is a standard field and cannot be declared again.`;
    yield keyFault('plan/repeated', ['fields', name], message, 'Choose another name, or remove the declaration.');
  }
  const ruled = (rules: unknown) => entriesOf(rules).map(([name]) => name);
  const shared = ruled(part(data, 'score', 'components'));
  for (const { name, settings } of selects) {
    const known = new Set([...shared, ...ruled(part(settings, 'components'))]);
    for (const component of names.components.filter((each) => !known.has(each))) {
      const message = `benchmark "${name}" has no rule for component "${component}", which has a weight.`;
      const hint = `Add one under benchmarks.${name}.components, or under score.components for all benchmarks.`;
      yield keyFault('plan/missing-rule', ['benchmarks', name], message, hint);
    }
  }
}

function* phaseFaults({ written: data, selects, names }: WrittenPlan): Faults {
  const listed = listAt(data, 'phases');
  for (const [index, phase] of repeats(listed))
    yield valueFault('plan/repeated', ['phases', index], `phase "${String(phase)}" is listed twice.`);
  const isShared = part(data, 'phase') !== undefined || part(data, 'phases') === undefined;
  for (const { name, settings } of isShared ? [] : selects) {
    if (!isRecord(settings) || settings['phase'] !== undefined) continue;
    const hint = 'Add "phase" to the benchmark, or at the top of the plan for all benchmarks.';
    yield keyFault('plan/missing-rule', ['benchmarks', name], `benchmark "${name}" has no phase rule.`, hint);
  }
  const rules = [data, ...selects.map(({ settings }) => settings)].map((owner) => part(owner, 'phase'));
  const phasesOf = (rule: unknown) => [
    ...entriesOf(part(rule, 'values')).map(([, phase]) => phase),
    part(rule, 'otherwise'),
  ];
  const given = new Set(rules.flatMap((rule) => (typeof rule === 'string' ? [rule] : phasesOf(rule))));
  for (const phase of names.phases.filter((each) => !given.has(each))) {
    const message = `phase "${phase}" is listed, but no phase rule assigns it.`;
    const hint = 'Add a rule that assigns it, or remove it from the list.';
    yield valueFault('plan/unreachable-phase', ['phases', listed.indexOf(phase)], message, hint);
  }
}

/** The error for an exclusion with the reason "other" but no evidence. */
export function unexplained(exclusion: unknown): Pick<Fault, 'code' | 'message' | 'hint'> | undefined {
  // For a condition, the condition itself is the evidence.
  if (part(exclusion, 'where') !== undefined) return undefined;
  if (part(exclusion, 'reason') !== 'other' || part(exclusion, 'evidence') !== undefined) return undefined;
  return {
    code: 'plan/unexplained-exclusion',
    message: `the exclusion of "${String(part(exclusion, 'id'))}" has the reason "other" but no evidence.`,
    hint: 'Add "evidence", or choose another reason.',
  };
}

function* exclusionFaults({ selects }: WrittenPlan): Faults {
  for (const { name, settings } of selects) {
    const path = ['benchmarks', name, 'exclude'];
    const exclusions = listAt(settings, 'exclude');
    for (const [i, id] of repeats(exclusions.map((exclusion) => part(exclusion, 'id'))))
      if (id !== undefined)
        yield valueFault('plan/repeated', [...path, i, 'id'], `task "${String(id)}" is excluded twice.`);
    for (const [i, exclusion] of exclusions.entries()) {
      const fault = unexplained(exclusion);
      if (fault !== undefined) yield { ...fault, path: [...path, i], isValue: true };
    }
  }
}

/** Errors for `keep` in benchmarks whose tasks are drawn, and for new tasks that only other selections can limit. */
function* keepFaults({ written: data, selects }: WrittenPlan): Faults {
  const ranking = purposes.filter(({ renewal }) => renewal === 'swap').map(({ name }) => name);
  const drawn = '"KEY" does not work with a random draw: tasks that stay whatever the draw have no known probability.';
  const hint = `Remove it, rank the tasks, or set the purpose to ${joinWords(ranking, 'or')}.`;
  const ranked = 'without rules or a purpose, only vacant places go to new tasks, so "KEY" can only be 0.';
  for (const at of selects) {
    const purpose = purposeOf(at, part(data, 'total', 'purpose'));
    const isByPurpose = ranking.some((each) => each === purpose);
    const isDrawn = purpose === undefined ? at.isDrawn : !isByPurpose;
    if (isDrawn) yield* ofEach(at, ['keep'], 'plan/keep', drawn, hint);
    const isFree = isByPurpose || [data, at.written].some((each) => part(each, 'optimise')) || has(at, 'rules');
    if (!isDrawn && !isFree && part(at.written, 'keep', 'new_at_most') !== 0)
      yield* ofEach(below(at, 'keep'), ['new_at_most'], 'plan/keep', ranked, 'Write "new_at_most: 0".');
  }
}

/** Errors for looks and waves that conflict with other ways of dividing a selection. */
function* divisionFaults(plan: WrittenPlan): Faults {
  if (part(plan.written, 'looks') === 'tiers' && !has(plan, 'tiers')) {
    const message = '"looks: tiers" plans a look after each tier, but the plan has no tiers.';
    const hint = 'Add "tiers", such as { first: 20, second: 50 }, or set the number of looks, such as "looks: 5".';
    yield keyFault('plan/looks', ['looks'], message, hint);
  }
  const other = ['looks', 'tiers', 'optimise'].find((key) => has(plan, key));
  if (other === undefined) return;
  const message = `"KEY" and "${other}" both divide the selection; use only one of them.`;
  yield* ofEach(plan, ['waves'], 'plan/waves', message, leaveOneOut);
}

function* historyFaults({ written }: WrittenPlan): Faults {
  for (const [i, entry] of listAt(written, 'history').entries()) {
    const version = part(entry, 'version');
    if (typeof version !== 'number' || version === i + 2) continue;
    const message = `entry ${i + 1} of the history has version ${version}; expected ${i + 2}.`;
    yield valueFault('plan/history', ['history', i, 'version'], message, 'Versions are numbered from 2, oldest first.');
  }
}

function* groupFaults(at: SelectAt): Faults {
  const group = below(at, 'group');
  if (group.written === undefined) return;
  const pins = [part(at.written, 'pin')].flat();
  yield* shareFaults(group);
  if (pins.some((each) => part(each, 'where') !== undefined)) {
    const message = '"KEY" fixes the number of tasks, but a condition pins as many tasks as the pool happens to have.';
    const hint = 'Pin tasks by name, or use "take" and a share by size, with "at_least" for each group.';
    yield* ofEach(group, placesKeys(), 'plan/bounds', message, hint);
  } else yield* fixedPlaces(group, part(at.written, 'take'), listAt(at.written, 'pin').length);
  yield* bandFaults(group);
}

/** Errors in the division of a total among benchmarks, including a total that no benchmark shares. */
function* totalFaults({ selects, ...plan }: WrittenPlan): Faults {
  const total = below(plan, 'total');
  if (total.written === undefined) return;
  yield* shareFaults(total);
  yield* fixedPlaces(total, part(total.written, 'take'), 0);
  const isSharing = (at: At) =>
    !sizeKeys.some((key) => has(at, key)) && !placesKeys().some((key) => has(below(at, 'group'), key));
  if (selects.length === 0 || selects.some(isSharing)) return;
  const message = 'every benchmark has its own "take", so the total applies to none of them.';
  const hint = 'Remove "total", or remove "take" from the benchmarks that should share the total.';
  yield keyFault('plan/unused', ['total'], message, hint);
}

function placesKeys(): readonly string[] {
  return shares.flatMap(({ placesIn }) => placesIn?.key ?? []);
}

/** Keys that the share needs but lacks, keys that belong to another share, and crossed bounds. */
function* shareFaults(at: At): Faults {
  const share = part(at.written, 'share') ?? defaultShare;
  const own = findShare(share)?.settings ?? [];
  for (const { key, isNeeded, what } of own)
    if (isNeeded && !has(at, key)) {
      const message = `share "${String(share)}" needs "${key}": ${what}.`;
      yield valueFault('plan/missing-rule', [...at.path, 'share'], message);
    }
  for (const { name, settings } of shares)
    for (const { key } of settings) {
      if (!has(at, key) || own.some((setting) => setting.key === key)) continue;
      const message = `"${key}" only works with share "${name}"; here the share is "${String(share)}".`;
      yield keyFault('plan/unused', [...at.path, key], message);
    }
  yield* crossedBounds(at);
}

/** Floors above the ceiling of the same group or label. With a goal, only `values` apply to tasks without a label. */
function* crossedBounds({ written, path }: At, hasGoal = false): Faults {
  const [least, most] = [part(written, 'at_least'), part(written, 'at_most')];
  const named = [least, most].flatMap((bound) => entriesOf(part(bound, 'values')).map(([name]) => name));
  for (const name of [undefined, ...new Set(named)]) {
    const isOpen = hasGoal && name?.split(' × ').includes('unknown') === true;
    const [floor, cap] = [least, most].map((bound) => (isOpen ? part(bound, 'values', name) : boundOf(bound, name)));
    if (typeof cap !== 'number' || !(floor === 'all' || (typeof floor === 'number' && floor > cap))) continue;
    const message = `at_least ${floor}${name === undefined ? '' : ` for "${name}"`} is more than at_most ${cap}.`;
    yield keyFault('plan/bounds', [...path, 'at_least'], message);
  }
}

function crossedRules(at: At, hasGoal: boolean): PlanFault[] {
  return listAt(at.written, 'rules').flatMap((written, i) => [
    ...crossedBounds({ written, path: [...at.path, 'rules', i] }, hasGoal),
  ]);
}

function boundOf(bound: unknown, name: string | undefined): unknown {
  if (typeof bound === 'number' || bound === 'all') return bound;
  return (name === undefined ? undefined : part(bound, 'values', name)) ?? part(bound, 'otherwise');
}

function* fixedPlaces({ written, path }: At, take: unknown, pins: number): Faults {
  for (const key of placesKeys()) {
    const places = entriesOf(part(written, key)).map(([, count]) => count);
    const counts = places.filter((count) => typeof count === 'number');
    const sum = sumOf(counts, (count) => count);
    if (places.length === 0 || typeof take !== 'number' || counts.length < places.length || sum + pins === take)
      continue;
    const message = `the ${key} add up to ${sum}${pins === 0 ? '' : `, and ${pins} more are pinned`}, but take is ${take}.`;
    yield keyFault('plan/bounds', [...path, key], message, 'Remove "take".');
  }
}

function* bandFaults({ written, path }: At): Faults {
  const bands = listAt(written, 'bands') as readonly number[];
  const at = bands.findIndex((limit, i) => i > 0 && !(limit > (bands[i - 1] as number)));
  if (at === -1) return;
  const message = `bands must be in ascending order: ${String(bands[at])} follows ${String(bands[at - 1])}.`;
  yield valueFault('plan/bounds', [...path, 'bands', at], message);
}

/** Errors in the use of `rules`: other ways of choosing tasks, and rules that an order or a draw cannot keep. */
function* ruleFaults(at: SelectAt, plan: WrittenPlan): Faults {
  if (listAt(at.written, 'rules').length === 0 || has(at, 'optimise') || has(plan, 'optimise')) return;
  for (const [key, hint] of besideRules)
    yield* ofEach(at, [key], 'plan/rules', '"KEY" and "rules" both decide how tasks are chosen.', hint);
  yield* crossedRules(at, !at.isDrawn);
  if (at.isDrawn) return yield* drawnRules(at);
  yield* rankedRules(at, plan.names);
  yield* noSeed(plan, [...at.path, 'rules'], 'random numbers break ties under rules');
}

const besideRules = [
  ['group', 'Write floors and caps for a label as a rule: { by: LABEL, at_least: 5 }.'],
  ['ensure', 'Ask for the tasks with a rule, such as { where: …, at_least: 2 }, or pin them.'],
  [
    'purpose',
    'With a purpose, put floors and caps for a label under "quota", and a cost limit for the runs under "budget".',
  ],
  ['quota', leaveOneOut],
] as const;

/** A draw must give every task a known probability, which a budget or a second label would make unknown. */
function* drawnRules(at: At): Faults {
  for (const [i, rule] of listAt(at.written, 'rules').entries()) {
    const isSum = part(rule, 'sum') !== undefined || part(rule, 'budget') !== undefined;
    const isLabel = part(rule, 'by') !== undefined && part(rule, 'where') === undefined;
    if (!isSum && isLabel && i === 0) continue;
    const [message, hint] = isSum ? unkept.sum : isLabel ? unkept.second : unkept.other;
    yield valueFault('plan/rules', [...at.path, 'rules', i], `a random draw ${message}.`, hint);
  }
}

const unkept = {
  sum: [
    'cannot keep to a budget: tasks left out when the budget runs out have no known probability, so the sample would not represent the pool',
    'Take fewer tasks, balance the draw on the field (draw: { method: cube, by: [FIELD] }), or use "rank" or "optimise".',
  ],
  other: [
    'can only keep floors and caps on the values of a label',
    'Write { by: LABEL, at_least: 5 }, pin the tasks that must be selected, or exclude tasks with "where".',
  ],
  second: [
    'can only keep floors and caps on one label',
    'Combine the labels in one rule, such as { by: [TEAM, PRIORITY], at_least: 1 }, or use "rank" or "optimise".',
  ],
} as const;

/** With rules, the sum of the first sort key decides, so that key must be a number. */
function* rankedRules({ written, path }: At, names: PlanNames): Faults {
  const [first = 'score desc', ...more] = listAt(written, 'prefer');
  const field = typeof first === 'string' ? preferencePattern.exec(first)?.[1] : undefined;
  if (field === undefined || (names.fields.get(field)?.kind ?? 'number') !== 'number') {
    const message = 'with rules, Winnow maximises the sum of a number, but the first key of the order is not a number.';
    const hint = 'Start with a number, such as prefer: [hours desc], or use "optimise" with another goal.';
    yield valueFault('plan/rules', [...path, 'prefer', 0], message, hint);
  }
  if (more.length === 0) return;
  const message = 'with rules, only the first key of the order is used; random numbers break ties.';
  yield valueFault('plan/unused', [...path, 'prefer', 1], message, 'Remove the other keys.');
}

function isRandom(preference: unknown): boolean {
  return typeof preference === 'string' && preference.trim() === randomField.name;
}

/** Errors that spoil a random sample: no seed, keys without an effect, and rules that add tasks outside the draw. */
function* samplingFaults(at: SelectAt, plan: WrittenPlan): Faults {
  const { written, path } = at;
  const orders = [
    { path: [...path, 'prefer'], prefer: listAt(written, 'prefer') },
    ...listAt(written, 'ensure').map((rule, i) => ({
      path: [...path, 'ensure', i, 'prefer'],
      prefer: listAt(rule, 'prefer'),
    })),
  ];
  const draw = below(at, 'draw');
  const random = has(at, 'draw') ? draw : orders.find(({ prefer }) => prefer.some(isRandom));
  if (random !== undefined) yield* noSeed(plan, random.path, 'tasks are drawn at random', unrepeatable);
  for (const { path, prefer } of orders) {
    // No two tasks have the same random number, so later keys are never used.
    const place = prefer.findIndex(isRandom);
    if (place === -1 || place === prefer.length - 1) continue;
    const message = '"random" breaks every tie, so the keys after it have no effect.';
    const hint = 'Put "random" last to break ties, or use "random" on its own for a random sample.';
    yield valueFault('plan/unused', [...path, place + 1], message, hint);
  }
  if (has(at, 'draw')) {
    const message = '"KEY" ranks tasks and "draw" draws them at random; a benchmark can have only one of them.';
    yield* ofEach(at, ['prefer'], 'plan/unused', message, leaveOneOut);
    const design = findDraw(part(draw.written, 'method'));
    if (design?.by.needs === 'number' && listAt(draw.written, 'by').length > 1) {
      const several = `method "${design.name}" ${design.by.faults.several}, but several fields are given.`;
      yield valueFault('plan/draw', [...draw.path, 'by'], several);
    }
  }
  if (!at.isDrawn) return;
  const unknown = 'tasks added by "KEY" have no known probability, so the sample would not represent the pool.';
  yield* ofEach(at, ['ensure'], 'plan/draw', unknown, 'Group by the field and set "at_least", or pin the tasks.');
  const share = findShare(part(written, 'group', 'share'));
  if (share?.leavesOut === undefined) return;
  const message = `with share "${share.name}", ${share.leavesOut}, but a sample must reach every group.`;
  const hint = 'Choose another share, or use "where" to limit the tasks that the sample represents.';
  yield valueFault('plan/draw', [...path, 'group', 'share'], message, hint);
}

/** Errors in the use of a purpose: a competing design, two sizes, no seed, no earlier results. */
function* purposeFaults(plan: WrittenPlan): Faults {
  const total = below(plan, 'total');
  const shared = part(total.written, 'purpose');
  if (shared === undefined) yield* idleTargets(total);
  if (total.written !== undefined && !sizeKeys.some((key) => has(total, key))) {
    const message = '"total" has no number of tasks. Add "take" or, with a purpose, "precision", "detect" or "budget".';
    yield keyFault('plan/purpose', total.path, message);
  }
  yield* sizeFaults(total, shared);
  for (const at of plan.selects) {
    const purpose = purposeOf(at, shared);
    if (purpose === undefined) {
      yield* idleTargets(at);
      const hint =
        'Use a rule instead: rules: [{ by: LABEL, at_least: 5 }]. It works with an order and with a random draw.';
      yield* ofEach(at, ['quota'], 'plan/unused', '"KEY" only works with a purpose.', hint);
      continue;
    }
    yield* sizeFaults(at, purpose);
    const message = '"KEY" and the purpose both decide how tasks are chosen.';
    const hint = 'Remove one of them. Put floors and caps on a label under "quota".';
    yield* ofEach(at, ['group', 'prefer', 'draw', 'ensure'], 'plan/purpose', message, hint);
    yield* crossedBounds(below(at, 'quota'));
    if (part(at.settings, 'prior') !== undefined) continue;
    const unlearned = `benchmark "${at.name}" has a purpose but no earlier results to learn from.`;
    const instead = 'Add earlier results under "prior", or draw a random sample with "prefer: [random]".';
    yield keyFault('plan/purpose', ['benchmarks', at.name], unlearned, instead);
  }
  if (shared !== undefined || plan.selects.some((at) => has(at, 'purpose')))
    yield* noSeed(plan, ['benchmarks'], 'a purpose draws tasks at random', unrepeatable);
}

/** A benchmark's own purpose, or that of the total in which it shares. */
function purposeOf(at: SelectAt, shared: unknown): unknown {
  return part(at.written, 'purpose') ?? (sizeKeys.some((key) => has(at, key)) ? undefined : shared);
}

/** Errors for more than one size, and for targets that concern levels if the purpose only ranks systems. */
function* sizeFaults(at: At, purpose: unknown): Faults {
  const [first, ...more] = sizeKeys.filter((key) => has(at, key));
  yield* ofEach(at, more, 'plan/purpose', `"KEY" and "${first}" both set the number of tasks.`, leaveOneOut);
  if (purposes.find(({ name }) => name === purpose)?.figure !== 'tau') return;
  const message = `"KEY" requires estimates, which a selection for the purpose "${String(purpose)}" does not give.`;
  const hint = 'Set the number of tasks with "take" or "budget", or choose another purpose.';
  yield* ofEach(at, ['precision', 'detect'], 'plan/purpose', message, hint);
}

function idleTargets(at: At): PlanFault[] {
  const hint =
    'Add "purpose: level" and "prior", or set the number with "take". With a rank, write a budget as a rule: rules: [{ budget: $120 }] or [{ sum: FIELD, at_most: 50 }].';
  return ofEach(at, targets, 'plan/unused', '"KEY" only works with a purpose.', hint);
}

const otherWays = ['group', 'prefer', 'draw', 'ensure', 'purpose', 'quota', 'rules', ...targets];

/** Errors in the use of a goal: two goals or none, other ways of choosing tasks, no seed. */
function* optimiseFaults(plan: WrittenPlan): Faults {
  const isShared = has(plan, 'optimise');
  const own = plan.selects.filter((at) => has(at, 'optimise'));
  if (!isShared && own.length === 0) return;
  if (isShared) {
    yield* goalFaults(below(plan, 'optimise'));
    const message =
      '"KEY" does not work with "optimise" at the top of the plan, which chooses from all benchmarks together.';
    const hint = 'Remove it. A benchmark can still have "where" and "pin", and a rule can count its tasks by a field.';
    yield* ofEach(plan, ['total'], 'plan/optimise', message, hint);
    for (const at of plan.selects)
      yield* ofEach(at, [...otherWays, 'take', 'optimise'], 'plan/optimise', message, hint);
  }
  for (const at of own) {
    yield* goalFaults(below(at, 'optimise'));
    const hint = 'Remove one of them. Write floors, caps and budgets as rules under "optimise".';
    if (!isShared)
      yield* ofEach(at, otherWays, 'plan/optimise', '"KEY" and "optimise" both decide how tasks are chosen.', hint);
  }
  // Nothing replaces an excluded task, because all tasks are chosen together.
  const unreplaced = '"KEY" does not work with "optimise", which chooses all tasks together.';
  for (const { name, settings } of isShared ? plan.selects : own)
    for (const [i, written] of listAt(settings, 'exclude').entries()) {
      const at = { written, path: ['benchmarks', name, 'exclude', i] };
      yield* ofEach(at, ['replacement'], 'plan/optimise', unreplaced, 'Remove it, or pin the task.');
    }
  const path = [isShared ? 'optimise' : 'benchmarks'];
  yield* noSeed(plan, path, 'random numbers break ties in an optimisation');
}

function* goalFaults(at: At): Faults {
  if (!has(at, 'maximise') && !has(at, 'minimise')) {
    const message = '"optimise" has no goal. Add "maximise" or "minimise", such as maximise: score.';
    yield keyFault('plan/optimise', at.path, message, 'Without a goal, any tasks would satisfy the plan.');
  } else if (has(at, 'maximise') && has(at, 'minimise')) {
    const message = '"optimise" has both "maximise" and "minimise", but it can have only one goal.';
    yield keyFault('plan/optimise', at.path, message, 'Turn one of them into a rule with a bound.');
  }
  yield* crossedRules(at, true);
}
