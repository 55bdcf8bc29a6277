import { chiSquaredUpperTail } from '../distributions/chi-squared.js';
import { weightedMean } from '../summary/mean.js';

/** An estimate with its standard error. */
interface Estimate {
  readonly estimate: number;
  readonly standardError: number;
}

/** Effects of several strata, pooled in part. */
export interface RandomEffects {
  /** The mean effect if all strata had the same one. */
  readonly fixed: Estimate;
  /** Cochran's Q, its degrees of freedom, and the chance of so much difference if all strata had the same effect. */
  readonly heterogeneity: { readonly q: number; readonly degreesOfFreedom: number; readonly pValue: number };
  /** τ², the variance of the true effects between strata; at least 0. */
  readonly between: number;
  /** The mean effect where strata differ. */
  readonly random: Estimate;
  /** The effect of each stratum, drawn towards the mean the more, the less is known of it. */
  readonly shrunken: readonly Estimate[];
}

/**
 * The random-effects model of effects with known sampling variances, all above 0, of at least one stratum (DerSimonian &
 * Laird 1986), with empirical Bayes estimates for the strata, whose errors include that of the mean (Morris 1983).
 */
export function randomEffects(effects: readonly number[], variances: readonly number[]): RandomEffects {
  const fixed = pooled(effects, variances);
  const precisions = variances.map((variance) => 1 / variance);
  const q = sum(effects.map((effect, h) => (precisions[h] ?? Number.NaN) * (effect - fixed.estimate) ** 2));
  const degreesOfFreedom = effects.length - 1;
  const total = sum(precisions);
  const spread = total - sum(precisions.map((precision) => precision ** 2)) / total;
  const between = degreesOfFreedom === 0 ? 0 : Math.max(0, (q - degreesOfFreedom) / spread);
  const random = pooled(
    effects,
    variances.map((variance) => variance + between),
  );
  return {
    fixed,
    heterogeneity: { q, degreesOfFreedom, pValue: chiSquaredUpperTail(q, degreesOfFreedom) },
    between,
    random,
    shrunken: effects.map((effect, h) => shrunken(effect, variances[h] ?? Number.NaN, between, random)),
  };
}

function pooled(effects: readonly number[], variances: readonly number[]): Estimate {
  const precisions = variances.map((variance) => 1 / variance);
  return { estimate: weightedMean(effects, precisions), standardError: 1 / Math.sqrt(sum(precisions)) };
}

function shrunken(effect: number, variance: number, between: number, mean: Estimate): Estimate {
  const towardsMean = variance / (between + variance);
  return {
    estimate: (1 - towardsMean) * effect + towardsMean * mean.estimate,
    standardError: Math.sqrt(between * towardsMean + (towardsMean * mean.standardError) ** 2),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
