import {
  type DataOf,
  entry,
  type Form,
  figure,
  later,
  list,
  maybe,
  number,
  orNull,
  text,
  word,
} from '../documents/forms.js';

/** The document that `status --json` prints. `exported` is the form of an export. */
export function statusSchema<Export>(exported: Form<Export>) {
  return entry({
    ...progressKeys(),
    export: orNull(exported, 'The export made with --missing; null if there is none, or one for each system.'),
    exports: later(
      list(
        entry({ configuration: text(), export: exported }),
        'With --missing and several systems: one export per system.',
      ),
    ),
  });
}

export type RunProgress = DataOf<ReturnType<typeof progressForm>>;
export type ConfigurationProgress = RunProgress['configurations'][number];
export type OpenTask = ConfigurationProgress['open'][number];
export type Forecast = NonNullable<ConfigurationProgress['costUsd']>;
export type BudgetFit = NonNullable<ConfigurationProgress['budget']>;

/** The open tasks that the budget pays for, in running order; all of them without a budget. */
export function affordableTasks({ open, budget, costUsd }: ConfigurationProgress): readonly OpenTask[] {
  if (budget === undefined) return open;
  const unknown = new Set(costUsd?.parts.filter(({ from }) => from === 'unknown').map(({ benchmark }) => benchmark));
  return open.filter(({ benchmark }) => !unknown.has(benchmark)).slice(0, budget.tasks);
}

const progressForm = () => entry(progressKeys());

function progressKeys() {
  const forecast = orNull(
    entry({
      spent: orNull(figure(), 'The total over the runs so far that have a figure; null if no run has one.'),
      expected: figure(),
      low: orNull(figure(), 'Null if the spread is unknown: one run was seen, or the figure was given.'),
      high: orNull(figure()),
      runs: number('The number of runs with a figure that it is based on.'),
      runsMade: later(number('The number of runs made, with or without a figure.')),
      unknownRuns: number('Remaining runs without any figure; the total leaves them out.'),
      parts: list(
        entry({
          benchmark: text(),
          runsLeft: number(),
          perRun: figure(),
          from: word(
            ['own', 'plan', 'all', 'given', 'unknown'],
            'The source of the figure: runs of the benchmark, the plan, all runs, an option, or none.',
          ),
        }),
      ),
    }),
    'The expected total of the remaining runs; null if unknown.',
  );
  const configuration = entry({
    name: text(),
    repeat: later(number('The runs that each task should have.')),
    done: number('Tasks with all their runs.'),
    short: number('Tasks with some of their runs.'),
    errored: number('Tasks without a score that have an errored run.'),
    missing: number(),
    runsLeft: number(),
    retried: later(number('Errored attempts that were repeated until there was a score.')),
    costUsd: forecast,
    durationMs: forecast,
    budget: orNull(
      entry({
        budgetUsd: number(),
        tasks: number('Tasks whose runs are expected to fit.'),
        runs: number(),
        surely: orNull(number(), 'Tasks that fit even at the upper end of the interval.'),
        unknownTasks: number('Tasks with unknown cost, which are left out.'),
      }),
      'The part of the remaining runs that the budget covers.',
    ),
    errors: later(
      list(
        entry({
          message: text('Without the parts that differ between runs, such as numbers, ids and paths.'),
          runs: number(),
          tasks: number(),
          example: text('One of them, unchanged.'),
        }),
        'Runs that errored, by message, the most frequent first, including runs repeated since.',
      ),
    ),
    open: list(
      entry({
        benchmark: text(),
        taskId: text(),
        state: word(['short', 'errored', 'missing']),
        scored: number(),
        lacking: number('Runs still needed.'),
      }),
      'The tasks that are not done, in running order.',
    ),
  });
  return {
    plan: text(),
    selected: number(),
    population: later(number('The tasks that could be selected.')),
    repeat: number('The most runs per task that a system should have.'),
    level: number('The level of the intervals.'),
    configurations: list(configuration),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
  };
}
