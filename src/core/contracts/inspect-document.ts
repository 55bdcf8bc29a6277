import { type DataOf, entry, flag, list, maybe, number, orNull, record, text, word } from '../documents/forms.js';

const valuesForm = () =>
  entry(
    {
      values: list(entry({ value: text(), tasks: number() }), 'Most frequent first.'),
      others: number('The number of tasks with values that are not listed, because the list is limited.'),
    },
    'How often each value occurs.',
  );

const reasonsForm = () =>
  entry({
    total: number(),
    reasons: list(
      entry({ reason: text(), count: number(), example: text('One place where this occurs.') }),
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
        'Bins of equal width on a logarithmic scale, from min to max.',
      ),
    },
    'The sizes of the tasks. The median and p90 are approximate.',
  );

const featureForm = () =>
  entry(
    { measured: number(), declared: number(), missing: number() },
    'The number of tasks for which the field is measured, declared or missing.',
  );

const unusedForm = () =>
  entry({
    column: text('The column as written in a plan; dots separate nested keys.'),
    tasks: number('The number of tasks with a value. In a column of numbers, words such as "n/a" do not count.'),
    kind: word(
      ['number', 'label', 'list', 'text', 'other'],
      'The kind of field that suits this column; "text" if hardly any value occurs twice.',
    ),
    values: number('The number of different values, up to 1,000.'),
    example: text(),
    notNumbers: maybe(
      entry({ tasks: number(), example: text() }, 'In a column of numbers: values that are not numbers.'),
    ),
    withSeparators: maybe(number('In a column of numbers: the number of tasks with thousands separators.')),
    withDecimalCommas: maybe(number('In a column of numbers: the number of tasks with decimal commas.')),
  });

const overlapForm = () =>
  entry({
    kept: text('The format that gives more fields per task.'),
    keptFields: number('The average number of known standard fields per task.'),
    repeated: text('The other format.'),
    repeatedFields: number(),
    tasks: number(),
    example: text('The id of one of these tasks.'),
  });

const formatForm = () =>
  entry({
    format: text('The name of the format in a plan.'),
    title: text('The name of the format in text.'),
    tasks: number(),
    idColumn: maybe(text(), 'In a table: the column with the ids.'),
    benchmarks: valuesForm(),
    labels: record(valuesForm(), 'How often each value of each label occurs.'),
    sizes: record(sizeForm()),
    features: record(featureForm()),
    labelConflicts: entry(
      {
        total: number(),
        pairs: list(
          entry({ field: text(), took: text(), from: text(), against: text(), in: text(), tasks: number() }),
          'The most frequent pairs of places that give a field different labels.',
        ),
      },
      'Labels that differ between files of the same task.',
    ),
    duplicates: entry(
      {
        sameId: number(),
        sameButForCase: number(),
        examples: list(text()),
        sameRows: maybe(
          number('The number of rows that repeat another row and are not counted; missing if there are none.'),
        ),
      },
      'Ids shared by several tasks in one benchmark, each counted once.',
    ),
    sameTexts: maybe(
      entry(
        { tasks: number(), examples: list(text()) },
        'Tasks with the same text as an earlier task; missing if there are none.',
      ),
    ),
    remarks: reasonsForm(),
    unused: maybe(list(unusedForm()), 'Columns that no field uses, counted across all tasks.'),
    alikeLabels: maybe(
      list(entry({ name: text(), groups: list(list(text())) })),
      'For each label or column, groups of values that differ only in letter case or in spaces at the ends.',
    ),
  });

const qualityForm = () =>
  entry({
    statements: entry({
      compared: number('The number of texts compared for near-duplicates.'),
      short: number('The number of texts checked only for identical words, because they are short.'),
      templated: number(
        'The number of texts checked only for identical words, because they consist almost entirely of a template.',
      ),
      beyond: number('The number of texts checked only for identical words, because there are too many.'),
      without: number('The number of tasks without text.'),
      similarity: number('The minimum share of common three-word sequences for near-duplicates.'),
      same: number('The number of tasks with the same words as an earlier task.'),
      near: number('The number of tasks with nearly the same words as an earlier task.'),
      pairs: list(
        entry({ task: text(), repeats: text('The earlier task that it repeats.'), similarity: number(), same: flag() }),
        'The first 1,000 pairs.',
      ),
    }),
    audited: number('The number of task folders that were checked.'),
    findings: list(
      entry({
        check: text(),
        words: text(),
        reason: orNull(
          text(),
          'The reason to give when excluding such a task; null if the finding is no reason to exclude it.',
        ),
        tasks: number(),
        examples: list(entry({ id: text(), evidence: text() }), 'The first 1,000 examples.'),
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
    path: text('The path, as given.'),
    tasks: number('The number of tasks. A task in several formats counts once.'),
    formats: list(formatForm(), 'The formats, by number of tasks, largest first.'),
    overlaps: maybe(list(overlapForm(), 'Tasks found in two formats.')),
    problems: problemsForm(),
    passedOver: reasonsForm(),
    quality: maybe(qualityForm(), 'With --audit: repeated tasks, and findings in task files.'),
  });

export function inspectSchema() {
  return entry({
    tasks: number('The number of tasks in all places.'),
    note: maybe(text('A note about the requested id column.')),
    places: list(placeForm()),
  });
}

/** The findings for each path, in the order given. */
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
