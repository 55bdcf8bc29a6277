import { fieldWords } from '../../describe/field-words.js';
import type { Selection } from '../../model/selection.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** Where the values that the score looks at come from, and the labels on which the tasks' own files disagree. */
export function featuresSection({ plan, benchmarks }: Selection): string {
  const anyDerived = benchmarks.some(({ features: counts }) => counts.some(({ derived = 0 }) => derived > 0));
  const features = benchmarks.flatMap(({ plan: rules, features: counts }) =>
    counts.map(({ field, measured, declared, derived, defaulted }) => [
      markdownText(rules.name),
      markdownText(fieldWords(field, plan.fields)),
      measured,
      declared,
      ...(anyDerived ? [derived ?? 0] : []),
      defaulted,
    ]),
  );
  const conflicts = benchmarks.flatMap(({ plan: rules, conflicts: counts }) =>
    counts.map(({ field, took, from, against, in: place, tasks }) => [
      ...[rules.name, field, `${took} (${from})`, `${against} (${place})`].map(markdownText),
      tasks,
    ]),
  );
  return [
    '## Where the Features Come From',
    `Measured: counted from a patch or a repository. Declared: said by a label, a document or the plan. ${anyDerived ? 'Derived: worked out from the id, a patch or another field. ' : ''}Defaulted: not known, so the plan’s assumed value stands in.`,
    markdownTable(
      ['Benchmark', 'Feature', 'Measured:', 'Declared:', ...(anyDerived ? ['Derived:'] : []), 'Defaulted:'],
      features,
    ),
    ...(conflicts.length === 0
      ? []
      : [
          '### Labels That Disagree',
          'Within the tasks’ own files, before the corrections below.',
          markdownTable(['Benchmark', 'Label', 'Taken', 'Not taken', 'Tasks:'], conflicts),
        ]),
  ].join('\n\n');
}
