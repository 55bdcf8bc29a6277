import type { Fault } from '../model/fault.js';
import { entriesOf, isRecord, part } from '../model/record.js';
import { optimiseFaults } from './optimise-faults.js';
import type { PlanDocument } from './plan-document.js';
import { purposeFaults } from './purpose-faults.js';
import { samplingFaults } from './sampling-faults.js';
import type { PlanNames } from './schema/plan-names.js';
import { shareFaults } from './share-faults.js';
import { versionFaults } from './version-faults.js';

/**
 * What one part of a plan says against another. Works on data that may still be wrong elsewhere, so that these faults come
 * in the same report as the schema's.
 */
export function consistencyFaults(document: PlanDocument, names: PlanNames): Fault[] {
  return [
    ...repeatedPhases(document),
    ...weightSum(document),
    ...shadowedFields(document, names),
    ...missingRules(document, names),
    ...unreachablePhases(document, names),
    ...repeatedExclusions(document),
    ...shareFaults(document),
    ...samplingFaults(document),
    ...purposeFaults(document),
    ...versionFaults(document),
    ...optimiseFaults(document),
    ...unexplainedExclusions(document),
  ];
}

function repeatedPhases(document: PlanDocument): Fault[] {
  const phases = part(document.data, 'phases');
  if (!Array.isArray(phases)) return [];
  const first = firstPlaces(phases);
  return phases.flatMap((phase, index) =>
    first.get(phase) === index
      ? []
      : [
          {
            code: 'plan/repeated',
            message: `phase "${String(phase)}" is listed twice.`,
            place: document.valuePlace(['phases', index]),
          },
        ],
  );
}

/** Where each value stands first in a list. */
function firstPlaces(values: readonly unknown[]): ReadonlyMap<unknown, number> {
  const places = new Map<unknown, number>();
  for (const [index, value] of values.entries()) if (!places.has(value)) places.set(value, index);
  return places;
}

const weightTolerance = 1e-9;

function weightSum(document: PlanDocument): Fault[] {
  const weights = entriesOf(part(document.data, 'score', 'weights')).map(([, weight]) => weight);
  const usable = weights.every((weight) => typeof weight === 'number' && Number.isFinite(weight));
  if (weights.length === 0 || !usable) return [];
  const sum = (weights as number[]).reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) <= weightTolerance) return [];
  return [
    {
      code: 'plan/weights',
      message: `the weights sum to ${Number(sum.toPrecision(12))}; they must sum to 1.`,
      place: document.keyPlace(['score', 'weights']),
      hint: `Divide each by ${Number(sum.toPrecision(12))} to keep their proportions.`,
    },
  ];
}

function shadowedFields(document: PlanDocument, names: PlanNames): Fault[] {
  return entriesOf(part(document.data, 'fields')).flatMap(([name]) =>
    names.standard.has(name)
      ? [
          {
            code: 'plan/repeated',
            message: `field "${name}" is a standard field and cannot be declared again.`,
            place: document.keyPlace(['fields', name]),
            hint: 'Choose another name, or leave the declaration out.',
          },
        ]
      : [],
  );
}

function missingRules(document: PlanDocument, names: PlanNames): Fault[] {
  const shared = new Set(entriesOf(part(document.data, 'score', 'components')).map(([name]) => name));
  const sharedPhase = part(document.data, 'phase') !== undefined;
  return entriesOf(part(document.data, 'benchmarks')).flatMap(([benchmark, settings]) => {
    const own = new Set(entriesOf(part(settings, 'components')).map(([name]) => name));
    const faults: Fault[] = names.components
      .filter((component) => !shared.has(component) && !own.has(component))
      .map((component) => ({
        code: 'plan/missing-rule',
        message: `benchmark "${benchmark}" has no rule for component "${component}", which has a weight.`,
        place: document.keyPlace(['benchmarks', benchmark]),
        hint: `Add it under benchmarks.${benchmark}.components, or for every benchmark under score.components.`,
      }));
    if (!sharedPhase && isRecord(settings) && settings['phase'] === undefined) {
      faults.push({
        code: 'plan/missing-rule',
        message: `benchmark "${benchmark}" has no phase rule.`,
        place: document.keyPlace(['benchmarks', benchmark]),
        hint: `Add "phase" to it, or for every benchmark at the top of the plan.`,
      });
    }
    return faults;
  });
}

function unreachablePhases(document: PlanDocument, names: PlanNames): Fault[] {
  const benchmarks = entriesOf(part(document.data, 'benchmarks')).map(([, settings]) => part(settings, 'phase'));
  const rules = [part(document.data, 'phase'), ...benchmarks];
  const given = new Set(
    rules.flatMap((rule) =>
      typeof rule === 'string'
        ? [rule]
        : [...entriesOf(part(rule, 'values')).map(([, phase]) => phase), part(rule, 'otherwise')],
    ),
  );
  const phases = part(document.data, 'phases');
  const listed = firstPlaces(Array.isArray(phases) ? phases : []);
  return names.phases.flatMap((phase) =>
    given.has(phase)
      ? []
      : [
          {
            code: 'plan/unreachable-phase',
            message: `phase "${phase}" is listed, but no phase rule gives it.`,
            place: document.valuePlace(['phases', listed.get(phase) ?? 0]),
            hint: 'Let a rule give it, or take it off the list.',
          },
        ],
  );
}

function repeatedExclusions(document: PlanDocument): Fault[] {
  return entriesOf(part(document.data, 'benchmarks')).flatMap(([benchmark, settings]) => {
    const list = part(settings, 'exclude');
    if (!Array.isArray(list)) return [];
    const ids = list.map((exclusion) => part(exclusion, 'id'));
    const first = firstPlaces(ids);
    return ids.flatMap((id, index) =>
      id === undefined || first.get(id) === index
        ? []
        : [
            {
              code: 'plan/repeated',
              message: `task "${String(id)}" is excluded twice.`,
              place: document.valuePlace(['benchmarks', benchmark, 'exclude', index, 'id']),
            },
          ],
    );
  });
}

function unexplainedExclusions(document: PlanDocument): Fault[] {
  return entriesOf(part(document.data, 'benchmarks')).flatMap(([benchmark, settings]) => {
    const list = part(settings, 'exclude');
    return (Array.isArray(list) ? list : []).flatMap((exclusion, index) =>
      part(exclusion, 'reason') === 'other' && part(exclusion, 'evidence') === undefined
        ? [
            {
              code: 'plan/unexplained-exclusion',
              message: `the exclusion of "${String(part(exclusion, 'id'))}" has the reason "other" and no evidence.`,
              place: document.valuePlace(['benchmarks', benchmark, 'exclude', index]),
              hint: 'Say in "evidence" why it is excluded, or choose another reason.',
            },
          ]
        : [],
    );
  });
}
