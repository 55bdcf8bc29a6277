import { componentKindOf } from '../../components/component-kinds.js';
import { evidenceCells, evidenceSentence } from '../../describe/evidence-words.js';
import { groupBy } from '../../lists/group-by.js';
import type { ScoreRule } from '../../model/plan.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { countOf } from '../../text/count-of.js';
import { joinWords } from '../../text/join-words.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** The formula, the average, and what each component means for each benchmark. */
export function scoringSection(selection: Selection): string {
  const { plan, statistics } = selection;
  const name = markdownText(plan.score.name);
  const terms = [...plan.score.weights].map(([component, weight]) => `${weightText(weight)} * ${component}`);
  const components = [...plan.score.weights.keys()].map((component) => componentText(component, selection));
  return [
    `## ${titleCase(name)} Scoring`,
    `Each task receives a score in [0, 1], rounded to ${countOf(plan.score.decimals, 'decimal')}:`,
    `\`\`\`\nscore = ${terms.join('\n      + ')}\n\`\`\``,
    `**Average ${name} score:** ${statistics.averageScore.toFixed(plan.score.decimals)} over the ${countOf(statistics.selected, 'selected task')}`,
    ...evidenceTexts(plan.score),
    '### Component Definitions',
    ...components,
    standIns(selection),
  ].join('\n\n');
}

/** What paired results say of the score, or that none is given. */
function evidenceTexts(score: ScoreRule): string[] {
  const rows = score.evidence.map((row) => evidenceCells(row).map(markdownText));
  return [
    `**Evidence:** ${markdownText(evidenceSentence(score))}`,
    ...(rows.length === 0
      ? []
      : [markdownTable(['pairs:', 'correlation with uplift', 'within benchmarks', 'source', 'date'], rows)]),
  ];
}

/** "MCP benefit" → "MCP Benefit". */
function titleCase(text: string): string {
  return text.replace(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase());
}

function weightText(weight: number): string {
  return String(weight).length < 4 ? weight.toFixed(2) : String(weight);
}

/** Benchmarks with the same rule share a line. */
function componentText(component: string, { plan, benchmarks }: Selection): string {
  const rules = groupBy(benchmarks, ({ plan: rules }) => {
    const rule = rules.components.get(component);
    return rule === undefined ? '' : componentKindOf(rule).words(rule, plan.fields);
  });
  const lines = [...rules].map(([words, sharing]) => {
    const who =
      sharing.length === benchmarks.length && rules.size === 1 ? 'All benchmarks' : joinWords(sharing.map(title));
    return `  - ${markdownText(who)}: ${markdownText(words)}.`;
  });
  return [`- **${component}** (weight ${plan.score.weights.get(component)})`, ...lines].join('\n');
}

function title({ plan }: BenchmarkSelection): string {
  return plan.title;
}

function standIns({ plan, benchmarks }: Selection): string {
  const lines = benchmarks.flatMap(({ plan: rules, tasks, available, census }) =>
    [...plan.score.weights.keys()].flatMap((component) => {
      const count =
        census?.defaulted.get(component) ?? tasks.filter((task) => task.defaulted.includes(component)).length;
      if (count === 0) return [];
      return [`- ${markdownText(rules.title)}: ${component} for ${count} of ${countOf(available, 'task')}`];
    }),
  );
  if (lines.length === 0) return 'No score in the pool stands on an assumed value: every field a rule needs was there.';
  return ['Values assumed because the field a rule needs was not there:', lines.join('\n')].join('\n\n');
}
