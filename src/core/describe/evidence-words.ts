import type { Evidence, ScoreRule } from '../model/plan.js';
import { countOf } from '../text/count-of.js';

/** What the evidence beside a score allows to say of it, in a sentence. */
export function evidenceSentence({ name, evidence }: Pick<ScoreRule, 'name' | 'evidence'>): string {
  const shape = `The ${name} score describes the shape of tasks`;
  if (evidence.length === 0) return `${shape}; no evidence is given that it predicts anything.`;
  const pairs = evidence.reduce((sum, row) => sum + row.pairs, 0);
  const basis = `${countOf(pairs, 'pair')} from ${countOf(evidence.length, 'source')}: rank correlation with the uplift ${evidence.map(({ correlation }) => figure(correlation)).join(', ')}; within benchmarks ${evidence.map(({ within }) => figure(within)).join(', ')}`;
  return evidence.every(isShown)
    ? `The ${name} score is shown to predict benefit, also within benchmarks (${basis}).`
    : `${shape}; it is not shown to predict benefit (${basis}).`;
}

/** The words for one row: figures, interval, where it comes from. */
export function evidenceCells({ pairs, correlation, interval, within, withinInterval, source, date }: Evidence) {
  const ends = (found: Evidence['interval']) =>
    found === undefined ? '' : ` [${figure(found[0])}, ${figure(found[1])}]`;
  return [
    String(pairs),
    `${figure(correlation)}${ends(interval)}`,
    `${figure(within)}${ends(withinInterval)}`,
    source,
    date,
  ] as const;
}

/** Both intervals are known and lie above 0: a correlation between benchmarks alone may come from anything they differ in. */
function isShown({ interval, withinInterval }: Evidence): boolean {
  return interval !== undefined && interval[0] > 0 && withinInterval !== undefined && withinInterval[0] > 0;
}

/** Two decimals; never "-0.00". */
function figure(value: number): string {
  const text = value.toFixed(2);
  return Number(text) === 0 ? '0.00' : text;
}
