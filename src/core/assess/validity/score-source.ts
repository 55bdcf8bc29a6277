import { WinnowError } from '../../model/errors.js';
import type { Selection } from '../../model/selection.js';
import { compareText } from '../../text/compare-text.js';
import type { ResultTask } from './result-tasks.js';
import type { ScoreSource } from './validity.js';

/** The name that manifests and tables give the score. */
const publishedColumn = 'mcp_benefit_score';

/** The word that asks for the plan's own scores. */
const ofPool = 'pool';

/**
 * Which score is judged: the column or the field of the plan that is named, or the published one if the results carry it, or the plan's own.
 *
 * @throws WinnowError when neither the results nor the plan have such a column, or no number in it.
 */
export function scoreSource(
  { plan }: Selection,
  tasks: readonly ResultTask[],
  wanted: string | undefined,
): ScoreSource {
  const columns = numericColumns(tasks);
  if (wanted !== undefined && !columns.includes(wanted) && plan.fields.get(wanted)?.kind === 'number')
    return { from: 'field', name: wanted };
  if (wanted !== undefined && wanted !== ofPool && !columns.includes(wanted)) {
    const hint =
      columns.length === 0
        ? `They have none; "${ofPool}" means the plan's scores.`
        : `They have ${columns.join(', ')}; "${ofPool}" means the plan's scores.`;
    throw new WinnowError([
      { code: 'assess/score-column', message: `the results have no column "${wanted}" with numbers.`, hint },
    ]);
  }
  const column = wanted ?? (columns.includes(publishedColumn) ? publishedColumn : ofPool);
  return column === ofPool ? { from: 'pool', name: plan.score.name } : { from: 'results', name: column };
}

/** The score of a task; undefined when it has none, or rows of the results contradict each other. */
export function scoreOf({ from, name }: ScoreSource, { inPool, outcomes }: ResultTask): number | undefined {
  if (from === 'pool') return inPool?.score;
  if (from === 'field') return numberIn(inPool?.fields[name]);
  const values = new Set(outcomes.flatMap(({ fields }) => numberIn(fields?.[name]) ?? []));
  return values.size === 1 ? [...values][0] : undefined;
}

/** Whether rows of the results give the task several scores. */
export function hasSeveralScores({ from, name }: ScoreSource, { outcomes }: ResultTask): boolean {
  return from === 'results' && new Set(outcomes.flatMap(({ fields }) => numberIn(fields?.[name]) ?? [])).size > 1;
}

function numericColumns(tasks: readonly ResultTask[]): readonly string[] {
  const names = new Set<string>();
  for (const { outcomes } of tasks) {
    for (const { fields = {} } of outcomes) {
      for (const [name, value] of Object.entries(fields)) if (numberIn(value) !== undefined) names.add(name);
    }
  }
  return [...names].sort(compareText);
}

function numberIn(value: string | number | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
