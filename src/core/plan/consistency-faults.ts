import { sumOf } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import { entriesOf, isRecord, part } from '../model/record.js';
import { purposes } from '../purposes/purposes.js';
import type { PlanDocument } from './plan-document.js';
import type { PlanNames } from './schema/plan-names.js';
import { keyFault, listAt, type PlanFault, selectionFaults, valueFault, type WrittenPlan } from './selection-faults.js';

/** Contradictions within a plan, found even if other parts of it are invalid. */
export function consistencyFaults(document: PlanDocument, names: PlanNames): Fault[] {
  const { data } = document;
  const benchmarks = entriesOf(part(data, 'benchmarks')).map(([name, settings]) => ({
    name,
    settings,
    select: part(settings, 'select'),
    exclusions: listAt(settings, 'exclude'),
  }));
  const plan = { data, benchmarks };
  return [
    ...repeats(listAt(data, 'phases')).map(([index, phase]) =>
      valueFault('plan/repeated', ['phases', index], `phase "${String(phase)}" is listed twice.`),
    ),
    ...weightSum(plan),
    ...shadowedFields(plan, names),
    ...missingRules(plan, names),
    ...unreachablePhases(plan, names),
    ...exclusionFaults(plan),
    ...idleKeeps(plan),
    ...partFaults(plan),
    ...disorderedHistory(plan),
    ...selectionFaults(plan, names),
  ].map(({ code, message, path, isValue, hint }) => ({
    code,
    message,
    place: isValue === true ? document.valuePlace(path) : document.keyPlace(path),
    ...(hint === undefined ? {} : { hint }),
  }));
}

/** The items of a list that equal an earlier item, with their indexes. */
function repeats(items: readonly unknown[]): readonly (readonly [index: number, item: unknown])[] {
  const seen = new Set<unknown>();
  return [...items.entries()].filter(([, item]) => seen.size === seen.add(item).size);
}

const weightTolerance = 1e-9;

function weightSum({ data }: WrittenPlan): PlanFault[] {
  const given = entriesOf(part(data, 'score', 'weights')).map(([, weight]) => weight);
  const weights = given.filter((weight): weight is number => Number.isFinite(weight));
  if (weights.length === 0 || weights.length < given.length) return [];
  const sum = sumOf(weights, (weight) => weight);
  if (Math.abs(sum - 1) <= weightTolerance) return [];
  const shown = Number(sum.toPrecision(12));
  const message = `the weights sum to ${shown}; they must sum to 1.`;
  return [
    keyFault('plan/weights', ['score', 'weights'], message, `Divide each by ${shown} to keep their proportions.`),
  ];
}

function shadowedFields({ data }: WrittenPlan, names: PlanNames): PlanFault[] {
  const shadowed = entriesOf(part(data, 'fields')).filter(([name]) => names.standard.has(name));
  return shadowed.map(([name]) => {
    const message = `field "${name}" is a standard field and cannot be declared again.`;
    return keyFault('plan/repeated', ['fields', name], message, 'Choose another name, or leave the declaration out.');
  });
}

function missingRules({ data, benchmarks }: WrittenPlan, names: PlanNames): PlanFault[] {
  const ruled = (rules: unknown) => entriesOf(rules).map(([name]) => name);
  const shared = ruled(part(data, 'score', 'components'));
  const sharedPhase = part(data, 'phase') !== undefined || part(data, 'phases') === undefined;
  return benchmarks.flatMap(({ name, settings }) => {
    const fault = (message: string, hint: string) =>
      keyFault('plan/missing-rule', ['benchmarks', name], `benchmark "${name}" has no ${message}`, hint);
    const known = new Set([...shared, ...ruled(part(settings, 'components'))]);
    const unruled = names.components.filter((component) => !known.has(component));
    const lacksPhase = !sharedPhase && isRecord(settings) && settings['phase'] === undefined;
    return [
      ...unruled.map((component) =>
        fault(
          `rule for component "${component}", which has a weight.`,
          `Add it under benchmarks.${name}.components, or for every benchmark under score.components.`,
        ),
      ),
      ...(lacksPhase
        ? [fault('phase rule.', 'Add "phase" to it, or for every benchmark at the top of the plan.')]
        : []),
    ];
  });
}

function unreachablePhases({ data, benchmarks }: WrittenPlan, names: PlanNames): PlanFault[] {
  const rules = [part(data, 'phase'), ...benchmarks.map(({ settings }) => part(settings, 'phase'))];
  const given = new Set(
    rules.flatMap((rule) =>
      typeof rule === 'string'
        ? [rule]
        : [...entriesOf(part(rule, 'values')).map(([, phase]) => phase), part(rule, 'otherwise')],
    ),
  );
  const listed = listAt(data, 'phases');
  return names.phases
    .filter((phase) => !given.has(phase))
    .map((phase) => {
      const message = `phase "${phase}" is listed, but no phase rule gives it.`;
      const hint = 'Assign it with a rule, or remove it from the list.';
      return valueFault('plan/unreachable-phase', ['phases', listed.indexOf(phase)], message, hint);
    });
}

/** The error for an exclusion with the reason "other" but no evidence. */
export function unexplained(exclusion: unknown): Pick<Fault, 'code' | 'message' | 'hint'> | undefined {
  // For a condition, the condition itself is the evidence.
  if (part(exclusion, 'where') !== undefined) return undefined;
  if (part(exclusion, 'reason') !== 'other' || part(exclusion, 'evidence') !== undefined) return undefined;
  return {
    code: 'plan/unexplained-exclusion',
    message: `the exclusion of "${String(part(exclusion, 'id'))}" has the reason "other" and no evidence.`,
    hint: 'Give "evidence", or choose another reason.',
  };
}

function exclusionFaults({ benchmarks }: WrittenPlan): PlanFault[] {
  return benchmarks.flatMap(({ name, exclusions }) => {
    const path = ['benchmarks', name, 'exclude'];
    return [
      ...repeats(exclusions.map((exclusion) => part(exclusion, 'id')))
        .filter(([, id]) => id !== undefined)
        .map(([i, id]) => valueFault('plan/repeated', [...path, i, 'id'], `task "${String(id)}" is excluded twice.`)),
      ...exclusions.flatMap((exclusion, i): PlanFault[] => {
        const fault = unexplained(exclusion);
        return fault === undefined ? [] : [{ ...fault, path: [...path, i], isValue: true }];
      }),
    ];
  });
}

/** Errors for `keep` in benchmarks whose tasks are not ranked. */
function idleKeeps({ data, benchmarks }: WrittenPlan): PlanFault[] {
  const ranking = purposes.filter(({ renewal }) => renewal === 'swap').map(({ name }) => name);
  const message = '"keep" keeps a ranked selection close to its previous version; it works only with a ranked purpose.';
  const hint = `Remove it, or set the purpose ${ranking.map((each) => `"${each}"`).join(' or ')}.`;
  return benchmarks.flatMap(({ name, select }) => {
    const purpose = part(select, 'purpose') ?? part(data, 'total', 'purpose');
    const isIdle = part(select, 'keep') !== undefined && !ranking.some((each) => each === purpose);
    return isIdle ? [keyFault('plan/keep', ['benchmarks', name, 'select', 'keep'], message, hint)] : [];
  });
}

/** Errors for looks and waves that conflict with other ways of dividing a selection. */
function* partFaults({ data }: WrittenPlan): Generator<PlanFault> {
  if (part(data, 'looks') === 'tiers' && part(data, 'tiers') === undefined) {
    const message = '"looks: tiers" plans a look after each tier, and the plan has no tiers.';
    const hint = 'Add "tiers", such as { first: 20, second: 50 }, or give the number of looks: "looks: 5".';
    yield keyFault('plan/looks', ['looks'], message, hint);
  }
  const other = ['looks', 'tiers', 'optimise'].find((key) => part(data, key) !== undefined);
  if (part(data, 'waves') === undefined || other === undefined) return;
  const message = `"waves" and "${other}" both divide the selection; use one of them.`;
  yield keyFault('plan/waves', ['waves'], message, 'Leave one of them out.');
}

function disorderedHistory({ data }: WrittenPlan): PlanFault[] {
  return listAt(data, 'history').flatMap((entry, i): PlanFault[] => {
    const version = part(entry, 'version');
    if (typeof version !== 'number' || version === i + 2) return [];
    const message = `entry ${i + 1} of the history has version ${version}; expected ${i + 2}.`;
    const hint = 'Versions are numbered from 2, oldest first.';
    return [valueFault('plan/history', ['history', i, 'version'], message, hint)];
  });
}
