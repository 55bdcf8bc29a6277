import { strategyLabel } from '../../describe/describe-strategy.js';
import type { CoverageRow, Selection } from '../../model/selection.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** The three coverage tables: by phase, benchmark and language. */
export function coverageSections({ plan, benchmarks, statistics }: Selection): string {
  const labels = new Map(benchmarks.map(({ plan: rules }) => [rules.name, strategyLabel(rules.select, plan.fields)]));
  const phases = statistics.byPhase.map((row) => [
    markdownText(row.name),
    row.selected,
    row.benchmarks.map(markdownText).join(', '),
  ]);
  const perBenchmark = statistics.byBenchmark.map((row) => [
    markdownText(row.name),
    row.available,
    row.selected,
    markdownText(labels.get(row.name) ?? ''),
  ]);
  const languages = statistics.byLanguage.filter((row) => row.selected > 0);
  return [
    '## SDLC Phase Coverage',
    markdownTable(['SDLC Phase', 'Tasks:', 'Benchmarks'], phases),
    '## Benchmark Coverage',
    markdownTable(['Benchmark', 'Available:', 'Selected:', 'Strategy'], perBenchmark),
    '## Language Distribution',
    markdownTable(
      ['Language', 'Tasks:'],
      languages.map((row) => [markdownText(row.name), row.selected]),
    ),
    ...notSelected(statistics.byLanguage),
  ].join('\n\n');
}

function notSelected(rows: readonly CoverageRow[]): string[] {
  const left = rows.filter((row) => row.selected === 0).map((row) => `${markdownText(row.name)} (${row.available})`);
  return left.length === 0 ? [] : [`In the pool, but not selected: ${left.join(', ')}.`];
}
