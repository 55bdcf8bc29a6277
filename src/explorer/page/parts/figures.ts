import type { Colour } from '../../../core/pictures/marks.js';

/** A share as a percentage with one decimal. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** A number with at most this many decimals and no zeros at the end. */
export function short(value: number, decimals = 4): string {
  return String(Number(value.toFixed(decimals)));
}

/** The colours of components, in order; the style sheet defines each for light and for dark. */
const series: readonly Colour[] = ['blue', 'amber', 'green', 'purple', 'sky', 'orange', 'grey'];

/** The name of the colour of a component, by its place in the plan. */
export function seriesName(at: number): Colour {
  return series[at % series.length] ?? 'grey';
}

/** The colour of a component as a CSS value. */
export function seriesColour(at: number): string {
  return `var(--${seriesName(at)})`;
}
