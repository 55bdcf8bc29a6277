import type { Forecasted, Learned } from '../model/learned.js';
import type { BenchmarkSelection } from '../model/selection.js';
import { roundTo } from '../text/round-to.js';

/** Decimals of an ease; more of them change no estimate. */
export const easeDecimals = 6;

/** What was learned of a benchmark, as compact as an estimate can do with: how easy its eligible tasks were, and how many. */
export function learnedEntry(learned: Learned, { exclusions, tasks, leftOut }: BenchmarkSelection) {
  const out = new Set([...exclusions.map(({ taskId }) => taskId), ...leftOut]);
  const counts = new Map<number, number>();
  let unknown = 0;
  for (const { id } of tasks) {
    if (out.has(id)) continue;
    const ease = learned.ease.get(id);
    if (ease === undefined) unknown += 1;
    else {
      const rounded = roundTo(ease, easeDecimals);
      counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
    }
  }
  const { share, verdict, equivalent, halfWidth, detectable, tau } = learned.forecast;
  return {
    purpose: learned.purpose,
    systems: learned.systems,
    design: learned.words,
    quota_cost: numberOrNull(learned.quotaCost),
    forecast: {
      verdict: String(verdict),
      share: numberOrNull(share),
      equivalent_random_tasks: equivalent === undefined ? null : roundTo(equivalent, 1),
      half_width: figures(halfWidth),
      detectable: detectable === undefined ? null : figures(detectable),
      tau:
        tau === undefined
          ? null
          : { ...figures(tau), random_low: roundTo(tau.low, 6), random_high: roundTo(tau.high, 6) },
    },
    ease: [...counts].sort(([a], [b]) => a - b).map(([ease, tasks]) => [ease, tasks]),
    ease_unknown: unknown,
  };
}

function figures({ design, random }: Forecasted) {
  return { design: roundTo(design, 6), random: roundTo(random, 6) };
}

function numberOrNull(value: number | undefined): number | null {
  return value === undefined ? null : roundTo(value, 6);
}
