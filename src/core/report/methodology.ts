import { type PoolHashes, selectionHashes } from '../fingerprint/fingerprint-pool.js';
import type { Selection } from '../model/selection.js';
import { markdownText } from '../text/markdown.js';
import { assessmentSection } from './methodology/assessment-section.js';
import { claimsSection } from './methodology/claims-section.js';
import { correctionsSection } from './methodology/corrections-section.js';
import { coverageSections } from './methodology/coverage-sections.js';
import { exclusionsSection } from './methodology/exclusions-section.js';
import { featuresSection } from './methodology/features-section.js';
import { optimumSection } from './methodology/optimum-section.js';
import { overviewSection } from './methodology/overview-section.js';
import { reproductionSection } from './methodology/reproduction-section.js';
import { scoringSection } from './methodology/scoring-section.js';
import { strategySection } from './methodology/strategy-section.js';
import { versionSections } from './methodology/version-sections.js';
import { warningsSection } from './methodology/warnings-section.js';

/** The methodology page as Markdown. Every sentence and figure is made from the plan and the selection. */
export function methodologyPage(
  selection: Selection,
  generatedBy: string,
  hashes: ReadonlyMap<string, PoolHashes> = selectionHashes(selection),
): string {
  const sections = [
    `# ${markdownText(selection.plan.title)}`,
    overviewSection(selection),
    coverageSections(selection),
    scoringSection(selection),
    featuresSection(selection),
    strategySection(selection),
    ...optimumSection(selection),
    correctionsSection(selection),
    exclusionsSection(selection),
    ...versionSections(selection),
    warningsSection(selection),
    claimsSection(selection),
    assessmentSection(selection),
    reproductionSection(selection, generatedBy, hashes),
  ];
  return `${sections.join('\n\n')}\n`;
}
