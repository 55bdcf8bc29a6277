import type { Preference } from '../model/plan.js';

/** "FIELD asc" or "FIELD desc". */
export const preferencePattern = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s+(asc|desc)\s*$/;

/** The order that nothing else was said about: the best score first. */
export const defaultPrefer: readonly Preference[] = [{ kind: 'field', field: 'score', direction: 'desc' }];

/** Turns one written preference into its parts. */
export function readPreference(written: string | Readonly<Record<string, readonly string[]>>): Preference {
  if (typeof written === 'string') {
    const [, field = '', direction] = preferencePattern.exec(written) ?? [];
    return { kind: 'field', field, direction: direction === 'asc' ? 'asc' : 'desc' };
  }
  const [field = '', values = []] = Object.entries(written)[0] ?? [];
  return { kind: 'values', field, values };
}
