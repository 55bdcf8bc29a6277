import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { UnitChart } from '../chart/unit-chart.js';
import { Button } from '../parts/controls.js';
import { useIsNarrow } from '../parts/hooks.js';
import { changeRoute, type WorkspaceRoute } from '../route/route.js';
import { filterText, type TaskFilter } from '../route/task-filter.js';
import { Share } from '../share/share.js';
import { useSource } from '../state/study-context.js';
import { useFilteredTasks, useFilterSteps } from '../tasks/use-filtered-tasks.js';
import { Lead } from './lead.js';
import { PlanPanel } from './plan-panel.js';
import { TaskList } from './task-list.js';

export function WorkspaceView({ route, isEmbedded }: { readonly route: WorkspaceRoute; readonly isEmbedded: boolean }) {
  const { filter: asked, chart } = route;
  const { fixed } = useSource().data;
  const isEditing = route.isEditing && fixed === undefined;
  // Everything follows a region while it is drawn; the address changes only when it is finished.
  const [live, setLive] = useState<TaskFilter>();
  const filter = live ?? asked;
  const shown = useFilteredTasks(filter);
  const isNarrow = useIsNarrow();
  const wasEditing = useRef(isEditing);
  // Pressing the button removes it, and on a phone the panel is far below.
  useEffect(() => {
    if (wasEditing.current === isEditing) return;
    wasEditing.current = isEditing;
    document.getElementById(isEditing ? 'panel-title' : 'change-plan')?.focus({ preventScroll: !isEditing });
  }, [isEditing]);
  const go = useCallback(
    (change: Partial<WorkspaceRoute>, how: 'push' | 'replace') => changeRoute({ ...route, ...change }, how),
    [route],
  );
  const [setFilter, rest] = useFilterSteps((next, how) => go({ filter: next }, how));
  const brush = useCallback(
    (next: TaskFilter | undefined, isDone: boolean) => {
      setLive(isDone ? undefined : next);
      // A step that changes nothing adds no history entry.
      if (isDone && next !== undefined && filterText(next) !== filterText(asked)) go({ filter: next }, 'push');
    },
    [go, asked],
  );
  const unitChart = (
    <UnitChart
      settings={chart}
      shown={shown}
      filter={filter}
      isNarrow={isNarrow}
      action={
        !isEditing &&
        !isEmbedded &&
        fixed === undefined && (
          <Button id="change-plan" class="main" onClick={() => go({ isEditing: true }, 'push')}>
            Change the plan
          </Button>
        )
      }
      onSettings={(next) => go({ chart: next }, 'push')}
      onBrush={brush}
    />
  );
  if (isEmbedded) return unitChart;
  return (
    <>
      <Lead cost={route.cost} onCost={(cost) => go({ cost }, 'replace')} />
      <div class={`workspace${isEditing ? ' is-editing' : ''}`}>
        <div class="workspace-main">
          {unitChart}
          <TaskList filter={filter} shown={shown} onFilter={setFilter} onRest={rest} />
        </div>
        {isEditing && <PlanPanel onClose={() => go({ isEditing: false }, 'push')} />}
      </div>
      <Share />
    </>
  );
}
