import { bisect, lastWhere } from './bisection.js';
import { normalCdf, normalQuantile } from './distributions.js';

export interface Boundary {
  /** The information at this look over that at the final look, in (0, 1]. */
  readonly fraction: number;
  /** One side is decided if z exceeds this normal deviate; Infinity if the look spends no error. */
  readonly critical: number;
  /** The error rate that one side has spent so far, including this look. */
  readonly spent: number;
}

/** The O'Brien–Fleming-type spending function of Lan and DeMets (1983). */
export function spentAt(fraction: number, error: number): number {
  if (fraction >= 1) return error;
  return 2 * normalCdf(normalQuantile(error / 2) / Math.sqrt(fraction));
}

/**
 * One-sided boundaries for looks at these fractions, planned or not. Each look spends the error that its fraction
 * allows beyond the previous looks. Ignoring the other side can only make a verdict rarer. Uses recursive numerical
 * integration (Armitage, McPherson and Rowe 1969; Jennison and Turnbull 2000, chapter 19).
 *
 * @param fractions Ascending, in (0, 1].
 * @param error The one-sided error rate, in (0, ½).
 */
export function boundariesAt(fractions: readonly number[], error: number): readonly Boundary[] {
  // The fractions of earlier looks come from a file.
  const isRising = fractions.every((fraction, look) => fraction > (fractions[look - 1] ?? 0) && fraction <= 1);
  if (!isRising) throw new RangeError(`fractions must increase, to at most 1; found ${fractions.join(', ')}`);
  const found: Boundary[] = [];
  let [spent, before] = [0, 0];
  // The density of the score process S = z√t, as long as no boundary has been crossed.
  let held: Density = { nodes: [0], masses: [1] };
  for (const [look, fraction] of fractions.entries()) {
    const step = Math.sqrt(fraction - before);
    const allowed = spentAt(fraction, error) - spent;
    const critical = allowed < leastSpent ? Number.POSITIVE_INFINITY : criticalFor(held, step, fraction, allowed);
    if (Number.isFinite(critical)) spent += allowed;
    found.push({ fraction, critical, spent });
    const next = fractions[look + 1];
    if (next === undefined) break;
    held = continued(held, step, fraction, critical, Math.sqrt(next - fraction));
    before = fraction;
  }
  return found;
}

/** P(the final look crosses its boundary) under the planned effect (Jennison and Turnbull 2000, 10.2). */
export function conditionalPower(z: number, fraction: number, last: number, drift: number): number {
  if (fraction >= 1) return z > last ? 1 : 0;
  const left = 1 - fraction;
  return 1 - normalCdf((last - z * Math.sqrt(fraction) - drift * left) / Math.sqrt(left));
}

/** Smaller increments have no boundary within double precision. */
const leastSpent = 1e-15;

/** Densities are truncated this many standard deviations from 0. */
const farthest = 9;

interface Density {
  readonly nodes: readonly number[];
  /** The density times the node's quadrature weight. */
  readonly masses: readonly number[];
}

function criticalFor({ nodes, masses }: Density, step: number, fraction: number, allowed: number): number {
  const root = Math.sqrt(fraction);
  const beyond = (critical: number) => {
    let sum = 0;
    for (let i = firstAbove(nodes, critical * root - farthest * step); i < nodes.length; i++) {
      sum += (masses[i] ?? 0) * normalCdf(((nodes[i] ?? 0) - critical * root) / step);
    }
    return sum;
  };
  return bisect(-farthest, farthest, 60, (critical) => !(beyond(critical) > allowed)).high;
}

/** The density below the boundary after one more step; the panels are fine enough for this step and the next. */
function continued(held: Density, step: number, fraction: number, critical: number, next: number): Density {
  const root = Math.sqrt(fraction);
  const [from, to] = [-farthest * root, Math.min(critical, farthest) * root];
  const panels = Math.max(1, Math.ceil((to - from) / (panelSteps * Math.min(step, next))));
  const width = (to - from) / panels;
  const nodes: number[] = [];
  const masses: number[] = [];
  for (let panel = 0; panel < panels; panel++) {
    for (const [at, weight] of legendre) {
      const node = from + width * (panel + (1 + at) / 2);
      nodes.push(node);
      masses.push((width / 2) * weight * densityAt(held, step, node));
    }
  }
  return { nodes, masses };
}

function densityAt({ nodes, masses }: Density, step: number, at: number): number {
  let sum = 0;
  for (let i = firstAbove(nodes, at - farthest * step); i < nodes.length; i++) {
    const apart = ((nodes[i] ?? 0) - at) / step;
    if (apart > farthest) break;
    sum += (masses[i] ?? 0) * Math.exp(-0.5 * apart * apart);
  }
  return sum / (step * Math.sqrt(2 * Math.PI));
}

/** Expects ascending nodes. */
function firstAbove(nodes: readonly number[], value: number): number {
  return lastWhere(-1, nodes.length, (i) => (nodes[i] ?? 0) <= value) + 1;
}

/** Panel width, in standard deviations of a step. */
const panelSteps = 1.5;

/** Nodes and weights of the eight-point Gauss–Legendre rule on [−1, 1] (Abramowitz and Stegun 1964, table 25.4). */
const legendre = [
  [-0.9602898564975363, 0.1012285362903763],
  [-0.7966664774136267, 0.2223810344533745],
  [-0.525532409916329, 0.3137066458778873],
  [-0.1834346424956498, 0.362683783378362],
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.2223810344533745],
  [0.9602898564975363, 0.1012285362903763],
] as const;
