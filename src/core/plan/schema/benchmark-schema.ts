import * as z from 'zod/mini';
import { dayPattern } from '../../model/date.js';
import { exclusionReasons } from '../../model/plan.js';
import { resultSettingKeys } from '../../settings/result-settings.js';
import { componentsSchema } from './component-schema.js';
import { day, distinct, issueAt, list, optional, paths, said, text, wholeNumber } from './forms.js';
import type { NameSchemas } from './name-schemas.js';
import { selectSchema } from './select-schema.js';

/** The keys for reading tasks from files, which a source and the folders of a benchmark share. */
function readingKeys(names: NameSchemas) {
  const measured = optional(z.array(names.sourceField), 'Fields with values that were measured, not declared.');
  const where = optional(
    names.condition.inPool,
    'Only tasks that meet this condition belong to the pool. All others are dropped first.',
  );
  const columns = z.record(z.union([z.literal('id'), names.readField]), z.string());
  const join = z.strictObject({
    path: text('The path of a table, relative to this plan.'),
    id: z.optional(text('The id column. Default: id, task_id, instance_id or Issue key.')),
    columns: optional(columns, 'The column for each field. Default: the columns named like the plan’s fields.'),
    measured,
  });
  const derivation = z.strictObject({
    from: said(names.taskKey, 'The field to parse, or id.'),
    pattern: text('A pattern with {names}, such as "{owner}__{name}-{number}".'),
    value: z.optional(text('The value, built from the names in the pattern. Default: the part named like the field.')),
  });
  return {
    format: z.optional(text('The format of the tasks. Default: detected.')),
    trust: optional(
      z.record(names.sourceField, text('The source.')),
      'For each field: the source to trust when labels disagree.',
    ),
    columns: optional(columns, 'The column for each field, or the key in the task’s own file.'),
    measured,
    join: optional(list(join), 'Tables with more fields for the same tasks, joined by id.'),
    derive: optional(
      z.record(names.sourceField, derivation),
      'Fields to extract from another field if the source lacks them.',
    ),
    where,
  };
}

export function pathSourceSchema(names: NameSchemas, reading = readingKeys(names)) {
  return z.strictObject({
    path: said(paths(), 'Files or folders of tasks, relative to this plan.'),
    ...reading,
    ranges: optional(list(text('BASE..HEAD')), 'For a git repository: ranges of commits, each of which is a task.'),
  });
}

export function benchmarkSchema(names: NameSchemas) {
  const reading = readingKeys(names);
  const { measured, where } = reading;
  const source = z.union([
    z.strictObject({
      embedded: text('The name of a built-in pool.'),
      columns: optional(
        z.record(z.union([z.literal('id'), names.anyField]), text('A column.')),
        'The name of each field in the original dataset, for reports.',
      ),
      measured,
      where,
    }),
    pathSourceSchema(names, reading),
    z.strictObject({
      trino: said(
        z.strictObject({
          server: said(
            z.string().check(z.regex(/^https?:\/\/[^\s/?#@]+\/?$/, 'must be http://HOST:PORT or https://HOST:PORT')),
            'The coordinator: http://HOST:PORT or https://HOST:PORT.',
          ),
          catalog: text('The catalog.'),
          schema: text('The schema.'),
          table: text('The table, with one row per task.'),
        }),
        'A table in a Trino cluster.',
      ),
      columns: reading.columns,
      measured,
      where,
    }),
  ]);
  const folders = z.strictObject({
    any_of: said(
      list(text('A path, in which * matches any name.')),
      'Paths inside the benchmarks folder, tried in order.',
    ),
    ...reading,
  });
  const dataset = z.strictObject({
    url: z.optional(text('Where to get the dataset.')),
    version: z.optional(text('The version, commit or date of the copy that was used.')),
    licence: z.optional(text('The licence of the dataset.')),
  });
  const run = z.strictObject({
    cost_usd: optional(z.number().check(z.minimum(0)), 'The cost of one run of a task, in US dollars.'),
    seconds: optional(z.number().check(z.minimum(0)), 'The duration of one run of a task, in seconds.'),
  });
  const prior = z
    .strictObject({
      embedded: z.optional(text('The name of a built-in pool, to use the earlier results that come with it.')),
      path: optional(
        paths(),
        'Paths of earlier results, relative to this plan. With `embedded`, Winnow adds them to the built-in results.',
      ),
      configurations: optional(distinct(text('A system.')), 'The systems to use. Default: all.'),
      ...resultSettingKeys(),
      uplift: optional(
        z.strictObject({
          with: text('The treatment: the system with the change being tested.'),
          without: text('The baseline: the system without the change.'),
          assume_noise: optional(
            z.number().check(z.gt(0), z.maximum(0.5)),
            'The standard deviation of one run. Default: measured, which requires 20 tasks with two runs in both arms.',
          ),
        }),
        'Two systems that ran the same tasks. Adds the fields prior_uplift and prior_uplift_reliability.',
      ),
    })
    .check(
      z.refine(
        (given) => given.path !== undefined || given.embedded !== undefined,
        'has no results; add "path", or "embedded" for built-in results',
      ),
    );
  const value = z.union([text('The value.'), z.number()]);
  const by = said(names.taskKey, 'The field that identifies the tasks.');
  const declaration = z.union([
    value,
    z.strictObject({
      by,
      values: said(z.record(z.string(), value), 'The value to declare for each value of that field.'),
      otherwise: optional(value, 'The value for every other task.'),
    }),
  ]);
  const correction = z.strictObject({
    by,
    values: said(z.record(z.string(), value), 'The correct value for each value of that field.'),
  });
  const { id: _, replacement: __, ...reasons } = exclusionKeys();
  const exclusionRule = z.strictObject({
    where: said(names.condition.forSelection, 'The condition that the tasks meet.'),
    ...reasons,
  });
  return z.strictObject({
    title: z.optional(text('The benchmark’s name in reports. Default: the key.')),
    dataset: optional(dataset, 'The dataset that the tasks come from, for reports.'),
    source: said(source, 'Where the tasks come from.'),
    folders: optional(folders, 'Where to find the benchmark inside a folder of benchmarks (--benchmarks DIR).'),
    run: optional(run, 'The expected cost and duration of one run of a task, for forecasts.'),
    prior: optional(prior, 'Earlier results. Adds the fields prior_results, prior_solved and prior_rate.'),
    declare: optional(fitting(names, declaration), 'Values for fields that are missing from the source.'),
    expect: optional(wholeNumber(1), 'The number of tasks that the source must have. Any other number is an error.'),
    distinct: optional(
      z.boolean(),
      'Whether tasks in other benchmarks with the same id are different tasks. Default: false, so Winnow never selects an id twice.',
    ),
    notes: optional(z.array(text('A sentence.')), 'Caveats for readers of the results.'),
    correct: optional(fitting(names, correction), 'Corrections of labels that are wrong in the source.'),
    phase: optional(phaseSchema(names), 'How tasks get their phase.'),
    components: optional(componentsSchema(names), 'Component rules for this benchmark, replacing those in `score`.'),
    select: optional(
      selectSchema(names),
      'How tasks are selected: eligible tasks → groups → allocation → order → ensure.',
    ),
    exclude: optional(
      z.union([z.array(z.union([exclusionSchema(), exclusionRule])), exclusionRule]),
      'Tasks that are never selected but still count as available, by id or by a condition.',
    ),
  });
}

export function exclusionSchema() {
  return z.strictObject(exclusionKeys());
}

function exclusionKeys() {
  return {
    id: text('The task (any of its names).'),
    reason: said(z.enum(exclusionReasons), 'The reason.'),
    evidence: z.optional(text('Evidence for the reason. Required if you exclude a task by id for the reason "other".')),
    date: optional(day(), 'The date of the decision.'),
    who: z.optional(text('Who decided it.')),
    replacement: z.optional(text('The task to select instead. Default: the next task in its group.')),
  };
}

function fitting<Schema extends z.ZodMiniType>(names: NameSchemas, schema: Schema) {
  return z.record(names.sourceField, schema).check((context) => {
    for (const [field, given] of Object.entries(context.value)) {
      const kind = names.kindOf(field);
      if (kind === undefined) continue;
      const rule = given as { values?: Record<string, unknown>; otherwise?: unknown };
      const values = typeof given === 'object' ? [...Object.values(rule.values ?? {}), rule.otherwise] : [given];
      const isFit = (value: unknown) =>
        kind === 'date' ? dayPattern.test(String(value)) : typeof value === (kind === 'number' ? 'number' : 'string');
      const bad = values.find((value) => value !== undefined && !isFit(value));
      if (bad === undefined) continue;
      const holds = kind === 'number' ? 'a number' : kind === 'date' ? 'a date as YYYY-MM-DD' : 'text';
      context.issues.push(issueAt(given, `contains ${holds}, but its value here is ${JSON.stringify(bad)}`, field));
    }
  });
}

export function phaseSchema(names: NameSchemas) {
  const byLabel = z.strictObject({
    by: said(names.taskKey, 'The field that determines the phase.'),
    values: said(z.record(z.string(), names.phase), 'The phase for each value.'),
    otherwise: optional(names.phase, 'The phase for values that are not listed.'),
  });
  return z.union([said(names.phase, 'Every task has this phase.'), byLabel]);
}
