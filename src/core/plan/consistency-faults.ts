import type { Fault } from '../model/errors.js';
import { entriesOf, isRecord, part } from '../model/record.js';
import { purposes } from '../purposes/purposes.js';
import type { PlanDocument } from './plan-document.js';
import type { PlanNames } from './schema/plan-names.js';
import {
  listAt,
  optimiseFaults,
  type PlanFault,
  purposeFaults,
  ruleFaults,
  samplingFaults,
  shareFaults,
  type WrittenPlan,
} from './selection-faults.js';

/** Contradictions between the parts of a plan, found even if the data is wrong elsewhere. */
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
    ...repeatedPhases(plan),
    ...weightSum(plan),
    ...shadowedFields(plan, names),
    ...missingRules(plan, names),
    ...unreachablePhases(plan, names),
    ...repeatedExclusions(plan),
    ...shareFaults(plan),
    ...samplingFaults(plan),
    ...purposeFaults(plan),
    ...idleKeeps(plan),
    ...looksWithoutTiers(plan),
    ...wavesWithParts(plan),
    ...disorderedHistory(plan),
    ...optimiseFaults(plan),
    ...ruleFaults(plan, names),
    ...unexplainedExclusions(plan),
  ].map(({ code, message, path, isValue, hint }) => ({
    code,
    message,
    place: isValue === true ? document.valuePlace(path) : document.keyPlace(path),
    ...(hint === undefined ? {} : { hint }),
  }));
}

function repeatedPhases({ data }: WrittenPlan): PlanFault[] {
  return repeats(listAt(data, 'phases')).map(([index, phase]) => ({
    code: 'plan/repeated',
    message: `phase "${String(phase)}" is listed twice.`,
    path: ['phases', index],
    isValue: true,
  }));
}

/** The items of a list that equal an earlier one, with their places. */
function repeats(items: readonly unknown[]): readonly (readonly [index: number, item: unknown])[] {
  const seen = new Set<unknown>();
  return [...items.entries()].filter(([, item]) => seen.size === seen.add(item).size);
}

const weightTolerance = 1e-9;

function weightSum({ data }: WrittenPlan): PlanFault[] {
  const weights = entriesOf(part(data, 'score', 'weights')).map(([, weight]) => weight);
  const usable = weights.every((weight) => typeof weight === 'number' && Number.isFinite(weight));
  if (weights.length === 0 || !usable) return [];
  const sum = (weights as number[]).reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) <= weightTolerance) return [];
  return [
    {
      code: 'plan/weights',
      message: `the weights sum to ${Number(sum.toPrecision(12))}; they must sum to 1.`,
      path: ['score', 'weights'],
      hint: `Divide each by ${Number(sum.toPrecision(12))} to keep their proportions.`,
    },
  ];
}

function shadowedFields({ data }: WrittenPlan, names: PlanNames): PlanFault[] {
  return entriesOf(part(data, 'fields'))
    .filter(([name]) => names.standard.has(name))
    .map(([name]) => ({
      code: 'plan/repeated',
      message: `field "${name}" is a standard field and cannot be declared again.`,
      path: ['fields', name],
      hint: 'Choose another name, or leave the declaration out.',
    }));
}

function missingRules({ data, benchmarks }: WrittenPlan, names: PlanNames): PlanFault[] {
  const ruled = (rules: unknown) => entriesOf(rules).map(([name]) => name);
  const shared = ruled(part(data, 'score', 'components'));
  const sharedPhase = part(data, 'phase') !== undefined || part(data, 'phases') === undefined;
  return benchmarks.flatMap(({ name, settings }) => {
    const known = new Set([...shared, ...ruled(part(settings, 'components'))]);
    const faults = names.components
      .filter((component) => !known.has(component))
      .map((component) => ({
        code: 'plan/missing-rule',
        message: `benchmark "${name}" has no rule for component "${component}", which has a weight.`,
        path: ['benchmarks', name],
        hint: `Add it under benchmarks.${name}.components, or for every benchmark under score.components.`,
      }));
    if (sharedPhase || !isRecord(settings) || settings['phase'] !== undefined) return faults;
    const message = `benchmark "${name}" has no phase rule.`;
    const hint = 'Add "phase" to it, or for every benchmark at the top of the plan.';
    return [...faults, { code: 'plan/missing-rule', message, path: ['benchmarks', name], hint }];
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
  const places = new Map(
    listAt(data, 'phases')
      .map((phase, i) => [phase, i] as const)
      .reverse(),
  );
  return names.phases
    .filter((phase) => !given.has(phase))
    .map((phase) => ({
      code: 'plan/unreachable-phase',
      message: `phase "${phase}" is listed, but no phase rule gives it.`,
      path: ['phases', places.get(phase) ?? 0],
      isValue: true,
      hint: 'Assign it with a rule, or remove it from the list.',
    }));
}

function repeatedExclusions({ benchmarks }: WrittenPlan): PlanFault[] {
  return benchmarks.flatMap(({ name, exclusions }) =>
    repeats(exclusions.map((exclusion) => part(exclusion, 'id')))
      .filter(([, id]) => id !== undefined)
      .map(([index, id]): PlanFault => {
        const path = ['benchmarks', name, 'exclude', index, 'id'];
        return { code: 'plan/repeated', message: `task "${String(id)}" is excluded twice.`, path, isValue: true };
      }),
  );
}

/** The error of an exclusion for the reason "other" without evidence; undefined if it is in order. */
export function unexplained(exclusion: unknown): Pick<Fault, 'code' | 'message' | 'hint'> | undefined {
  // A condition says itself why its tasks are excluded.
  if (part(exclusion, 'where') !== undefined) return undefined;
  if (part(exclusion, 'reason') !== 'other' || part(exclusion, 'evidence') !== undefined) return undefined;
  return {
    code: 'plan/unexplained-exclusion',
    message: `the exclusion of "${String(part(exclusion, 'id'))}" has the reason "other" and no evidence.`,
    hint: 'Give "evidence", or choose another reason.',
  };
}

function unexplainedExclusions({ benchmarks }: WrittenPlan): PlanFault[] {
  return benchmarks.flatMap(({ name, exclusions }) =>
    exclusions.flatMap((exclusion, index): PlanFault[] => {
      const fault = unexplained(exclusion);
      return fault === undefined ? [] : [{ ...fault, path: ['benchmarks', name, 'exclude', index], isValue: true }];
    }),
  );
}

/** Former versions to keep in benchmarks whose tasks are not ranked. */
function idleKeeps({ data, benchmarks }: WrittenPlan): PlanFault[] {
  const ranking = purposes.filter(({ renewal }) => renewal === 'swap').map(({ name }) => name);
  return benchmarks
    .filter(({ select }) => part(select, 'keep') !== undefined)
    .filter(({ select }) => {
      const purpose = part(select, 'purpose') ?? part(data, 'total', 'purpose');
      return typeof purpose !== 'string' || !ranking.includes(purpose);
    })
    .map(({ name }) => ({
      code: 'plan/keep',
      message: '"keep" keeps a ranked selection close to its previous version; it works only with a ranked purpose.',
      path: ['benchmarks', name, 'select', 'keep'],
      hint: `Remove it, or set the purpose ${ranking.map((each) => `"${each}"`).join(' or ')}.`,
    }));
}

function looksWithoutTiers({ data }: WrittenPlan): PlanFault[] {
  if (part(data, 'looks') !== 'tiers' || part(data, 'tiers') !== undefined) return [];
  const message = '"looks: tiers" plans a look after each tier, and the plan has no tiers.';
  const hint = 'Add "tiers", such as { first: 20, second: 50 }, or give the number of looks: "looks: 5".';
  return [{ code: 'plan/looks', message, path: ['looks'], hint }];
}

function wavesWithParts({ data }: WrittenPlan): PlanFault[] {
  const others = ['looks', 'tiers', 'optimise'].filter((key) => part(data, key) !== undefined);
  if (part(data, 'waves') === undefined || others.length === 0) return [];
  const message = `"waves" and "${others[0]}" both divide the selection; use one of them.`;
  return [{ code: 'plan/waves', message, path: ['waves'], hint: 'Leave one of them out.' }];
}

function disorderedHistory({ data }: WrittenPlan): PlanFault[] {
  return listAt(data, 'history').flatMap((entry, i): PlanFault[] => {
    const version = part(entry, 'version');
    if (typeof version !== 'number' || version === i + 2) return [];
    const message = `entry ${i + 1} of the history has version ${version}; expected ${i + 2}.`;
    const hint = 'Versions are numbered from 2, oldest first.';
    return [{ code: 'plan/history', message, path: ['history', i, 'version'], isValue: true, hint }];
  });
}
