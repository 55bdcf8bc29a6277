import * as z from 'zod/mini';
import { resultSettingKeys } from '../settings/result-settings.js';
import { expectedUpliftSchema } from './expected-uplift-schema.js';
import { manifestSchemaId } from './form.js';
import {
  entry,
  flag,
  list,
  maybe,
  number,
  numberOrNull,
  orNull,
  record,
  text,
  textOrNull,
  value,
  valueOrNull,
  word,
} from './json-forms.js';
import { learnedSchema } from './learned-schema.js';
import { optimumSchema } from './optimum-schema.js';
import { scoreSchema } from './score-schema.js';
import { taskSchema } from './task-schema.js';

/** The schema that `selection.json` is read and published with; keys that it does not have are ignored. */
export function manifestSchema() {
  built ??= build();
  return built;
}

/** The schema of some of its tasks. */
export function taskListSchema() {
  builtTasks ??= list(taskSchema());
  return builtTasks;
}

/** Built when they are first asked for: most commands read no manifest. */
let built: ReturnType<typeof build> | undefined;
let builtTasks: z.ZodMiniArray<ReturnType<typeof taskSchema>> | undefined;

const kinds = ['focus', 'representative'] as const;

function build() {
  return entry({
    metadata: entry({
      title: text('The title of the plan.'),
      version: text('The form of this file, MAJOR.MINOR.'),
      schema: maybe(text(), `Which schema it follows, since form 1.2: ${manifestSchemaId}.`),
      generated_by: text('The program that wrote it, and its version.'),
      random_seed: valueOrNull('The seed of every draw; null where the plan has none.'),
      total_available: number('Tasks of the pools.'),
      total_selected: number('Tasks in this file.'),
      kind: word(kinds, 'What may be claimed: representative only if every benchmark is.'),
      plan: entry({ name: text(), sha256: text('Over the content of the plan.') }),
      files: maybe(
        record(text()),
        'The SHA-256 of each file that was written with this one, by name; missing if there is none, and in files of earlier programs.',
      ),
      tier: maybe(
        entry({
          name: text(),
          size: number('Its tasks.'),
          full: number('Tasks of the whole selection, which has every tier in it.'),
          sizes: record(number(), 'The tasks of each tier.'),
        }),
        'Which tier of the plan’s selection it is; missing for the whole.',
      ),
    }),
    methodology: entry({
      description: text(),
      sdlc_phases: list(text(), 'The phases, in the order of the plan.'),
      mcp_scoring_weights: record(number(), 'What each component weighs in the score.'),
      selection_targets: record(
        z.union([z.number(), z.literal('all')], 'a number or "all"'),
        'What each benchmark is to give.',
      ),
      claim: text('What may be claimed of results, in a sentence.'),
      weighting: weighting(),
      optimum: maybe(optimumSchema(), 'What was found for the goal of all benchmarks together; missing without one.'),
      score: scoreSchema(),
      results: maybe(
        entry(resultSettingKeys()),
        'How results of runs are read, as the plan says; missing where it says nothing.',
      ),
      pilot: maybe(
        entry({
          goal: text(),
          repeats_per_arm: number('How often each task is to be run in each of two arms.'),
          runs: number('Of both arms.'),
          budget: text(),
        }),
        'How a pilot is to be run; missing for any other selection.',
      ),
      expected_uplift: maybe(
        expectedUpliftSchema(),
        'What new runs of tasks chosen by their uplift in earlier runs are to show; missing where none were.',
      ),
    }),
    statistics: entry({
      tasks_per_sdlc_phase: record(number()),
      tasks_per_benchmark: record(number()),
      tasks_per_language: record(number()),
      avg_mcp_benefit_score: number('The mean score of the selected tasks.'),
    }),
    benchmarks: list(benchmark()),
    corrections: list(
      entry({
        benchmark: text(),
        field: text('The label that was corrected.'),
        by: text('The field that tells which tasks.'),
        value: text('Its value.'),
        to: value(),
        tasks_matched: number(),
        tasks_changed: number(),
        changed_from: record(number(), 'How many tasks had each label before; "" where they had none.'),
      }),
    ),
    exclusions: list(
      entry({
        task_id: text(),
        benchmark: text(),
        reason: text(),
        evidence: textOrNull(),
        date: textOrNull(),
        who: textOrNull(),
        would_be_selected: flag('Whether it would be in.'),
        replaced_by: textOrNull('The task that came in instead.'),
      }),
    ),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
    history: maybe(
      list(historySchema()),
      'How it came from earlier versions, oldest first; missing for a first version.',
    ),
    tasks: list(taskSchema(), 'The selected tasks, by benchmark, then id.'),
    task_hashes: record(record(text()), 'By benchmark and task of the pool, the start of its SHA-256.'),
  });
}

/** One version of a selection that came from another. */
export function historySchema() {
  return entry({
    version: number('From 2.'),
    of: text('SHA-256 of the selection.json that it replaced.'),
    change: text('What was done.'),
    reasons: list(
      entry({
        benchmark: text(),
        task_id: text('A task that went out.'),
        replaced_by: textOrNull('The task that came in for it.'),
        reason: text(),
        evidence: textOrNull(),
      }),
    ),
  });
}

function benchmark() {
  return entry({
    name: text(),
    title: text(),
    source: text('Where its tasks come from.'),
    strategy: text('How it was selected, in words.'),
    kind: word(kinds),
    draw: orNull(
      entry({ method: text(), by: list(text()), seed: text(), algorithm: text(), key: text() }),
      'All it takes to draw the sample again; null where nothing was drawn.',
    ),
    weighting: weighting(),
    run: entry({ cost_usd: numberOrNull(), seconds: numberOrNull() }, 'What the plan expects of a run of one task.'),
    prior_systems: list(text(), 'The systems whose earlier results were used.'),
    learned: maybe(learnedSchema(), 'What earlier results gave for its purpose; missing where the plan gives none.'),
    optimum: maybe(optimumSchema(), 'What was found for its goal; missing where it has none of its own.'),
    population: orNull(
      entry({ size: number(), by: record(record(number())) }),
      'What the sample represents, counted by each label; null for focus.',
    ),
    available: number('Tasks of its pool.'),
    outside_pool: maybe(number(), 'Tasks of the source that `source.where` leaves out; missing without one.'),
    eligible: number('Tasks that could be selected.'),
    selected: number(),
    tasks_sha256: text('Over its tasks as they were read.'),
    fingerprint: maybe(
      text(),
      'Of a pool of more than 100,000 tasks: how `tasks_sha256` was found. `task_hashes` then has the selected tasks alone, and `left_out_by_where` is missing.',
    ),
    field_hashes: maybe(
      record(text()),
      'By column or file of its tasks, a checksum over all of them; missing where the contents of the tasks are not hashed.',
    ),
    files_counted: maybe(
      word(['all']),
      'That its tasks are folders and every file in them is hashed; missing where they are none, or only some files were.',
    ),
    groups: list(
      entry({
        by: textOrNull(),
        value: textOrNull(),
        size: number(),
        places: number(),
        standard_deviation: numberOrNull(),
        pinned: flag(),
        tied_at_cut: orNull(entry({ tied: number(), taken: number() })),
      }),
    ),
    features: list(
      entry({
        field: text(),
        measured: number(),
        declared: number(),
        derived: maybe(number(), 'Worked out from something else that is known of the task; missing where none is.'),
        defaulted: number(),
      }),
    ),
    label_conflicts: list(
      entry({ field: text(), took: text(), from: text(), against: text(), in: text(), tasks: number() }),
    ),
    ensured: list(entry({ by: text(), value: text(), at_least: number(), before: number(), added: number() })),
    shortfalls: list(entry({ message: text(), wanted: number(), found: number() })),
    left_out_by_where: maybe(list(text()), 'The tasks that `where` leaves out; earlier programs did not write it: [].'),
  });
}

function weighting() {
  return orNull(
    entry({
      population: number(),
      sampled: number(),
      weight_sum: number(),
      effective_sample_size: number(),
      design_effect: number(),
    }),
    'What the weights of the sample amount to; null for focus.',
  );
}
