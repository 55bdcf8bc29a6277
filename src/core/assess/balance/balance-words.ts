import type { BenchmarkSelection } from '../../model/selection.js';
import { countOf } from '../../text/count-of.js';
import { joinWords } from '../../text/join-words.js';
import type { Balance, NumberBalance, ScopeBalance } from './balance.js';
import { defaultDraws } from './balance-options.js';
import { isBeyond } from './chance-point.js';

const mostNamed = 3;

type Facts = Omit<ScopeBalance, 'conclusion'>;

/** Below this share nobody minds what has to move, even where redraws stay closer. */
const leastMoved = 0.1;

/** A sample drawn by chance stays one, however unlucky the draw. */
const farWords = { focus: 'not representative of', representative: 'by the luck of the draw far from the pool in' };

/** What a scope's figures say, in words. */
export function scopeConclusion(facts: Facts): string {
  const { whole, selected, eligible, numbers } = facts;
  if (selected === 0) return 'None is selected: there is nothing to compare.';
  if (whole) return `Every eligible task (${eligible}) is selected: nothing can differ.`;
  if (numbers.length === 0)
    return 'No number is known for enough tasks, or all tasks have the same: nothing can be compared.';
  const finding = scopeFinding(facts);
  return `${finding.charAt(0).toUpperCase()}${finding.slice(1)}`;
}

/** The same of a scope in which numbers are compared, to stand within a sentence. */
function scopeFinding({ numbers, labels, kind }: Facts): string {
  const far = numbers.filter(({ level }) => level === 'far');
  const off = numbers.filter(({ level }) => level === 'off');
  const shape = numbers.filter(({ level, beyondChance }) => level === 'close' && beyondChance.distance);
  const shifted = labels.filter(({ totalVariation, weightedVariation, chance }) => {
    const moved = weightedVariation ?? totalVariation;
    return moved > leastMoved && isBeyond(moved, chance);
  });
  const parts = [
    ...(far.length > 0 ? [`${farWords[kind]} ${listed(far)}`] : []),
    ...(off.length > 0 ? [`somewhat off in ${listed(off)}`] : []),
    ...(far.length + off.length === 0
      ? [`balanced: none of ${countOf(numbers.length, 'number')} is more than 0.25 SD from the pool`]
      : []),
    ...(shape.length > 0 ? [`spread otherwise than the pool in ${joinWords(shape.map(({ words }) => words))}`] : []),
    ...(shifted.length > 0
      ? [`with other shares of ${joinWords(shifted.map(({ name }) => name))} than chance gives`]
      : []),
  ];
  const uneven = [...far, ...off];
  const isUsual =
    kind === 'representative' && uneven.length > 0 && uneven.every((each) => !each.beyondChance.difference);
  const luck = isUsual ? ', no more than 95% of such draws' : '';
  return `${parts.join('; ')}${luck}.`;
}

/** The figure that is judged, with its sign: "+1.33 SD". */
function signed({ difference, weightedDifference }: NumberBalance): string {
  const value = weightedDifference ?? difference;
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)} SD`;
}

/** The largest first; components stand behind the score and the fields, of which they are made. */
function listed(numbers: readonly NumberBalance[]): string {
  const size = (each: NumberBalance) => Math.abs(each.weightedDifference ?? each.difference);
  const sorted = numbers.toSorted(
    (a, b) => Number(a.of === 'component') - Number(b.of === 'component') || size(b) - size(a),
  );
  const names = sorted.slice(0, mostNamed).map((each) => `${each.words} (${signed(each)})`);
  return joinWords(sorted.length > mostNamed ? [...names, `${sorted.length - mostNamed} more`] : names);
}

/** What to act on: over all, then within the benchmarks that are not what they are chosen from. */
export function balanceConclusion(overall: ScopeBalance, benchmarks: readonly ScopeBalance[]): string {
  const [only, ...more] = benchmarks;
  if (only !== undefined && more.length === 0) return overall.conclusion;
  const uneven = benchmarks.filter(({ numbers }) => numbers.some(({ level }) => level === 'far'));
  const [worst, ...others] = uneven.toSorted((a, b) => farthest(b) - farthest(a));
  if (worst === undefined) return overall.conclusion;
  const rest = others.length;
  const also =
    rest === 0
      ? ''
      : ` ${countOf(rest, 'more benchmark')} ${rest === 1 ? 'is' : 'are'} far from the pool in some number.`;
  return `${overall.conclusion} Within ${worst.name}: ${scopeFinding(worst)}${also}`;
}

function farthest({ numbers, selected }: ScopeBalance): number {
  const largest = Math.max(0, ...numbers.map((each) => Math.abs(each.weightedDifference ?? each.difference)));
  // The benchmark that gives most tasks is of more concern than a small one.
  return largest * selected;
}

/** What a reader must know before taking the figures for more than they are. */
export function balanceNotes(
  facts: Omit<Balance, 'notes' | 'conclusion'>,
  benchmarks: readonly BenchmarkSelection[],
  asked: number | undefined,
): readonly string[] {
  const { overall, kind, draws, seed, seedFrom } = facts;
  const notes: string[] = [];
  const available = benchmarks.reduce((sum, { tasks }) => sum + tasks.length, 0);
  if (available > overall.eligible) {
    const few = available - overall.eligible;
    notes.push(
      `${countOf(few, 'task')} of the pool may not be selected (excluded, or left out by "where"): the selection is compared with the other ${overall.eligible}.`,
    );
  }
  if (kind === 'focus') {
    notes.push(
      'The tasks were chosen by rank: even where the numbers compared here agree with the pool, results speak of the selected tasks alone. "Chance" is a random choice of as many tasks from each group.',
    );
  } else if (!overall.whole) {
    notes.push(
      'A probability sample is judged with its weights. One figure in twenty lies beyond its 95% point by chance; weighting to the totals of the pool (winnow estimate) takes such luck out.',
    );
  }
  const shifted = overall.numbers.filter((each) => Math.abs(each.fromShares) > 0.25);
  if (kind === 'focus' && shifted.length > 0 && facts.benchmarks.length > 1) {
    notes.push(
      'Over all, part of a difference comes from the shares that the plan gives to benchmarks and groups ("by shares"); the rest from the choice within them.',
    );
  }
  if (draws < defaultDraws && asked === undefined) {
    notes.push(
      `Redrawing takes long here: ${countOf(draws, 'redraw')} were made instead of ${defaultDraws}, so the 95% points are rough.`,
    );
  }
  if (seedFrom === 'default' && !overall.whole)
    notes.push(`Neither the plan nor the call gives a seed; the redraws use "${seed}".`);
  return notes;
}
