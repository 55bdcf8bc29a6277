import { countOf } from '../../text/count-of.js';
import { joinWords } from '../../text/join-words.js';
import type { NumberBalance, ScopeBalance } from './balance.js';
import { isBeyond } from './chance-point.js';

const mostNamed = 3;

type Facts = Omit<ScopeBalance, 'conclusion'>;

/** Below this share nobody minds what has to move, even where redraws stay closer. */
const leastMoved = 0.1;

/** A sample drawn by chance stays one, however unlucky the draw. */
const farWords = { focus: 'not representative of', representative: 'by the luck of the draw far from the pool in' };

/** What a scope's figures say, in words. */
export function scopeConclusion({ whole, selected, eligible, numbers, labels, kind }: Facts): string {
  if (selected === 0) return 'None is selected: there is nothing to compare.';
  if (whole) return `Every eligible task (${eligible}) is selected: nothing can differ.`;
  if (numbers.length === 0)
    return 'No number is known for enough tasks, or all tasks have the same: nothing can be compared.';
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
  const sentence = `${parts.join('; ')}${luck}.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
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
  if (uneven.length === 0) return overall.conclusion;
  const worst = uneven.toSorted((a, b) => farthest(b) - farthest(a))[0] as ScopeBalance;
  const own = worst.conclusion.charAt(0).toLowerCase() + worst.conclusion.slice(1);
  const rest = uneven.length - 1;
  const others =
    rest === 0
      ? ''
      : ` ${countOf(rest, 'more benchmark')} ${rest === 1 ? 'is' : 'are'} far from the pool in some number.`;
  return `${overall.conclusion} Within ${worst.name}: ${own}${others}`;
}

function farthest({ numbers, selected }: ScopeBalance): number {
  const largest = Math.max(0, ...numbers.map((each) => Math.abs(each.weightedDifference ?? each.difference)));
  // The benchmark that gives most tasks is of more concern than a small one.
  return largest * selected;
}
