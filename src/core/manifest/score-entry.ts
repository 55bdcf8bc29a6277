import type { ScoreRule } from '../model/plan.js';

/** What the plan says of its score. */
export function scoreEntry({ name, decimals, evidence }: ScoreRule) {
  const rows = evidence.map(({ pairs, correlation, interval, within, withinInterval, source, date }) => ({
    pairs,
    correlation,
    interval: endsEntry(interval),
    within_benchmarks: within,
    within_interval: endsEntry(withinInterval),
    source,
    date,
  }));
  return { name, decimals, ...(rows.length === 0 ? {} : ({ evidence: rows } as { evidence?: typeof rows })) };
}

function endsEntry(ends: readonly [low: number, high: number] | undefined) {
  return ends === undefined ? null : { low: ends[0], high: ends[1] };
}
