import { useMemo, useRef } from 'react';
import type { ScoredTask } from '../../../core/model/task.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { explanationInquiry } from '../inquiries/explanation-inquiry.js';
import { useKeptFocus } from '../parts/use-kept-focus.js';
import { Worked } from '../parts/worked.js';
import { addressable, routeHash } from '../route/route.js';
import { noFilter } from '../route/task-filter.js';
import { useResult } from '../state/study-context.js';
import { useInquiry } from '../state/use-inquiry.js';
import { TaskActions } from './task-actions.js';
import { TaskExplanation } from './task-explanation.js';
import { TaskResults } from './task-results.js';
import { TaskStatement, TaskSummary } from './task-summary.js';
import { TaskVerdict } from './task-verdict.js';

/** One task: why it is in or out, what that follows from, and what would change it. */
export function TaskView({ benchmark, id }: { readonly benchmark: string; readonly id: string }) {
  const { selection } = useResult();
  const found = useMemo(() => {
    const part = selection.benchmarks.find(({ plan }) => plan.name === benchmark);
    return part?.tasks.find((each) => each.id === id) ?? part?.tasks.find((each) => addressable(each.id) === id);
  }, [selection, benchmark, id]);
  if (found === undefined) {
    return (
      <div className="empty-state">
        <h1>No such task</h1>
        <p>
          The plan has no task <code>{visibleText(id)}</code> of <code>{visibleText(benchmark)}</code>.
        </p>
        <p>
          <a href={routeHash({ view: 'tasks', filter: noFilter })}>All tasks</a>
        </p>
      </div>
    );
  }
  return <FoundTask task={found} />;
}

function FoundTask({ task }: { readonly task: ScoredTask }) {
  const { selection } = useResult();
  const working = useInquiry(explanationInquiry, { benchmark: task.benchmark, id: task.id }, true);
  const article = useRef<HTMLElement>(null);
  useKeptFocus(article);
  return (
    <article aria-labelledby="task-name" ref={article} tabIndex={-1}>
      <p className="crumbs">
        <a href={routeHash({ view: 'tasks', filter: noFilter })}>Tasks</a> ›{' '}
        <a
          href={routeHash({
            view: 'tasks',
            filter: { ...noFilter, labels: new Map([['benchmark', [task.benchmark]]]) },
          })}
        >
          {visibleText(task.benchmark, 80)}
        </a>
      </p>
      <h1 id="task-name" className="task-name">
        {visibleText(task.id)}
      </h1>
      <TaskSummary task={task} />
      <Worked working={working} ask="Explain">
        {({ explanation, neighbours }) => (
          <>
            <TaskVerdict explanation={explanation} />
            <TaskStatement task={task} />
            <TaskResults task={task} />
            <TaskActions explanation={explanation} />
            <TaskExplanation explanation={explanation} neighbours={neighbours} plan={selection.plan} />
          </>
        )}
      </Worked>
    </article>
  );
}
