/** What the map of the pool is drawn by; undefined: as at first. */
export interface MapAxes {
  /** The fields that lie across and upwards. */
  readonly x: string | undefined;
  readonly y: string | undefined;
  /** What points are coloured by: the name of a column of results; undefined: whether they are selected. */
  readonly colour: string | undefined;
}

/** The map as it is drawn at first. */
export const usualAxes: MapAxes = { x: undefined, y: undefined, colour: undefined };

const keys = ['x', 'y', 'colour'] as const;

/** The axes as a part of a query; empty where they are as at first. */
export function axesText(axes: MapAxes): string {
  const query = new URLSearchParams();
  for (const key of keys) if (axes[key] !== undefined) query.set(key, axes[key]);
  return query.toString();
}

/** The axes that a query names. */
export function axesFrom(text: string): MapAxes {
  const query = new URLSearchParams(text);
  const [x, y, colour] = keys.map((key) => query.get(key) || undefined);
  return { x, y, colour };
}
