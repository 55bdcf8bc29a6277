import type { Selection } from '../../model/selection.js';
import { markdownTable, markdownText } from '../markdown.js';

/** What it takes to get the same selection again, and to notice when it is no longer the same. */
export function reproductionSection({ plan, benchmarks }: Selection, generatedBy: string): string {
  const seed = plan.seed === undefined ? 'The plan has no seed' : `The seed is ${markdownText(String(plan.seed))}`;
  const short = benchmarks.some(({ shortfalls }) => shortfalls.length > 0);
  const command = `winnow select PLAN${short ? ' --allow-shortfall' : ''}`;
  return [
    '## Reproduction',
    `Made by ${markdownText(generatedBy)} from plan ${markdownText(plan.name)} (SHA-256 \`${plan.hash}\`). ${seed}; no step of this selection draws at random. The same plan and tasks give the same bytes: \`${command}\`.`,
    markdownTable(
      ['Benchmark', 'Tasks:', 'SHA-256 of the tasks'],
      benchmarks.map(({ plan: rules, tasks, tasksHash }) => [
        markdownText(rules.name),
        tasks.length,
        `\`${tasksHash()}\``,
      ]),
    ),
  ].join('\n\n');
}
