import type { Task } from '../../src/core/model/task.js';

/** A small problem: tasks of two benchmarks, and the `optimise` of a plan for them. */
export interface OptimiseCase {
  readonly tasks: readonly Task[];
  readonly optimise: CaseRule;
  readonly pin: readonly string[];
}

/** What the generated plans say, as a plan writes it. */
interface CaseRule {
  readonly maximise?: CaseGoal;
  readonly minimise?: CaseGoal;
  readonly take?: number;
  readonly rules: readonly CaseLimit[];
}

type CaseGoal = string | { readonly labels: string } | { readonly distance: string };
export interface CaseLimit {
  readonly by?: string | readonly string[];
  readonly bands?: readonly number[];
  readonly where?: Readonly<Record<string, string>>;
  readonly sum?: string;
  readonly at_least?: number;
  readonly at_most?: number;
  readonly at_most_one_of?: readonly string[];
}

/** The problem of that number: the same on every machine. Few values, so that ties and contradictions are common. */
export function optimiseCase(number: number): OptimiseCase {
  let state = (number * 2_654_435_761 + 12_345) >>> 0;
  const upTo = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
  const one = <Item>(items: readonly Item[]): Item => items[upTo(items.length)] as Item;
  const size = 5 + upTo(6);
  const tasks = Array.from(
    { length: size },
    (_, i): Task => ({
      benchmark: one(['mine', 'other']),
      id: `t${String(i).padStart(2, '0')}`,
      fields: {
        repo: one(['a', 'b', 'c']),
        language: one(['go', 'rust']),
        files_changed: 1 + upTo(5),
        lines_changed: 50 * upTo(5),
        additions: upTo(4) / 4,
      },
    }),
  );
  const rule = (): CaseLimit => {
    switch (upTo(6)) {
      case 0:
        return { by: one(['repo', 'language', 'benchmark']), at_least: 1 + upTo(2) };
      case 1:
        return { by: one(['repo', 'language']), at_most: 1 + upTo(3) };
      case 2:
        return { by: ['repo', 'language'], at_most: 1 + upTo(2) };
      case 3:
        return { sum: one(['lines_changed', 'additions', 'files_changed']), at_most: one([1, 4, 10, 150, 300]) };
      case 4:
        return { where: { language: one(['go', 'rust']) }, at_least: upTo(3), at_most: 3 + upTo(3) };
      default:
        return upTo(2) === 0
          ? { at_most_one_of: ['t00', 't01', 't02'].slice(0, 2 + upTo(2)) }
          : { by: 'files_changed', bands: [2, 4], at_least: upTo(2), at_most: 2 + upTo(3) };
    }
  };
  const rules = Array.from({ length: 1 + upTo(4) }, rule);
  const take = 1 + upTo(size);
  const goals: readonly CaseRule[] = [
    { maximise: 'score', take, rules },
    { maximise: 'score', rules },
    { minimise: 'lines_changed', take, rules },
    { maximise: { labels: 'repo' }, take, rules },
    { minimise: { labels: 'repo' }, take, rules },
    { minimise: { distance: 'language' }, take, rules },
    { maximise: 'tasks', rules },
  ];
  return { tasks, optimise: one(goals), pin: upTo(4) === 0 ? ['t03'] : [] };
}
