import { entry, flag, list, number, numberOrNull, text } from '../../manifest/json-forms.js';

/** What `assess frontier --json` prints. */
export function frontierSchema() {
  return entry({
    plan: text(),
    optima: list(
      entry({
        benchmarks: list(text(), 'Those that share the goal.'),
        goal: text(),
        value: number('What the goal comes to.'),
        rule_costs: list(
          entry({
            rule: text(),
            weaker: text('The rule, one weaker.'),
            gain: numberOrNull('What the goal would gain; null where that was not settled in time.'),
          }),
        ),
        frontiers: list(
          entry({
            budget: text('What is limited: tasks, dollars for runs, seconds of runs, or a field.'),
            points: list(
              entry({
                budget: number(),
                is_plan: flag('Whether it is the budget of the plan.'),
                goal: numberOrNull(
                  'The best goal; null where no selection keeps the rules, or none was found in time.',
                ),
                is_settled: flag('Whether that was proven.'),
                tasks: numberOrNull(),
                detectable: numberOrNull('The smallest difference of two systems found with 80% power; null for none.'),
              }),
            ),
          }),
        ),
      }),
    ),
  });
}
