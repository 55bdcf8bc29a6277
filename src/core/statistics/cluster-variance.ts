/** Units whose values may be correlated. */
export interface Cluster {
  readonly values: readonly number[];
  /** One per value, above 0. */
  readonly weights: readonly number[];
}

/**
 * The cluster-robust variance of Σwy/Σw with the CR2 correction and Bell–McCaffrey (2002) degrees of freedom. The
 * working model is independent units with equal variances (Pustejovsky and Tipton 2018). Matches R's clubSandwich for
 * `lm(y ~ 1, weights = w)`. Undefined for fewer than two clusters.
 */
export function clusterVariance(clusters: readonly Cluster[]) {
  if (clusters.length < 2) return undefined;
  let [total, squares, sum] = [0, 0, 0];
  for (const { values, weights } of clusters) {
    weights.forEach((weight, i) => {
      total += weight;
      squares += weight * weight;
      sum += weight * (values[i] ?? Number.NaN);
    });
  }
  const centre = sum / total;
  const whole = { centre, total, shareSquares: squares / total ** 2 };
  let [variance, trace, diagonal, onDiagonal] = [0, 0, 0, 0];
  let [uu, uv, vv] = [0, 0, 0];
  for (const cluster of clusters) {
    const { score, own, u, v } = adjusted(cluster, whole);
    variance += score * score;
    // The quadratic form is diag(α) − u′v − v′u + k u′u.
    const everywhere = u * (whole.shareSquares * u - 2 * v);
    trace += own + everywhere;
    diagonal += own * own;
    onDiagonal += own * everywhere;
    uu += u * u;
    uv += u * v;
    vv += v * v;
  }
  const k = whole.shareSquares;
  const off = 2 * uu * vv + 2 * uv * uv - 4 * k * uv * uu + (k * uu) ** 2;
  const freedom = (trace * trace) / (diagonal + 2 * onDiagonal + off);
  return { variance, degreesOfFreedom: Math.max(1, freedom) };
}

interface Whole {
  readonly centre: number;
  readonly total: number;
  /** Σw²/(Σw)². */
  readonly shareSquares: number;
}

/** Applies B^(−½) to a cluster's weights, B = I − (1w′ + w1′)/Σw + 11′ Σw²/(Σw)², through a 2 × 2 matrix. */
function adjusted({ values, weights }: Cluster, { centre, total, shareSquares }: Whole) {
  const n = weights.length;
  const shares = weights.map((weight) => weight / total);
  const mean = shares.reduce((sum, share) => sum + share, 0) / n;
  const apart = shares.map((share) => share - mean);
  const spread = Math.sqrt(apart.reduce((sum, each) => sum + each * each, 0));
  // In the basis 1/√n, (w − w̄)/|w − w̄|, the vector w is (√n w̄, spread) and the vector 1 is (√n, 0).
  const a = 1 - 2 * n * mean + n * shareSquares;
  const b = -Math.sqrt(n) * spread;
  const root = inverseRoot(a, b, 1);
  const along = Math.sqrt(n) * mean;
  const first = root.a * along + root.b * spread;
  const second = root.b * along + root.d * spread;
  const isEven = spread <= 1e-12 * Math.abs(mean) * Math.sqrt(n);
  const moved = apart.map((each) => first / Math.sqrt(n) + (isEven ? 0 : (second * each) / spread));
  let [score, own, u, v] = [0, 0, 0, 0];
  moved.forEach((weight, i) => {
    score += weight * ((values[i] ?? Number.NaN) - centre);
    own += weight * weight;
    u += weight;
    v += weight * (shares[i] ?? Number.NaN);
  });
  return { score, own, u, v };
}

/** The inverse square root of the positive semidefinite matrix [[a, b], [b, d]]; 0 along a null direction. */
function inverseRoot(a: number, b: number, d: number) {
  const middle = (a + d) / 2;
  const radius = Math.hypot((a - d) / 2, b);
  const power = (value: number) => (value > 1e-12 ? 1 / Math.sqrt(value) : 0);
  const [large, small] = [power(middle + radius), power(middle - radius)];
  if (radius < 1e-15) return { a: large, b: 0, d: large };
  const [cos, sin] = [(a - d) / 2 / radius, b / radius];
  const [mean, half] = [(large + small) / 2, (large - small) / 2];
  return { a: mean + half * cos, b: half * sin, d: mean - half * cos };
}
