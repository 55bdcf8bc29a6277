import { fieldWords } from '../../describe/field-words.js';
import type { Selection } from '../../model/selection.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** Where the values that the score looks at come from, and the labels on which the tasks' own files disagree. */
export function featuresSection({ plan, benchmarks }: Selection): string {
  const features = benchmarks.flatMap(({ plan: rules, features: counts }) =>
    counts.map(({ field, measured, declared, defaulted }) => [
      markdownText(rules.name),
      markdownText(fieldWords(field, plan.fields)),
      measured,
      declared,
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
    'Measured: counted from a patch or a repository. Declared: said by a label, a document or the plan. Defaulted: not known, so the plan’s assumed value stands in.',
    markdownTable(['Benchmark', 'Feature', 'Measured:', 'Declared:', 'Defaulted:'], features),
    ...(conflicts.length === 0
      ? []
      : [
          '### Labels That Disagree',
          'Within the tasks’ own files, before the corrections below.',
          markdownTable(['Benchmark', 'Label', 'Taken', 'Passed over', 'Tasks:'], conflicts),
        ]),
  ].join('\n\n');
}
