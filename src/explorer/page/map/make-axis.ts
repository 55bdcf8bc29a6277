import { fieldWords } from '../../../core/describe/field-words.js';
import { randomField } from '../../../core/model/field.js';
import type { Plan } from '../../../core/model/plan.js';
import { type FilterLabel, filterLabels } from '../route/task-filter.js';
import type { PoolColumns } from '../state/pool-columns.js';
import type { Axis } from './axis.js';
import { labelAxis } from './label-axis.js';
import { numberAxis } from './number-axis.js';

/** A field that the map can be laid out by. */
export interface AxisChoice {
  readonly name: string;
  readonly words: string;
  readonly kind: Axis['kind'];
}

/** The fields that tasks can be laid out by: the score, and the numbers and labels that they have. */
export function axisChoices({ fields, score }: Plan, pool: PoolColumns): readonly AxisChoice[] {
  const known = pool.labels.fieldNames();
  const numbers = [...fields.values()].filter(
    ({ name, kind }) => kind === 'number' && known.has(name) && name !== randomField.name,
  );
  const labels = filterLabels.filter(
    (label) => label === 'state' || label === 'benchmark' || label === 'phase' || known.has(label),
  );
  const own = [...fields.values()].filter(
    ({ name, kind }) => kind === 'label' && known.has(name) && !filterLabels.some((each) => each === name),
  );
  return [
    { name: 'score', words: `score: ${score.name}`, kind: 'number' },
    ...numbers.map(({ name }) => ({ name, words: fieldWords(name, fields), kind: 'number' as const })),
    ...labels.map((name) => ({ name, words: labelWords[name], kind: 'label' as const })),
    ...own.map(({ name }) => ({ name, words: fieldWords(name, fields), kind: 'label' as const })),
  ];
}

const labelWords: Readonly<Record<FilterLabel, string>> = {
  state: 'selected',
  benchmark: 'benchmark',
  phase: 'phase',
  language: 'language',
  difficulty: 'difficulty',
  category: 'category',
  repo: 'repository',
};

/** Lays the tasks out by a field. */
export function makeAxis(choice: AxisChoice, plan: Plan, pool: PoolColumns, isUpright: boolean): Axis {
  if (choice.kind === 'number') return numberAxis(choice, pool);
  return labelAxis(choice.name, choice.words, pool, plannedOrder(choice.name, plan), isUpright);
}

/** The values of a label that stand in an order of the plan's. */
function plannedOrder(label: string, { phases, benchmarks }: Plan): readonly string[] {
  if (label === 'phase') return phases;
  return label === 'benchmark' ? benchmarks.map(({ name }) => name) : [];
}
