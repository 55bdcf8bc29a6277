import { visibleText } from '../../core/text/visible-text.js';
import type { Terminal } from '../terminal/terminal.js';

/** The plan that a command used. */
export interface UsedPlan {
  /** Its path, or the name of one that ships with Winnow. */
  readonly plan: string;
  readonly isEmbedded: boolean;
  /** Why it is that one, where nobody named it. */
  readonly because?: string | undefined;
  /** Left out where the plan could not be read. */
  readonly name?: string | undefined;
}

/** Which plan a command used and, where nobody named it, why that one. */
export function planLine({ plan, isEmbedded, because, name }: UsedPlan, { dim }: Terminal): string {
  const label = isEmbedded ? 'embedded' : name;
  const named = label === undefined ? plan : `${plan} (${label})`;
  return dim(visibleText(`Plan: ${named}${because === undefined ? '' : `, ${because}`}`, 1000));
}
