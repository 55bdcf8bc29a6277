import { entry, flag, list, number, numberOrNull, orNull, text, textOrNull } from '../../manifest/json-forms.js';
import { figure } from '../question/figure.js';
import type { BenchmarkForecast, ForecastAssessment } from './assess-forecast.js';

/** What `assess forecast --json` prints. */
export function forecastSchema() {
  const beside = () => ({
    design: number('Of the design.'),
    random: number('Of simple random samples of the same size.'),
  });
  return entry({
    conclusion: text(),
    benchmarks: list(
      entry({
        benchmark: text(),
        purpose: textOrNull('What the plan wants to know; null where it has earlier results and no purpose.'),
        systems: number('Earlier systems with results on its tasks.'),
        population: number('Tasks that could be selected if none were excluded.'),
        verdict: text('Whether earlier results help with a level: "helps", "little gain" or "cannot be forecast".'),
        share: numberOrNull('The share of the variance of a level that is left.'),
        quota_cost: numberOrNull('What the quota multiplies the variance with.'),
        sizes: list(
          entry({
            tasks: number(),
            planned: flag('Whether so many are selected.'),
            half_width: entry(beside(), 'Half of the 95% interval of a level.'),
            equivalent_random_tasks: numberOrNull('As many random tasks know as much of a level.'),
            detectable: orNull(entry(beside()), 'The smallest difference of two systems found with 80% power.'),
            tau: orNull(
              entry({
                ...beside(),
                random_low: number(),
                random_high: number(),
                pairs: number('Pairs of systems left out.'),
              }),
              "Kendall's τ with the order on all tasks, of a selection made for a ranking; 90% of random samples lie from random_low to random_high.",
            ),
          }),
        ),
      }),
    ),
    without: list(text(), 'Benchmarks that have no earlier results.'),
    notes: list(text()),
  });
}

/** The assessment as data. */
export function forecastEntry(
  { benchmarks, without }: ForecastAssessment,
  conclusion: string,
  notes: readonly string[],
): object {
  return { conclusion, benchmarks: benchmarks.map(benchmarkEntry), without, notes };
}

function benchmarkEntry({ benchmark, purpose, systems, population, planned, sizes, quotaCost }: BenchmarkForecast) {
  return {
    benchmark,
    purpose: purpose?.name ?? null,
    systems,
    population,
    verdict: planned.verdict,
    share: figure(planned.share),
    quota_cost: figure(quotaCost),
    sizes: sizes.map(({ tasks, halfWidth, equivalent, detectable, tau }) => ({
      tasks,
      planned: tasks === planned.tasks,
      half_width: { design: figure(halfWidth.design), random: figure(halfWidth.random) },
      equivalent_random_tasks: figure(equivalent),
      detectable:
        detectable === undefined ? null : { design: figure(detectable.design), random: figure(detectable.random) },
      tau:
        tau === undefined
          ? null
          : {
              design: figure(tau.design),
              random: figure(tau.random),
              random_low: figure(tau.low),
              random_high: figure(tau.high),
              pairs: tau.pairs,
            },
    })),
  };
}
