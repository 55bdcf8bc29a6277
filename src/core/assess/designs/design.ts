import type { Selection } from '../../model/selection.js';

/** A way to choose as many tasks as a plan does: all that there is to know of it. */
export interface Design {
  /** As documents name it. */
  readonly name: string;
  readonly title: string;
  /** How it chooses, in one sentence. */
  readonly words: string;
  /** What it would select, or why that cannot be given, as a sentence. */
  readonly select: (plan: Selection, seed: string) => Selection | { readonly why: string };
}
