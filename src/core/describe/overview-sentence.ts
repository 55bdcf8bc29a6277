import type { Selection } from '../model/selection.js';
import { countOf, formatCount } from '../text/count-of.js';

/** "Selected 93 tasks from 826 available across 7 benchmarks, covering 8 of 8 phases, scored by MCP benefit." */
export function overviewSentence({ plan, statistics }: Selection): string {
  const across = `${formatCount(statistics.available)} available across ${countOf(plan.benchmarks.length, 'benchmark')}`;
  const covered = statistics.byPhase.filter((row) => row.selected > 0).length;
  const phases = `${covered} of ${countOf(plan.phases.length, 'phase')}`;
  return `Selected ${countOf(statistics.selected, 'task')} from ${across}, covering ${phases}, scored by ${plan.score.name}.`;
}
