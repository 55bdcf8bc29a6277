import { meanReward, type PoolResults } from '../../../core/assess/question/pool-results.js';
import { visibleText } from '../../../core/text/visible-text.js';
import type { PoolColumns } from '../state/pool-columns.js';

/** What points can be coloured by. */
export interface ColourChoice {
  readonly name: string | undefined;
  readonly words: string;
}

/** Whether tasks are selected, and what each system made of them where there are results. */
export function colourChoices(results: PoolResults | undefined): readonly ColourChoice[] {
  return [
    { name: undefined, words: 'selection' },
    ...(results?.configurations ?? []).map(({ name }, at) => ({
      name: `result.${at + 1}`,
      words: `result of ${visibleText(name, 60)}`,
    })),
  ];
}

/** The kinds of a result, each with its own colour; the first is for points that are coloured by none. */
export const resultKinds = ['selection', 'pass', 'part', 'fail', 'none'] as const;
export type ResultKind = (typeof resultKinds)[number];

/** Of every task the place of its colour. */
export function pointColours(
  pool: PoolColumns,
  results: PoolResults | undefined,
  name: string | undefined,
): Uint8Array {
  const system = results?.configurations[Number(name?.replace(/^result\./, '')) - 1];
  if (system === undefined) return new Uint8Array(pool.count);
  return Uint8Array.from({ length: pool.count }, (_, row) => {
    const reward = meanReward(system, pool.taskAt(row));
    return resultKinds.indexOf(reward === undefined ? 'none' : reward >= 1 ? 'pass' : reward <= 0 ? 'fail' : 'part');
  });
}
