import { type DataOf, entry, list, maybe, number, record, text } from '../manifest/json-forms.js';

/** What `inspect --json` prints. */
export function inspectSchema() {
  const counts = entry({ values: list(entry({ value: text(), tasks: number() })), others: number() });
  const reasons = entry({
    total: number(),
    reasons: list(entry({ reason: text(), count: number(), example: text() })),
  });
  const format = entry({
    format: text('What a plan calls the format.'),
    title: text(),
    tasks: number(),
    benchmarks: counts,
    labels: record(counts, 'How often each value of each label occurs.'),
    sizes: record(
      entry({
        tasks: number(),
        min: number(),
        median: number(),
        p90: number(),
        max: number(),
        bins: list(entry({ from: number(), to: number(), tasks: number() })),
      }),
    ),
    features: record(entry({ measured: number(), declared: number(), missing: number() })),
    label_conflicts: entry({
      total: number(),
      pairs: list(entry({ field: text(), took: text(), from: text(), against: text(), in: text(), tasks: number() })),
    }),
    duplicates: entry({ same_id: number(), same_but_for_case: number(), examples: list(text()) }),
    remarks: reasons,
    unused: maybe(
      list(
        entry({
          column: text('As a plan writes it: dots lead into records.'),
          tasks: number(),
          kind: text('What a field would be that takes it: number, label, list, text or other.'),
          values: number('Different values, up to a thousand.'),
          example: text(),
          not_numbers: maybe(
            entry({ tasks: number(), example: text() }, 'Of a column of numbers: the texts in it that are none.'),
          ),
          with_separators: maybe(number('Of a column of numbers: tasks whose number has thousands separators.')),
        }),
      ),
      'Columns that no field is read from; every task is counted.',
    ),
    alike_labels: maybe(
      list(entry({ name: text(), groups: list(list(text())) })),
      'By label or column, the values that differ only in letter case or in spaces at their ends.',
    ),
  });
  const problem = entry({ path: text(), row: maybe(number()), reason: text() });
  const overlap = entry({
    kept: text('The format that knows more fields of a task.'),
    kept_fields: number('Standard fields known of a task, on average.'),
    repeated: text(),
    repeated_fields: number(),
    tasks: number(),
    example: text('The id of one.'),
  });
  return entry({
    tasks: number('Tasks in all places.'),
    note: maybe(text('What is to be known of the column of ids that was asked for.')),
    places: list(
      entry({
        path: text('As it was given.'),
        tasks: number('Each counted once, whatever its formats.'),
        formats: list(format),
        overlaps: maybe(list(overlap, 'Tasks that stand there in two formats.')),
        problems: entry({ total: number(), listed: list(problem) }, 'What could not be read.'),
        passed_over: reasons,
      }),
    ),
  });
}

export type InspectDocument = DataOf<typeof inspectSchema>;
