import { at } from '../lists/at.js';
import type { RandomStream } from '../statistics/chance/sfc32.js';
import { shuffle } from '../statistics/chance/shuffle.js';
import { ridge } from '../statistics/fitting/ridge.js';
import { mean } from '../statistics/summary/mean.js';

/** Whether features known before a run tell the uplift of tasks that a model has not seen. */
export interface Predictability {
  readonly tasks: number;
  readonly features: number;
  /** 1 − squared error over that of predicting the mean: below 0, the mean does better. Left-out tasks, and left-out clusters. */
  readonly byTask: number | undefined;
  /** Undefined with fewer than three clusters. */
  readonly byCluster: number | undefined;
}

const folds = 10;
const penalties = [1, 10, 100, 1000];

/** Fewer tasks would only show chance. */
const fewestTasks = 30;

/**
 * The cross-validated R² of a ridge regression on standardised features against the mean of the tasks it was fitted to
 * (Stone 1974; Hoerl & Kennard 1970), the penalty chosen within the fitted tasks. An unknown value is the feature's mean,
 * and that it is unknown is a feature of its own. Undefined for fewer than 30 tasks or nothing that varies.
 */
export function predictability(
  rows: readonly (readonly (number | undefined)[])[],
  uplifts: readonly number[],
  clusters: readonly string[],
  random: RandomStream,
): Predictability | undefined {
  const columns = designColumns(rows);
  if (uplifts.length < fewestTasks || columns.length === 0) return undefined;
  const design = uplifts.map((_, i) => columns.map((column) => at(column, i)));
  const places = shuffle([...uplifts.keys()], random);
  const fold: number[] = [];
  places.forEach((place, i) => {
    fold[place] = i % folds;
  });
  const names = [...new Set(clusters)];
  return {
    tasks: uplifts.length,
    features: rows[0]?.length ?? 0,
    byTask: gainOver(design, uplifts, fold),
    byCluster:
      names.length < 3
        ? undefined
        : gainOver(
            design,
            uplifts,
            clusters.map((name) => names.indexOf(name)),
          ),
  };
}

/** One part after the other is left out and predicted from the others. */
function gainOver(
  design: readonly (readonly number[])[],
  uplifts: readonly number[],
  parts: readonly number[],
): number | undefined {
  let [model, none] = [0, 0];
  for (const part of new Set(parts)) {
    const kept = [...parts.keys()].filter((i) => parts[i] !== part);
    const left = [...parts.keys()].filter((i) => parts[i] === part);
    const predict = fitted(
      kept.map((i) => at(design, i)),
      kept.map((i) => at(uplifts, i)),
      kept.map((i) => at(parts, i)),
    );
    const usual = mean(kept.map((i) => at(uplifts, i)));
    for (const i of left) {
      model += (at(uplifts, i) - predict(at(design, i))) ** 2;
      none += (at(uplifts, i) - usual) ** 2;
    }
  }
  return none === 0 ? undefined : 1 - model / none;
}

/** The fit with the penalty that does best on the parts left out of these rows in turn. */
function fitted(rows: readonly (readonly number[])[], y: readonly number[], parts: readonly number[]) {
  const groups = [...new Set(parts)];
  const losses = penalties.map(() => 0);
  for (let inner = 0; inner < 5; inner++) {
    const isLeft = parts.map((part) => groups.indexOf(part) % 5 === inner);
    const kept = [...rows.keys()].filter((i) => isLeft[i] === false);
    if (kept.length < 2 || kept.length === rows.length) continue;
    const fits = ridge(
      kept.map((i) => at(rows, i)),
      kept.map((i) => at(y, i)),
      penalties,
    );
    rows.forEach((row, i) => {
      if (isLeft[i] !== true) return;
      fits.forEach((fit, p) => {
        const guess =
          fit === undefined ? 0 : fit.intercept + row.reduce((sum, x, j) => sum + x * at(fit.coefficients, j), 0);
        losses[p] = at(losses, p) + (at(y, i) - guess) ** 2;
      });
    });
  }
  const least = losses.indexOf(Math.min(...losses));
  const [fit] = ridge(rows, y, [penalties[least] ?? 1]);
  const usual = mean(y);
  return (row: readonly number[]) =>
    fit === undefined ? usual : fit.intercept + row.reduce((sum, x, j) => sum + x * at(fit.coefficients, j), 0);
}

/** Each feature that varies, standardised, and whether it is unknown, where it is for some. */
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
