import type { HistoryEntry, Tier } from '../../model/plan.js';
import type { Selection } from '../../model/selection.js';
import { countOf } from '../../text/count-of.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** Which tier the selection is, and how it came from earlier versions; nothing for a first version of the whole. */
export function versionSections({ tier, plan: { history = [] } }: Selection): readonly string[] {
  return [
    ...(tier === undefined ? [] : [tierSection(tier)]),
    ...(history.length === 0 ? [] : [historySection(history)]),
  ];
}

function tierSection({ name, size, full, sizes }: Tier): string {
  const others = [...sizes].filter(([other]) => other !== name).map(([other, count]) => `${other} (${count})`);
  const among = others.length === 0 ? '' : ` Other tiers: ${markdownText(others.join(', '))}.`;
  return [
    '## Tier',
    `This is the tier ${markdownText(name)}: ${size} of the ${full} tasks of the whole selection. A smaller tier lies within every larger one. Probabilities, weights and claims on this page are those of the tier.${among}`,
  ].join('\n\n');
}

function historySection(history: readonly HistoryEntry[]): string {
  const parts = history.flatMap(({ version, of, change, reasons }) => {
    const rows = reasons.map(({ benchmark, taskId, replacedBy, reason, evidence }) =>
      [benchmark, taskId, replacedBy ?? 'none', reason, evidence ?? ''].map(markdownText),
    );
    const counted = rows.length === 0 ? 'No task went out.' : `${countOf(rows.length, 'task')} went out.`;
    return [
      `**Version ${version}**, in place of the selection with SHA-256 \`${markdownText(of)}\`: ${markdownText(change)} ${counted}`,
      ...(rows.length === 0 ? [] : [markdownTable(['Benchmark', 'Out', 'In', 'Reason', 'Evidence'], rows)]),
    ];
  });
  return [
    '## History',
    'Results on two versions may be compared on the tasks that both have, and no further.',
    ...parts,
  ].join('\n\n');
}
