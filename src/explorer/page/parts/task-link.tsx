import { visibleText } from '../../../core/text/visible-text.js';
import { routeHash } from '../route/route.js';

interface TaskLinkProps {
  readonly task: { readonly benchmark: string; readonly id: string };
}

/** A task's id, leading to all that is known of it. */
export function TaskLink({ task: { benchmark, id } }: TaskLinkProps) {
  return (
    <a className="task-link" href={routeHash({ view: 'task', benchmark, id })}>
      {visibleText(id)}
    </a>
  );
}
