import type { Preference } from '../model/select-rule.js';
import { fieldWords, type PlanFields } from './field-words.js';

/** "most files changed, then highest score, then id". */
export function describeOrder(prefer: readonly Preference[], fields: PlanFields): string {
  return [...prefer.map((preference) => describePreference(preference, fields)), 'id'].join(', then ');
}

/** "most files changed", "lowest score", "difficulty hard, medium, easy". */
export function describePreference(preference: Preference, fields: PlanFields): string {
  const words = fieldWords(preference.field, fields);
  if (preference.kind === 'values') return `${words} in the order ${preference.values.join(', ')}`;
  const field = fields.get(preference.field);
  const down = preference.direction === 'desc';
  if (field?.kind !== 'number') return `${words} ${down ? 'from last to first' : 'from first to last'}`;
  if (field.counts) return `${down ? 'most' : 'fewest'} ${words}`;
  return `${down ? 'highest' : 'lowest'} ${words}`;
}
