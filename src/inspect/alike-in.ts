import { alikeLabels } from '../core/text/nearest-name.js';
import type { FormatInspection } from './inspection.js';

/** A label, or a column that could be one, with the values of it that differ only in letter case or spaces at the ends. */
export interface AlikeValues {
  readonly name: string;
  readonly groups: readonly (readonly string[])[];
}

/** Every label and column of a format with such values. */
export function alikeIn({ labels, unused }: Pick<FormatInspection, 'labels' | 'unused'>): readonly AlikeValues[] {
  return [
    ...[...labels].map(([name, { values }]) => ({ name, groups: alikeLabels(values.map(({ value }) => value)) })),
    ...unused.map(({ column, alike }) => ({ name: column, groups: alike })),
  ].filter(({ groups }) => groups.length > 0);
}
