import type { ConfigurationProgress, Forecast, RunProgress } from '../../core/progress/run-progress.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** RunProgress for a person: what is done, what is left, what it will cost and take. */
export function statusReport(progress: RunProgress, { bold, dim, warning }: Terminal): string {
  const { plan, selected, repeat, configurations, warnings, level } = progress;
  const hasRetries = configurations.some(({ retried }) => retried > 0);
  const rows = configurations.map(({ name, done, short, errored, missing, runsLeft, retried }) => [
    visibleText(name, 60),
    ...[done, short, errored, missing, runsLeft].map(formatCount),
    ...(hasRetries ? [formatCount(retried)] : []),
  ]);
  const percent = `${Number((100 * level).toPrecision(6))}%`;
  return [
    `${bold(visibleText(plan))}: ${countOf(selected, 'selected task')}, ${countOf(repeat, 'run')} of each`,
    alignColumns([
      [
        'configuration',
        'tasks done',
        'tasks short of repeats',
        'tasks errored',
        'tasks missing',
        'runs left',
        ...(hasRetries ? ['runs retried'] : []),
      ],
      ...rows,
    ]).join('\n'),
    ...configurations.filter(({ runsLeft }) => runsLeft > 0).map((each) => restOf(each, percent, bold)),
    ...(warnings.length === 0
      ? []
      : [
          [
            warning(bold(`Warnings (${warnings.length})`)),
            ...warnings.map(({ message }) => `  ${visibleText(message, 400)}`),
          ].join('\n'),
        ]),
    ...(configurations.some(({ costUsd, durationMs }) => (costUsd?.low ?? durationMs?.low) !== undefined)
      ? [dim(`Intervals: ${percent}, for the total of the runs to come, if they are like those before.`)]
      : []),
  ].join('\n\n');
}

function restOf(
  { name, open, costUsd: cost, durationMs: time, budget }: ConfigurationProgress,
  percent: string,
  bold: Terminal['bold'],
): string {
  const [next] = open;
  const lines = [
    bold(`${visibleText(name)}, the rest`),
    cost === undefined
      ? '  cost: unknown; neither the results nor the plan tell it (--cost-per-run)'
      : `  cost: ${total(cost, dollars)}; ${spentWords(cost)}`,
    time === undefined
      ? '  time: unknown (--seconds-per-run)'
      : `  time: ${total(time, duration)}, one run after the other`,
    ...(budget === undefined
      ? []
      : [
          `  ${dollars(budget.budgetUsd)} pay for ${countOf(budget.tasks, 'task')} of ${formatCount(open.length)}, ${countOf(budget.runs, 'run')}${
            budget.surely === undefined ? '' : `; ${formatCount(budget.surely)} also at the upper end of ${percent}`
          }${budget.unknownTasks === 0 ? '' : `; the cost of ${countOf(budget.unknownTasks, 'task')} is unknown`}`,
        ]),
    ...(next === undefined ? [] : [`  next: ${visibleText(`${next.benchmark}/${next.taskId}`, 200)} (${next.state})`]),
  ];
  return lines.join('\n');
}

/** "about $12.30 ($9.10 to $15.50), from 80 runs". */
function total(
  { expected, low, high, runs, unknownRuns, parts }: Forecast,
  written: (value: number) => string,
): string {
  const spread = low === undefined || high === undefined ? '' : ` (${written(low)} to ${written(high)})`;
  const own = parts.filter(({ from }) => from === 'own').length;
  const isPlanned = parts.some(({ from }) => from === 'plan');
  const how =
    runs === 0
      ? `as ${isPlanned ? 'the plan gives' : 'given'} for a run`
      : `from ${countOf(runs, 'run')}${own > 0 && parts.length > 1 ? `, by benchmark for ${own} of ${parts.length}` : ''}`;
  const unknown = unknownRuns === 0 ? '' : `, without ${countOf(unknownRuns, 'run')} for which it is unknown`;
  return `about ${written(expected)}${spread}, ${how}${unknown}`;
}

/** "$12 so far", and of how many runs the results tell it. */
function spentWords({ spent, runsMade: made, runs }: Forecast): string {
  if (spent === undefined) return `${countOf(made, 'run')} so far at an unknown cost: the results do not tell it`;
  return `${dollars(spent)} so far${runs < made ? `, by the ${countOf(runs, 'run')} of ${formatCount(made)} that tell it` : ''}`;
}

function dollars(value: number): string {
  return `$${value < 10 ? value.toFixed(2) : formatCount(Math.round(value))}`;
}

function duration(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (minutes < 1) return `${Math.round(milliseconds / 1000)} s`;
  if (minutes < 100) return `${Math.round(minutes)} min`;
  return `${(minutes / 60).toFixed(1)} h`;
}
