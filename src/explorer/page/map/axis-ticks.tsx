import { memo } from 'react';
import type { Axis } from './map-axis.js';

interface AxisTicksProps {
  readonly axis: Axis;
  readonly side: 'across' | 'up';
  /** How long the axis is, and how much of it comes before its beginning. */
  readonly length: number;
  readonly gutter: number;
}

/** Words along an axis need so much room each, in pixels. */
const roomAcross = 44;
const roomTurned = 16;
const roomUp = 16;

/** The values along a side of the map; where there is no room for one beside the last, it is left out. A bar tells each. */
export const AxisTicks = memo(function AxisTicks({ axis, side, length, gutter }: AxisTicksProps) {
  const isNumber = axis.kind === 'number';
  const size = Math.max(0, length - gutter);
  const rooms = axis.ticks.map(({ room = 1 / Math.max(1, axis.ticks.length) }) => room * size);
  const isTurned = side === 'across' && !isNumber && Math.min(...rooms) < roomAcross;
  const needed = side === 'up' ? roomUp : isTurned ? roomTurned : roomAcross;
  let end = -Infinity;
  const shown = axis.ticks.flatMap((tick, i) => {
    // Those of numbers that grow upwards come from the bottom; their distances are the same.
    if (tick.at * size - end < needed) return [];
    end = tick.at * size;
    return [{ ...tick, room: rooms[i] ?? 0 }];
  });
  const place = (at: number) => {
    const own = side === 'up' && isNumber ? 1 - at : at;
    return `calc(${own} * (100% - ${gutter}px) + ${side === 'across' ? gutter : 0}px)`;
  };
  return (
    <div
      className={`map-ticks map-ticks-${side}${isTurned ? ' is-turned' : ''}${isNumber ? ' of-numbers' : ''}`}
      aria-hidden="true"
    >
      {gutter > 0 && (
        <span
          className="map-tick is-unknown"
          style={side === 'across' ? { left: gutter / 2 } : { top: `calc(100% - ${gutter / 2}px)` }}
        >
          ?
        </span>
      )}
      {shown.map(({ at, words, room }) => (
        <span
          key={at}
          className="map-tick"
          title={words}
          dir="auto"
          style={
            side === 'across'
              ? ({ left: place(at), '--room': `${Math.max(room - 2, 30)}px` } as React.CSSProperties)
              : { top: place(at) }
          }
        >
          {words}
        </span>
      ))}
    </div>
  );
});
