import { type Paragraph, quietLine } from '../../core/blocks/blocks.js';
import { PoolError } from '../../core/model/errors.js';
import { visibleText } from '../../core/text/words.js';
import type { PlanChoice } from '../../disk/find-plan.js';
import { isPlanText } from '../../disk/load-plan.js';

export interface UsedPlan extends PlanChoice {
  readonly name?: string | undefined;
}

/** The line that names the plan used and, for a default, the reason. */
export function planLine({ plan, isEmbedded, because, name }: UsedPlan): Paragraph {
  const label = isEmbedded ? 'built in' : name;
  const place = isPlanText(plan) ? 'given as text' : plan;
  const named = label === undefined ? place : `${place} (${label})`;
  return quietLine(visibleText(`Plan: ${named}${because === undefined ? '' : `, ${because}`}`, 1000));
}

/** Adds a hint to the last entry of a pool error; returns other errors unchanged. */
export function withHint(error: unknown, hint: string): unknown {
  if (!(error instanceof PoolError)) return error;
  const last = error.faults.length - 1;
  const faults = error.faults.map((fault, at) =>
    at === last ? { ...fault, hint: fault.hint === undefined ? hint : `${fault.hint} ${hint}` } : fault,
  );
  return new PoolError(faults, { cause: error });
}
