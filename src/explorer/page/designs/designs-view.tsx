import { useCallback, useMemo, useState } from 'react';
import { type DesignRow, designsOf, planRow } from '../../../core/assess/designs/assess-designs.js';
import { budgetCurve } from '../../../core/assess/designs/budget-curve.js';
import { designs } from '../../../core/assess/designs/designs.js';
import { designsVerdict } from '../../../core/assess/designs/designs-words.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { useSteps } from '../parts/use-steps.js';
import { useWork } from '../parts/use-work.js';
import { assessInput } from '../state/assess-input.js';
import { isUnedited } from '../state/edits.js';
import { useResult, useSource } from '../state/study-context.js';
import { BudgetSection } from './budget-section.js';
import { DesignTable } from './design-table.js';
import { GoalFrontiers } from './goal-frontiers.js';

/** Pools of more tasks are compared when asked: each design selects from all of them. */
const mostAtOnce = 5000;

const editRow = { name: 'edit', title: 'Your edit', words: 'The plan as it is changed on this page.' } as const;

/** The plan beside other ways to choose as many tasks, and what other budgets would buy. */
export function DesignsView() {
  const { data, loaded } = useSource();
  const { selection, edits } = useResult();
  const pool = useMemo(() => assessInput(loaded, data.results).input.results?.pool, [loaded, data.results]);
  const meter = useMemo(() => designsOf(loaded, pool), [loaded, pool]);
  const [isAsked, setAsked] = useState(false);
  const isOn = isAsked || loaded.statistics.available <= mostAtOnce;
  const steps = useMemo(
    () => [
      () => ({ ...planRow, figures: meter.figuresOf(loaded) }),
      ...designs.map((design) => () => meter.rowOf(design)),
    ],
    [meter, loaded],
  );
  const rows: readonly DesignRow[] = useSteps(steps, isOn);
  const isEdited = !isUnedited(edits);
  const figuresOfEdit = useCallback(() => meter.figuresOf(selection), [meter, selection]);
  const [edit] = useWork(figuresOfEdit, isOn && isEdited && rows.length > 0);
  const [plan, ...others] = rows;
  const own = plan !== undefined && 'figures' in plan ? plan : undefined;
  const budgets = useMemo(
    () => (own === undefined ? [] : budgetCurve(loaded, pool, own.figures.prospect)),
    [own, loaded, pool],
  );
  const shown =
    own === undefined || !isEdited || edit.state !== 'done'
      ? rows
      : [own, { ...editRow, figures: edit.value }, ...others];
  const isDone = rows.length === steps.length;
  return (
    <>
      <h1>Designs side by side</h1>
      <p className="lead">
        The same number of tasks, chosen in other ways from the same pool: what each would show, what it costs, and what
        it may claim.
      </p>
      {!isOn && (
        <p>
          <button type="button" onClick={() => setAsked(true)}>
            Compare the designs
          </button>
        </p>
      )}
      {isOn && (
        <p className={isDone ? 'verdict' : 'quiet'} role="status">
          {isDone && own !== undefined
            ? visibleText(designsVerdict({ ...meter.seed, plan: own, designs: others, budgets }), 1000)
            : `Working it out: ${rows.length} of ${steps.length}…`}
        </p>
      )}
      {own !== undefined && <DesignTable rows={shown} pending={designs.slice(others.length)} plan={own.figures} />}
      <GoalFrontiers selection={loaded} />
      {budgets.length > 1 && <BudgetSection points={budgets} selection={loaded} />}
    </>
  );
}
