import { describe, expect, it } from 'vitest';
import { groupedTasks, planTextOf, runText } from '../../../../test/support/sample-plan.js';
import { poolColumns } from '../../packed/selection-columns.js';
import { filterFrom } from '../route/task-filter.js';
import { tellingFields } from '../tasks/plan-fields.js';
import { makeAxis, plainColours } from './unit-axis.js';
import { layOut } from './unit-layout.js';
import { unitSvg } from './unit-svg.js';

const text = planTextOf({ benchmarks: { mine: { select: { take: 9 } }, yours: { select: { take: 2 } } } });
const selection = runText(text, groupedTasks({ a: 114, b: 39 }), groupedTasks({ c: 6 }, 'yours'));
const pool = poolColumns(selection);
const fields = tellingFields(selection, pool);
const fieldOf = (name: string) => fields.find((field) => field.name === name);
const axes = (x: string, y: string) => ({
  x: makeAxis(fieldOf(x), selection.plan, pool, 12, false),
  y: makeAxis(fieldOf(y), selection.plan, pool, 16, true),
});
const colours = plainColours(pool.count);
const laid = (x: string, y: string, only?: Uint8Array) =>
  layOut({ pool, ...axes(x, y), colours: colours.codes, only, width: 900, height: 400 });

describe('the layout of the chart', () => {
  it.each([
    ['benchmark', 'repo'],
    ['repo', 'none'],
    ['none', 'repo'],
    ['none', 'none'],
    ['files_changed', 'benchmark'],
  ])('gives every task a place within the box, one pitch apart at least: %s by %s', (x, y) => {
    const { pitch, x: left, y: top, cells } = laid(x, y);
    const places = Array.from(left, (each, row) => [each, top[row] ?? 0] as const);
    for (const [i, [px, py]] of places.entries()) {
      expect(px).toBeGreaterThan(0);
      expect(px).toBeLessThan(900);
      expect(py).toBeGreaterThan(0);
      expect(py).toBeLessThan(400);
      for (const [qx, qy] of places.slice(i + 1))
        expect(Math.max(Math.abs(px - qx), Math.abs(py - qy))).toBeGreaterThan(0.99 * pitch);
    }
    expect(cells.reduce((sum, { drawn }) => sum + drawn, 0)).toBe(pool.count);
    expect(cells.reduce((sum, { selected }) => sum + selected, 0)).toBe(11);
  });

  it('puts the selected tasks of a cell first, and leaves out what is not wanted', () => {
    const { x, columns, rows, cells, pitch } = laid('benchmark', 'repo');
    expect([columns.length, rows.length, cells.length]).toEqual([2, 3, 6]);
    const { bandOf } = axes('benchmark', 'repo').x;
    const inFirst = Array.from(x, (left, row) => ({ left, isIn: pool.states[row] === 0, row })).filter(
      ({ row }) => bandOf[row] === 0,
    );
    const farthestIn = Math.max(...inFirst.filter(({ isIn }) => isIn).map(({ left }) => left));
    expect(farthestIn).toBeLessThan((columns[0]?.from ?? 0) + 2 * pitch);
    const only = Uint8Array.from(pool.states, (state) => (state === 0 ? 1 : 0));
    expect(laid('benchmark', 'repo', only).x.filter((left) => !Number.isNaN(left))).toHaveLength(11);
  });

  it('is the same picture every time, with a circle for every task', () => {
    const mask = new Uint8Array(pool.count).fill(1);
    const words = { caption: 'What it shows', citation: 'How to cite it' };
    const chart = { pool, mask, ...axes('benchmark', 'repo'), colours, isZoomed: false, ...words };
    const made = () => unitSvg({ ...chart, title: 'A <title>' });
    expect(made()).toBe(made());
    expect(made().match(/<circle cx/g)).toHaveLength(pool.count);
    expect(made()).toContain('A &lt;title&gt;');
    expect(made()).toContain('How to cite it');
    // A page has its title above the chart.
    expect(unitSvg(chart)).toContain('What it shows');
    expect(unitSvg(chart)).not.toContain('title');
  });
});

describe('an axis', () => {
  it('divides a number at round limits, and a band filters just its tasks', () => {
    const axis = axes('files_changed', 'none').x;
    expect(axis.bands.length).toBeGreaterThan(1);
    const filter = axis.choose(filterFrom(''), 1, 1);
    expect(filter.search).toMatch(/^files_changed:\d+\.\.\d+$/);
    expect(axis.chosen(filter)).toEqual([1]);
    expect(axis.clear(filter).search).toBe('');
  });

  it('puts rare labels together, and chooses all of them', () => {
    const axis = makeAxis(fieldOf('repo'), selection.plan, pool, 2, false);
    expect(axis.bands.map(({ words }) => words)).toEqual(['a', '2 others']);
    expect(axis.choose(filterFrom(''), 1, 1).labels.get('repo')).toEqual(['b', 'c']);
  });
});
