import { useRef } from 'react';
import type { TaskFilter } from '../route/task-filter.js';

/** How a filter changed: by one of many key presses, which are one step together, or by a choice. */
export type FilterChange = 'typed' | 'chosen';

/** Goes to another filter, so that Back undoes a choice, or all that was typed since the field was entered; and the rest from typing. */
export function useFilterSteps(
  go: (filter: TaskFilter, how: 'push' | 'replace') => void,
): readonly [(filter: TaskFilter, how: FilterChange) => void, () => void] {
  const isTyping = useRef(false);
  const change = (next: TaskFilter, how: FilterChange) => {
    go(next, how === 'typed' && isTyping.current ? 'replace' : 'push');
    isTyping.current = how === 'typed';
  };
  const rest = () => {
    isTyping.current = false;
  };
  return [change, rest];
}
