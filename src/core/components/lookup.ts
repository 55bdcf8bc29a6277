import { fieldWords } from '../describe/field-words.js';
import { groupBy } from '../lists/lists.js';
import type { ComponentRule } from '../model/plan.js';
import { countAlike, fieldValue } from '../model/task.js';
import { didYouMean, misspeltLabels } from '../text/nearest-name.js';
import { countOf } from '../text/words.js';
import {
  type ComponentKind,
  ifUnknown,
  type PlanKeys,
  standIn,
  unknownKey,
  type Written,
  withoutField,
} from './component-kind.js';

export interface LookupRule extends ComponentRule {
  readonly kind: 'lookup';
  readonly field: string;
  readonly values: ReadonlyMap<string, number>;
  readonly otherwise: number | undefined;
  readonly unknown: number | undefined;
}

const keys = {
  lookup: { form: 'task field', says: 'The field that determines the value.' },
  values: { form: 'by label', each: { form: 'ratio', says: 'The value for this label.' } },
  otherwise: { form: 'ratio', says: 'The value for labels that are not listed.', optional: true },
  unknown: unknownKey,
} as const satisfies PlanKeys;

export const lookup: ComponentKind<LookupRule, Written<typeof keys>> = {
  name: 'lookup',
  keys,
  resolve: ({ lookup: field, values, otherwise, unknown }) => ({
    kind: 'lookup',
    field,
    values: new Map(Object.entries(values)),
    otherwise,
    unknown,
  }),
  value({ field, values, otherwise, unknown }, task) {
    const label = fieldValue(task, field);
    if (label === undefined) return standIn(unknown ?? otherwise);
    const value = values.get(String(label)) ?? otherwise;
    return value === undefined ? undefined : { value, defaulted: false };
  },
  formula: ({ field, values, otherwise, unknown }, words) =>
    words.ifKnown(field, words.byLabel(field, values, otherwise), unknown ?? otherwise),
  fields: ({ field }) => [field],
  words({ field, values, otherwise, unknown }, fields) {
    const listed = [...values].map(([label, value]) => `${label} ${value}`);
    const all = otherwise === undefined ? listed : [...listed, `any other ${otherwise}`];
    return `by ${fieldWords(field, fields)}: ${all.join(', ')}${ifUnknown(unknown)}`;
  },
  bends: (rule, field) => (rule.field === field ? [...rule.values.keys()].map(Number) : []),
  faults({ field, values }, without, owner) {
    const { benchmark, component } = owner;
    return [...groupBy(without, (task) => fieldValue(task, field))].flatMap(([label, tasks]) =>
      label === undefined
        ? withoutField(field, tasks, owner)
        : {
            code: 'pool/no-value',
            message: `benchmark "${benchmark}": ${countOf(countAlike(tasks), 'task')} with ${field} "${label}", for which component "${component}" lists no value, such as "${tasks[0]?.id}".${didYouMean(String(label), values.keys())}`,
            hint: `List the label under the rule's values, or add "otherwise: VALUE".`,
          },
    );
  },
  /** Warns about a label that gets `otherwise` although a similar label is listed that no task has. */
  warnings({ field, values }, labelsOf, { benchmark, component }) {
    const labels = new Set(labelsOf(field));
    return misspeltLabels(labels, [...values.keys()]).map(({ label, listed }) => ({
      code: 'misspelt-label',
      message: `${benchmark}: ${component} lists ${field} "${listed}", which no task has, but not "${label}", which some have.`,
      benchmark,
    }));
  },
};
