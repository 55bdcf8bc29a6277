import { standInOrder } from '../draws/draws.js';
import type { Forced } from '../model/optimum.js';
import { countOf, formatCount, joinWords, roundTo } from '../text/words.js';
import type { Change, Effect, ExcludedVerdict, Explanation, Gap, InVerdict, LastPlace, WaysIn } from './explanation.js';

/** The reasons for a verdict and the changes that would reverse it, one per line, the smallest change first. */
export function describeVerdict(explanation: Explanation): readonly string[] {
  const { verdict, benchmark } = explanation;
  switch (verdict.kind) {
    case 'in':
      return [marginSentence(verdict), effectSentence(verdict)];
    case 'out':
      if (verdict.forced !== undefined) return forcedSentences(verdict.forced);
      return standInOrder(benchmark.select.draw)
        ? [...lastPlaceSentences(verdict.lastPlaces), ...wayLines(verdict, explanation)]
        : ['It was not drawn. A pin would select it; another seed or number of places would redraw the sample.'];
    case 'excluded':
      return exclusionSentences(verdict);
    case 'ineligible':
      return [
        `In ${benchmark.name}, only tasks where ${verdict.fails} are eligible.`,
        ...wayLines(verdict, explanation),
      ];
  }
}

function marginSentence({ margin, choice, by, isMarginUnknown, added }: InVerdict): string {
  if (by === 'pin') return 'The plan pins it, so it is always selected.';
  if (by === 'optimum') {
    const [own, least] = added === undefined ? [] : shownApart(added.own, added.least);
    const values =
      added && ` Its value of ${added.words} is ${own}. The worst value selected is ${least} (${added.leastId}).`;
    return `It is part of the best selection that satisfies the rules.${values ?? ''}`;
  }
  if (margin !== undefined) return gapSentence(margin, 'ahead', 'the first task not selected');
  if (isMarginUnknown === true) return 'Winnow did not compute which other tasks the ensure rule could have added.';
  if (choice.ensured !== undefined) return 'The ensure rule had no other task to add.';
  const { size } = choice.group;
  if (by === 'draw' && choice.group.allocated < size) return 'The tasks were drawn at random.';
  return size === 1 ? 'It is the only task in its group.' : `All ${formatCount(size)} tasks in its group are selected.`;
}

function effectSentence({ ifExcluded, ifUnpinned }: InVerdict): string {
  if (ifUnpinned === undefined) return `If it were excluded, ${describeEffect(ifExcluded)}.`;
  const { selected, stops, isUnknown } = ifUnpinned;
  const isKnown = stops.length === 0 && isUnknown !== true;
  const then = isKnown ? `it would ${selected ? 'still' : 'not'} be selected, and ` : '';
  return `Without the pin, ${then}${describeEffect(ifUnpinned)}.`;
}

function forcedSentences(forced: Forced): string[] {
  if (forced.kind === 'not settled')
    return [
      'Winnow did not compute which change would select it, because that requires solving again. A pin selects it if the rules allow it.',
    ];
  if (forced.kind === 'impossible')
    return [`It cannot be selected while these rules hold: ${forced.rules.join('; ')}.`];
  const { loss, keptOutBy, ownValue } = forced;
  const ids = (tasks: typeof forced.comesIn) => tasks.map(({ id }) => id);
  const effect = describeEffect({ comesIn: ids(forced.comesIn), goesOut: ids(forced.goesOut), stops: [] });
  const cost =
    loss === 0
      ? 'Selecting it would not change the goal; the tie was broken at random'
      : `Selecting it would worsen the goal by ${Number(loss.toPrecision(6))}`;
  const own = ownValue === 'none' ? 'No score would select it.' : `It would be selected with ${ownValue}.`;
  return [
    `${cost}. A pin would select it, and ${effect}.`,
    ...(ownValue === undefined || loss === 0 ? [] : [own]),
    keptOutBy.length === 0
      ? 'Relaxing a single rule by one task would not select it.'
      : `Any of these changes would select it: ${keptOutBy.join('; ')}.`,
  ];
}

function lastPlaceSentences(places: readonly LastPlace[]): string[] {
  if (places.length === 0) return ['Its group has no places.'];
  return places.map((place) => {
    const who = place.by === 'rank' ? 'the last selected task' : 'the last task that an ensure rule added';
    return gapSentence(place, 'behind', who);
  });
}

function exclusionSentences({ exclusion: { reason, evidence }, ifLifted }: ExcludedVerdict): string[] {
  const why = evidence === undefined ? '' : ` Evidence: ${evidence}${evidence.endsWith('.') ? '' : '.'}`;
  const then = `it would ${ifLifted.selected ? '' : 'still not '}be selected`;
  return [
    `Reason: ${reason}.${why}`,
    ifLifted.isUnknown === true
      ? `If ${ifLifted.words}, ${then}. The effect on other tasks was not computed.`
      : `Without the exclusion, ${then} (${ifLifted.words}), and ${describeEffect(ifLifted)}.`,
  ];
}

function describeEffect({ comesIn, goesOut, stops, isUnknown }: Effect): string {
  if (isUnknown === true) return 'the effect on other tasks was not computed';
  if (stops.length > 0) return `selecting would fail: ${stops.join(' ').replace(/\.$/, '')}`;
  const move = (tasks: Effect['comesIn'], how: string) => (tasks.length === 0 ? [] : [`${someOf(tasks)} would ${how}`]);
  const moves = [...move(comesIn, 'be selected'), ...move(goesOut, 'be removed')];
  return moves.length === 0 ? 'no other task would be selected or removed' : joinWords(moves);
}

/** More tasks than this mean a redrawn sample, where the number matters more than the names. */
const mostNamed = 5;

function someOf(ids: readonly string[]): string {
  if (ids.length <= mostNamed) return joinWords(ids);
  return `${countOf(ids.length, 'task')} (${ids.slice(0, 2).join(', ')} …; --json lists all)`;
}

function wayLines({ changes, ruledOut }: WaysIn, explanation: Explanation): string[] {
  const [smallest, ...others] = changes.map((change) => {
    const size = Number(change.size.toPrecision(3));
    return `${describeChange(change, explanation)} (relative size ${size})`;
  });
  return [
    smallest === undefined
      ? 'None of the changes tried would select it.'
      : `Smallest change that would select it: ${smallest}`,
    ...others.map((change) => `Alternative: ${change}`),
    ...ruledOut.map(({ kind, reason }) => `${kindWords[kind]}: ${reason}`),
  ];
}

const kindWords = {
  weight: 'Changing a weight',
  allocation: 'Adding places',
  feature: 'Changing its numbers',
} as const;

/** For example "files changed 9 -> 12" or "3 more places for repo a/a: 5 -> 8". */
function describeChange(change: Change, { benchmark }: Explanation): string {
  switch (change.kind) {
    case 'weight': {
      const all = [...change.weights].map(([component, weight]) => `${component} ${weight}`);
      return `weight of ${change.component} ${change.from} -> ${change.to}, with the other weights rescaled: ${joinWords(all)}`;
    }
    case 'allocation': {
      const { take, group } = benchmark.select;
      const more = countOf(change.to - change.from, 'more place', 'more places');
      if (group === undefined && typeof take === 'number')
        return `${more}, take ${take} -> ${take + change.to - change.from}`;
      const whose = change.group === undefined ? `tasks without ${group?.by}` : `${group?.by} ${change.group}`;
      return `${more} for ${whose}: ${change.from} -> ${change.to}, other groups unchanged`;
    }
    case 'feature':
      return `${change.words} ${formatCount(change.from)} -> ${formatCount(change.to)}`;
  }
}

/** For example "It has 2 more files changed than x, the first task not selected (14 against 12)." */
function gapSentence(gap: Gap, side: 'ahead' | 'behind', who: string): string {
  const { taskId, insteadOf, key, words, counts, own, other } = gap;
  const rival = `${taskId}, ${who}${insteadOf === undefined ? '' : ` (in the place of ${insteadOf})`}`;
  if (key === 'id') return `It ties with ${rival}, and its id comes ${side === 'ahead' ? 'first' : 'later'}.`;
  if (key === 'kept') return `It is ${side === 'ahead' ? 'in' : 'not in'} the previous version, unlike ${rival}.`;
  const [mine, its] = shownApart(own, other);
  if (typeof own !== 'number' || typeof other !== 'number') {
    const higher = side === 'ahead' ? 'higher' : 'lower';
    return `Its ${words} (${mine}) ranks ${higher} than that of ${rival} (${its}).`;
  }
  if (counts) {
    const more = `${formatCount(roundTo(Math.abs(own - other), 10))} ${own > other ? 'more' : 'fewer'}`;
    return `It has ${more} ${words} than ${rival} (${mine} against ${its}).`;
  }
  return `Its ${words} (${mine}) is ${own > other ? 'higher' : 'lower'} than that of ${rival} (${its}).`;
}

/** Formats values with at least four digits, and more if needed to tell them apart. */
function shownApart(...values: readonly Gap['own'][]): readonly string[] {
  const shown = (digits: number) =>
    values.map((value) => {
      if (typeof value !== 'number') return value ?? 'unknown';
      return formatCount(Number.isInteger(value) ? value : Number(value.toPrecision(digits)));
    });
  const digits = [4, 6, 9, 12].find((each) => new Set(shown(each)).size === new Set(values).size);
  return shown(digits ?? 17);
}
