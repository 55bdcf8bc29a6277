import { fieldWords } from '../../describe/field-words.js';
import type { Selection } from '../../model/selection.js';
import { countOf } from '../../text/count-of.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** The labels that were wrong at the source and what they became. */
export function correctionsSection({ plan, benchmarks }: Selection): string {
  const rows = benchmarks.flatMap(({ plan: rules, corrections }) =>
    corrections.flatMap(({ rule, key, to, changed }) =>
      [...changed].map(([from, count]) => ({
        count,
        cells: [
          rules.name,
          fieldWords(rule.field, plan.fields),
          `${fieldWords(rule.by, plan.fields)} ${key}`,
          from === '' ? '(none)' : from,
          String(to),
        ],
      })),
    ),
  );
  if (rows.length === 0) return '## Corrections\n\nNo label was corrected.';
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  return [
    '## Corrections',
    `${countOf(total, 'label')} of the pool ${total === 1 ? 'was' : 'were'} corrected before anything was counted or scored.`,
    markdownTable(
      ['Benchmark', 'Label', 'For', 'From', 'To', 'Tasks:'],
      rows.map(({ cells, count }) => [...cells.map(markdownText), count]),
    ),
  ].join('\n\n');
}
