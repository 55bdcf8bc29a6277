/** The colours of components and series, in order: variables of the style sheet, which has a set for light and for dark. */
const series = ['--blue', '--amber', '--green', '--purple', '--sky', '--orange', '--grey'];

/** The colour of the component at a place of the plan's order. */
export function seriesColour(at: number): string {
  return `var(${series[at % series.length] ?? '--grey'})`;
}
