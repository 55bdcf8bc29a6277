import type { Selection } from '../model/selection.js';
import { countOf, formatCount } from '../text/count-of.js';

/** "Selected 93 tasks from 826 available across 7 benchmarks, stratified by SDLC phase and scored by MCP benefit." */
export function overviewSentence({ plan, statistics }: Selection): string {
  const across = `${formatCount(statistics.available)} available across ${countOf(plan.benchmarks.length, 'benchmark')}`;
  return `Selected ${countOf(statistics.selected, 'task')} from ${across}, stratified by SDLC phase and scored by ${plan.score.name}.`;
}
