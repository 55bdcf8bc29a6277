import { at } from '../lists/lists.js';
import { Moments } from '../statistics/linear-models.js';
import { type RandomStream, shuffle } from '../statistics/random-numbers.js';
import { mean } from '../statistics/summary.js';

const folds = 10;
const penalties = [1, 10, 100, 1000];

/** With fewer tasks, R² would only show chance. */
const fewestTasks = 30;

/**
 * The cross-validated R² of a ridge regression on standardised features, compared with predicting the mean (Stone 1974;
 * Hoerl & Kennard 1970). An inner cross-validation chooses the penalty. Missing values get an indicator feature.
 * Undefined for fewer than 30 tasks or without any varying feature.
 */
export function predictability(
  rows: readonly (readonly (number | undefined)[])[],
  uplifts: readonly number[],
  clusters: readonly string[],
  random: RandomStream,
) {
  const columns = designColumns(rows);
  if (uplifts.length < fewestTasks || columns.length === 0) return undefined;
  const design = uplifts.map((_, i) => columns.map((column) => at(column, i)));
  const places = shuffle([...uplifts.keys()], random);
  const fold: number[] = [];
  places.forEach((place, i) => {
    fold[place] = i % folds;
  });
  return {
    tasks: uplifts.length,
    features: rows[0]?.length ?? 0,
    byTask: gainOver(design, uplifts, fold),
    byCluster: new Set(clusters).size < 3 ? undefined : gainOver(design, uplifts, clusters),
  };
}

/** Leaves out each part in turn and predicts it from the rest, using per-part moments. */
function gainOver<Part>(design: readonly (readonly number[])[], uplifts: readonly number[], parts: readonly Part[]) {
  const width = design[0]?.length ?? 0;
  const byPart = new Map<Part, Moments>();
  for (const [i, part] of parts.entries()) {
    const own = byPart.get(part) ?? new Moments(width);
    if (own.rows === 0) byPart.set(part, own);
    own.addRow(at(design, i), at(uplifts, i));
  }
  const all = new Moments(width);
  // Moments of the parts before and after the one left out, by inner part.
  const before = Array.from({ length: innerParts }, () => new Moments(width));
  const from = Array.from({ length: innerParts }, () => new Moments(width));
  for (const [i, own] of [...byPart.values()].entries()) {
    all.add(own);
    at(from, i % innerParts).add(own);
  }
  let [model, none] = [0, 0];
  for (const [i, left] of [...byPart.values()].entries()) {
    at(from, i % innerParts).add(left, -1);
    const kept = all.copy().add(left, -1);
    // Once a part is left out, all later parts shift down by one inner part.
    const inner = before.map((earlier, r) => earlier.copy().add(at(from, (r + 1) % innerParts)));
    const fit = kept.ridge(bestPenalty(kept, inner));
    model += left.errors(fit, kept.mean);
    none += left.errors(undefined, kept.mean);
    at(before, i % innerParts).add(left);
  }
  return none === 0 ? undefined : 1 - model / none;
}

const innerParts = 5;

function bestPenalty(rows: Moments, inner: readonly Moments[]): number {
  const losses = penalties.map(() => 0);
  for (const left of inner) {
    const kept = rows.copy().add(left, -1);
    if (kept.rows < 2 || left.rows === 0) continue;
    for (const [p, penalty] of penalties.entries()) {
      losses[p] = at(losses, p) + left.errors(kept.ridge(penalty));
    }
  }
  return penalties[losses.indexOf(Math.min(...losses))] ?? 1;
}

/** The standardised columns of features that vary, plus missing-value indicators that vary. */
function designColumns(rows: readonly (readonly (number | undefined)[])[]): readonly (readonly number[])[] {
  return (rows[0] ?? []).flatMap((_, j) => {
    const values = rows.map((row) => row[j]);
    const known = values.filter((value) => value !== undefined);
    if (known.length === 0) return [];
    const usual = mean(known);
    const unknown = values.map((value) => (value === undefined ? 1 : 0));
    return [values.map((value) => value ?? usual), unknown].flatMap((column) => {
      const centre = mean(column);
      const spread = Math.sqrt(mean(column.map((value) => (value - centre) ** 2)));
      return spread < 1e-12 ? [] : [column.map((value) => (value - centre) / spread)];
    });
  });
}
