import { countOf, formatCount, type PowerAssessment, visibleText } from '../../index.js';
import type { Terminal } from '../terminal/terminal.js';
import type { PartAnswer } from './assess-part.js';
import { budgetTable, detectableTable, neededTable, pairTable, wantedLines } from './power-tables.js';
import { basisWords, foundWords, goalWords, inPoints, percentRange, runWords, shareRange } from './power-words.js';

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
  const found = foundWords({
    low: overall.planned.low ?? overall.exact?.low,
    high: overall.planned.high ?? overall.exact?.high,
  });
  const goal = goalWords(assessment);
  if (wanted !== undefined && overall.powerForWanted !== undefined) {
    const chance = percentRange(overall.powerForWanted);
    const isEnough = powerGrade(assessment) === 'good';
    const short = isEnough ? '' : `: too few, it takes ${neededRange(assessment, wanted)}`;
    return `${tasks}, find a difference of ${inPoints(wanted)} points${basisWords(assessment)} with a chance of ${chance}${short}${untestable}.`;
  }
  if (found === undefined) return `${tasks}, cannot find any difference (${goal})${untestable}.`;
  return `${tasks}, find a difference of ${found}${basisWords(assessment)} (${goal})${untestable}.`;
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

function howAssumed({ discordance: { low, high, from, pairs, partial } }: PowerAssessment): string {
  const used = pairs.filter(({ use }) => use === 'used').length;
  const whose = {
    option: 'given',
    results: `from ${countOf(used, 'pair')} of configurations in the results${used >= 4 ? ', quartiles' : ''}`,
    default: 'assumed',
  }[from];
  const range = shareRange({ low, high });
  const what = partial
    ? 'Mean squared difference of two single runs'
    : 'Discordance (tasks that only one of two configurations solves)';
  return `${what}: ${range}, ${whose}`;
}

function untestableLines({ phases, merging, repeats }: PowerAssessment, { bold, dim }: Terminal): string[] {
  const none = phases.filter(({ testable }) => testable === 'no');
  if (none.length === 0 && merging.groups.length === 0) return [];
  const names = none.map(({ name, tasks }) => `${visibleText(name, 40)} (${tasks})`).join(', ');
  const aim = merging.difference === undefined ? 'any difference' : `${inPoints(merging.difference)} points`;
  const lines = merging.groups.map(
    ({ phases: merged, tasks, detectable }) =>
      `  together ${countOf(tasks, 'task')}, ${foundWords(detectable) ?? 'none'}: ${merged.map((name) => visibleText(name, 40)).join(' + ')}`,
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
            `  To find ${aim} it takes ${countOf(merging.needed, 'task')}, ${runWords(repeats)}; merging the small ones does not get there, short of taking all phases together.`,
          ];
  return [
    [
      bold(none.length === 0 ? 'Phases' : `Untestable alone (${countOf(none.length, 'phase')})`),
      ...(names === '' ? [] : [`  ${names}`]),
      ...suggestion,
    ].join('\n'),
  ];
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
