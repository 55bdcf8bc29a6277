import { describeChoice } from '../describe/describe-choice.js';
import { declaredLabels, randomField } from '../model/field.js';
import type { Plan } from '../model/plan.js';
import { type Choice, selectedBy } from '../model/selection.js';
import { fieldValue, provenanceOf } from '../model/task.js';
import { roundTo } from '../text/round-to.js';
import {
  type ChoiceContext,
  type ColumnKinds,
  cellOf,
  column,
  type DesignEntry,
  type ManifestRow,
  type TaskColumn,
  tableColumn,
} from './csv-column.js';
import { designWeight, stratumName, stratumText } from './design-weight.js';
import { easeDecimals } from './learned-entry.js';

/** All that is told of a selected task, in the order of the manifest's keys. The table has the same order, but for what follows another. */
export const taskColumns = [
  column('task_id', 'text', 'The task, as its source spells it.', ({ task }) => task.id, cellOf('task_id')),
  column('benchmark', 'text', 'The benchmark it is of.', ({ task }) => task.benchmark, cellOf('benchmark')),
  column('sdlc_phase', 'text', 'Its phase.', ({ task }) => task.phase, cellOf('sdlc_phase')),
  column('language', 'label', 'Its language, after corrections.', label('language'), cellOf('language')),
  column('difficulty', 'label', 'Its difficulty, after corrections.', label('difficulty'), cellOf('difficulty')),
  column('category', 'label', 'Its category, after corrections.', label('category'), cellOf('category')),
  column('repo', 'label', 'The repository it is about.', label('repo'), cellOf('repo')),
  column(
    'labels',
    'declaredLabels',
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
    'number',
    'The score, whatever the plan calls it: `methodology.score.name` has the name.',
    ({ task }) => task.score,
    cellOf('mcp_benefit_score'),
  ),
  column('features', 'labelByName', 'The values that the score and the order looked at, by field.', features),
  column(
    'mcp_breakdown',
    'numberByName',
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
    'text',
    'Why it is in, in a sentence.',
    (choice, { plan }) => describeChoice(choice, plan.fields),
    cellOf('selection_rationale', 'defaulted_components'),
  ),
  column(
    'task_dir',
    'textOrNull',
    'Its folder, relative to where the plan’s sources are; null where it has none.',
    ({ task }) => task.taskDir ?? null,
    cellOf('task_dir', 'selection_rationale'),
  ),
  column(
    'digest',
    'maybeText',
    'What its runner knows this version of the task by, such as Harbor’s `sha256:…`; missing where the source has none.',
    ({ task }) => task.digest,
  ),
  column(
    'selected_by',
    'text',
    'What brought it in: `rank`, `ensure`, `draw` or `pin`.',
    selectedBy,
    cellOf('selected_by', 'last_rank_taken'),
  ),
  column(
    'design',
    'design',
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
    'group',
    'Where it competed: the field that the tasks are grouped by, its value there, and how many eligible tasks have it.',
    ({ benchmark, group }) => ({
      by: benchmark.select.group?.by ?? null,
      value: group.key ?? null,
      size: group.size,
    }),
    { headings: ['group', 'group_size'], cells: ({ value, size }) => [value, size] },
  ),
  column('rank', 'number', 'Its place in the order of its group, from 1.', ({ rank }) => rank, cellOf('rank')),
  column(
    'last_rank_taken',
    'number',
    'How many places the allocation gave its group.',
    ({ group }) => group.allocated,
    cellOf('last_rank_taken'),
  ),
  column(
    'defaulted_components',
    'texts',
    'The components whose field it lacks, so that the plan’s `unknown` stands in.',
    ({ task }) => task.defaulted,
    { headings: ['defaulted_components'], cells: (components) => [components.join(' ')] },
  ),
  column('aliases', 'texts', 'Its other names.', ({ task }) => task.aliases ?? []),
  column(
    'feature_provenance',
    'textByName',
    'Where the value of each scored field comes from: `measured`, `declared`, `derived` or `defaulted`.',
    ({ task }, { benchmark }) =>
      Object.fromEntries((benchmark?.features ?? []).map(({ field }) => [field, provenanceOf(task, field)])),
  ),
  tableColumn(
    'stratum',
    'text',
    'What it was drawn or ranked from: its benchmark and group.',
    stratumName,
    ({ benchmark, group, selected_by }) =>
      stratumText({ name: benchmark, by: group.by, key: group.value, isPinned: selected_by === 'pin' }),
    cellOf('stratum', 'design'),
  ),
  tableColumn(
    'benchmark_places_short',
    'number',
    'How many places its benchmark could not fill.',
    (_, { benchmark }) => placesShort(benchmark?.shortfalls ?? []),
    ({ shortfalls }) => placesShort(shortfalls),
    cellOf('benchmark_places_short'),
  ),
] as const satisfies readonly TaskColumn[];

type Column = (typeof taskColumns)[number];

/** One task of a manifest. */
export type TaskEntry = {
  readonly [Each in Extract<Column, { inManifest: true }> as Each['key']]: ColumnKinds[Each['kind']];
};

/** The columns that the manifest has. */
export const manifestColumns = taskColumns.filter(({ inManifest }) => inManifest);

/** A selected task as the manifest tells it. */
export function taskEntry(choice: Choice, context: ChoiceContext): TaskEntry {
  const entry: Record<string, unknown> = {};
  for (const each of manifestColumns) entry[each.key] = each.value(choice, context);
  // Its keys are those of the list, which the compiler does not see through the loop.
  return entry as TaskEntry;
}

function placesShort(shortfalls: ManifestRow['shortfalls']): number {
  return shortfalls.reduce((sum, { wanted, found }) => sum + wanted - found, 0);
}

function label(field: string) {
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

function designEntry(choice: Choice, { benchmark }: ChoiceContext): DesignEntry | null {
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
