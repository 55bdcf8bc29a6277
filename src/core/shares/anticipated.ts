import { inProportion } from './in-proportion.js';

/**
 * In proportion to the sum of the anticipated standard deviations of the tasks: the most exact for the next system, as far
 * as earlier ones tell (Neyman 1934).
 */
export const anticipated = inProportion({
  name: 'anticipated',
  looksAt: ['prior_variance'],
  label: () => 'By anticipated spread',
  proportion: () => 'in proportion to how uncertain the results of their tasks are, as earlier results let expect',
  learnsFrom: () => 'the spread that earlier results let expect',
  faults: (sharers, _, what) =>
    sharers.some((sharer) => sharer.anticipated > 0)
      ? []
      : [
          {
            code: 'selection/deviations',
            message: `${what.who}: share "anticipated" needs earlier results, but no task has any.`,
            hint: 'Give the results of earlier runs under "prior".',
          },
        ],
  measure: (sharer) => sharer.anticipated,
});
