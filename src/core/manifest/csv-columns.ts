import { describeChoice } from '../describe/describe-strategy.js';
import {
  type DocumentOf,
  entry,
  type Form,
  label,
  list,
  maybe,
  number,
  orNull,
  record,
  text,
} from '../documents/forms.js';
import { drawDesignOf } from '../draws/draws.js';
import { sumOf } from '../lists/lists.js';
import type { Plan } from '../model/plan.js';
import { type BenchmarkSelection, type Choice, type Selection, selectedBy, shownFields } from '../model/selection.js';
import { fieldValue, provenanceOf } from '../model/task.js';
import type { Cell } from '../text/csv-text.js';
import { roundTo } from '../text/words.js';
import { easeDecimals } from './benchmark-entry.js';

/** The properties of a selection that determine the columns of its tasks. */
export interface TaskShape {
  readonly hasPhases: boolean;
  readonly hasLooks: boolean;
  /** Undefined if there is no score. */
  readonly score: string | undefined;
  readonly components: readonly string[];
  readonly fields: readonly string[];
  /** Their headings in the table: the pool's column names if those are not valid field names. */
  readonly headings: readonly string[];
}

interface ChoiceContext {
  readonly plan: Plan;
  readonly benchmark: BenchmarkSelection | undefined;
  readonly shape: TaskShape;
}

export function shapeOf(selection: Selection, shown = shownFields(selection)): TaskShape {
  const { phases, score } = selection.plan;
  const components = [...score.weights.keys()];
  return {
    hasPhases: phases.length > 0,
    hasLooks: selection.looks !== undefined,
    score: components.length === 0 ? undefined : score.name,
    components,
    fields: shown.map(({ name }) => name),
    headings: shown.map(({ name, column: own }) => own ?? name),
  };
}

/** A column of every selected task, by its key in an entry of `tasks`. */
interface TaskColumn<Key extends string = string, Made extends ColumnForm = ColumnForm> {
  readonly key: Key;
  readonly form: Made;
  /** A sentence for the JSON Schema and `docs/reference/documents.md`. */
  readonly meaning: string;
  value(choice: Choice, context: ChoiceContext): ValueOf<Made>;
}

type ColumnForm = (meaning: string) => Form<unknown>;

/** Undefined if the key may be missing. */
type ValueOf<Made extends ColumnForm> =
  | DocumentOf<Made>
  | ('isMaybe' extends keyof ReturnType<Made> ? undefined : never);

function column<Key extends string, Made extends ColumnForm>(
  key: Key,
  form: Made,
  meaning: string,
  value: TaskColumn<Key, Made>['value'],
): TaskColumn<Key, Made> {
  return { key, form, meaning, value };
}

const textOrNull = (meaning: string) => orNull(text(), meaning);
const maybeText = (meaning: string) => maybe(text(), meaning);
const texts = (meaning: string) => list(text(), meaning);
const labelByName = (meaning: string) => record(orNull(label()), meaning);
const maybeNumber = (meaning: string) => maybe(number(), meaning);
const maybeTexts = (meaning: string) => maybe(list(text()), meaning);
const maybeTextByName = (meaning: string) => maybe(record(text()), meaning);
const maybeNumberByName = (meaning: string) => maybe(record(number()), meaning);
const groupForm = (meaning: string) => entry({ by: orNull(text()), value: orNull(text()), size: number() }, meaning);
const designForm = (meaning: string) =>
  orNull(
    entry({
      inclusionProbability: number(),
      designWeight: number('1 / probability: the number of pool tasks that this task represents.'),
      stratum: text(),
      stratumSize: number(),
      stratumSampled: number(),
      randomNumber: orNull(number(), 'The task’s permanent random number, if one was used.'),
      balance: orNull(record(number()), 'The values that a balanced draw used.'),
      ease: maybe(number(), 'The task’s ease for earlier systems, in log odds; missing if not learned.'),
    }),
    meaning,
  );

/** The columns of a selected task, in the order of the manifest's keys. */
export const taskColumns = [
  column('task_id', text, 'The task’s id, as spelled in its source.', ({ task }) => task.id),
  column('benchmark', text, 'The task’s benchmark.', ({ task }) => task.benchmark),
  column('phase', maybeText, 'The task’s phase; missing if the plan has no phases.', ({ task }, { shape }) =>
    shape.hasPhases ? task.phase : undefined,
  ),
  column(
    'fields',
    labelByName,
    'Corrected values of the fields that the plan uses, in the order of `methodology.fields`; null if unknown.',
    ({ task }, { shape }) => byName(shape.fields, (field) => fieldValue(task, field) ?? null),
  ),
  column(
    'score',
    maybeNumber,
    'The task’s score, as named by `methodology.score.name`; missing if the plan has no score.',
    ({ task }, { shape }) => (shape.score === undefined ? undefined : task.score),
  ),
  column(
    'components',
    maybeNumberByName,
    'The components of the score, each in [0, 1] before weighting; missing without a score.',
    ({ task }, { plan, shape }) => {
      if (shape.score === undefined) return undefined;
      const { partDecimals } = plan.score;
      return byName(Object.keys(task.parts), (name) => roundTo(task.parts[name] ?? 0, partDecimals));
    },
  ),
  column('selection_rationale', text, 'Why the task was selected, in a sentence.', (choice, { plan }) =>
    describeChoice(choice, plan.fields),
  ),
  column(
    'task_dir',
    textOrNull,
    'The task’s folder, relative to the plan’s sources; null if it has none.',
    ({ task }) => task.taskDir ?? null,
  ),
  column(
    'digest',
    maybeText,
    'The runner’s digest of this version of the task, such as Harbor’s `sha256:…`; missing if the source has none.',
    ({ task }) => task.digest,
  ),
  column('selected_by', text, 'How the task was selected: `rank`, `ensure`, `draw`, `optimum` or `pin`.', selectedBy),
  column(
    'design',
    designForm,
    'The probability of selection and the number of pool tasks that the task represents; null in a purposive selection, where no probability is known.',
    designEntry,
  ),
  column(
    'group',
    groupForm,
    'The task’s group: the field that groups the tasks, its value, and the number of eligible tasks with that value.',
    ({ benchmark, group: { key, size } }) => ({ by: benchmark.select.group?.by ?? null, value: key ?? null, size }),
  ),
  column('rank', number, 'The task’s rank in its group, from 1.', ({ rank }) => rank),
  column('last_rank_taken', number, 'The number of places allocated to the group.', ({ group }) => group.allocated),
  column(
    'look',
    maybeNumber,
    'The first planned look that includes the task, from 1; missing if the plan has no looks.',
    ({ look }) => look,
  ),
  column(
    'defaulted_components',
    maybeTexts,
    'Components that use the plan’s `unknown` value because the task lacks the field; missing without a score.',
    ({ task }, { shape }) => (shape.score === undefined ? undefined : task.defaulted),
  ),
  column('aliases', texts, 'The task’s other names.', ({ task }) => task.aliases ?? []),
  column(
    'feature_provenance',
    maybeTextByName,
    'The origin of each scored field’s value: `measured`, `declared`, `derived` or `defaulted`; missing without a score.',
    ({ task }, { benchmark, shape }) =>
      shape.score === undefined
        ? undefined
        : byName(
            (benchmark?.features ?? []).map(({ field }) => field),
            (field) => provenanceOf(task, field),
          ),
  ),
] as const;

/** Assigns each value, because building lists of pairs is slow for the millions of these in a large selection. */
function byName<Value>(names: readonly string[], valueFor: (name: string) => Value): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const name of names) {
    const value = valueFor(name);
    if (name === '__proto__') Object.defineProperty(values, name, { value, enumerable: true });
    else values[name] = value;
  }
  return values;
}

type Column = (typeof taskColumns)[number];

export type TaskEntry = { readonly [Each in Column as Each['key']]: ReturnType<Each['value']> };

export function taskEntry(choice: Choice, context: ChoiceContext): TaskEntry {
  const entry: Record<string, unknown> = {};
  for (const each of taskColumns) entry[each.key] = each.value(choice, context);
  // The compiler can't infer through the loop that the keys are those of the list.
  return entry as TaskEntry;
}

export function taskSchema(): Form<unknown> {
  return entry(Object.fromEntries(taskColumns.map(({ key, form, meaning }) => [key, form(meaning)])));
}

interface TableContext {
  readonly shape: TaskShape;
  readonly shortfalls: readonly { readonly wanted: number; readonly found: number }[];
}

/** One or several related columns of `selection.csv`. */
export interface CsvColumn {
  /** Its key in the manifest, if the manifest has it. */
  readonly key: string;
  /** Set if only the table has the column. */
  readonly meaning?: string;
  readonly headings: readonly string[] | ((shape: TaskShape) => readonly string[]);
  cells(task: TaskEntry, context: TableContext): readonly Cell[];
}

type PlainKey = { [Key in keyof TaskEntry]: TaskEntry[Key] extends Cell ? Key : never }[keyof TaskEntry];

function asItIs(key: PlainKey): CsvColumn {
  return { key, headings: [key], cells: (task) => [task[key]] };
}

function asItIsIf(isThere: (shape: TaskShape) => boolean, key: PlainKey): CsvColumn {
  return {
    key,
    headings: (shape) => (isThere(shape) ? [key] : []),
    cells: (task, { shape }) => (isThere(shape) ? [task[key]] : []),
  };
}

/** In the order of the file. */
export const tableColumns: readonly CsvColumn[] = [
  asItIs('task_id'),
  asItIs('benchmark'),
  asItIsIf(({ hasPhases }) => hasPhases, 'phase'),
  {
    key: 'fields',
    headings: ({ headings }) => headings.map((heading) => headingOf(heading, 'field')),
    cells: ({ fields: values }, { shape: { fields } }) => fields.map((field) => values[field] ?? null),
  },
  {
    key: 'score',
    headings: ({ score, fields, components }) =>
      score === undefined ? [] : [headingOf(nameOfScore(score), 'score', [...fields, ...components])],
    cells: ({ score }, { shape }) => (shape.score === undefined ? [] : [score]),
  },
  {
    key: 'components',
    headings: ({ components, fields }) => components.map((component) => headingOf(component, 'score', fields)),
    cells: ({ components: parts }, { shape: { components } }) => components.map((component) => parts?.[component] ?? 0),
  },
  asItIs('selection_rationale'),
  asItIs('task_dir'),
  { key: 'group', headings: ['group', 'group_size'], cells: ({ group: { value, size } }) => [value, size] },
  asItIs('rank'),
  asItIs('last_rank_taken'),
  asItIs('selected_by'),
  {
    key: 'design',
    headings: ['kind', 'inclusion_probability', 'design_weight'],
    cells: ({ design }) =>
      design === null ? ['focus', null, null] : ['representative', design.inclusion_probability, design.design_weight],
  },
  {
    key: 'stratum',
    meaning: 'The stratum in which the task was drawn or ranked: its benchmark and group.',
    headings: ['stratum'],
    cells: ({ benchmark: name, group: { by, value: key }, selected_by }) => [
      stratumText({ name, by, key, isPinned: selected_by === 'pin' }),
    ],
  },
  asItIsIf(({ hasLooks }) => hasLooks, 'look'),
  {
    key: 'defaulted_components',
    headings: ({ score }) => (score === undefined ? [] : ['defaulted_components']),
    cells: (task, { shape }) => (shape.score === undefined ? [] : [task.defaulted_components?.join(' ')]),
  },
  {
    key: 'benchmark_places_short',
    meaning: 'The number of places that the benchmark could not fill.',
    headings: ['benchmark_places_short'],
    cells: (_, { shortfalls }) => [sumOf(shortfalls, ({ wanted, found }) => wanted - found)],
  },
];

/** An unknown label is "". */
export function labelsOfTask({ benchmark, phase, fields }: TaskEntry): Readonly<Record<string, string>> {
  const all = { ...fields, benchmark, ...(phase === undefined ? {} : { phase }) };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value === null ? '' : String(value)]));
}

/** The heading of a column named by the plan: its name, with a suffix if another column has that name. */
function headingOf(name: string, kind: string, others: readonly string[] = []): string {
  const isTaken = tableColumns.some(({ headings }) => typeof headings === 'object' && headings.includes(name));
  return isTaken || others.includes(name) ? `${name}_${kind}` : name;
}

/** Converts the name of a score to a heading: "MCP benefit" becomes mcp_benefit. */
function nameOfScore(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return plain === '' ? 'score' : plain;
}

function designEntry(choice: Choice, { benchmark }: ChoiceContext): DocumentOf<typeof designForm> {
  const { probability, group, task, balance } = choice;
  if (probability === undefined) return null;
  const ease = benchmark?.learned?.ease.get(task.id);
  return {
    inclusion_probability: probability,
    design_weight: designWeight(choice) ?? 1,
    stratum: stratumName(choice),
    stratum_size: group.size,
    stratum_sampled: group.allocated,
    random_number: task.random ?? null,
    balance: balance ?? null,
    ...(ease === undefined ? {} : { ease: roundTo(ease, easeDecimals) }),
  };
}

/** The number of pool tasks that a selected task represents; undefined in a purposive selection. */
export function designWeight({ group, probability, benchmark }: Choice): number | undefined {
  if (probability === undefined) return undefined;
  // With equal probabilities, divide two whole numbers so that the weights of a group sum to its size.
  const { draw } = benchmark.select;
  const isEven = !group.pinned && draw !== undefined && drawDesignOf(draw).isEven;
  return isEven ? group.size / group.allocated : 1 / probability;
}

export function stratumName({ group, benchmark: { name, select } }: Choice): string {
  return stratumText({ name, by: select.group?.by ?? null, key: group.key ?? null, isPinned: group.pinned });
}

/** The names for pinned tasks and for tasks without the field contain a space, which no benchmark's name does. */
export function stratumText(stratum: {
  readonly name: string;
  /** The field that groups the tasks; null without groups. */
  readonly by: string | null;
  readonly key: string | null;
  readonly isPinned: boolean;
}): string {
  const { name, by, key, isPinned } = stratum;
  if (isPinned) return `${name} (pinned)`;
  if (by === null) return name;
  return key === null ? `${name} (no ${by})` : `${name}/${key}`;
}
