import { figureColumn, line, quietLine, type Section, tableOf } from '../../blocks/blocks.js';
import { formatCount } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import type { BenchmarkForecast, ForecastAssessment } from './assess-forecast.js';
import { forecastSentence, forecastVerdict, points } from './forecast-words.js';

const columns = [
  figureColumn('tasks'),
  figureColumn('level ±', 'level ±'),
  figureColumn('level at random ±', 'random ±'),
  figureColumn('equivalent random tasks', 'as random'),
  figureColumn('difference found', 'difference'),
  figureColumn('difference found at random', 'random'),
  figureColumn('ranking τ', 'τ'),
  figureColumn('τ at random', 'random τ'),
];

/** The verdict, then a table of sizes for each benchmark. */
export function forecastSections(assessment: ForecastAssessment): readonly Section[] {
  const { plan, benchmarks } = assessment;
  return [
    {
      blocks: [
        line([{ strong: visibleText(plan) }, `: ${visibleText(forecastVerdict(assessment), 1000)}`], {
          isVerdict: true,
        }),
      ],
    },
    ...benchmarks.map((each) => benchmarkSection(each, benchmarks.length > 1)),
  ];
}

function benchmarkSection(forecast: BenchmarkForecast, isOneOfMany: boolean): Section {
  const { benchmark, purpose, systems, population, sizes, planned } = forecast;
  const name = visibleText(benchmark, 60);
  const title = `${name}: ${purpose === undefined ? 'no purpose' : `purpose ${purpose.name}`}, ${formatCount(systems)} earlier systems, ${formatCount(population)} tasks`;
  const rows = sizes.map(({ tasks, halfWidth, equivalent, detectable, tau }) => [
    `${tasks === planned.tasks ? '> ' : ''}${formatCount(tasks)}`,
    points(halfWidth.design),
    points(halfWidth.random),
    equivalent === undefined ? '–' : formatCount(Math.round(equivalent)),
    detectable === undefined ? '–' : points(detectable.design),
    detectable === undefined ? '–' : points(detectable.random),
    tau === undefined ? '–' : tau.design.toFixed(2),
    tau === undefined ? '–' : `${tau.random.toFixed(2)} (${tau.low.toFixed(2)}–${tau.high.toFixed(2)})`,
  ]);
  return {
    title,
    blocks: [
      ...(isOneOfMany ? [line(visibleText(forecastSentence(forecast), 1000))] : []),
      tableOf(`Forecast of ${name}`, columns, rows),
      quietLine('In points; > is the selection. Each design beside a simple random sample of the same size.'),
    ],
  };
}
