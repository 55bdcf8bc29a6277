import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import { compareText } from '../text/compare-text.js';
import { countOf, formatCount } from '../text/count-of.js';
import { markdownText } from '../text/markdown.js';
import { shown } from '../text/shown.js';

/** What `METHODOLOGY.md` lacks that a manifest tells: the figures of coverage, the warnings, the hashes. */
export function pageDifferences(page: string | undefined, manifest: Manifest): Difference[] {
  if (page === undefined) return [{ code: 'file/missing', message: 'METHODOLOGY.md is missing.' }];
  const lines = new Set(page.split(/\r?\n/));
  const lacking = linesOf(manifest).filter((line) => !lines.has(line));
  const sentences = sentencesOf(manifest).filter((sentence) => !page.includes(sentence));
  return [...sentences, ...lacking].map((line) => ({
    code: 'file/edited',
    message: `METHODOLOGY.md is stale or was edited: it lacks ${shown(line)}, which selection.json gives.`,
  }));
}

function sentencesOf({ metadata, benchmarks }: Manifest): string[] {
  const { total_selected: selected, total_available: available, plan } = metadata;
  return [
    `Selected **${countOf(selected, 'task')}** from ${formatCount(available)} available across ${countOf(benchmarks.length, 'benchmark')}`,
    `from plan ${markdownText(plan.name)} (SHA-256 \`${plan.sha256}\`)`,
  ];
}

function linesOf({ metadata, statistics, methodology, benchmarks, tasks, warnings }: Manifest): string[] {
  const inPhase = (phase: string) =>
    [...new Set(tasks.filter((task) => task.sdlc_phase === phase).map(({ benchmark }) => benchmark))]
      .sort(compareText)
      .map(markdownText)
      .join(', ');
  const perPhase = new Map(Object.entries(statistics.tasks_per_sdlc_phase));
  const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    `# ${markdownText(metadata.title)}`,
    ...methodology.sdlc_phases
      .filter((phase) => perPhase.has(phase))
      .map((phase) => row(markdownText(phase), perPhase.get(phase) ?? 0, inPhase(phase))),
    ...benchmarks.map(({ name, available, selected, strategy }) =>
      row(markdownText(name), available, selected, markdownText(strategy)),
    ),
    ...Object.entries(statistics.tasks_per_language).map(([name, count]) => row(markdownText(name), count)),
    ...warnings.map(({ message }) => `- ${markdownText(message)}`),
    ...benchmarks.map(({ name, available, tasks_sha256 }) => row(markdownText(name), available, `\`${tasks_sha256}\``)),
  ];
}
