import { optimisedClaim, optimumSentence } from '../../describe/describe-optimum.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { formatCount } from '../../text/count-of.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** What was optimised, what was proven of it, and how the selection stands to each rule; nothing where no goal is given. */
export function optimumSection({ benchmarks }: Selection): readonly string[] {
  const optimised = benchmarks.filter(({ optimum }) => optimum !== undefined);
  const seen = new Set<unknown>();
  const parts = optimised.flatMap((benchmark) => {
    const { optimum } = benchmark;
    if (seen.has(optimum)) return [];
    seen.add(optimum);
    return certificateText(benchmark);
  });
  return parts.length === 0 ? [] : [['## Optimisation', markdownText(optimisedClaim), ...parts].join('\n\n')];
}

function certificateText({ plan, optimum }: BenchmarkSelection): string[] {
  if (optimum === undefined) return [];
  const { certificate, scope } = optimum;
  const heading = scope === 'plan' ? 'All Benchmarks' : markdownText(plan.title);
  const rows = certificate.rules.map(({ rule, limits, atBound, atBoundCount }) => [
    markdownText(rule),
    formatCount(limits),
    formatCount(atBoundCount),
    markdownText(`${atBound.join(', ')}${atBoundCount > atBound.length ? ', …' : ''}`),
  ]);
  return [
    `### ${heading}`,
    markdownText(optimumSentence(certificate)),
    'Ties go to the tasks whose random numbers have the smallest sum.',
    ...(rows.length === 0 ? [] : [markdownTable(['rule', 'applies to:', 'at the bound:', 'which'], rows)]),
  ];
}
