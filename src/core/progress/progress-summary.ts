import type { StatusDocument } from '../contracts/status-document.js';
import { roundTo } from '../text/round-to.js';
import type { ConfigurationProgress, Forecast, RunProgress } from './run-progress.js';

const decimals = 6;

/** Progress as plain data, ready for JSON. */
export function progressSummary({ plan, selected, repeat, level, configurations, warnings }: RunProgress) {
  return {
    plan,
    selected,
    repeat,
    level,
    configurations: configurations.map(configurationEntry),
    warnings,
  } satisfies Omit<StatusDocument, 'export'>;
}

function configurationEntry({ name, counts, runsLeft, retried, open, cost, time, budget }: ConfigurationProgress) {
  return {
    name,
    ...counts,
    runs_left: runsLeft,
    retried,
    cost_usd: forecastEntry(cost),
    duration_ms: forecastEntry(time),
    budget:
      budget === undefined
        ? null
        : {
            budget_usd: budget.budgetUsd,
            tasks: budget.tasks,
            runs: budget.runs,
            surely: budget.surely ?? null,
            unknown_tasks: budget.unknownTasks,
          },
    open: open.map(({ benchmark, id, state, scored, lacking }) => ({ benchmark, task_id: id, state, scored, lacking })),
  };
}

function forecastEntry(forecast: Forecast | undefined) {
  if (forecast === undefined) return null;
  const { spent, made, expected, low, high, runs, unknownRuns, parts } = forecast;
  return {
    spent: figure(spent),
    expected: figure(expected),
    low: figure(low),
    high: figure(high),
    runs,
    runs_made: made,
    unknown_runs: unknownRuns,
    parts: parts.map(({ benchmark, runsLeft, perRun, from }) => ({
      benchmark,
      runs_left: runsLeft,
      per_run: figure(perRun),
      from,
    })),
  };
}

function figure(value: number | undefined): number | null {
  return value === undefined ? null : roundTo(value, decimals);
}
