import type { Selection } from '../model/selection.js';
import { countOf, formatCount } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';

/** "Selected 93 tasks from 826 available across 7 benchmarks, covering 8 of 8 phases, scored by MCP benefit." */
export function overviewSentence({ plan, statistics }: Selection): string {
  const across = `${formatCount(statistics.available)} available across ${countOf(plan.benchmarks.length, 'benchmark')}`;
  const covered = statistics.byPhase.filter((row) => row.selected > 0).length;
  const phases = `${covered} of ${countOf(plan.phases.length, 'phase')}`;
  return `Selected ${countOf(statistics.selected, 'task')} from ${across}, covering ${phases}, scored by ${plan.score.name}.`;
}

/** So many benchmarks are named; the others are counted. */
const mostNamed = 3;

/** "Chosen from 7 benchmarks (SWE-bench Pro, LoCoBench-Agent, PyTorch and 4 more), covering 8 of 8 phases, scored by MCP benefit." */
export function originSentence({ plan, statistics }: Selection): string {
  const titles = plan.benchmarks.map(({ title }) => title);
  const more = titles.length - mostNamed;
  const named = joinWords([...titles.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])]);
  const from = titles.length === 1 ? named : `${countOf(titles.length, 'benchmark')} (${named})`;
  const covered = statistics.byPhase.filter((row) => row.selected > 0).length;
  return `Chosen from ${from}, covering ${covered} of ${countOf(plan.phases.length, 'phase')}, scored by ${plan.score.name}.`;
}
