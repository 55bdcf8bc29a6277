import { visibleText } from '../../core/text/visible-text.js';
import type { PlanChoice } from '../../disk/default-plan.js';
import { isPath } from '../../disk/load-plan.js';
import type { Terminal } from '../terminal/terminal.js';

/** Which plan a command used and, where nobody named it, why that one; the name is left out where the plan could not be read. */
export function planLine({ plan, because }: PlanChoice, name: string | undefined, { dim }: Terminal): string {
  const label = isPath(plan) ? name : 'embedded';
  const named = label === undefined ? plan : `${plan} (${label})`;
  return dim(visibleText(`Plan: ${named}${because === undefined ? '' : `, ${because}`}`, 1000));
}
