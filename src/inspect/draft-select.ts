import type { FormatInspection } from './inspection.js';

/** How many tasks are taken from a benchmark, and by what they are grouped. */
export interface SelectDraft {
  readonly take: number | 'all';
  readonly groupBy: string | undefined;
}

const fewest = 10;
const share = 0.2;
const mostGroups = 50;

/** All of a small benchmark; about a fifth of a larger one, from every repository, language or category in proportion. */
export function draftSelect({ tasks, labels, features }: FormatInspection): SelectDraft {
  if (tasks <= fewest) return { take: 'all', groupBy: undefined };
  const groupBy = ['repo', 'language', 'category'].find((field) => {
    const { values = [], others = 0 } = labels.get(field) ?? {};
    const missing = features.find((each) => each.field === field)?.missing ?? 0;
    const groups = values.length + (missing > 0 ? 1 : 0);
    return others === 0 && values.length > 0 && groups >= 2 && groups <= mostGroups;
  });
  return { take: Math.max(fewest, Math.round(tasks * share)), groupBy };
}
