import { describeChoice } from '../describe/describe-choice.js';
import { standInOrder } from '../draws/draws.js';
import { selectedBy } from '../model/selected-by.js';
import type { Choice } from '../model/selection.js';
import { orderTasks } from '../order/order-tasks.js';
import { isOf } from './ensure-entries.js';
import type { Gap, InVerdict } from './explanation.js';
import { gapBetween } from './gap-between.js';
import type { Rerun } from './rerun.js';

/** A selected task: how far ahead it is, and what comes of excluding it. */
export function explainIn(choice: Choice, rerun: Rerun): InVerdict {
  // `ensure` looks further down than candidates reach.
  const isUnsure = rerun.benchmark.census !== undefined && choice.ensured !== undefined;
  return {
    kind: 'in',
    by: selectedBy(choice),
    choice,
    why: describeChoice(choice, rerun.fields),
    ...(isUnsure ? { margin: undefined, isMarginUnknown: true } : { margin: marginOf(choice, rerun) }),
    ifExcluded: rerun.without(choice.task),
  };
}

function marginOf({ task, group, ensured }: Choice, rerun: Rerun): Gap | undefined {
  const { plan, benchmark, fields } = rerun;
  const { prefer, draw } = plan.select;
  // A pin competes with nobody, and a draw that does not rank has no next.
  if (group.pinned || !standInOrder(draw)) return undefined;
  if (ensured === undefined) {
    const next = group.ranking[group.allocated];
    if (next === undefined) return undefined;
    return gapBetween(rerun.placeOf(task, prefer), rerun.placeOf(next, prefer), next, prefer, fields);
  }
  const chosen = new Set(benchmark.choices.map((choice) => choice.task));
  const left = benchmark.groups
    .flatMap(({ ranking }) => ranking)
    .filter((each) => !chosen.has(each) && isOf(each, ensured));
  const [next] = orderTasks(left, ensured.rule.prefer);
  return next === undefined ? undefined : gapBetween(task, next.task, next.task, ensured.rule.prefer, fields);
}
