/** Places of the tasks with a known difficulty, and of those that no earlier system ran. */
export interface SplitPlaces {
  readonly known: number;
  readonly unknown: number;
}

/**
 * Splits the places in proportion to the counts (Bowley 1926), at least two of the unknown, for a variance needs two; and
 * one of the known where there are any.
 */
export function splitPlaces(places: number, counts: SplitPlaces): SplitPlaces {
  const all = counts.known + counts.unknown;
  if (!(places <= all)) throw new RangeError(`${places} places for ${all} tasks`);
  const share = Math.max(2, Math.round((places * counts.unknown) / all));
  const most = Math.min(counts.unknown, counts.known > 0 ? places - 1 : places);
  const unknown = Math.max(0, Math.min(most, Math.max(share, places - counts.known)));
  return { known: places - unknown, unknown };
}
