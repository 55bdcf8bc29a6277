import { figureColumn, line, type Section, tableBy, wordColumn } from '../core/blocks/blocks.js';
import { endWords, pValue, signedUnit } from '../core/estimate/estimate-words.js';
import type { Estimate, Judgement } from '../core/estimate/pool-estimate.js';
import { compareText, formatCount, percent, visibleText } from '../core/text/words.js';
import { under } from './declare/sections.js';
import { estimateView } from './estimate-view.js';

/** An estimate as `estimate` prints it. */
export function printEstimate(estimate: Estimate, isVerbose: boolean): readonly Section[] {
  return estimateView(estimate, { differenceTable, requirementSection, isVerbose });
}

function requirementSection({ requirement, verdict, message }: Judgement): Section {
  const shown =
    verdict === 'yes' ? 'met' : { text: verdict === 'no' ? 'not met' : 'undecided', tone: 'warning' as const };
  return { title: `Requirement: ${visibleText(requirement)}`, blocks: [line([shown, `: ${message}`])] };
}

function differenceTable({ differences, level }: Estimate): readonly Section[] {
  const rows = differences
    .map(({ second, readings: [shown] }) => {
      const { pool, test, pairs = 0, selectedMean } = shown ?? {};
      return { second, pool, pairs, mean: pool?.mean ?? selectedMean, p: pool?.pValue ?? test?.pValue };
    })
    .sort((a, b) => (b.mean ?? -Infinity) - (a.mean ?? -Infinity) || compareText(a.second, b.second));
  const adjusted = rows.find(({ pool }) => pool?.adjusted !== undefined)?.pool?.adjusted;
  const pWords = (p: number | undefined) => (p === undefined ? '' : pValue(p).replace('= ', ''));
  const table = tableBy('Differences', rows, [
    [wordColumn('system'), ({ second }) => visibleText(second, 60)],
    [figureColumn('difference'), ({ mean }) => (mean === undefined ? 'no results' : signedUnit(mean))],
    rows.some(({ pool }) => pool !== undefined) && [
      figureColumn(`${percent(level)} interval`),
      ({ pool }) => (pool === undefined ? '' : `${endWords(pool.low)} to ${endWords(pool.high)}`),
    ],
    rows.some(({ p }) => p !== undefined) && [figureColumn('p'), ({ p }) => pWords(p)],
    adjusted !== undefined && [
      figureColumn(`Holm p (${adjusted.comparisons} comparisons)`),
      ({ pool }) => pWords(pool?.adjusted?.pValue),
    ],
    [figureColumn('tasks'), ({ pairs }) => formatCount(pairs)],
  ]);
  return under(`Difference from ${visibleText(differences[0]?.first ?? '')}, paired by task`, table);
}
