import { compareText } from '../../core/text/compare-text.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { signedFigure } from '../../core/text/signed-figure.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { UpliftEstimate } from '../../core/uplift/estimate-uplift.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

const mostListed = 15;

/** An estimate of the uplift for a person: the pool, its parts, and which tasks benefit. */
export function upliftReport(estimate: UpliftEstimate, terminal: Terminal): string {
  const { bold, warning, dim } = terminal;
  const { coverage, kind, level } = estimate;
  const percent = `${Number((100 * level).toPrecision(6))}%`;
  const name = `${visibleText(estimate.with, 40)} less ${visibleText(estimate.without, 40)}`;
  return [
    `${bold(visibleText(estimate.plan))}: uplift, ${name}, on ${countOf(coverage.pairs, 'pair')} of ${countOf(coverage.selected, 'selected task')}`,
    verdictOf(estimate),
    [
      bold(`Mean uplift (intervals ${percent})`),
      ...alignColumns([...meanRows(estimate), ...partRows(estimate)]).map((line) => `  ${line}`.trimEnd()),
    ].join('\n'),
    runsText(estimate, terminal),
    perTaskText(estimate, terminal),
    ...listTexts(estimate.tasks ?? [], terminal),
    ...(estimate.warnings.length === 0
      ? []
      : [
          [
            warning(bold(`Warnings (${estimate.warnings.length})`)),
            ...estimate.warnings.map(({ message }) => `  ${visibleText(message, 400)}`),
          ].join('\n'),
        ]),
    dim(
      kind === 'focus'
        ? 'The figures describe the selected tasks, which are no sample: they have no interval for a pool.'
        : `${estimate.parts.some(({ trust }) => trust === 'indicative') ? '* indicative: rests on fewer than 20 tasks. ' : ''}Below 5 tasks no interval is shown.${estimate.tasks === undefined ? '' : ' --json lists every task.'}`,
    ),
  ].join('\n\n');
}

/** What may be said, in one sentence. */
function verdictOf(estimate: UpliftEstimate): string {
  const { uplift, missingCountedAsFailed: failed, beyondBenchmarks: beyond, lists, falseDiscoveryRate } = estimate;
  const here = failed === undefined ? effectOf(uplift) : `With what is missing left out: ${effectOf(uplift)}`;
  const counted = failed === undefined ? '' : ` With what is missing counted as failed: ${effectOf(failed)}.`;
  const there =
    beyond === undefined
      ? ''
      : beyond.interval.low > 0 || beyond.interval.high < 0
        ? ', and other benchmarks are to be expected to follow'
        : '; for other benchmarks nothing is shown';
  if (lists === undefined) return `${here}${there}.${counted}`;
  const [benefits, hurt] = [lists.benefits.length, lists.hurt.length];
  const words = `${countOf(benefits, 'task')} ${benefits === 1 ? 'benefits' : 'benefit'}, ${hurt} ${hurt === 1 ? 'is' : 'are'} hurt, ${lists.cannotTell} undecided`;
  return `${here}${there}.${counted} At a false-discovery rate of ${Number((100 * falseDiscoveryRate).toPrecision(4))}%: ${words}.`;
}

function effectOf({ interval, mean }: Pick<UpliftEstimate['uplift'], 'interval' | 'mean'>): string {
  return interval === undefined
    ? `The mean uplift of these tasks is ${signedFigure(mean)}`
    : interval.low > 0
      ? `The pool gains ${signedFigure(mean)} on average`
      : interval.high < 0
        ? `The pool loses ${signedFigure(mean)} on average`
        : `No effect on the pool is shown (${signedFigure(mean)})`;
}

function meanRows({ uplift, beyondBenchmarks: beyond }: UpliftEstimate): string[][] {
  return [
    ['', 'tasks', 'mean', 'interval', 'median'],
    ['all', ...cellsOf(uplift)],
    ...(beyond === undefined
      ? []
      : [
          [
            'beyond these benchmarks',
            '',
            signedFigure(beyond.mean),
            `${signedFigure(beyond.interval.low)} to ${signedFigure(beyond.interval.high)}`,
            '(benchmarks as units)',
          ],
        ]),
  ];
}

function partRows({ parts }: UpliftEstimate): string[][] {
  return parts.map(({ by, value, trust, ...part }) => [
    `${by} ${visibleText(value === '' ? 'unknown' : value, 40)}${trust === 'indicative' ? ' *' : ''}`,
    ...cellsOf(part),
  ]);
}

function cellsOf({ pairs, mean, interval, median }: UpliftEstimate['uplift']): string[] {
  return [
    String(pairs),
    signedFigure(mean),
    interval === undefined ? 'none' : `${signedFigure(interval.low)} to ${signedFigure(interval.high)}`,
    signedFigure(median),
  ];
}

function runsText({ coverage, artefacts }: UpliftEstimate, { bold }: Terminal): string {
  const { loneZeros, meanWithoutLoneZeros, unequalArms, oneRun, signDepends } = artefacts;
  const lines = [
    `${countOf(coverage.runs.without, 'run')} without, ${formatCount(coverage.runs.with)} with; ${countOf(coverage.repeated, 'task')} with repeats in both arms`,
    ...(loneZeros.tasks === 0
      ? []
      : [
          `Lone zeros among passing repeats: ${loneZeros.without} without, ${loneZeros.with} with; the plain mean without them ${signedFigure(meanWithoutLoneZeros)}`,
        ]),
    ...(unequalArms === 0 ? [] : [`Unequal arms: ${countOf(unequalArms, 'task')}`]),
    ...(oneRun === 0 ? [] : [`One run only in an arm: ${countOf(oneRun, 'task')}`]),
    ...(signDepends.length === 0
      ? []
      : [
          `Sign depends on the estimator: ${signDepends
            .slice(0, 6)
            .map((name) => visibleText(name, 40))
            .join(', ')}${signDepends.length > 6 ? ` and ${signDepends.length - 6} more (--json lists all)` : ''}`,
        ]),
  ];
  return [bold('Runs'), ...lines.map((line) => `  ${line}`)].join('\n');
}

function perTaskText({ noise, shrinkage, perTaskNote }: UpliftEstimate, { bold }: Terminal): string {
  const lines = [
    ...(noise === undefined || shrinkage === undefined ? [] : noiseLines(noise, shrinkage)),
    ...(perTaskNote === undefined ? [] : [perTaskNote]),
  ];
  return [bold('Per task'), ...lines.map((line) => `  ${line}`)].join('\n');
}

function noiseLines(
  noise: NonNullable<UpliftEstimate['noise']>,
  { deviationTasks, deviationBenchmarks }: NonNullable<UpliftEstimate['shrinkage']>,
): string[] {
  const each = noise.reliability
    .map(({ runs, reliability }) => `${(reliability ?? 0).toFixed(2)} with ${countOf(runs, 'run')} per side`)
    .join(', ');
  const from =
    noise.noiseBy === 'assumed' ? 'with the assumed noise' : `measured on ${countOf(noise.tasks, 'task')} with repeats`;
  return [
    `Reliability of a task's uplift: ${each} (${from})`,
    `True uplifts differ by a standard deviation of about ${deviationTasks.toFixed(3)} within benchmarks and ${deviationBenchmarks.toFixed(3)} between them`,
  ];
}

function listTexts(tasks: NonNullable<UpliftEstimate['tasks']>, { bold }: Terminal): string[] {
  return (['benefits', 'hurt'] as const).flatMap((benefit) => {
    const own = tasks
      .filter((task) => task.benefit === benefit)
      .toSorted((a, b) => Math.abs(b.uplift) - Math.abs(a.uplift) || compareText(a.taskId, b.taskId));
    if (own.length === 0) return [];
    const rows = own
      .slice(0, mostListed)
      .map(({ benchmark, taskId, measured, interval, uplift, credibleInterval: { low, high } }) => [
        visibleText(taskId, 50),
        visibleText(benchmark, 30),
        signedFigure(uplift),
        `${signedFigure(low)} to ${signedFigure(high)}`,
        signedFigure(measured),
        `${signedFigure(interval.low)} to ${signedFigure(interval.high)}`,
      ]);
    const heads = ['', '', 'shrunken', 'credible interval', 'measured', 'interval'];
    const more = own.length > mostListed ? [`  and ${own.length - mostListed} more (--json lists all)`] : [];
    const title = benefit === 'benefits' ? 'Tasks that benefit' : 'Tasks that are hurt';
    return [
      [
        bold(`${title} (${own.length}); in new runs, expect the shrunken uplift`),
        ...alignColumns([heads, ...rows]).map((line) => `  ${line}`.trimEnd()),
        ...more,
      ].join('\n'),
    ];
  });
}
