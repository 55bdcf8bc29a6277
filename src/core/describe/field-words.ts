import { compact } from '../lists/lists.js';
import type { Plan } from '../model/plan.js';
import type { Bound, Condition, FieldTest, Preference } from '../model/select-rule.js';
import { formatCount, joinWords } from '../text/words.js';

export type PlanFields = Plan['fields'];

/** The name of a field in reports: "files changed". */
export function fieldWords(name: string, fields: PlanFields): string {
  return fields.get(name)?.words ?? name;
}

/** "context tokens > 500,000 and language is go or rust". */
export function describeCondition(condition: Condition, fields: PlanFields): string {
  return joinWords(condition.map((test) => describeTest(test, fields)));
}

function describeTest(test: FieldTest, fields: PlanFields): string {
  const words = fieldWords(test.field, fields);
  if (test.oneOf !== undefined) return `${words} is ${joinWords(test.oneOf, 'or')}`;
  const bounds = compact([
    bound('>', test.above),
    bound('≥', test.atLeast),
    bound('<', test.below),
    bound('≤', test.atMost),
  ]);
  const parts = (texts: readonly string[]) =>
    joinWords(
      texts.map((text) => `"${text}"`),
      'or',
    );
  return joinWords(
    compact([
      test.has && `${words} includes ${joinWords(test.has, 'or')}`,
      test.contains && `${words} contains ${parts(test.contains)}`,
      test.lacks && `${words} does not contain ${parts(test.lacks)}`,
      bounds.length > 0 && `${words} ${joinWords(bounds)}`,
      test.not && `${words} is not ${joinWords(test.not, 'or')}`,
    ]),
  );
}

function bound(sign: string, value: Bound | undefined): string | undefined {
  return value === undefined ? undefined : `${sign} ${typeof value === 'number' ? formatCount(value) : value}`;
}

/** "most files changed, then highest score, then id". */
export function describeOrder(prefer: readonly Preference[], fields: PlanFields): string {
  return [...prefer.map((preference) => describePreference(preference, fields)), 'id'].join(', then ');
}

/** "most files changed", "lowest score", "difficulty (hard, medium, easy)". */
export function describePreference(preference: Preference, fields: PlanFields): string {
  if (preference.kind === 'kept') return 'tasks of the previous version';
  const words = fieldWords(preference.field, fields);
  if (preference.kind === 'values') return `${words} (${preference.values.join(', ')})`;
  const field = fields.get(preference.field);
  const down = preference.direction === 'desc';
  if (field?.kind === 'date') return `${down ? 'latest' : 'earliest'} ${words}`;
  if (field?.kind !== 'number') return `${words} ${down ? 'from last to first' : 'from first to last'}`;
  if (field.counts) return `${down ? 'most' : 'fewest'} ${words}`;
  return `${down ? 'highest' : 'lowest'} ${words}`;
}
