import { compareText } from '../text/compare-text.js';
import type { Trust } from './pool-estimate.js';

/** Below the first a figure is not shown, below the second it is marked. */
const leastShown = 5;
const leastTrusted = 20;

/** How far a figure that rests on so many tasks may be believed. */
export function trustIn(tasks: number): Trust {
  return tasks < leastShown ? 'suppressed' : tasks < leastTrusted ? 'indicative' : 'shown';
}

/** Every value of every label that results are divided by, in order; a label with one value divides nothing. */
export function partsOf(
  tasks: readonly { readonly labels: Readonly<Record<string, string>> }[],
  by: readonly string[],
): readonly { readonly by: string; readonly value: string }[] {
  return by.flatMap((label) => {
    const values = [...new Set(tasks.map(({ labels }) => labels[label] ?? ''))].sort(compareText);
    return values.length < 2 ? [] : values.map((value) => ({ by: label, value }));
  });
}
