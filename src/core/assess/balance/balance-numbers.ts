import { type Field, randomField } from '../../model/field.js';
import type { Plan } from '../../model/plan.js';
import { fieldValue, type ScoredTask } from '../../model/task.js';
import type { NumberBalance } from './balance.js';

/** A number that every task may have. */
export interface ComparedNumber extends Pick<NumberBalance, 'name' | 'words' | 'of'> {
  /** Whether it counts things. */
  readonly counts: boolean;
  readonly valueOf: (task: ScoredTask) => number | undefined;
}

/** What the plan's tasks can be compared by: the score, what it is made of, and every number field. */
export function comparedNumbers({ score, fields }: Plan): readonly ComparedNumber[] {
  const weighing = [...score.weights].filter(([, weight]) => weight > 0).map(([component]) => component);
  // A score of one component is that component.
  const components = weighing.length === 1 ? [] : weighing;
  return [
    { name: 'score', words: 'score', of: 'score', counts: false, valueOf: (task) => task.score },
    ...components.map((name) => ({
      name,
      words: name,
      of: 'component' as const,
      counts: false,
      valueOf: ({ parts }: ScoredTask) => (Object.hasOwn(parts, name) ? parts[name] : undefined),
    })),
    ...[...fields.values()].filter(isCompared).map(({ name, words, counts }) => ({
      name,
      words,
      of: 'field' as const,
      counts,
      valueOf: (task: ScoredTask) => numberIn(task, name),
    })),
  ];
}

/** The score stands first already, and a random number says nothing about a task. */
function isCompared({ name, kind }: Field): boolean {
  return kind === 'number' && name !== 'score' && name !== randomField.name;
}

function numberIn(task: ScoredTask, field: string): number | undefined {
  const value = fieldValue(task, field);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
