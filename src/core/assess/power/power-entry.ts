import { figure } from '../question/figure.js';
import type { AtEnds, PowerAssessment, PowerRow } from './power-assessment.js';

/** The assessment as plain data. */
export function powerEntry(assessment: PowerAssessment) {
  const { discordance, variances, budget, merging } = assessment;
  return {
    kind: assessment.kind,
    selected: assessment.selected,
    eligible: assessment.eligible,
    power: assessment.power,
    alpha: assessment.alpha,
    contrasts: assessment.contrasts,
    level: figure(assessment.level),
    repeats: assessment.repeats,
    wanted_difference: assessment.wanted ?? null,
    discordance: {
      from: discordance.from,
      low: figure(discordance.low),
      high: figure(discordance.high),
      partial_rewards: discordance.partial,
      pairs: discordance.pairs.map(({ a, b, tasks, use, ...pair }) => {
        return { a, b, tasks, discordance: figure(pair.discordance), partial_rewards: pair.partial, use };
      }),
    },
    variances: {
      effect: { from: variances.effectFrom, low: figure(variances.low.effect), high: figure(variances.high.effect) },
      within: { from: variances.withinFrom, low: figure(variances.low.within), high: figure(variances.high.within) },
    },
    overall: rowEntry(assessment.overall),
    phases: assessment.phases.map(rowEntry),
    benchmarks: assessment.benchmarks.map(rowEntry),
    tasks_needed: assessment.needed.map(({ difference, tasks }) => ({
      difference,
      by_repeats: tasks.map((each, i) => ({ repeats: i + 1, ...endsEntry(each) })),
    })),
    same_budget: {
      runs: budget.runs,
      ways: budget.ways.map(({ repeats, tasks, possible, standardError }) => ({
        repeats,
        tasks,
        possible,
        standard_error: endsEntry(standardError),
      })),
      two_runs_pay_from: endsEntry(budget.twoRunsPayFrom),
      best_repeats:
        budget.best === undefined
          ? null
          : {
              low: { exact: figure(budget.best.low.exact), whole: budget.best.low.whole },
              high: { exact: figure(budget.best.high.exact), whole: budget.best.high.whole },
            },
    },
    merging: {
      difference: merging.difference ?? null,
      needed: figure(merging.needed),
      groups: merging.groups.map(({ phases, tasks, size, detectable }) => ({
        phases,
        tasks,
        size: figure(size),
        detectable: endsEntry(detectable),
      })),
      left: merging.left,
    },
    notes: assessment.notes,
  };
}

function rowEntry(row: PowerRow) {
  const { name, tasks, size, detectable, planned, exact, testable, powerForWanted, exactPowerForWanted } = row;
  return {
    name,
    tasks,
    size: figure(size),
    testable,
    detectable: endsEntry(planned),
    detectable_exact: exact === undefined ? null : endsEntry(exact),
    detectable_by_repeats: detectable.map((each, i) => ({ repeats: i + 1, ...endsEntry(each) })),
    power_for_wanted: powerForWanted === undefined ? null : endsEntry(powerForWanted),
    power_for_wanted_exact: exactPowerForWanted === undefined ? null : endsEntry(exactPowerForWanted),
  };
}

function endsEntry({ low, high }: AtEnds<number | undefined>) {
  return { low: figure(low), high: figure(high) };
}
