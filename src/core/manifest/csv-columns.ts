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
import { declaredLabels, randomField } from '../model/field.js';
import type { Plan } from '../model/plan.js';
import { type BenchmarkSelection, type Choice, selectedBy } from '../model/selection.js';
import { fieldValue, provenanceOf } from '../model/task.js';
import type { Cell } from '../text/csv-text.js';
import { roundTo } from '../text/numbers.js';
import { easeDecimals } from './benchmark-entry.js';
import { designWeight, stratumName, stratumText } from './design-weight.js';

/** The plan that a task was chosen by, and its benchmark's part of the selection. */
export interface ChoiceContext {
  readonly plan: Plan;
  readonly benchmark: BenchmarkSelection | undefined;
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
  readonly headings: readonly string[] | ((plan: Plan) => readonly string[]);
  /** As many as there are headings. */
  cells(value: Value, plan: Plan): readonly Cell[];
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
const textByName = (meaning: string) => record(text(), meaning);
const numberByName = (meaning: string) => record(number(), meaning);
const labelOrNull = (meaning: string) => orNull(label(), meaning);
const labelByName = (meaning: string) => record(orNull(label()), meaning);
const maybeLabelByName = (meaning: string) => maybe(record(orNull(label())), meaning);
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
  column('sdlc_phase', text, 'Its phase.', ({ task }) => task.phase, cellOf('sdlc_phase')),
  column('language', labelOrNull, 'Its language, after corrections.', labelOf('language'), cellOf('language')),
  column('difficulty', labelOrNull, 'Its difficulty, after corrections.', labelOf('difficulty'), cellOf('difficulty')),
  column('category', labelOrNull, 'Its category, after corrections.', labelOf('category'), cellOf('category')),
  column('repo', labelOrNull, 'The repository it is about.', labelOf('repo'), cellOf('repo')),
  column(
    'labels',
    maybeLabelByName,
    'The labels that the plan declares itself (`fields`), after corrections; missing where it declares none.',
    ({ task }, { plan }) => {
      const own = declaredLabels(plan);
      if (own.length === 0) return undefined;
      return Object.fromEntries(own.map((field) => [field, fieldValue(task, field) ?? null]));
    },
    {
      headings: (plan) => declaredLabels(plan).map((field) => headingOf(field, 'label')),
      cells: (labels, plan) => declaredLabels(plan).map((field) => labels?.[field] ?? null),
    },
  ),
  column(
    'mcp_benefit_score',
    number,
    'The score, whatever the plan calls it: `methodology.score.name` has the name.',
    ({ task }) => task.score,
    cellOf('mcp_benefit_score'),
  ),
  column('features', labelByName, 'The values that the score and the order looked at, by field.', features),
  column(
    'mcp_breakdown',
    numberByName,
    'The parts of the score, by component: each in [0, 1], before its weight.',
    ({ task }, { plan }) =>
      Object.fromEntries(
        Object.entries(task.parts).map(([component, value]) => [component, roundTo(value, plan.score.partDecimals)]),
      ),
    {
      headings: (plan) => componentsOf(plan).map((component) => headingOf(component, 'score', declaredLabels(plan))),
      cells: (parts, plan) => componentsOf(plan).map((component) => parts[component] ?? 0),
    },
  ),
  column(
    'selection_rationale',
    text,
    'Why it is in, in a sentence.',
    (choice, { plan }) => describeChoice(choice, plan.fields),
    cellOf('selection_rationale', 'defaulted_components'),
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
    'What brought it in: `rank`, `ensure`, `draw` or `pin`.',
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
    'defaulted_components',
    texts,
    'The components whose field it lacks, so that the plan’s `unknown` value is used.',
    ({ task }) => task.defaulted,
    { headings: ['defaulted_components'], cells: (components) => [components.join(' ')] },
  ),
  column('aliases', texts, 'Its other names.', ({ task }) => task.aliases ?? []),
  column(
    'feature_provenance',
    textByName,
    'Where the value of each scored field comes from: `measured`, `declared`, `derived` or `defaulted`.',
    ({ task }, { benchmark }) =>
      Object.fromEntries((benchmark?.features ?? []).map(({ field }) => [field, provenanceOf(task, field)])),
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
export function labelsOfTask(task: TaskEntry): Readonly<Record<string, string>> {
  const { benchmark, sdlc_phase: phase, language, difficulty, category, repo, labels } = task;
  const all = { ...labels, benchmark, phase, language, difficulty, category, repo };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value === null ? '' : String(value)]));
}

function placesShort(shortfalls: ManifestRow['shortfalls']): number {
  return shortfalls.reduce((sum, { wanted, found }) => sum + wanted - found, 0);
}

function labelOf(field: string) {
  return ({ task }: Choice) => fieldValue(task, field) ?? null;
}

/** What a column that the plan names is called in the table: its own name, unless another column has it. */
function headingOf(name: string, kind: string, others: readonly string[] = []): string {
  const isTaken = taskColumns.some(({ table }) => typeof table?.headings === 'object' && table.headings.includes(name));
  return isTaken || others.includes(name) ? `${name}_${kind}` : name;
}

function componentsOf({ score }: Plan): readonly string[] {
  return [...score.weights.keys()];
}

/** What the score and the order looked at, so that both can be checked. */
function features({ task, benchmark: rules }: Choice, { benchmark }: ChoiceContext) {
  return Object.fromEntries(fieldsLookedAt(rules, benchmark).map((field) => [field, fieldValue(task, field) ?? null]));
}

/** By the rules of a benchmark, which all of its tasks share. */
const lookedAt = new WeakMap<Choice['benchmark'], { of: ChoiceContext['benchmark']; fields: readonly string[] }>();

function fieldsLookedAt(rules: Choice['benchmark'], benchmark: ChoiceContext['benchmark']): readonly string[] {
  const known = lookedAt.get(rules);
  if (known?.of === benchmark && known !== undefined) return known.fields;
  const scored = (benchmark?.features ?? []).map(({ field }) => field);
  const { prefer, draw } = rules.select;
  const fields = [...new Set([...scored, ...prefer.map(({ field }) => field), ...(draw?.by ?? [])])].filter(
    (field) => field !== 'score' && field !== 'id' && field !== randomField.name,
  );
  lookedAt.set(rules, { of: benchmark, fields });
  return fields;
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
