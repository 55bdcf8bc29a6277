import {
  line,
  quietLine,
  type Row,
  type Section,
  tableBy,
  tableOf,
  titled,
  verdictLine,
  wordColumn,
} from '../../blocks/blocks.js';
import { compact } from '../../lists/lists.js';
import { countOf, formatCount, inPoints, joinWords, visibleText } from '../../text/words.js';
import type { PoolResults } from '../question/pool-results.js';
import type { Grade } from '../question/question.js';
import { type AtEnds, defaultVariances } from './comparison.js';
import type { PowerAssessment, PowerRow } from './power.js';
import { curveSection, curveWords, runWords } from './power-curves.js';

const share = (value: number) => (Number.isFinite(value) ? String(Number(value.toFixed(3))) : 'any number');

function inOrder({ low, high }: AtEnds<number>): readonly [number, number] {
  return [Math.min(low, high), Math.max(low, high)];
}

/** For example "0.21 to 0.4", or one figure if both ends look the same. */
function rangeWords(ends: AtEnds<number>, words: (value: number) => string, to = ' to '): string {
  const [least = '', most = ''] = inOrder(ends).map(words);
  return least === most ? least : `${least}${to}${most}`;
}

export function shareRange(ends: AtEnds<number>): string {
  return rangeWords(ends, share);
}

/** For example "42 to 58%". A value below 1 never rounds up to 100. */
function percentRange(ends: AtEnds<number>): string {
  const percent = (value: number) =>
    value < 1 && Math.round(100 * value) === 100 ? 'over 99' : Math.round(100 * value);
  return `${rangeWords(ends, (value) => String(percent(value)))}%`;
}

/** For example "12.8 to 15.7 points", "14.3 points" or "30.0 points at best"; undefined if neither end detects any. */
export function foundWords({ low, high }: AtEnds<number | undefined>): string | undefined {
  const known = low ?? high;
  if (known === undefined) return undefined;
  if (low === undefined || high === undefined) return `${inPoints(known)} points at best`;
  return `${rangeWords({ low, high }, inPoints)} points`;
}

export function foundCell({ low, high }: AtEnds<number | undefined>): string {
  if (low === undefined && high === undefined) return '-';
  const [first, second] = [low, high].map((value) => (value === undefined ? 'none' : inPoints(value)));
  return first === second ? (first ?? '-') : `${first}–${second}`;
}

/** A detectable difference up to this grades as good, unless the caller names one. */
const fineDifference = 0.1;

/** Good if the wanted difference, or else 10 points, is detected at both ends of the assumptions. */
export function powerGrade({ overall, wantedDifference, power }: PowerAssessment): Grade {
  const { low, high } = overall.detectable;
  if (wantedDifference === undefined) return Math.max(low ?? 1, high ?? 1) <= fineDifference ? 'good' : 'look';
  const { low: least = 0, high: most = 0 } = overall.powerForWanted ?? {};
  return Math.min(least, most) >= power ? 'good' : 'look';
}

export function powerVerdict(assessment: PowerAssessment): string {
  const { overall, phases = [], repeats, wantedDifference: wanted } = assessment;
  const tasks = `With ${repeats === 1 ? 'one run' : `${repeats} runs`} each, ${countOf(overall.tasks, 'task')}`;
  const none = phases.filter(({ testable }) => testable === 'no').length;
  const small = `${none} of ${countOf(phases.length, 'phase')} ${none === 1 ? 'is' : 'are'}`;
  const untestable = none === 0 ? '' : ` ${small} too small to test separately.`;
  const basis = basisWords(assessment);
  const chance = overall.powerForWanted;
  if (wanted !== undefined && chance !== undefined) {
    const isEnough = powerGrade(assessment) === 'good';
    const short = isEnough ? '' : ` That is too low; you need ${neededRange(assessment, wanted)}.`;
    const given = basis === undefined ? '' : ` (${basis})`;
    return `${tasks} can detect a difference of ${inPoints(wanted)} points${given} with ${percentRange(chance)} power.${short}${untestable}`;
  }
  const found = foundWords(overall.detectable);
  if (found === undefined) return `${tasks} can't detect any difference (${goalWords(assessment)}).${untestable}`;
  const terms = compact([goalWords(assessment), basis]).join(', ');
  return `${tasks} can detect a difference of ${found} (${terms}).${untestable}`;
}

function neededRange(assessment: PowerAssessment, wanted: number): string {
  const { tasksNeeded, repeats } = assessment;
  const found = tasksNeeded.find(({ difference }) => difference === wanted)?.byRepeats[repeats - 1];
  if (found === undefined) return `more tasks (${goalWords(assessment)})`;
  return `${rangeWords(found, formatCount)} ${inOrder(found)[1] === 1 ? 'task' : 'tasks'}`;
}

/** The assumption behind single-run figures, such as "discordance 0.21 to 0.4"; undefined for repeated runs. */
function basisWords({ discordance, repeats }: PowerAssessment): string | undefined {
  const { partialRewards, from } = discordance;
  if (repeats > 1) return undefined;
  if (partialRewards) return 'mean rewards varying as in the results';
  const whose = from === 'results' ? ' as in the results' : from === 'earlier' ? ' as in earlier systems' : '';
  return `discordance ${curveWords(discordance)}${whose}`;
}

function goalWords({ power, alpha, contrasts, level }: PowerAssessment): string {
  const each = contrasts === 1 ? '' : ` split over ${contrasts} comparisons (${Number(level.toPrecision(3))} each)`;
  return `${Number((100 * power).toFixed(2))}% power, alpha ${alpha}${each}`;
}

type Facts = Omit<PowerAssessment, 'notes'>;

export function powerNotes(facts: Facts, results: PoolResults | undefined): readonly string[] {
  const { contrasts } = facts;
  return compact([
    ...discordanceNotes(facts, results),
    ...varianceNotes(facts),
    scopeNote(facts),
    contrasts > 1 &&
      `Alpha is split over all ${countOf(contrasts, 'pair')} of systems. If you compare systems only with a baseline, divide --alpha by the number of comparisons instead.`,
  ]);
}

function discordanceNotes({ discordance, wantedDifference = 0 }: Facts, results: PoolResults | undefined): string[] {
  const { from, pairs, partialRewards, low, slope } = discordance;
  const unused = (reason: string) =>
    joinWords(pairs.filter(({ use }) => use === reason).map(({ a, b }) => `${a} vs ${b}`));
  const [few, alike] = [unused('too few tasks'), unused('all alike')];
  return compact([
    from === 'default' &&
      'The discordance is assumed. Among pairs of systems, its quartiles were 0.21, 0.27 and 0.36 on SWE-bench Verified and 0.23, 0.29 and 0.40 on Terminal-Bench 2. Yours may differ: set --discordance, or give --results of two systems.',
    from === 'earlier' &&
      'The discordance is fitted to all pairs of the stronger earlier systems on this pool, and it grows with the difference. To replace it, set --discordance or give --results of two systems.',
    from === 'default' &&
      results !== undefined &&
      results.configurations.length < 2 &&
      'The results contain only one system, so they do not show how often two systems disagree.',
    few !== '' && `Not used for the discordance (fewer than 20 scored tasks in common): ${few}.`,
    alike !== '' && `Not used for the discordance (identical results): ${alike}.`,
    partialRewards &&
      'The results contain rewards between 0 and 1. Differences are therefore between mean rewards, the mean squared difference replaces the discordance, and power uses a normal approximation.',
    wantedDifference > low + slope * wantedDifference &&
      !partialRewards &&
      'The wanted difference is larger than the assumed discordance, so Winnow raises the discordance to match.',
  ]);
}

function varianceNotes({ variances }: Facts): string[] {
  const { effect, within } = defaultVariances;
  const noiseShare = (at: number) => ((100 * within) / (within + at)).toFixed(0);
  return compact([
    variances.within.from === 'default' &&
      `Figures for more than one run assume a run variance of ${within / 2} (two identical systems then disagree on ${(100 * within).toFixed(0)}% of tasks). To measure it, run 20 tasks twice.`,
    variances.within.from === 'discordance' &&
      `Figures for more than one run assume that ${noiseShare(effect.high)} to ${noiseShare(effect.low)}% of the discordance is run-to-run noise. To measure it, run 20 tasks twice.`,
    variances.effect.from === 'default' &&
      `They also assume that the true difference varies between tasks with a variance of ${effect.low} to ${effect.high}.`,
    (variances.effect.low === 0 || variances.effect.high === 0) &&
      'In these results, differences vary between tasks no more than run-to-run noise explains.',
  ]);
}

function scopeNote({ kind, overall, benchmarks }: Facts): string {
  const isOther = Math.abs(overall.size - overall.effectiveSize) >= 0.05;
  const worth = isOther ? `, worth ${overall.size.toFixed(1)} random tasks thanks to earlier results` : '';
  if (kind === 'representative')
    return `Figures are for the weighted comparison, which represents the pool (${countOf(overall.tasks, 'task')}, effective n ${overall.effectiveSize.toFixed(1)}${worth}). There is no finite-population correction, because a finite pool does not reduce run-to-run noise.`;
  const isWeighted = benchmarks.some(({ size, tasks }) => size !== tasks);
  const weighted = isWeighted ? ' Benchmarks drawn at random are weighted.' : '';
  return `The tasks were chosen by rank, so a difference found here holds for these tasks, not for the pool.${weighted}`;
}

const mostPairs = 10;

export function powerSections(plan: string, assessment: PowerAssessment) {
  const opening = verdictLine(plan, powerVerdict(assessment), Infinity);
  return [
    { blocks: [opening, quietLine(howAssumed(assessment), { apart: true })] },
    detectableSection(assessment),
    wantedSection(assessment),
    curveSection(assessment),
    untestableSection(assessment),
    neededSection(assessment),
    budgetSection(assessment),
    pairSection(assessment),
  ];
}

function howAssumed({ discordance }: PowerAssessment): string {
  const { from, pairs, partialRewards } = discordance;
  const used = pairs.filter(({ use }) => use === 'used').length;
  const whose = {
    option: 'given',
    results: `${discordance.slope > 0 ? 'fitted to' : used >= 4 ? 'quartiles of' : 'from'} ${countOf(used, 'pair')} of systems in the results`,
    earlier: 'from earlier systems on this pool',
    default: 'assumed',
  }[from];
  const what = partialRewards
    ? 'Mean squared difference between single runs of two systems'
    : 'Discordance (share of tasks that only one of two systems solves)';
  return `${what}: ${curveWords(discordance)}, ${whose}`;
}

function detectableSection({ overall, phases = [], benchmarks, repeats, discordance }: PowerAssessment): Section {
  const isWeighted = [overall, ...benchmarks].some(({ effectiveSize, tasks }) => effectiveSize !== tasks);
  const isBeyond = repeats > overall.detectableByRepeats.length;
  const columns = [
    wordColumn('tasks in', ''),
    wordColumn('tasks'),
    ...(isWeighted ? [wordColumn('effective n')] : []),
    ...(isBeyond ? [wordColumn(`${repeats} runs`)] : []),
    ...overall.detectableByRepeats.map((each) => wordColumn(countOf(each.repeats, 'run'))),
  ];
  const rowOf = (each: PowerRow, level: number): Row => ({
    cells: [
      visibleText(each.name, 40),
      formatCount(each.tasks),
      ...(isWeighted ? [each.effectiveSize.toFixed(1)] : []),
      ...(isBeyond ? [foundCell(each.detectable)] : []),
      ...each.detectableByRepeats.map(foundCell),
    ],
    level,
  });
  const part = (name: string, rows: readonly PowerRow[]): readonly Row[] =>
    rows.length > 1
      ? [{ cells: columns.map((_, at) => (at === 0 ? name : '')) }, ...rows.map((each) => rowOf(each, 1))]
      : [];
  const rows = [rowOf(overall, 0), ...part('by phase', phases), ...part('by benchmark', benchmarks)];
  return titled(
    tableOf('Smallest detectable difference, in points', columns, rows),
    quietLine('a–b: range over the assumptions; -: too few tasks to detect any difference'),
    quietLine(
      discordance.partialRewards
        ? '1 run: sign-flip test; more runs: t test of the task means'
        : '1 run: sign-flip test (McNemar mid-p if all tasks have the same weight); more runs: t test of the task means',
    ),
  );
}

function wantedSection({ wantedDifference: wanted, phases = [], benchmarks, overall }: PowerAssessment) {
  if (wanted === undefined) return undefined;
  const rows = [overall, ...(phases.length > 1 ? phases : []), ...(benchmarks.length > 1 ? benchmarks : [])];
  const table = tableBy(`Probability of detecting ${inPoints(wanted)} points`, rows, [
    [wordColumn('tasks in', ''), ({ name }) => visibleText(name, 40)],
    [wordColumn('chance', ''), ({ powerForWanted: chance }) => (chance === undefined ? '' : percentRange(chance))],
  ]);
  return titled(table);
}

function untestableSection({ phases = [], merging, repeats }: PowerAssessment): Section | undefined {
  const none = phases.filter(({ testable }) => testable === 'no');
  if (none.length === 0 && merging.groups.length === 0) return undefined;
  const names = none.map(({ name, tasks }) => `${visibleText(name, 40)} (${tasks})`).join(', ');
  const aim = merging.difference === undefined ? 'any difference' : `${inPoints(merging.difference)} points`;
  const takes = `Detecting ${aim} takes ${countOf(merging.needed, 'task')}, ${runWords(repeats)}`;
  const groups = merging.groups.map(({ phases: merged, tasks, detectable }) => {
    const together = merged.map((name) => visibleText(name, 40)).join(' + ');
    return line(`${together}: ${countOf(tasks, 'task')}, ${foundWords(detectable) ?? 'too few'}`);
  });
  const decide = quietLine('Decide whether they belong together before you run them.');
  const tooSmall = line(`${takes}. Merging small phases only helps if you merge all of them.`);
  const merge = [line(`${takes}. You could merge these phases:`), ...groups, decide];
  return {
    title: none.length === 0 ? 'Phases' : `Too small to test separately (${countOf(none.length, 'phase')})`,
    blocks: compact([names !== '' && line(names), ...(groups.length > 0 ? merge : [phases.length > 1 && tooSmall])]),
  };
}

function neededSection({ tasksNeeded, eligible }: PowerAssessment): Section {
  const isBeyond = (ends: AtEnds<number>) => inOrder(ends)[0] > eligible;
  const cell = (ends: AtEnds<number>) => `${rangeWords(ends, formatCount, '–')}${isBeyond(ends) ? '*' : ''}`;
  const runs = (tasksNeeded[0]?.byRepeats ?? []).map(({ repeats }) => wordColumn(countOf(repeats, 'run')));
  const rows = tasksNeeded.map(({ difference, byRepeats }) => {
    return [`${inPoints(difference)} points`, ...byRepeats.map(cell)];
  });
  const table = tableOf('Tasks needed to detect a difference', [wordColumn('difference', ''), ...runs], rows);
  const beyond = quietLine(`* more than the ${formatCount(eligible)} eligible tasks`);
  return tasksNeeded.some(({ byRepeats }) => byRepeats.some(isBeyond)) ? titled(table, beyond) : titled(table);
}

function budgetSection({ sameBudget, variances }: PowerAssessment): Section {
  const { runs, ways, twoRunsPayFrom: pay, bestRepeats: best } = sameBudget;
  const title = `More tasks or more repeats? Standard error with ${countOf(runs, 'run')} per system`;
  const table = tableBy(title, ways, [
    [
      wordColumn('tasks and runs', ''),
      ({ tasks, repeats }) => `${countOf(tasks, 'task')} × ${countOf(repeats, 'run')}`,
    ],
    [
      wordColumn('standard error', ''),
      ({ standardError: { low, high } }) =>
        (low === high ? [low] : [low, high]).map((each) => each.toFixed(3)).join('–'),
    ],
    [wordColumn('possible', ''), ({ possible }) => (possible ? '' : 'not enough tasks')],
  ]);
  const advice =
    variances.effect.low === 0
      ? 'In these results, repeats help as much as more tasks. To generalise beyond these tasks, more tasks help more.'
      : `More tasks help more than repeats, unless setting up a task costs more than ${[...new Set([pay.low.toFixed(1), pay.high.toFixed(1)])].join(' to ')} times as much as running it once with all systems.`;
  if (best === undefined) return titled(table, quietLine(advice));
  const [least, most] = inOrder({ low: best.low.whole, high: best.high.whole });
  const whole = least === most ? countOf(least, 'run') : `${least} to ${most} runs`;
  const exact = shareRange({ low: best.low.exact, high: best.high.exact });
  const ownCosts = `At your costs, ${whole} per task ${most === 1 ? 'gives' : 'give'} the most power for the money (unrounded ${exact}).`;
  return titled(table, line(advice), line(ownCosts));
}

function pairSection({ discordance: { pairs } }: PowerAssessment) {
  if (pairs.length === 0) return undefined;
  const what = pairs.some(({ partialRewards }) => partialRewards) ? 'Mean squared difference' : 'Discordance';
  const table = tableBy(
    `${what} in the results`,
    pairs,
    [
      [wordColumn('systems', ''), ({ a, b }) => `${visibleText(a, 40)} vs ${visibleText(b, 40)}`],
      [wordColumn(what.toLowerCase(), ''), ({ discordance }) => share(discordance)],
      [wordColumn('tasks', ''), ({ tasks }) => countOf(tasks, 'task')],
      [wordColumn('use', ''), ({ use }) => (use === 'used' ? '' : `not used: ${use}`)],
    ],
    { most: mostPairs },
  );
  return titled(table);
}
