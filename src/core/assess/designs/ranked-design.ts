import type { Design } from './design.js';
import { plainRule, reselectAll } from './reselect-all.js';

/** The highest scores of each benchmark, with no groups and no floors. */
export const rankedDesign: Design = {
  name: 'ranked',
  title: 'Ranked',
  words: 'As many tasks of each benchmark as the plan takes, the highest scores first.',
  select: (plan, seed) =>
    reselectAll(plan, (benchmark, take) =>
      plainRule(benchmark, { take, prefer: [{ kind: 'field', field: 'score', direction: 'desc' }] }, seed),
    ),
};
