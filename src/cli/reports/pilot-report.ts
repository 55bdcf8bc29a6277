import { defaultVariances } from '../../core/assess/power/planned-variances.js';
import { normalQuantile } from '../../core/statistics/distributions.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { signedFigure } from '../../core/text/signed-figure.js';
import { visibleText } from '../../core/text/visible-text.js';
import { enoughTasks } from '../../core/uplift/paired-tasks.js';
import type { Pilot } from '../../core/uplift/pilot.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

const mostBenchmarks = 20;
const mostWarnings = 8;

/** A pilot for a person: what to run, what the budget could buy instead, and from where the tasks are. */
export function pilotReport(pilot: Pilot, goalWords: string, terminal: Terminal): string {
  const { bold, dim, warning } = terminal;
  const { design, budget, benchmarks } = pilot;
  const times = design.repeats === 1 ? 'once' : `${design.repeats} times`;
  const eligible = benchmarks.reduce((sum, own) => sum + own.eligible, 0);
  return [
    `${bold(visibleText(pilot.plan))}: ${bold(`${formatCount(design.tasks)} of ${countOf(eligible, 'task')}`)}, each ${bold(times)} in each of two arms: ${countOf(design.runs, 'run')}`,
    `The pilot is for ${goalWords}, with a budget of ${visibleText(budget.text, 40)}${usedText(budget)}. The tasks are drawn at random, so that results represent the pool.`,
    expectedText(pilot),
    [
      bold('Tasks or repeats?'),
      ...tableLines(pilot),
      dim(
        '  With fewer than two tasks of each benchmark a pilot would not represent the pool: such rows are left out.',
      ),
    ].join('\n'),
    noiseText(pilot),
    [
      `${bold('Benchmark')} ${dim('(tasks / eligible)')}`,
      ...alignColumns(
        benchmarks
          .slice(0, mostBenchmarks)
          .map(({ name, tasks, eligible: all, strata }) => [
            visibleText(name, 40),
            `${formatCount(tasks)} / ${formatCount(all)}`,
            strata === undefined ? '' : `in proportion by ${visibleText(strata, 40)}`,
          ]),
        { indent: '  ' },
      ).map((line) => line.trimEnd()),
      ...(benchmarks.length > mostBenchmarks
        ? [`  and ${benchmarks.length - mostBenchmarks} more (--json lists all)`]
        : []),
    ].join('\n'),
    ...(pilot.poolNotes.length === 0
      ? []
      : [dim(`${countOf(pilot.poolNotes.length, 'note')} on the pool and its scores (--json lists them)`)]),
    ...(pilot.warnings.length === 0
      ? []
      : [
          [
            warning(bold(`Warnings (${pilot.warnings.length})`)),
            ...pilot.warnings.slice(0, mostWarnings).map(({ message }) => `  ${visibleText(message, 400)}`),
            ...(pilot.warnings.length > mostWarnings
              ? [`  and ${pilot.warnings.length - mostWarnings} more (--json lists all)`]
              : []),
          ].join('\n'),
        ]),
  ].join('\n\n');
}

function usedText({ unit, used }: Pilot['budget']): string {
  if (unit === 'runs') return '';
  return unit === 'usd' ? `, of which $${used.toFixed(2)} are used` : `, of which ${(used / 3600).toFixed(1)} are used`;
}

function expectedText(pilot: Pilot): string {
  const { design, falseDiscoveryRate: rate, noise } = pilot;
  const measured = `± ${design.halfWidth.toFixed(3)} (95% interval)`;
  const mean =
    noise.from === 'results'
      ? measured
      : `${measured} where runs earn partial credit as in CodeScaleBench, ± ${passFailHalfWidth(pilot).toFixed(3)} where they only pass or fail`;
  if (design.found === undefined || design.topQuarter === undefined) {
    const why = design.repeats === 1 ? 'each task runs once per side' : `it has fewer than ${enoughTasks} tasks`;
    return [
      `Expected: the mean uplift to ${mean}.`,
      `The results will have no per-task list, because ${why}. For one, use at least ${enoughTasks} tasks and --repeats 2 or more, or --goal find.`,
    ].join('\n');
  }
  return [
    `Expected: the mean uplift to ${mean};`,
    `  a task's uplift with reliability ${design.reliability.toFixed(2)};`,
    `  ${design.found.toFixed(1)} tasks listed as benefiting at a false-discovery rate of ${Number((100 * rate).toPrecision(4))}%; the quarter with the largest uplift has ${signedFigure(design.topQuarter)}, all ${signedFigure(noise.meanUplift)}.`,
  ].join('\n');
}

function tableLines({ rows }: Pilot): readonly string[] {
  return alignColumns(
    [
      ['', 'runs per side', 'tasks', 'runs', 'mean ±', 'reliability', 'found', 'best quarter'],
      ...rows.map((row) => [
        row.chosen ? '>' : '',
        String(row.repeats),
        formatCount(row.tasks),
        formatCount(row.runs),
        row.halfWidth.toFixed(3),
        row.reliability.toFixed(2),
        row.found === undefined ? 'no list' : row.found.toFixed(1),
        row.topQuarter === undefined ? '' : signedFigure(row.topQuarter),
      ]),
    ],
    { indent: '  ' },
  ).map((line) => line.trimEnd());
}

/** The variance of a run that passes or fails, as the power of a comparison assumes it. */
const passFailVariance = defaultVariances.within / 2;

/** Half of the interval of the mean where runs only pass or fail, for a pilot designed from published rewards. */
function passFailHalfWidth({ noise, design }: Pilot): number {
  // What their noise adds to the variance of the mean, beyond that of the published rewards.
  const more =
    (2 * passFailVariance - noise.runVarianceWithout - noise.runVarianceWith) / (design.repeats * design.tasks);
  return Math.sqrt(design.halfWidth ** 2 + normalQuantile(0.975) ** 2 * more);
}

function noiseText(pilot: Pilot): string {
  const { noise } = pilot;
  const figures = `a run varies by a standard deviation of ${deviation(noise.runVarianceWithout)} without and ${deviation(noise.runVarianceWith)} with what is tried, true uplifts by ${deviation(noise.varianceOfUplift)}`;
  if (noise.from === 'results') return `Noise, measured on ${countOf(noise.pairs, 'earlier pair')}: ${figures}.`;
  const why =
    noise.pairs === 0
      ? 'Earlier pairs of your own tell better: --pairs RESULTS --uplift with=NAME,without=NAME.'
      : `Of ${countOf(noise.pairs, 'earlier pair')} fewer than 20 have two runs in both arms, which it takes to measure it.`;
  return (
    `Noise, published for CodeScaleBench (285 tasks): ${figures}. Its rewards have partial credit. Runs that only pass or fail vary ` +
    `by about ${deviation(passFailVariance)} (Terminal-Bench 2): the mean is then known to ± ${passFailHalfWidth(pilot).toFixed(3)}. ${why}`
  );
}

function deviation(variance: number): string {
  return Math.sqrt(variance).toFixed(2);
}
