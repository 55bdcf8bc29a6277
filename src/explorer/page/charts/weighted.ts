import { designWeight } from '../../../core/manifest/design-weight.js';
import type { Choice, SelectionKind } from '../../../core/model/selection.js';

/** Choices of one kind, each with what it counts: its design weight in a probability sample, 1 in a focus selection. */
export function weighted(kind: SelectionKind, choices: readonly Choice[]) {
  return choices.map((choice) => ({
    task: choice.task,
    weight: kind === 'representative' ? (designWeight(choice) ?? 1) : 1,
  }));
}

/** What a chart calls the selected tasks: it says so where they are weighted. */
export function selectionWords(kind: SelectionKind, words: string): string {
  return kind === 'representative' ? `${words}, weighted` : words;
}
