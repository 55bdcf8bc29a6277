import { type PlotOptions, plot } from '@observablehq/plot';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DataTable, type TableContent } from './data-table.js';

interface ChartProps {
  readonly title: string;
  /** What is to be seen, for whoever cannot see it. */
  readonly description: string;
  /** What to draw in a place so wide. Must be the same function for the same chart. */
  readonly draw: (width: number) => PlotOptions;
  readonly height: number;
  readonly legend?: readonly { readonly name: string; readonly colour: string; readonly hollow?: boolean }[];
  readonly numbers: TableContent;
  readonly level?: 3 | 4;
}

/** A chart with its words, its legend and its numbers. The numbers are a table that opens below it. */
export function Chart({ title, description, draw, height, legend = [], numbers, level = 3 }: ChartProps) {
  const Heading = `h${level}` as const;
  return (
    <figure className="chart">
      <figcaption>
        <Heading>{title}</Heading>
      </figcaption>
      {legend.length > 0 && (
        <ul className="legend">
          {legend.map(({ name, colour, hollow }) => (
            <li key={name}>
              <span
                className="swatch"
                style={hollow ? { borderColor: colour } : { borderColor: colour, background: colour }}
              />
              {name}
            </li>
          ))}
        </ul>
      )}
      <Drawing title={title} description={description} draw={draw} height={height} />
      <details className="numbers">
        <summary>
          Numbers<span className="only-heard"> of {title}</span>
        </summary>
        <DataTable caption={title} {...numbers} />
      </details>
    </figure>
  );
}

function Drawing({ title, description, draw, height }: Pick<ChartProps, 'title' | 'description' | 'draw' | 'height'>) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => setWidth(Math.floor(place.current?.clientWidth ?? 0)), []);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (place.current === null || width === 0) return;
    const drawing = plot({ width, height, style: { background: 'transparent', fontSize: '12px' }, ...draw(width) });
    // An image has no parts to name: the library names its groups, which may then not have a name.
    for (const part of drawing.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
    // The drawing is one picture with one name; the library names its parts as well, which no reader can use.
    for (const part of drawing.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
    drawing.setAttribute('role', 'img');
    drawing.setAttribute('aria-label', `${title}. ${description}`);
    place.current.replaceChildren(drawing);
  }, [draw, width, height, title, description]);
  return <div ref={place} className="drawing" style={{ height }} />;
}
