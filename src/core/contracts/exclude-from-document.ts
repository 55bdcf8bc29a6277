import {
  type DataOf,
  entry,
  flag,
  list,
  maybe,
  number,
  numberOrNull,
  orNull,
  text,
  textOrNull,
  word,
} from '../manifest/json-forms.js';

/** What `exclude --from --json` prints; `in`, `out` and `replaced_by` name tasks as BENCHMARK/ID. */
export function excludeFromSchema() {
  const counts = { passed: number(), failed: number(), errored: number('No verdict: not failed.'), not_run: number() };
  const finding = entry({
    kind: text('The kind of run.'),
    verdict: text('A reason to exclude, or "undecided".'),
    ...counts,
    p_value: numberOrNull('Adjusted for the number of tests; null for fewer than two scored runs.'),
    configurations: list(text()),
    files: list(text(), 'The files that tell the runs.'),
  });
  const task = { benchmark: text(), task_id: text(), evidence: text(), findings: list(finding) };
  return entry({
    plan: text(),
    tasks: number('Tasks of the pool.'),
    runs: list(
      entry({
        kind: text(),
        known_by: word(['name', 'option'], 'How the configurations were recognised.'),
        configurations: list(text()),
        tasks: number('Tasks that it ran.'),
        ...counts,
        without_verdict: number('Tasks of which no run has a verdict.'),
        one_run: number('Tasks with one scored run: flakiness cannot be seen.'),
      }),
      'The kinds of validity runs that the results hold.',
    ),
    other_configurations: list(entry({ name: text(), results: number() }), 'Configurations that are not used.'),
    test: entry({
      tolerated: number('The share of runs that may go wrong by accident.'),
      level: number('The highest chance of any false "flaky".'),
      tests: number(),
    }),
    proposals: list(
      entry({
        ...task,
        reason: text(),
        selected: flag('Whether the plan selects it now.'),
        replaced_by: textOrNull('The task that comes in for it.'),
      }),
    ),
    undecided: list(entry(task), 'Mixed verdicts that the tolerated rate may explain.'),
    already_excluded: list(entry({ ...task, reason: text(), excluded_for: text('The reason in the plan.') })),
    change: orNull(
      entry({ in: list(text(), 'The tasks that come in.'), out: list(text(), 'The tasks that go out.') }),
      'What the exclusions change; null when the plan does not run with them: see the warnings.',
    ),
    file: textOrNull('The file that the exclusions were written to; null when none was.'),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
  });
}

export type ExcludeFromDocument = DataOf<typeof excludeFromSchema>;
