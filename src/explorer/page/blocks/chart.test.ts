import { describe, expect, it } from 'vitest';
import { chartData } from '../../../core/pictures/chart.js';
import { chartPoints, nearestPoint } from './chart.js';

const shown = chartData({
  x: { label: 'points', from: 0, to: 100 },
  y: { label: '', from: 0, to: 3, ticks: [1, 2], format: (at) => (at === 1 ? 'first' : 'second') },
  marks: [
    { kind: 'rule', x: 0, words: 'nothing' },
    { kind: 'range', y: 1, low: 10, high: 30, at: 20, colour: 'blue' },
    { kind: 'box', x: [0, 40.1234], y: [1.5, 2.5], colour: 'grey', label: 'pool' },
    { kind: 'dots', points: [[50, 1]], colour: 'orange', label: 'the plan' },
  ],
});

describe('the values of a chart', () => {
  it('are in words: what a tick is called, figures, and the ends of a range', () => {
    expect(chartPoints(shown).map(({ words }) => words)).toEqual([
      'first, 20 (10 to 30)',
      'pool: second, 40.1',
      'the plan: first, 50',
    ]);
  });

  it('are found near the pointer, and not far from it', () => {
    const plane = {
      left: 0,
      right: 100,
      top: 0,
      bottom: 300,
      x: (value: number) => value,
      y: (value: number) => 100 * value,
    };
    const points = chartPoints(shown);
    expect(nearestPoint(points, plane, 22, 103)).toBe(0);
    expect(nearestPoint(points, plane, 48, 101)).toBe(2);
    expect(nearestPoint(points, plane, 90, 290)).toBeUndefined();
  });
});
