import type { ScoredTask } from '../../model/task.js';
import { jaccard } from '../../statistics/association/jaccard.js';
import { spearman } from '../../statistics/association/spearman.js';
import { allChosen, type Reselection } from './reselect.js';
import type { ChangeEffect, Deciding, TaskName } from './sensitivity.js';
import { changeWeight, positiveComponents, type Weights, weightSteps } from './weights.js';

/** What comes of raising, lowering and leaving out each weight alone; nothing when only one component weighs anything. */
export function changeEffects(
  weights: Weights,
  base: Reselection,
  reselect: (weights: Weights) => Reselection,
): readonly ChangeEffect[] {
  const components = positiveComponents(weights);
  if (components.length < 2) return [];
  const before = allChosen(base);
  return components.flatMap((component) =>
    weightSteps.map((change) => {
      const changed = changeWeight(weights, component, change);
      const result = reselect(changed);
      const after = allChosen(result);
      const leaving = namesIn(before, after);
      const entering = namesIn(after, before);
      return {
        component,
        change,
        weight: changed.get(component) ?? 0,
        overlap: jaccard(before, after),
        correlation: spearman(base.scores, result.scores),
        moved: Math.max(leaving.length, entering.length),
        tiedPlaces: result.tiedPlaces,
        leaving,
        entering,
      };
    }),
  );
}

/** Which component matters most. */
export function decidingComponents(effects: readonly ChangeEffect[]): Deciding | undefined {
  const tasks = Math.max(0, ...effects.map(({ moved }) => moved));
  if (tasks === 0) return undefined;
  const most = effects.filter(({ moved }) => moved === tasks);
  return {
    components: [...new Set(most.map(({ component }) => component))],
    tasks,
    tiedPlaces: Math.max(...most.map(({ tiedPlaces }) => tiedPlaces)),
  };
}

function namesIn(tasks: ReadonlySet<ScoredTask>, others: ReadonlySet<ScoredTask>): readonly TaskName[] {
  return [...tasks].filter((task) => !others.has(task)).map(({ benchmark, id }) => ({ benchmark, id }));
}
