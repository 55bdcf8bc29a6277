import type { ScoreRule } from '../../model/plan.js';
import type { ScoredTask } from '../../model/task.js';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { weightedScore } from '../../score/score-tasks.js';
import { compareText } from '../../text/compare-text.js';
import { drawWeights, perturbationFrom, type Weights } from './perturbation.js';
import type { SensitivityOptions, Stability } from './sensitivity.js';
import { StabilityTally } from './stability.js';

/**
 * How stable the first `take` tasks by score alone are: no groups, no other keys, ties ended by benchmark and id. It shows
 * what the weights do before a plan's other rules hold the selection in place.
 *
 * @throws WinnowError when an option is out of range.
 */
export function topByScoreOverlap(
  tasks: readonly ScoredTask[],
  score: ScoreRule,
  options: SensitivityOptions & { readonly take: number },
): Stability {
  const { draws, concentration, seed } = perturbationFrom(options, undefined, tasks.length);
  const random = randomStreamFor(seed, 'sensitivity');
  const inOrder = tasks.toSorted((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
  const top = (weights: Weights) => {
    const scored = inOrder.map((task) => ({ task, score: weightedScore(task.parts, weights, score.decimals) }));
    // The sort is stable, so tasks with equal scores stay in order.
    scored.sort((a, b) => b.score - a.score);
    return new Set(scored.slice(0, options.take).map(({ task }) => task));
  };
  const tally = new StabilityTally(top(score.weights));
  for (let draw = 0; draw < draws; draw++) tally.add(top(drawWeights(score.weights, concentration, random)));
  return tally.stability;
}
