import { randomField } from '../model/field.js';
import type { Preference } from '../model/select-rule.js';
import { preferencePattern } from './schema/preference-pattern.js';

/** The key of an order that only chance decides: the lowest random number first. */
const randomPreference: Preference = { kind: 'field', field: randomField.name, direction: 'asc' };

/** The order that nothing else was said about: the best score first. */
export const defaultPrefer: readonly Preference[] = [{ kind: 'field', field: 'score', direction: 'desc' }];

/** Turns one written preference into its parts. */
export function readPreference(written: string | Readonly<Record<string, readonly string[]>>): Preference {
  if (typeof written === 'string') {
    const [, field, direction] = preferencePattern.exec(written) ?? [];
    if (field === undefined) return randomPreference;
    return { kind: 'field', field, direction: direction === 'asc' ? 'asc' : 'desc' };
  }
  const [field = '', values = []] = Object.entries(written)[0] ?? [];
  return { kind: 'values', field, values };
}
