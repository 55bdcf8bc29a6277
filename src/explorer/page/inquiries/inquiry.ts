import type { Outcomes } from '../../../core/model/outcome.js';
import type { Selection } from '../../../core/model/selection.js';

/** What inquiries are about. */
export interface Inquired {
  /** What the plan as loaded selects. */
  readonly loaded: Selection;
  /** What it selects under the edits of the page. */
  readonly selection: Selection;
  /** The same selection with its expected uplift, which takes too long to work out for every edit. */
  readonly inFull: () => Selection;
  readonly results: Outcomes | undefined;
  /** "winnow 0.2.0". */
  readonly generator: string;
}

/**
 * Something that a page shows and does not work out itself, because it may take long: one description each, an entry in
 * `inquiries`. A worker answers it beside the page.
 */
export interface Inquiry<Asked, Found> {
  /** As messages name it. */
  readonly name: string;
  /** Whether it is about the plan as loaded alone, whatever is changed on the page. Default: no. */
  readonly isOfLoaded?: true;
  /**
   * Answers. Pure; what is asked is plain JSON, and what is found can be copied to another thread: plain data, and no more
   * of it than a page shows.
   *
   * @throws WinnowError when it cannot be answered.
   */
  readonly answer: (about: Inquired, asked: Asked) => Found;
}
