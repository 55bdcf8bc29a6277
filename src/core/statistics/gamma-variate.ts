import { normalQuantile } from './normal-quantile.js';
import type { RandomStream } from './sfc32.js';

/**
 * The natural logarithm of a draw from the gamma distribution with the given shape and scale 1 (Marsaglia & Tsang 2000,
 * ACM TOMS 26:363). A shape below 1 is drawn at shape + 1 and scaled by u^(1/shape), as they propose; in logarithms,
 * because the draw itself would often be too small for a number. Normal draws come from the normal quantile.
 */
export function logGammaVariate(shape: number, random: RandomStream): number {
  if (shape < 1) {
    const above = logGammaVariate(shape + 1, random);
    return above + Math.log(positive(random)) / shape;
  }
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normalQuantile(random.double());
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root ** 3;
    if (Math.log(positive(random)) < (x * x) / 2 + d * (1 - v + Math.log(v))) return Math.log(d) + Math.log(v);
  }
}

/** In (0, 1], so that it has a logarithm. */
function positive(random: RandomStream): number {
  return 1 - random.double();
}
