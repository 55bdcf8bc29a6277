import * as z from 'zod/mini';
import { fieldKinds } from '../../model/task.js';
import { resultSettingKeys } from '../../settings/result-settings.js';
import { pilotGoals } from '../../uplift/pilot-design.js';
import { benchmarkSchema, pathSourceSchema, phaseSchema } from './benchmark-schema.js';
import { componentsSchema } from './component-schema.js';
import { distinct, list, mapping, oneOrMore, optional, paths, ratio, said, text, wholeNumber } from './forms.js';
import { nameSchemas } from './name-schemas.js';
import type { PlanNames } from './plan-names.js';
import { planOptimiseSchema, ruleSchema, selectSchema } from './select-schema.js';
import { purposeKeys, shareKeys } from './share-schema.js';

/** A plan as it is written: shorthand kept, defaults not yet filled in. */
export type PlanFile = z.output<ReturnType<typeof planSchema>>;

/** The plan's schema, with names checked where they are used; without `names` it is the schema for editors. */
export function planSchema(names?: PlanNames) {
  const known = nameSchemas(names);
  const kind = z.enum(fieldKinds);
  const declared = z.strictObject({
    kind: said(kind, 'Text, a number, a date (YYYY-MM-DD), or a list of words.'),
    negative: optional(z.boolean(), 'Whether a number below zero is a value and not a mistake. Default false.'),
    words: z.optional(text('How a report says it. Default: the name with spaces.')),
  });
  // What a plan checks has every field written out.
  const field = names === undefined ? (z.union([z.enum(['text', ...fieldKinds]), declared]) as never) : declared;
  const weights = mapping(plainName('component'), ratio(), 'give at least one component a weight');
  const decimals = z.int().check(z.minimum(0), z.maximum(12));
  const score = z.strictObject({
    name: text('What the score measures: "MCP benefit".'),
    decimals: optional(decimals, 'Decimals of the published score. Default 4.'),
    part_decimals: optional(decimals, 'Decimals of the published parts. Default 3.'),
    weights: said(weights, 'What each component weighs; the weights sum to 1.'),
    components: optional(componentsSchema(known), 'Rules for every benchmark without its own.'),
    evidence: evidenceSchema(),
  });
  const total = z.strictObject({
    take: optional(wholeNumber(1), 'How many tasks the benchmarks without their own `take` give together.'),
    ...purposeKeys(),
    ...shareKeys('benchmark'),
  });
  const benchmarkKey = z.string().check(z.regex(/^[^\s/\\]+$/, 'must not hold a space or a slash'));
  const planName = z
    .string()
    .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be made of letters, digits, dots, dashes and underscores'));
  return z.strictObject({
    name: said(planName, 'A short name for the plan.'),
    title: z.optional(text('The title of the report. Default: the name.')),
    description: z.optional(text('What the selection is for.')),
    seed: optional(z.union([z.int(), z.string().check(z.minLength(1))]), 'The seed of every random draw.'),
    total: optional(total, 'A number of tasks to share among benchmarks.'),
    tiers: optional(tiersSchema(), 'Smaller selections within the whole one: how many tasks each has, by name.'),
    looks: optional(
      z.union([wholeNumber(2).check(z.maximum(20)), z.literal('tiers')]),
      'Planned looks at growing results: this many of equal size, or one after each of the plan’s tiers and one after all tasks. `winnow next` makes them.',
    ),
    waves: optional(
      z.literal(2),
      'Run each system in two waves: the selection is the first, and `winnow select --wave RESULTS` selects the second for one system. For the purpose level, with 30 or more earlier systems.',
    ),
    pilot: optional(pilotSchema(), 'That the selection is a pilot of two arms; `winnow pilot` writes it.'),
    history: optional(historySchema(), 'How the selection came to be what it is; `winnow refresh` writes it.'),
    level: optional(
      z.strictObject({
        weight: said(
          z.enum(['pool', 'equal']),
          'pool: by the number of tasks in the pool. equal: the same for every benchmark, whatever its size.',
        ),
        by: optional(z.enum(levelLabels), 'With equal: the label whose values count the same. Default benchmark.'),
      }),
      'Which level an estimate gives first; the other one is shown beside it.',
    ),
    results: optional(
      z.strictObject(resultSettingKeys()),
      'How results of runs are read; options of the same names on the command line come first.',
    ),
    optimise: optional(
      planOptimiseSchema(known),
      'A goal and rules for the tasks of all benchmarks together; then no total, and benchmarks select only by where and pin.',
    ),
    phases: optional(list(text('A phase.')), 'The phases of the work, in the order of reports. Default: none.'),
    fields: optional(z.record(plainName('field'), field), 'Fields of the tasks beyond the standard ones.'),
    vocabulary: optional(
      z.record(known.labelField, distinct(z.string())),
      'The labels a field may have, after corrections; any other is an error.',
    ),
    exclusions: z.optional(text('A file of exclusions, relative to this plan.')),
    score: optional(score, 'A score for every task: the weighted sum of components. Default: none.'),
    phase: optional(phaseSchema(known), 'The phase rule of every benchmark without its own.'),
    benchmarks: said(
      mapping(benchmarkKey, benchmarkSchema(known), 'name at least one benchmark'),
      'The benchmarks to select from.',
    ),
  });
}

/** The keys that a plan in its short form may have at the top, by the part of the full form that they belong to. */
export interface ShortKeys {
  /** Keys that only the short form has. */
  readonly short: ReadonlySet<string>;
  readonly plan: ReadonlySet<string>;
  readonly benchmark: ReadonlySet<string>;
  readonly select: ReadonlySet<string>;
  readonly source: ReadonlySet<string>;
}

/** The keys of the short form. */
export function shortKeys(): ShortKeys {
  const keys = (shape: object) => new Set(Object.keys(shape));
  const { short, plan, benchmark, select, source } = shortShapes();
  return {
    short: keys(short),
    plan: keys(plan),
    benchmark: keys(benchmark),
    select: keys(select),
    source: keys(source),
  };
}

/** The plan's schema for an editor: the full form and the short one. */
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
  const pool = z.union([text('A file or folder of tasks.'), z.looseObject({ name: z.optional(z.string()) })]);
  const rank = z.union([
    text('A field, the highest first; "FIELD asc" for the lowest first.'),
    z.record(z.string(), distinct(z.string())),
  ]);
  return {
    short: {
      tasks: optional(z.union([pool, list(pool)]), 'Where the tasks are; each pool of a list becomes a benchmark.'),
      by: optional(oneOrMore(z.string()), 'The field whose values each get their share of the places.'),
      rank: optional(
        z.union([rank, list(rank)]),
        'Take the highest of this field first, or with "FIELD asc" the lowest. Default: a random sample.',
      ),
      rules: optional(list(ruleSchema(known)), 'What the selected tasks together must keep.'),
    },
    plan: { name: z.optional(name), ...plan },
    benchmark: { ...benchmark, prior: z.optional(z.union([paths(), prior])) },
    select,
    source,
  };
}

/** The labels that every manifest has of its tasks. */
const levelLabels = ['benchmark', 'phase', 'language', 'difficulty', 'category', 'repo'] as const;

function plainName(what: string) {
  const inherited = z.refine((name) => !(String(name) in {}), 'is a word of the program: choose another');
  return z
    .string()
    .check(inherited, z.regex(/^[a-z][a-z0-9_]*$/, `is not a ${what} name: use small letters, digits and underscores`));
}

const dated = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/;

/** What paired results say of a score: rows that reports print beside it. */
function evidenceSchema() {
  const correlation = () => z.number().check(z.minimum(-1), z.maximum(1));
  const interval = () =>
    z
      .tuple([correlation(), correlation()])
      .check(z.refine((ends) => ends[0] <= ends[1], 'must be two numbers, the lower first'));
  const row = z.strictObject({
    pairs: said(wholeNumber(4), 'Tasks with a score and a result in both arms.'),
    correlation: said(correlation(), 'The rank correlation of score and uplift over all pairs.'),
    interval: optional(interval(), 'Its 95% interval: [low, high].'),
    within: said(correlation(), 'The rank correlation within benchmarks.'),
    within_interval: optional(interval(), 'Its 95% interval: [low, high].'),
    source: text('Where to find the pairs.'),
    date: said(
      z.string().check(z.regex(dated, 'must have the form YYYY, YYYY-MM or YYYY-MM-DD')),
      'When it was found.',
    ),
  });
  return optional(list(row), 'What paired results say of the score. Default: none, and reports say so.');
}

/** How many tasks each tier has. */
function tiersSchema() {
  const name = z
    .string()
    .check(z.regex(/^[a-z][a-z0-9-]*$/, 'is not the name of a tier: use small letters, digits and dashes'));
  return mapping(name, wholeNumber(1), 'give at least one tier a number of tasks');
}

/** What `winnow pilot` designed. */
function pilotSchema() {
  return z.strictObject({
    goal: said(z.enum(pilotGoals.map(({ name }) => name)), 'What the pilot is for.'),
    repeats: said(wholeNumber(1), 'How often to run each task in each of the two arms.'),
    budget: text('What it may cost or take: "$300", "200 runs" or "6 hours".'),
  });
}

/** What `winnow refresh` did, version by version. */
function historySchema() {
  const reason = z.strictObject({
    benchmark: text('Its benchmark.'),
    task: text('The task that went out.'),
    replaced_by: z.optional(text('The task that came in for it.')),
    reason: text('Why it went out.'),
    evidence: z.optional(text('What shows it.')),
  });
  return list(
    z.strictObject({
      version: said(wholeNumber(2), 'The number of the version; the first has none.'),
      of: text('SHA-256 of the selection.json that it replaced.'),
      change: text('What was done, in a sentence.'),
      reasons: said(z.array(reason), 'Each task that went out.'),
    }),
  );
}
