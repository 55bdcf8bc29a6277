import { figure } from '../question/figure.js';
import type {
  Chance,
  FidelityAssessment,
  FidelityReading,
  FidelityRow,
  FidelityScope,
  ForecastCheck,
  SystemFidelity,
} from './fidelity.js';
import { metricNames, metrics } from './fidelity-metrics.js';
import { fidelityVerdict } from './fidelity-words.js';

/** The assessment as plain data; rates and errors are shares, not points. */
export function fidelityEntry(assessment: FidelityAssessment) {
  const { nearDuplicates, scopes, notJudged, notes } = assessment;
  return {
    plan: assessment.plan,
    kind: assessment.kind,
    draws: assessment.draws,
    seed: assessment.seed,
    seed_from: assessment.seedFrom,
    systems: assessment.systems,
    near_duplicates: nearDuplicates.map(({ systems, phi, common, discordant }) => ({
      systems,
      phi: figure(phi),
      common_tasks: common,
      discordant_tasks: discordant,
    })),
    scopes: scopes.map(scopeEntry),
    not_judged: notJudged.map(({ benchmark, why }) => ({ benchmark, why })),
    notes,
  };
}

function scopeEntry({ benchmark, kind, eligible, design, leftOut, forecast, rows }: FidelityScope) {
  return {
    benchmark: benchmark ?? null,
    kind,
    eligible,
    random_design: design,
    left_out: leftOut.map(({ system, why }) => ({ system, why })),
    ...(forecast === undefined ? {} : { forecast: forecastEntry(forecast) }),
    sizes: rows.map(rowEntry),
  };
}

function forecastEntry({ purpose, halfWidth, within, judged, share, equivalent, tau }: ForecastCheck) {
  const both = (checked: ForecastCheck['tau']) =>
    checked === undefined ? null : { forecast: figure(checked.forecast), found: figure(checked.found) };
  return {
    purpose,
    half_width: figure(halfWidth),
    within: figure(within),
    systems: judged,
    share: both(share),
    equivalent_random_tasks: both(equivalent),
    tau: both(tau),
  };
}

function rowEntry(row: FidelityRow) {
  const { level, ranking } = fidelityVerdict(row);
  return {
    selected: row.selected,
    is_selection: row.isSelection,
    level,
    ranking: ranking ?? null,
    readings: row.readings.map(readingEntry),
  };
}

function readingEntry({ reading, systems, counted, metrics: found, biasInterval }: FidelityReading) {
  return {
    missing: reading === 'absent' ? 'left out' : 'failed',
    systems_counted: counted,
    metrics: Object.fromEntries(
      metricNames.map((name) => {
        const { value, chance } = found[name];
        return [metrics[name].key, { value: figure(value), random: chanceEntry(chance) }];
      }),
    ),
    bias_interval:
      biasInterval === undefined ? null : { low: figure(biasInterval.low), high: figure(biasInterval.high) },
    systems: systems.map(systemEntry),
  };
}

function systemEntry(system: SystemFidelity) {
  return {
    system: system.name,
    counted: system.counted,
    pool_tasks: system.poolTasks,
    pool_missing: system.poolMissing,
    selected_tasks: system.selectedTasks,
    selected_missing: system.selectedMissing,
    pool_rate: figure(system.poolRate),
    rate: figure(system.rate),
    error: figure(system.error),
    random: chanceEntry(system.chance),
  };
}

function chanceEntry(chance: Chance | undefined) {
  if (chance === undefined) return null;
  return {
    mean: figure(chance.mean),
    root_mean_square: figure(chance.size),
    p2_5: figure(chance.from),
    p5: figure(chance.low),
    p95: figure(chance.high),
    p97_5: figure(chance.to),
    percentile: figure(chance.percentile),
    standing: chance.standing,
  };
}
