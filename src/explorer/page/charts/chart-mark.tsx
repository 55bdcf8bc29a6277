import type { Mark, Plane } from '../../../core/pictures/marks.js';
import { visibleText } from '../../../core/text/visible-text.js';

interface WordsProps {
  readonly x: number;
  readonly y: number;
  readonly words: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** Text in a chart. */
export function Words({ x, y, words, anchor }: WordsProps) {
  return (
    <text className="chart-words" x={x} y={y} textAnchor={anchor}>
      {visibleText(words, 120)}
    </text>
  );
}

/** A mark of a chart, in the colours of the page. */
export function ChartMark({ mark, plane }: { readonly mark: Mark; readonly plane: Plane }) {
  const { x, y } = plane;
  switch (mark.kind) {
    case 'line':
      return (
        <path
          d={pathOf(mark.points.map(([px, py]) => [x(px), y(py)]))}
          fill="none"
          stroke={`var(--${mark.colour})`}
          strokeWidth={2.5}
          {...(mark.dashed === true ? { strokeDasharray: '6 4' } : {})}
        />
      );
    case 'dots':
      return (
        <g fill={`var(--${mark.colour})`} fillOpacity={mark.opacity ?? 0.8}>
          {mark.points.map(([px, py], i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two dots may lie on one place
            <circle key={i} cx={x(px)} cy={y(py)} r={mark.radius ?? 3} />
          ))}
        </g>
      );
    case 'band': {
      const there = mark.points.map(([px, , high]) => [x(px), y(high)] as const);
      const back = mark.points.toReversed().map(([px, low]) => [x(px), y(low)] as const);
      return (
        <path d={`${pathOf([...there, ...back])}Z`} fill={`var(--${mark.colour})`} fillOpacity={mark.opacity ?? 0.18} />
      );
    }
    case 'range':
      return (
        <g stroke={`var(--${mark.colour})`} fill={`var(--${mark.colour})`}>
          <line x1={x(mark.low)} x2={x(mark.high)} y1={y(mark.y)} y2={y(mark.y)} strokeWidth={2.5} />
          {mark.at !== undefined && <circle cx={x(mark.at)} cy={y(mark.y)} r={4.5} />}
        </g>
      );
    case 'box': {
      const [x1 = 0, x2 = 0] = mark.x.map(x).sort((a, b) => a - b);
      const [y1 = 0, y2 = 0] = mark.y.map(y).sort((a, b) => a - b);
      const fill = `var(--${mark.colour})`;
      return <rect x={x1} y={y1} width={x2 - x1} height={y2 - y1} fill={fill} fillOpacity={mark.opacity ?? 0.8} />;
    }
    case 'rule':
      return <Rule mark={mark} plane={plane} />;
    case 'words':
      return <Words x={x(mark.x)} y={y(mark.y) + 4} anchor={mark.anchor ?? 'start'} words={mark.words} />;
  }
}

function Rule({ mark, plane }: { readonly mark: Mark & { readonly kind: 'rule' }; readonly plane: Plane }) {
  const [x1, x2] = mark.x === undefined ? [plane.left, plane.right] : [plane.x(mark.x), plane.x(mark.x)];
  const [y1, y2] = mark.y === undefined ? [plane.top, plane.bottom] : [plane.y(mark.y), plane.y(mark.y)];
  // Words that would run out of the picture stand on the other side.
  const isLate = mark.x !== undefined && x1 > (plane.left + plane.right) / 2;
  const [at, anchor] =
    mark.x === undefined
      ? ([plane.right, 'end'] as const)
      : isLate
        ? ([x1 - 4, 'end'] as const)
        : ([x1 + 4, 'start'] as const);
  return (
    <>
      <line className="chart-rule" x1={x1} x2={x2} y1={y1} y2={y2} />
      {mark.words !== undefined && (
        <Words x={at} y={mark.x === undefined ? y1 - 5 : plane.top + 11} anchor={anchor} words={mark.words} />
      )}
    </>
  );
}

function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}
