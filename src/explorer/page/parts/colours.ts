import type { Colour } from '../../../core/pictures/marks.js';

/** The colours of components and series, in order: variables of the style sheet, which has a set for light and for dark. */
const series: readonly Colour[] = ['blue', 'amber', 'green', 'purple', 'sky', 'orange', 'grey'];

/** The colour of the component at a place of the plan's order. */
export function seriesColour(at: number): string {
  return `var(--${seriesName(at)})`;
}

/** The name of that colour, as charts know it. */
export function seriesName(at: number): Colour {
  return series[at % series.length] ?? 'grey';
}
