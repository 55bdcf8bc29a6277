import { meanReward, type PoolResults } from '../../../core/assess/question/pool-results.js';
import type { Plan } from '../../../core/model/plan.js';
import { visibleText } from '../../../core/text/words.js';
import type { PoolColumns } from '../../packed/selection-columns.js';
import { resultKind } from '../parts/task-marks.js';
import type { ShownField } from '../tasks/plan-fields.js';
import { makeAxis } from './unit-axis.js';

export interface UnitColours {
  readonly words: string;
  readonly kinds: readonly { readonly words: string; readonly paint: Paint }[];
  readonly codes: Uint8Array;
}

/** The names of the colours of values, which the style sheet defines: of different ones, and of ranges of a number. */
export const paints = {
  hues: ['blue', 'amber', 'green', 'purple', 'sky', 'orange'],
  steps: ['step-1', 'step-2', 'step-3', 'step-4', 'step-5'],
} as const;
export type Paint = (typeof paints)['hues' | 'steps'][number] | 'grey';

export function plainColours(count: number): UnitColours {
  return { words: '', kinds: [{ words: '', paint: 'blue' }], codes: new Uint8Array(count) };
}

/** Colours by a field: labels in different hues, the rarer ones grey; numbers in steps of one hue, unknown ones grey. */
export function fieldColours(field: ShownField, plan: Plan, pool: PoolColumns): UnitColours {
  const isNumber = field.kind === 'number';
  const axis = makeAxis(field, plan, pool, isNumber ? paints.steps.length : paints.hues.length + 1, false);
  const last = axis.bands.length - 1;
  const paintOf = (band: (typeof axis.bands)[number], place: number): Paint => {
    if (isNumber) return band.range === undefined ? 'grey' : (paints.steps[place] ?? 'step-5');
    return place === last && last >= paints.hues.length ? 'grey' : (paints.hues[place] ?? 'grey');
  };
  return {
    words: field.words,
    kinds: axis.bands.map((band, place) => ({ words: band.words, paint: paintOf(band, place) })),
    codes: Uint8Array.from(axis.bandOf),
  };
}

const results = [
  { words: 'passed', paint: 'green' },
  { words: 'partly passed', paint: 'amber' },
  { words: 'failed', paint: 'orange' },
  { words: 'no result', paint: 'grey' },
] as const;

export function resultColours(system: PoolResults['configurations'][number], pool: PoolColumns): UnitColours {
  const kinds = ['pass', 'part', 'fail'];
  return {
    words: `result of ${visibleText(system.name, 60)}`,
    kinds: results,
    codes: Uint8Array.from({ length: pool.count }, (_, row) => {
      const reward = meanReward(system, pool.taskAt(row));
      return reward === undefined ? 3 : kinds.indexOf(resultKind(reward));
    }),
  };
}
