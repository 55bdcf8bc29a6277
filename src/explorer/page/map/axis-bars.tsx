import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import { formatCount } from '../../../core/text/count-of.js';
import type { TaskFilter } from '../route/task-filter.js';
import { type Axis, countBins } from './map-axis.js';

interface AxisBarsProps {
  readonly axis: Axis;
  readonly side: 'across' | 'up';
  readonly mask: Uint8Array;
  readonly states: Uint8Array;
  readonly filter: TaskFilter;
  /** Where the axis begins, in pixels: before it lie the tasks that it knows nothing of. */
  readonly gutter: number;
  readonly onChoose: (filter: TaskFilter) => void;
}

/**
 * A histogram along a side of the map: all tasks behind, those that are shown before them, the selected ones in front. Each
 * bar is a button that shows its tasks alone; the arrow keys go from one to the next.
 */
export const AxisBars = memo(function AxisBars({ axis, side, mask, states, filter, gutter, onChoose }: AxisBarsProps) {
  const counts = useMemo(() => countBins(axis, mask, states), [axis, mask, states]);
  const most = Math.max(1, ...counts.map(({ all }) => all));
  const [current, setCurrent] = useState(0);
  const chosen = axis.stretches(filter);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = event.currentTarget.querySelectorAll('button');
    const from = Array.from<unknown>(buttons).indexOf(event.target);
    buttons[Math.max(0, Math.min(buttons.length - 1, from + by))]?.focus();
  };
  // Numbers grow upwards; what stands beside the map turns with it.
  const isUp = side === 'up' && axis.kind === 'number';
  const reachable = Math.min(current, axis.bins.length - 1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out so
    <div
      className={`map-bars map-bars-${side}`}
      role="group"
      aria-label={`Histogram of ${axis.words}`}
      style={{ '--gutter': `${gutter}px` } as React.CSSProperties}
      onKeyDown={move}
    >
      {axis.bins.map((bin, at) => {
        const { all, shown, selected } = counts[at] ?? { all: 0, shown: 0, selected: 0 };
        const [from, to] = isUp ? [1 - bin.to, 1 - bin.from] : [bin.from, bin.to];
        const isChosen =
          chosen?.some(([start, end]) => start < bin.to - 1e-6 && end > bin.from + 1e-6 && shown > 0) === true;
        const part = { '--from': from, '--to': to, '--all': share(all, most) };
        const parts = { ...part, '--shown': share(shown, most), '--selected': share(selected, most) };
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place
            key={at}
            type="button"
            className="map-bar"
            tabIndex={at === reachable ? 0 : -1}
            aria-pressed={isChosen}
            aria-label={`${bin.words}: ${formatCount(selected)} selected / ${formatCount(shown)} shown, of ${formatCount(all)}`}
            title={`${bin.words}: ${formatCount(selected)} / ${formatCount(shown)}`}
            style={parts as React.CSSProperties}
            onFocus={() => setCurrent(at)}
            onClick={() => onChoose(isChosen && chosen?.length === 1 ? axis.clear(filter) : bin.choose(filter))}
          >
            <span className="bar-all" />
            <span className="bar-shown" />
            <span className="bar-selected" />
          </button>
        );
      })}
    </div>
  );
});

function share(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(0.03, count / most);
}
