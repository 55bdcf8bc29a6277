import { isAboveZero, type ScoreValidity, type ValidityAssessment, visibleText } from '../../index.js';

/** A figure with two decimals; never "-0.00". */
export function figures(value: number | undefined): string {
  return value === undefined ? 'unknown' : value.toFixed(2).replace(/^-(0\.00)$/, '$1');
}

/** " (-0.02 to 0.37)", or nothing. */
export function intervalText(interval: { readonly low: number; readonly high: number } | undefined): string {
  return interval === undefined ? '' : ` (${figures(interval.low)} to ${figures(interval.high)})`;
}

/** "MCP benefit score", or the column's name. */
export function scoreName({ score }: ValidityAssessment): string {
  return score.from === 'pool' ? `${visibleText(score.name, 60)} score` : `score ${visibleText(score.name, 60)}`;
}

/** What the correlations allow to say, and why. */
export function findingWords({ finding, overall, within }: ScoreValidity): string {
  switch (finding) {
    case 'predicts':
      return 'the score predicts the benefit, also within benchmarks';
    case 'opposite':
      return 'the higher the score, the smaller the benefit';
    case 'cannot say':
      return 'whether the score predicts the benefit cannot be said';
    case 'not shown': {
      const isOverall = isAboveZero(overall);
      const why = !isOverall
        ? 'the interval includes zero'
        : within?.interval === undefined
          ? 'nothing is known within benchmarks'
          : 'within benchmarks the interval includes zero';
      return `the score is not shown to predict the benefit (${why})`;
    }
  }
}
