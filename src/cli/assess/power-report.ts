import { type AtEnds, countOf, formatCount, type PowerAssessment, type PowerRow, visibleText } from '../../index.js';
import { alignColumns } from '../align-columns.js';
import type { Terminal } from '../terminal.js';
import type { PartAnswer } from './assess-part.js';
import { foundCell, foundWords, goalWords, inPoints, runWords } from './power-words.js';

/** Below this a comparison finds what matters in practice, where nobody says what that is. */
const fineDifference = 0.1;

/** Good when the wanted difference is found whatever the discordance; without one, when a tenth is. */
export function powerGrade({ overall, wanted, power }: PowerAssessment): PartAnswer['grade'] {
  const { low, high } = overall.planned;
  if (wanted === undefined) return Math.max(low ?? 1, high ?? 1) <= fineDifference ? 'good' : 'look';
  const { powerForWanted } = overall;
  return powerForWanted !== undefined && Math.min(powerForWanted.low, powerForWanted.high) >= power ? 'good' : 'look';
}

/** What the tasks find, what they do not, in one sentence. */
export function powerVerdict(assessment: PowerAssessment): string {
  const { overall, phases, repeats, wanted } = assessment;
  const tasks = `${countOf(overall.tasks, 'task')}, ${runWords(repeats)}`;
  const none = phases.filter(({ testable }) => testable === 'no').length;
  const untestable = none === 0 ? '' : `; ${none} of ${countOf(phases.length, 'phase')} cannot be tested alone`;
  const found = foundWords(overall.planned);
  const goal = goalWords(assessment);
  if (wanted !== undefined && overall.powerForWanted !== undefined) {
    const chance = percentRange(overall.powerForWanted);
    const isEnough = powerGrade(assessment) === 'good';
    const short = isEnough ? '' : `: too few, it takes ${neededRange(assessment, wanted)}`;
    return `${tasks}, find a difference of ${inPoints(wanted)} points with a chance of ${chance}${short}${untestable}.`;
  }
  if (found === undefined) return `${tasks}, cannot find any difference (${goal})${untestable}.`;
  return `${tasks}, find a difference of ${found} points (${goal})${untestable}.`;
}

/** A power assessment for a person: what is found, where, what less would take, tasks or repeats. */
export function powerReport(
  plan: string,
  assessment: PowerAssessment,
  whyNone: string | undefined,
  terminal: Terminal,
) {
  const { bold, dim } = terminal;
  return [
    `${bold(visibleText(plan))}: ${powerVerdict(assessment)}`,
    dim(howAssumed(assessment)),
    detectableTable(assessment, terminal),
    ...wantedLines(assessment, terminal),
    ...untestableLines(assessment, terminal),
    neededTable(assessment, terminal),
    budgetTable(assessment, terminal),
    ...pairTable(assessment, terminal),
    noteLines([...assessment.notes, ...(whyNone === undefined ? [] : [`No result was used: ${whyNone}`])], terminal),
  ].join('\n\n');
}

function howAssumed({ discordance: { low, high, from, pairs } }: PowerAssessment): string {
  const used = pairs.filter(({ use }) => use === 'used').length;
  const whose = {
    option: 'given',
    results: `from ${countOf(used, 'pair')} of configurations in the results${used >= 4 ? ', quartiles' : ''}`,
    default: 'assumed',
  }[from];
  const range = low === high ? share(low) : `${share(low)} to ${share(high)}`;
  return `Discordance (tasks that only one of two configurations solves): ${range}, ${whose}`;
}

function detectableTable({ overall, phases, benchmarks, repeats }: PowerAssessment, { bold, dim }: Terminal): string {
  const hasExact = overall.exact !== undefined || [...phases, ...benchmarks].some(({ exact }) => exact !== undefined);
  const isWeighted = [overall, ...benchmarks].some(({ size, tasks }) => size !== tasks);
  const row = (each: PowerRow, indent: string) => [
    `  ${indent}${visibleText(each.name, 40)}`,
    formatCount(each.tasks),
    ...(isWeighted ? [each.size.toFixed(1)] : []),
    ...(repeats > each.detectable.length ? [foundCell(each.planned)] : []),
    ...each.detectable.slice(0, 1).map(foundCell),
    ...(hasExact ? [each.exact === undefined ? '' : foundCell(each.exact)] : []),
    ...each.detectable.slice(1).map(foundCell),
  ];
  const heads = [
    '',
    'tasks',
    ...(isWeighted ? ['worth'] : []),
    ...(repeats > overall.detectable.length ? [`${repeats} runs`] : []),
    '1 run',
    ...(hasExact ? ['exact'] : []),
    ...overall.detectable.slice(1).map((_, i) => countOf(i + 2, 'run')),
  ];
  const lines = alignColumns([
    heads,
    row(overall, ''),
    ...(phases.length > 1 ? [['  by phase'], ...phases.map((each) => row(each, '  '))] : []),
    ...(benchmarks.length > 1 ? [['  by benchmark'], ...benchmarks.map((each) => row(each, '  '))] : []),
  ]);
  const [head = '', ...rest] = lines;
  const explained = [
    '  a..b: at the lower and the higher end of what is assumed; -: none, not even if all tasks that differ favoured one side',
    '  1 run: McNemar, by formula and exact (mid-p); more runs: t test of the means over the runs',
  ];
  return [bold('Smallest detectable difference, in points'), dim(head), ...rest, ...explained.map(dim)].join('\n');
}

function wantedLines({ wanted, phases, benchmarks, overall }: PowerAssessment, { bold }: Terminal): string[] {
  if (wanted === undefined) return [];
  const rows = [overall, ...(phases.length > 1 ? phases : []), ...(benchmarks.length > 1 ? benchmarks : [])].map(
    ({ name, powerForWanted }) => [
      `  ${visibleText(name, 40)}`,
      powerForWanted === undefined ? '' : percentRange(powerForWanted),
    ],
  );
  return [[bold(`Chance to find ${inPoints(wanted)} points`), ...alignColumns(rows)].join('\n')];
}

function untestableLines({ phases, merging, repeats }: PowerAssessment, { bold, dim }: Terminal): string[] {
  const none = phases.filter(({ testable }) => testable === 'no');
  if (none.length === 0 && merging.groups.length === 0) return [];
  const names = none.map(({ name, tasks }) => `${visibleText(name, 40)} (${tasks})`).join(', ');
  const aim = merging.difference === undefined ? 'any difference' : `${inPoints(merging.difference)} points`;
  const lines = merging.groups.map(
    ({ phases: merged, tasks, detectable }) =>
      `  together ${countOf(tasks, 'task')}, ${foundWords(detectable) ?? 'none'} points: ${merged.map((name) => visibleText(name, 40)).join(' + ')}`,
  );
  const suggestion =
    lines.length > 0
      ? [
          `  To find ${aim} it takes ${countOf(merging.needed, 'task')}, ${runWords(repeats)}. By numbers alone, these could be merged:`,
          ...lines,
          dim('  Whether they belong together is yours to say, before the runs.'),
        ]
      : phases.length < 2
        ? []
        : [
            `  To find ${aim} it takes ${countOf(merging.needed, 'task')}, ${runWords(repeats)}; no merging short of all phases gives that many.`,
          ];
  return [
    [
      bold(none.length === 0 ? 'Phases' : `Untestable alone (${countOf(none.length, 'phase')})`),
      ...(names === '' ? [] : [`  ${names}`]),
      ...suggestion,
    ].join('\n'),
  ];
}

function neededTable({ needed, eligible }: PowerAssessment, { bold, dim }: Terminal): string {
  const cell = ({ low, high }: AtEnds<number>) => {
    const [least, most] = [Math.min(low, high), Math.max(low, high)];
    return `${least === most ? formatCount(least) : `${formatCount(least)}..${formatCount(most)}`}${least > eligible ? '*' : ''}`;
  };
  const rows = needed.map(({ difference, tasks }) => [`  ${inPoints(difference)} points`, ...tasks.map(cell)]);
  const heads = ['', ...(needed[0]?.tasks ?? []).map((_, i) => countOf(i + 1, 'run'))];
  const [head = '', ...lines] = alignColumns([heads, ...rows]);
  const more = lines.some((line) => line.includes('*'))
    ? [dim(`  * more than the ${formatCount(eligible)} tasks there are to select from`)]
    : [];
  return [bold('Tasks that a difference needs'), dim(head), ...lines, ...more].join('\n');
}

function budgetTable({ budget, variances }: PowerAssessment, { bold, dim }: Terminal): string {
  const { runs, ways, twoRunsPayFrom: pay, best } = budget;
  const rows = ways.map(({ repeats, tasks, possible, standardError: { low, high } }) => [
    `  ${countOf(tasks, 'task')} x ${countOf(repeats, 'run')}`,
    low === high ? low.toFixed(3) : `${low.toFixed(3)}..${high.toFixed(3)}`,
    possible ? '' : 'more tasks than there are',
  ]);
  const advice = [
    variances.low.effect === 0
      ? '  In these results more runs of the same tasks do as much as more tasks; beyond these tasks, more tasks do more.'
      : `  More tasks do more than more repeats, unless a task by itself costs more than ${range(pay)} of a run of it under all configurations.`,
    ...(best === undefined
      ? []
      : [
          `  With your costs, ${wholeRange(best)} of each task find most for the money (unrounded ${range({ low: best.low.exact, high: best.high.exact })}).`,
        ]),
  ];
  const title = `More tasks or more repeats? The standard error of ${countOf(runs, 'run')} of each configuration`;
  return [bold(title), ...alignColumns(rows), ...(best === undefined ? advice.map(dim) : advice)].join('\n');
}

function wholeRange({ low, high }: NonNullable<PowerAssessment['budget']['best']>): string {
  const [least, most] = [Math.min(low.whole, high.whole), Math.max(low.whole, high.whole)];
  return least === most ? countOf(least, 'run') : `${least} to ${most} runs`;
}

const mostPairs = 10;

function pairTable({ discordance: { pairs } }: PowerAssessment, { bold, dim }: Terminal): string[] {
  if (pairs.length === 0) return [];
  const rows = pairs
    .slice(0, mostPairs)
    .map(({ a, b, tasks, discordance, use }) => [
      `  ${visibleText(a, 40)} - ${visibleText(b, 40)}`,
      share(discordance),
      countOf(tasks, 'task'),
      use === 'used' ? '' : `not used: ${use}`,
    ]);
  const more = pairs.length > mostPairs ? [dim(`  and ${pairs.length - mostPairs} more (--json lists all)`)] : [];
  return [[bold('Discordance in the results'), ...alignColumns(rows), ...more].join('\n')];
}

function noteLines(notes: readonly string[], { bold, warning }: Terminal): string {
  return [warning(bold(`Notes (${notes.length})`)), ...notes.map((note) => `  ${visibleText(note, 600)}`)].join('\n');
}

function neededRange({ needed, repeats, overall, ...rest }: PowerAssessment, wanted: number): string {
  const found = needed.find(({ difference }) => difference === wanted)?.tasks[repeats - 1];
  if (found === undefined) return `more (${goalWords({ needed, repeats, overall, ...rest })})`;
  const [least, most] = [Math.min(found.low, found.high), Math.max(found.low, found.high)];
  return least === most ? countOf(least, 'task') : `${formatCount(least)} to ${formatCount(most)} tasks`;
}

function percentRange({ low, high }: AtEnds<number>): string {
  const [least, most] = [Math.min(low, high), Math.max(low, high)].map((value) => String(Math.round(100 * value)));
  return least === most ? `${least}%` : `${least} to ${most}%`;
}

function range({ low, high }: AtEnds<number>): string {
  return low === high ? share(low) : `${share(low)} to ${share(high)}`;
}

const share = (value: number) => (Number.isFinite(value) ? String(Number(value.toFixed(3))) : 'any number');
