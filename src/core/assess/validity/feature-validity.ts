import { derivedFields, priorFields, randomField } from '../../model/field.js';
import type { Plan } from '../../model/plan.js';
import { spearman, withinGroupsCorrelation } from '../../statistics/correlation.js';
import { normalCdf } from '../../statistics/distributions.js';
import { holm } from '../../statistics/p-values.js';
import { comparable } from '../../statistics/summary.js';
import { compareText } from '../../text/compare-text.js';
import type { UpliftPair } from './measure-uplift.js';

/** A number that is known of tasks before they are run. */
export interface FeatureColumn {
  readonly name: string;
  /** One for each pair; undefined where it is not known. */
  readonly values: readonly (number | undefined)[];
}

/** Whether one feature goes with the uplift. */
export interface FeatureValidity {
  readonly name: string;
  /** Tasks for which it is known. */
  readonly tasks: number;
  readonly overall: number | undefined;
  readonly within: number | undefined;
  /** That it does not, within benchmarks; undefined for fewer than ten tasks or where nothing varies. */
  readonly pValue: number | undefined;
  /** After Holm (1979), for all the features that were tried. */
  readonly adjusted: number | undefined;
}

const fewestTasks = 10;

/** Every numeric field that the plan knows and every component of its score, by name, where one of the pairs has a value. */
export function featureColumns(pairs: readonly UpliftPair[], plan: Plan): readonly FeatureColumn[] {
  const fields = [...plan.fields.values()].filter(({ kind, name }) => kind === 'number' && !notFeatures.has(name));
  const columns = [
    ...fields.map(({ name }) => ({
      name,
      values: pairs.map(({ task }) => {
        const value = task.inPool?.fields[name];
        return typeof value === 'number' ? value : undefined;
      }),
    })),
    ...[...plan.score.weights.keys()].map((component) => ({
      name: `component ${component}`,
      values: pairs.map(({ task: { inPool } }) =>
        inPool === undefined || inPool.defaulted.includes(component) ? undefined : inPool.parts[component],
      ),
    })),
  ];
  return columns
    .filter(({ values }) => values.some((value) => value !== undefined))
    .sort((a, b) => compareText(a.name, b.name));
}

/** Neither chance, nor the score itself, nor what earlier runs, perhaps of the same arms, found. */
const notFeatures = new Set([randomField, ...derivedFields, ...priorFields].map(({ name }) => name));

/** Sets each feature against the uplift by ranks; p-values are within benchmarks, by Fisher's transformation (Bonett & Wright 2000). */
export function featureValidity(
  columns: readonly FeatureColumn[],
  uplifts: readonly number[],
  clusters: readonly string[],
): readonly FeatureValidity[] {
  const found = columns.map(({ name, values }) => {
    const known = values.flatMap((value, i) => {
      const [uplift, cluster] = [uplifts[i], clusters[i]];
      return value === undefined || uplift === undefined || cluster === undefined ? [] : [{ value, uplift, cluster }];
    });
    const [a, b] = [known.map(({ value }) => comparable(value)), known.map(({ uplift }) => uplift)];
    const within = withinGroupsCorrelation(
      a,
      b,
      known.map(({ cluster }) => cluster),
    );
    const isEnough = within !== undefined && within.size >= fewestTasks && Math.abs(within.correlation) < 1;
    return {
      name,
      tasks: known.length,
      overall: spearman(a, b),
      within: within?.correlation,
      pValue: isEnough ? chanceOf(within.correlation, within.size) : undefined,
    };
  });
  const tested = found.flatMap(({ pValue }) => (pValue === undefined ? [] : [pValue]));
  const adjusted = holm(tested);
  let place = 0;
  return found.map((each) => ({ ...each, adjusted: each.pValue === undefined ? undefined : adjusted[place++] }));
}

function chanceOf(correlation: number, size: number): number {
  const error = Math.sqrt((1 + correlation ** 2 / 2) / (size - 3));
  return Math.min(1, 2 * normalCdf(-Math.abs(Math.atanh(correlation)) / error));
}
