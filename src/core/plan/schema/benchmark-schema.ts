import * as z from 'zod/mini';
import { dayPattern } from '../../model/date.js';
import { exclusionReasons } from '../../model/plan.js';
import { resultSettingKeys } from '../../settings/result-settings.js';
import { componentsSchema, conditionSchema } from './component-schema.js';
import { day, distinct, issueAt, list, optional, paths, said, text, wholeNumber } from './forms.js';
import type { NameSchemas } from './name-schemas.js';
import { selectSchema } from './select-schema.js';

/** How tasks are read from files: the keys that a source and the folders of a benchmark share. */
function readingKeys(names: NameSchemas) {
  const measured = optional(z.array(names.sourceField), 'Fields whose values were counted, not labelled.');
  const where = optional(
    conditionSchema(names, names.tested.inPool),
    'What a task must fulfil to belong to the pool; all others are left out before anything else.',
  );
  const columns = z.record(z.union([z.literal('id'), names.readField]), z.string());
  const join = z.strictObject({
    path: text('A table, relative to this plan.'),
    id: z.optional(text('The column that holds the id. Default: id, task_id, instance_id or Issue key.')),
    columns: optional(columns, 'The column that holds each field. Default: columns named as the plan’s own fields.'),
    measured,
  });
  const derivation = z.strictObject({
    from: said(names.taskKey, 'The field to look at, or the id.'),
    pattern: text('Text with {names} in it: "{owner}__{name}-{number}".'),
    value: z.optional(text('The value, made of the pattern’s names. Default: the name that the field has.')),
  });
  return {
    format: z.optional(text('The format to read. Default: the one that is found.')),
    trust: optional(z.record(names.sourceField, text('The place.')), 'Which place to believe when labels disagree.'),
    columns: optional(columns, 'The column, or the place in the task’s own file, that holds each field.'),
    measured,
    join: optional(list(join), 'Tables with more about the same tasks, found by id.'),
    derive: optional(
      z.record(names.sourceField, derivation),
      'Fields that are cut out of another where the source does not give them.',
    ),
    where,
  };
}

/** Files and folders of tasks. */
export function pathSourceSchema(names: NameSchemas) {
  return z.strictObject({
    path: said(paths(), 'Files or folders of tasks, relative to this plan.'),
    ...readingKeys(names),
    ranges: optional(list(text('BASE..HEAD')), 'For a git repository: the ranges of commits, each a task.'),
  });
}

/** All that a plan says about one benchmark. */
export function benchmarkSchema(names: NameSchemas) {
  const reading = readingKeys(names);
  const { measured, where } = reading;
  const source = z.union([
    z.strictObject({
      embedded: text('The name of a pool that ships with Winnow.'),
      columns: optional(
        z.record(z.union([z.literal('id'), names.anyField]), text('A column.')),
        'The name of each field in the original dataset, for the report.',
      ),
      measured,
      where,
    }),
    pathSourceSchema(names),
    z.strictObject({
      trino: said(
        z.strictObject({
          server: said(
            z.string().check(z.regex(/^https?:\/\/[^\s/?#@]+\/?$/, 'must be http://HOST:PORT or https://HOST:PORT')),
            'The coordinator: http://HOST:PORT or https://HOST:PORT.',
          ),
          catalog: text('The catalog.'),
          schema: text('The schema.'),
          table: text('The table: one row a task.'),
        }),
        'A table of a Trino cluster.',
      ),
      columns: reading.columns,
      measured,
      where,
    }),
  ]);
  const folders = z.strictObject({
    any_of: said(list(text('A path, * for any name.')), 'Places below the folder of benchmarks, tried in order.'),
    ...reading,
  });
  const dataset = z.strictObject({
    url: z.optional(text('Where to get it.')),
    version: z.optional(text('The version, commit or date of the copy that was used.')),
    licence: z.optional(text('Its licence.')),
  });
  const run = z.strictObject({
    cost_usd: optional(z.number().check(z.minimum(0)), 'What one run of a task costs, in US dollars.'),
    seconds: optional(z.number().check(z.minimum(0)), 'How long one run of a task takes.'),
  });
  const prior = z
    .strictObject({
      embedded: z.optional(
        text('The name of a pool that ships with Winnow: the results of earlier systems that ship with it.'),
      ),
      path: optional(
        paths(),
        'Results of earlier runs, relative to this plan; beside "embedded" they are added to its results.',
      ),
      configurations: optional(distinct(text('A configuration.')), 'Whose results count. Default: all.'),
      ...resultSettingKeys(),
      uplift: optional(
        z.strictObject({
          with: text('The treatment: the system with the change under test.'),
          without: text('The baseline: the system without it.'),
          assume_noise: optional(
            z.number().check(z.gt(0), z.maximum(0.5)),
            'The standard deviation of one run. Default: measured, which takes 20 tasks with two runs in both arms.',
          ),
        }),
        'Two systems that ran the same tasks; gives prior_uplift and prior_uplift_reliability.',
      ),
    })
    .check(
      z.refine(
        (given) => given.path !== undefined || given.embedded !== undefined,
        'names no results: give "path", or "embedded" for those that ship with Winnow',
      ),
    );
  const value = z.union([text('The value.'), z.number()]);
  const by = said(names.taskKey, 'The field that tells which tasks are meant.');
  const declaration = z.union([
    value,
    z.strictObject({
      by,
      values: z.record(z.string(), value),
      otherwise: optional(value, 'The value for every other task.'),
    }),
  ]);
  const correction = z.strictObject({
    by,
    values: said(z.record(z.string(), value), 'The right value for each value of that field.'),
  });
  const { id: _, replacement: __, ...reasons } = exclusionKeys();
  const exclusionRule = z.strictObject({
    where: said(conditionSchema(names, names.tested.forSelection), 'The tasks, by a condition.'),
    ...reasons,
  });
  return z.strictObject({
    title: z.optional(text('The name a reader knows it by. Default: the key.')),
    dataset: optional(dataset, 'The dataset behind the tasks, for the report.'),
    source: said(source, 'Where the tasks come from.'),
    folders: optional(folders, 'Where it is below a folder of benchmarks (--benchmarks DIR).'),
    run: optional(run, 'What one run of a task is expected to cost and take, for forecasts.'),
    prior: optional(prior, 'Earlier results, which give prior_results, prior_solved and prior_rate.'),
    declare: optional(fitting(names, declaration), 'Fields that the source does not hold.'),
    expect: optional(wholeNumber(1), 'How many tasks the source must give; another count stops the run.'),
    distinct: optional(
      z.boolean(),
      'Whether a task with the same id in another benchmark is a different task. Default false: no id may be selected twice.',
    ),
    notes: optional(z.array(text('A sentence.')), 'What a reader of the figures must know.'),
    correct: optional(fitting(names, correction), 'Labels that are wrong at the source.'),
    phase: optional(phaseSchema(names), 'How a task gets its phase.'),
    components: optional(componentsSchema(names), 'Rules that replace the shared ones.'),
    select: optional(selectSchema(names), 'Eligible tasks → groups → allocation → order → ensure.'),
    exclude: optional(
      z.union([z.array(z.union([exclusionSchema(), exclusionRule])), exclusionRule]),
      'Tasks that stay in the count but may not be selected, by id or by a condition.',
    ),
  });
}

/** A task that may not be selected, and why. */
export function exclusionSchema() {
  return z.strictObject(exclusionKeys());
}

function exclusionKeys() {
  return {
    id: text('The task, by any of its names.'),
    reason: said(z.enum(exclusionReasons), 'Why, from a closed list.'),
    evidence: z.optional(text('What shows it. Needed when the reason is "other" and the task is named by its id.')),
    date: optional(day(), 'The day it was decided.'),
    who: z.optional(text('Who decided it.')),
    replacement: z.optional(text('The task that takes its place. Default: the next in its group.')),
  };
}

/** A mapping of fields to values, each of the field's own kind. */
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
      context.issues.push(issueAt(given, `holds ${holds}, but is given ${JSON.stringify(bad)}`, field));
    }
  });
}

/** How a task gets its phase. */
export function phaseSchema(names: NameSchemas) {
  const byLabel = z.strictObject({
    by: said(names.taskKey, 'The label that decides the phase.'),
    values: z.record(z.string(), names.phase),
    otherwise: optional(names.phase, 'The phase for a label that is not listed.'),
  });
  return z.union([said(names.phase, 'Every task has this phase.'), byLabel]);
}
