import { random } from '../draws/random.js';
import { quotaChances, sequentialPivotal, variancesOf } from '../draws/sequential-pivotal.js';
import { bandCount, bandsOf, tieNumbers } from '../learning/difficulty-bands.js';
import { type BrokenLimit, floorCost, labelProbabilities } from '../learning/label-places.js';
import type { LearnedDesign } from '../model/learned.js';
import type { ShareRule } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import { webster } from '../roundings/roundings.js';
import { anticipated, proportional } from '../shares/shares.js';
import { countOf } from '../text/words.js';
import type { DesignFrom, Purpose } from './purpose.js';

/** The common parts of purposes that draw a sample. */
const sample = {
  design: bandDesign,
  takesUnknown: true,
  renewal: 'draw',
  unknownWords: (tasks: number) => `${tasks === 1 ? 'it forms' : 'they form'} a separate group`,
  fewSystems: () => undefined,
} as const;

/** How good a new system is on the whole pool. */
export const level: Purpose = {
  ...sample,
  name: 'level',
  aim: 'how good a new system is',
  estimates: 'level',
  figure: 'halfWidth',
};

/** Which of two systems is better on the same tasks. Difficulty cancels, so bands gain less than for a level. */
export const comparison: Purpose = {
  ...sample,
  name: 'comparison',
  aim: 'which of two systems is better',
  estimates: 'difference',
  figure: 'detectable',
};

/** A sample in bands of difficulty, or along it with a quota; denser where results are least certain, if that helps. */
function bandDesign(from: DesignFrom): LearnedDesign | { readonly broken: BrokenLimit } {
  return from.quota === undefined ? inBands(from) : alongDifficulty(from, from.quota.by);
}

function inBands({ tasks, learned, places, fewest = places, benchmark, seed }: DesignFrom): LearnedDesign {
  const { ease, share } = learned;
  const known = ease.filter((x) => !Number.isNaN(x)).length;
  const unknown = tasks.length - known;
  const reserved = unknown === 0 ? 0 : Math.min(unknown, 2);
  const count = bandCount(Math.max(1, Math.min(places, fewest) - reserved), known);
  // Not the numbers that draw: if a tie spans two bands, the lowest numbers would all be in one of them.
  const ties = tieNumbers({ tasks, benchmark, seed });
  const bands = bandsOf(ease, ties, count).map((band) => (band < 0 ? undefined : String(band + 1).padStart(2, '0')));
  const isLearned = share.verdict === 'helps';
  const rule: ShareRule = {
    share: isLearned ? anticipated.name : proportional.name,
    settings: new Map(),
    // Estimating the variance of tasks without earlier results needs two of them.
    atLeast: { values: new Map(unknown === 0 ? [] : [['', reserved]]), otherwise: 1 },
    atMost: undefined,
    rounding: webster.name,
  };
  const where = isLearned ? ', with more from bands where results are least certain' : ' in proportion to their size';
  return {
    rule: {
      group: { by: 'prior_band', bands: [], ...rule },
      prefer: random.order === undefined ? [] : [random.order],
      draw: { method: random.name, by: [], seed },
    },
    bands,
    usesVariance: isLearned,
    quotaCost: undefined,
    words: `are drawn at random from ${countOf(count, 'difficulty band')}${where}`,
  };
}

function alongDifficulty({ tasks, places, seed, quota, pinned, learned }: DesignFrom, by: readonly string[]) {
  // Quotas need labels, which only tasks in memory have.
  if ('ties' in tasks) throw new TypeError('a quota needs whole tasks');
  const isLearned = learned.share.verdict === 'helps';
  const drawn = isLearned ? tasks : tasks.map(withoutVariance);
  const found = quotaChances({ tasks: drawn, places, by, quota, pinned });
  if ('broken' in found) return found;
  const free = labelProbabilities(
    variancesOf(drawn),
    tasks.map(() => 0),
    [places],
  );
  const chances = isLearned ? ', with higher probability where results are least certain' : '';
  return {
    rule: { group: undefined, prefer: [], draw: { method: sequentialPivotal.name, by, seed } },
    bands: undefined,
    usesVariance: isLearned,
    quotaCost: floorCost(variancesOf(tasks), found.chances, free),
    words: `are drawn at random, spread over the range of difficulty within each ${by.join(' × ')}${chances}. Every draw satisfies the quota`,
  };
}

/** The task without its anticipated variance. */
export function withoutVariance(task: ScoredTask): ScoredTask {
  const { prior_variance: _, ...fields } = task.fields;
  return { ...task, fields };
}
