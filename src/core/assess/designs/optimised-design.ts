import type { Design } from './design.js';

/** What was solved for: the plan itself, where it has a goal. */
export const optimisedDesign: Design = {
  name: 'optimised',
  title: 'Optimised',
  words: "The tasks that reach the plan's goal best and keep its rules.",
  select: (plan) => {
    if (plan.benchmarks.every(({ optimum }) => optimum !== undefined)) return plan;
    const isPart = plan.benchmarks.some(({ optimum }) => optimum !== undefined);
    return {
      why: isPart
        ? 'Only some benchmarks have a goal, and those are solved in the plan already.'
        : 'The plan has no goal to solve for: give one under "optimise".',
    };
  },
};
