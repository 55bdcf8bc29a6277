import { fieldWords } from '../../../core/describe/field-words.js';
import type { Plan } from '../../../core/model/plan.js';
import { type Selection, usedFields } from '../../../core/model/selection.js';
import { randomField } from '../../../core/model/task.js';
import { capital, visibleText } from '../../../core/text/words.js';
import type { PoolColumns } from '../../packed/selection-columns.js';
import { type TaskState, taskStates } from '../../packed/selection-columns.js';
import { stateWords } from '../parts/task-marks.js';

/** A field with different values for different tasks. */
export interface ShownField {
  readonly name: string;
  readonly words: string;
  readonly kind: 'label' | 'number';
  /** Whether the plan chooses tasks by it. */
  readonly isUsed: boolean;
  readonly values: number;
}

const known = new WeakMap<PoolColumns['labels'], readonly ShownField[]>();

/**
 * The fields of a pool that differ between tasks: those that the plan uses first, in the order of use. Fields with
 * the same value for every task are left out.
 */
export function tellingFields(selection: Selection, pool: PoolColumns): readonly ShownField[] {
  const found = known.get(pool.labels) ?? fieldsOf(selection, pool);
  known.set(pool.labels, found);
  return found;
}

function fieldsOf(selection: Selection, { labels, score }: PoolColumns): readonly ShownField[] {
  const { plan } = selection;
  const inPool = labels.fieldNames();
  const used = new Set(usedFields(selection).map(({ name }) => name));
  const given = [...plan.fields.values()].filter(({ name, kind }) => kind !== 'list' && inPool.has(name));
  const names = new Set(['benchmark', 'phase', 'score', ...used, ...given.map(({ name }) => name)]);
  return [...names].flatMap((name): readonly ShownField[] => {
    if (['id', 'state', randomField.name].includes(name)) return [];
    const isUsed = used.has(name) || ['benchmark', 'phase', 'score'].includes(name);
    const words = visibleText(name === 'score' ? scoreWords(plan) : fieldWords(name, plan.fields), 60);
    if (name === 'score' || plan.fields.get(name)?.kind === 'number') {
      const values = name === 'score' ? score : inPool.has(name) ? labels.number(name) : new Float64Array();
      return differs(values) ? [{ name, words, kind: 'number', isUsed, values: Number.POSITIVE_INFINITY }] : [];
    }
    const { values } = labels.label(name);
    return values.length < 2 ? [] : [{ name, words, kind: 'label', isUsed, values: values.length }];
  });
}

function scoreWords({ score: { name } }: Plan): string {
  return /score$/i.test(name) ? name : `${name} score`;
}

/** Whether a number differs between tasks, or is missing for some. */
function differs(values: Float64Array): boolean {
  const [first] = values;
  return first !== undefined && values.some((value) => !Object.is(value, first));
}

export function headingOf({ words }: Pick<ShownField, 'words'>): string {
  return capital(words);
}

/** A label's value as text: the plan's titles for benchmarks, words for states, and "unknown" if it is missing. */
export function valueWords(plan: Plan, label: string, value: string, most = 60): string {
  if (value === '') return 'unknown';
  if (label === 'state') return stateWords[taskStates.find((state): state is TaskState => state === value) ?? 'out'];
  const title = label === 'benchmark' ? plan.benchmarks.find(({ name }) => name === value)?.title : undefined;
  return visibleText(title ?? value, most);
}
