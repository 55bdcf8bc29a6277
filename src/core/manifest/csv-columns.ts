import { describeChoice } from '../describe/describe-choice.js';
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
import type { Plan } from '../model/plan.js';
import { type BenchmarkSelection, type Choice, type Selection, selectedBy, shownFields } from '../model/selection.js';
import { fieldValue, provenanceOf } from '../model/task.js';
import type { Cell } from '../text/csv-text.js';
import { roundTo } from '../text/words.js';
import { easeDecimals } from './benchmark-entry.js';
import { designWeight, stratumName, stratumText } from './design-weight.js';

/** What decides which columns the tasks of a selection have. */
export interface TaskShape {
  readonly hasPhases: boolean;
  readonly hasLooks: boolean;
  /** The name of the score; undefined if there is none. */
  readonly score: string | undefined;
  readonly components: readonly string[];
  /** The names of the fields that are shown. */
  readonly fields: readonly string[];
  /** Their headings in the table: the pool's own, where those are no names of fields. */
  readonly headings: readonly string[];
}

/** The plan that a task was chosen by, its benchmark's part of the selection, and the shape of all tasks. */
export interface ChoiceContext {
  readonly plan: Plan;
  readonly benchmark: BenchmarkSelection | undefined;
  readonly shape: TaskShape;
}

/** The shape of the tasks of a selection. */
export function shapeOf(selection: Selection): TaskShape {
  const { phases, score } = selection.plan;
  const components = [...score.weights.keys()];
  const shown = shownFields(selection);
  return {
    hasPhases: phases.length > 0,
    hasLooks: selection.looks !== undefined,
    score: components.length === 0 ? undefined : score.name,
    components,
    fields: shown.map(({ name }) => name),
    headings: shown.map(({ name, column: own }) => own ?? name),
  };
}

/** The parts of a manifest that give the columns that only the table has. */
interface ManifestRow {
  readonly benchmark: string;
  readonly selected_by: string;
  readonly group: { readonly by: string | null; readonly value: string | null };
  /** The shortfalls of its benchmark. */
  readonly shortfalls: readonly { readonly wanted: number; readonly found: number }[];
}

/** The place of a column in the table, under one heading or several. */
interface TableCells<Value> {
  readonly headings: readonly string[] | ((shape: TaskShape) => readonly string[]);
  /** As many as there are headings. */
  cells(value: Value, shape: TaskShape): readonly Cell[];
  /** The key of the column that it comes after; undefined: it comes where the list has it. */
  readonly follows?: string;
}

/** A detail of every selected task: in `selection.json`, in `selection.csv`, or in both. */
export interface TaskColumn<Key extends string = string, Value = unknown> {
  /** Its key in an entry of `tasks`, if it is in the manifest. */
  readonly key: Key;
  /** Its meaning, in a sentence that the JSON Schema and `docs/reference/documents.md` repeat. */
  readonly meaning: string;
  /** Its form in the manifest; undefined: only the table has it. */
  readonly form?: ColumnForm;
  value(choice: Choice, context: ChoiceContext): Value;
  /** Its value from the rest of a manifest, for a column that only the table has. */
  readBack?(row: ManifestRow): Value;
  /** Undefined: it is not in the table. */
  readonly table?: TableCells<Value>;
}

type ColumnForm = (meaning: string) => Form<unknown>;

/** The value of a column in the manifest; undefined if the key may be missing. */
type ValueOf<Made extends ColumnForm> =
  | DocumentOf<Made>
  | ('isMaybe' extends keyof ReturnType<Made> ? undefined : never);

/** A column of the manifest, and of the table if `table` is given. */
function column<Key extends string, Made extends ColumnForm>(
  key: Key,
  form: Made,
  meaning: string,
  value: TaskColumn<Key, ValueOf<Made>>['value'],
  table?: TableCells<ValueOf<Made>>,
): TaskColumn<Key, ValueOf<Made>> & { readonly form: Made } {
  return { key, form, meaning, value, ...(table === undefined ? {} : { table }) };
}

/** A column of the table only; `readBack` gives its value from a manifest. */
function tableColumn<Key extends string, Value>(
  key: Key,
  meaning: string,
  value: TaskColumn<Key, Value>['value'],
  readBack: (row: ManifestRow) => Value,
  table: TableCells<Value>,
): Omit<TaskColumn<Key, Value>, 'form'> {
  return { key, meaning, value, readBack, table };
}

/** One cell under a heading, with the value as it is. */
function cellOf(heading: string, follows?: string): TableCells<Cell> {
  return { headings: [heading], cells: (value) => [value], ...(follows === undefined ? {} : { follows }) };
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
      designWeight: number('1 / probability: the number of pool tasks it represents.'),
      stratum: text(),
      stratumSize: number(),
      stratumSampled: number(),
      randomNumber: orNull(number(), 'Its permanent random number, if one was used.'),
      balance: orNull(record(number()), 'The values that a balanced draw looked at.'),
      ease: maybe(number(), 'How easy it was for earlier systems, in log odds; missing if that was not learned.'),
    }),
    meaning,
  );

/** The columns of a selected task, in the order of the manifest's keys. The table has the same order, except for `follows`. */
export const taskColumns = [
  column('task_id', text, 'The task, as its source spells it.', ({ task }) => task.id, cellOf('task_id')),
  column('benchmark', text, 'The benchmark it is of.', ({ task }) => task.benchmark, cellOf('benchmark')),
  column(
    'phase',
    maybeText,
    'Its phase; missing if the plan has none.',
    ({ task }, { shape }) => (shape.hasPhases ? task.phase : undefined),
    {
      headings: ({ hasPhases }) => (hasPhases ? ['phase'] : []),
      cells: (phase, { hasPhases }) => (hasPhases ? [phase] : []),
    },
  ),
  column(
    'fields',
    labelByName,
    'Its values, after corrections, for the fields that the plan uses, in the order of `methodology.fields`; null if unknown.',
    ({ task }, { shape }) => Object.fromEntries(shape.fields.map((field) => [field, fieldValue(task, field) ?? null])),
    {
      headings: (shape) => shape.headings.map((heading) => headingOf(heading, 'field')),
      cells: (values, shape) => shape.fields.map((field) => values[field] ?? null),
    },
  ),
  column(
    'score',
    maybeNumber,
    'Its score, which `methodology.score.name` names; missing if the plan has none.',
    ({ task }, { shape }) => (shape.score === undefined ? undefined : task.score),
    {
      headings: ({ score, fields, components }) =>
        score === undefined ? [] : [headingOf(nameOfScore(score), 'score', [...fields, ...components])],
      cells: (score, shape) => (shape.score === undefined ? [] : [score]),
    },
  ),
  column(
    'components',
    maybeNumberByName,
    'The parts of the score, by component: each in [0, 1], before its weight; missing without a score.',
    ({ task }, { plan, shape }) =>
      shape.score === undefined
        ? undefined
        : Object.fromEntries(
            Object.entries(task.parts).map(([component, value]) => [
              component,
              roundTo(value, plan.score.partDecimals),
            ]),
          ),
    {
      headings: ({ components, fields }) => components.map((component) => headingOf(component, 'score', fields)),
      cells: (parts, { components }) => components.map((component) => parts?.[component] ?? 0),
    },
  ),
  column(
    'selection_rationale',
    text,
    'Why it is in, in a sentence.',
    (choice, { plan }) => describeChoice(choice, plan.fields),
    cellOf('selection_rationale', 'components'),
  ),
  column(
    'task_dir',
    textOrNull,
    'Its folder, relative to where the plan’s sources are; null where it has none.',
    ({ task }) => task.taskDir ?? null,
    cellOf('task_dir', 'selection_rationale'),
  ),
  column(
    'digest',
    maybeText,
    'What its runner knows this version of the task by, such as Harbor’s `sha256:…`; missing where the source has none.',
    ({ task }) => task.digest,
  ),
  column(
    'selected_by',
    text,
    'Why it is in: `rank`, `ensure`, `draw`, `optimum` or `pin`.',
    selectedBy,
    cellOf('selected_by', 'last_rank_taken'),
  ),
  column(
    'design',
    designForm,
    'Its probability of being selected and the number of pool tasks it represents; null in a focus benchmark, where no probability is known.',
    designEntry,
    {
      headings: ['kind', 'inclusion_probability', 'design_weight'],
      cells: (design) => [
        design === null ? 'focus' : 'representative',
        design?.inclusion_probability,
        design?.design_weight,
      ],
      follows: 'selected_by',
    },
  ),
  column(
    'group',
    groupForm,
    'Where it competed: the field that the tasks are grouped by, its value there, and how many eligible tasks have it.',
    ({ benchmark, group }) => ({
      by: benchmark.select.group?.by ?? null,
      value: group.key ?? null,
      size: group.size,
    }),
    { headings: ['group', 'group_size'], cells: ({ value, size }) => [value, size] },
  ),
  column('rank', number, 'Its place in the order of its group, from 1.', ({ rank }) => rank, cellOf('rank')),
  column(
    'last_rank_taken',
    number,
    'How many places the allocation gave its group.',
    ({ group }) => group.allocated,
    cellOf('last_rank_taken'),
  ),
  column(
    'look',
    maybeNumber,
    'The first planned look that has it, from 1; missing if the plan has no looks.',
    ({ look }) => look,
    {
      headings: ({ hasLooks }) => (hasLooks ? ['look'] : []),
      cells: (look, { hasLooks }) => (hasLooks ? [look] : []),
    },
  ),
  column(
    'defaulted_components',
    maybeTexts,
    'The components whose field it lacks, so that the plan’s `unknown` is used; missing without a score.',
    ({ task }, { shape }) => (shape.score === undefined ? undefined : task.defaulted),
    {
      headings: ({ score }) => (score === undefined ? [] : ['defaulted_components']),
      cells: (components, { score }) => (score === undefined ? [] : [components?.join(' ') ?? '']),
    },
  ),
  column('aliases', texts, 'Its other names.', ({ task }) => task.aliases ?? []),
  column(
    'feature_provenance',
    maybeTextByName,
    'Where the value of each scored field comes from: `measured`, `declared`, `derived` or `defaulted`; missing without a score.',
    ({ task }, { benchmark, shape }) =>
      shape.score === undefined
        ? undefined
        : Object.fromEntries((benchmark?.features ?? []).map(({ field }) => [field, provenanceOf(task, field)])),
  ),
  tableColumn(
    'stratum',
    'What it was drawn or ranked from: its benchmark and group.',
    stratumName,
    ({ benchmark, group, selected_by }) =>
      stratumText({ name: benchmark, by: group.by, key: group.value, isPinned: selected_by === 'pin' }),
    cellOf('stratum', 'design'),
  ),
  tableColumn(
    'benchmark_places_short',
    'How many places its benchmark could not fill.',
    (_, { benchmark }) => placesShort(benchmark?.shortfalls ?? []),
    ({ shortfalls }) => placesShort(shortfalls),
    cellOf('benchmark_places_short'),
  ),
] as const;

type Column = (typeof taskColumns)[number];

/** One task of a manifest. */
export type TaskEntry = {
  readonly [Each in Extract<Column, { form: ColumnForm }> as Each['key']]: ReturnType<Each['value']>;
};

/** The columns that the manifest has. */
const manifestColumns = taskColumns.filter((each) => 'form' in each);

/** A selected task as an entry of the manifest. */
export function taskEntry(choice: Choice, context: ChoiceContext): TaskEntry {
  const entry: Record<string, unknown> = {};
  for (const each of manifestColumns) entry[each.key] = each.value(choice, context);
  // The keys are those of the list, which the compiler cannot follow through the loop.
  return entry as TaskEntry;
}

/** One task of a manifest. */
export function taskSchema(): Form<unknown> {
  return entry(Object.fromEntries(manifestColumns.map(({ key, form, meaning }) => [key, form(meaning)])));
}

/** Every label of a selected task; an unknown label is "". */
export function labelsOfTask({ benchmark, phase, fields }: TaskEntry): Readonly<Record<string, string>> {
  const all = { ...fields, benchmark, ...(phase === undefined ? {} : { phase }) };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value === null ? '' : String(value)]));
}

function placesShort(shortfalls: ManifestRow['shortfalls']): number {
  return shortfalls.reduce((sum, { wanted, found }) => sum + wanted - found, 0);
}

/** What a column that the plan names is called in the table: its own name, unless another column has it. */
function headingOf(name: string, kind: string, others: readonly string[] = []): string {
  const isTaken = taskColumns.some(({ table }) => typeof table?.headings === 'object' && table.headings.includes(name));
  return isTaken || others.includes(name) ? `${name}_${kind}` : name;
}

/** The name of a score as the heading of a column: "MCP benefit" becomes mcp_benefit. */
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
