import type { Certificate } from '../model/optimum.js';
import { roundTo } from '../text/round-to.js';

/** What was found for a goal and how sure that is, as plain data. */
export function optimumEntry(certificate: Certificate) {
  const { goal, sense, value, bound, status, gap, timeLimit, solver, rules, notes } = certificate;
  return {
    goal,
    sense: String(sense),
    value: roundTo(value, 9),
    bound: Number.isFinite(bound) ? roundTo(bound, 9) : null,
    status: String(status),
    gap: Number.isFinite(gap) ? roundTo(gap, 9) : null,
    reproducible: status === 'optimal',
    time_limit_seconds: timeLimit ?? null,
    solver,
    rules: rules.map(({ rule, limits, atBound, atBoundCount }) => ({
      rule,
      limits,
      at_bound: atBoundCount,
      at_bound_examples: atBound,
    })),
    notes,
  };
}
