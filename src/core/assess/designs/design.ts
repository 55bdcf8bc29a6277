import type { Selection } from '../../model/selection.js';

/** A way to choose as many tasks as a plan does: all that there is to know of it. */
export interface Design {
  /** As documents name it. */
  readonly name: string;
  readonly title: string;
  /** How it chooses, in a sentence or two; where that depends on the plan, of the plan's selection. */
  readonly words: string | ((plan: Selection) => string);
  /** What it would select, or why that cannot be given, as a sentence. */
  readonly select: (plan: Selection, seed: string) => Selection | { readonly why: string };
}

/** How a design chooses beside a plan, in a sentence or two. */
export function designWords({ words }: Pick<Design, 'words'>, plan: Selection): string {
  return typeof words === 'string' ? words : words(plan);
}
