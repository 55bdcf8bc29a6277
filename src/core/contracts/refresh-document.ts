import { type DataOf, entry, flag, list, maybe, number, text, textOrNull, word } from '../manifest/json-forms.js';

/** What `refresh --json` prints. */
export function refreshSchema() {
  const task = { benchmark: text(), task_id: text() };
  const interval = {
    tasks: number('Tasks that it rests on.'),
    difference: number(),
    low: number('Lower end of the 95% interval.'),
    high: number(),
  };
  return entry({
    plan: text(),
    selection: text('The file that is refreshed.'),
    version: number('Of the refreshed selection; that of the selection itself where nothing changes.'),
    changes: flag('Whether there is anything to change.'),
    new_series: flag('Whether results on the new version start a new series.'),
    benchmarks: list(
      entry({
        benchmark: text(),
        action: word(['draw', 'swap', 'keep'], 'Redrawn, reranked near to the former version, or kept.'),
        why: text('Why that is done, and not more.'),
        systems: list(text(), 'The systems that a new version learns from.'),
        solved_by_all: number('Tasks of the selection that every system with results solved.'),
        solved_by_none: number(),
      }),
    ),
    churn: entry({
      kept: number(),
      replaced: number('Tasks that go out, another coming in.'),
      removed: number('Tasks that go out, none coming in.'),
      added: number('Tasks that come in for none.'),
    }),
    swaps: list(
      entry({ ...task, replaced_by: textOrNull(), reason: text(), evidence: textOrNull() }),
      'Each task that goes out.',
    ),
    added: list(text(), 'Tasks that come in for none, as BENCHMARK/ID.'),
    excluded: list(
      entry({ ...task, reason: text(), evidence: text(), selected: flag('Whether the selection has it.') }),
      'Exclusions that the plan gets.',
    ),
    comparison: entry({
      common_tasks: number('Tasks of both versions.'),
      systems: list(
        entry({ name: text(), before: number('Its mean on the selection.'), after: number(), ...interval }),
        'How far the swaps move each system that has results on both; means of the tasks, not weighted.',
      ),
      on_common: list(
        entry({ first: text(), second: text(), ...interval }),
        'How far each system is from the first one on the tasks of both versions.',
      ),
    }),
    written: flag(),
    files: list(text(), 'The files that were written, or would be.'),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
  });
}

export type RefreshDocument = DataOf<typeof refreshSchema>;
