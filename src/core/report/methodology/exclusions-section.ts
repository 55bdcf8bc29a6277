import type { Selection } from '../../model/selection.js';
import { countOf } from '../../text/count-of.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** The tasks that were not allowed in, with the reason. */
export function exclusionsSection({ benchmarks }: Selection): string {
  const rows = benchmarks.flatMap(({ plan, exclusions }) =>
    exclusions.map(({ taskId, reason, evidence, date, who, wouldBeIn, replacedBy }) =>
      [
        plan.name,
        taskId,
        reason,
        evidence ?? '',
        [date, who].filter((part) => part !== undefined).join(', '),
        wouldBeIn ? (replacedBy ?? 'none') : 'would not have been selected',
      ].map(markdownText),
    ),
  );
  if (rows.length === 0) return '## Exclusions\n\nNo task was excluded.';
  const verb = rows.length === 1 ? 'counts' : 'count';
  return [
    '## Exclusions',
    `${countOf(rows.length, 'task')} ${verb} as available but could not be selected.`,
    markdownTable(['Benchmark', 'Task', 'Reason', 'Evidence', 'Decided', 'In its place'], rows),
  ].join('\n\n');
}
