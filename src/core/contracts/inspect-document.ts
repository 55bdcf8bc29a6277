import { type DataOf, entry, flag, list, maybe, number, orNull, record, text, word } from '../documents/forms.js';

const valuesForm = () =>
  entry(
    {
      values: list(entry({ value: text(), tasks: number() }), 'Most frequent first.'),
      others: number('Tasks whose value is beyond the limit and not listed.'),
    },
    'How often each value occurs.',
  );

const reasonsForm = () =>
  entry({
    total: number(),
    reasons: list(
      entry({ reason: text(), count: number(), example: text('One place where it occurs.') }),
      'Most frequent first.',
    ),
  });

const sizeForm = () =>
  entry(
    {
      tasks: number(),
      min: number(),
      median: number(),
      p90: number(),
      max: number(),
      bins: list(
        entry({ from: number(), to: number(), tasks: number() }),
        'Equally wide on a logarithmic scale, from min to max.',
      ),
    },
    'The sizes of tasks; median and p90 are approximate.',
  );

const featureForm = () =>
  entry(
    { measured: number(), declared: number(), missing: number() },
    'The number of tasks whose field is measured, declared or missing.',
  );

const unusedForm = () =>
  entry({
    column: text('As a plan writes it: dots lead into records.'),
    tasks: number('Tasks with a value there; in a column of numbers, words such as "n/a" do not count.'),
    kind: word(
      ['number', 'label', 'list', 'text', 'other'],
      'The kind of field for this column; "text" if hardly any value occurs twice.',
    ),
    values: number('Different values, up to a thousand.'),
    example: text(),
    notNumbers: maybe(
      entry({ tasks: number(), example: text() }, 'In a column of numbers: the values that are not numbers.'),
    ),
    withSeparators: maybe(number('In a column of numbers: tasks whose number has thousands separators.')),
  });

const overlapForm = () =>
  entry({
    kept: text('The format that knows more fields of a task.'),
    keptFields: number('Known standard fields per task, on average.'),
    repeated: text(),
    repeatedFields: number(),
    tasks: number(),
    example: text('The id of one such task.'),
  });

const formatForm = () =>
  entry({
    format: text('The name of the format in a plan.'),
    title: text('The name of the format in text.'),
    tasks: number(),
    idColumn: maybe(text(), 'For a table: the column with the ids.'),
    benchmarks: valuesForm(),
    labels: record(valuesForm(), 'How often each value of each label occurs.'),
    sizes: record(sizeForm()),
    features: record(featureForm()),
    labelConflicts: entry(
      {
        total: number(),
        pairs: list(
          entry({ field: text(), took: text(), from: text(), against: text(), in: text(), tasks: number() }),
          'The most frequent pairs of places that give a field two labels.',
        ),
      },
      "Labels on which the tasks' own files disagree.",
    ),
    duplicates: entry(
      {
        sameId: number(),
        sameButForCase: number(),
        examples: list(text()),
        sameRows: maybe(number('Rows identical to another row, which count once; missing if there are none.')),
      },
      'Ids that several tasks of one benchmark have, each counted once.',
    ),
    sameTexts: maybe(
      entry(
        { tasks: number(), examples: list(text()) },
        'Tasks with the text of an earlier task; missing if there are none.',
      ),
    ),
    remarks: reasonsForm(),
    unused: maybe(list(unusedForm()), 'Columns that no field uses, counted over all tasks.'),
    alikeLabels: maybe(
      list(entry({ name: text(), groups: list(list(text())) })),
      'By label or column, the values that differ only in letter case or in spaces at their ends.',
    ),
  });

const qualityForm = () =>
  entry({
    statements: entry({
      compared: number('Texts compared for near-duplicates.'),
      short: number('Texts checked only for identical words, because they are short.'),
      templated: number('Texts checked only for identical words, because they consist almost entirely of a template.'),
      beyond: number('Texts checked only for identical words, because there are too many.'),
      without: number('Tasks without a text.'),
      similarity: number('The share of common three-word sequences from which texts count as near-duplicates.'),
      same: number('Tasks with the same words as an earlier task.'),
      near: number('Tasks with nearly the same words as an earlier task.'),
      pairs: list(
        entry({ task: text(), repeats: text('The task that it repeats.'), similarity: number(), same: flag() }),
        'The first thousand of them.',
      ),
    }),
    audited: number('Task folders that were checked.'),
    findings: list(
      entry({
        check: text(),
        words: text(),
        reason: orNull(text(), 'The reason to exclude such a task; null if there is none.'),
        tasks: number(),
        examples: list(entry({ id: text(), evidence: text() }), 'The first thousand.'),
      }),
      'Most serious first.',
    ),
  });

const problemsForm = () =>
  entry(
    { total: number(), listed: list(entry({ path: text(), row: maybe(number()), reason: text() })) },
    'Entries that could not be read. All are counted, and the first are listed.',
  );

const placeForm = () =>
  entry({
    path: text('As it was given.'),
    tasks: number('Each counted once, whatever its formats.'),
    formats: list(formatForm(), 'By number of tasks, most first.'),
    overlaps: maybe(list(overlapForm(), 'Tasks found in two formats.')),
    problems: problemsForm(),
    passedOver: reasonsForm(),
    quality: maybe(qualityForm(), 'With --audit: tasks that repeat others, and findings in their files.'),
  });

export function inspectSchema() {
  return entry({
    tasks: number('Tasks in all places.'),
    note: maybe(text('A note on the requested id column.')),
    places: list(placeForm()),
  });
}

/** The findings in each given path, in the order given. */
export interface Inspection {
  readonly tasks: number;
  readonly note?: string;
  readonly places: readonly PathInspection[];
}

export type PathInspection = Omit<DataOf<typeof placeForm>, 'formats' | 'overlaps'> & {
  readonly formats: readonly FormatInspection[];
  readonly overlaps: readonly FormatOverlap[];
};

/** The tasks of one format under one path; labels, sizes and features are by field name. */
export type FormatInspection = Omit<DataOf<typeof formatForm>, 'labels' | 'sizes' | 'features' | 'unused'> & {
  readonly labels: ReadonlyMap<string, ValueCounts>;
  readonly sizes: ReadonlyMap<string, SizeSummary>;
  readonly features: ReadonlyMap<string, DataOf<typeof featureForm>>;
  readonly unused: readonly UnusedColumn[];
};

/** A column, or a key in the tasks' own files, that no field uses. */
export type UnusedColumn = DataOf<typeof unusedForm> & {
  readonly negative: boolean;
  readonly most: number;
  /** Labels that differ only in letter case or surrounding spaces. */
  readonly alike: readonly (readonly string[])[];
};

export type ValueCounts = DataOf<typeof valuesForm>;
export type ReasonList = DataOf<typeof reasonsForm>;
export type SizeSummary = DataOf<typeof sizeForm>;
export type FormatOverlap = DataOf<typeof overlapForm>;
export type QualityInspection = DataOf<typeof qualityForm>;
export type ProblemList = DataOf<typeof problemsForm>;
