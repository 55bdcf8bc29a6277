import { type Drawing, drawChart } from '../../pictures/chart.js';
import type { Mark } from '../../pictures/marks.js';
import type { FidelityRow, FidelityScope, SystemFidelity } from './fidelity.js';
import { levelSentence, rankingSentence, signed } from './fidelity-words.js';

/** A chart with more rows than this would not be read. */
const mostSystems = 24;
const rowHeight = 22;

/** One line of the chart: a system at a size, or the heading of a size. */
type Line = { readonly heading: string } | { readonly system: SystemFidelity };

/**
 * Each system's error on the selected tasks as a dot over the 5% to 95% range of random draws; sizes below each other.
 * Undefined when there is nothing to draw.
 */
export function fidelityPicture(scope: FidelityScope): Drawing | undefined {
  const lines = scope.rows.flatMap((row) => linesOf(row, scope.rows.length > 1));
  const systems = lines.flatMap((line) => ('system' in line ? [line.system] : []));
  if (systems.length === 0) return undefined;
  const ends = systems.flatMap(({ error, chance }) => [error, chance?.from ?? 0, chance?.to ?? 0]).map((x) => 100 * x);
  const [least, most] = [Math.min(-1, ...ends), Math.max(1, ...ends)];
  const margin = 0.08 * (most - least);
  // The first line stands on top.
  const y = (at: number) => lines.length - at;
  return drawChart({
    title: `Error of the selection, ${scope.benchmark ?? 'all judged benchmarks'}`,
    description: describe(scope),
    width: 800,
    height: 130 + rowHeight * lines.length,
    left: 240,
    x: {
      label: `rate on the selected tasks less rate in the pool, points${systems.some(({ counted }) => !counted) ? '; *: near-duplicate, not counted' : ''}`,
      from: least - margin,
      to: most + margin,
    },
    y: {
      label: '',
      from: 0,
      to: lines.length + 1,
      ticks: lines.map((_, at) => y(at)),
      format: (value) => nameOf(lines[lines.length - value]),
    },
    marks: [{ kind: 'rule', x: 0 }, ...marksOf(lines, y)],
  });
}

/** The systems of a size, below its heading where there are several sizes. */
function linesOf({ selected, isSelection, readings }: FidelityRow, hasHeading: boolean): readonly Line[] {
  const [{ systems }] = readings;
  const heading = `${selected} tasks${isSelection ? ' (the selection)' : ' (same rule)'}`;
  return [...(hasHeading ? [{ heading }] : []), ...systems.slice(0, mostSystems).map((system) => ({ system }))];
}

function nameOf(line: Line | undefined): string {
  if (line === undefined) return '';
  const name = 'heading' in line ? line.heading : line.system.name;
  const mark = 'system' in line && !line.system.counted ? ' *' : '';
  return `${name.length <= 34 ? name : `${name.slice(0, 33)}…`}${mark}`;
}

function marksOf(lines: readonly Line[], y: (at: number) => number): readonly Mark[] {
  const drawn = lines.flatMap((line, at) => ('system' in line ? [{ at: y(at), system: line.system }] : []));
  const ranges = drawn.flatMap(({ at, system: { chance } }, i): Mark[] => {
    if (chance === undefined) return [];
    const box = { x: [100 * chance.low, 100 * chance.high] as const, y: [at - 0.2, at + 0.2] as const };
    const label = i === 0 ? { label: 'random draws: 5% to 95% (line: 95%)' } : {};
    return [
      { kind: 'range', y: at, low: 100 * chance.from, high: 100 * chance.to, colour: 'grey' },
      { kind: 'box', ...box, colour: 'grey', opacity: 0.45, ...label },
    ];
  });
  const dots = (isOutside: boolean) =>
    drawn
      .filter(({ system }) => (system.chance?.standing === 'worse') === isOutside)
      .map(({ at, system }) => [100 * system.error, at] as const);
  const both: Mark[] = [
    { kind: 'dots', points: dots(false), colour: 'blue', label: 'within chance', radius: 5, opacity: 1 },
    { kind: 'dots', points: dots(true), colour: 'orange', label: 'more than chance', radius: 5, opacity: 1 },
  ];
  return [...ranges, ...both.filter((mark) => mark.kind === 'dots' && mark.points.length > 0)];
}

function describe({ rows, design }: FidelityScope): string {
  const sizes = rows.map((row) => {
    const [{ systems }] = row.readings;
    const errors = systems.slice(0, mostSystems).map(({ name, error }) => `${name} ${signed(error)}`);
    return `${row.selected} tasks: ${levelSentence(row)} ${rankingSentence(row)} Errors in points: ${errors.join(', ')}.`;
  });
  return `Compared with ${design}. ${sizes.join(' ')}`;
}
