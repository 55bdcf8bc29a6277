import { mean } from '../../src/core/statistics/summary.js';

/** How many samples a coverage is measured on at most; fewer where it is far from its limit. */
export const mostDraws = Number(process.env['WINNOW_COVERAGE_DRAWS'] ?? 1000);

/** Four standard errors of a coverage of .95 where few samples are asked for, so that chance alone fails no test. */
export const slack = mostDraws >= 1000 ? 0 : 4 * Math.sqrt(0.0475 / mostDraws);

/** When it is looked whether more samples are needed. */
const looks = [500, 750];

/** What so many samples say of one system, or of two. */
interface Total {
  readonly held: number;
  /** Differences that were found where there is none. */
  readonly found?: number;
}

/**
 * Whether no coverage is within two standard errors of .92, no rate of false findings within one of .06, and the mean over
 * ordinary systems not near .94: further samples would then say the same.
 */
export function isClear(
  totals: readonly Total[],
  count: number,
  isOrdinary: ((total: Total, index: number) => boolean) | undefined = undefined,
): boolean {
  if (!looks.includes(count)) return false;
  const error = (rate: number) => Math.sqrt((rate * (1 - rate)) / count);
  const areHeld = totals.every(
    ({ held, found = 0 }) => held / count >= 0.92 + 2 * error(0.92) && found / count <= 0.06 - error(0.06),
  );
  const ordinary = isOrdinary === undefined ? [] : totals.filter(isOrdinary);
  return areHeld && (ordinary.length === 0 || mean(ordinary.map(({ held }) => held / count)) >= 0.95);
}
