import type { AssessPart } from './assess-part.js';

/** Which tasks all configurations solve, or none. */
export const ceilingPart: AssessPart = {
  name: 'ceiling',
  summary: 'which tasks everyone or no one solves, so that they tell nothing apart',
  description:
    'Counts the tasks that all configurations solve and those that none does, among the selected and in the pool. They add\n' +
    'nothing to a comparison. Needs results of runs (--results).',
  needsResults: true,
  assess: async ({ selection, results }) => {
    const { assessCeiling, ceilingEntry, ceilingPicture, ResultsError } = await import('../../index.js');
    if (results === undefined) {
      const message = 'which tasks tell configurations apart is known only from results of runs.';
      throw new ResultsError([{ code: 'assess/no-results', message, hint: 'Give them with --results.' }]);
    }
    const { ceilingReport } = await import('./ceiling-report.js');
    const ceiling = assessCeiling(selection, results.pool, { whyNone: results.whyNone });
    const { configurations, overall, pairSummary } = ceiling;
    const { tasks, without, apart } = overall.selected;
    const tested = tasks - without;
    const isKnown = configurations.length > 1 && tested > 0;
    const isEnough = 2 * apart >= tested && (pairSummary?.differ.median ?? 0) >= (pairSummary?.needed ?? 0);
    const picture = ceilingPicture(ceiling);
    return {
      verdict: ceiling.conclusion,
      grade: isKnown ? (isEnough ? 'good' : 'look') : 'unknown',
      document: ceilingEntry(ceiling),
      report: (terminal) => ceilingReport(selection.plan.name, ceiling, terminal),
      pictures: picture === undefined ? [] : [{ name: 'ceiling', svg: picture }],
    };
  },
};
