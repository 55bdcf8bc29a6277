import { type Block, line, quietLine, tableOf, wordColumn } from '../../blocks/blocks.js';
import { countOf } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import type { MeasuredUplift } from './measure-uplift.js';
import { noiseWords } from './noise-words.js';
import { figures, intervalText } from './validity-words.js';

const mostFeatures = 12;
const mostSigns = 6;

/** What the pairs say of the uplift itself, for a person. */
export function measuredBlocks(measured: MeasuredUplift, configuration: string): readonly Block[] {
  if (measured.pairs < 2) return [];
  return [
    line('The uplift itself', { apart: true }),
    ...meanLines(measured).map((words) => line(words, { level: 1 })),
    ...noiseLines(measured).map((words) => line(words, { level: 1 })),
    ...featureBlocks(measured, configuration),
    ...artefactLines(measured).map((words) => line(words, { level: 1 })),
  ];
}

function meanLines({ pairs, mean, median, beyond }: MeasuredUplift): string[] {
  const unit = (value: number | undefined) => (value === undefined ? 'unknown' : signed(value));
  return [
    `${countOf(pairs, 'pair')}: mean ${unit(mean?.mean)}${mean === undefined ? '' : ` (${signed(mean.low)} to ${signed(mean.high)})`}, median ${unit(median)}`,
    beyond === undefined
      ? 'beyond these benchmarks: too few of them for an interval'
      : `beyond these benchmarks: ${signed(beyond.mean)} (${signed(beyond.low)} to ${signed(beyond.high)}), benchmarks as units`,
  ];
}

function noiseLines({ noise }: MeasuredUplift): string[] {
  const { reliability, needed } = noise;
  const each = reliability.map(
    ({ runs, reliability: share, ceiling }) =>
      `${figures(share)} with ${countOf(Number(runs.toFixed(1)), 'run')} per side (ceiling ${figures(ceiling)})`,
  );
  const pairs = (runs: number) =>
    needed
      .filter((row) => row.runs === runs)
      .map((row) => (row.pairs === undefined ? 'never' : row.pairs > countlessPairs ? 'countless' : row.pairs))
      .join(' / ');
  return [
    `reliability of a task's uplift: ${each.join(', ')}; ${noiseWords(noise)}`,
    `pairs that find a correlation of 0.1 / 0.2 / 0.3: ${pairs(1)} with one run per side, ${pairs(3)} with three`,
  ];
}

/** More pairs than anybody will run. */
const countlessPairs = 1e7;

function featureBlocks({ features, prediction }: MeasuredUplift, configuration: string): Block[] {
  const shown = [...features].sort((a, b) => (a.pValue ?? 2) - (b.pValue ?? 2)).slice(0, mostFeatures);
  const columns = [
    wordColumn('Features known before a run'),
    wordColumn('tasks', ''),
    wordColumn('Spearman'),
    wordColumn('within'),
    wordColumn('p, Holm'),
  ];
  const rows = shown.map(({ name, tasks, overall, within, adjusted }) => [
    visibleText(name, 38),
    countOf(tasks, 'task'),
    figures(overall),
    figures(within),
    adjusted === undefined ? 'too few' : adjusted.toFixed(2),
  ]);
  const left = features.length - shown.length;
  return [
    ...(rows.length === 0
      ? []
      : [tableOf(`Features against the uplift, ${visibleText(configuration, 60)}`, columns, rows, { apart: true })]),
    ...(left > 0 ? [quietLine(`and ${left} more (--json lists all)`)] : []),
    ...(prediction === undefined
      ? []
      : [
          line(
            `A model on ${countOf(prediction.features, 'feature')} against predicting the mean: R2 ${figures(prediction.byTask)} on left-out tasks, ${figures(prediction.byCluster)} on left-out benchmarks${isBetter(prediction.byTask, prediction.byCluster) ? '' : ' (no better than the mean)'}`,
          ),
        ]),
  ];
}

function isBetter(...gains: readonly (number | undefined)[]): boolean {
  return gains.every((gain) => gain !== undefined && gain > 0);
}

/** What may have made the figures, each with its count; nothing where nothing was found. */
function artefactLines({ artefacts, toolCalls, mean, unscored }: MeasuredUplift): string[] {
  if (artefacts === undefined) return [];
  const { loneZeros, meanWithoutThem, unequalArms, oneRun, signDepends } = artefacts;
  const lines: string[] = [];
  if (loneZeros.tasks > 0) {
    lines.push(
      `lone zeros among passing repeats: ${loneZeros.without} without, ${loneZeros.with} with; the mean without them ${signed(meanWithoutThem)} (now ${signed(mean?.mean ?? 0)})`,
    );
  }
  if (unequalArms.tasks > 0) {
    lines.push(
      `unequal arms: ${countOf(unequalArms.tasks, 'task')}; ${unequalArms.without} runs without, ${unequalArms.with} with`,
    );
  }
  if (oneRun > 0) lines.push(`one run only in an arm: ${countOf(oneRun, 'task')}, whose chance nothing tells`);
  if (unscored.without + unscored.with > 0) {
    lines.push(
      `runs without a score beside scored ones: ${unscored.without} without, ${unscored.with} with; they count neither as 0 nor at all`,
    );
  }
  if (toolCalls !== undefined) {
    lines.push(
      `runs without a tool call: ${toolCalls.without} of ${toolCalls.runs} (column ${visibleText(toolCalls.column, 40)})`,
    );
  }
  if (signDepends.length > 0) {
    const named = signDepends.slice(0, mostSigns).map(({ cluster }) => visibleText(cluster, 40));
    const more = signDepends.length > mostSigns ? ` and ${signDepends.length - mostSigns} more` : '';
    lines.push(
      `sign depends on the estimator (mean or median, by task or pooled) in ${countOf(signDepends.length, 'benchmark')}: ${named.join(', ')}${more}`,
    );
  }
  return lines.length === 0 ? [] : ['What may have made it:', ...lines];
}

/** "+0.028": three decimals with a sign. */
function signed(value: number): string {
  const text = value.toFixed(3);
  return Number(text) === 0 ? '0.000' : value > 0 ? `+${text}` : text;
}

/** The score with benchmarks as units, beside the intervals that take tasks for independent. */
export function clusteredLine({ overall, within }: MeasuredUplift): string {
  const said = (found: MeasuredUplift['overall']) =>
    found === undefined
      ? 'unknown'
      : `${figures(found.correlation)}${found.interval === undefined ? ' (too few benchmarks for an interval)' : intervalText(found.interval)}`;
  return `With benchmarks as units: overall ${said(overall)}, within ${said(within)}`;
}
