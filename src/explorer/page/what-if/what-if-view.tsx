import { FaultList } from '../parts/fault-list.js';
import { isUnedited } from '../state/edits.js';
import { useEditing, useResult } from '../state/study-context.js';
import { BenchmarkControls } from './benchmark-controls.js';
import { CoverageChange } from './coverage-change.js';
import { Downloads } from './downloads.js';
import { ExclusionList } from './exclusion-list.js';
import { faultsElsewhere } from './fault-places.js';
import { MoveLists } from './move-lists.js';
import { PlanControls } from './plan-controls.js';
import { PlanText } from './plan-text.js';
import { WeightSliders } from './weight-sliders.js';

/** The plan's settings to move, and what that does to the selection. */
export function WhatIfView() {
  const { base } = useEditing();
  return (
    <>
      <h1>What if</h1>
      <p className="lead">
        Move a setting: the selection follows at once, by the same rules as the command line. Nothing is written until
        you save it.
      </p>
      <div className="what-if">
        <div className="controls">
          {base.faults.length > 0 && (
            <p className="is-wrong">
              The text of the plan has faults. The controls show the plan as loaded until it runs.
            </p>
          )}
          <WeightSliders />
          <PlanControls />
          <BenchmarkControls />
          <ExclusionList />
        </div>
        <ChangedSelection />
      </div>
    </>
  );
}

/** What the changed plan gives, against the plan as loaded. */
function ChangedSelection() {
  const { edits } = useEditing();
  const { faults, selection, moves } = useResult();
  const isOfText = edits.text !== undefined;
  const others = faultsElsewhere(faults, selection.plan).filter(({ place }) => !isOfText || place?.line === undefined);
  return (
    <div className="outcome">
      <section aria-labelledby="moves">
        <h2 id="moves">Against the plan as loaded</h2>
        {faults.length > 0 && (
          <div className="is-wrong">
            <p>
              The changed plan does not run. What is shown is the last selection that did.
              {others.length < faults.length && ' What is wrong is said where it was changed.'}
            </p>
            {others.length > 0 && <FaultList faults={others} />}
          </div>
        )}
        {isUnedited(edits) ? (
          <p className="empty-state">
            Nothing is changed yet. Move a slider or a number to see what comes in and what goes out.
          </p>
        ) : (
          <MoveLists moves={moves} decimals={selection.plan.score.decimals} />
        )}
      </section>
      <PlanText />
      <Downloads />
      <CoverageChange />
    </div>
  );
}
