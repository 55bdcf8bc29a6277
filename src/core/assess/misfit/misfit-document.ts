import { entry, flag, list, number, numberOrNull, text } from '../../manifest/json-forms.js';

/** What `assess misfit --json` prints. */
export function misfitSchema() {
  return entry({
    conclusion: text(),
    systems: list(text()),
    tested: number('Tasks that some systems solve and others do not.'),
    false_discovery_rate: number('Of the tasks found, at most this share is expected to be found by chance.'),
    found: list(
      entry({
        benchmark: text(),
        task_id: text(),
        selected: flag(),
        systems: number(),
        solved_by: list(text()),
        p_value: numberOrNull(),
        adjusted_p_value: numberOrNull(),
      }),
    ),
    notes: list(text()),
  });
}
