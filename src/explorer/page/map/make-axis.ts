import { fieldWords } from '../../../core/describe/field-words.js';
import { at } from '../../../core/lists/at.js';
import { randomField } from '../../../core/model/field.js';
import type { Plan } from '../../../core/model/plan.js';
import { compareText } from '../../../core/text/compare-text.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { type TaskState, taskStates } from '../../packed/task-states.js';
import { stateWords } from '../parts/state-badge.js';
import { type FilterLabel, filterLabels, type TaskFilter, withLabel } from '../route/task-filter.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { labelColumn } from '../tasks/task-rows.js';
import type { Axis, Bin } from './map-axis.js';
import { numberAxis } from './number-axis.js';
import { scatterOf } from './scatter.js';

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

/** How much of its band a label's tasks are scattered over. */
const scattered = 0.78;

/** A label as bands, one a value; within one the tasks are scattered by their names, and so always alike. */
function labelAxis(
  label: string,
  words: string,
  pool: PoolColumns,
  order: readonly string[],
  isUpright: boolean,
): Axis {
  const { values, codes } = labelColumn(pool, label);
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(at(values, code), (counts.get(at(values, code)) ?? 0) + 1);
  const ordered: readonly string[] =
    label === 'state' ? taskStates.filter((state) => counts.has(state)) : orderedValues(counts, order);
  const bandOf = Uint16Array.from(values, (value) => ordered.indexOf(value));
  const edges = bandEdges(ordered.map((value) => counts.get(value) ?? 0));
  const scatter = scatterOf(pool.labels, pool.count, isUpright ? 'up' : 'across');
  const places = new Float32Array(pool.count);
  const binOf = new Uint16Array(pool.count);
  for (let row = 0; row < pool.count; row++) {
    const band = bandOf[codes[row] ?? 0] ?? 0;
    binOf[row] = band;
    const [from, to] = [edges[band] ?? 0, edges[band + 1] ?? 1];
    places[row] = (from + to) / 2 + (at(scatter, row) - 0.5) * scattered * (to - from);
  }
  const bins: Bin[] = ordered.map((value, band) => ({
    from: edges[band] ?? 0,
    to: edges[band + 1] ?? 1,
    words: valueWords(label, value),
    choose: (filter) => withLabel(filter, label, [value]),
  }));
  return {
    name: label,
    words,
    kind: 'label',
    places,
    hasUnknown: false,
    bins,
    binOf,
    ticks: bins.map(({ from, to, words: own }) => ({ at: (from + to) / 2, words: own, room: to - from })),
    brush: (filter, from, to) => {
      const chosen = ordered.filter((_, band) => (edges[band + 1] ?? 1) > from && (edges[band] ?? 0) < to);
      return withLabel(filter, label, chosen.length === ordered.length ? [] : chosen);
    },
    clear: (filter) => withLabel(filter, label, []),
    stretches: (filter) => stretchesOf(filter, label, ordered, edges),
  };
}

/** Where bands begin and end: more tasks have a wider one, by the square root of how many, and none is too narrow to see. */
function bandEdges(counts: readonly number[]): readonly number[] {
  const roots = counts.map(Math.sqrt);
  const mean = roots.reduce((sum, root) => sum + root, 0) / Math.max(1, roots.length);
  const widths = roots.map((root) => root + 1.1 * mean);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width / total);
  return edges;
}

function stretchesOf({ labels }: TaskFilter, label: string, ordered: readonly string[], edges: readonly number[]) {
  const chosen = labels.get(label);
  if (chosen === undefined) return undefined;
  return ordered.flatMap((value, band) =>
    chosen.includes(value) ? [[edges[band] ?? 0, edges[band + 1] ?? 1] as const] : [],
  );
}

function valueWords(label: string, value: string): string {
  if (value === '') return 'unknown';
  return label === 'state' ? stateWords[value as TaskState] : visibleText(value, 120);
}

/** What is known stands in its order, everything else by how often it comes. */
function orderedValues(counts: ReadonlyMap<string, number>, order: readonly string[]): readonly string[] {
  const places = new Map(order.map((value, place) => [value, place]));
  const placeOf = (value: string) => (value === '' ? Infinity : (places.get(value) ?? order.length));
  return [...counts.keys()].sort(
    (a, b) => Math.sign(placeOf(a) - placeOf(b)) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || compareText(a, b),
  );
}
