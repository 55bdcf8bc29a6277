import type { Difference } from '../manifest/difference.js';
import type { Manifest } from '../manifest/manifest.js';
import { roundTo } from '../text/round-to.js';
import { taskKey } from './recount.js';

// What floating point may add to a sum of a few products.
const slack = 1e-9;

/**
 * Scores that are not the weighted sum of their parts, and weights that do not sum to 1.
 *
 * @param partDecimals To how many decimals the parts were rounded; where it is not known, the most that any part has,
 *   which never finds fault with a right score.
 */
export function scoreContradictions(manifest: Manifest, partDecimals?: number): Difference[] {
  const { methodology, tasks } = manifest;
  const weights = new Map(Object.entries(methodology.mcp_scoring_weights));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const unit = 10 ** -(partDecimals ?? mostDecimals(tasks.flatMap((task) => Object.values(task.mcp_breakdown))));
  const allowed = (unit + 10 ** -methodology.score.decimals) / 2 + slack;
  const differences: Difference[] = [];
  if (Math.abs(total - 1) > slack) {
    differences.push({
      code: 'sum/weights',
      message: `the weights in selection.json sum to ${roundTo(total, 6)}; they must sum to 1.`,
      path: 'methodology.mcp_scoring_weights',
    });
  }
  for (const task of tasks) {
    const path = `tasks.${taskKey(task)}.mcp_benefit_score`;
    const parts = Object.entries(task.mcp_breakdown);
    const strange = parts.map(([component]) => component).filter((component) => !weights.has(component));
    const sum = parts.reduce((soFar, [component, value]) => soFar + (weights.get(component) ?? 0) * value, 0);
    if (strange.length > 0 || parts.length !== weights.size) {
      const message = `the parts of the score of ${taskKey(task)} are not the components that have a weight.`;
      differences.push({ code: 'sum/score', message, path });
    } else if (!(Math.abs(sum - task.mcp_benefit_score) <= allowed)) {
      const message = `the score of ${taskKey(task)} is ${task.mcp_benefit_score}; its parts and the weights give ${roundTo(sum, methodology.score.decimals)}.`;
      differences.push({ code: 'sum/score', message, path });
    }
  }
  return differences;
}

function mostDecimals(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, (String(value).split('.')[1] ?? '').length), 0);
}
