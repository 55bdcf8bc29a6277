import { describe, expect, it } from 'vitest';
import { alongAxis, chartData, chartSvg, drawChart, rowAxis } from './chart.js';

const plain = { label: 'y', from: 0, to: 1 };
const ticksOf = (from: number, to: number, log: boolean) =>
  chartData({ x: { label: 'x', from, to, log }, y: plain, marks: [] }).x.ticks.map(({ words }) => words);

describe('the ticks of an axis', () => {
  it('are round numbers, about five of them', () => {
    expect(ticksOf(0, 100, false)).toEqual(['0', '20', '40', '60', '80', '100']);
    expect(ticksOf(-0.3, 0.31, false)).toEqual(['-0.3', '-0.2', '-0.1', '0', '0.1', '0.2', '0.3']);
  });

  it('are 1, 2 and 5 times powers of ten on a log axis, or only the powers if those are too many', () => {
    expect(ticksOf(5, 500, true)).toEqual(['5', '10', '20', '50', '100', '200', '500']);
    expect(ticksOf(1, 10_000, true)).toEqual(['1', '10', '100', '1000', '10000']);
  });

  it('are round numbers on a log axis that is too short for two of those', () => {
    expect(ticksOf(35, 48, true)).toEqual(['36', '38', '40', '42', '44', '46', '48']);
    expect(ticksOf(40, 54, true).length).toBeGreaterThan(1);
  });
});

describe('the place of a value', () => {
  it('is a share of the axis, by ratio on a log axis', () => {
    expect(alongAxis({ from: 10, to: 30 }, 20)).toBe(0.5);
    expect(alongAxis({ from: 1, to: 100, log: true }, 10)).toBeCloseTo(0.5, 12);
  });

  it('of the first row is on top', () => {
    const { at, y } = rowAxis([{ words: 'first' }, { words: 'second' }], 0.6);
    expect([at(0), at(1)]).toEqual([2, 1]);
    expect(y.format?.(at(0))).toBe('first');
  });
});

describe('a drawing', () => {
  it('holds no markup and no forbidden character of its texts', () => {
    const title = `<b>&"'\u0000\u001b\u0085\ud800\uffff\tend`;
    const svg = chartSvg(drawChart({ title, description: '', x: plain, y: plain, marks: [] }));
    const forbidden = '\ufffd'.repeat(5);
    expect(svg).toContain(`&lt;b&gt;&amp;&quot;&#39;${forbidden}\tend`);
  });
});
