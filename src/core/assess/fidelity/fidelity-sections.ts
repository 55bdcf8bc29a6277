import {
  type Block,
  type Column,
  figureColumn,
  line,
  quietLine,
  type Section,
  tableOf,
  wordColumn,
} from '../../blocks/blocks.js';
import { countOf, formatCount } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import { seedWords } from '../question/seed.js';
import type { Chance, FidelityAssessment, FidelityRow, FidelityScope } from './fidelity.js';
import { type Metric, metricNames, metrics } from './fidelity-metrics.js';
import {
  fidelitySentence,
  levelSentence,
  percentile,
  points,
  rankingSentence,
  scopeTitle,
  signed,
} from './fidelity-words.js';
import { checkSentence } from './forecast-check.js';

const mostSystems = 20;

/** For a person: what holds, the figures beside chance, each system, and what cannot be said. */
export function fidelitySections(fidelity: FidelityAssessment, whyNone: string | undefined): readonly Section[] {
  const judged = fidelity.scopes.flatMap(scopeSections);
  const opening: Section = {
    blocks: [line(visibleText(fidelitySentence(fidelity, whyNone), 600), { isVerdict: true })],
  };
  return [...(judged.length === 0 ? [opening] : judged), ...notJudgedSection(fidelity)];
}

/** How the draws were made; undefined where there are none. */
export function fidelityMethod({ scopes, draws, seed, seedFrom }: FidelityAssessment): string | undefined {
  if (scopes.length === 0) return undefined;
  return `Errors are in points; ${countOf(draws, 'random draw')}, sfc32, seed ${visibleText(seed)} (${seedWords[seedFrom]}). Percentile: share of the draws below, ties half.`;
}

function scopeSections(scope: FidelityScope): readonly Section[] {
  return scope.rows.map((row) => {
    const title = visibleText(scopeTitle(scope, row.selected), 200);
    return {
      title: [{ strong: title }, row.isSelection ? '' : ' (the same rule at this size)'],
      blocks: [
        line(levelSentence(row)),
        line(rankingSentence(row)),
        ...(row.isSelection && scope.forecast !== undefined ? [line(checkSentence(scope.forecast))] : []),
        ...(row.isSelection ? [quietLine(`Compared with ${visibleText(scope.design)}.`)] : []),
        ...metricBlocks(row, title),
        ...systemBlocks(row, title),
        ...failedLine(row),
      ],
    };
  });
}

/** A range of random draws that is shown where there is room. */
const wideRange: Column = { ...figureColumn('random 2.5% to 97.5%'), detail: true };

function metricBlocks({ readings: [{ metrics: found, counted, biasInterval }] }: FidelityRow, scope: string): Block[] {
  // Of one system every measure of the level is its error, and there is no ranking.
  const shown = metricNames.filter((name) => counted > 1 || name === 'bias');
  const rows = shown.map((name) => {
    const { value, chance } = found[name];
    const text = (each: number | undefined) => metricText(name, each);
    const own = [metrics[name].words, text(value)];
    if (chance === undefined) return [...own, '', '', '', '', ''];
    return [
      ...own,
      text(chance.mean),
      `${text(chance.low)} to ${text(chance.high)}`,
      `${text(chance.from)} to ${text(chance.to)}`,
      percentile(chance.percentile),
      standingWords[chance.standing],
    ];
  });
  const columns = [
    wordColumn(`over ${countOf(counted, 'system')}`),
    figureColumn('here'),
    figureColumn('random'),
    figureColumn('random 5% to 95%', '5% to 95%'),
    wideRange,
    figureColumn('percentile'),
    wordColumn('beside chance'),
  ];
  const interval =
    biasInterval === undefined
      ? []
      : [
          line(
            `If other tasks like these stood in their place (bootstrap), the mean error would be ${signed(biasInterval.low)} to ${signed(biasInterval.high)} (95%).`,
          ),
        ];
  return [tableOf(`Beside random draws, ${scope}`, columns, rows, { apart: true }), ...interval];
}

const standingWords: Readonly<Record<Chance['standing'], string>> = {
  within: 'within',
  worse: 'worse than 95%',
  better: 'better than 95%',
};

function metricText(name: Metric, value: number | undefined): string {
  if (value === undefined) return '-';
  return { 'signed points': signed(value), points: points(value), none: value.toFixed(2) }[metrics[name].unit];
}

function systemBlocks({ readings: [{ systems }] }: FidelityRow, scope: string): Block[] {
  const tasks = (count: number, missing: number) =>
    `${formatCount(count)}${missing === 0 ? '' : ` (-${formatCount(missing)})`}`;
  const rows = systems.map(({ chance, ...system }) => [
    `${visibleText(system.name, 40)}${system.counted ? '' : ' *'}`,
    points(system.poolRate),
    tasks(system.poolTasks, system.poolMissing),
    points(system.rate),
    tasks(system.selectedTasks, system.selectedMissing),
    signed(system.error),
    chance === undefined ? '-' : `${signed(chance.low)} to ${signed(chance.high)}`,
    chance === undefined ? '-' : `${signed(chance.from)} to ${signed(chance.to)}`,
    chance === undefined ? '-' : percentile(chance.percentile),
  ]);
  const columns = [
    wordColumn('system', ''),
    figureColumn('pool %'),
    figureColumn('tasks of the pool', 'tasks'),
    figureColumn('selected %'),
    figureColumn('selected tasks', 'tasks'),
    figureColumn('error'),
    figureColumn('random 5% to 95%'),
    wideRange,
    figureColumn('percentile'),
  ];
  return [
    tableOf(`Rates of the systems, ${scope}`, columns, rows, { apart: true, most: mostSystems }),
    ...(systems.some(({ counted }) => !counted) ? [quietLine('* a near-duplicate: not counted again above')] : []),
  ];
}

function failedLine({ readings }: FidelityRow): Block[] {
  const failed = readings.find(({ reading }) => reading === 'failed');
  if (failed === undefined) return [];
  const { bias, mae, kendall } = failed.metrics;
  const standing =
    bias.chance === undefined || bias.chance.standing === 'within' ? 'within chance' : 'more than chance';
  const tau = kendall.value === undefined ? '' : `, tau-b ${kendall.value.toFixed(2)}`;
  return [
    line(
      `Missing results (in brackets) are left out above. Counted as failed: mean error ${signed(bias.value)} (${standing}), mean absolute error ${points(mae.value)}${tau}.`,
      { apart: true },
    ),
  ];
}

function notJudgedSection({ notJudged }: FidelityAssessment): Section[] {
  if (notJudged.length === 0) return [];
  const lines = notJudged.map(({ benchmark, why }) => line(`${visibleText(benchmark, 60)}: ${visibleText(why, 600)}`));
  return [{ title: 'Not judged', blocks: lines }];
}
