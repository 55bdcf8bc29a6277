import { countOf } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import type { Grade } from '../question/question.js';
import { isAboveZero } from './compare-score.js';
import type { ScoreValidity, ValidityAssessment } from './validity.js';

/** So many configurations fit into a sentence. */
const mostNamed = 3;

/** Good only where every configuration shows it. */
export function validityGrade({ comparisons }: ValidityAssessment): Grade {
  if (comparisons.length === 0 || comparisons.every(({ finding }) => finding === 'cannot say')) return 'unknown';
  return comparisons.every(({ finding }) => finding === 'predicts') ? 'good' : 'look';
}

/** What may be said of the score, in one sentence. */
export function validityVerdict(assessment: ValidityAssessment): string {
  const { comparisons, whyBaseline, baseline } = assessment;
  if (baseline === undefined) return whyBaseline ?? 'Nothing can be said.';
  const said = comparisons.filter(({ finding }) => finding !== 'cannot say');
  if (said.length === 0) return 'The results do not tell whether the score predicts the benefit.';
  const predicts = said.filter(({ finding }) => finding === 'predicts');
  const each = said
    .map(({ configuration, overall, within, pairs }) => {
      const inside = within === undefined ? 'unknown' : figures(within.correlation);
      return `${visibleText(configuration, 40)} ${figures(overall?.correlation)} over ${countOf(pairs, 'pair')}, ${inside} within benchmarks`;
    })
    .slice(0, mostNamed)
    .join('; ');
  const more = said.length > mostNamed ? `; and ${said.length - mostNamed} more` : '';
  const shown =
    predicts.length === said.length
      ? 'predicts the benefit'
      : predicts.length > 0
        ? `is shown to predict the benefit for ${predicts.length} of ${countOf(said.length, 'configuration')} only`
        : said.every(({ finding }) => finding === 'opposite')
          ? 'goes against the benefit'
          : 'is not shown to predict the benefit';
  return `The ${scoreName(assessment)} ${shown}: rank correlation with the uplift ${each}${more}.`;
}

/** A figure with two decimals; never "-0.00". */
export function figures(value: number | undefined): string {
  if (value === undefined) return 'unknown';
  const text = value.toFixed(2);
  return Number(text) === 0 ? '0.00' : text;
}

/** " (-0.02 to 0.37)", or nothing. */
export function intervalText(interval: { readonly low: number; readonly high: number } | undefined): string {
  return interval === undefined ? '' : ` (${figures(interval.low)} to ${figures(interval.high)})`;
}

/** "MCP benefit score", or the column's name. */
function scoreName({ score }: ValidityAssessment): string {
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
