import { type Drawing, drawChart } from '../../pictures/chart.js';
import type { BenchmarkForecast } from './assess-forecast.js';
import { forecastSentence } from './forecast-words.js';

/** What the purpose is about by the number of tasks, beside random samples; undefined with fewer than two sizes. */
export function forecastPicture(forecast: BenchmarkForecast): Drawing | undefined {
  return forecast.purpose?.figure === 'tau' ? rankingPicture(forecast) : widthPicture(forecast);
}

function widthPicture(forecast: BenchmarkForecast): Drawing | undefined {
  const { benchmark, purpose, planned } = forecast;
  const isDifference = purpose?.figure === 'detectable';
  const points = forecast.sizes.flatMap(({ tasks, halfWidth, detectable }) => {
    const figure = isDifference ? detectable : halfWidth;
    return figure === undefined ? [] : [{ tasks, design: 100 * figure.design, random: 100 * figure.random }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const highest = Math.max(1, ...points.flatMap(({ design, random }) => [design, random]));
  return drawChart({
    title: `What so many tasks of ${benchmark} are expected to tell`,
    description: forecastSentence(forecast),
    x: { label: 'tasks', from: first.tasks, to: last.tasks, log: true },
    y: {
      label: isDifference ? 'difference found with 80% power, in points' : 'half of the 95% interval, in points',
      from: 0,
      to: 1.05 * highest,
    },
    marks: [
      {
        kind: 'line',
        points: points.map(({ tasks, design }) => [tasks, design]),
        colour: 'blue',
        label: 'this design',
      },
      {
        kind: 'line',
        points: points.map(({ tasks, random }) => [tasks, random]),
        colour: 'orange',
        label: 'random tasks',
        dashed: true,
      },
      { kind: 'rule', x: planned.tasks, words: `this selection: ${planned.tasks}` },
    ],
  });
}

function rankingPicture(forecast: BenchmarkForecast): Drawing | undefined {
  const { benchmark, planned } = forecast;
  const points = forecast.sizes.flatMap(({ tasks, tau }) => (tau === undefined ? [] : [{ tasks, ...tau }]));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const lowest = Math.min(0, ...points.flatMap(({ design, low }) => [design, low]));
  return drawChart({
    title: `How well so many tasks of ${benchmark} are expected to rank`,
    description: forecastSentence(forecast),
    x: { label: 'tasks', from: first.tasks, to: last.tasks, log: true },
    y: { label: "Kendall's τ with the order on all tasks", from: lowest, to: 1 },
    marks: [
      {
        kind: 'band',
        points: points.map(({ tasks, low, high }) => [tasks, low, high]),
        colour: 'orange',
        label: '90% of random samples',
      },
      {
        kind: 'line',
        points: points.map(({ tasks, design }) => [tasks, design]),
        colour: 'blue',
        label: 'this design',
      },
      { kind: 'rule', x: planned.tasks, words: `this selection: ${planned.tasks}` },
    ],
  });
}
