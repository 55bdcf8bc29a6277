import type { ReactNode } from 'react';
import { visibleText } from '../../../core/text/visible-text.js';
import type { Working } from '../state/use-inquiry.js';

interface WorkedProps<Value> {
  readonly working: Working<Value>;
  /** What the button that starts it says. */
  readonly ask: string;
  readonly children: (value: Value) => ReactNode;
}

/** Work that takes a while, and what came of it. While it is done again, what was there stays. */
export function Worked<Value>({ working: { work, start, stop }, ask, children }: WorkedProps<Value>) {
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
        <div className={work.before === undefined ? undefined : 'is-older'} aria-busy="true">
          <div className="working">
            <span role="status">Working it out…</span>{' '}
            <button type="button" className="plain" onClick={stop}>
              Stop
            </button>
          </div>
          {work.before !== undefined && children(work.before)}
        </div>
      );
    case 'failed':
      return (
        <p className="is-wrong" role="status">
          {visibleText(work.why, 2000)}
        </p>
      );
    case 'done':
      return <>{children(work.value)}</>;
  }
}
