import * as z from 'zod/mini';
import { fieldKinds } from '../../model/task.js';
import { resultSettingKeys } from '../../settings/result-settings.js';
import { pilotGoals } from '../../uplift/pilot-design.js';
import { benchmarkSchema, pathSourceSchema, phaseSchema } from './benchmark-schema.js';
import { componentsSchema } from './component-schema.js';
import { distinct, list, mapping, oneOrMore, optional, paths, ratio, said, text, wholeNumber } from './forms.js';
import { nameSchemas, type PlanNames } from './name-schemas.js';
import { planOptimiseSchema, purposeKeys, ruleSchema, selectSchema, shareKeys } from './select-schema.js';

/** A plan as written: with shorthand, and before defaults are filled in. */
export type PlanFile = z.output<ReturnType<typeof planSchema>>;

/** The schema of a plan, which checks names where they are used; without `names`, the schema for editors. */
export function planSchema(names?: PlanNames) {
  const known = nameSchemas(names);
  const kind = z.enum(fieldKinds);
  const declared = z.strictObject({
    kind: said(kind, 'Text, a number, a date (YYYY-MM-DD) or a list of words.'),
    negative: optional(z.boolean(), 'Whether negative numbers are valid. Default: false.'),
    day_first: optional(
      z.boolean(),
      'Whether the day comes before the month in dates such as 04/05/2025. Default: detected from the column.',
    ),
    words: z.optional(text('The name in reports. Default: the key, with spaces instead of underscores.')),
  });
  // A plan's fields are expanded before it is checked.
  const field = names === undefined ? (z.union([z.enum(['text', ...fieldKinds]), declared]) as never) : declared;
  const weights = mapping(plainName('component'), ratio(), 'give at least one component a weight');
  const decimals = z.int().check(z.minimum(0), z.maximum(12));
  const score = z.strictObject({
    name: text('What the score measures, such as "MCP benefit".'),
    decimals: optional(decimals, 'Decimals of the score in reports. Default: 4.'),
    part_decimals: optional(decimals, 'Decimals of the components in reports. Default: 3.'),
    weights: said(weights, 'The weight of each component. The weights must sum to 1.'),
    components: optional(componentsSchema(known), 'Rules for benchmarks that do not define any.'),
    evidence: evidenceSchema(),
  });
  const total = z.strictObject({
    take: optional(wholeNumber(1), 'The total number of tasks from all benchmarks without a `take`.'),
    ...purposeKeys(),
    ...shareKeys('benchmark'),
  });
  const benchmarkKey = z.string().check(z.regex(/^[^\s/\\]+$/, 'must not contain a space or a slash'));
  const planName = z
    .string()
    .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'may contain only letters, digits, dots, dashes and underscores'));
  return z.strictObject({
    name: said(planName, 'A short name for the plan.'),
    title: z.optional(text('The title of the report. Default: the name.')),
    description: z.optional(text('The purpose of the selection, in a sentence or two.')),
    seed: optional(z.union([z.int(), z.string().check(z.minLength(1))]), 'The seed for all random draws.'),
    total: optional(total, 'A total number of tasks, divided among the benchmarks.'),
    tiers: optional(
      tiersSchema(),
      'Smaller selections within the whole one: the name of each and its number of tasks.',
    ),
    looks: optional(
      z.union([wholeNumber(2).check(z.maximum(20)), z.literal('tiers')]),
      'Planned looks at the results as they come in. A number plans that many looks, evenly spaced. "tiers" plans one after each tier and one at the end. `winnow next` takes the looks.',
    ),
    waves: optional(
      z.literal(2),
      'Run each system in two waves. The selection is the first wave. `winnow select --wave RESULTS` selects the second wave for one system. Requires `purpose: level` and at least 30 earlier systems.',
    ),
    pilot: optional(pilotSchema(), 'Marks the selection as a pilot with two arms. Written by `winnow pilot`.'),
    history: optional(historySchema(), 'The earlier versions of the selection. Written by `winnow refresh`.'),
    level: optional(
      z.strictObject({
        weight: said(
          z.enum(['pool', 'equal']),
          '"pool" weights each benchmark by its number of tasks in the pool. "equal" gives each benchmark the same weight.',
        ),
        by: optional(
          z.enum(levelLabels),
          'With "equal": the label whose values get equal weights. Default: benchmark.',
        ),
      }),
      'The level that estimates show first. They show the other one next to it.',
    ),
    results: optional(
      z.strictObject(resultSettingKeys()),
      'How to read results. Command-line options of the same name take precedence.',
    ),
    optimise: optional(
      planOptimiseSchema(known),
      'A goal and rules for the tasks of all benchmarks together. Replaces `total`. Benchmarks can then use only `where` and `pin`.',
    ),
    phases: optional(list(text('A phase.')), 'The phases, in the order used in reports. Default: none.'),
    fields: optional(z.record(plainName('field'), field), 'Task fields in addition to the standard ones.'),
    vocabulary: optional(
      z.record(known.labelField, distinct(z.string())),
      'The allowed values of a field, after corrections. Any other value is an error.',
    ),
    exclusions: z.optional(text('A file of exclusions, relative to this plan.')),
    score: optional(score, 'A score for each task: a weighted sum of components. Default: none.'),
    phase: optional(phaseSchema(known), 'The phase rule for benchmarks that do not define one.'),
    benchmarks: said(
      mapping(benchmarkKey, benchmarkSchema(known), 'name at least one benchmark'),
      'The benchmarks to select from.',
    ),
  });
}

export type ShortKeys = Readonly<Record<keyof ReturnType<typeof shortShapes>, ReadonlySet<string>>>;

let keys: ShortKeys | undefined;

/**
 * The keys that the short form allows at the top, by the part of the full form that they belong to. They never change,
 * and building their schemas takes longer than the rest of reading a plan, so it happens once.
 */
export function shortKeys(): ShortKeys {
  keys ??= Object.fromEntries(
    Object.entries(shortShapes()).map(([part, shape]) => [part, new Set(Object.keys(shape))]),
  ) as unknown as ShortKeys;
  return keys;
}

/** The schema of a plan for an editor, with both the full and the short form. */
export function writtenPlanSchema() {
  const { short, plan, benchmark, select, source } = shortShapes();
  const { benchmarks } = planSchema().shape;
  return z.strictObject({ ...short, benchmarks: z.optional(benchmarks), ...plan, ...select, ...benchmark, ...source });
}

function shortShapes() {
  const known = nameSchemas(undefined);
  const { benchmarks: _, name, ...plan } = planSchema().shape;
  const { source: __, select: ___, title: ____, phase: _____, prior, ...benchmark } = benchmarkSchema(known).shape;
  const { optimise: ______, ...select } = selectSchema(known).shape;
  const { path: _______, where: ________, ...source } = pathSourceSchema(known).shape;
  const pool = z.union([
    text('A file or folder of tasks.'),
    z.looseObject({ name: optional(z.string(), 'The name of the benchmark.') }),
  ]);
  const rank = z.union([
    text('A field, highest first. Use "FIELD asc" for lowest first.'),
    z.record(z.string(), distinct(z.string())),
  ]);
  return {
    short: {
      tasks: optional(z.union([pool, list(pool)]), 'Where the tasks are. Each entry in a list becomes a benchmark.'),
      by: optional(
        oneOrMore(z.string()),
        'The field to stratify by. Each of its values gets a share of the selection.',
      ),
      rank: optional(
        z.union([rank, list(rank)]),
        'The field to rank by, highest first, or lowest first with "FIELD asc". Default: a random sample.',
      ),
      rules: optional(list(ruleSchema(known)), 'Rules that the selection as a whole must satisfy.'),
    },
    plan: { name: z.optional(name), ...plan },
    benchmark: {
      ...benchmark,
      prior: optional(z.union([paths(), prior]), 'Earlier results of other systems, or their paths.'),
    },
    select,
    source,
  };
}

/** The labels that every manifest has for its tasks. */
const levelLabels = ['benchmark', 'phase', 'language', 'difficulty', 'category', 'repo'] as const;

function plainName(what: string) {
  const inherited = z.refine((name) => !(String(name) in {}), 'is a reserved word; choose another');
  return z
    .string()
    .check(
      inherited,
      z.regex(/^[a-z][a-z0-9_]*$/, `is not a ${what} name; use lowercase letters, digits and underscores`),
    );
}

const dated = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/;

function evidenceSchema() {
  const correlation = () => z.number().check(z.minimum(-1), z.maximum(1));
  const interval = () =>
    z
      .tuple([correlation(), correlation()])
      .check(z.refine((ends) => ends[0] <= ends[1], 'must be two numbers, the smaller one first'));
  const row = z.strictObject({
    pairs: said(wholeNumber(4), 'The number of tasks with a score and with results in both arms.'),
    correlation: said(correlation(), 'The rank correlation between score and uplift over all these tasks.'),
    interval: optional(interval(), 'Its 95% interval: [low, high].'),
    within: said(correlation(), 'The rank correlation within benchmarks.'),
    within_interval: optional(interval(), 'Its 95% interval: [low, high].'),
    source: text('Where to find the results.'),
    date: said(
      z.string().check(z.regex(dated, 'must have the form YYYY, YYYY-MM or YYYY-MM-DD')),
      'The date of the measurement.',
    ),
  });
  return optional(
    list(row),
    'Measured correlations between the score and uplift. Default: none; reports then say that there is no evidence.',
  );
}

function tiersSchema() {
  const name = z
    .string()
    .check(z.regex(/^[a-z][a-z0-9-]*$/, 'is not the name of a tier; use lowercase letters, digits and dashes'));
  return mapping(name, wholeNumber(1), 'give at least one tier a number of tasks');
}

function pilotSchema() {
  return z.strictObject({
    goal: said(z.enum(pilotGoals.map(({ name }) => name)), 'The goal of the pilot.'),
    repeats: said(wholeNumber(1), 'The number of runs per task and arm.'),
    budget: text('The budget: "$300", "200 runs" or "6 hours".'),
  });
}

function historySchema() {
  const reason = z.strictObject({
    benchmark: text('The benchmark of the task.'),
    task: text('The removed task.'),
    replaced_by: z.optional(text('The task that replaced it.')),
    reason: text('The reason for removing it.'),
    evidence: z.optional(text('Evidence for the reason.')),
  });
  return list(
    z.strictObject({
      version: said(wholeNumber(2), 'The version number. Starts at 2, because the first version has no entry.'),
      of: text('The SHA-256 of the selection.json that this version replaced.'),
      change: text('A one-sentence summary of the change.'),
      reasons: said(z.array(reason), 'The removed tasks.'),
    }),
  );
}

/** The plan's schema as JSON Schema (draft 2020-12), for editors. */
export function planJsonSchema(): object {
  const schema = z.toJSONSchema(writtenPlanSchema(), { io: 'input' });
  return { $id: 'urn:winnow:plan:1', title: 'Winnow plan', ...schema };
}
