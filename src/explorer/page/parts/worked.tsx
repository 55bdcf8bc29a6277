import type { ReactNode } from 'react';
import { visibleText } from '../../../core/text/visible-text.js';
import type { Work } from './use-work.js';

interface WorkedProps<Value> {
  readonly work: readonly [Work<Value>, () => void];
  /** What the button that starts it says. */
  readonly ask: string;
  readonly children: (value: Value) => ReactNode;
}

/** Work that takes a while, and what came of it. */
export function Worked<Value>({ work: [work, start], ask, children }: WorkedProps<Value>) {
  switch (work.state) {
    case 'idle':
      return (
        <p>
          <button type="button" onClick={start}>
            {ask}
          </button>
        </p>
      );
    case 'working':
      return (
        <p className="quiet working" role="status">
          Working it out…
        </p>
      );
    case 'failed':
      return <p className="is-wrong">{visibleText(work.why, 2000)}</p>;
    case 'done':
      return <>{children(work.value)}</>;
  }
}
