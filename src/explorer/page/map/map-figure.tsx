import { useLayoutEffect, useRef, useState } from 'react';
import type { TaskFilter } from '../route/task-filter.js';
import { AxisBars } from './axis-bars.js';
import { AxisTicks } from './axis-ticks.js';
import { layoutOf } from './layout.js';
import { MapPlot, type MapPlotProps } from './map-plot.js';

interface MapFigureProps extends MapPlotProps {
  readonly onChoose: (filter: TaskFilter) => void;
}

/** The map with a histogram and the values of its axis along two of its sides. */
export function MapFigure({ onChoose, ...plot }: MapFigureProps) {
  const { pool, mask, x, y, filter } = plot;
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 900, height: 440 });
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width, height });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const { gutterX, gutterY } = layoutOf(x, y, size.width, size.height);
  const bars = { mask, states: pool.states, filter, onChoose };
  return (
    <figure className={`map map-y-${y.kind}`}>
      <AxisBars axis={x} side="across" gutter={gutterX} {...bars} />
      <AxisTicks axis={y} side="up" length={size.height} gutter={gutterY} />
      <div ref={box} className="map-box">
        <MapPlot {...plot} />
      </div>
      <span className="map-name map-name-y" dir="auto" aria-hidden="true">
        {y.words}
      </span>
      <span className="map-name map-name-x" dir="auto" aria-hidden="true">
        {x.words}
      </span>
      <AxisBars axis={y} side="up" gutter={gutterY} {...bars} />
      <AxisTicks axis={x} side="across" length={size.width} gutter={gutterX} />
    </figure>
  );
}
