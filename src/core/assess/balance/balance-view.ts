import { type CellsOf, figureColumn, line, quietLine, type Section, tableBy, wordColumn } from '../../blocks/blocks.js';
import { kindWords } from '../../describe/selection-words.js';
import { compact } from '../../lists/lists.js';
import { type Drawing, drawChart, type Mark, named, rowAxis } from '../../pictures/chart.js';
import { balanceLimits } from '../../statistics/balance.js';
import { capital, countOf, cutText, formatCount, joinWords, visibleText } from '../../text/words.js';
import { type Seed, seedWords } from '../question/question.js';
import type { Balance, LabelBalance, NumberBalance, ScopeBalance } from './balance.js';
import { isBeyond } from './balance-columns.js';

const { off, far } = balanceLimits;
const mostNamed = 3;

type ScopeFacts = Omit<ScopeBalance, 'conclusion'>;

/** The difference that is judged: the weighted one if there are design weights. */
function judged({ weightedDifference, difference }: NumberBalance): number {
  return weightedDifference ?? difference;
}

/** A label is close enough if less than this share must be reassigned, even if redraws come closer. */
const leastMoved = 0.1;

export function scopeConclusion(facts: ScopeFacts): string {
  const { whole, selected, eligible, numbers } = facts;
  if (selected === 0) return 'No tasks are selected, so there is nothing to compare.';
  if (whole) return `Every eligible task (${eligible}) is selected, so nothing can differ from the pool.`;
  if (numbers.length === 0)
    return 'No numeric field varies and is known for enough tasks, so there is nothing to compare.';
  return scopeFinding(facts);
}

function scopeFinding({ numbers, labels, kind }: ScopeFacts): string {
  const atLevel = (level: string) => numbers.filter((each) => each.level === level);
  const [farOnes, offOnes] = [atLevel('far'), atLevel('off')];
  const uneven = [...farOnes, ...offOnes];
  const shape = atLevel('close').filter((each) => each.distanceBeyondChance);
  const shifted = labels.filter(({ totalVariation, weightedVariation, variationChance_95: chance }) => {
    const moved = weightedVariation ?? totalVariation;
    return moved > leastMoved && isBeyond(moved, chance);
  });
  const isUsual = kind === 'representative' && uneven.length > 0 && !uneven.some((each) => each.differenceBeyondChance);
  return compact([
    farOnes.length > 0 && farSentence(farOnes, kind),
    offOnes.length > 0 && `Somewhat off: ${listed(offOnes)}.`,
    uneven.length === 0 && `Balanced: ${allFields(numbers.length)} within ${off} SD of the pool.`,
    shape.length > 0 && `Spread differently than in the pool: ${joinWords(shape.map(({ words }) => words))}.`,
    shifted.length > 0 && `The mix by ${joinWords(shifted.map(({ name }) => name))} differs by more than chance.`,
    isUsual && 'Differences like these are normal for a random draw.',
  ]).join(' ');
}

/** A probability sample stays representative of the pool, however unlucky the draw. */
function farSentence(numbers: readonly NumberBalance[], kind: ScopeFacts['kind']): string {
  const fields = `${listed(numbers)} ${numbers.length === 1 ? 'is' : 'are'} far from the pool`;
  return kind === 'focus' ? `Not representative: ${fields}.` : `${capital(fields)} by chance.`;
}

function allFields(count: number): string {
  if (count < 3) return count === 1 ? 'the only numeric field is' : 'both numeric fields are';
  return `all ${count} numeric fields are`;
}

/** The largest difference first. Components come last, because the score and the fields already reflect them. */
function listed(numbers: readonly NumberBalance[]): string {
  const isPart = (each: NumberBalance) => Number(each.of === 'component');
  const sorted = numbers.toSorted((a, b) => isPart(a) - isPart(b) || Math.abs(judged(b)) - Math.abs(judged(a)));
  const names = sorted.slice(0, mostNamed).map((each) => {
    const value = judged(each);
    return `${each.words} (${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)} SD)`;
  });
  return joinWords(sorted.length > mostNamed ? [...names, `${sorted.length - mostNamed} more`] : names);
}

/** The overall conclusion, then the fields of the benchmark that is furthest from its pool. */
export function balanceConclusion(
  overall: ScopeBalance,
  benchmarks: readonly (ScopeBalance & { readonly name: string })[],
): string {
  if (benchmarks.length === 1) return overall.conclusion;
  const uneven = benchmarks.filter(({ numbers }) => numbers.some(({ level }) => level === 'far'));
  const [worst, ...others] = uneven.toSorted((a, b) => farthest(b) - farthest(a));
  if (worst === undefined) return overall.conclusion;
  const rest = others.length;
  const more = ` ${countOf(rest, 'more benchmark')} ${rest === 1 ? 'has' : 'have'} fields far from the pool.`;
  const far = listed(worst.numbers.filter(({ level }) => level === 'far'));
  return `${overall.conclusion} Worst benchmark: ${worst.name}, with ${far}.${rest === 0 ? '' : more}`;
}

/** Weighted by the number of selected tasks, so that large benchmarks matter more. */
function farthest({ numbers, selected }: ScopeBalance): number {
  return Math.max(0, ...numbers.map((each) => Math.abs(judged(each)))) * selected;
}

/** `usualDraws` is undefined if the caller chose the number of redraws. */
export function balanceNotes(
  overall: ScopeBalance,
  benchmarks: number,
  facts: Seed & { readonly draws: number; readonly usualDraws: number | undefined; readonly available: number },
): readonly string[] {
  const { seed, seedFrom, draws, usualDraws, available } = facts;
  const isFocus = overall.kind === 'focus';
  const few = available - overall.eligible;
  const shifted = overall.numbers.some((each) => Math.abs(each.differenceFromShares) > 0.25);
  return compact([
    few > 0 &&
      `${countOf(few, 'task')} in the pool can't be selected (excluded, or filtered out by "where"). The comparison uses the other ${overall.eligible}.`,
    isFocus &&
      'The tasks were chosen by rank, so results describe only these tasks, even where the numbers match the pool. "Chance" means drawing the same number of tasks from each group at random.',
    !isFocus &&
      !overall.whole &&
      'A probability sample is judged with its weights. Expect one figure in twenty to exceed its 95% limit by chance. Weighting to the pool totals (winnow estimate) removes such differences.',
    isFocus &&
      shifted &&
      benchmarks > 1 &&
      'Part of each overall difference comes from how many tasks the plan takes per benchmark and group ("by shares"). The rest comes from the choice within them.',
    usualDraws !== undefined &&
      draws < usualDraws &&
      `Redrawing this plan is slow, so Winnow made ${countOf(draws, 'redraw')} instead of ${usualDraws}. The 95% limits are approximate.`,
    seedFrom === 'default' &&
      !overall.whole &&
      `Neither the plan nor the command sets a seed, so the redraws use "${seed}".`,
  ]);
}

const mostPrintedValues = 15;

export function balanceSections(plan: string, balance: Balance) {
  const { overall, benchmarks } = balance;
  const several = benchmarks.length > 1;
  const whole = benchmarks.filter((scope) => scope.whole).map(({ name }) => visibleText(name, 40));
  const labels = overall.whole ? [] : overall.labels.filter(({ values }) => values.length > 1);
  return [
    { blocks: openingLines(plan, balance) },
    numberSection(several ? 'All benchmarks' : visibleText(benchmarks[0]?.name ?? '', 40), overall),
    ...(several ? benchmarks : []).map((scope) => numberSection(visibleText(scope.name, 40), scope)),
    several &&
      whole.length > 0 && {
        blocks: [quietLine(`Selected in full, so they can't differ from the pool: ${whole.join(', ')}`)],
      },
    ...labels.map(labelSection),
    emptySection(balance),
  ];
}

function openingLines(plan: string, { overall, kind, conclusion, draws, seed, seedFrom }: Balance) {
  const counts = `${formatCount(overall.selected)} of ${countOf(overall.eligible, 'eligible task')} selected, ${kindWords[kind]}`;
  const [design, second] =
    kind === 'focus'
      ? ['with the same number of random tasks from each group', 'by shares: the part due to group sizes']
      : ['of the same design', 'weighted: with design weights (use this one)'];
  const legend = [
    quietLine(
      `Compared with ${countOf(draws, 'redraw')} ${design}, seed ${visibleText(seed, 60)} (${seedWords[seedFrom]})`,
      { apart: true },
    ),
    quietLine(`SD: difference in means, in pool standard deviations; ${second};`),
    quietLine('D: largest gap between the distributions; 95%: limit for 95% of the redraws; *: compared as log(1+x)'),
  ];
  return [
    line([{ strong: visibleText(plan) }, `: ${counts}`]),
    line(visibleText(conclusion, 700), { isVerdict: true }),
    ...(overall.whole ? [] : legend),
  ];
}

function numberSection(name: string, scope: ScopeBalance): Section | undefined {
  const { numbers, kind, selected, eligible, notCompared, whole } = scope;
  if (whole) return undefined;
  const isFocus = kind === 'focus';
  const second = isFocus ? 'by shares' : 'weighted';
  const table = tableBy(`${name}: selected against pool`, numbers, [
    [wordColumn('field', ''), ({ words, scale }) => `${visibleText(words, 40)}${scale === 'as is' ? '' : ' *'}`],
    [figureColumn('pool'), ({ typical }) => typicalWords(typical.pool)],
    [figureColumn('selected'), ({ typical }) => typicalWords(typical.selected)],
    [figureColumn('difference, in SD', 'SD'), ({ difference }) => signedFigure(difference)],
    [
      figureColumn(`difference ${second}`, second),
      (each) => signedFigure(isFocus ? each.differenceFromShares : (each.weightedDifference ?? 0)),
    ],
    [figureColumn('95% of differences', '95%'), ({ differenceChance_95 }) => differenceChance_95.toFixed(2)],
    [figureColumn('distance', 'D'), ({ distance }) => distance.toFixed(2)],
    [figureColumn('95% of distances', '95%'), ({ distanceChance_95 }) => distanceChance_95.toFixed(2)],
    [wordColumn('finding', ''), findingWords],
  ]);
  const because = (reason: string, words: string) => {
    const names = notCompared.filter(({ why }) => why === reason).map((each) => visibleText(each.name, 40));
    return names.length > 0 && quietLine(`${words}: ${names.join(', ')}`);
  };
  return {
    title: `${name}: ${formatCount(selected)} of ${formatCount(eligible)}`,
    blocks: compact([
      numbers.length === 0 ? line(scope.conclusion) : table,
      because('no spread', 'Same for every task'),
      because('too few known', 'Known for too few tasks'),
    ]),
  };
}

function findingWords(number: NumberBalance): string {
  const { level, differenceFromShares, difference, weightedDifference } = number;
  const isWeighted = weightedDifference !== undefined;
  if (level === 'close') return number.distanceBeyondChance ? 'balanced, but spread differently' : 'balanced';
  const words = level === 'off' ? 'somewhat off' : isWeighted ? 'far off' : 'not representative';
  if (number.differenceBeyondChance) return words;
  const isByShares = !isWeighted && Math.abs(differenceFromShares) > Math.abs(difference) / 2;
  return `${words}, ${isByShares ? 'due to group sizes' : 'within chance'}`;
}

function labelSection({ name, values, totalVariation, weightedVariation, ...label }: LabelBalance): Section {
  const weighted = weightedVariation === undefined ? '' : `, weighted ${weightedVariation.toFixed(2)}`;
  const columns: readonly CellsOf<LabelBalance['values'][number]>[] = [
    [wordColumn(name, ''), ({ value }) => (value === '' ? 'unknown' : visibleText(value, 40))],
    [figureColumn('pool'), ({ eligible }) => formatCount(eligible)],
    [figureColumn('selected'), ({ selected }) => formatCount(selected)],
    [figureColumn('proportional'), ({ proportional }) => expectedWords(proportional)],
    [figureColumn('as planned'), ({ planned }) => expectedWords(planned)],
  ];
  return {
    title: `By ${name}: ${totalVariation.toFixed(2)} of the selection would have to change to match the pool${weighted} (95% of redraws: up to ${label.variationChance_95.toFixed(2)})`,
    blocks: [tableBy(`By ${name}: selected against pool`, values, columns, { most: mostPrintedValues })],
  };
}

function emptySection({ empty }: Balance): Section {
  const cells = (empty.phasesOfBenchmarks ?? []).map(({ benchmark, phase, eligible }) => ({
    value: `${phase} in ${benchmark}`,
    eligible,
  }));
  const kinds: Readonly<Record<string, readonly { readonly value: string; readonly eligible?: number }[]>> = {
    benchmarks: empty.benchmarks,
    phases: empty.phases ?? [],
    languages: empty.languages,
    'phases within a benchmark': cells,
    'phases in the plan without any tasks': (empty.phasesWithoutTasks ?? []).map((value) => ({ value })),
  };
  const found = Object.entries(kinds).flatMap(([name, values]) => {
    const words = values.map(({ value, eligible }) => {
      return `${visibleText(value, 40)}${eligible === undefined ? '' : ` (${formatCount(eligible)})`}`;
    });
    return words.length === 0 ? [] : [`${name}: ${words.join(', ')}`];
  });
  const none = `Nothing: the selection covers every ${empty.phases === undefined ? '' : 'phase, '}language and benchmark in the pool`;
  return {
    title: 'In the pool but not selected',
    blocks: (found.length === 0 ? [none] : found).map((words) => line(words)),
  };
}

function typicalWords(value: number): string {
  return Math.abs(value) >= 1000 ? formatCount(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function signedFigure(value: number): string {
  const size = Math.abs(value).toFixed(2);
  return `${value < 0 && Number(size) !== 0 ? '-' : '+'}${size}`;
}

function expectedWords(count: number): string {
  return count >= 1000 ? formatCount(Math.round(count)) : count.toFixed(1);
}

const mostRows = 40;

/** Each number's distance from the pool, with its 95% range of redraws; undefined if nothing was compared. */
export function balancePicture({ overall, benchmarks, conclusion, kind }: Balance): Drawing | undefined {
  const rows = [
    ...overall.numbers.map((number) => ({ words: cutText(number.words, 44), number })),
    ...(benchmarks.length > 1 ? benchmarks : []).flatMap(({ name, numbers }) =>
      numbers.map((number) => ({ words: cutText(`${name}: ${number.words}`, 44), number })),
    ),
  ].slice(0, mostRows);
  if (rows.length === 0) return undefined;
  const extents = rows.flatMap(({ number: { difference, weightedDifference = 0, redrawn } }) => {
    return [difference, weightedDifference, redrawn.low, redrawn.high].map(Math.abs);
  });
  const reach = Math.max(1, ...extents) * 1.05;
  const { at, ...axis } = rowAxis(rows, 1, 20);
  const dots = (figure: (number: NumberBalance) => number, colour: 'blue' | 'orange', label: string): Mark => {
    const points = rows.map(({ number }, row) => [figure(number), at(row)] as const);
    return { kind: 'dots', points, colour, label, radius: 4, opacity: 1 };
  };
  const redraws = rows.map(({ number: { redrawn } }, row): Mark => {
    const box = { x: [redrawn.low, redrawn.high], y: [at(row) - 0.3, at(row) + 0.3] } as const;
    return { kind: 'box', ...box, colour: 'grey', opacity: 0.35 };
  });
  return drawChart({
    title: 'Distance of the selected tasks from the pool',
    description: `${conclusion} ${rows.map(({ words, number }) => `${words}: ${judged(number).toFixed(2)} SD, 95% of redraws ${number.redrawn.low.toFixed(2)} to ${number.redrawn.high.toFixed(2)}`).join('; ')}.`,
    x: {
      label: `difference in means, in pool standard deviations (dashed: ${off} and ${far})`,
      from: -reach,
      to: reach,
    },
    ...axis,
    width: 820,
    marks: [
      ...named('95% of redraws', redraws),
      ...[-off, off, -far, far].map((x): Mark => ({ kind: 'rule', x })),
      ...(kind === 'focus' ? [] : [dots(({ difference }) => difference, 'orange', 'selected, unweighted')]),
      dots(judged, 'blue', kind === 'focus' ? 'selected' : 'selected, weighted'),
    ],
  });
}

const mostDrawnValues = 12;

export function labelPicture({ overall }: Balance): Drawing | undefined {
  if (overall.selected === 0 || overall.eligible === 0) return undefined;
  const labels = overall.labels.filter(({ values }) => values.length > 1);
  const shares = labels.flatMap(({ name, values }) => {
    const shown = new Set(values.toSorted((a, b) => b.eligible - a.eligible).slice(0, mostDrawnValues));
    return values
      .filter((value) => shown.has(value))
      .map(({ value, selected, weightedShare, eligible }) => ({
        words: cutText(value === '' ? `(no ${name})` : value, 36),
        selected: 100 * (weightedShare ?? selected / overall.selected),
        pool: (100 * eligible) / overall.eligible,
        isWeighted: weightedShare !== undefined,
      }));
  });
  if (shares.length === 0) return undefined;
  const { at, ...axis } = rowAxis(shares, 0.6, 22);
  const bars = (of: 'selected' | 'pool', colour: 'blue' | 'grey', from: number) =>
    shares.map((share, row): Mark => {
      return { kind: 'box', x: [0, share[of]], y: [at(row) + from, at(row) + from + 0.36], colour };
    });
  const moved = overall.labels
    .map(({ name, totalVariation, weightedVariation }) => `${name} ${(weightedVariation ?? totalVariation).toFixed(2)}`)
    .join(', ');
  const isWeighted = shares.some((share) => share.isWeighted);
  return drawChart({
    title: 'Composition of the selection and the pool',
    description: `Fraction of the selection that would have to change to match the pool: ${moved}. ${shares.map(({ words, selected, pool }) => `${words}: ${selected.toFixed(0)}% of the selection, ${pool.toFixed(0)}% of the pool`).join('; ')}.`,
    x: {
      label: 'share, in percent',
      from: 0,
      to: Math.max(10, ...shares.flatMap((share) => [share.selected, share.pool])),
    },
    ...axis,
    width: 820,
    marks: [
      ...named(isWeighted ? 'selected, weighted' : 'selected', bars('selected', 'blue', 0)),
      ...named('pool', bars('pool', 'grey', -0.36)),
    ],
  });
}
